// Whole steps on the scenes that every program is measured on, one core unless --threads says otherwise:
//     bench_scenes [--threads N] [--tolerance T] [--method NAME] [--set KEY=VALUE] [NAME…]
// Times are CPU seconds. Beside the time of the solve stands what its kernel moves and the bandwidth of this machine,
// measured in the same run: below that product no kernel of this kind can get. The line below tells where the time went, what
// a simulated second costs, and what should not change when step and tolerance are halved: the height of the centre of mass
// and the number of contacts that press or pull at the end.

#include "bench/support.hpp"
#include "scene/build.hpp"
#include "scene/options.hpp"
#include "solver/solver.hpp"

#include <gluey/scene.hpp>

#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <string>
#include <type_traits>
#include <vector>

namespace gluey::bench {
namespace {

struct Case {
  std::string name, file;
  std::vector<std::string> overrides;
};

/// Height of the centre of weight over the origin, from the potential energy.
template <int D>
double height(const Stepper<D>& stepper, double potential_energy, const scene::Environment& environment) {
  const auto norm = [](const scene::Vector& v) {
    return std::sqrt(std::inner_product(v.begin(), v.end(), v.begin(), 0.0));
  };
  const auto& mass = stepper.world.bodies.mass;
  return potential_energy / (norm(environment.gravity) * std::accumulate(mass.begin(), mass.end(), 0.0) +
                             norm(environment.body_force) * static_cast<double>(mass.size()));
}

/// Of the method that ended the step. In single precision only contacts that may press take part, so that this is an upper bound.
template <int D>
std::size_t bytes_per_iteration(const Stepper<D>& stepper, bool single) {
  if (!stepper.rubs()) {
    return single ? SingleBounds<D>::bytes_per_iteration(stepper.problem()) : stepper.problem().bytes_per_iteration();
  }
  if (single) {
    return std::conditional_t<D == 2, Pool<PlanarContacts<false>>, Balls>::bytes_per_iteration(stepper.rigid_problem());
  }
  return stepper.rigid_problem().bytes_per_iteration();
}

template <int D>
void measure(const Case& which, const Scene& scene, double bandwidth) {
  Stepper<D> stepper = scene::build<D>(scene.options(), {scene.places(), scene.folder(), {}});
  const auto steps = scene.options().time.steps;
  const std::int64_t tail = 10;
  double iterations = 0.0, contacts = 0.0, products = 0.0, bytes = 0.0, overlap = 0.0, last = 0.0,
         last_iterations = 0.0, potential_energy = 0.0;
  std::vector<double> residuals;
  std::int64_t failures = 0;
  const double begin = cpu_seconds();
  for (std::int64_t step = 0; step < steps; ++step) {
    const double before = cpu_seconds();
    const StepOutcome<D>& outcome = stepper.step(1e300);
    iterations += static_cast<double>(outcome.solve.iterations);
    contacts += static_cast<double>(outcome.contacts);
    products += static_cast<double>(outcome.solve.iterations) * static_cast<double>(outcome.contacts);
    bytes += static_cast<double>(outcome.solve.iterations) *
             static_cast<double>(bytes_per_iteration(stepper, outcome.solve.method == "apgd-single"));
    residuals.push_back(outcome.solve.residual);
    potential_energy = outcome.potential_energy;
    overlap = std::max(overlap, outcome.solve.overlap / stepper.smallest_radius());
    failures += outcome.solve.converged() ? 0 : 1;
    if (step >= steps - tail) {
      last += cpu_seconds() - before;
      last_iterations += static_cast<double>(outcome.solve.iterations);
    }
  }
  const double seconds = cpu_seconds() - begin;
  const auto count = static_cast<double>(steps);
  double total = 0.0;
  for (const StageTime& stage : stepper.stages) {
    total += stage.seconds;
  }
  // Stages are timed by the wall clock; their shares of the CPU time are what counts on a shared machine.
  const double solve = seconds * stepper.stages[4].seconds / total;
  fmt::print("{:28} {:8.2f} {:8.2f} {:9.0f} {:8.0f} {:8.0f} {:9.2f} {:9.0f} {:9.2f} {:8.1e} {:5}\n", which.name,
             1e3 * seconds / count, 1e3 * last / static_cast<double>(tail), contacts / count, iterations / count,
             last_iterations / static_cast<double>(tail), 1e9 * solve / std::max(1.0, products),
             bytes / std::max(1.0, products), 1e9 * bytes / std::max(1.0, products) / bandwidth, overlap, failures);
  fmt::print("{:28} ", "");
  for (std::size_t k = 0; k < stepper.stages.size(); ++k) {
    fmt::print("{} {:.0f}%{}", Stepper<D>::stage_names[k], 100.0 * stepper.stages[k].seconds / total,
               k + 1 < stepper.stages.size() ? ", " : "\n");
  }
  const auto& impulse = stepper.graph.contacts.impulse;
  const auto bearing = std::count_if(impulse.begin(), impulse.end(), [](double p) { return p != 0.0; });
  std::sort(residuals.begin(), residuals.end());
  fmt::print(
      "{:28} {:.2f} CPU s per unit of time, residual {:.1e} (median {:.1e}), height of mass {:.5f}, {} contacts bear\n",
      "", seconds / stepper.world.time, residuals.back(), residuals[residuals.size() / 2],
      height(stepper, potential_energy, scene.options().environment), bearing);
}

int main(int count, char** arguments) {
  using Overrides = std::vector<std::string>;
  const Overrides friction = {"contact.law=friction", "contact.friction=0.3"};
  const Overrides both = {"contact.law=gluey-friction", "contact.friction=0.3", "contact.gamma_min=-2"};
  // Films within a quarter of the mean radius, where their asymptotics hold; asperities of half a percent of it.
  const Overrides lubricated = {"contact.law=lubricated", "contact.lubrication.viscosity=1",
                                "contact.lubrication.range=0.005", "contact.friction=0", "bodies[0].roughness=1e-4"};
  const auto with = [](Overrides overrides, const std::string& last) {
    overrides.push_back(last);
    return overrides;
  };
  const std::vector<Case> cases = {
      {"box3d-1000", "box3d-1000.toml", {}},
      {"box3d-1000 gluey", "box3d-1000.toml", {"contact.law=gluey", "contact.gamma_min=-2"}},
      {"box3d-1000 friction", "box3d-1000.toml", friction},
      {"box3d-1000 friction 47", "box3d-1000.toml", with(friction, "time.steps=47")},
      {"box3d-1000 gluey-friction", "box3d-1000.toml", both},
      {"box3d-1000 gluey-friction 44", "box3d-1000.toml", with(both, "time.steps=44")},
      {"box3d-8000", "box3d-8000.toml", {}},
      {"pile-8000", "pile-8000.toml", {}},
      {"pile-8000 lubricated", "pile-8000.toml", lubricated},
      {"discs-3000 gluey", "discs-3000.toml", {}},
  };
  int threads = 1;
  Overrides overrides, names;
  for (int k = 1; k < count; ++k) {
    const std::string word = arguments[k];
    if (k + 1 < count && word == "--threads") {
      threads = std::atoi(arguments[++k]);
    } else if (k + 1 < count && word == "--tolerance") {
      overrides.push_back(fmt::format("solver.tolerance={}", arguments[++k]));
    } else if (k + 1 < count && word == "--method") {
      overrides.push_back(fmt::format("solver.method={}", arguments[++k]));
    } else if (k + 1 < count && word == "--set") {
      overrides.emplace_back(arguments[++k]);
    } else {
      names.push_back(word);
    }
  }
  omp_set_num_threads(threads);
  const double bandwidth = memory_bandwidth();
  fmt::print("{}, {} thread(s), memory bandwidth {:.1f} GB/s (triad, out of cache)\n", machine_name(), threads,
             1e-9 * bandwidth);
  fmt::print("{:28} {:>8} {:>8} {:>9} {:>8} {:>8} {:>9} {:>9} {:>9} {:>8} {:>5}\n", "", "ms/step", "last 10",
             "contacts", "iter.", "last 10", "ns/c·it", "bytes", "floor ns", "overlap", "fail");
  for (Case which : cases) {
    if (!names.empty() && std::find(names.begin(), names.end(), which.name) == names.end()) {
      continue;
    }
    which.overrides.insert(which.overrides.end(), overrides.begin(), overrides.end());
    const Scene scene = Scene::load(std::string(GLUEY_BENCH_SCENES) + "/" + which.file, which.overrides);
    if (scene.options().dimension == 2) {
      measure<2>(which, scene, bandwidth);
    } else {
      measure<3>(which, scene, bandwidth);
    }
  }
  return 0;
}

}  // namespace
}  // namespace gluey::bench

int main(int count, char** arguments) { return gluey::bench::main(count, arguments); }
