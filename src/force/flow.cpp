#include "force/flow.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace gluey {
namespace {

/// Of a grid line: the point below, how far beyond it, from 0 to 1, and how that grows with the coordinate.
struct Node {
  std::size_t below;
  double share, slope;
};

Node place_on(double coordinate, std::size_t count) {
  if (count < 2) {
    return {0, 0.0, 0.0};
  }
  const auto last = static_cast<double>(count - 1);
  const double within = std::clamp(coordinate, 0.0, last);
  const auto below = std::min(static_cast<std::size_t>(within), count - 2);
  return {below, within - static_cast<double>(below), coordinate < 0.0 || coordinate > last ? 0.0 : 1.0};
}

/// The cell of a grid that x is in.
template <int D>
struct Cell {
  std::array<Node, D> node;

  Cell(const GridFlow<D>& grid, const Vec<D>& x) {
    for (std::size_t axis = 0; axis < D; ++axis) {
      const auto a = static_cast<int>(axis);
      node[axis] = place_on((x[a] - grid.origin[a]) / grid.spacing[a], grid.count[axis]);
    }
  }
  /// Corners are numbered by bits, set where the corner is the upper one along an axis.
  static bool above(unsigned corner, std::size_t axis) { return ((corner >> axis) & 1U) != 0; }
  [[nodiscard]] std::size_t index(const GridFlow<D>& grid, std::size_t time, unsigned corner) const {
    std::size_t index = time;
    for (std::size_t axis = 0; axis < D; ++axis) {
      const std::size_t there = node[axis].below + (above(corner, axis) ? 1 : 0);
      index = index * grid.count[axis] + std::min(there, grid.count[axis] - 1);
    }
    return index;
  }
  /// How much a corner counts along one axis, and how that changes from one point of the grid to the next.
  [[nodiscard]] double weight(unsigned corner, std::size_t axis) const {
    return above(corner, axis) ? node[axis].share : 1.0 - node[axis].share;
  }
  [[nodiscard]] double slope(unsigned corner, std::size_t axis) const {
    return above(corner, axis) ? node[axis].slope : -node[axis].slope;
  }
};

/// Σ w U over the corners of a cell.
template <int D>
Vec<D> velocity_in(const GridFlow<D>& grid, std::size_t time, const Vec<D>& x) {
  const Cell<D> cell(grid, x);
  Vec<D> sum = Vec<D>::Zero();
  for (unsigned corner = 0; corner < (1U << D); ++corner) {
    double weight = 1.0;
    for (std::size_t axis = 0; axis < D; ++axis) {
      weight *= cell.weight(corner, axis);
    }
    sum += weight * grid.velocity[cell.index(grid, time, corner)];
  }
  return sum;
}

/// Σ ½ ∇w × U.
template <int D>
Spin<D> spin_in(const GridFlow<D>& grid, std::size_t time, const Vec<D>& x) {
  const Cell<D> cell(grid, x);
  Spin<D> sum = Spin<D>::Zero();
  for (unsigned corner = 0; corner < (1U << D); ++corner) {
    Vec<D> gradient = grid.spacing.cwiseInverse();
    for (std::size_t axis = 0; axis < D; ++axis) {
      for (std::size_t along = 0; along < D; ++along) {
        gradient[static_cast<int>(along)] *= along == axis ? cell.slope(corner, axis) : cell.weight(corner, axis);
      }
    }
    sum += 0.5 * moment(gradient, grid.velocity[cell.index(grid, time, corner)]);
  }
  return sum;
}

/// What `at` gives for the times of a grid, interpolated to t.
template <int D, class At>
auto in_time(const GridFlow<D>& grid, double t, const At& at) {
  const std::vector<double>& times = grid.times;
  const auto after = static_cast<std::size_t>(std::upper_bound(times.begin(), times.end(), t) - times.begin());
  if (after == 0 || after == times.size()) {
    return at(after == 0 ? 0 : times.size() - 1);
  }
  const double share = (t - times[after - 1]) / (times[after] - times[after - 1]);
  auto value = at(after - 1);
  value = (1.0 - share) * value + share * at(after);
  return value;
}

/// e_a × e_b.
template <int D>
Spin<D> between_axes(int a, int b) {
  return moment(Vec<D>(Vec<D>::Unit(a)), Vec<D>(Vec<D>::Unit(b)));
}

}  // namespace

