// Films of fluid against the first integral of the lubrication equation (models.md, "Many-body lubrication").

#include "core/random.hpp"
#include "step/forget.hpp"
#include "support/shaped_world.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace gluey::test::films_test {
namespace {

LawOptions lubrication(double resistance, double range) {
  LawOptions law{.kind = LawKind::lubrication};
  law.film = {.normal = resistance, .range = range};
  return law;
}

/// Two balls on the x axis that a force pushes towards each other.
template <int D>
struct Pair {
  double mass_first = 1.0, mass_second = 2.0, gap = 0.5, resistance = 0.1, force = -1.0, h = 1e-3, floor = 1e-6;

  [[nodiscard]] double mobility() const { return 1.0 / mass_first + 1.0 / mass_second; }
  [[nodiscard]] double k_0() const { return force * mobility(); }
  [[nodiscard]] double k_1() const { return resistance * mobility(); }

  [[nodiscard]] Stepper<D> stepper() const {
    World<D> world;
    world.bodies.add(Vec<D>::Zero(), 1.0, mass_first);
    world.bodies.add((2.0 + gap) * Vec<D>::UnitX(), 1.0, mass_second);
    Forces<D> forces;
    forces.drives = {{.body = 0, .force = -force * Vec<D>::UnitX()}, {.body = 1, .force = force * Vec<D>::UnitX()}};
    StepSettings settings;
    settings.step = h;
    LawOptions law = lubrication(resistance, 1.0);
    law.film.floor = floor;
    return Stepper<D>(std::move(world), std::move(forces), one_law(law), settings);
  }
};

template <class Dimension>
class Films : public ::testing::Test {};
using Dimensions = ::testing::Types<Plane2D, Space3D>;
TYPED_TEST_SUITE(Films, Dimensions);

template <int D>
double approach(const Stepper<D>& stepper) {
  const auto& v = stepper.world.bodies.velocity;
  return v[1][0] - v[0][0];
}

// u + k₁ ln D − k₀ t is constant, whatever the step: the distances reach e^−1000 and less with every digit.
// Whatever ε is: gaps are rounding when films are thin, and no measure of them.
TYPED_TEST(Films, KeepTheFirstIntegralDownToVanishingDistances) {
  constexpr int D = TypeParam::value;
  for (const auto& [resistance, floor] : {std::pair{1e-3, 1e-6}, std::pair{0.1, 1e-12}}) {
    Pair<D> pair;
    pair.resistance = resistance;
    pair.floor = floor;
    Stepper<D> stepper = pair.stepper();
    const double begin = pair.k_1() * std::log(pair.gap);
    double thinnest = 0.0;
    for (int step = 1; step <= 3000; ++step) {
      stepper.step(infinity);
      const double y = stepper.films.log_distance(0);
      const double integral = approach(stepper) + pair.k_1() * y - pair.k_0() * step * pair.h;
      // Rounding of k₁ y, which the impulses of every step went into.
      ASSERT_NEAR(integral, begin, 1e-12 * (1.0 + std::abs(pair.k_1() * y))) << step;
      thinnest = std::min(thinnest, y);
    }
    EXPECT_LT(thinnest, -1.0 / resistance);
  }
}

/// Balls at random, some of them all but touching, falling through each other's films.
template <int D>
Stepper<D> suspension(double h, LawOptions law, bool walls) {
  World<D> world;
  std::uint64_t state = 7;
  const auto draw = [&state] {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<double>(state >> 11) / 9007199254740992.0;
  };
  const int side = D == 2 ? 6 : 3;
  for (int k = 0; k < (D == 2 ? side * side : side * side * side); ++k) {
    Vec<D> x;
    for (int axis = 0, rest = k; axis < D; ++axis, rest /= side) {
      x[axis] = 2.3 * (rest % side) + 0.2 * draw();
    }
    const double r = 0.9 + 0.2 * draw();
    world.bodies.add(x, r, 1.0 + draw());
    for (int axis = 0; axis < D; ++axis) {
      world.bodies.velocity.back()[axis] = 2.0 * draw() - 1.0;
    }
    world.bodies.angular_velocity.back() = Spin<D>::Constant(draw());
  }
  if (walls) {
    for (int axis = 0; axis < D; ++axis) {
      world.obstacles.push_back(plane_through<D>(Vec<D>(-1.5 * Vec<D>::Unit(axis)), Vec<D>(Vec<D>::Unit(axis))));
      world.obstacles.push_back(
          plane_through<D>(Vec<D>((2.3 * side - 0.4) * Vec<D>::Unit(axis)), Vec<D>(-Vec<D>::Unit(axis))));
    }
  }
  Forces<D> forces;
  forces.gravity.acceleration = walls ? Vec<D>(-10.0 * Vec<D>::Unit(D - 1)) : Vec<D>(Vec<D>::Zero());
  StepSettings settings;
  settings.step = h;
  return Stepper<D>(std::move(world), std::move(forces), one_law(law), settings);
}

LawOptions viscous(LawKind kind, double viscosity, double range = 1.0) {
  LawOptions law{.kind = kind};
  law.film = {.viscosity = viscosity, .range = range};
  return law;
}

// Films give one body what they take from the other: momentum and angular momentum of a suspension without walls stay.
TYPED_TEST(Films, KeepMomentumAndAngularMomentum) {
  constexpr int D = TypeParam::value;
  Stepper<D> stepper = suspension<D>(1e-3, viscous(LawKind::lubrication, 0.1), false);
  const auto momenta = [&] {
    const Bodies<D>& bodies = stepper.world.bodies;
    Vec<D> linear = Vec<D>::Zero();
    Spin<D> angular = Spin<D>::Zero();
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      linear += bodies.mass[i] * bodies.velocity[i];
      angular += moment(bodies.position[i], Vec<D>(bodies.mass[i] * bodies.velocity[i])) +
                 bodies.inertia[i].cwiseProduct(bodies.angular_velocity[i]);
    }
    return std::pair(linear, angular);
  };
  const auto before = momenta();
  for (int step = 0; step < 100; ++step) {
    stepper.step(infinity);
  }
  const auto after = momenta();
  EXPECT_LT((after.first - before.first).norm(), 1e-12);
  EXPECT_LT((after.second - before.second).norm(), 1e-11);
}

