// Time of one distance query by kind of pair: shapes of aspect ratio up to 4 near contact, within ±1 % of their size.

#include "geometry/distance/smooth_polytope.hpp"
#include "geometry/distance/smooth_smooth.hpp"
#include "geometry/distance/sphere_smooth.hpp"

#include <benchmark/benchmark.h>

#include <random>
#include <vector>

namespace gluey::bench {
namespace {

using Generator = std::mt19937_64;
double uniform(Generator& random, double from, double to) {
  return std::uniform_real_distribution<double>(from, to)(random);
}
Vec<3> lengths(Generator& random) {
  return {uniform(random, 0.25, 1.0), uniform(random, 0.25, 1.0), uniform(random, 0.25, 1.0)};
}
Rotation<3> turn(Generator& random) {
  return {Eigen::Quaterniond(uniform(random, -1.0, 1.0), uniform(random, -1.0, 1.0), uniform(random, -1.0, 1.0),
                             uniform(random, -1.0, 1.0))
              .normalized()};
}

void draw(Generator& random, Sphere<3>& shape) { shape.radius = uniform(random, 0.25, 1.0); }
void draw(Generator& random, Ellipsoid<3>& shape) { shape.radii = lengths(random); }
void draw(Generator& random, Superellipsoid<3>& shape) {
  shape.radii = lengths(random);
  shape.exponents = {uniform(random, 1.5, 6.0), uniform(random, 1.5, 6.0)};
}
void draw(Generator& random, Box<3>& shape) { shape.half = lengths(random); }
void draw(Generator& random, Segment<3>& shape) {
  shape.from = {-1.0, 0.0, 0.0};
  shape.to = {1.0, 0.0, 0.0};
  shape.radius = uniform(random, 0.1, 0.3);
}
void draw(Generator& random, Triangle& shape) {
  shape.points = {lengths(random), -lengths(random), lengths(random).cwiseProduct(Vec<3>(1.0, -1.0, 0.0))};
}
void draw(Generator& /*random*/, Plane<3>& shape) { shape.normal = {0.0, 0.0, 1.0}; }

template <class A, class B>
void query(benchmark::State& state) {
  struct Case {
    A a;
    B b;
    Pose<3> pose;
  };
  Generator random(1);
  std::vector<Case> cases(256);
  for (Case& one : cases) {
    draw(random, one.a);
    draw(random, one.b);
    one.pose.orientation = turn(random);
    // Moved to contact along a random line by its own distance, a few times, then off it by up to 1 %.
    const Vec<3> line = turn(random).apply(Vec<3>::UnitX());
    one.pose.position = 4.0 * line;
    for (int k = 0; k < 50; ++k) {
      const Manifold<3> found = meet(one.a, one.b, one.pose, 1e9);
      one.pose.position -= found.gap() * found.normal;
    }
    one.pose.position += uniform(random, -0.01, 0.01) * line;
  }
  std::size_t next = 0;
  int inexact = 0;
  for ([[maybe_unused]] auto _ : state) {
    const Case& one = cases[next++ % cases.size()];
    const Manifold<3> found = meet(one.a, one.b, one.pose, 0.1);
    inexact += found.exact ? 0 : 1;
    benchmark::DoNotOptimize(found);
  }
  state.counters["inexact"] = benchmark::Counter(inexact, benchmark::Counter::kAvgIterations);
}

BENCHMARK(query<Ellipsoid<3>, Plane<3>>);
BENCHMARK(query<Sphere<3>, Ellipsoid<3>>);
BENCHMARK(query<Sphere<3>, Superellipsoid<3>>);
BENCHMARK(query<Ellipsoid<3>, Ellipsoid<3>>);
BENCHMARK(query<Ellipsoid<3>, Superellipsoid<3>>);
BENCHMARK(query<Superellipsoid<3>, Superellipsoid<3>>);
BENCHMARK(query<Ellipsoid<3>, Segment<3>>);
BENCHMARK(query<Ellipsoid<3>, Box<3>>);
BENCHMARK(query<Ellipsoid<3>, Triangle>);
BENCHMARK(query<Superellipsoid<3>, Segment<3>>);
BENCHMARK(query<Superellipsoid<3>, Box<3>>);
BENCHMARK(query<Superellipsoid<3>, Triangle>);

}  // namespace
}  // namespace gluey::bench

BENCHMARK_MAIN();
