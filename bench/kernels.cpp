// Kernels by themselves (Google Benchmark): one product W p in its two passes, from in cache to far out of it, with the
// bytes it moves. The problem is a lattice of touching spheres, three contacts a body, as its size can be chosen freely.

#include "problem/problem.hpp"

#include <benchmark/benchmark.h>
#include <omp.h>

#include <vector>

namespace gluey::bench {
namespace {

Problem<3> lattice(std::int32_t edge) {
  const auto index = [edge](std::int32_t x, std::int32_t y, std::int32_t z) { return x + edge * (y + edge * z); };
  const auto bodies = static_cast<std::size_t>(edge) * static_cast<std::size_t>(edge) * static_cast<std::size_t>(edge);
  std::vector<std::int32_t> first, second;
  std::vector<Vec<3>> normal;
  for (std::int32_t z = 0; z < edge; ++z) {
    for (std::int32_t y = 0; y < edge; ++y) {
      for (std::int32_t x = 0; x < edge; ++x) {
        const auto touch = [&](bool inside, std::int32_t other, int axis) {
          if (inside) {
            first.push_back(index(x, y, z));
            second.push_back(other);
            normal.emplace_back(Vec<3>::Unit(axis));
          }
        };
        touch(x + 1 < edge, index(x + 1, y, z), 0);
        touch(y + 1 < edge, index(x, y + 1, z), 1);
        touch(z + 1 < edge, index(x, y, z + 1), 2);
      }
    }
  }
  Problem<3> problem;
  const std::vector<double> zero(first.size(), 0.0);
  problem.pose(1e-3, std::vector<Vec<3>>(bodies, Vec<3>::Ones()), std::vector<Vec<3>>(bodies, Vec<3>::Zero()), first,
               second, normal, zero, zero);
  return problem;
}

void product(benchmark::State& state) {
  omp_set_num_threads(1);
  const Problem<3> problem = lattice(static_cast<std::int32_t>(state.range(0)));
  std::vector<double> impulse(problem.contacts(), 1.0);
  std::vector<Packed<3>> velocity(problem.bodies() + 1);
  std::vector<Sum> scratch;
  for (auto _ : state) {
    problem.velocities(impulse.data(), velocity.data());
    benchmark::DoNotOptimize(problem.for_contacts<Sum>(
        velocity.data(), scratch, [&](const Bound& /*set*/, std::size_t c, const Vec<1>& w, Sum& sum) {
          sum.value += w[0];
          impulse[c] += 1e-12 * w[0];
        }));
  }
  const auto contacts = static_cast<double>(problem.contacts());
  state.counters["contacts"] = contacts;
  state.counters["s/contact"] =
      benchmark::Counter(contacts, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(problem.bytes_per_iteration()));
}
BENCHMARK(product)->Arg(12)->Arg(25)->Arg(50)->Arg(80)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace gluey::bench

BENCHMARK_MAIN();
