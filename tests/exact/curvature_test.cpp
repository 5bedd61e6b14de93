// scaling = "radius": R = (1/r + 1/ρ)² with the radius ρ of a round obstacle, 1/r² for others. A ball on top of the obstacle
// is pressed until its potential is at the limit and then pulled with acceleration f: it lets go after |γ_min| / (R m f), and
// before that γ grows by R m f t.

#include "support/scenes.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace gluey::test::curvature_test {
namespace {

struct Support {
  const char* name;
  int dimension;
  std::string shape;
  double top;        ///< height of its highest point
  double curvature;  ///< 1/ρ
};
std::ostream& operator<<(std::ostream& out, const Support& support) { return out << support.name; }

class RoundObstacle : public testing::TestWithParam<Support> {};

TEST_P(RoundObstacle, HoldsABallAsItsCurvatureSays) {
  const Support& support = GetParam();
  const double r = 0.5;
  const double mass = 2.0;
  const double gamma_min = -24.0;
  const double pull = 3.0;
  const double turn = 2.0;
  const double scaling = std::pow(1.0 / r + support.curvature, 2);
  const double release = turn - gamma_min / (scaling * mass * pull);
  const std::string zeros = support.dimension == 2 ? "0, " : "0, 0, ";
  Simulation simulation =
      simulate(fmt::format(R"(
dimension = {0}
[time]
step = 0.03125
end = 6.0
[environment]
force = {{ times = [0, {1}], values = [[{2}-8], [{2}{3}]] }}
[contact]
law = "gluey"
gamma_min = {4}
scaling = "radius"
[[body]]
shape = {{ kind = "sphere", radius = {5} }}
position = [{2}{6}]
mass = {7}
[[obstacle]]
shape = {8}
[solver]
tolerance = 1e-14
max_iterations = 20
)",
                           support.dimension, turn, zeros, pull, gamma_min, r, support.top + r, mass, support.shape));
  ASSERT_LT(release, 5.0);
  while (!simulation.finished()) {
    simulation.step();
    const double t = simulation.time();
    const double gamma = gamma_between(simulation.frame(), 0, 1);
    if (t <= turn) {
      ASSERT_NEAR(gamma, std::max(gamma_min, -scaling * mass * 8.0 * t), 1e-10) << t;
    } else if (t < release - 1e-9) {
      ASSERT_NEAR(gamma, gamma_min + scaling * mass * pull * (t - turn), 1e-10) << t;
    } else if (t > release) {
      ASSERT_EQ(gamma, 0.0) << t;
      ASSERT_NEAR(simulation.velocities()[static_cast<std::size_t>(support.dimension) - 1], pull * (t - release), 1e-10)
          << t;
    }
  }
}

const std::string upright_capsule =
    R"({ kind = "compound", parts = [{ kind = "capsule", radius = 0.25, length = 1, orientation = )";

INSTANTIATE_TEST_SUITE_P(
    Shapes, RoundObstacle,
    testing::Values(Support{"Disc", 2, R"({ kind = "sphere", radius = 0.25 })", 0.25, 4.0},
                    Support{"Sphere", 3, R"({ kind = "sphere", radius = 2 })", 2.0, 0.5},
                    Support{"EndOfACapsuleInThePlane", 2, upright_capsule + "1.5707963267948966 }] }", 0.75, 4.0},
                    Support{"SideOfACapsule", 3, R"({ kind = "capsule", radius = 0.25, length = 1 })", 0.25, 4.0},
                    Support{"EndOfACapsule", 3,
                            upright_capsule + "{ axis = [0, 1, 0], angle = 1.5707963267948966 } }] }", 0.75, 4.0},
                    Support{"Hub", 2, R"({ kind = "wheel", radius = 1, paddles = 1, thickness = 0.1, hub = 0.5 })", 0.5,
                            2.0},
                    Support{"Plane", 3, R"({ kind = "plane", normal = [0, 0, 1] })", 0.0, 0.0},
                    Support{"Box", 3, R"({ kind = "box", size = [1, 1, 1] })", 0.5, 0.0},
                    Support{"Segment", 2, R"({ kind = "segment", from = [-1, 0], to = [1, 0] })", 0.0, 0.0},
                    Support{"Polygon", 2, R"({ kind = "polygon", points = [[-1, 0], [0, -1], [1, 0]] })", 0.0, 0.0}),
    [](const testing::TestParamInfo<Support>& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace gluey::test::curvature_test
