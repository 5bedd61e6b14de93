// Factor::factorise for matrices whose pattern is symmetric and whose values are not. The same tree and panels as the
// symmetric kind, twice: L with its diagonal, and U with a unit diagonal, kept transposed so that both are columns.

#include "solver/factor.hpp"

#include "solver/dense.hpp"

#include <algorithm>
#include <cmath>

namespace gluey::solver {
namespace {

/// Elimination of the first `columns` columns of the panels of L and Uᵀ (Crout): the diagonal of L is left as its inverse.
bool eliminate(double* lower, double* upper, std::size_t rows, std::size_t columns) {
  for (std::size_t first = 0; first < columns; first += 4) {
    const std::size_t last = std::min(first + 4, columns);
    for (std::size_t j = first; j < columns; ++j) {
      const std::size_t begin = first * rows + j, count = std::min(j, last) - first;
      if (count > 0) {
        subtract(lower + j * rows + j, rows - j, upper + begin, rows, lower + begin, rows, count);
        subtract(upper + j * rows + j, rows - j, lower + begin, rows, upper + begin, rows, count);
      }
      if (j >= last) {
        continue;
      }
      double* column = lower + j * rows;
      double* mirrored = upper + j * rows;
      if (!(std::abs(column[j]) > 0.0) || !std::isfinite(column[j])) {
        return false;
      }
      column[j] = 1.0 / column[j];
      mirrored[j] = 1.0;
      for (std::size_t i = j + 1; i < rows; ++i) {
        mirrored[i] *= column[j];
      }
    }
  }
  return true;
}

}  // namespace

bool Factor::factorise(const Lower& matrix, const std::vector<double>& upper) {
  symmetric_ = false;
  mirrored_.assign(values_.size(), 0.0);
  std::fill(values_.begin(), values_.end(), 0.0);
  std::size_t top = 0;  // of the stack of updates
  stack_.clear();
  for (std::size_t s = 0; s < supernode_.size(); ++s) {
    const Supernode& node = supernode_[s];
    double* panel = values_.data() + node.panel;
    double* mirrored = mirrored_.data() + node.panel;
    const std::size_t rows = at(node.rows), columns = at(node.columns), below = at(node.below());
    double* update = updates_.data() + top;
    std::fill(update, update + below * below, 0.0);
    for (std::size_t k = node.entries; k < node.entries_end; ++k) {
      // The order of elimination may have turned the entry over.
      const std::size_t source = at(entry_[k].source);
      const bool turned = at(rank_[at(row_[source])]) == at(node.column) + at(entry_[k].place) / rows;
      panel[entry_[k].place] += turned ? upper[source] : matrix.value[source];
      mirrored[entry_[k].place] += turned ? matrix.value[source] : upper[source];
    }

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
        for (std::size_t i = 0; i < size; ++i) {
          const std::size_t row = at(place[i]);
          double& to = std::min(row, column) >= columns ? update[(column - columns) * below + row - columns]
                       : row >= column                  ? panel[column * rows + row]
                                                        : mirrored[row * rows + column];
          to += from[i];
        }
      }
    }

    if (!eliminate(panel, mirrored, rows, columns)) {
      return false;
    }
    for (std::size_t j = 0; j < below; ++j) {
      subtract(update + j * below, below, mirrored + columns + j, rows, panel + columns, rows, columns);
    }
    if (below > 0) {
      std::copy(update, update + below * below, updates_.data() + base);
      stack_.push_back(s);
    }
    top = base + below * below;
  }
  return true;
}

}  // namespace gluey::solver
