#pragma once
// Four numbers at once, one for each of four contacts, on the compiler's vector types: plain arithmetic, comparisons that
// give masks, and `mask ? a : b`.

#include <Eigen/Core>

#include <cstring>

namespace gluey {

using Four = double __attribute__((vector_size(32)));

inline Four load_four(const double* x) {
  Four four;
  std::memcpy(&four, x, sizeof four);
  return four;
}
inline void store_four(double* x, const Four& four) { std::memcpy(x, &four, sizeof four); }
template <int N>
Eigen::Matrix<double, N, 1> head(const Four& four) {
  double x[4];
  store_four(x, four);
  return Eigen::Map<const Eigen::Matrix<double, N, 1>>(x);
}
/// … and nothing behind.
template <class Vector>
Four as_four(const Vector& v) {
  Four four{};
  for (Eigen::Index k = 0; k < v.size(); ++k) {
    four[k] = v[k];
  }
  return four;
}
inline Four all_four(double x) { return Four{x, x, x, x}; }

inline Four root(const Four& x) {
  // Eigen knows the processor's instruction; the compiler would look at errno after each.
  Eigen::Array4d array;
  std::memcpy(array.data(), &x, sizeof x);
  array = array.sqrt();
  return load_four(array.data());
}
inline Four larger(const Four& a, const Four& b) { return a < b ? b : a; }
inline Four magnitude(const Four& a) { return a < 0.0 ? -a : a; }
inline double sum(const Four& x) { return (x[0] + x[1]) + (x[2] + x[3]); }
/// Not-a-number where any is, so that it cannot be lost.
inline double largest(const Four& x) {
  const Four swapped = __builtin_shufflevector(x, x, 2, 3, 0, 1);
  const Four pairs = larger(x, swapped);
  return (pairs[0] < pairs[1] ? pairs[1] : pairs[0]) + 0.0 * sum(x);
}

/// Four vectors, one component after the other.
template <int N>
struct FourVectors {
  Four x[N];

  [[nodiscard]] Four dot(const FourVectors& other) const {
    Four total = x[0] * other.x[0];
    for (int k = 1; k < N; ++k) {
      total += x[k] * other.x[k];
    }
    return total;
  }
  [[nodiscard]] Four norm() const { return root(dot(*this)); }
};

/// From and to four vectors that stand behind each other, x y z x y z …
inline FourVectors<2> gather(const double* at, FourVectors<2>*) {
  const Four a = load_four(at), b = load_four(at + 4);
  return {{__builtin_shufflevector(a, b, 0, 2, 4, 6), __builtin_shufflevector(a, b, 1, 3, 5, 7)}};
}
inline FourVectors<3> gather(const double* at, FourVectors<3>*) {
  const Four a = load_four(at), b = load_four(at + 4), c = load_four(at + 8);
  return {{__builtin_shufflevector(__builtin_shufflevector(a, b, 0, 3, 6, 6), c, 0, 1, 2, 5),
           __builtin_shufflevector(__builtin_shufflevector(a, b, 1, 4, 7, 7), c, 0, 1, 2, 6),
           __builtin_shufflevector(__builtin_shufflevector(a, b, 2, 5, 5, 5), c, 0, 1, 4, 7)}};
}
template <int N>
FourVectors<N> gather(const double* at) {
  return gather(at, static_cast<FourVectors<N>*>(nullptr));
}
inline void scatter(const FourVectors<2>& v, double* at) {
  store_four(at, __builtin_shufflevector(v.x[0], v.x[1], 0, 4, 1, 5));
  store_four(at + 4, __builtin_shufflevector(v.x[0], v.x[1], 2, 6, 3, 7));
}
inline void scatter(const FourVectors<3>& v, double* at) {
  const Four &x = v.x[0], &y = v.x[1], &z = v.x[2];
  store_four(at, __builtin_shufflevector(__builtin_shufflevector(x, y, 0, 4, 1, 1), z, 0, 1, 4, 2));
  store_four(at + 4, __builtin_shufflevector(__builtin_shufflevector(y, z, 1, 5, 2, 2), x, 0, 1, 6, 3));
  store_four(at + 8, __builtin_shufflevector(__builtin_shufflevector(z, x, 2, 7, 3, 3), y, 0, 1, 7, 3));
}

/// The first, second, … numbers behind each of four pointers.
inline void transpose(const double* a, const double* b, const double* c, const double* d, Four (&columns)[4]) {
  const Four ra = load_four(a), rb = load_four(b), rc = load_four(c), rd = load_four(d);
  const Four ab_even = __builtin_shufflevector(ra, rb, 0, 4, 2, 6),
             ab_odd = __builtin_shufflevector(ra, rb, 1, 5, 3, 7);
  const Four cd_even = __builtin_shufflevector(rc, rd, 0, 4, 2, 6),
             cd_odd = __builtin_shufflevector(rc, rd, 1, 5, 3, 7);
  columns[0] = __builtin_shufflevector(ab_even, cd_even, 0, 1, 4, 5);
  columns[1] = __builtin_shufflevector(ab_odd, cd_odd, 0, 1, 4, 5);
  columns[2] = __builtin_shufflevector(ab_even, cd_even, 2, 3, 6, 7);
  columns[3] = __builtin_shufflevector(ab_odd, cd_odd, 2, 3, 6, 7);
}

}  // namespace gluey
