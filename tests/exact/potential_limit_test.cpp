// γ_min from viscosity and roughness, 6πμ ln((r_is + r_js)/ℓ), with R = 1/r²: the experiment "rough–viscous". A ball rests on
// a plane, is pressed until its potential is at the limit and then pulled with acceleration f: it lets go after
// |γ_min| / (R m f), and from then on moves as the exact solution does.

#include "support/scenes.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

namespace gluey::test::potential_limit_test {
namespace {

struct Film {
  double viscosity, radius, body_roughness, plane_roughness, length, mass;
};
std::ostream& operator<<(std::ostream& out, const Film& film) {
  return out << "viscosity " << film.viscosity << ", radius " << film.radius;
}

/// 6πμ ln(s/ℓ), written out once more.
double limit_of(double viscosity, double roughness, double length) {
  return 6.0 * std::numbers::pi * viscosity * std::log(roughness / length);
}

std::string scene_of(const Film& film, double press, double pull, double turn, double h) {
  return fmt::format(R"(
dimension = 3
[time]
step = {}
end = 8.0
[environment]
force = {{ times = [0.0, {}], values = [[0, 0, {}], [0, 0, {}]] }}
[contact]
law = "gluey"
viscosity = {}
reference_length = {}
scaling = "radius"
[[body]]
shape = {{ kind = "sphere", radius = {} }}
position = [0, 0, {}]
mass = {}
roughness = {}
[[obstacle]]
shape = {{ kind = "plane", normal = [0, 0, 1] }}
roughness = {}
[solver]
tolerance = 1e-14
max_iterations = 20
)",
                     h, turn, -press, pull, film.viscosity, film.length, film.radius, film.radius, film.mass,
                     film.body_roughness, film.plane_roughness);
}

class RoughViscousBall : public testing::TestWithParam<Film> {};

TEST_P(RoughViscousBall, LetsGoAfterTheTimeOfTheClosedForm) {
  const Film film = GetParam();
  const double gamma_min = limit_of(film.viscosity, film.body_roughness + film.plane_roughness, film.length);
  const double scaling = 1.0 / (film.radius * film.radius);
  const double turn = 2.0;
  const double pull = 3.0;
  // Twice as much as is needed to saturate by the time the force turns.
  const double press = 2.0 * std::abs(gamma_min) / (scaling * film.mass * turn);
  const double release = turn + std::abs(gamma_min) / (scaling * film.mass * pull);
  ASSERT_LT(release, 7.0);
  for (const double h : {0.0625, 0.03125}) {  // divides the time at which the force turns
    Simulation simulation = simulate(scene_of(film, press, pull, turn, h));
    while (!simulation.finished()) {
      simulation.step();
      const double t = simulation.time();
      const double gamma = gamma_between(simulation.frame(), 0, 1);
      if (t > 0.5 * turn + h && t <= turn) {
        ASSERT_DOUBLE_EQ(gamma, gamma_min) << t;
      } else if (t > turn && t < release - 1e-9) {
        ASSERT_NEAR(gamma, gamma_min + scaling * film.mass * pull * (t - turn), 1e-11 * std::abs(gamma_min)) << t;
      } else if (t > release) {
        ASSERT_EQ(gamma, 0.0) << t;
        ASSERT_NEAR(simulation.velocities()[2], pull * (t - release), 1e-10) << t;
      }
    }
  }
}
// Each row differs from the first in one thing.
INSTANTIATE_TEST_SUITE_P(RoughViscous, RoughViscousBall,
                         testing::Values(Film{0.1, 0.5, 0.01, 0.0, 1.0, 1.0}, Film{0.05, 0.5, 0.01, 0.0, 1.0, 1.0},
                                         Film{0.1, 0.25, 0.01, 0.0, 1.0, 1.0}, Film{0.1, 0.5, 0.04, 0.0, 1.0, 1.0},
                                         Film{0.1, 0.5, 0.01, 0.02, 1.0, 1.0}, Film{0.1, 0.5, 0.01, 0.0, 0.3, 1.0},
                                         Film{0.1, 0.5, 0.01, 0.0, 1.0, 2.5}, Film{0.1, 0.5, 0.0, 0.01, 1.0, 1.0}));

TEST(RoughnessOfTwoBodies, IsAddedInTheirLimit) {
  // A stack of two on a floor, pressed by gravity for long: both contacts end at limits of their own.
  const double viscosity = 0.002;
  Simulation simulation = simulate(R"(
dimension = 2
[time]
step = 0.02
end = 4.0
[environment]
gravity = [0, -1]
[contact]
law = "gluey"
viscosity = 0.002
[[body]]
shape = { kind = "sphere", radius = 0.5 }
position = [0, 0.5]
roughness = 0.003
[[body]]
shape = { kind = "sphere", radius = 0.25 }
position = [0, 1.25]
roughness = 0.004
[[obstacle]]
shape = { kind = "plane", normal = [0, 1] }
roughness = 0.02
)");
  while (!simulation.finished()) {
    simulation.step();
  }
  const Frame frame = simulation.frame();
  EXPECT_DOUBLE_EQ(gamma_between(frame, 0, 1), limit_of(viscosity, 0.003 + 0.004, 1.0));
  EXPECT_DOUBLE_EQ(gamma_between(frame, 0, 2), limit_of(viscosity, 0.003 + 0.02, 1.0));
}

TEST(RoughnessOfTwoBodies, MakesTheInelasticLawWhereItIsTheReferenceLength) {
  // ln 1 = 0: no potential is left to store.
  const Film film{1.0, 0.5, 0.25, 0.25, 0.5, 1.0};
  Simulation simulation = simulate(scene_of(film, 1.0, 3.0, 2.0, 0.0625));
  while (!simulation.finished()) {
    simulation.step();
    EXPECT_EQ(gamma_between(simulation.frame(), 0, 1), 0.0);
    if (simulation.time() > 2.0) {
      EXPECT_NEAR(simulation.velocities()[2], 3.0 * (simulation.time() - 2.0), 1e-12);
    }
  }
}

}  // namespace
}  // namespace gluey::test::potential_limit_test
