#include "scene/crowd.hpp"

#include "core/random.hpp"
#include "geometry/bounds.hpp"
#include "geometry/distance/table.hpp"
#include "scene/body_shapes.hpp"
#include "scene/flow_file.hpp"
#include "scene/places.hpp"

#include <gluey/errors.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gluey::scene {
namespace {

constexpr std::uint64_t speeds = std::uint64_t{1} << 34;  // a stream of random numbers, see build.cpp
constexpr double points_limit = 1e8;

template <int D>
class Ways {
 public:
  Ways(const Scene& scene, const World<D>& world, const BuildContext& context)
      : scene_(scene), world_(world), context_(context) {}

  Walk<D> find() {
    const Crowd& crowd = *scene_.environment.crowd;
    Walk<D> walk;
    walk.direction = crowd.file.empty() ? shortest() : read_flow<D>(crowd.file, "environment.crowd.file", context_);
    RandomStream random(scene_.seed, speeds);
    for (std::size_t i = 0; i < world_.bodies.size(); ++i) {
      walk.speed.push_back(draw(crowd.speed, random));
    }
    return walk;
  }

 private:
  GridFlow<D> shortest() {
    lay_grid();
    std::vector<std::uint8_t> exit(grid_.size()), blocked(grid_.size());
    for (std::size_t k = 0; k < grid_.size(); ++k) {
      exit[k] = is_exit(grid_.point(k)) ? 1 : 0;
      blocked[k] = is_blocked(grid_.point(k)) ? 1 : 0;
    }
    const std::vector<double> arrival = arrival_times(grid_, exit, blocked);
    check_reach(arrival);
    return directions(grid_, arrival);
  }

  [[noreturn]] void fail(const std::string& key, const std::string& what) const {
    throw SceneError({context_.places.problem(key, what)});
  }

  /// Over all that is bounded, and a little more.
  void lay_grid() {
    Vec<D> lower = Vec<D>::Constant(infinity), upper = -lower;
    const auto include = [&](const Vec<D>& from, const Vec<D>& to) {
      lower = lower.cwiseMin(from);
      upper = upper.cwiseMax(to);
    };
    for (std::size_t i = 0; i < world_.bodies.size(); ++i) {
      include(world_.bodies.position[i], world_.bodies.position[i]);
      radius_ = std::min(radius_, world_.bodies.radius[i]);
    }
    for (const gluey::Outlet<D>& outlet : world_.outlets) {
      include(outlet.region.lowest(), outlet.region.highest());
    }
    for (const gluey::Inlet<D>& inlet : world_.inlets) {
      include(inlet.region.lowest(), inlet.region.highest());
    }
    for (const gluey::Obstacle<D>& obstacle : world_.obstacles) {
      for (const Part<D>& part : obstacle.parts) {
        const Bounds<D> box = part_bounds<D>(part, obstacle.pose);
        if (box.lower.allFinite()) {
          include(box.lower, box.upper);
        }
      }
    }
    const Crowd& crowd = *scene_.environment.crowd;
    grid_.spacing = crowd.automatic_cell ? 0.5 * radius_ : crowd.cell;
    grid_.origin = lower.array() - 2.0 * grid_.spacing;
    double points = 1.0;
    for (int axis = 0; axis < D; ++axis) {
      const double cells = std::ceil((upper[axis] - lower[axis]) / grid_.spacing) + 4.0;
      points *= cells + 1.0;
      grid_.count[static_cast<std::size_t>(axis)] = static_cast<std::size_t>(std::min(cells, points_limit)) + 1;
    }
    if (!(points < points_limit)) {
      fail("environment.crowd", fmt::format("ways would need a grid of {:.2g} points; give a larger cell", points));
    }
  }

  [[nodiscard]] bool is_exit(const Vec<D>& x) const {
    const std::vector<std::string>& names = scene_.environment.crowd->exits;
    return std::any_of(world_.outlets.begin(), world_.outlets.end(), [&](const gluey::Outlet<D>& outlet) {
      return (names.empty() || std::find(names.begin(), names.end(), outlet.name) != names.end()) &&
             outlet.region.holds(x);
    });
  }

  /// Where the smallest of them does not fit.
  [[nodiscard]] bool is_blocked(const Vec<D>& x) const {
    for (const gluey::Obstacle<D>& obstacle : world_.obstacles) {
      const Vec<D> local = obstacle.pose.to_local(x);
      for (const Part<D>& part : obstacle.parts) {
        if (part_closest<D>(local, part).distance < 0.95 * radius_) {
          return true;
        }
      }
    }
    return false;
  }

  void check_reach(const std::vector<double>& arrival) const {
    for (std::size_t i = 0; i < world_.bodies.size(); ++i) {
      if (!reaches(arrival, world_.bodies.position[i])) {
        fail("environment.crowd",
             fmt::format("no way leads from {} to an exit; ways must be wider than it, and wider than the grid's cell "
                         "{:.3g}",
                         world_.bodies.describe(i), grid_.spacing));
      }
    }
  }

  /// Whether a way leads from one of the points around x.
  [[nodiscard]] bool reaches(const std::vector<double>& arrival, const Vec<D>& x) const {
    for (unsigned corner = 0; corner < (1U << D); ++corner) {
      std::size_t index = 0;
      for (int axis = 0; axis < D; ++axis) {
        const auto along = grid_.count[static_cast<std::size_t>(axis)];
        const double place = std::floor((x[axis] - grid_.origin[axis]) / grid_.spacing);
        const std::size_t below = std::min(static_cast<std::size_t>(std::max(place, 0.0)), along - 2);
        index = index * along + below + ((corner >> axis) & 1U);
      }
      if (std::isfinite(arrival[index])) {
        return true;
      }
    }
    return false;
  }

  const Scene& scene_;
  const World<D>& world_;
  const BuildContext& context_;
  WalkGrid<D> grid_;
  double radius_ = infinity;  ///< of the smallest
};

}  // namespace

template <int D>
Walk<D> to_walk(const Scene& scene, const World<D>& world, const BuildContext& context) {
  return world.bodies.size() == 0 ? Walk<D>{} : Ways<D>(scene, world, context).find();
}

template Walk<2> to_walk<2>(const Scene&, const World<2>&, const BuildContext&);
template Walk<3> to_walk<3>(const Scene&, const World<3>&, const BuildContext&);

}  // namespace gluey::scene
