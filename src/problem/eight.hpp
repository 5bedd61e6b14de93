#pragma once
// Eight numbers of single precision at once, one for each of eight contacts, or the state of one body; see four.hpp.

#include <Eigen/Core>

#include <cstring>
#ifdef __FMA__
#include <immintrin.h>
#endif

namespace gluey {

using Eight = float __attribute__((vector_size(32)));

inline Eight load_eight(const float* x) {
  Eight eight;
  std::memcpy(&eight, x, sizeof eight);
  return eight;
}
inline void store_eight(float* x, const Eight& eight) { std::memcpy(x, &eight, sizeof eight); }
inline Eight all_eight(float x) { return Eight{x, x, x, x, x, x, x, x}; }

inline Eight root(const Eight& x) {
  // Eigen knows the processor's instruction; the compiler would look at errno after each.
  Eigen::Array<float, 8, 1> array;
  std::memcpy(array.data(), &x, sizeof x);
  array = array.sqrt();
  return load_eight(array.data());
}
/// a b + c, rounded once.
inline Eight fused(const Eight& a, const Eight& b, const Eight& c) {
#ifdef __FMA__
  // The compiler finds the instruction in most loops over the eight, not in all.
  return _mm256_fmadd_ps(a, b, c);
#else
  Eight result;
  for (int k = 0; k < 8; ++k) {
    result[k] = __builtin_fmaf(a[k], b[k], c[k]);
  }
  return result;
#endif
}
inline Eight dot(const Eight (&a)[3], const Eight (&b)[3]) { return fused(a[0], b[0], fused(a[1], b[1], a[2] * b[2])); }
inline Eight larger(const Eight& a, const Eight& b) { return a < b ? b : a; }
inline double sum(const Eight& x) {
  double total = 0.0;
  for (int k = 0; k < 8; ++k) {
    total += static_cast<double>(x[k]);
  }
  return total;
}
/// Not-a-number where any is, so that it cannot be lost.
inline double largest(const Eight& x) {
  float most = x[0];
  for (int k = 1; k < 8; ++k) {
    most = most < x[k] ? x[k] : most;
  }
  return static_cast<double>(most) + 0.0 * sum(x);
}

/// Half of that: the velocity of one body, and nothing behind.
using Quad = float __attribute__((vector_size(16)));
inline Quad all_quad(float x) { return Quad{x, x, x, x}; }
inline Quad fused(const Quad& a, const Quad& b, const Quad& c) {
#ifdef __FMA__
  return _mm_fmadd_ps(a, b, c);
#else
  Quad result;
  for (int k = 0; k < 4; ++k) {
    result[k] = __builtin_fmaf(a[k], b[k], c[k]);
  }
  return result;
#endif
}
template <class Wide>
Wide all_of(float x) {
  if constexpr (sizeof(Wide) == sizeof(Eight)) {
    return all_eight(x);
  } else {
    return all_quad(x);
  }
}
inline double sum(const Quad& x) {
  return static_cast<double>(x[0]) + static_cast<double>(x[1]) + static_cast<double>(x[2]) + static_cast<double>(x[3]);
}
inline Eight joined(const Quad& low, const Quad& high) {
  return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
}
inline Quad low_half(const Eight& x) { return __builtin_shufflevector(x, x, 0, 1, 2, 3); }
inline Quad high_half(const Eight& x) { return __builtin_shufflevector(x, x, 4, 5, 6, 7); }

/// Columns 0 to 2 of the matrix with eight rows of four, rows k and k + 4 side by side.
inline void columns_of_pairs(const Eight (&pair)[4], Eight (&column)[3]) {
  const Eight a = __builtin_shufflevector(pair[0], pair[1], 0, 8, 1, 9, 4, 12, 5, 13),
              b = __builtin_shufflevector(pair[2], pair[3], 0, 8, 1, 9, 4, 12, 5, 13),
              c = __builtin_shufflevector(pair[0], pair[1], 2, 10, 3, 11, 6, 14, 7, 15),
              d = __builtin_shufflevector(pair[2], pair[3], 2, 10, 3, 11, 6, 14, 7, 15);
  column[0] = __builtin_shufflevector(a, b, 0, 1, 8, 9, 4, 5, 12, 13);
  column[1] = __builtin_shufflevector(a, b, 2, 3, 10, 11, 6, 7, 14, 15);
  column[2] = __builtin_shufflevector(c, d, 0, 1, 8, 9, 4, 5, 12, 13);
}
/// The inverse, of four columns …
inline void rows_in_pairs(const Eight (&column)[4], Eight (&pair)[4]) {
  const Eight a = __builtin_shufflevector(column[0], column[1], 0, 8, 1, 9, 4, 12, 5, 13),
              b = __builtin_shufflevector(column[2], column[3], 0, 8, 1, 9, 4, 12, 5, 13),
              c = __builtin_shufflevector(column[0], column[1], 2, 10, 3, 11, 6, 14, 7, 15),
              d = __builtin_shufflevector(column[2], column[3], 2, 10, 3, 11, 6, 14, 7, 15);
  pair[0] = __builtin_shufflevector(a, b, 0, 1, 8, 9, 4, 5, 12, 13);
  pair[1] = __builtin_shufflevector(a, b, 2, 3, 10, 11, 6, 7, 14, 15);
  pair[2] = __builtin_shufflevector(c, d, 0, 1, 8, 9, 4, 5, 12, 13);
  pair[3] = __builtin_shufflevector(c, d, 2, 3, 10, 11, 6, 7, 14, 15);
}
/// … and of three, the last column 0.
inline void rows_in_pairs(const Eight (&column)[3], Eight (&pair)[4]) {
  const Eight four[4] = {column[0], column[1], column[2], Eight{}};
  rows_in_pairs(four, pair);
}

/// Columns 0 to 2 (`low`) and 4 to 6 (`high`) of the matrix with these rows.
inline void columns(const Eight (&row)[8], Eight (&low)[3], Eight (&high)[3]) {
  Eight first[4], second[4];
  for (int k = 0; k < 4; ++k) {
    first[k] = joined(low_half(row[k]), low_half(row[k + 4]));
    second[k] = joined(high_half(row[k]), high_half(row[k + 4]));
  }
  columns_of_pairs(first, low);
  columns_of_pairs(second, high);
}

/// The inverse: rows (low, 0, high, 0), one behind the other.
inline void store_rows(const Eight (&low)[3], const Eight (&high)[3], Eight* at) {
  Eight first[4], second[4];
  rows_in_pairs(low, first);
  rows_in_pairs(high, second);
  for (int k = 0; k < 4; ++k) {
    at[k] = joined(low_half(first[k]), low_half(second[k]));
    at[k + 4] = joined(high_half(first[k]), high_half(second[k]));
  }
}

}  // namespace gluey