template <int D>
double kinetic(const Bodies<D>& bodies) {
  double energy = 0.0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    energy += 0.5 * bodies.mass[i] * bodies.velocity[i].squaredNorm() +
              0.5 * bodies.inertia[i].dot(bodies.angular_velocity[i].cwiseAbs2());
  }
  return energy;
}

// K'' − K = h F·V° − viscous − numerical − projection; and as the films alone change velocities, the first two of them again by
// formulas of the test's own: Σ p·u from positions, velocities and impulses, and ½‖V' − V‖².
TYPED_TEST(Films, CloseTheEnergyOfEveryStep) {
  constexpr int D = TypeParam::value;
  Stepper<D> stepper = suspension<D>(2e-3, viscous(LawKind::lubrication, 0.1), true);
  double turned_over = 0.0;
  for (int step = 0; step < 500; ++step) {
    const Bodies<D> before = stepper.world.bodies;
    const StepOutcome<D>& outcome = stepper.step(infinity);
    const Bodies<D>& after = stepper.world.bodies;
    double work = 0.0, slowed = 0.0, resisted = 0.0;
    for (std::size_t i = 0; i < before.size(); ++i) {
      work += before.mass[i] * stepper.forces().gravity.acceleration.dot(after.position[i] - before.position[i]);
      slowed += 0.5 * before.mass[i] * (after.velocity[i] - before.velocity[i]).squaredNorm() +
                0.5 * before.inertia[i].dot((after.angular_velocity[i] - before.angular_velocity[i]).cwiseAbs2());
    }
    const Contacts<D>& films = stepper.films.graph.contacts;
    for (std::size_t c = 0; c < films.size(); ++c) {
      const auto i = static_cast<std::size_t>(films.first[c]);
      const auto j = static_cast<std::size_t>(films.second[c]);
      const bool wall = j >= before.size();
      // The point midway between the surfaces, from the positions before the step.
      const Vec<D> normal = wall ? films.normal[c] : Vec<D>((before.position[j] - before.position[i]).normalized());
      const Vec<D> point = before.position[i] + (before.radius[i] + 0.5 * films.gap[c]) * normal;
      Vec<D> u = -after.velocity[i] - cross(after.angular_velocity[i], Vec<D>(point - before.position[i]));
      if (!wall) {
        u += after.velocity[j] + cross(after.angular_velocity[j], Vec<D>(point - before.position[j]));
      }
      resisted -= stepper.films.impulse(c).dot(u);
    }
    turned_over = std::max(turned_over, kinetic(after));
    ASSERT_NEAR(kinetic(after) - kinetic(before), work - outcome.viscous - outcome.numerical - outcome.projection,
                1e-12 * turned_over);
    ASSERT_NEAR(outcome.viscous, resisted, 1e-12 * turned_over);
    ASSERT_NEAR(outcome.numerical, slowed, 1e-12 * turned_over);
    ASSERT_GE(resisted, 0.0);
  }
}

