#pragma once
// Random smooth shapes, and pairs whose signed distance is known because they were put together at it: a point x_A of A with
// outward normal n, a point x_B of B with normal −n, and B placed so that x_B = x_A + D n. For D ≥ 0 that is the distance, as
// a slab of that width separates them; for a slight overlap it is the local maximum that continues it. The support points are
// written here from the parametric surfaces, not taken from the code under test.

#include "geometry/ellipsoid.hpp"
#include "geometry/manifold.hpp"
#include "geometry/superellipsoid.hpp"

#include <cmath>
#include <random>

namespace gluey::testing_smooth {

using Generator = std::mt19937_64;

inline double uniform(Generator& random, double from, double to) {
  return std::uniform_real_distribution<double>(from, to)(random);
}
template <int D>
Vec<D> unit(Generator& random) {
  std::normal_distribution<double> normal;
  Vec<D> v;
  for (int k = 0; k < D; ++k) {
    v[k] = normal(random);
  }
  return v.normalized();
}
template <int D>
Rotation<D> turn(Generator& random) {
  if constexpr (D == 2) {
    return {uniform(random, -3.0, 3.0)};
  } else {
    std::normal_distribution<double> normal;
    return {Eigen::Quaterniond(normal(random), normal(random), normal(random), normal(random)).normalized()};
  }
}

/// Radii from 1/aspect to 1; exponents p with log(p−1) uniform.
struct Range {
  double aspect = 4.0;
  double lowest = 1.3, highest = 6.0;
};
template <int D>
Vec<D> lengths(Generator& random, const Range& range) {
  Vec<D> r;
  for (int k = 0; k < D; ++k) {
    r[k] = std::exp(uniform(random, -std::log(range.aspect), 0.0));
  }
  return r;
}
template <int D>
void draw(Generator& random, const Range& range, Ellipsoid<D>& shape) {
  shape.pose = {unit<D>(random), turn<D>(random)};
  shape.radii = lengths<D>(random, range);
}
template <int D>
void draw(Generator& random, const Range& range, Superellipsoid<D>& shape) {
  shape.pose = {unit<D>(random), turn<D>(random)};
  shape.radii = lengths<D>(random, range);
  for (int k = 0; k < D - 1; ++k) {
    shape.exponents[k] = 1.0 + std::exp(uniform(random, std::log(range.lowest - 1.0), std::log(range.highest - 1.0)));
  }
}

template <int D>
struct Tip {
  Vec<D> x, n;
};
inline double power(double x, double e) { return std::copysign(std::pow(std::abs(x), e), x); }

/// The surface point with parameters in the direction w, |w| = 1, and its normal:  x/a = w^(2/p), a n ~ w^(2−2/p).
template <int D>
Tip<D> tip(const Superellipsoid<D>& shape, const Vec<D>& w) {
  Vec<D> x, n;
  const double p = shape.exponents[0];
  const double q = shape.exponents[D - 2];
  if constexpr (D == 2) {
    x = {power(w[0], 2.0 / p), power(w[1], 2.0 / p)};
    n = {power(w[0], 2.0 - 2.0 / p), power(w[1], 2.0 - 2.0 / p)};
  } else {
    const double flat = std::hypot(w[0], w[1]);
    const double u = w[0] / flat;
    const double v = w[1] / flat;
    const double rho = std::pow(flat, 2.0 / q);
    const double sigma = std::pow(flat, 2.0 - 2.0 / q);
    x = {rho * power(u, 2.0 / p), rho * power(v, 2.0 / p), power(w[2], 2.0 / q)};
    n = {sigma * power(u, 2.0 - 2.0 / p), sigma * power(v, 2.0 - 2.0 / p), power(w[2], 2.0 - 2.0 / q)};
  }
  return {shape.pose.to_world(shape.radii.cwiseProduct(x)),
          shape.pose.orientation.apply(n.cwiseQuotient(shape.radii).normalized())};
}
template <int D>
Tip<D> tip(const Ellipsoid<D>& shape, const Vec<D>& w) {
  return {shape.pose.to_world(shape.radii.cwiseProduct(w)),
          shape.pose.orientation.apply(w.cwiseQuotient(shape.radii).normalized())};
}

/// The point furthest along n, in the owner's frame.
template <int D>
Vec<D> furthest(const Ellipsoid<D>& shape, const Vec<D>& n) {
  const Vec<D> m = shape.radii.cwiseProduct(shape.pose.orientation.apply_inverse(n));
  return shape.pose.to_world(shape.radii.cwiseProduct(m.normalized()));
}
template <int D>
Vec<D> furthest(const Superellipsoid<D>& shape, const Vec<D>& n) {
  // |m|^p* over their sum are the squares of the parameters.
  const Vec<D> m = shape.radii.cwiseProduct(shape.pose.orientation.apply_inverse(n));
  const double p = shape.exponents[0] / (shape.exponents[0] - 1.0);
  Vec<D> w;
  const double scale = m.cwiseAbs().maxCoeff();
  const double flat = std::pow(std::pow(std::abs(m[0]) / scale, p) + std::pow(std::abs(m[1]) / scale, p), 1.0 / p);
  if (flat > 0.0) {
    w[0] = power(m[0] / scale / flat, 0.5 * p);
    w[1] = power(m[1] / scale / flat, 0.5 * p);
  } else {
    w[0] = 1.0;
    w[1] = 0.0;
  }
  if constexpr (D == 3) {
    const double q = shape.exponents[1] / (shape.exponents[1] - 1.0);
    const double sum = std::pow(std::pow(flat, q) + std::pow(std::abs(m[2]) / scale, q), 1.0 / q);
    const double outer = std::pow(flat / sum, 0.5 * q);
    w[0] *= outer;
    w[1] *= outer;
    w[2] = power(m[2] / scale / sum, 0.5 * q);
  }
  return tip<D>(shape, w).x;
}
/// |x|−1 in the gauge of the shape: 0 on its surface.
template <int D>
double gauge(const Ellipsoid<D>& shape, const Vec<D>& x) {
  return shape.pose.to_local(x).cwiseQuotient(shape.radii).norm() - 1.0;
}
template <int D>
double gauge(const Superellipsoid<D>& shape, const Vec<D>& x) {
  const Vec<D> X = shape.pose.to_local(x).cwiseQuotient(shape.radii);
  const double p = shape.exponents[0];
  const double flat = std::pow(std::pow(std::abs(X[0]), p) + std::pow(std::abs(X[1]), p), 1.0 / p);
  if constexpr (D == 2) {
    return flat - 1.0;
  } else {
    const double q = shape.exponents[1];
    return std::pow(std::pow(flat, q) + std::pow(std::abs(X[2]), q), 1.0 / q) - 1.0;
  }
}

/// A distance to put a pair at: far, near, touching, slightly overlapping by turns.
inline double sample_gap(Generator& random, int k, double size) {
  switch (k % 4) {
    case 0:
      return size * uniform(random, 0.0, 2.0);
    case 1:
      return size * std::pow(10.0, -uniform(random, 1.0, 10.0));
    case 2:
      return -size * std::pow(10.0, -uniform(random, 3.0, 8.0));
    default:
      return 0.0;
  }
}

}  // namespace gluey::testing_smooth
