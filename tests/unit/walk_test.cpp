// Shortest ways on a grid against geometry: the distance from a point, and around the corner of a wall.

#include "force/walk.hpp"
#include "support/order.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace gluey::walk_test {
namespace {

template <int D>
WalkGrid<D> unit_box(std::size_t cells) {
  WalkGrid<D> grid;
  grid.spacing = 1.0 / static_cast<double>(cells);
  grid.count.fill(cells + 1);
  return grid;
}

using Reach = std::vector<std::uint8_t>;

template <int D, class Inside>
Reach where(const WalkGrid<D>& grid, const Inside& inside) {
  Reach result(grid.size());
  for (std::size_t k = 0; k < grid.size(); ++k) {
    result[k] = inside(grid.point(k)) ? 1 : 0;
  }
  return result;
}

// From a ball about the middle: |x − c| − R, to first order. (From a point the source's own error adds a logarithm.)
template <int D>
void expect_distance_from_a_ball() {
  const Vec<D> center = Vec<D>::Constant(0.5);
  test::expect_order_one("fast marching", 1.0 / 16, [&](double h) {
    const auto grid = unit_box<D>(static_cast<std::size_t>(std::lround(1.0 / h)));
    const Reach exit = where(grid, [&](const Vec<D>& x) { return (x - center).norm() <= 0.25 + 1e-12; });
    std::vector<double> time = arrival_times(grid, exit, Reach(grid.size()));
    // The points within the ball start at 0, up to a spacing from its border: measured from what they stand for.
    double mean = 0.0, count = 0.0;
    for (std::size_t k = 0; k < grid.size(); ++k) {
      const double exact = (grid.point(k) - center).norm() - 0.25;
      if (exact > 0.05) {
        mean += std::abs(time[k] - exact);
        count += 1.0;
      }
    }
    return mean / count;
  });
}
TEST(Walk, FindsTheDistanceFromADisc) { expect_distance_from_a_ball<2>(); }

TEST(Walk, TurnsAroundTheEndOfAWall) {
  // A wall at x = 0.5 from y = 0 to 0.6; the exit at (0.1, 0.1). The way from (0.9, 0.1) goes by the end of the wall.
  const auto grid = unit_box<2>(400);
  const Vec<2> exit_at(0.1, 0.1), corner(0.5, 0.6);
  const Reach exit = where(grid, [&](const Vec<2>& x) { return (x - exit_at).norm() < 1e-9; });
  const Reach wall = where(grid, [](const Vec<2>& x) { return std::abs(x[0] - 0.5) < 1e-9 && x[1] < 0.6 - 1e-9; });
  const std::vector<double> time = arrival_times(grid, exit, wall);
  const GridFlow<2> way = directions(grid, time);
  for (const Vec<2>& x : {Vec<2>(0.9, 0.1), Vec<2>(0.7, 0.3), Vec<2>(0.6, 0.05)}) {
    const std::size_t k =
        static_cast<std::size_t>(std::lround(x[0] * 400)) * 401 + static_cast<std::size_t>(std::lround(x[1] * 400));
    const double exact = (x - corner).norm() + (corner - exit_at).norm();
    EXPECT_NEAR(time[k], exact, 0.02 * exact);
    EXPECT_GT(way.at(x, 0.0).dot((corner - x).normalized()), 0.995);
  }
  // On the side of the exit, straight.
  EXPECT_GT(way.at(Vec<2>(0.3, 0.8), 0.0).dot((exit_at - Vec<2>(0.3, 0.8)).normalized()), 0.995);
  // Within the wall, out of it.
  EXPECT_NEAR(std::abs(way.at(Vec<2>(0.5, 0.2), 0.0)[0]), 1.0, 1e-12);
}

TEST(Walk, SaysWhereNoWayLeads) {
  const auto grid = unit_box<3>(10);
  const Reach exit = where(grid, [](const Vec<3>& x) { return x.norm() < 1e-9; });
  const Reach wall = where(grid, [](const Vec<3>& x) { return std::abs(x[2] - 0.5) < 1e-9; });
  const std::vector<double> time = arrival_times(grid, exit, wall);
  for (std::size_t k = 0; k < grid.size(); ++k) {
    EXPECT_EQ(std::isfinite(time[k]), grid.point(k)[2] < 0.45);
  }
}

}  // namespace
}  // namespace gluey::walk_test
