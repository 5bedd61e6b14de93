#include "geometry/distance/table.hpp"

#include "geometry/distance/sphere_any.hpp"

namespace gluey {
namespace {

template <int D>
Pose<D> inverse(const Pose<D>& pose) {
  return seen_from(pose, Pose<D>{});
}

}  // namespace

template <int D>
Manifold<D> meet(const Part<D>& a, const Part<D>& b, const Pose<D>& second, double within) {
  return std::visit(
      [&](const auto& x, const auto& y) {
        if constexpr (requires { meet(x, y, second, within); }) {
          return meet(x, y, second, within);
        } else if constexpr (requires { meet(y, x, second, within); }) {
          const Pose<D> first = inverse(second);
          return flipped(meet(y, x, first, within), first);
        } else {
          return Manifold<D>{};
        }
      },
      a, b);
}

template Manifold<2> meet<2>(const Part<2>&, const Part<2>&, const Pose<2>&, double);
template Manifold<3> meet<3>(const Part<3>&, const Part<3>&, const Pose<3>&, double);

}  // namespace gluey
