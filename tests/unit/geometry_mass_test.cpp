// Volume, centre and inertia against sums over a fine grid of the shape's own inside, and against each other.

#include "geometry/distance/point_box.hpp"
#include "geometry/distance/point_polygon.hpp"
#include "geometry/distance/point_polyhedron.hpp"
#include "geometry/distance/point_segment.hpp"
#include "geometry/mass.hpp"
#include "unit/polytope_brute.hpp"

#include <gtest/gtest.h>

namespace gluey::test::geometry_mass_test {
namespace {

/// By the midpoint rule on `cells` lines along every axis but the last, which is integrated between the exact ends of the
/// line's stretch inside, found by bisection: error of the order of the cell's area at the rim.
template <int D, class Shape>
MassProperties<D> by_lines(const Shape& shape, double size, int cells) {
  MassProperties<D> sum;
  Eigen::Matrix<double, D, D> second = Eigen::Matrix<double, D, D>::Zero();
  const double step = 2.0 * size / cells;
  const Vec<D> middle = shape.center();
  Vec<D> first = Vec<D>::Zero();
  const int lines = D == 2 ? cells : cells * cells;
  for (int line = 0; line < lines; ++line) {
    Vec<D> x = middle;
    x[0] += -size + (line % cells + 0.5) * step;
    if constexpr (D == 3) {
      const int row = line / cells;
      x[1] += -size + (row + 0.5) * step;
    }
    // A point of the line inside, by the least signed distance along it, which is convex.
    double low = -size, high = size;
    const auto distance = [&](double z) {
      Vec<D> y = x;
      y[D - 1] = middle[D - 1] + z;
      return closest(y, shape).distance;
    };
    for (int k = 0; k < 60; ++k) {
      const double a = low + (high - low) / 3.0, b = high - (high - low) / 3.0;
      (distance(a) < distance(b) ? high : low) = distance(a) < distance(b) ? b : a;
    }
    const double deep = 0.5 * (low + high);
    if (distance(deep) >= 0.0) {
      continue;
    }
    const auto end = [&](double out) {
      double in = deep;
      for (int k = 0; k < 60; ++k) {
        (distance(0.5 * (in + out)) < 0.0 ? in : out) = 0.5 * (in + out);
      }
      return in;
    };
    const double from = end(-size), to = end(size), cell = D == 2 ? step : step * step;
    const double m0 = cell * (to - from), m1 = cell * 0.5 * (to * to - from * from),
                 m2 = cell * (to * to * to - from * from * from) / 3.0;
    Vec<D> flat = x - middle;
    flat[D - 1] = 0.0;
    const Vec<D> up = Vec<D>::Unit(D - 1);
    sum.volume += m0;
    first += m0 * flat + m1 * up;
    second +=
        m0 * flat * flat.transpose() + m1 * (flat * up.transpose() + up * flat.transpose()) + m2 * up * up.transpose();
  }
  sum.center = first / sum.volume;
  second -= sum.volume * sum.center * sum.center.transpose();
  sum.center += middle;
  if constexpr (D == 2) {
    sum.inertia(0, 0) = second.trace();
  } else {
    sum.inertia = second.trace() * Eigen::Matrix3d::Identity() - second;
  }
  return sum;
}

template <int D>
void expect_same(const MassProperties<D>& a, const MassProperties<D>& b, double tolerance) {
  EXPECT_NEAR(a.volume, b.volume, tolerance * b.volume);
  EXPECT_NEAR((a.center - b.center).norm(), 0.0, tolerance);
  EXPECT_NEAR((a.inertia - b.inertia).norm(), 0.0, tolerance * b.inertia.norm());
}

TEST(MassOfSolids, InThePlaneIsTheSumOverTheirInside) {
  RandomStream random(2, 2);
  for (int trial = 0; trial < 5; ++trial) {
    const auto box = Any<Box<2>>::make(random);
    expect_same<2>(mass_properties(box), by_lines<2>(box, box.extent(), 500), 1e-4);
    const auto polygon = Any<Polygon>::make(random);
    expect_same<2>(mass_properties(polygon), by_lines<2>(polygon, polygon.extent(), 500), 1e-4);
    auto capsule = Any<Segment<2>>::make(random);
    capsule.radius += 0.1;
    expect_same<2>(mass_properties(capsule), by_lines<2>(capsule, capsule.extent(), 500), 1e-3);
  }
}

TEST(MassOfSolids, InSpaceIsTheSumOverTheirInside) {
  RandomStream random(3, 2);
  for (int trial = 0; trial < 2; ++trial) {
    const auto box = Any<Box<3>>::make(random);
    expect_same<3>(mass_properties(box), by_lines<3>(box, box.extent(), 30), 4e-2);
    const auto polyhedron = Any<Polyhedron>::make(random);
    expect_same<3>(mass_properties(polyhedron), by_lines<3>(polyhedron, polyhedron.extent(), 30), 4e-2);
    auto capsule = Any<Segment<3>>::make(random);
    capsule.radius += 0.1;
    expect_same<3>(mass_properties(capsule), by_lines<3>(capsule, capsule.extent(), 30), 4e-2);
  }
}

TEST(MassOfSolids, IsTheSameForABoxHoweverItIsGiven) {
  RandomStream random(4, 2);
  for (int trial = 0; trial < 20; ++trial) {
    const auto box = Any<Box<3>>::make(random);
    expect_same<3>(mass_properties(placed(box_polyhedron(box.half), box.pose)), mass_properties(box), 1e-12);
    const auto flat = Any<Box<2>>::make(random);
    Polygon polygon;
    for (const Vec<2>& corner : {Vec<2>(-1.0, -1.0), Vec<2>(1.0, -1.0), Vec<2>(1.0, 1.0), Vec<2>(-1.0, 1.0)}) {
      polygon.points.push_back(flat.pose.to_world(corner.cwiseProduct(flat.half)));
    }
    expect_same<2>(mass_properties(polygon), mass_properties(flat), 1e-12);
  }
}

TEST(MassOfSolids, OfATetrahedronIsTheClosedForm) {
  // Corners 0, e1, e2, e3: V = 1/6, centre 1/4, ∫x² = 1/60 and ∫xy = 1/120 about the origin.
  const Polyhedron t = convex_hull({{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}});
  const MassProperties<3> m = mass_properties(t);
  EXPECT_NEAR(m.volume, 1.0 / 6.0, 1e-15);
  EXPECT_NEAR((m.center - Vec<3>::Constant(0.25)).norm(), 0.0, 1e-15);
  const double square = 1.0 / 60.0 - 1.0 / 96.0, product = 1.0 / 120.0 - 1.0 / 96.0;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      EXPECT_NEAR(m.inertia(i, j), i == j ? 2.0 * square : -product, 1e-15);
    }
  }
}

TEST(MassOfSolids, OfACapsuleWithoutLengthIsThatOfABall) {
  const Segment<3> ball{.from = {1.0, 2.0, 3.0}, .to = {1.0, 2.0, 3.0}, .radius = 0.7};
  const MassProperties<3> m = mass_properties(ball);
  EXPECT_NEAR(m.volume, 4.0 / 3.0 * M_PI * 0.343, 1e-14);
  EXPECT_NEAR((m.inertia - 0.4 * m.volume * 0.49 * Eigen::Matrix3d::Identity()).norm(), 0.0, 1e-14);
  const MassProperties<2> disc = mass_properties(Segment<2>{.from = {1.0, 2.0}, .to = {1.0, 2.0}, .radius = 0.7});
  EXPECT_NEAR(disc.inertia(0, 0), 0.5 * M_PI * 0.49 * 0.49, 1e-14);
}

}  // namespace
}  // namespace gluey::test::geometry_mass_test
