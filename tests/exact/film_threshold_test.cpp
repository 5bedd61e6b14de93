// The threshold of the law `lubricated`, where a gluey contact takes over from the film: what films and contacts give each other is
// counted to rounding, nothing moves that nothing pushes, and where inertia is small the law is `lubrication`.

#include "support/shaped_world.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace gluey::test::film_threshold_test {
namespace {

LawOptions film_law(LawKind kind, double resistance, double range) {
  LawOptions law{.kind = kind};
  law.film = {.normal = resistance, .range = range};
  return law;
}
LawOptions fluid(LawKind kind, double viscosity, double range) {
  LawOptions law{.kind = kind};
  law.film = {.viscosity = viscosity, .range = range};
  return law;
}

/// A ball above a plane that a force pushes down and then up.
struct Pressed {
  double mass = 1.0, gap = 1.0, resistance = 0.5, range = 10.0, roughness = 0.0;
  std::vector<double> times = {0.0, 2.0}, forces = {-2.0, 2.0};
  StepSettings settings = {};
  LawKind kind = LawKind::lubricated;

  [[nodiscard]] Stepper<3> stepper() const {
    World<3> world;
    world.bodies.add({0.0, 0.0, 1.0 + gap}, 1.0, mass);
    world.bodies.roughness[0] = roughness;
    world.obstacles.push_back(plane_through<3>(Vec<3>::Zero(), Vec<3>::UnitZ()));
    Forces<3> pushing;
    pushing.table.emplace();
    pushing.table->times = times;
    for (const double force : forces) {
      pushing.table->values.push_back(force / mass * Vec<3>::UnitZ());  // for a unit of mass
    }
    return {std::move(world), std::move(pushing), one_law(film_law(kind, resistance, range)), settings};
  }
  /// m u + μ_c ln D − ∫f, which is constant.
  [[nodiscard]] double integral(const Stepper<3>& stepper) const {
    double pushed = 0.0;
    for (std::size_t k = 0; k < times.size(); ++k) {
      const double until = k + 1 < times.size() ? std::min(times[k + 1], stepper.world.time) : stepper.world.time;
      pushed += forces[k] * std::max(0.0, until - times[k]);
    }
    return mass * stepper.world.bodies.velocity[0][2] + resistance * stepper.films.log_distance(0) - pushed;
  }
  /// How high it is by the equation itself, at rest in the beginning: Ḋ = (∫f − μ_c ln(D/D_0))/m in steps of ln D.
  [[nodiscard]] double height(double end) const {
    double y = std::log(gap), t = 0.0;
    const int steps = 20000;
    const double h = end / steps;
    double pushed = 0.0;
    for (int n = 0; n < steps; ++n, t += h) {
      for (std::size_t k = 0; k < times.size(); ++k) {
        const double until = k + 1 < times.size() ? times[k + 1] : end;
        pushed += forces[k] * std::max(0.0, std::min(until, t + h) - std::max(times[k], t));
      }
      // Implicit, by Newton's method: e^y − e^{y_0} + h (μ_c (y − ln D_0) − ∫f)/m = 0.
      const double before = std::exp(y);
      for (int iteration = 0; iteration < 50; ++iteration) {
        const double change = (std::exp(y) - before + h * (resistance * (y - std::log(gap)) - pushed) / mass) /
                              (std::exp(y) + h * resistance / mass);
        y -= change;
        if (std::abs(change) < 1e-14) {
          break;
        }
      }
    }
    return std::exp(y);
  }
};

StepSettings fixed_steps(double h) {
  StepSettings settings;
  settings.step = h;
  settings.accuracy.radii = 1e-12;
  return settings;
}
StepSettings steps_of(double displacement, double least, bool adaptive) {
  StepSettings settings;
  settings.automatic = true;
  settings.adaptive = adaptive;
  settings.displacement = displacement;
  settings.step_min = least;
  settings.step_max = 0.2;
  settings.accuracy.radii = 1e-12;
  return settings;
}

// Through contact and release, whatever the steps are: m u + μ_c ln D − ∫f is constant.
TEST(FilmThreshold, KeepsTheFirstIntegralThroughContactAndReleaseWithStepsOfAnyLength) {
  for (const StepSettings& settings :
       {fixed_steps(1e-3), fixed_steps(1e-2), fixed_steps(0.1), steps_of(0.05, 1e-4, false), steps_of(0.2, 1e-3, false),
        steps_of(0.05, 1e-5, true)}) {
    for (const double resistance : {0.5, 0.05, 0.005}) {
      for (const double mass : {3.0, 0.1}) {
        Pressed pressed{.mass = mass, .resistance = resistance, .settings = settings};
        Stepper<3> stepper = pressed.stepper();
        const double begin = resistance * std::log(pressed.gap);
        double thinnest = 0.0, nearest = 1.0;
        bool held = false, let_go = false;
        while (stepper.world.time < 6.0 - 1e-9) {
          stepper.step(6.0);
          if (stepper.films.graph.contacts.size() == 0 || stepper.films.log_distance(0) >= std::log(pressed.range)) {
            break;  // out of the film
          }
          thinnest = std::min(thinnest, stepper.films.log_distance(0));
          nearest = std::min(nearest, stepper.world.bodies.position[0][2] - 1.0);
          let_go = let_go || (held && potential_between(stepper, 0, 1) == 0.0);
          held = potential_between(stepper, 0, 1) < 0.0;
          // Rounding of μ_c ln D, over some thousand steps; forces have jumps within steps, whose mean is rounded.
          ASSERT_NEAR(pressed.integral(stepper), begin, 2e-11)
              << resistance << ' ' << mass << ' ' << stepper.world.time;
        }
        EXPECT_LT(thinnest, -3.5 / resistance + 1.0) << resistance << ' ' << mass;
        EXPECT_GT(nearest, 0.0);
        const double q_s = 20.0 * (settings.automatic ? settings.step_min : settings.step) * resistance / mass;
        EXPECT_EQ(let_go, q_s < 0.02 && thinnest < std::log(q_s))
            << resistance << ' ' << mass << ' ' << q_s << ' ' << thinnest;
      }
    }
  }
}

// The example of the law's page, and others: as high as the equation says, also where steps are fifty times longer than those that
// the threshold is for. Steps are of order one.
TEST(FilmThreshold, LetsGoAsHighAsTheEquationSays) {
  for (const double resistance : {0.5, 0.2}) {
    for (const double gap : {1.0, 0.4}) {
      Pressed pressed{.gap = gap, .resistance = resistance};
      const double expected = pressed.height(6.0);
      for (const auto& [settings, within] :
           {std::pair{fixed_steps(1e-3), 0.006}, std::pair{fixed_steps(1e-2), 0.04},
            std::pair{steps_of(0.05, 1e-4, false), 0.06}, std::pair{steps_of(0.01, 1e-4, false), 0.015},
            std::pair{steps_of(0.05, 1e-5, true), 0.06}}) {
        pressed.settings = settings;
        Stepper<3> stepper = pressed.stepper();
        while (stepper.world.time < 6.0 - 1e-9) {
          stepper.step(6.0);
        }
        EXPECT_NEAR(stepper.world.bodies.position[0][2] - 1.0, expected, within)
            << resistance << ' ' << gap << ' ' << settings.automatic << ' ' << settings.step_min;
      }
    }
  }
}

// The whole of a contact's pull is in the step in which it lets go, and the film's share of that step as well.
TEST(FilmThreshold, FilmsResistInTheStepInWhichTheirContactLetsGo) {
  Pressed pressed{.gap = 0.02, .resistance = 0.05, .range = 1.0};
  pressed.times = {0.0};
  pressed.forces = {-1.0};
  pressed.settings = fixed_steps(1e-3);
  Stepper<3> stepper = pressed.stepper();
  for (int n = 0; n < 500; ++n) {
    stepper.step(infinity);
  }
  ASSERT_LT(potential_between(stepper, 0, 1), 0.0);
  // One step, forty times as strong: it uses all of γ up and more.
  stepper.forces().table->values = {2000.0 * Vec<3>::UnitZ()};
  stepper.step(infinity);
  const double q_s = 20.0 * 1e-3 * 0.05, u = stepper.world.bodies.velocity[0][2];
  const double opened = stepper.world.bodies.position[0][2] - 1.0;
  EXPECT_EQ(potential_between(stepper, 0, 1), 0.0);
  EXPECT_NEAR(opened, q_s + 1e-3 * u, 1e-9);
  EXPECT_GT(opened, 1.3 * q_s);
  EXPECT_NEAR(stepper.films.log_distance(0), std::log(opened), 1e-6);
}

// Where balls are is not what drives them apart: closer than the threshold, light or heavy, smooth or rough, alike or not.
TEST(FilmThreshold, LeavesBodiesAtRestThatBeginBelowIt) {
  for (const double mass : {1e-6, 1.0, 1e3}) {
    for (const double other : {1.0, 50.0}) {
      for (const double gap : {0.0, 1e-9, 1e-5, 1e-3, 0.02, 0.3}) {
        for (const double roughness : {0.0, 0.004, 0.2}) {
          for (const double h : {1e-4, 0.1}) {
            World<3> world;
            world.bodies.add(Vec<3>::Zero(), 1.0, mass);
            world.bodies.add((2.0 + gap) * Vec<3>::UnitX(), 1.0, other * mass);
            world.bodies.roughness = {roughness, roughness};
            StepSettings settings;
            settings.step = h;
            LawOptions law = fluid(LawKind::lubricated, 1.0, 1.0);
            law.friction = 0.3;
            Stepper<3> stepper(std::move(world), {}, one_law(law), settings);
            for (int n = 0; n < 20; ++n) {
              ASSERT_EQ(stepper.step(infinity).kinetic_energy, 0.0)
                  << mass << ' ' << gap << ' ' << roughness << ' ' << h;
            }
            const double apart = stepper.world.bodies.position[1][0] - stepper.world.bodies.position[0][0] - 2.0;
            EXPECT_NEAR(apart, gap, 2e-6) << mass << ' ' << gap << ' ' << roughness << ' ' << h;
          }
        }
      }
    }
  }
}

// Pulled apart from below the threshold, a pair pays for the film that is there, no less and no more.
TEST(FilmThreshold, PairsThatBeginBelowItHaveTheFilmOfTheirGap) {
  for (const double gap : {1e-3, 3e-3}) {
    Pressed pressed{.gap = gap, .resistance = 0.3, .range = 1.0, .settings = fixed_steps(1e-3)};
    pressed.times = {0.0, 0.5};
    pressed.forces = {-1.0, 1.0};
    ASSERT_LT(gap, 20.0 * 1e-3 * 0.3);
    Stepper<3> stepper = pressed.stepper();
    for (int n = 0; n < 3000; ++n) {
      stepper.step(infinity);
      ASSERT_NEAR(pressed.integral(stepper), 0.3 * std::log(gap), 1e-11) << n;
    }
    EXPECT_NEAR(stepper.world.bodies.position[0][2] - 1.0, pressed.height(3.0), 2e-3);
  }
}

/// Balls in a box that fall through each other's films.
Stepper<3> bed(const LawOptions& law, double density, double h, double roughness = 0.0) {
  World<3> world;
  std::uint64_t state = 3;
  const auto draw = [&state] {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<double>(state >> 11) / 9007199254740992.0;
  };
  for (int k = 0; k < 27; ++k) {
    const double r = 0.09 + 0.02 * draw();
    const Vec<3> x(0.15 + 0.25 * (k % 3) + 0.03 * draw(), 0.15 + 0.25 * (k / 3 % 3) + 0.03 * draw(),
                   0.12 + 0.22 * (k / 9));
    world.bodies.add(x, r, density * 4.0 / 3.0 * std::numbers::pi * r * r * r);
    world.bodies.roughness.back() = roughness;
  }
  for (int axis = 0; axis < 3; ++axis) {
    world.obstacles.push_back(plane_through<3>(Vec<3>::Zero(), Vec<3>::Unit(axis)));
    world.obstacles.push_back(plane_through<3>(Vec<3>(0.8 * Vec<3>::Unit(axis)), Vec<3>(-Vec<3>::Unit(axis))));
  }
  Forces<3> forces;
  forces.gravity.acceleration = {0.0, 0.0, -10.0};
  StepSettings settings = fixed_steps(h);
  settings.accuracy.radii = roughness > 0.0 ? 1e-6 : 1e-12;
  return {std::move(world), std::move(forces), one_law(law), settings};
}

double apart(Stepper<3> a, Stepper<3> b, int steps) {
  double largest = 0.0;
  for (int n = 0; n < steps; ++n) {
    a.step(infinity);
    b.step(infinity);
  }
  for (std::size_t i = 0; i < a.world.bodies.size(); ++i) {
    largest = std::max(largest, (a.world.bodies.position[i] - b.world.bodies.position[i]).norm());
  }
  return largest;
}

// As inertia goes to 0 at a given step, the law becomes lubrication, and from some inertia on it is. The threshold is a fiftieth of a radius
// at most, whatever the inertia, and costs some of that.
TEST(FilmThreshold, BecomesLubricationAsInertiaGoesToZero) {
  const double h = 1e-3, viscosity = 0.5;
  for (const double density : {1e3, 5e2, 1e2, 1.0, 0.01}) {
    // At a plane, of the lightest and the heaviest.
    const auto q_s = [&](double r) {
      return 20.0 * h * 6.0 * std::numbers::pi * viscosity / (density * 4.0 / 3.0 * std::numbers::pi * r);
    };
    const double difference = apart(bed(fluid(LawKind::lubricated, viscosity, 0.1), density, h),
                                    bed(fluid(LawKind::lubrication, viscosity, 0.1), density, h), 600);
    fmt::print("             density {}: {:.3g}\n", density, difference);
    if (q_s(0.11) > 0.02 * 0.1) {
      EXPECT_EQ(difference, 0.0) << density;
    } else {
      EXPECT_LT(q_s(0.09), 0.02 * 0.09);
      EXPECT_LT(difference, 0.1) << density;  // a radius
    }
  }
}

// Rough bodies of small inertia rest on their asperities, and nothing gets through.
TEST(FilmThreshold, RoughBodiesOfSmallInertiaTouchAtTheirRoughness) {
  LawOptions law = fluid(LawKind::lubricated, 0.5, 0.1);
  law.friction = 0.3;
  const double roughness = 1e-3;
  Stepper<3> stepper = bed(law, 1.0, 1e-2, roughness);
  for (int n = 0; n < 400; ++n) {
    stepper.step(infinity);
  }
  double nearest = 1.0;
  std::size_t touching = 0;
  const Contacts<3>& contacts = stepper.graph.contacts;
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    nearest = std::min(nearest, contacts.gap[c]);
    touching += contacts.impulse[c] > 0.0 ? 1 : 0;
  }
  EXPECT_GT(touching, 5U);
  EXPECT_GT(nearest, 0.9 * roughness);
}

