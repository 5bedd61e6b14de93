// Distances to every part of the table of shape pairs against a brute-force optimum, at random points inside and outside.

#include "core/random.hpp"
#include "geometry/distance/points.hpp"
#include "geometry/distance/table.hpp"
#include "geometry/part.hpp"
#include "support/brute_distance.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

namespace gluey::test::geometry_distance_test {
namespace {

constexpr double pi = std::numbers::pi;

template <int D>
Vec<D> random_point(RandomStream& random, double size) {
  Vec<D> x;
  for (int axis = 0; axis < D; ++axis) {
    x[axis] = random.uniform(-size, size);
  }
  return x;
}

template <int D>
Rotation<D> random_rotation(RandomStream& random) {
  if constexpr (D == 2) {
    return {random.uniform(-4.0, 4.0)};
  } else {
    return Rotation<3>{}.turned(random_point<3>(random, 2.0));
  }
}

/// Compares at random points. `inside` says which side of the surface a point is on, by a rule of its own.
template <int D, class Shape>
void expect_brute_force(const Shape& shape, const std::vector<Patch<D>>& surface,
                        const std::function<bool(const Vec<D>&)>& inside, double size, int points) {
  RandomStream random(42, D);
  int within = 0;
  for (int n = 0; n < points; ++n) {
    const Vec<D> x = random_point<D>(random, size);
    const Closest<D> found = closest(x, shape);
    const Nearest<D> best = nearest_of<D>(surface, x);
    const double sign = inside(x) ? -1.0 : 1.0;
    within += inside(x) ? 1 : 0;
    // The refined search ends within 1e-9 of the optimum along the surface, 1e-18/distance in the distance.
    ASSERT_NEAR(found.distance, sign * best.distance, 1e-9) << "point " << n << ": " << x.transpose();
    ASSERT_NEAR(found.outward.norm(), 1.0, 1e-12) << "point " << n;
    // Walking back along `outward` ends on the surface: the direction is right, too.
    ASSERT_NEAR(nearest_of<D>(surface, x - found.distance * found.outward).distance, 0.0, 1e-6) << "point " << n;
  }
  EXPECT_GT(within, points / 50) << "no points inside were tried";
}

/// All faces of a box with its own frame.
template <int D>
std::vector<Patch<D>> box_surface(const Box<D>& box) {
  std::vector<Patch<D>> faces;
  for (int axis = 0; axis < D; ++axis) {
    for (const double side : {-1.0, 1.0}) {
      faces.push_back([=](double u, double v) {
        Vec<D> local;
        local[axis] = side * box.half[axis];
        local[(axis + 1) % D] = (2.0 * u - 1.0) * box.half[(axis + 1) % D];
        if constexpr (D == 3) {
          local[(axis + 2) % D] = (2.0 * v - 1.0) * box.half[(axis + 2) % D];
        }
        return box.pose.to_world(local);
      });
    }
  }
  return faces;
}

TEST(DistanceToBox, IsThatToTheNearestPointOfItsOutline) {
  RandomStream random(1, 1);
  const Box<2> box{{{0.2, -0.1}, random_rotation<2>(random)}, {0.8, 0.3}};
  const auto inside = [&](const Vec<2>& x) {
    const Vec<2> local = box.pose.to_local(x);
    return std::abs(local[0]) < 0.8 && std::abs(local[1]) < 0.3;
  };
  expect_brute_force<2, Box<2>>(box, box_surface<2>(box), inside, 1.5, 400);
}

TEST(DistanceToBox, InSpaceIsThatToTheNearestPointOfItsSurface) {
  RandomStream random(2, 1);
  const Box<3> box{{{0.2, -0.1, 0.3}, random_rotation<3>(random)}, {0.8, 0.4, 0.6}};
  const auto inside = [&](const Vec<3>& x) { return (box.pose.to_local(x).cwiseAbs() - box.half).maxCoeff() < 0.0; };
  expect_brute_force<3, Box<3>>(box, box_surface<3>(box), inside, 1.3, 120);
}

TEST(DistanceToPolygon, IsThatToTheNearestPointOfItsOutline) {
  const std::vector<std::vector<Vec<2>>> shapes = {
      {{0.0, 0.0}, {1.0, 0.0}, {0.3, 0.8}},                                           // any triangle
      {{-0.7, -0.5}, {0.4, -0.6}, {0.9, 0.1}, {0.5, 0.7}, {-0.4, 0.8}, {-0.8, 0.2}},  // a hexagon
      {{-1.0, 0.0}, {0.0, -0.05}, {1.0, 0.0}, {0.0, 0.05}}};                          // a needle
  for (const auto& corners : shapes) {
    const Polygon polygon{corners};
    const auto inside = [&](const Vec<2>& x) {  // crossings of a ray to the right
      bool odd = false;
      for (std::size_t k = 0; k < corners.size(); ++k) {
        const Vec<2>& a = corners[k];
        const Vec<2>& b = corners[(k + 1) % corners.size()];
        if ((a[1] > x[1]) != (b[1] > x[1]) && x[0] < a[0] + (x[1] - a[1]) / (b[1] - a[1]) * (b[0] - a[0])) {
          odd = !odd;
        }
      }
      return odd;
    };
    expect_brute_force<2, Polygon>(polygon, outline(corners), inside, 1.0, 300);
  }
}

TEST(DistanceToSphere, IsThatToItsSurface) {
  const Sphere<2> disc{{0.2, -0.3}, 0.7};
  expect_brute_force<2, Sphere<2>>(
      disc, {arc_patch(disc.position, disc.radius, 0.0, 2.0 * pi)},
      [&](const Vec<2>& x) { return (x - disc.position).norm() < 0.7; }, 1.2, 200);
  const Sphere<3> ball{{0.2, -0.3, 0.1}, 0.7};
  const Patch<3> surface = [&](double u, double v) {
    const double a = 2.0 * pi * u, b = pi * v;
    return Vec<3>(ball.position + 0.7 * Vec<3>(std::cos(a) * std::sin(b), std::sin(a) * std::sin(b), std::cos(b)));
  };
  expect_brute_force<3, Sphere<3>>(
      ball, {surface}, [&](const Vec<3>& x) { return (x - ball.position).norm() < 0.7; }, 1.2, 60);
}

TEST(DistanceToCapsule, IsThatToItsOutline) {
  const Segment<2> capsule{.from = Vec<2>(-0.5, -0.2), .to = Vec<2>(0.6, 0.3), .radius = 0.25};
  const Vec<2> along = (capsule.to - capsule.from).normalized();
  const Vec<2> across(-along[1], along[0]);
  const double angle = std::atan2(along[1], along[0]);
  const std::vector<Patch<2>> surface = {line_patch(capsule.from + 0.25 * across, capsule.to + 0.25 * across),
                                         line_patch(capsule.from - 0.25 * across, capsule.to - 0.25 * across),
                                         arc_patch(capsule.from, 0.25, angle + 0.5 * pi, angle + 1.5 * pi),
                                         arc_patch(capsule.to, 0.25, angle - 0.5 * pi, angle + 0.5 * pi)};
  const auto inside = [&](const Vec<2>& x) {
    return nearest_of_patch<2>(line_patch(capsule.from, capsule.to), x).distance < 0.25;
  };
  expect_brute_force<2, Segment<2>>(capsule, surface, inside, 1.0, 300);
}

TEST(DistanceToCapsule, InSpaceIsThatToItsSurface) {
  const Segment<3> capsule{.from = Vec<3>(-0.5, -0.2, 0.1), .to = Vec<3>(0.6, 0.3, -0.2), .radius = 0.3};
  const Vec<3> along = (capsule.to - capsule.from).normalized();
  const Vec<3> first = along.unitOrthogonal();
  const Vec<3> second = along.cross(first);
  const auto ring = [=](double u) { return Vec<3>(std::cos(2.0 * pi * u) * first + std::sin(2.0 * pi * u) * second); };
  const std::vector<Patch<3>> surface = {
      [=](double u, double v) { return Vec<3>(capsule.from + v * (capsule.to - capsule.from) + 0.3 * ring(u)); },
      [=](double u, double v) {
        return Vec<3>(capsule.from + 0.3 * (std::sin(0.5 * pi * v) * ring(u) - std::cos(0.5 * pi * v) * along));
      },
      [=](double u, double v) {
        return Vec<3>(capsule.to + 0.3 * (std::sin(0.5 * pi * v) * ring(u) + std::cos(0.5 * pi * v) * along));
      }};
  const auto inside = [&](const Vec<3>& x) {
    const double t = std::min(1.0, std::max(0.0, (x - capsule.from).dot(along) / (capsule.to - capsule.from).norm()));
    return (x - capsule.from - t * (capsule.to - capsule.from)).norm() < 0.3;
  };
  expect_brute_force<3, Segment<3>>(capsule, surface, inside, 0.9, 80);
}

TEST(DistanceToPlane, IsSignedByItsFreeSide) {
  RandomStream random(3, 3);
  const Plane<3> plane{{0.3, 0.2, 0.1}, Vec<3>(2.0, -3.0, 6.0) / 7.0};
  for (int n = 0; n < 100; ++n) {
    const Vec<3> x = random_point<3>(random, 2.0);
    const Closest<3> found = closest(x, plane);
    EXPECT_EQ(found.outward, plane.normal);
    const Vec<3> foot = x - found.distance * found.outward;
    EXPECT_NEAR((foot - plane.point).dot(plane.normal), 0.0, 1e-14);
    EXPECT_EQ(found.distance > 0.0, (x - plane.point).dot(plane.normal) > 0.0);
  }
}

}  // namespace
}  // namespace gluey::test::geometry_distance_test
