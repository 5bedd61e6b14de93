// Factor::analyse: the order of elimination, the supernodes and their patterns.

#include "solver/factor.hpp"

#include <algorithm>
#include <numeric>

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>

namespace gluey::solver {
namespace {

/// Parent of each column in the elimination tree (Liu 1990), of columns in the order of `rank`.
void elimination_tree(const std::vector<std::int32_t>& start, const std::vector<std::int32_t>& lower,
                      std::vector<std::int32_t>& parent) {
  const auto n = static_cast<std::int32_t>(start.size()) - 1;
  std::vector<std::int32_t> ancestor(at(n), -1);
  parent.assign(at(n), -1);
  for (std::int32_t i = 0; i < n; ++i) {
    for (std::int32_t k = start[at(i)]; k < start[at(i) + 1]; ++k) {
      for (std::int32_t j = lower[at(k)]; j != -1 && j < i;) {
        const std::int32_t next = ancestor[at(j)];
        ancestor[at(j)] = i;
        if (next == -1) {
          parent[at(j)] = i;
        }
        j = next;
      }
    }
  }
}

/// visit(k, low, high) for entries of the matrix: their index, and the lesser and larger rank of their row and column.
template <class Visit>
void for_entries(const Lower& matrix, const std::vector<std::int32_t>& rank, Visit&& visit) {
  for (std::size_t c = 0; c < matrix.size(); ++c) {
    for (std::int32_t k = matrix.start[c]; k < matrix.start[c + 1]; ++k) {
      const auto [low, high] = std::minmax(rank[c], rank[at(matrix.row[at(k)])]);
      visit(k, low, high);
    }
  }
}

/// The row lists (columns j ≤ i of each row i) of the matrix under `rank`.
void row_lists(const Lower& matrix, const std::vector<std::int32_t>& rank, std::vector<std::int32_t>& start,
               std::vector<std::int32_t>& lower) {
  const std::size_t n = matrix.size();
  start.assign(n + 2, 0);
  for_entries(matrix, rank,
              [&](std::int32_t /*k*/, std::int32_t /*low*/, std::int32_t high) { ++start[at(high) + 2]; });
  std::partial_sum(start.begin(), start.end(), start.begin());
  lower.resize(at(start.back()));
  for_entries(matrix, rank,
              [&](std::int32_t /*k*/, std::int32_t low, std::int32_t high) { lower[at(start[at(high) + 1]++)] = low; });
  start.pop_back();
}

}  // namespace

void Factor::analyse(const Lower& matrix) {
  if (matrix.start == start_ && matrix.row == row_) {
    return;
  }
  start_ = matrix.start;
  row_ = matrix.row;
  order(matrix);
  find_supernodes(matrix);
  find_patterns(matrix);
  place_entries(matrix);
}

void Factor::order(const Lower& matrix) {
  const auto n = static_cast<int>(matrix.size());
  using Pattern = Eigen::SparseMatrix<double, Eigen::ColMajor, int>;
  const Eigen::Map<const Pattern> view(n, n, static_cast<int>(matrix.row.size()), matrix.start.data(),
                                       matrix.row.data(), matrix.value.data());
  const Pattern lower = view;
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> permutation;
  Eigen::AMDOrdering<int>()(lower.selfadjointView<Eigen::Lower>(), permutation);
  rank_.resize(matrix.size());
  for (int k = 0; k < n; ++k) {
    rank_[at(permutation.indices()[k])] = k;
  }

  // Children before their parent, the one with most columns below it last: it can be merged with its parent.
  std::vector<std::int32_t> start, lower_columns;
  row_lists(matrix, rank_, start, lower_columns);
  elimination_tree(start, lower_columns, parent_);
  std::vector<std::int32_t> weight(matrix.size(), 1), first(matrix.size() + 1, -1), next(matrix.size(), -1);
  for (std::int32_t j = 0; j < n; ++j) {
    if (parent_[at(j)] >= 0) {
      weight[at(parent_[at(j)])] += weight[at(j)];
    }
  }
  std::vector<std::int32_t> heavy(matrix.size() + 1, -1);
  for (std::int32_t j = 0; j < n; ++j) {
    const std::size_t up = parent_[at(j)] >= 0 ? at(parent_[at(j)]) : at(n);
    if (heavy[up] < 0 || weight[at(j)] > weight[at(heavy[up])]) {
      heavy[up] = j;
    }
  }
  // Pushed in front of the list of siblings; visited from the front, so the heavy one, pushed first, comes last.
  for (std::size_t up = 0; up <= matrix.size(); ++up) {
    first[up] = heavy[up];
  }
  for (std::int32_t j = n - 1; j >= 0; --j) {
    const std::size_t up = parent_[at(j)] >= 0 ? at(parent_[at(j)]) : at(n);
    if (j != heavy[up]) {
      next[at(j)] = first[up];
      first[up] = j;
    }
  }
  std::vector<std::int32_t> place(matrix.size()), stack;
  std::int32_t visited = 0;
  for (std::int32_t root = first[at(n)]; root >= 0; root = next[at(root)]) {
    stack.push_back(root);
    while (!stack.empty()) {
      const std::int32_t j = stack.back();
      if (first[at(j)] >= 0) {
        stack.push_back(first[at(j)]);
        first[at(j)] = next[at(stack.back())];
      } else {
        place[at(j)] = visited++;
        stack.pop_back();
      }
    }
  }
  for (std::int32_t& rank : rank_) {
    rank = place[at(rank)];
  }
}

void Factor::find_supernodes(const Lower& matrix) {
  const auto n = static_cast<std::int32_t>(matrix.size());
  std::vector<std::int32_t> start, lower;
  row_lists(matrix, rank_, start, lower);
  elimination_tree(start, lower, parent_);
  // Rows of each column of L: row i reaches every column on the tree's paths from its entries up to i.
  count_.assign(at(n), 1);
  std::vector<std::int32_t> mark(at(n), -1);
  for (std::int32_t i = 0; i < n; ++i) {
    mark[at(i)] = i;
    for (std::int32_t k = start[at(i)]; k < start[at(i) + 1]; ++k) {
      for (std::int32_t j = lower[at(k)]; mark[at(j)] != i; j = parent_[at(j)]) {
        mark[at(j)] = i;
        ++count_[at(j)];
      }
    }
  }

  // Grown upwards while the next column is the parent and few zeros are added.
  supernode_.clear();
  owner_.resize(at(n));
  std::vector<double> zeros;
  for (std::int32_t j = 0; j < n; ++j) {
    supernode_.push_back({.column = j,
                          .columns = 1,
                          .rows = count_[at(j)],
                          .parent = -1,
                          .panel = 0,
                          .pattern = 0,
                          .entries = 0,
                          .entries_end = 0});
    zeros.push_back(0.0);
    while (supernode_.size() > 1) {
      Supernode& child = supernode_[supernode_.size() - 2];
      const Supernode& last = supernode_.back();
      if (parent_[at(last.column) - 1] < last.column || parent_[at(last.column) - 1] >= last.column + last.columns) {
        break;
      }
      const std::int32_t columns = child.columns + last.columns;
      const std::int32_t rows = child.columns + last.rows;
      const double added =
          zeros[zeros.size() - 2] + zeros.back() + static_cast<double>(rows - child.rows) * child.columns;
      const double size = static_cast<double>(rows) * columns;
      const double allowed = columns <= 4 ? 0.5 : columns <= 16 ? 0.2 : 0.1;
      if (added > allowed * size) {
        break;
      }
      child.columns = columns;
      child.rows = rows;
      supernode_.pop_back();
      zeros.pop_back();
      zeros.back() = added;
    }
  }
  for (std::size_t s = 0; s < supernode_.size(); ++s) {
    for (std::int32_t j = 0; j < supernode_[s].columns; ++j) {
      owner_[at(supernode_[s].column + j)] = static_cast<std::int32_t>(s);
    }
  }
}

void Factor::find_patterns(const Lower& matrix) {
  // Columns of A in the new order, as lists of rows below.
  const std::size_t n = matrix.size();
  std::vector<std::int32_t> start(n + 2, 0), rows;
  for_entries(matrix, rank_,
              [&](std::int32_t /*k*/, std::int32_t low, std::int32_t /*high*/) { ++start[at(low) + 2]; });
  std::partial_sum(start.begin(), start.end(), start.begin());
  rows.resize(at(start.back()));
  for_entries(matrix, rank_,
              [&](std::int32_t /*k*/, std::int32_t low, std::int32_t high) { rows[at(start[at(low) + 1]++)] = high; });

  // The rows of a supernode: those of its columns of A and of its children, beyond its own columns.
  std::vector<std::int32_t> mark(n, -1), first_child(supernode_.size(), -1), sibling(supernode_.size(), -1);
  pattern_.clear();
  std::size_t panel = 0;
  for (std::size_t s = 0; s < supernode_.size(); ++s) {
    Supernode& node = supernode_[s];
    const std::int32_t end = node.column + node.columns;
    node.pattern = pattern_.size();
    const auto take = [&](std::int32_t row) {
      if (row >= end && mark[at(row)] != static_cast<std::int32_t>(s)) {
        mark[at(row)] = static_cast<std::int32_t>(s);
        pattern_.push_back(row);
      }
    };
    for (std::int32_t k = start[at(node.column)]; k < start[at(end)]; ++k) {
      take(rows[at(k)]);
    }
    for (std::int32_t child = first_child[s]; child >= 0; child = sibling[at(child)]) {
      const Supernode& below = supernode_[at(child)];
      for (std::int32_t k = 0; k < below.below(); ++k) {
        take(pattern_[below.pattern + at(k)]);
      }
    }
    std::sort(pattern_.begin() + static_cast<std::ptrdiff_t>(node.pattern), pattern_.end());
    node.rows = node.columns + static_cast<std::int32_t>(pattern_.size() - node.pattern);
    node.panel = panel;
    panel += at(node.rows) * at(node.columns);
    buffer_.resize(std::max(buffer_.size(), at(node.below())));
    if (node.below() > 0) {
      node.parent = owner_[at(pattern_[node.pattern])];
      sibling[s] = first_child[at(node.parent)];
      first_child[at(node.parent)] = static_cast<std::int32_t>(s);
    }
  }
  values_.resize(panel);
}

void Factor::place_entries(const Lower& matrix) {
  // Where each supernode's rows stand in its parent.
  place_.resize(pattern_.size());
  std::size_t pending = 0, highest = 0;  // updates that wait for their parent: they form a stack
  std::vector<std::size_t> waiting(supernode_.size(), 0);
  for (std::size_t s = 0; s < supernode_.size(); ++s) {
    Supernode& node = supernode_[s];
    const std::size_t own = at(node.below()) * at(node.below());
    highest = std::max(highest, pending + own);
    pending += own - waiting[s];
    if (node.parent < 0) {
      continue;
    }
    waiting[at(node.parent)] += own;
    const Supernode& up = supernode_[at(node.parent)];
    std::int32_t cursor = 0;
    for (std::int32_t k = 0; k < node.below(); ++k) {
      const std::int32_t row = pattern_[node.pattern + at(k)];
      if (row < up.column + up.columns) {
        place_[node.pattern + at(k)] = row - up.column;
        continue;
      }
      while (pattern_[up.pattern + at(cursor)] < row) {
        ++cursor;
      }
      place_[node.pattern + at(k)] = up.columns + cursor;
    }
  }
  updates_.resize(highest);

  // Where each entry of A stands in the panel of its supernode.
  std::vector<std::size_t> start(supernode_.size() + 2, 0);
  for_entries(matrix, rank_,
              [&](std::int32_t /*k*/, std::int32_t low, std::int32_t /*high*/) { ++start[at(owner_[at(low)]) + 2]; });
  std::partial_sum(start.begin(), start.end(), start.begin());
  entry_.resize(start.back());
  for_entries(matrix, rank_, [&](std::int32_t k, std::int32_t low, std::int32_t high) {
    const Supernode& node = supernode_[at(owner_[at(low)])];
    std::int32_t row = high - node.column;
    if (row >= node.columns) {
      const auto begin = pattern_.begin() + static_cast<std::ptrdiff_t>(node.pattern);
      row = node.columns + static_cast<std::int32_t>(std::lower_bound(begin, begin + node.below(), high) - begin);
    }
    entry_[start[at(owner_[at(low)]) + 1]++] = {k, (low - node.column) * node.rows + row};
  });
  for (std::size_t s = 0; s < supernode_.size(); ++s) {
    supernode_[s].entries = start[s];
    supernode_[s].entries_end = start[s + 1];
  }
}

}  // namespace gluey::solver