// The same identity where contacts take over below the threshold, and rub.
TYPED_TEST(Films, CloseTheEnergyWithContactsBelowTheThreshold) {
  constexpr int D = TypeParam::value;
  LawOptions law = viscous(LawKind::lubricated, 0.1);
  law.friction = 0.4;
  Stepper<D> stepper = suspension<D>(2e-3, law, true);
  for (double& roughness : stepper.world.bodies.roughness) {
    roughness = 0.01;
  }
  double turned_over = 0.0;
  std::size_t rubbing = 0;
  for (int step = 0; step < 500; ++step) {
    const Bodies<D> before = stepper.world.bodies;
    const StepOutcome<D>& outcome = stepper.step(infinity);
    const Bodies<D>& after = stepper.world.bodies;
    double work = 0.0;
    for (std::size_t i = 0; i < before.size(); ++i) {
      work += before.mass[i] * stepper.forces().gravity.acceleration.dot(after.position[i] - before.position[i]);
    }
    turned_over = std::max(turned_over, kinetic(after));
    ASSERT_NEAR(kinetic(after) - kinetic(before), work - outcome.viscous - outcome.numerical - outcome.projection,
                1e-11 * turned_over);
    for (const Vec<D>& friction : stepper.graph.contacts.friction) {
      rubbing += friction.norm() > 0.0 ? 1 : 0;
    }
  }
  EXPECT_GT(rubbing, 100U);
}

// The same identity in a fluid that drags, where h F·V° has the drag in it: forces along h V°, torques along h ω. Explicit drag is
// that of the velocities before, implicit that of those after, films and contacts included.
TYPED_TEST(Films, CloseTheEnergyWithDrag) {
  constexpr int D = TypeParam::value;
  const double h = 2e-3, nu = 0.2, rate = 0.7;
  LawOptions rubbing = viscous(LawKind::lubricated, 0.1);
  rubbing.friction = 0.4;
  for (const bool implicit : {false, true}) {
    for (const LawOptions& law : {viscous(LawKind::lubrication, 0.1), rubbing}) {
      Stepper<D> stepper = suspension<D>(h, law, true);
      stepper.forces().drag =
          Drag<D>{.flow = ShearFlow<D>{.rate = rate}, .viscosity = implicit ? 100.0 * nu : nu, .implicit = implicit};
      const double viscosity = stepper.forces().drag->viscosity;
      const Spin<D> torque = Spin<D>::Constant(0.5);
      stepper.forces().drives = {{.body = 1, .torque = torque}};
      double turned_over = 0.0, by_torques = 0.0;
      for (int step = 0; step < 300; ++step) {
        const Bodies<D> before = stepper.world.bodies;
        const StepOutcome<D>& outcome = stepper.step(infinity);
        const Bodies<D>& after = stepper.world.bodies;
        double work = 0.0;
        for (std::size_t i = 0; i < before.size(); ++i) {
          const Bodies<D>& dragged = implicit ? after : before;
          const double r = before.radius[i];
          const Vec<D> force = before.mass[i] * stepper.forces().gravity.acceleration +
                               6.0 * std::numbers::pi * viscosity * r *
                                   (rate * before.position[i][1] * Vec<D>::UnitX() - dragged.velocity[i]);
          Spin<D> turning = 8.0 * std::numbers::pi * viscosity * r * r * r *
                            (-0.5 * rate * Spin<D>::Unit(D == 2 ? 0 : 2) - dragged.angular_velocity[i]);
          if (i == 1) {
            turning += torque;
          }
          const double turned = h * turning.dot(after.angular_velocity[i]);
          work += force.dot(after.position[i] - before.position[i]) + turned;
          by_torques += std::abs(turned);
        }
        turned_over = std::max({turned_over, kinetic(before), kinetic(after), std::abs(work)});
        ASSERT_NEAR(kinetic(after) - kinetic(before), work - outcome.viscous - outcome.numerical - outcome.projection,
                    1e-11 * turned_over)
            << "implicit " << implicit << ", step " << step;
        ASSERT_GE(outcome.numerical, 0.0);
      }
      EXPECT_GT(by_torques, 1e-3 * turned_over);
    }
  }
}

