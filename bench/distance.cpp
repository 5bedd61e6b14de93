// Time of one distance query, for each pair of polytopes: near contact (half of them overlapping slightly), and far enough
// for a range of 1 % of the size to miss.

#include "core/random.hpp"
#include "geometry/distance/plane_polytope.hpp"
#include "geometry/distance/polytope_polytope.hpp"
#include "geometry/distance/sphere_any.hpp"

#include <benchmark/benchmark.h>

#include <cmath>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

namespace gluey::bench {
namespace {

template <int D>
Vec<D> random_vector(RandomStream& random) {
  Vec<D> x;
  for (int axis = 0; axis < D; ++axis) {
    x[axis] = random.uniform(-1.0, 1.0);
  }
  return x;
}

template <int D>
Rotation<D> random_turn(RandomStream& random) {
  if constexpr (D == 2) {
    return {random.uniform(-4.0, 4.0)};
  } else {
    return Rotation<3>{}.turned(2.0 * random_vector<3>(random));
  }
}

template <class Shape>
Shape shape(int points) {
  RandomStream random(1, static_cast<std::uint64_t>(points));
  if constexpr (std::is_same_v<Shape, Polygon>) {
    Polygon polygon;
    for (int k = 0; k < points; ++k) {
      polygon.points.emplace_back(std::cos(2.0 * M_PI * k / points), std::sin(2.0 * M_PI * k / points));
    }
    return polygon;
  } else if constexpr (std::is_same_v<Shape, Polyhedron>) {
    std::vector<Vec<3>> corners;
    corners.reserve(static_cast<std::size_t>(points));
    for (int k = 0; k < points; ++k) {
      corners.push_back(random_vector<3>(random).normalized());
    }
    return convex_hull(corners);
  } else if constexpr (std::is_same_v<Shape, Triangle>) {
    Triangle triangle;
    triangle.points = {Vec<3>(-1.0, -1.0, 0.0), Vec<3>(1.0, -1.0, 0.0), Vec<3>(0.0, 1.0, 0.0)};
    return triangle;
  } else if constexpr (std::is_same_v<Shape, Segment<2>>) {
    return {.from = {-1.0, 0.0}, .to = {1.0, 0.0}, .radius = 0.2};
  } else if constexpr (std::is_same_v<Shape, Segment<3>>) {
    return {.from = {-1.0, 0.0, 0.0}, .to = {1.0, 0.0, 0.0}, .radius = 0.2};
  } else if constexpr (std::is_same_v<Shape, Sphere<3>>) {
    return {Vec<3>::Zero(), 0.5};
  } else {
    Shape box;
    box.half.setConstant(0.6);
    return box;
  }
}

template <int D, class A, class B>
void query(benchmark::State& state, const A& a, const B& b, bool face_to_face, double low, double high) {
  RandomStream random(2, 2);
  std::vector<Pose<D>> poses(512);
  for (Pose<D>& pose : poses) {
    pose = {1.5 * random_vector<D>(random), random_turn<D>(random)};
    if (face_to_face) {
      Spin<D> tilt = Spin<D>::Constant(1e-4);
      pose.orientation = Rotation<D>{}.turned(tilt);
    }
    const Manifold<D> m = meet(a, b, pose, std::numeric_limits<double>::infinity());
    pose.position += (random.uniform(low, high) - m.gap()) * m.normal;
  }
  std::size_t k = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(meet(a, b, poses[k++ % poses.size()], 0.01));
  }
}

template <class A, class B>
void pair(const std::string& name, int points_a = 8, int points_b = 8) {
  constexpr int D = std::is_same_v<A, Sphere<3>> ? 3 : polytope_dimension<A>;
  const auto add = [&](const std::string& kind, bool flat, double low, double high) {
    benchmark::RegisterBenchmark((name + "/" + kind).c_str(), [=](benchmark::State& state) {
      query<D>(state, shape<A>(points_a), shape<B>(points_b), flat, low, high);
    });
  };
  add("touching", false, -1e-6, 1e-6);
  add("flat", true, -1e-6, 1e-6);
  add("apart", false, 0.02, 0.2);
}

}  // namespace
}  // namespace gluey::bench

int main(int argc, char** argv) {
  using namespace gluey;
  using gluey::bench::pair;
  pair<Segment<2>, Segment<2>>("2d/segment-segment");
  pair<Segment<2>, Box<2>>("2d/segment-box");
  pair<Box<2>, Box<2>>("2d/box-box");
  pair<Polygon, Polygon>("2d/polygon8-polygon8");
  pair<Segment<3>, Segment<3>>("3d/segment-segment");
  pair<Segment<3>, Box<3>>("3d/segment-box");
  pair<Segment<3>, Polyhedron>("3d/segment-polyhedron12", 8, 12);
  pair<Box<3>, Box<3>>("3d/box-box");
  pair<Box<3>, Triangle>("3d/box-triangle");
  pair<Triangle, Triangle>("3d/triangle-triangle");
  pair<Box<3>, Polyhedron>("3d/box-polyhedron12", 8, 12);
  pair<Polyhedron, Polyhedron>("3d/polyhedron12-polyhedron12", 12, 12);
  pair<Polyhedron, Polyhedron>("3d/polyhedron30-polyhedron30", 30, 30);
  pair<Polyhedron, Polyhedron>("3d/polyhedron100-polyhedron100", 100, 100);
  pair<Sphere<3>, Triangle>("3d/sphere-triangle");
  pair<Sphere<3>, Polyhedron>("3d/sphere-polyhedron12", 8, 12);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
