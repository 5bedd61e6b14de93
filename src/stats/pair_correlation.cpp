#include "stats/frame_view.hpp"

#include <gluey/errors.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

namespace gluey {
namespace {

using stats::Box;
using stats::FrameView;
using stats::Number;
using stats::Point;

/// The box of the region, or of the centres along directions that are not periodic.
Box window(const FrameView& view, const Region& region) {
  Box box = box_of(view, region);
  for (std::size_t axis = 0; axis < view.d && region.lower.empty() && view.bodies > 0; ++axis) {
    if (!view.periodic(axis)) {
      const auto a = static_cast<int>(axis);
      box.lower[a] = box.upper[a] = view.position(0)[a];
      for (std::size_t body = 1; body < view.bodies; ++body) {
        box.lower[a] = std::min(box.lower[a], view.position(body)[a]);
        box.upper[a] = std::max(box.upper[a], view.position(body)[a]);
      }
    }
  }
  return box;
}

/// Whether the region reaches all along a periodic direction, so that images go on where it ends.
std::array<bool, 3> goes_on(const FrameView& view, const Box& box) {
  std::array<bool, 3> on = {};
  for (std::size_t axis = 0; axis < view.d; ++axis) {
    on[axis] = view.periodic(axis) && box.size()[static_cast<int>(axis)] >= view.period(axis) * (1.0 - 1e-12);
  }
  return on;
}

/// The shortest edge that the region goes on over; beyond it a body would meet its own image.
double shortest_period(const FrameView& view, const Box& box, const std::array<bool, 3>& on) {
  double shortest = std::numeric_limits<double>::infinity();
  for (std::size_t axis = 0; axis < view.d; ++axis) {
    shortest = on[axis] ? std::min(shortest, box.size()[static_cast<int>(axis)]) : shortest;
  }
  return shortest;
}

double default_range(const FrameView& view, double period) {
  const std::vector<double>& radius = view.constants.bodies.radius;
  return std::min(0.5 * period,
                  10.0 * std::accumulate(radius.begin(), radius.end(), 0.0) / static_cast<double>(radius.size()));
}

/// ∫ w(x) / V dx over the shell from r to r + Δ: directions by the midpoint rule, radii by Gauss's with two points, which is
/// exact for the shell's volume.
class ShellIntegral {
 public:
  ShellIntegral(const Box& box, const std::array<bool, 3>& on, std::size_t d) : d_(d) {
    for (int axis = 0; axis < static_cast<int>(d); ++axis) {
      inverse_edge_[axis] = on[static_cast<std::size_t>(axis)] ? 0.0 : 1.0 / box.size()[axis];
    }
    // One quadrant or octant stands for all.
    constexpr int turns = 512, tilts = 32;
    for (int turn = 0; turn < (d == 2 ? turns : tilts); ++turn) {
      const double angle = 0.5 * std::numbers::pi * (turn + 0.5) / (d == 2 ? turns : tilts);
      for (int tilt = 0; tilt < (d == 2 ? 1 : tilts); ++tilt) {
        const double height = d == 2 ? 0.0 : (tilt + 0.5) / tilts;  // areas on a sphere go by height
        const double across = std::sqrt(1.0 - height * height);
        directions_.emplace_back(across * std::cos(angle), across * std::sin(angle), height);
      }
    }
  }

  [[nodiscard]] double over(double from, double to) const {
    const double middle = 0.5 * (from + to), half = 0.5 * (to - from);
    double sum = 0.0;
    for (const double side : {-1.0, 1.0}) {
      const double r = middle + side * half / std::numbers::sqrt3;
      sum += half * mean(r) * (d_ == 2 ? 2.0 * std::numbers::pi * r : 4.0 * std::numbers::pi * r * r);
    }
    return sum;
  }

 private:
  /// Of w / V over all directions.
  [[nodiscard]] double mean(double r) const {
    double sum = 0.0;
    for (const Point& direction : directions_) {
      sum += (1.0 - (r * direction).cwiseProduct(inverse_edge_).array()).max(0.0).prod();
    }
    return sum / static_cast<double>(directions_.size());
  }

  std::size_t d_;
  Point inverse_edge_ = Point::Zero();
  std::vector<Point> directions_;
};

/// Points in cells at least as wide as the range: a point's neighbours are in its own cell and those about it.
class Neighbours {
 public:
  Neighbours(const std::vector<Point>& points, double range, std::size_t d) {
    Point upper = points.empty() ? Point::Zero() : points.front();
    lower_ = upper;
    for (const Point& point : points) {
      lower_ = lower_.cwiseMin(point);
      upper = upper.cwiseMax(point);
    }
    for (std::size_t axis = 0; axis < d; ++axis) {
      const double extent = (upper - lower_)[static_cast<int>(axis)];
      cells_[axis] = static_cast<std::int32_t>(std::clamp(std::floor(extent / range), 1.0, most_cells));
      width_[static_cast<int>(axis)] = std::max(range, extent / cells_[axis]);
    }
    begin_.assign(static_cast<std::size_t>(cells_[0] * cells_[1] * cells_[2]) + 1, 0);
    for (const Point& point : points) {
      ++begin_[index(cell_of(point)) + 1];
    }
    std::partial_sum(begin_.begin(), begin_.end(), begin_.begin());
    order_.resize(points.size());
    std::vector<std::size_t> next = begin_;
    for (std::size_t k = 0; k < points.size(); ++k) {
      order_[next[index(cell_of(points[k]))]++] = k;
    }
  }