template <int D>
Vec<D> ShearFlow<D>::at(const Vec<D>& x, double t) const {
  return rate_at(t) * (x[across] - center[across]) * Vec<D>::Unit(along);
}

template <int D>
Spin<D> ShearFlow<D>::spin(const Vec<D>& /*x*/, double t) const {
  return 0.5 * rate_at(t) * between_axes<D>(across, along);
}

template <int D>
Vec<D> ChannelFlow<D>::at(const Vec<D>& x, double /*t*/) const {
  const double width = upper - lower;
  const double share = (x[across] - lower) * (upper - x[across]) / (width * width);
  return 4.0 * speed * std::max(0.0, share) * Vec<D>::Unit(along);
}

template <int D>
Spin<D> ChannelFlow<D>::spin(const Vec<D>& x, double /*t*/) const {
  if (x[across] < lower || x[across] > upper) {
    return Spin<D>::Zero();
  }
  const double width = upper - lower;
  const double slope = 4.0 * speed * ((upper - x[across]) - (x[across] - lower)) / (width * width);
  return 0.5 * slope * between_axes<D>(across, along);
}

Vec<3> PipeFlow::at(const Vec<3>& x, double /*t*/) const {
  Vec<3> away = x - center;
  away[along] = 0.0;
  return speed * std::max(0.0, 1.0 - away.squaredNorm() / (radius * radius)) * Vec<3>::Unit(along);
}

Spin<3> PipeFlow::spin(const Vec<3>& x, double /*t*/) const {
  Vec<3> away = x - center;
  away[along] = 0.0;
  if (away.squaredNorm() > radius * radius) {
    return Spin<3>::Zero();
  }
  return -speed / (radius * radius) * moment(away, Vec<3>(Vec<3>::Unit(along)));
}

template <int D>
Vec<D> VortexFlow<D>::from_axis(const Vec<D>& x) const {
  Vec<D> away = x - center;
  if constexpr (D == 3) {
    const double squared = omega.squaredNorm();
    away -= squared > 0.0 ? Vec<3>(omega.dot(away) / squared * omega) : Vec<3>(Vec<3>::Zero());
  }
  return away;
}

template <int D>
Vec<D> VortexFlow<D>::at(const Vec<D>& x, double /*t*/) const {
  const Vec<D> away = from_axis(x);
  const double squared = away.squaredNorm();
  const double weaker = squared > core * core ? core * core / squared : 1.0;
  return weaker * cross(omega, away);
}

template <int D>
Spin<D> VortexFlow<D>::spin(const Vec<D>& x, double /*t*/) const {
  return from_axis(x).squaredNorm() > core * core ? Spin<D>(Spin<D>::Zero()) : omega;
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
Spin<D> TaylorGreenFlow<D>::spin(const Vec<D>& x, double /*t*/) const {
  const double k = 2.0 * std::numbers::pi / length;
  const double turning = speed * k * std::sin(k * (x[0] - center[0])) * std::sin(k * (x[1] - center[1]));
  return turning * Spin<D>::Unit(D == 2 ? 0 : 2);
}

template <int D>
Vec<D> GridFlow<D>::at(const Vec<D>& x, double t) const {
  return in_time(*this, t, [&](std::size_t time) { return velocity_in(*this, time, x); });
}

template <int D>
Spin<D> GridFlow<D>::spin(const Vec<D>& x, double t) const {
  return in_time(*this, t, [&](std::size_t time) { return spin_in(*this, time, x); });
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
