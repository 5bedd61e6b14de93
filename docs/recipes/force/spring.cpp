// A force of one's own: a spring between two bodies, beside everything the scene has. Released from a stretch
// of 0.5 it swings with the period 2π √(m/2k); after one period the bodies are back.

#include <gluey/gluey.hpp>

#include <cmath>
#include <cstdio>
#include <numbers>
#include <span>

const char* const two_bodies = R"(
dimension = 2
time = { step = 1e-4, end = 10.0 }
body = [
  { shape = { kind = "sphere", radius = 0.2 }, position = [0.0, 0.0] },
  { shape = { kind = "sphere", radius = 0.2 }, position = [2.5, 0.0] },
]
)";

int main() {
  constexpr double stiffness = 8.0, rest = 2.0;
  constexpr double period = 2.0 * std::numbers::pi / 4.0;  // √(2k/m) = 4

  gluey::Simulation simulation(gluey::Scene::parse(two_bodies, "spring.toml"));

  // Called in every step with the state at its beginning; adds to the force on each body. Arrays are [N, d].
  simulation.add_force([](double /*time*/, double /*step*/, std::span<const double> position,
                          std::span<const double> /*velocity*/, std::span<double> force) {
    const double dx = position[2] - position[0], dy = position[3] - position[1];
    const double length = std::hypot(dx, dy);
    const double pull = stiffness * (length - rest) / length;
    force[0] += pull * dx;
    force[1] += pull * dy;
    force[2] -= pull * dx;
    force[3] -= pull * dy;
  });

  while (simulation.time() < period) {
    simulation.step();
  }
  const double stretch = simulation.positions()[2] - simulation.positions()[0] - rest;
  std::printf("stretch after a period: %.6f, expected 0.5\n", stretch);
  return std::abs(stretch - 0.5) < 1e-3 ? 0 : 1;
}
