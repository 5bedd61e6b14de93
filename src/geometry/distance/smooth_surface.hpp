#pragma once
// The surfaces of smooth convex shapes as the search for a common normal sees them: pairs of a point x and its outward unit
// normal n, with R = dx/dn, the Hessian of the support function h. R is symmetric, R n = 0, and its other eigenvalues are
// the principal radii of curvature: 0 in a corner, infinite on a flat spot.
//
// A surface point is moved by a linear prediction (dx, dn). Which of the two is kept and which recomputed decides how well
// Newton's method does: on a flat spot n hardly depends on x while x is lost in the rounding of n, in a corner the reverse.
// An ellipsoid keeps n. A superellipsoid is a norm of norms, each of two numbers (x/a, y/b) and (their p-norm, z/c);
// each of these levels keeps its primal pair where its exponent is above 2 and its dual pair where it is below.

#include "geometry/ellipsoid.hpp"
#include "geometry/superellipsoid.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace gluey {

template <int D>
using Square = Eigen::Matrix<double, D, D>;

/// R is cut off at this multiple of the shape's size; Newton's method then contracts by its inverse on flat spots.
inline constexpr double flattest = 1e6;

/// Two numbers of p-norm 1 and the dual pair of p*-norm 1, 1/p + 1/p* = 1:  u = |x|^(p−1), x = |u|^(p*−1), signs alike.
struct DualPair {
  std::array<double, 2> x = {1.0, 0.0}, u = {1.0, 0.0};

  /// Both from a multiple of x, or of u. Returns that multiple's norm.
  double from_primal(double first, double second, double p) { return split(x, u, first, second, p); }
  double from_dual(double first, double second, double p) { return split(u, x, first, second, p / (p - 1.0)); }
  /// (p*−1) |x₀x₁|^(2−p): the Hessian of the p*-norm at u is this times (−u₁,u₀)⊗(−u₁,u₀).
  [[nodiscard]] double bend(double p) const {
    return p == 2.0 ? 1.0 : std::pow(std::abs(x[0] * x[1]), 2.0 - p) / (p - 1.0);
  }

 private:
  static double split(std::array<double, 2>& given, std::array<double, 2>& other, double first, double second,
                      double p) {
    const double most = std::max(std::abs(first), std::abs(second));
    if (!(most > 0.0)) {  // no direction: any will do
      given = other = {1.0, 0.0};
      return 0.0;
    }
    const double f = std::abs(first) / most;
    const double s = std::abs(second) / most;
    if (p == 2.0) {
      const double norm = std::sqrt(f * f + s * s);
      given = other = {std::copysign(f / norm, first), std::copysign(s / norm, second)};
      return most * norm;
    }
    // One of the two is 1, so a single power gives the norm.
    const double norm = std::pow(1.0 + std::pow(std::min(f, s), p), 1.0 / p);
    given = {std::copysign(f / norm, first), std::copysign(s / norm, second)};
    other = {std::copysign(std::pow(f / norm, p - 1.0), first), std::copysign(std::pow(s / norm, p - 1.0), second)};
    return most * norm;
  }
};

template <int D>
struct SurfacePoint {
  Vec<D> x = Vec<D>::Zero();  ///< in the working frame
  Vec<D> n = Vec<D>::UnitX();
  Square<D> R = Square<D>::Zero();
  DualPair inner, outer;         ///< of a superellipsoid
  int flat = 0;                  ///< of a polytope: 0 a corner, 1 an edge, 2 a face
  Vec<D> axis = Vec<D>::Zero();  ///< the edge's direction, the face's normal
};

/// 1/(mean of the principal curvatures) from R.
template <int D>
double mean_radius(const SurfacePoint<D>& at, double size) {
  const double trace = at.R.trace();
  if constexpr (D == 2) {
    return trace < 1e-3 * flattest * size ? trace : std::numeric_limits<double>::infinity();
  } else {
    const double product = 0.5 * (trace * trace - at.R.squaredNorm());
    const double radius = trace > 0.0 ? std::max(0.0, 2.0 * product / trace) : 0.0;
    return radius < 1e-3 * flattest * size ? radius : std::numeric_limits<double>::infinity();
  }
}

