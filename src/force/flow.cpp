#include "force/flow.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace gluey {
namespace {

/// Of a grid line: the point below, and how far beyond it, from 0 to 1.
struct Node {
  std::size_t below;
  double share;
};

Node place_on(double coordinate, std::size_t count) {
  if (count < 2) {
    return {0, 0.0};
  }
  const double within = std::clamp(coordinate, 0.0, static_cast<double>(count - 1));
  const auto below = std::min(static_cast<std::size_t>(within), count - 2);
  return {below, within - static_cast<double>(below)};
}

}  // namespace

template <int D>
Vec<D> ShearFlow<D>::at(const Vec<D>& x, double t) const {
  const double now = omega == 0.0 ? rate : rate * std::sin(omega * t);
  return now * (x[across] - center[across]) * Vec<D>::Unit(along);
}

template <int D>
Vec<D> ChannelFlow<D>::at(const Vec<D>& x, double /*t*/) const {
  const double width = upper - lower;
  const double share = (x[across] - lower) * (upper - x[across]) / (width * width);
  return 4.0 * speed * std::max(0.0, share) * Vec<D>::Unit(along);
}

Vec<3> PipeFlow::at(const Vec<3>& x, double /*t*/) const {
  Vec<3> away = x - center;
  away[along] = 0.0;
  return speed * std::max(0.0, 1.0 - away.squaredNorm() / (radius * radius)) * Vec<3>::Unit(along);
}

template <int D>
Vec<D> VortexFlow<D>::at(const Vec<D>& x, double /*t*/) const {
  Vec<D> away = x - center;
  if constexpr (D == 3) {
    const double squared = omega.squaredNorm();
    away -= squared > 0.0 ? Vec<3>(omega.dot(away) / squared * omega) : Vec<3>(Vec<3>::Zero());
  }
  const double squared = away.squaredNorm();
  const double weaker = squared > core * core ? core * core / squared : 1.0;
  return weaker * cross(omega, away);
}

template <int D>
Vec<D> TaylorGreenFlow<D>::at(const Vec<D>& x, double /*t*/) const {
  const double k = 2.0 * std::numbers::pi / length;
  const double a = k * (x[0] - center[0]);
  const double b = k * (x[1] - center[1]);
  Vec<D> velocity = Vec<D>::Zero();
  velocity[0] = speed * std::sin(a) * std::cos(b);
  velocity[1] = -speed * std::cos(a) * std::sin(b);
  return velocity;
}

template <int D>
Vec<D> GridFlow<D>::at_time(std::size_t number, const Vec<D>& x) const {
  std::array<Node, D> place;
  for (std::size_t axis = 0; axis < D; ++axis) {
    const auto a = static_cast<int>(axis);
    place[axis] = place_on((x[a] - origin[a]) / spacing[a], count[axis]);
  }
  Vec<D> sum = Vec<D>::Zero();
  for (unsigned corner = 0; corner < (1U << D); ++corner) {
    double weight = 1.0;
    std::size_t index = number;
    for (std::size_t axis = 0; axis < D; ++axis) {
      const bool above = ((corner >> axis) & 1U) != 0;
      weight *= above ? place[axis].share : 1.0 - place[axis].share;
      index = index * count[axis] + std::min(place[axis].below + (above ? 1 : 0), count[axis] - 1);
    }
    sum += weight * velocity[index];
  }
  return sum;
}

template <int D>
Vec<D> GridFlow<D>::at(const Vec<D>& x, double t) const {
  const auto after = static_cast<std::size_t>(std::upper_bound(times.begin(), times.end(), t) - times.begin());
  if (after == 0 || after == times.size()) {
    return at_time(after == 0 ? 0 : times.size() - 1, x);
  }
  const double share = (t - times[after - 1]) / (times[after] - times[after - 1]);
  return (1.0 - share) * at_time(after - 1, x) + share * at_time(after, x);
}

template struct ShearFlow<2>;
template struct ShearFlow<3>;
template struct ChannelFlow<2>;
template struct ChannelFlow<3>;
template struct VortexFlow<2>;
template struct VortexFlow<3>;
template struct TaylorGreenFlow<2>;
template struct TaylorGreenFlow<3>;
template struct GridFlow<2>;
template struct GridFlow<3>;

}  // namespace gluey
