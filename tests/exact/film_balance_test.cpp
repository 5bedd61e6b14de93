// The balance of energy and momentum of every step with films, of bodies of every kind: round ones, and such that turn with unequal moments
// of inertia; between walls that move, in periodic and in sheared domains; with and without drag.

#include "support/periodic_world.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

namespace gluey::test::film_balance_test {
namespace {

enum class Around { nothing, walls, moving_walls, periodic, sheared };
enum class Dragging { no, explicitly, implicitly };
struct Case {
  std::string name;
  Around around;
  Dragging drag;
  LawKind kind;
  double roughness;
};

constexpr double period = 3.0, viscosity = 0.3, shear = 0.6;

/// Ellipsoids, boxes, capsules and balls on a lattice, each turned somehow.
template <int D>
World<D> many_shapes(Around around, double roughness) {
  World<D> world;
  RandomStream random(5, 0);
  const int side = 3;
  for (int k = 0; k < (D == 2 ? side * side : side * side * side); ++k) {
    Vec<D> x;
    for (int axis = 0, rest = k; axis < D; ++axis, rest /= side) {
      x[axis] = 0.5 + rest % side + 0.05 * random.uniform();
    }
    Spin<D> turn, inertia;
    for (int axis = 0; axis < spin_size<D>; ++axis) {
      turn[axis] = 3.0 * random.uniform();
      inertia[axis] = 0.03 + 0.03 * random.uniform();
    }
    const Pose<D> pose{x, Rotation<D>{}.turned(turn)};
    const Vec<D> half = vector<D>(random, 0.3, 0.45);
    if (k % 4 == 0) {
      add_shape<D>(world, {Ellipsoid<D>{{}, half}}, pose, 1.0, inertia, half.minCoeff());
    } else if (k % 4 == 1) {
      add_shape<D>(world, {Box<D>{{}, 0.7 * half}}, pose, 1.5, inertia, 0.7 * half.minCoeff());
    } else if (k % 4 == 2) {
      add_shape<D>(world, {Segment<D>{-0.2 * Vec<D>::UnitX(), 0.2 * Vec<D>::UnitX(), 0.22}}, pose, 0.7, inertia, 0.22);
    } else {
      world.bodies.add(x, 0.4, 1.2);
    }
    world.bodies.volume.back() = 0.2;
    world.bodies.roughness.back() = roughness;
    world.bodies.velocity.back() = vector<D>(random, -1.0, 1.0);
    for (int axis = 0; axis < spin_size<D>; ++axis) {
      world.bodies.angular_velocity.back()[axis] = 4.0 * random.uniform() - 2.0;
    }
  }
  if (around == Around::periodic || around == Around::sheared) {
    world.domain.upper = Vec<D>::Constant(period);
    world.domain.periodic.fill(true);
    world.domain.shear_rate = around == Around::sheared ? shear : 0.0;
  } else if (around != Around::nothing) {
    for (int axis = 0; axis < D; ++axis) {
      const Vec<D> e = Vec<D>::Unit(axis);
      Motion<D> low = FixedMotion{}, high = FixedMotion{};
      if (around == Around::moving_walls) {
        low = TranslationMotion<D>{0.3 * e + 0.4 * Vec<D>::Unit((axis + 1) % D)};
        high = RotationMotion<D>{Vec<D>::Constant(1.5), 0.2 * Spin<D>::UnitX()};
      }
      world.obstacles.push_back(plane_through<D>(-0.1 * e, e, low));
      world.obstacles.push_back(plane_through<D>(3.2 * e, -e, high));
    }
  }
  return world;
}

template <int D>
double kinetic_of(const Bodies<D>& bodies) {
  double energy = 0.0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Spin<D>& omega = bodies.angular_velocity[i];
    energy += 0.5 * bodies.mass[i] * bodies.velocity[i].squaredNorm() +
              0.5 * omega.dot(in_space(bodies.orientation[i], bodies.inertia[i]) * omega);
  }
  return energy;
}

class FilmBalance : public testing::TestWithParam<Case> {
 protected:
  template <int D>
  static Stepper<D> stepper() {
    const Case& one = GetParam();
    LawOptions law{.kind = one.kind, .friction = 0.3};
    law.film = {.viscosity = 0.003, .range = 0.3};
    Forces<D> forces;
    forces.gravity.acceleration = -5.0 * Vec<D>::Unit(D - 1);
    if (one.around == Around::nothing || one.around == Around::sheared) {
      forces.gravity.acceleration.setZero();
    }
    if (one.drag != Dragging::no) {
      // Bodies do not turn in this fluid: the torques' work is films_test.cpp's.
      forces.drag = Drag<D>{.flow = ShearFlow<D>{.rate = shear},
                            .viscosity = viscosity,
                            .implicit = one.drag == Dragging::implicitly,
                            .turns = false};
    }
    StepSettings settings;
    settings.step = 2e-3;
    settings.max_iterations = 100000;
    return Stepper<D>(many_shapes<D>(one.around, one.roughness), std::move(forces), one_law(law), settings);
  }

