#include "random/convex.hpp"

#include <algorithm>
#include <cmath>

namespace gluey::test {

template <int D>
Convex<D> Convex<D>::moved(const Pose<D>& to) const {
  Convex<D> there = *this;
  for (Vec<D>& x : there.points) {
    x = to.to_world(x);
  }
  for (std::vector<Vec<D>>* ways : {&there.normals, &there.edges}) {
    for (Vec<D>& way : *ways) {
      way = to.orientation.apply(way);
    }
  }
  there.pose = combined(to, pose);
  there.point = to.to_world(point);
  there.normal = to.orientation.apply(normal);
  return there;
}

template <int D>
Vec<D> Convex<D>::support(const Vec<D>& n) const {
  if (!smooth) {
    const Vec<D>* best = &points[0];
    for (const Vec<D>& candidate : points) {
      if (n.dot(candidate) > n.dot(*best)) {
        best = &candidate;
      }
    }
    return *best;
  }
  // The gradient of the dual norm of (a n_x, b n_y, c n_z).
  const Vec<D> local = pose.orientation.apply_inverse(n).cwiseProduct(radii);
  const auto dual = [](double exponent) { return exponent / (exponent - 1.0); };
  const double ps = dual(p), qs = dual(q);
  Vec<D> furthest;
  const double x = std::abs(local[0]), y = std::abs(local[1]);
  const double most = std::max(x, y);
  const double flat = most > 0.0 ? most * std::pow(std::pow(x / most, ps) + std::pow(y / most, ps), 1.0 / ps) : 0.0;
  const auto part = [](double of, double whole, double exponent) {
    return whole > 0.0 ? std::pow(of / whole, exponent - 1.0) : 0.0;
  };
  double share = 1.0;  // of the first two in all
  if constexpr (D == 3) {
    const double z = std::abs(local[2]), top = std::max(flat, z);
    const double whole = top > 0.0 ? top * std::pow(std::pow(flat / top, qs) + std::pow(z / top, qs), 1.0 / qs) : 0.0;
    share = part(flat, whole, qs);
    furthest[2] = std::copysign(radii[2] * part(z, whole, qs), local[2]);
  }
  furthest[0] = std::copysign(radii[0] * share * part(x, flat, ps), local[0]);
  furthest[1] = std::copysign(radii[1] * share * part(y, flat, ps), local[1]);
  return pose.to_world(furthest);
}

template <int D>
double Convex<D>::bluntness() const {
  if (!smooth) {
    return 0.0;
  }
  const double most = radii.maxCoeff();
  return p == 2.0 && q == 2.0 ? most * most / radii.minCoeff() : std::numeric_limits<double>::infinity();
}

template struct Convex<2>;
template struct Convex<3>;

}  // namespace gluey::test