/// By which vector a body has turned.
Vec<3> turn_from(const Rotation<3>& before, const Rotation<3>& after) {
  const Eigen::Quaterniond turn(Eigen::Matrix3d(after.matrix() * before.matrix().transpose()));
  return 2.0 * std::atan2(turn.vec().norm(), turn.w()) * turn.vec().stableNormalized();
}

// The same of boxes that tumble towards each other. Torques T act before a box turns freely, from ω to ω̂ and on to ω_f; what films
// and contacts then add is ω'' − ω_f, and they turn it by ω° − ω_f: the work of torques is h T·(ω̂ + ω° − ω_f). Implicit drag
// resists ω'' − ω_f as well. Where what is added turns the box on, its momentum is kept and not its energy: the difference is
// among what the time step takes.
TEST(FilmsOfBoxes, CloseTheEnergyWithDrag) {
  const double h = 2e-3, nu = 2.0, rate = 3.0;
  const Vec<3> half(0.3, 0.5, 0.7);
  const double volume = 8.0 * half.prod(), radius = std::cbrt(volume * 3.0 / (4.0 * std::numbers::pi));
  const double xi = 6.0 * std::numbers::pi * nu * radius, zeta = 8.0 * std::numbers::pi * nu * radius * radius * radius;
  for (const bool implicit : {false, true}) {
    World<3> world;
    for (const double side : {-1.0, 1.0}) {
      add_box<3>(world, half,
                 {Vec<3>(0.45 * side, 0.1 * side, 0.0), Rotation<3>{}.turned(Vec<3>(0.2, 0.1 * side, 0.1))},
                 3.0 + side);
      world.bodies.volume.back() = volume;
      world.bodies.velocity.back() = Vec<3>(-side, 0.0, 0.3);
      world.bodies.angular_velocity.back() = Vec<3>(2.0, 3.0 * side, -1.0);
    }
    Forces<3> forces;
    forces.drag = Drag<3>{.flow = ShearFlow<3>{.rate = rate}, .viscosity = nu, .implicit = implicit};
    StepSettings settings;
    settings.step = h;
    Stepper<3> stepper(std::move(world), std::move(forces), one_law(viscous(LawKind::lubricated, 0.05)), settings);
    std::size_t together = 0;
    double added = 0.0;
    for (int step = 0; step < 400; ++step) {
      const Bodies<3> before = stepper.world.bodies;
      const StepOutcome<3>& outcome = stepper.step(infinity);
      const Bodies<3>& after = stepper.world.bodies;
      together += outcome.films;
      double work = 0.0, gained = 0.0, scale = 0.0;
      for (std::size_t i = 0; i < 2; ++i) {
        const Vec<3> flow = rate * before.position[i][1] * Vec<3>::UnitX(), vorticity(0.0, 0.0, -0.5 * rate);
        const Eigen::Matrix3d j = in_space(before.orientation[i], before.inertia[i]);
        const Vec<3> omega = before.angular_velocity[i];
        const Eigen::Matrix3d resisted = j + (implicit ? h * zeta : 0.0) * Eigen::Matrix3d::Identity();
        const Vec<3> pushed = omega + resisted.inverse() * (h * zeta * (vorticity - omega));
        const FreeRotation<3> free = free_rotation(before.orientation[i], before.inertia[i], pushed, h);
        const Vec<3> momentum = in_space(after.orientation[i], before.inertia[i]) * after.angular_velocity[i];
        const Vec<3> left = in_space(free.orientation, before.inertia[i].cwiseInverse()) * momentum;
        const Vec<3> more = left - free.angular_velocity;
        const Vec<3> moved = turn_from(free.orientation, after.orientation[i]) / h;
        const Vec<3> torque = j * (pushed - omega) / h - (implicit ? zeta : 0.0) * more;
        work += xi * (flow - (implicit ? after : before).velocity[i]).dot(after.position[i] - before.position[i]) +
                h * torque.dot(pushed + moved);
        added = std::max(added, more.norm());
        const double energy = 0.5 * (before.mass[i] * before.velocity[i].squaredNorm() + omega.dot(j * omega));
        gained +=
            0.5 * (before.mass[i] * after.velocity[i].squaredNorm() + after.angular_velocity[i].dot(momentum)) - energy;
        scale += energy;
      }
      const double balance = work - outcome.viscous - outcome.numerical - outcome.projection;
      ASSERT_NEAR(gained, balance, 1e-11 * scale) << implicit << ' ' << step;
    }
    EXPECT_GT(together, 200U);
    EXPECT_GT(added, 1e-3) << "films turn the boxes";
  }
}

