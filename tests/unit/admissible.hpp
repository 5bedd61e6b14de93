#pragma once
// Projections by brute force: points of a set, thousands of them, from its definition alone. None may be nearer than the
// projection; the definition is |p_T| ≤ μ p_n and |m| ≤ μ_r p_n.

#include "problem/sets.hpp"

#include <cmath>
#include <random>

namespace gluey::test {

/// Numbers in [−1, 1] and points in balls, always the same ones.
class Draws {
 public:
  explicit Draws(std::uint64_t seed) : engine_(seed) {}
  double operator()() { return 2.0 * static_cast<double>(engine_() >> 11) / 9007199254740992.0 - 1.0; }
  template <int N>
  Vec<N> vector() {
    Vec<N> v;
    for (int axis = 0; axis < N; ++axis) {
      v[axis] = (*this)();
    }
    return v;
  }
  /// Within the unit ball, one in four on its surface.
  template <int N>
  Vec<N> in_ball() {
    Vec<N> v = vector<N>();
    while (v.norm() > 1.0 || v.norm() < 1e-3) {
      v = vector<N>();
    }
    return (*this)() > 0.5 ? Vec<N>(v / v.norm()) : v;
  }

 private:
  std::mt19937_64 engine_;
};

/// Axes across the normal.
template <int D>
Eigen::Matrix<double, D, D - 1> across(const Vec<D>& normal) {
  Eigen::Matrix<double, D, D - 1> axes;
  if constexpr (D == 2) {
    axes.col(0) = Vec<2>(-normal[1], normal[0]);
  } else {
    const Vec<3> start = std::abs(normal[0]) < 0.7 ? Vec<3>(Vec<3>::UnitX()) : Vec<3>(Vec<3>::UnitY());
    axes.col(0) = start.cross(normal).normalized();
    axes.col(1) = normal.cross(Vec<3>(axes.col(0)));
  }
  return axes;
}

/// A point of Coulomb's cone with p_n = height.
template <int D>
Vec<D> point_of(const Cone<D>& cone, double height, Draws& draws) {
  return height * (cone.normal + cone.friction * across<D>(cone.normal) * draws.in_ball<D - 1>());
}

/// A point of the cone with a moment.
template <int D>
Vec<Rolling<D>::size> point_of(const Rolling<D>& set, double height, Draws& draws) {
  Vec<Rolling<D>::size> p;
  p.template head<D>() = point_of<D>(set.cone, height, draws);
  if constexpr (D == 2) {
    p[2] = height * set.rolling * draws.in_ball<1>()[0];
  } else {
    p.template tail<3>() = height * set.rolling * across<3>(set.cone.normal) * draws.in_ball<2>();
  }
  return p;
}

/// How much nearer to y than `found` some point of the set is, in the set's metric; ≤ 0 at the projection. Points are drawn
/// from the whole set up to a few times |y|, and close to `found` at all scales: along segments towards points of the
/// set, which stay in it since it is convex.
template <class Set>
double nearer_point(const Set& set, const typename Set::Block& y, const typename Set::Block& found) {
  Draws draws(17);
  const double distance = set.inner(y - found, y - found);
  double gained = -1.0;
  for (int k = 0; k < 40000; ++k) {
    const double height = 3.0 * y.norm() * (0.5 + 0.5 * draws());
    const auto other = point_of(set, height, draws);
    const double share = std::pow(10.0, -3.0 * (0.5 + 0.5 * draws()) * (k % 4));
    const typename Set::Block q = found + share * (other - found);
    gained = std::max(gained, distance - set.inner(y - q, y - q));
  }
  return gained;
}

}  // namespace gluey::test
