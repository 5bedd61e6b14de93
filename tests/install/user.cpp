// A user of the installed library: one falling sphere, stepped until it lies on the plane.

#include <gluey/gluey.hpp>

#include <cmath>
#include <cstdio>

int main() {
  const gluey::Scene scene = gluey::Scene::parse(R"(
    dimension = 2
    time = { step = 0.01, end = 1.0 }
    environment = { gravity = [0.0, -10.0] }
    [[body]]
    shape = { kind = "sphere", radius = 0.5 }
    position = [0.0, 1.0]
    [[obstacle]]
    shape = { kind = "plane", normal = [0.0, 1.0] }
  )",
                                                 "user.toml");
  gluey::Simulation simulation(scene);
  while (!simulation.finished()) {
    simulation.step();
  }
  const double height = simulation.positions()[1];
  std::printf("gluey %s: height %g after %lld steps\n", gluey::version(), height,
              static_cast<long long>(simulation.steps()));
  bool refused = false;
  try {
    gluey::Scene::parse("dimension = 4", "bad.toml");
  } catch (const gluey::SceneError&) {
    refused = true;
  }
  return std::abs(height - 0.5) < 1e-6 && refused ? 0 : 1;
}