// Bodies that turn about each other like one shear nothing between them.
TYPED_TEST(Films, LeaveRigidMotionsAlone) {
  constexpr int D = TypeParam::value;
  Stepper<D> stepper = suspension<D>(1e-4, viscous(LawKind::lubrication, 10.0), false);
  Bodies<D>& bodies = stepper.world.bodies;
  const Spin<D> omega = 0.3 * Spin<D>::UnitX();
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    bodies.velocity[i] = Vec<D>::Ones() + cross(omega, bodies.position[i]);
    bodies.angular_velocity[i] = omega;
  }
  const double before = kinetic(bodies);
  const StepOutcome<D>& outcome = stepper.step(infinity);
  EXPECT_GT(outcome.films, 50U);
  EXPECT_LT(outcome.viscous, 1e-12 * before);
  EXPECT_NEAR(kinetic(bodies), before, 1e-12 * before);
}

// Pressed for long and pulled off hard, through steps in which ln D changes by thousands.
TYPED_TEST(Films, OpenFromVanishingDistances) {
  constexpr int D = TypeParam::value;
  for (const double resistance : {1e-3, 1e-5, 1e-7}) {
    Pair<D> pair;
    pair.resistance = resistance;
    pair.h = 5e-3;
    pair.gap = 0.05;
    Stepper<D> stepper = pair.stepper();
    double pressed = 0.0, thinnest = 0.0;
    for (int step = 1; step <= 1200; ++step) {
      const double force = step <= 400 ? pair.force : -2.0 * pair.force;
      stepper.forces().drives[0].force = -force * Vec<D>::UnitX();
      stepper.forces().drives[1].force = force * Vec<D>::UnitX();
      pressed += force * pair.mobility() * pair.h;
      stepper.step(infinity);
      if (stepper.films.graph.contacts.size() == 0 || stepper.films.log_distance(0) >= 0.0) {
        break;  // out of the film's range
      }
      const double y = stepper.films.log_distance(0);
      thinnest = std::min(thinnest, y);
      ASSERT_NEAR(approach(stepper) + pair.k_1() * (y - std::log(pair.gap)), pressed, 1e-10)
          << resistance << ' ' << step;
    }
    EXPECT_LT(thinnest, -300.0 * 1e-3 / resistance);
    EXPECT_GT(approach(stepper), 0.1);  // they have parted
  }
}

/// A ball before a plane that comes towards it.
template <int D>
Stepper<D> piston(const LawOptions& law, double speed, double h) {
  World<D> world;
  world.bodies.add(1.2 * Vec<D>::UnitX(), 1.0, 1.0);
  world.obstacles.push_back(
      plane_through<D>(Vec<D>::Zero(), Vec<D>::UnitX(), TranslationMotion<D>{speed * Vec<D>::UnitX()}));
  StepSettings settings;
  settings.step = h;
  settings.accuracy.radii = 1e-10;
  return {std::move(world), {}, one_law(law), settings};
}

// A wall pushes through its film: relative to it the first integral holds, and in the end the ball moves with the wall.
TYPED_TEST(Films, CarryThePushOfAWallThatMoves) {
  constexpr int D = TypeParam::value;
  constexpr double speed = 0.7, h = 2e-3;
  const double resistance = 0.02;
  Stepper<D> stepper = piston<D>(lubrication(resistance, 1.0), speed, h);
  const double begin = -speed + resistance * std::log(0.2);
  for (int step = 1; step <= 1500; ++step) {
    stepper.step(infinity);
    const double u = stepper.world.bodies.velocity[0][0] - speed;
    ASSERT_NEAR(u + resistance * stepper.films.log_distance(0), begin, 1e-12) << step;
  }
  EXPECT_NEAR(stepper.world.bodies.velocity[0][0], speed, 1e-3);

  LawOptions law = lubrication(resistance, 1.0);
  law.kind = LawKind::lubricated;
  Stepper<D> held = piston<D>(law, speed, h);
  for (int step = 1; step <= 1500; ++step) {
    held.step(infinity);
    const double gap = held.world.bodies.position[0][0] - 1.0 - speed * h * step;
    ASSERT_GT(gap, 0.999 * 20.0 * h * resistance) << step;  // not nearer than the threshold
  }
  EXPECT_NEAR(held.world.bodies.velocity[0][0], speed, 1e-9);
  // γ = μ_c ln(D/q_s) is what the resolved film came to.
  const double gamma = potential_between(held, 0, 1);
  EXPECT_NEAR(gamma + resistance * std::log(20.0 * h * resistance), resistance * stepper.films.log_distance(0), 1e-3);
}

