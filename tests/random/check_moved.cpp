// One step from the same state turned, shifted, and Galilean-moved: velocities are the same, turned as well, where the solution is unique (without
// friction); else the step must obey its law all the same. In a periodic domain the seam is put elsewhere.

#include "random/audit.hpp"
#include "random/dice.hpp"
#include "random/watch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gluey::test {
namespace {

Rotation<2> any_turn(Dice& dice, const Vec<2>&) { return {dice.between(-3.0, 3.0)}; }
Rotation<3> any_turn(Dice& dice, const Vec<3>&) {
  return Rotation<3>{}.turned(Vec<3>(dice.between(-1.5, 1.5), dice.between(-1.5, 1.5), dice.between(-1.5, 1.5)));
}
Spin<2> turned_spin(const Rotation<2>& /*turn*/, const Spin<2>& spin) { return spin; }
Spin<3> turned_spin(const Rotation<3>& turn, const Spin<3>& spin) { return turn.apply(spin); }

template <int D>
Vec<D> any_vector(Dice& dice, double size) {
  Vec<D> x;
  for (int k = 0; k < D; ++k) {
    x[k] = dice.between(-size, size);
  }
  return x;
}

/// How the other one looks at what happens.
template <int D>
struct View {
  Rotation<D> turn;
  Vec<D> shift = Vec<D>::Zero(), drift = Vec<D>::Zero();
};

/// Puts `other` where `stepper` stands, seen so.
template <int D>
void look(const Stepper<D>& stepper, const View<D>& view, Stepper<D>& other, bool turns_gravity) {
  World<D>& world = other.world;
  world = stepper.world;
  const Pose<D> all{view.shift, view.turn};
  Bodies<D>& bodies = world.bodies;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    bodies.position[i] = all.to_world(bodies.position[i]);
    bodies.orientation[i] = combined(view.turn, bodies.orientation[i]);
    bodies.velocity[i] = view.turn.apply(bodies.velocity[i]) + view.drift;
    bodies.angular_velocity[i] = turned_spin(view.turn, bodies.angular_velocity[i]);
  }
  for (Obstacle<D>& obstacle : world.obstacles) {
    obstacle.start = combined(all, obstacle.start);
    obstacle.pose = combined(all, obstacle.pose);
  }
  Contacts<D> contacts = stepper.graph.contacts;
  std::vector<typename ContactGraph<D>::Footprint> footprints = stepper.graph.footprints();
  for (Vec<D>& normal : contacts.normal) {
    normal = view.turn.apply(normal);
  }
  for (Vec<D>& friction : contacts.friction) {
    friction = view.turn.apply(friction);
  }
  for (Spin<D>& moment : contacts.moment) {
    moment = turned_spin(view.turn, moment);
  }
  other.last_length = stepper.last_length;
  other.invalidate();
  other.graph.restore(world, std::move(contacts), std::move(footprints));
  Forces<D>& forces = other.forces();
  if (turns_gravity) {
    forces.gravity.acceleration = view.turn.apply(stepper.forces().gravity.acceleration);
  }
  forces.body_force.force = view.turn.apply(stepper.forces().body_force.force);
}

template <int D>
void compare(const Scene& scene, const Tree& tree, bool turns_gravity, Violations& found) {
  Watch<D> watch(scene), other(scene);
  Stepper<D>& stepper = watch.stepper();
  const Forces<D>& forces = stepper.forces();
  const bool fixed =
      std::all_of(stepper.world.obstacles.begin(), stepper.world.obstacles.end(),
                  [](const Obstacle<D>& obstacle) { return std::holds_alternative<FixedMotion>(obstacle.motion); });
  bool locked = false;
  for (std::size_t i = 0; i < stepper.world.bodies.size(); ++i) {
    locked = locked || stepper.world.bodies.inverse_mass[i].minCoeff() == 0.0;
  }
  // Forces that know a place or a direction of their own would have to be turned, too; films and pair forces keep lists of theirs.
  if (!fixed || locked || stepper.settings().automatic || stepper.films.any() || forces.pairs.any() || forces.table ||
      !forces.fields.empty() || forces.drag || forces.noise || !forces.drives.empty() || forces.buoyancy) {
    return;
  }
  Dice dice(tree.value("seed", std::uint64_t{0}), 91);
  const std::int64_t steps = tree["time"]["steps"].get<std::int64_t>();
  double light = std::numeric_limits<double>::infinity(), heavy = 0.0;
  for (const double mass : stepper.world.bodies.mass) {
    light = std::min(light, mass);
    heavy = std::max(heavy, mass);
  }
  for (std::int64_t k = 0; k < steps; ++k) {
    if (k % 4 == 3) {
      View<D> view;
      const bool periodic = stepper.world.domain.any();
      if (!periodic) {
        view.turn = any_turn(dice, Vec<D>());
        view.shift = any_vector<D>(dice, 3.0);
      }
      if (stepper.world.obstacles.empty() && stepper.world.domain.shear_rate == 0.0) {
        view.drift = any_vector<D>(dice, 1.0);
      }
      look(stepper, view, other.stepper(), turns_gravity);
      if (periodic) {
        const Vec<D> seam = any_vector<D>(dice, 1.0);
        other.stepper().world.domain.lower += seam;
        other.stepper().world.domain.upper += seam;
      }
      const StepRecord<D> mine = watch.step(), theirs = other.step();
      check_momentum(theirs, found);
      check_energy(theirs, found);
      check_safe(theirs, found);
      check_law(theirs, found);
      double off = 0.0, speed = 0.0;
      for (std::size_t i = 0; i < mine.bodies(); ++i) {
        off = std::max(off, (view.turn.apply(mine.after.velocity[i]) + view.drift - theirs.after.velocity[i]).norm());
        speed = std::max({speed, mine.after.velocity[i].norm(), mine.before.velocity[i].norm()});
      }
      // A residual moves the lightest body by what the heaviest one weighs against it; a chain of contacts passes it on.
      const double allowed =
          100.0 * (1.0 + static_cast<double>(mine.contacts.size())) * mine.tolerance * heavy / light + 1e-6 * speed;
      const bool unique = !stepper.rubs() && mine.solved && theirs.solved && mine.exact;
      if (unique && off > allowed) {
        found.push_back({"moved", mine.number, fmt::format("velocities differ by {:.3g}, {:.3g} may be", off, allowed),
                         off / allowed});
      }
    } else {
      watch.step();
    }
  }
}

}  // namespace

Violations check_moved(const Tree& tree, bool turns_gravity) {
  Violations found;
  if (!tree["time"].contains("steps")) {
    return found;
  }
  const Scene scene = read_scene(tree);
  if (tree.value("dimension", 2) == 2) {
    compare<2>(scene, tree, turns_gravity, found);
  } else {
    compare<3>(scene, tree, turns_gravity, found);
  }
  return found;
}

}  // namespace gluey::test
