#pragma once
// Signed distance of a point to an ellipsoid. With y the point in units where the least radius is 1 and ρ = squared radii,
// the closest surface point is x_i = ρ_i y_i/(ρ_i + s) with Σ ρ_i y_i²/(ρ_i + s)² = 1 (Eberly 2013). The sum is convex and
// decreasing for s > −1: Newton's method from the left of the root converges monotonically. Inside, s < 0, it is the nearest
// of all surface points.

#include "geometry/closest.hpp"
#include "geometry/ellipsoid.hpp"

#include <algorithm>
#include <cmath>

namespace gluey {

template <int D>
Closest<D> closest(const Vec<D>& point, const Ellipsoid<D>& ellipsoid) {
  int thin = 0;
  const double unit = ellipsoid.radii.minCoeff(&thin);
  const Vec<D> local = ellipsoid.pose.to_local(point);
  const Vec<D> y = local.cwiseAbs() / unit;
  const Vec<D> radii = ellipsoid.radii / unit;
  const Vec<D> squares = radii.cwiseAbs2();
  const auto excess = (squares.array() - 1.0).eval();  // ρ + s = excess + t, t = s + 1 > 0
  // Every single term is 1 at its own t: the largest of these is left of the root.
  double t = (radii.cwiseProduct(y).array() - excess).maxCoeff();
  Vec<D> x;
  if (t > 0.0) {
    for (int iteration = 0; iteration < 60; ++iteration) {
      const auto ratio = (radii.cwiseProduct(y).array() / (excess + t)).eval();
      const double value = ratio.square().sum() - 1.0;
      const double slope = -2.0 * (ratio.square() / (excess + t)).sum();
      const double next = t - value / slope;
      if (!(next > t)) {
        break;
      }
      t = next;
    }
  }
  t = std::max(t, 0.0);
  double rest = 1.0;
  for (int k = 0; k < D; ++k) {
    x[k] = excess[k] + t > 0.0 ? squares[k] * y[k] / (excess[k] + t) : 0.0;
    rest -= x[k] * x[k] / squares[k];
  }
  if (t == 0.0) {
    x[thin] = std::sqrt(std::max(0.0, rest));  // on the middle plane: both sides are as near
  }
  Vec<D> n = x.cwiseQuotient(squares);
  n = (n / n.norm()).cwiseProduct(local.unaryExpr([](double v) { return std::copysign(1.0, v); }));
  return {n.dot(local) - ellipsoid.radii.cwiseProduct(n).norm(), ellipsoid.pose.orientation.apply(n)};
}

}  // namespace gluey