// Below γ_min asperities touch: they rub in every step, though the normal turns and with it every rounding.
TEST(RoughFilm, RubsInEveryStepInWhichItsAsperitiesTouch) {
  LawOptions law = viscous(LawKind::lubricated, 0.02);
  law.friction = 0.2;
  World<3> world;
  world.bodies.add({0.02, 0.013, 2.02}, 1.0, 1.0);
  world.bodies.roughness[0] = 0.004;
  world.obstacles.push_back(obstacle_of<3>({Sphere<3>{Vec<3>::Zero(), 1.0}}));
  Forces<3> forces;
  forces.gravity.acceleration = {0.0, 0.0, -10.0};
  StepSettings settings;
  settings.step = 1e-3;
  Stepper<3> stepper(std::move(world), std::move(forces), one_law(law), settings);
  int touching = 0;
  for (int step = 0; step < 600; ++step) {
    stepper.step(infinity);
    const Contacts<3>& contacts = stepper.graph.contacts;
    const bool touched = touching > 0;
    if (contacts.size() == 1 && contacts.impulse[0] > 0.0 && contacts.friction[0].norm() > 0.0) {
      ++touching;
    } else if (touched && contacts.size() == 1 && contacts.impulse[0] > 0.0) {
      ADD_FAILURE() << "does not rub in step " << step;
    }
  }
  EXPECT_GT(touching, 100);
}

// What cannot move is not slowed, however near it is.
TEST(LockedBody, RestsOnAPlaneWithAFilmOfNoThickness) {
  for (const LawKind kind : {LawKind::lubrication, LawKind::lubricated}) {
    World<3> world;
    world.bodies.add({0.0, 0.0, 1.0}, 1.0, 1.0);
    world.bodies.inverse_mass[0][2] = 0.0;
    world.bodies.velocity[0] = {1.0, 0.0, 0.0};
    world.obstacles.push_back(plane_through<3>(Vec<3>::Zero(), Vec<3>::UnitZ()));
    StepSettings settings;
    settings.step = 1e-2;
    Stepper<3> stepper(std::move(world), {}, one_law(viscous(kind, 0.1)), settings);
    for (int step = 0; step < 100; ++step) {
      stepper.step(infinity);
    }
    EXPECT_EQ(stepper.world.bodies.position[0][2], 1.0);
    EXPECT_GT(stepper.world.bodies.velocity[0][0], 0.0);
    EXPECT_LT(stepper.world.bodies.velocity[0][0], 1.0);  // sheared
  }
}

// Films between balls on a floor of another law: the column comes to rest, up to what the step leaves.
TEST(MixedLaws, LeaveAColumnAtRest) {
  World<3> world;
  for (int k = 0; k < 5; ++k) {
    world.bodies.add({0.0, 0.0, 1.0 + 2.01 * k}, 1.0, 1.0);
  }
  world.materials = {"default", "floor"};
  world.obstacles.push_back(plane_through<3>(Vec<3>::Zero(), Vec<3>::UnitZ()));
  world.obstacles[0].material = 1;
  LawTable laws(2, viscous(LawKind::lubrication, 0.1));
  laws.set(0, 1, inelastic());
  Forces<3> forces;
  forces.gravity.acceleration = {0.0, 0.0, -10.0};
  StepSettings settings;
  settings.step = 1e-3;
  settings.accuracy.radii = 1e-10;
  Stepper<3> stepper(std::move(world), std::move(forces), std::move(laws), settings);
  for (int step = 0; step < 1000; ++step) {
    stepper.step(infinity);
  }
  for (const Vec<3>& velocity : stepper.world.bodies.velocity) {
    EXPECT_LT(velocity.norm(), 2.0 * 5.0 * 10.0 * settings.step);  // N h g: films and contacts are solved in turn
  }
  EXPECT_GE(stepper.world.bodies.position[0][2], 1.0 - 1e-9);
}