/// An ellipsoid or a superellipsoid placed in the working frame. Which one is asked at run time: so the searches for distances,
/// long as they are, are compiled once and not for every pair of kinds.
template <int D>
struct SmoothSurface {
  static constexpr bool smooth = true;
  Vec<D> center;
  Square<D> turn;
  Vec<D> radii;
  Vec<D - 1> exponents;
  bool ellipsoid;

  [[nodiscard]] double size() const { return radii.maxCoeff(); }
  /// Of a ball that holds the shape, quickly.
  [[nodiscard]] double reach() const {
    return !ellipsoid && exponents.maxCoeff() > 2.0 ? radii.norm() : radii.maxCoeff();
  }
  /// h(n) about the centre, and the point that reaches it, from the centre.
  [[nodiscard]] double height(const Vec<D>& n) const {
    const Vec<D> m = scaled(n);
    if (ellipsoid) {
      return m.norm();
    }
    const double inner = norm(m[0], m[1], exponents[0]);
    return D == 2 ? inner : norm(inner, m[D - 1], exponents[D - 2]);
  }
  [[nodiscard]] Vec<D> support(const Vec<D>& n) const {
    if (ellipsoid) {
      const Vec<D> m = scaled(n);
      return turn * radii.cwiseProduct(m / m.norm());
    }
    SurfacePoint<D> result;
    dual(result, n);
    return turn * radii.cwiseProduct(local(result));
  }
  [[nodiscard]] SurfacePoint<D> at(const Vec<D>& n) const {
    SurfacePoint<D> result;
    if (ellipsoid) {
      const Vec<D> m = scaled(n);
      const double h = m.norm();
      const Vec<D> x = turn * radii.cwiseProduct(m / h);
      const Square<D> axes = turn * radii.asDiagonal();
      result.n = n;
      result.x = center + x;
      result.R = (axes * axes.transpose() - x * x.transpose()) / h;
      return result;
    }
    dual(result, n);
    complete(result);
    return result;
  }
  /// The surface point near x with about the normal n.
  [[nodiscard]] SurfacePoint<D> near(const Vec<D>& x, const Vec<D>& n) const {
    if (ellipsoid) {
      return at(n);
    }
    const Vec<D> X = (turn.transpose() * (x - center)).cwiseQuotient(radii);
    const Vec<D> m = scaled(n);
    SurfacePoint<D> result;
    const double p = exponents[0];
    if constexpr (D == 2) {
      p > 2.0 ? result.inner.from_primal(X[0], X[1], p) : result.inner.from_dual(m[0], m[1], p);
    } else {
      const double q = exponents[1];
      p > 2.0 ? result.inner.from_primal(X[0], X[1], p) : result.inner.from_dual(m[0], m[1], p);
      // The outer pair takes the part of X or m along the inner pair, so that a step across a pole turns round properly.
      const auto& in = result.inner;
      q > 2.0 ? result.outer.from_primal(std::max(0.0, X[0] * in.u[0] + X[1] * in.u[1]), X[2], q)
              : result.outer.from_dual(std::max(0.0, m[0] * in.x[0] + m[1] * in.x[1]), m[2], q);
    }
    complete(result);
    return result;
  }
  [[nodiscard]] SurfacePoint<D> moved(const SurfacePoint<D>& from, const Vec<D>& dx, const Vec<D>& dn) const {
    return ellipsoid ? at((from.n + dn).normalized()) : near(from.x + dx, from.n + dn);
  }

