#include "solver/factor.hpp"

#include "solver/dense.hpp"

#include <algorithm>

namespace gluey::solver {
bool Factor::factorise(const Lower& matrix) {
  symmetric_ = true;
  std::fill(values_.begin(), values_.end(), 0.0);
  std::size_t top = 0;  // of the stack of updates
  stack_.clear();
  for (std::size_t s = 0; s < supernode_.size(); ++s) {
    const Supernode& node = supernode_[s];
    double* panel = values_.data() + node.panel;
    const std::size_t rows = at(node.rows), columns = at(node.columns), below = at(node.below());
    double* update = updates_.data() + top;
    std::fill(update, update + below * below, 0.0);
    for (std::size_t k = node.entries; k < node.entries_end; ++k) {
      panel[entry_[k].place] += matrix.value[at(entry_[k].source)];
    }

    // The children's updates lie on top of the stack.
    std::size_t base = top;
    while (!stack_.empty() && supernode_[stack_.back()].parent == static_cast<std::int32_t>(s)) {
      const Supernode& child = supernode_[stack_.back()];
      stack_.pop_back();
      const std::size_t size = at(child.below());
      base -= size * size;
      const double* from = updates_.data() + base;
      const std::int32_t* place = place_.data() + child.pattern;
      for (std::size_t j = 0; j < size; ++j, from += size) {
        const std::size_t column = at(place[j]);
        double* to = column < columns ? panel + column * rows : update + (column - columns) * below - columns;
        for (std::size_t i = j; i < size; ++i) {
          to[place[i]] += from[i];
        }
      }
    }

    if (!eliminate(panel, rows, columns)) {
      return false;
    }
    subtract_square(update, below, panel + columns, rows, columns);
    if (below > 0) {
      std::copy(update, update + below * below, updates_.data() + base);
      stack_.push_back(s);
    }
    top = base + below * below;
  }
  return true;
}

double Factor::multiplications() const {
  double sum = 0.0;
  for (const Supernode& node : supernode_) {
    for (std::int32_t j = 0; j < node.columns; ++j) {
      sum += 0.5 * static_cast<double>(node.rows - j) * (node.rows - j);
    }
  }
  return sum;
}

void Factor::solve(double* x) {
  const std::size_t n = rank_.size();
  permuted_.resize(n);
  double* y = permuted_.data();
  for (std::size_t c = 0; c < n; ++c) {
    y[rank_[c]] = x[c];
  }
  for (const Supernode& node : supernode_) {
    forward(values_.data() + node.panel, at(node.rows), at(node.columns), pattern_.data() + node.pattern,
            y + node.column, y, buffer_.data());
  }
  for (std::size_t s = supernode_.size(); s-- > 0;) {
    const Supernode& node = supernode_[s];
    backward((symmetric_ ? values_ : mirrored_).data() + node.panel, at(node.rows), at(node.columns),
             pattern_.data() + node.pattern, y + node.column, y, buffer_.data());
  }
  for (std::size_t c = 0; c < n; ++c) {
    x[c] = y[rank_[c]];
  }
}

}  // namespace gluey::solver