/// Balls of two materials: what meets its own kind is glued, the others have a film between them that ends in nothing.
Stepper<3> glued_beside_films(std::int64_t max_iterations) {
  World<3> world;
  RandomStream random(3, 0);
  for (int k = 0; k < 27; ++k) {
    const Vec<3> place(k % 3, k / 3 % 3, k / 9);
    world.bodies.add(2.005 * place, 1.0, k % 4 == 0 ? 20.0 : 1.0);
    for (int axis = 0; axis < 3; ++axis) {
      world.bodies.velocity.back()[axis] = random.uniform(-1.0, 1.0) - 0.5 * (place[axis] - 1.0);
    }
    world.bodies.material.back() = k / 9 == 1 ? 1 : 0;
  }
  world.materials = {"default", "other"};
  LawTable laws(2, gluey());
  laws.set(0, 1, viscous(LawKind::lubrication, 0.1));
  StepSettings settings;
  settings.step = 1e-2;
  settings.max_iterations = max_iterations;
  return Stepper<3>(std::move(world), {}, std::move(laws), settings);
}

// Contacts beside those that only keep films apart are solved by themselves for the velocities that bodies keep. Those are guarded as all are:
// no more energy than what pulls across gaps gives, and the step tells that it was not solved.
TEST(MixedLaws, GiveNoEnergyHoweverFewIterationsTheyGet) {
  double shortest = 1.0;
  for (const std::int64_t iterations : {1, 2, 3}) {
    Stepper<3> stepper = glued_beside_films(iterations);
    double before = kinetic(stepper.world.bodies), largest = before;
    for (int step = 0; step < 200; ++step) {
      const StepOutcome<3>& outcome = stepper.step(infinity);
      const Contacts<3>& contacts = stepper.graph.contacts;
      double pulled = 0.0;
      for (std::size_t c = 0; c < contacts.size(); ++c) {
        pulled += std::max(0.0, -contacts.impulse[c] * contacts.gap[c] / outcome.length);
      }
      const double after = kinetic(stepper.world.bodies);
      ASSERT_LE(after, before + pulled + 1e-12 * largest) << iterations << " iterations, step " << step;
      ASSERT_TRUE(outcome.missed || outcome.solve.residual <= outcome.tolerance) << step;
      shortest = std::min(shortest, outcome.kept);
      before = after;
    }
  }
  EXPECT_LT(shortest, 0.9);  // it was needed
}

// The second solve starts from the first one's impulses. What a contact forgets goes by the step before: compared with the first solve no
// impulse ever changes, and nothing would be forgotten of an impact.
TEST(MixedLaws, ContactsAreShakenByImpactsAsWithoutFilms) {
  const auto shaken = [](bool films) {
    World<3> world;
    for (const double x : {0.0, 2.0}) {
      world.bodies.add({x, 0.0, 1.005}, 1.0, 1.0);
      world.bodies.velocity.back() = {0.0, 0.0, -1.0};
    }
    world.materials = {"default", "floor"};
    world.obstacles.push_back(plane_through<3>(Vec<3>::Zero(), Vec<3>::UnitZ()));
    world.obstacles[0].material = 1;
    LawTable laws(2, films ? viscous(LawKind::lubrication, 0.1) : inelastic());
    laws.set(0, 1, {.kind = LawKind::friction, .friction = 0.3});
    Forces<3> forces;
    forces.gravity.acceleration = {0.0, 0.0, -10.0};
    StepSettings settings;
    settings.step = 1e-2;
    Stepper<3> stepper(std::move(world), std::move(forces), std::move(laws), settings);
    std::vector<int> parts;
    for (int step = 0; step < 6; ++step) {
      stepper.step(infinity);
      const Contacts<3>& contacts = stepper.graph.contacts;
      EXPECT_EQ(contacts.size(), 3U);
      for (std::size_t c = contacts.pairs; c < contacts.size(); ++c) {
        parts.push_back(Shaken(contacts.shaken[c]).parts);
      }
    }
    return parts;
  };
  const std::vector<int> without = shaken(false);
  EXPECT_GT(without.back(), 0);
  EXPECT_EQ(shaken(true), without);
}