// A sheared suspension without inertia to speak of stays as lively as its flow.
TEST(FilmThreshold, DoesNotDriveASuspensionThatIsSheared) {
  for (const double density : {0.01, 1.0, 30.0}) {
    World<3> world;
    world.domain.upper = Vec<3>::Ones();
    world.domain.periodic.fill(true);
    world.domain.shear_rate = 1.0;
    std::uint64_t state = 11;
    const auto draw = [&state] {
      state = state * 6364136223846793005ULL + 1442695040888963407ULL;
      return static_cast<double>(state >> 11) / 9007199254740992.0;
    };
    for (int k = 0; k < 64; ++k) {
      const Vec<3> x((k % 4 + 0.3 * draw()) / 4.0, (k / 4 % 4 + 0.3 * draw()) / 4.0, (k / 16 + 0.3 * draw()) / 4.0);
      world.bodies.add(x, 0.085, density * 4.0 / 3.0 * std::numbers::pi * 0.085 * 0.085 * 0.085);
      world.bodies.volume.back() = 4.0 / 3.0 * std::numbers::pi * 0.085 * 0.085 * 0.085;
      world.bodies.velocity.back() = (x[1] - 0.5) * Vec<3>::UnitX();
    }
    Forces<3> forces;
    forces.drag =
        Drag<3>{.flow = ShearFlow<3>{.rate = 1.0, .center = Vec<3>::Constant(0.5)}, .viscosity = 1.0, .implicit = true};
    LawOptions law = fluid(LawKind::lubricated, 1.0, 0.085);
    law.friction = 0.3;
    Stepper<3> stepper(std::move(world), std::move(forces), one_law(law), fixed_steps(1e-2));
    double largest = 0.0;
    for (int n = 0; n < 200; ++n) {
      largest = std::max(largest, stepper.step(infinity).kinetic_energy / density);
    }
    // Of the flow: ½ φ γ̇²/12, with φ = 64 · 0.00257.
    EXPECT_LT(largest, 2.0 * 0.5 * 0.165 / 12.0) << density;
  }
}

}  // namespace
}  // namespace gluey::test::film_threshold_test