 private:
  /// n in the axes of the shape, times the radii.
  [[nodiscard]] Vec<D> scaled(const Vec<D>& n) const { return radii.cwiseProduct(turn.transpose() * n); }
  /// The dual norm of a pair.
  static double norm(double first, double second, double p) {
    const double f = std::abs(first);
    const double s = std::abs(second);
    if (p == 2.0) {
      return std::sqrt(f * f + s * s);
    }
    const double most = std::max(f, s);
    const double dual = p / (p - 1.0);
    return most > 0.0 ? most * std::pow(1.0 + std::pow(std::min(f, s) / most, dual), 1.0 / dual) : 0.0;
  }
  void dual(SurfacePoint<D>& point, const Vec<D>& n) const {
    const Vec<D> m = scaled(n);
    const double inner = point.inner.from_dual(m[0], m[1], exponents[0]);
    if constexpr (D == 3) {
      point.outer.from_dual(inner, m[2], exponents[1]);
    }
  }
  /// x in the axes of the shape, in units of the radii.
  static Vec<D> local(const SurfacePoint<D>& point) {
    if constexpr (D == 2) {
      return {point.inner.x[0], point.inner.x[1]};
    } else {
      return {point.outer.x[0] * point.inner.x[0], point.outer.x[0] * point.inner.x[1], point.outer.x[1]};
    }
  }
  /// x, n and R from the pairs. With m = diag(radii) n, h = |m|* and u = m/h:
  ///     Hess h = (bend_p ρ/σ (−η₁,η₀,0)⊗² + bend_q (−ζξ, σ)⊗²)/h,   inner pair ξ, η, outer pair (ρ, z), (σ, ζ).
  void complete(SurfacePoint<D>& point) const {
    const auto& [xi, eta] = point.inner;
    point.x = center + turn * radii.cwiseProduct(local(point));
    Vec<D> u;
    if constexpr (D == 2) {
      u = {eta[0], eta[1]};
    } else {
      u = {point.outer.u[0] * eta[0], point.outer.u[0] * eta[1], point.outer.u[1]};
    }
    const Vec<D> away = u.cwiseQuotient(radii);
    const double slope = away.norm();  // 1/h
    point.n = turn * (away / slope);
    point.R.setZero();
    if constexpr (D == 2) {
      add(point.R, slope * point.inner.bend(exponents[0]), {-eta[1], eta[0]});
    } else {
      const auto& [outer, dual] = point.outer;
      const double q = exponents[1];
      const double ratio = q == 2.0 ? 1.0 : std::pow(outer[0], 2.0 - q);  // ρ/σ
      add(point.R, slope * ratio * point.inner.bend(exponents[0]), {-eta[1], eta[0], 0.0});
      add(point.R, slope * point.outer.bend(q), {-dual[1] * xi[0], -dual[1] * xi[1], dual[0]});
    }
  }
  void add(Square<D>& R, double factor, const Vec<D>& across) const {
    const Vec<D> v = turn * radii.cwiseProduct(across);
    const double length = v.norm();
    if (length > 0.0 && factor > 0.0) {
      const Vec<D> unit = v / length;
      R += std::min(factor * length * length, flattest * size()) * unit * unit.transpose();
    }
  }
};

/// The shape moved to another frame.
template <class Smooth, int D>
Smooth placed_smooth(const Smooth& shape, const Pose<D>& pose) {
  Smooth result = shape;
  result.pose.position = pose.to_world(shape.pose.position);
  if constexpr (D == 2) {
    result.pose.orientation.angle += pose.orientation.angle;
  } else {
    result.pose.orientation.quaternion = pose.orientation.quaternion * shape.pose.orientation.quaternion;
  }
  return result;
}
template <int D>
Ellipsoid<D> placed(const Ellipsoid<D>& shape, const Pose<D>& pose) {
  return placed_smooth(shape, pose);
}
template <int D>
Superellipsoid<D> placed(const Superellipsoid<D>& shape, const Pose<D>& pose) {
  return placed_smooth(shape, pose);
}

/// The shape in the frame in which its owner stands at `position`, turned by `turn`.
template <int D>
SmoothSurface<D> surface(const Ellipsoid<D>& shape, const Square<D>& turn, const Vec<D>& position) {
  return {position + turn * shape.pose.position, turn * shape.pose.orientation.matrix(), shape.radii,
          Vec<D - 1>::Constant(2.0), true};
}
template <int D>
SmoothSurface<D> surface(const Superellipsoid<D>& shape, const Square<D>& turn, const Vec<D>& position) {
  return {position + turn * shape.pose.position, turn * shape.pose.orientation.matrix(), shape.radii, shape.exponents,
          false};
}
/// The shape in its own axes: its small normal components then keep their digits.
template <int D>
SmoothSurface<D> surface(const Ellipsoid<D>& shape) {
  return {Vec<D>::Zero(), Square<D>::Identity(), shape.radii, Vec<D - 1>::Constant(2.0), true};
}
template <int D>
SmoothSurface<D> surface(const Superellipsoid<D>& shape) {
  return {Vec<D>::Zero(), Square<D>::Identity(), shape.radii, shape.exponents, false};
}

}  // namespace gluey
