#include "scene/fill_limit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace gluey::scene {
namespace {

constexpr double densest(int dimension) {
  return std::numbers::pi / (dimension == 2 ? 3.4641016151377544 : 4.242640687119285);
}
/// Volumes of compounds come from a quadrature; those of all shapes are rounded.
constexpr double rounding = 1.0 + 1e-3;

}  // namespace

template <int D>
FillLimit<D>::FillLimit(const Region& region, const gluey::Domain<D>& domain) : box_(region.kind == "box") {
  if (!box_) {
    room_ = D == 2 ? std::numbers::pi * region.radius * region.radius
                   : 4.0 / 3.0 * std::numbers::pi * std::pow(region.radius, 3);
    return;
  }
  for (int axis = 0; axis < D; ++axis) {
    const auto a = static_cast<std::size_t>(axis);
    const double width = region.upper[a] - region.lower[a];
    room_ *= domain.periodic[a] ? std::min(width, domain.period()[axis]) : width;
  }
}

template <int D>
bool FillLimit<D>::add(double volume, bool ball) {
  bodies_ += 1.0;
  solid_ += volume;
  if (ball) {
    balls_ += 1.0;
    smallest_ = std::min(smallest_, volume);
  }
  taken_ = solid_;
  most_ = room_;
  if (box_ && balls_ == bodies_ && balls_ * smallest_ > densest(D) * room_ * rounding) {
    most_ = densest(D) * room_;
    return false;
  }
  return !(solid_ > room_ * rounding);
}

template <int D>
std::string FillLimit<D>::text() const {
  return fmt::format("the first {} alone take {:.3g} of {}, the region of {:.3g} holds at most {:.3g}", bodies_, taken_,
                     D == 2 ? "area" : "volume", room_, most_);
}

template class FillLimit<2>;
template class FillLimit<3>;

}  // namespace gluey::scene
