#pragma once
// Kernels on the dense panels of a sparse factor, stored column by column with `rows` elements a column. Four columns are
// taken at a time, so that what is updated is loaded and stored once for four.

#include <cmath>
#include <cstddef>
#include <cstdint>

namespace gluey::solver {

/// target[i] −= Σ_j a[j·step]·x[j·stride + i], i < length, j < count.
inline void subtract(double* __restrict target, std::size_t length, const double* __restrict a, std::size_t step,
                     const double* __restrict x, std::size_t stride, std::size_t count) {
  std::size_t j = 0;
  for (; j + 4 <= count; j += 4, a += 4 * step, x += 4 * stride) {
    const double a0 = a[0], a1 = a[step], a2 = a[2 * step], a3 = a[3 * step];
    const double *x1 = x + stride, *x2 = x1 + stride, *x3 = x2 + stride;
    for (std::size_t i = 0; i < length; ++i) {
      target[i] -= (a0 * x[i] + a1 * x1[i]) + (a2 * x2[i] + a3 * x3[i]);
    }
  }
  for (; j < count; ++j, a += step, x += stride) {
    for (std::size_t i = 0; i < length; ++i) {
      target[i] -= a[0] * x[i];
    }
  }
}

/// Cholesky elimination of the first `columns` columns of a panel, in place, but for the diagonal, which is left as its
/// inverse. False at a pivot that is not positive.
inline bool eliminate(double* panel, std::size_t rows, std::size_t columns) {
  for (std::size_t first = 0; first < columns; first += 4) {
    const std::size_t last = first + 4 < columns ? first + 4 : columns;
    for (std::size_t j = first; j < last; ++j) {
      double* column = panel + j * rows;
      if (j > first) {
        const double* block = panel + first * rows + j;
        subtract(column + j, rows - j, block, rows, block, rows, j - first);
      }
      if (!(column[j] > 0.0)) {
        return false;
      }
      column[j] = 1.0 / std::sqrt(column[j]);
      for (std::size_t i = j + 1; i < rows; ++i) {
        column[i] *= column[j];
      }
    }
    for (std::size_t j = last; j < columns; ++j) {
      const double* block = panel + first * rows + j;
      subtract(panel + j * rows + j, rows - j, block, rows, block, rows, last - first);
    }
  }
  return true;
}

/// The lower triangle of `square` (size × size) −= X Xᵀ, X of `count` columns `stride` apart.
inline void subtract_square(double* square, std::size_t size, const double* x, std::size_t stride, std::size_t count) {
  for (std::size_t j = 0; j < size; ++j) {
    subtract(square + j * size + j, size - j, x + j, stride, x + j, stride, count);
  }
}

/// Σ x y, in four sums that are added at the end.
inline double dot(const double* x, const double* y, std::size_t length) {
  double sum[4] = {};
  std::size_t i = 0;
  for (; i + 4 <= length; i += 4) {
    for (std::size_t lane = 0; lane < 4; ++lane) {
      sum[lane] += x[i + lane] * y[i + lane];
    }
  }
  for (; i < length; ++i) {
    sum[0] += x[i] * y[i];
  }
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

/// One supernode of L y = x: its own part in `own`, the rows below at `pattern` in `all`. `buffer` holds a column.
inline void forward(const double* panel, std::size_t rows, std::size_t columns, const std::int32_t* pattern,
                    double* own, double* all, double* buffer) {
  for (std::size_t j = 0; j < columns; ++j) {
    const double* column = panel + j * rows;
    own[j] *= column[j];
    for (std::size_t i = j + 1; i < columns; ++i) {
      own[i] -= own[j] * column[i];
    }
  }
  const std::size_t below = rows - columns;
  for (std::size_t i = 0; i < below; ++i) {
    buffer[i] = all[pattern[i]];
  }
  subtract(buffer, below, own, 1, panel + columns, rows, columns);
  for (std::size_t i = 0; i < below; ++i) {
    all[pattern[i]] = buffer[i];
  }
}

/// One supernode of Lᵀ x = y.
inline void backward(const double* panel, std::size_t rows, std::size_t columns, const std::int32_t* pattern,
                     double* own, const double* all, double* buffer) {
  const std::size_t below = rows - columns;
  for (std::size_t i = 0; i < below; ++i) {
    buffer[i] = all[pattern[i]];
  }
  for (std::size_t j = columns; j-- > 0;) {
    const double* column = panel + j * rows;
    double sum = own[j] - dot(column + columns, buffer, below);
    for (std::size_t i = j + 1; i < columns; ++i) {
      sum -= column[i] * own[i];
    }
    own[j] = sum * column[j];
  }
}

}  // namespace gluey::solver
