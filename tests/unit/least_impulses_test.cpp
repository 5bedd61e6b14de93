// The smallest impulses that do the same: sums and moments stay, bounds hold, and the conditions of the minimum are met.

#include "step/least_impulses.hpp"

#include "core/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace gluey::least_impulses_test {
namespace {

template <int D>
Vec<D> resultant(const std::vector<FlatPoint<D>>& points) {
  Vec<D> sum = Vec<D>::Zero();
  for (const FlatPoint<D>& point : points) {
    sum += point.impulse * point.place;
  }
  return sum;
}

TEST(LeastImpulses, OfASquarePressedInTheMiddleAreEqual) {
  std::vector<FlatPoint<3>> points;
  for (const auto& [x, y] : {std::pair(1.0, 1.0), std::pair(-1.0, 1.0), std::pair(-1.0, -1.0), std::pair(1.0, -1.0)}) {
    points.push_back({.place = {1.0, x, y}});
  }
  points[0].impulse = points[2].impulse = 2.0;  // as a solver may leave it
  take_least_impulses<3>(points);
  for (const FlatPoint<3>& point : points) {
    EXPECT_NEAR(point.impulse, 1.0, 1e-15);
  }
}

TEST(LeastImpulses, CountTwoCornersAtOnePlaceAsOne) {
  // A triangle, and the same with a corner twice, each with half the weight.
  std::vector<FlatPoint<3>> three = {{.place = {1.0, 1.0, 0.0}, .impulse = 1.0},
                                     {.place = {1.0, -1.0, 0.5}, .impulse = 2.0},
                                     {.place = {1.0, -1.0, -0.5}, .impulse = 3.0}};
  std::vector<FlatPoint<3>> four = three;
  four.push_back(four[0]);
  four[0].weight = four[3].weight = 0.5;
  four[0].impulse = 0.0;
  take_least_impulses<3>(three);
  take_least_impulses<3>(four);
  EXPECT_NEAR(four[0].impulse, 0.5 * three[0].impulse, 1e-14);
  EXPECT_NEAR(four[3].impulse, 0.5 * three[0].impulse, 1e-14);
  EXPECT_NEAR(four[1].impulse, three[1].impulse, 1e-14);
}

/// min ½ Σ p²/w with Σ p a given and p ≥ l: p_k = w_k y·a_k where p_k > l_k, and ≤ there where p_k = l_k.
template <int D>
void obeys_the_conditions(const std::vector<FlatPoint<D>>& points, double scale) {
  // y from those that are free, by least squares.
  Eigen::Matrix<double, D, D> n = Eigen::Matrix<double, D, D>::Zero();
  Vec<D> r = Vec<D>::Zero();
  for (const FlatPoint<D>& point : points) {
    if (point.impulse > point.lower + 1e-9 * scale && !point.open) {
      n += point.place * point.place.transpose();
      r += point.impulse / point.weight * point.place;
    }
  }
  if (n.determinant() < 1e-6) {
    return;  // too few, or in a line: they have no choice, and y has
  }
  const Vec<D> y = n.inverse() * r;
  for (const FlatPoint<D>& point : points) {
    if (point.impulse > point.lower + 1e-9 * scale && !point.open) {
      EXPECT_NEAR(point.impulse, point.weight * y.dot(point.place), 1e-7 * scale);
    } else if (!point.open) {
      EXPECT_LE(point.weight * y.dot(point.place), point.lower + 1e-7 * scale);
    }
  }
}

template <int D>
void random_contacts() {
  RandomStream random(11, D);
  for (int trial = 0; trial < 2000; ++trial) {
    std::vector<FlatPoint<D>> points(3 + static_cast<std::size_t>(random.uniform(0.0, 6.0)));
    double scale = 0.0;
    for (FlatPoint<D>& point : points) {
      point.place[0] = 1.0;
      for (int axis = 1; axis < D; ++axis) {
        point.place[axis] = random.uniform(-1.0, 1.0);
      }
      point.weight = random.uniform(0.1, 1.0);
      point.lower = random.uniform() < 0.5 ? 0.0 : random.uniform(-1.0, 0.0);
      point.open = random.uniform() < 0.1;
      point.impulse = point.open || random.uniform() < 0.3 ? point.lower : point.lower + random.uniform(0.0, 3.0);
      scale = std::max(scale, std::abs(point.impulse));
    }
    const std::vector<FlatPoint<D>> before = points;
    take_least_impulses<D>(points);
    EXPECT_LT((resultant<D>(points) - resultant<D>(before)).norm(), 1e-12 * (1.0 + scale)) << trial;
    double norm = 0.0, norm_before = 0.0;
    for (std::size_t k = 0; k < points.size(); ++k) {
      EXPECT_GE(points[k].impulse, points[k].lower);
      if (points[k].open) {
        EXPECT_EQ(points[k].impulse, points[k].lower);
      }
      norm += points[k].impulse * points[k].impulse / points[k].weight;
      norm_before += before[k].impulse * before[k].impulse / before[k].weight;
    }
    EXPECT_LE(norm, norm_before * (1.0 + 1e-9));
    obeys_the_conditions<D>(points, 1.0 + scale);
  }
}
TEST(LeastImpulses, OfAnyContactInThePlaneMeetTheConditionsOfTheMinimum) { random_contacts<2>(); }
TEST(LeastImpulses, OfAnyContactInSpaceMeetTheConditionsOfTheMinimum) { random_contacts<3>(); }

// Two faces that cross: three points of their six press, and these are in a line but for 1e-5. The moment about that line was lost.
TEST(LeastImpulses, OfPointsThatAreAllButInALineKeepTheirMoment) {
  std::vector<FlatPoint<3>> points = {
      {.place = {1.0, -0.562953388, 0.749926512}, .weight = 0.982, .lower = -0.00223619, .impulse = -0.00221392787},
      {.place = {1.0, 0.661513842, -0.749925386}, .weight = 1.13, .open = true},
      {.place = {1.0, 0.661530968, 0.749917841}, .weight = 1.13, .lower = -0.00258871, .impulse = -0.00132706466},
      {.place = {1.0, -0.0978993182, 0.749926512}, .weight = 0.612, .lower = -0.000246348, .impulse = 0.00348679089},
      {.place = {1.0, -0.0992387157, -0.749925386}, .weight = 0.612, .open = true},
      {.place = {1.0, -0.562953388, -0.749920092}, .weight = 0.982, .open = true}};
  const Vec<3> before = resultant<3>(points);
  take_least_impulses<3>(points);
  EXPECT_LT((resultant<3>(points) - before).norm(),
            1e-11);  // 1e-8 was lost; a condition of 1e12 leaves four digits of 1e-8
}

TEST(LeastImpulses, DoNotDependOnWhereTheSolverEnded) {
  // A hexagon; impulses that differ by what moves nobody.
  std::vector<FlatPoint<3>> points;
  for (int k = 0; k < 6; ++k) {
    const double angle = 1.1 * k;
    points.push_back({.place = {1.0, std::cos(angle), std::sin(angle)}, .lower = -0.5, .impulse = 0.3 * k});
  }
  std::vector<FlatPoint<3>> others = points;
  take_least_impulses<3>(points);
  // Along a null vector of the places, found by hand: three barycentric coordinates of a fourth point.
  Eigen::Matrix3d three;
  three << others[0].place, others[1].place, others[2].place;
  const Vec<3> shares = three.inverse() * others[4].place;
  for (std::size_t k = 0; k < 3; ++k) {
    others[k].impulse -= 0.1 * shares[static_cast<int>(k)];
  }
  others[4].impulse += 0.1;
  take_least_impulses<3>(others);
  for (std::size_t k = 0; k < points.size(); ++k) {
    EXPECT_NEAR(points[k].impulse, others[k].impulse, 1e-13);
  }
}

}  // namespace
}  // namespace gluey::least_impulses_test