  template <int D>
  static void closes_energy() {
    const Case& one = GetParam();
    Stepper<D> stepper = FilmBalance::stepper<D>();
    double scale = kinetic_of(stepper.world.bodies), lost = 0.0, driven = 0.0, turned = 0.0;
    for (int n = 0; n < 300; ++n) {
      const World<D> before = stepper.world;
      const StepOutcome<D>& outcome = stepper.step(infinity);
      const Bodies<D>& after = stepper.world.bodies;
      double work = outcome.driven;
      for (std::size_t i = 0; i < after.size(); ++i) {
        Vec<D> force = after.mass[i] * stepper.forces().gravity.acceleration;
        if (const auto& drag = stepper.forces().drag) {
          const Vec<D> velocity = drag->implicit ? after.velocity[i] : before.bodies.velocity[i];
          force += drag->coefficients(after, i).force * (drag->fluid(before, i, before.time).velocity - velocity);
        }
        work += force.dot(after.position[i] - before.bodies.position[i]);
      }
      scale = std::max(scale, kinetic_of(after));
      ASSERT_NEAR(kinetic_of(after) - kinetic_of(before.bodies),
                  work - outcome.viscous - outcome.numerical - outcome.projection, 1e-11 * scale)
          << n;
      ASSERT_GE(outcome.viscous, -1e-12 * scale);
      lost += outcome.viscous;
      driven += std::abs(outcome.driven);
      turned += std::abs(outcome.turning);
    }
    EXPECT_GT(lost, 1e-3 * scale);
    EXPECT_GT(turned, D == 3 ? 1e-7 * scale : -1.0);
    const bool moves = one.around == Around::moving_walls || one.around == Around::sheared;
    EXPECT_EQ(driven > 1e-6 * scale, moves) << driven;
  }
};

TEST_P(FilmBalance, ClosesTheEnergyOfEveryStepInThePlane) { closes_energy<2>(); }
TEST_P(FilmBalance, ClosesTheEnergyOfEveryStepInSpace) { closes_energy<3>(); }

// What films and contacts give one body they take from another, whatever images they meet: Σ m v changes by forces alone. It is that of
// the velocities that bodies carry; frames tell those of the images within the domain, which change by γ̇ L_y at a sheared face.
TEST_P(FilmBalance, KeepsTheMomentum) {
  const Case& one = GetParam();
  if (one.around == Around::walls || one.around == Around::moving_walls) {
    GTEST_SKIP() << "walls push";
  }
  Stepper<3> stepper = FilmBalance::stepper<3>();
  const double moved = 27.0;  // Σ m |v|
  for (int n = 0; n < 300; ++n) {
    const World<3> before = stepper.world;
    stepper.step(infinity);
    const Bodies<3>& after = stepper.world.bodies;
    Vec<3> pushed = Vec<3>::Zero();
    for (std::size_t i = 0; i < after.size(); ++i) {
      pushed += stepper.last_length * after.mass[i] * stepper.forces().gravity.acceleration;
      if (const auto& drag = stepper.forces().drag) {
        const Vec<3> velocity = drag->implicit ? after.velocity[i] : before.bodies.velocity[i];
        pushed += stepper.last_length * drag->coefficients(after, i).force *
                  (drag->fluid(before, i, before.time).velocity - velocity);
      }
    }
    ASSERT_LT((momentum(stepper.world) - momentum(before) - pushed).norm(), 1e-14 * moved) << n;
  }
}

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const auto& [around, where] : {std::pair{Around::nothing, "InNothing"},
                                      {Around::walls, "BetweenWalls"},
                                      {Around::moving_walls, "BetweenMovingWalls"},
                                      {Around::periodic, "InAPeriodicDomain"},
                                      {Around::sheared, "InAShearedDomain"}}) {
    for (const auto& [drag, how] : {std::pair{Dragging::no, ""},
                                    {Dragging::explicitly, "WithExplicitDrag"},
                                    {Dragging::implicitly, "WithImplicitDrag"}}) {
      all.push_back({std::string("Lubrication") + where + how, around, drag, LawKind::lubrication, 0.0});
      all.push_back({std::string("Lubricated") + where + how, around, drag, LawKind::lubricated, 0.0});
    }
    all.push_back({std::string("Rough") + where, around, Dragging::no, LawKind::lubricated, 0.01});
  }
  return all;
}
INSTANTIATE_TEST_SUITE_P(Of, FilmBalance, testing::ValuesIn(cases()),
                         [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace gluey::test::film_balance_test
