// Bodies that come in before a step and go out after it.

#include "core/parallel.hpp"
#include "step/stepper.hpp"

#include "core/random_rotation.hpp"
#include "geometry/distance/table.hpp"

#include <algorithm>
#include <cmath>

namespace gluey {
namespace {

constexpr int tries_in_a_step = 30;

template <int D>
Vec<D> draw_point(const Place<D>& region, double radius, RandomStream& random) {
  Vec<D> x;
  if (region.radius > 0.0) {
    const double room = region.radius - radius;
    do {
      for (int axis = 0; axis < D; ++axis) {
        x[axis] = random.uniform(-room, room);
      }
    } while (x.norm() > room);
    return region.center + x;
  }
  for (int axis = 0; axis < D; ++axis) {
    x[axis] = random.uniform(region.lower[axis] + radius, region.upper[axis] - radius);
  }
  return x;
}

/// Whether a ball at x overlaps no obstacle and none of the bodies' balls.
template <int D>
bool is_free(const World<D>& world, const Vec<D>& x, double radius, const std::vector<std::size_t>& bodies) {
  for (const std::size_t j : bodies) {
    Vec<D> other = world.bodies.position[j];
    if (world.domain.any()) {
      other += world.domain.shift(world.domain.image_near(other, x, world.time), world.time);
    }
    if ((other - x).norm() < radius + world.bodies.radius[j]) {
      return false;
    }
  }
  for (const Obstacle<D>& obstacle : world.obstacles) {
    const Vec<D> local = obstacle.pose.to_local(x);
    for (const Part<D>& part : obstacle.parts) {
      if (part_closest<D>(local, part).distance < radius) {
        return false;
      }
    }
  }
  return true;
}

/// The bodies that may reach into the region of an inlet whose bodies are so large.
template <int D>
std::vector<std::size_t> bodies_about(const World<D>& world, const Place<D>& region, double radius) {
  const Bodies<D>& bodies = world.bodies;
  const Vec<D> middle = 0.5 * (region.lowest() + region.highest());
  const Vec<D> half = 0.5 * (region.highest() - region.lowest());
  std::vector<std::size_t> found;
  select_numbers(bodies.size(), found, [&](std::size_t i) {
    if (!bodies.here(i)) {
      return false;
    }
    Vec<D> x = bodies.position[i];
    if (world.domain.any()) {
      x += world.domain.shift(world.domain.image_near(x, middle, world.time), world.time);
    }
    return ((x - middle).cwiseAbs().array() <= half.array() + radius + bodies.radius[i]).all();
  });
  return found;
}

/// How many of an inlet's bodies should have come by time t.
template <int D>
std::size_t due(const Inlet<D>& inlet, double t) {
  if (t < inlet.begin) {
    return 0;
  }
  const double since = std::min(t, inlet.end) - inlet.begin;
  const double count = std::floor(since * inlet.rate + 1e-9) + 1.0;
  return std::min(inlet.bodies.size(), static_cast<std::size_t>(std::min(count, 1e18)));
}

}  // namespace

template <int D>
void Stepper<D>::pour() {
  Bodies<D>& bodies = world.bodies;
  poured_.clear();
  for (const Inlet<D>& inlet : world.inlets) {
    const std::size_t wanted = due(inlet, world.time);
    std::size_t next = 0;
    while (next < wanted && bodies.presence[inlet.bodies[next]] != Presence::waiting) {
      ++next;
    }
    if (next == wanted) {
      continue;
    }
    double largest = 0.0;
    for (std::size_t k = next; k < wanted; ++k) {
      largest = std::max(largest, bodies.radius[inlet.bodies[k]]);
    }
    std::vector<std::size_t> around = bodies_about(world, inlet.region, largest);
    RandomStream random(inlet.seed, inlet.stream + static_cast<std::uint64_t>(world.step));
    for (bool room = true; next < wanted && room; ++next) {
      const std::size_t i = inlet.bodies[next];
      room = false;
      for (int tries = 0; tries < tries_in_a_step && !room; ++tries) {
        const Vec<D> x = draw_point(inlet.region, bodies.radius[i], random);
        if (is_free(world, x, bodies.radius[i], around)) {
          room = true;
          poured_.push_back({i, bodies.position[i], bodies.orientation[i]});
          bodies.position[i] = x;
        }
      }
      if (room) {
        if (inlet.turned) {
          bodies.orientation[i] = combined(draw_rotation<D>(random), bodies.orientation[i]);
        }
        bodies.velocity[i] = inlet.velocity[next];
        bodies.angular_velocity[i] = inlet.spin[next];
        bodies.presence[i] = Presence::here;
        around.push_back(i);
      }
    }
  }
  if (!poured_.empty()) {
    candidates_.invalidate();
  }
}

/// Bodies that have just come in wait again.
template <int D>
void Stepper<D>::pour_back() {
  Bodies<D>& bodies = world.bodies;
  for (const Poured& poured : poured_) {
    bodies.position[poured.body] = poured.position;
    bodies.orientation[poured.body] = poured.orientation;
    bodies.velocity[poured.body].setZero();
    bodies.angular_velocity[poured.body].setZero();
    bodies.presence[poured.body] = Presence::waiting;
  }
  if (!poured_.empty()) {
    candidates_.invalidate();
  }
}

template <int D>
void Stepper<D>::drain() {
  if (world.outlets.empty()) {
    return;
  }
  Bodies<D>& bodies = world.bodies;
  const auto taken_by = [&](std::size_t i) {
    Vec<D> x = bodies.position[i];
    if (world.domain.any()) {
      x += world.domain.shift(world.domain.home(x, world.time), world.time);
    }
    return std::find_if(world.outlets.begin(), world.outlets.end(),
                        [&](const Outlet<D>& outlet) { return outlet.region.holds(x); });
  };
  std::vector<std::size_t> leaving;
  select_numbers(bodies.size(), leaving,
                 [&](std::size_t i) { return bodies.here(i) && taken_by(i) != world.outlets.end(); });
  for (const std::size_t i : leaving) {
    ++taken_by(i)->taken;
    bodies.presence[i] = Presence::gone;
    bodies.velocity[i].setZero();
    bodies.angular_velocity[i].setZero();
  }
  if (!leaving.empty()) {
    candidates_.invalidate();
  }
}

template void Stepper<2>::pour();
template void Stepper<3>::pour();
template void Stepper<2>::pour_back();
template void Stepper<3>::pour_back();
template void Stepper<2>::drain();
template void Stepper<3>::drain();

}  // namespace gluey