// A plank stands on a corner with next to nothing under it and tips onto the other one, which has no share of the film until
// it is down. No point gets thinner than all that was ever pushed can make it: ln D ≥ ln D_0 − P/μ_c.
TYPED_TEST(Films, ThinNoFurtherUnderACornerThatComesDownThanWhatPushesIt) {
  constexpr int D = TypeParam::value;
  constexpr double resistance = 0.01, mass = 2.0, g = 10.0, h = 1e-2, tilt = 0.1, nothing = -60.0;
  const Vec<D> half = 0.1 * Vec<D>::Ones() + 0.4 * Vec<D>::UnitX();
  Spin<D> turn = Spin<D>::Zero();
  turn[D == 2 ? 0 : 1] = D == 2 ? tilt : -tilt;
  const Rotation<D> orientation = Rotation<D>{}.turned(turn);
  World<D> world;
  world.obstacles.push_back(plane_through<D>(Vec<D>::Zero(), Vec<D>::Unit(D - 1)));
  const double height = half[0] * std::sin(tilt) + half[D - 1] * std::cos(tilt) + 1e-9;
  add_box<D>(world, half, {height * Vec<D>::Unit(D - 1), orientation}, mass);
  Forces<D> forces;
  forces.gravity.acceleration = -g * Vec<D>::Unit(D - 1);
  const LawOptions law = lubrication(resistance, 1.0);
  StepSettings settings;
  settings.step = h;
  Stepper<D> stepper(std::move(world), std::move(forces), one_law(law), settings);
  double fastest = 0.0, least = 0.0, pushed = 0.0;
  for (int step = 0; step < 200; ++step) {
    const auto& done = stepper.step(infinity);
    ASSERT_TRUE(done.solve.converged()) << step;
    const Bodies<D>& bodies = stepper.world.bodies;
    fastest = std::max(fastest, bodies.velocity[0].norm() + half.norm() * bodies.angular_velocity[0].norm());
    const Contacts<D>& films = stepper.films.graph.contacts;
    for (std::size_t c = 0; c < films.size(); ++c) {
      least = std::min(least, stepper.films.log_distance(c));
      pushed += std::max(0.0, films.impulse[c]);
    }
    if (step == 0) {
      for (std::size_t c = 0; c < films.size(); ++c) {
        if (films.gap[c] < 1e-6) {
          stepper.films.graph.contacts.potential[c] = nothing;
        }
      }
    }
  }
  EXPECT_LT(least, nothing - 10.0);  // it did come to rest on films
  EXPECT_GE(least, nothing - pushed / resistance);
  EXPECT_LT(fastest, 2.0 * std::sqrt(2.0 * g * 2.0 * half[0] * tilt));  // what falling gives
  EXPECT_LT(stepper.world.bodies.velocity[0].norm(), g * h);
}

// Films of walls that face another way are their own, also where they belong to one obstacle: a block sinks beside a wall as it
// does without.
TEST(BlockInACorner, SinksAsWithoutTheWall) {
  const auto falling = [](bool wall) {
    World<2> world;
    std::vector<Part<2>> parts = {Box<2>{{Vec<2>(0.0, -1.0), {}}, {5.0, 1.0}}};
    if (wall) {
      parts.emplace_back(Box<2>{{Vec<2>(-2.0, 2.0), {}}, {1.0, 1.99}});
    }
    world.obstacles.push_back(obstacle_of<2>(parts));
    add_box<2>(world, Vec<2>(0.5, 0.5), {Vec<2>(-0.45, 0.6), {}}, 1.0);
    Forces<2> forces;
    forces.gravity.acceleration = {0.0, -10.0};
    StepSettings settings;
    settings.step = 1e-3;
    Stepper<2> stepper(std::move(world), std::move(forces), one_law(lubrication(1.0, 1.0)), settings);
    for (int step = 0; step < 100; ++step) {
      stepper.step(infinity);
    }
    return stepper.world.bodies.position[0];
  };
  const Vec<2> beside = falling(true), alone = falling(false);
  EXPECT_LT(alone[1], 0.59);  // it sinks
  EXPECT_NEAR(beside[1], alone[1], 1e-9);
  EXPECT_NEAR(beside[0], alone[0], 1e-9);
}

// Jeffrey and Onishi (1984): 6πμ r² u/D along the normal and 8/15 · 6πμ r ln(d_0/D) u across for a ball at a plane, 1/6 and a
// quarter for two balls alike.
TEST(FilmResistance, IsThatOfBallsAtPlanesAndAtEachOther) {
  FilmOptions film{.viscosity = 0.7};
  const double stokes = 6.0 * std::numbers::pi * 0.7 * 2.0;  // r = 2
  const FilmResistance plane = film_resistance(film, 0.5, 0.0);
  EXPECT_NEAR(plane.normal, stokes * 2.0, 1e-12);
  EXPECT_NEAR(plane.tangential, 8.0 / 15.0 * stokes, 1e-12);
  const FilmResistance alike = film_resistance(film, 0.5, 0.5);
  EXPECT_NEAR(alike.normal, 0.25 * stokes * 2.0, 1e-12);
  EXPECT_NEAR(alike.tangential, stokes / 6.0, 1e-12);
}

}  // namespace
}  // namespace gluey::test::films_test
