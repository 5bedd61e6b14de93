// Forces of the user's own that turn bodies: `Simulation::add_force` with torques, against closed forms.

#include "support/files.hpp"
#include "support/order.hpp"
#include "support/scenes.hpp"

#include <gluey/run.hpp>

#include <gtest/gtest.h>
#include <Eigen/Geometry>

#include <cmath>
#include <limits>
#include <numbers>

namespace gluey::test::own_torque_test {
namespace {

std::string one_ball(int dimension, double h) {
  return "dimension = " + std::to_string(dimension) + "\ntime = { step = " + std::to_string(h) + R"(, end = 100 }
[[body]]
shape = { kind = "sphere", radius = 0.5 }
mass = 2.0
position = )" +
         (dimension == 2 ? "[0, 0]" : "[0, 0, 0]") + "\n";
}

// ω = T t/I with I = ½ m r², or ⅖ m r²; the force that comes along pushes as one without torque does.
TEST(OwnTorque, ThatIsConstantSpinsABallUpUniformly) {
  for (const int dimension : {2, 3}) {
    Simulation simulation = simulate(one_ball(dimension, 0.01));
    const auto d = static_cast<std::size_t>(dimension);
    const std::size_t spins = d == 2 ? 1 : 3;
    simulation.add_force([&](const BodyState& bodies, std::span<double> force, std::span<double> torque) {
      EXPECT_EQ(bodies.position.size(), d);
      EXPECT_EQ(bodies.orientation.size(), d == 2 ? 1U : 4U);
      EXPECT_EQ(bodies.angular_velocity.size(), spins);
      EXPECT_EQ(torque.size(), spins);
      EXPECT_EQ(bodies.step, 0.01);
      force[0] += 3.0;
      for (std::size_t k = 0; k < spins; ++k) {
        torque[k] += 0.1 * (1.0 + static_cast<double>(k));
      }
    });
    for (int n = 0; n < 200; ++n) {
      simulation.step();
    }
    const double inertia = (d == 2 ? 0.5 : 0.4) * 2.0 * 0.25;
    for (std::size_t k = 0; k < spins; ++k) {
      EXPECT_NEAR(simulation.angular_velocities()[k], 0.1 * (1.0 + static_cast<double>(k)) * 2.0 / inertia, 1e-12);
    }
    EXPECT_NEAR(simulation.velocities()[0], 3.0, 1e-13);
  }
}

// T = −k θ: θ = θ₀ cos ωt, ω² = k/I, of order one; symplectic, so that it swings on.
TEST(OwnTorque, OfATorsionSpringSwings) {
  const double k = 0.7, inertia = 0.25, omega = std::sqrt(k / inertia), end = 3.0;
  expect_order_one("torsion spring", end / 128, [&](double h) {
    Simulation simulation = simulate(one_ball(2, 0.01), {"time.step=" + fmt::format("{:.17g}", h)});
    simulation.orientations()[0] = 0.4;
    simulation.add_force([&](const BodyState& bodies, std::span<double> /*force*/, std::span<double> torque) {
      torque[0] -= k * bodies.orientation[0];
    });
    for (int n = 0; n < std::lround(end / h); ++n) {
      simulation.step();
    }
    return std::abs(simulation.orientations()[0] - 0.4 * std::cos(omega * end));
  });
}

// A magnet that is no ball, in a field B: T = m × B with the moment m fixed in the body. ½ ω·Jω − m·B is kept to order h, over many
// swings. J from the box's sides.
TEST(OwnTorque, OfAFieldOnAMagnetKeepsTheEnergyToOrderH) {
  const Eigen::Vector3d sides(0.4, 0.2, 0.6), field(0.0, 0.3, 2.0), magnet(0.5, 0.1, -0.3);
  const Eigen::Vector3d squares = sides.cwiseAbs2();
  const Eigen::Vector3d inertia = 2.0 / 12.0 * (squares.sum() - squares.array()).matrix();
  // Bodies are kept in their principal axes: those of a box are its own, the order is not.
  const auto energies = [&](double h) {
    const std::string scene = fmt::format("dimension = 3\ntime = {{ step = {:.17g}, end = 100 }}\n", h) + R"(
[[body]]
shape = { kind = "box", size = [0.4, 0.2, 0.6] }
mass = 2.0
position = [0, 0, 0]
angular_velocity = [1.0, -2.0, 0.5]
)";
    Simulation simulation = simulate(scene);
    const auto at = [](std::span<const double> q) { return Eigen::Quaterniond(q[0], q[1], q[2], q[3]); };
    const Eigen::Quaterniond begin = at(simulation.orientations());
    const auto turned = [&](std::span<const double> q) { return Eigen::Quaterniond(at(q) * begin.conjugate()); };
    simulation.add_force([&](const BodyState& bodies, std::span<double> /*force*/, std::span<double> torque) {
      Eigen::Map<Eigen::Vector3d>(torque.data()) += (turned(bodies.orientation) * magnet).cross(field);
    });
    const auto energy = [&] {
      const Eigen::Quaterniond turn = turned(simulation.orientations());
      const Eigen::Vector3d spin =
          turn.conjugate() * Eigen::Vector3d(Eigen::Map<const Eigen::Vector3d>(simulation.angular_velocities().data()));
      return 0.5 * spin.dot(inertia.cwiseProduct(spin)) - (turn * magnet).dot(field);
    };
    const double first = energy();
    double worst = 0.0, slow = std::numeric_limits<double>::infinity(), fast = 0.0;
    for (int n = 0; n < std::lround(10.0 / h); ++n) {
      simulation.step();
      worst = std::max(worst, std::abs(energy() - first));
      const double speed = Eigen::Map<const Eigen::Vector3d>(simulation.angular_velocities().data()).norm();
      slow = std::min(slow, speed);
      fast = std::max(fast, speed);
    }
    EXPECT_GT(fast, 2.0 * slow) << "the field does work";
    return worst;
  };
  expect_order_one("energy of a magnet", 0.01, energies);
}

// A torque on a body whose rotation is locked turns nothing; in a run into a file it is what it is in steps.
TEST(OwnTorque, LeavesLockedRotationsAloneAndGoesIntoRuns) {
  const std::vector<std::string> overrides = {"time.end=1"};
  const BodyLoadFunction turn = [](const BodyState& bodies, std::span<double> force, std::span<double> torque) {
    force[0] += std::sin(bodies.orientation[0]);
    torque[0] += std::cos(bodies.time) - 0.3 * bodies.angular_velocity[0];
  };
  Simulation locked = simulate(one_ball(2, 0.01), {"body[0].locked=[\"rotation\"]"});
  locked.add_force(turn);
  Simulation stepped = simulate(one_ball(2, 0.01), overrides);
  stepped.add_force(turn);
  for (int n = 0; n < 100; ++n) {
    locked.step();
    stepped.step();
  }
  EXPECT_EQ(locked.angular_velocities()[0], 0.0);
  const Folder folder;
  RunOptions options;
  options.output = folder.file("run.h5");
  options.loads = {turn};
  run(Scene::parse(one_ball(2, 0.01), "test", ".", overrides), options);
  const Results results(options.output);
  const Frame last = results.frame(results.frames() - 1);
  EXPECT_EQ(last.angular_velocity[0], stepped.angular_velocities()[0]);
  EXPECT_EQ(last.position[0], stepped.positions()[0]);
  EXPECT_NE(last.position[0], 0.0);
}

}  // namespace
}  // namespace gluey::test::own_torque_test