  /// visit(k) for the points of the cells about a point.
  template <class Visit>
  void about(const Point& point, const Visit& visit) const {
    const Number home = cell_of(point);
    const auto from = [&](std::size_t axis) { return std::max(0, home[axis] - 1); };
    const auto to = [&](std::size_t axis) { return std::min(cells_[axis] - 1, home[axis] + 1); };
    for (std::int32_t z = from(2); z <= to(2); ++z) {
      for (std::int32_t y = from(1); y <= to(1); ++y) {
        const std::size_t end = begin_[index({to(0), y, z}) + 1];
        for (std::size_t at = begin_[index({from(0), y, z})]; at < end; ++at) {
          visit(order_[at]);
        }
      }
    }
  }

 private:
  static constexpr double most_cells = 100.0;  // a direction

  [[nodiscard]] Number cell_of(const Point& point) const {
    Number cell = {};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const auto a = static_cast<int>(axis);
      cell[axis] = std::clamp(static_cast<std::int32_t>((point[a] - lower_[a]) / width_[a]), 0, cells_[axis] - 1);
    }
    return cell;
  }
  [[nodiscard]] std::size_t index(const Number& cell) const {
    std::size_t index = 0;
    for (std::size_t axis = 3; axis-- > 0;) {
      index = index * static_cast<std::size_t>(cells_[axis]) + static_cast<std::size_t>(cell[axis]);
    }
    return index;
  }

  Point lower_ = Point::Zero(), width_ = Point::Ones();
  Number cells_ = {1, 1, 1};
  std::vector<std::size_t> begin_, order_;
};

/// Points that pairs may be made with: the bodies, and their images within range beyond borders that the region goes on over.
struct Partners {
  std::vector<Point> place;
  std::vector<std::size_t> body;
};

Partners partners_of(const FrameView& view, const std::vector<std::size_t>& inside, const Box& box,
                     const std::array<bool, 3>& on, double range) {
  Partners partners;
  const auto reach = [&](std::size_t axis) { return on[axis] ? 1 : 0; };
  const bool sheared = view.constants.domain.shear_rate != 0.0;
  for (const std::size_t body : inside) {
    const Point place = view.position(body);
    for (std::int32_t z = -reach(2); z <= reach(2); ++z) {
      for (std::int32_t y = -reach(1); y <= reach(1); ++y) {
        // Images across y have drifted along x: begin with the one that lies in the domain.
        const std::int32_t home = sheared ? view.home(place + view.shift({0, y, z}))[0] : 0;
        for (std::int32_t x = home - reach(0); x <= home + reach(0); ++x) {
          const Point image = place + view.shift({x, y, z});
          const Point beyond = (box.lower - image).cwiseMax(image - box.upper);
          if (beyond.head(static_cast<Eigen::Index>(view.d)).maxCoeff() <= range) {
            partners.place.push_back(image);
            partners.body.push_back(body);
          }
        }
      }
    }
  }
  return partners;
}

}  // namespace

PairCorrelation pair_correlation(const Constants& constants, const Frame& frame, double range, int bins,
                                 const Region& region) {
  if (!frame.present.empty()) {
    const PresentBodies here = present_bodies(constants, frame);
    return pair_correlation(here.constants, here.frame, range, bins, region);
  }
  const FrameView view(constants, frame);
  const Box box = window(view, region);
  if (bins < 1) {
    throw Error(fmt::format("a pair correlation needs at least one bin, not {}", bins));
  }
  const std::array<bool, 3> on = goes_on(view, box);
  const double period = shortest_period(view, box, on);
  range = range > 0.0 || view.bodies == 0 ? range : default_range(view, period);
  if (!(range > 0.0) || range > period * (1.0 + 1e-12)) {
    throw Error(fmt::format("a pair correlation's range must lie between 0 and the shortest period, {}, found {}",
                            period, range));
  }
  const auto d = static_cast<Eigen::Index>(view.d);
  std::vector<std::size_t> inside;
  for (std::size_t body = 0; body < view.bodies; ++body) {
    const Point off = (view.position(body) - box.lower).cwiseMin(box.upper - view.position(body));
    if (off.head(d).minCoeff() >= 0.0) {
      inside.push_back(body);
    }
  }
  const Partners partners = partners_of(view, inside, box, on, range);
  const Neighbours neighbours(partners.place, range, view.d);
  const double width = range / bins;
  std::vector<std::int64_t> count(static_cast<std::size_t>(bins), 0);
  for (const std::size_t body : inside) {
    const Point place = view.position(body);
    neighbours.about(place, [&](std::size_t k) {
      const double bin = std::floor((partners.place[k] - place).norm() / width);
      if (partners.body[k] != body && bin < bins) {
        ++count[static_cast<std::size_t>(bin)];
      }
    });
  }
  PairCorrelation result;
  result.bodies = static_cast<std::int64_t>(inside.size());
  result.region.lower.assign(box.lower.begin(), box.lower.begin() + d);
  result.region.upper.assign(box.upper.begin(), box.upper.begin() + d);
  const double pairs = static_cast<double>(inside.size()) * (static_cast<double>(inside.size()) - 1.0);
  const ShellIntegral shell(box, on, view.d);
  for (std::size_t k = 0; k < count.size(); ++k) {
    PairCorrelation::Row row{.from = static_cast<double>(k) * width, .to = static_cast<double>(k + 1) * width};
    row.pairs = count[k] / 2;
    const double expected = pairs * shell.over(row.from, row.to) / box.volume();
    row.value = expected > 0.0 ? static_cast<double>(count[k]) / expected : 0.0;
    result.rows.push_back(row);
  }
  return result;
}

}  // namespace gluey
