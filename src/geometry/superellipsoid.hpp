#pragma once
// A superellipsoid with its own place and orientation in its owner's frame:
//     2D:  |x/a|^p + |y/b|^p ≤ 1
//     3D:  (|x/a|^p + |y/b|^p)^(q/p) + |z/c|^q ≤ 1                                        p, q > 1: convex and smooth
// Its support function is the dual norm, p* = p/(p−1):
//     h(n) = ((|a n_x|^p* + |b n_y|^p*)^(q*/p*) + |c n_z|^q*)^(1/q*).
// p = q = 2 is an ellipsoid; large exponents come close to a box.

#include "core/vector.hpp"

#include <algorithm>
#include <cmath>

namespace gluey {

template <int D>
struct Superellipsoid {
  static constexpr const char* kind = "superellipsoid";
  Pose<D> pose = {};
  Vec<D> radii = Vec<D>::Zero();
  Vec<D - 1> exponents = Vec<D - 1>::Constant(2.0);  ///< p (2D), or p and q

  [[nodiscard]] Vec<D> center() const { return pose.position; }
  /// Radius of a ball about center() that holds the shape.
  [[nodiscard]] double extent() const {
    const double flat = furthest(radii[0], radii[1], exponents[0]);
    return D == 2 ? flat : furthest(flat, radii[D - 1], exponents[D - 2]);
  }
  /// Of the ball of the same mean radius. What touches in a known place has its own there (Manifold::radius_first).
  [[nodiscard]] double curvature() const { return 1.0 / radii.mean(); }

 private:
  /// max of √(x² + y²) on |x/a|^p + |y/b|^p = 1: on an axis for p ≤ 2, else the dual norm of (a², b²) in the exponent p/2.
  static double furthest(double a, double b, double p) {
    const double most = std::max(a, b);
    if (p <= 2.0) {
      return most;
    }
    const double dual = 2.0 * p / (p - 2.0);
    return most * std::pow(1.0 + std::pow(std::min(a, b) / most, dual), 1.0 / dual);
  }
};

}  // namespace gluey
