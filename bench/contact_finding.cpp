// Contact finding alone, on a settled packing of spheres tiled to N bodies:
//     bench_contact_finding [N…]          default 1000 10000 100000 1000000
// For each N: a full search (cells, candidate pairs, contacts), and a step in which the lists still hold. CPU seconds, and
// memory that the search keeps. Under `valgrind --tool=callgrind --toggle-collect=search_all` it counts instructions.

#include "bench/support.hpp"
#include "proximity/contact_graph.hpp"
#include "scene/build.hpp"
#include "scene/options.hpp"

#include <gluey/scene.hpp>

#include <fmt/format.h>
#include <omp.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

using gluey::Candidates;
using gluey::ContactGraph;
using gluey::Ranges;
using gluey::Vec;
using gluey::World;

/// Not inlined and with a plain name, so that callgrind can switch on here.
extern "C" __attribute__((noinline)) void search_all(const World<3>* world, Candidates<3>* candidates,
                                                     ContactGraph<3>* graph, const Ranges* ranges,
                                                     const std::vector<double>* travel) {
  candidates->update(*world, *ranges, *travel);
  graph->find(*world, *candidates, *ranges);
}

namespace gluey::bench {
namespace {

double resident_bytes() {
  std::ifstream file("/proc/self/statm");
  double total = 0.0, resident = 0.0;
  file >> total >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE));
}

/// box3d-1000 at rest.
World<3> settled() {
  const Scene scene = Scene::load(std::string(GLUEY_BENCH_SCENES) + "/box3d-1000.toml");
  Stepper<3> stepper = scene::build<3>(scene.options(), {scene.places(), scene.folder(), {}});
  for (int step = 0; step < 300; ++step) {
    stepper.step(1e300);
  }
  return stepper.world;
}

/// Copies side by side; the walls of the box are the seams.
World<3> tiled(const World<3>& tile, std::size_t count) {
  const double side = 11.0;
  double height = 0.0;
  for (std::size_t i = 0; i < tile.bodies.size(); ++i) {
    height = std::max(height, tile.bodies.position[i][1] + tile.bodies.radius[i]);
  }
  const auto tiles = std::max<std::size_t>(1, count / tile.bodies.size());
  const auto edge = static_cast<std::size_t>(std::ceil(std::cbrt(static_cast<double>(tiles)) - 1e-9));
  World<3> world;
  for (std::size_t t = 0; t < tiles; ++t) {
    const std::size_t row = t / edge;
    const std::size_t layer = row / edge;
    const Vec<3> shift(side * static_cast<double>(t % edge), height * static_cast<double>(layer),
                       side * static_cast<double>(row % edge));
    for (std::size_t i = 0; i < tile.bodies.size() && world.bodies.size() < count; ++i) {
      world.bodies.add(tile.bodies.position[i] + shift, tile.bodies.radius[i], 1.0);
    }
  }
  return world;
}

int main(int count, char** arguments) {
  omp_set_num_threads(1);
  std::vector<std::size_t> sizes;
  for (int k = 1; k < count; ++k) {
    sizes.push_back(static_cast<std::size_t>(std::atoll(arguments[k])));
  }
  if (sizes.empty()) {
    sizes = {1000, 10000, 100000, 1000000};
  }
  const World<3> tile = settled();
  fmt::print("{}, 1 thread\n{:>9} {:>10} {:>12} {:>12} {:>12} {:>12} {:>14}\n", machine_name(), "bodies", "contacts",
             "search ms", "ns/body", "reuse ms", "ns/body", "bytes/body");
  for (const std::size_t size : sizes) {
    const World<3> world = tiled(tile, size);
    const std::size_t n = world.bodies.size();
    const Ranges ranges{std::vector<double>(n, 0.005), {}};
    const std::vector<double> travel(n, 0.001);
    const int rounds = static_cast<int>(std::max<std::size_t>(1, 200000 / n));
    const double memory_before = resident_bytes();
    Candidates<3> candidates;
    ContactGraph<3> graph;
    search_all(&world, &candidates, &graph, &ranges, &travel);
    const double memory = resident_bytes() - memory_before;
    double begin = cpu_seconds();
    for (int round = 0; round < rounds; ++round) {
      candidates.invalidate();
      candidates.update(world, ranges, travel);
      graph.find(world, candidates, ranges);
    }
    const double search = (cpu_seconds() - begin) / rounds;
    begin = cpu_seconds();
    for (int round = 0; round < rounds; ++round) {
      candidates.update(world, ranges, travel);
      graph.find(world, candidates, ranges);
      graph.keep();
    }
    const double reuse = (cpu_seconds() - begin) / rounds;
    const auto bodies = static_cast<double>(n);
    fmt::print("{:9} {:10} {:12.3f} {:12.1f} {:12.3f} {:12.1f} {:14.0f}\n", n, graph.contacts.size(), 1e3 * search,
               1e9 * search / bodies, 1e3 * reuse, 1e9 * reuse / bodies, memory / bodies);
  }
  return 0;
}

}  // namespace
}  // namespace gluey::bench

int main(int count, char** arguments) { return gluey::bench::main(count, arguments); }
