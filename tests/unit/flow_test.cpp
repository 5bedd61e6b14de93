// Ω = ½ curl U of every flow against central differences of U.

#include "force/flow.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace gluey::test::flow_test {
namespace {

struct Draws {
  std::uint64_t state = 11;
  double operator()() {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return 2.0 * static_cast<double>(state >> 11) / 9007199254740992.0 - 1.0;
  }
  template <int D>
  Vec<D> vector() {
    Vec<D> v;
    for (int axis = 0; axis < D; ++axis) {
      v[axis] = (*this)();
    }
    return v;
  }
};

/// ½ Σ e_a × ∂U/∂x_a. Differences of quadratic flows are exact but for rounding, those of others are off by d² U'''/6.
template <int D, class Kind>
Spin<D> half_curl(const Kind& flow, const Vec<D>& x, double t, double d) {
  Spin<D> sum = Spin<D>::Zero();
  for (int axis = 0; axis < D; ++axis) {
    const Vec<D> step = d * Vec<D>::Unit(axis);
    sum += 0.5 * moment(Vec<D>(Vec<D>::Unit(axis)), Vec<D>((flow.at(x + step, t) - flow.at(x - step, t)) / (2.0 * d)));
  }
  return sum;
}

/// At points of a box of which `apart` tells how far they are from where Ω jumps.
template <int D, class Kind, class Apart>
void expect_half_curl(const Kind& flow, double tolerance, const Apart& apart) {
  constexpr double d = 1e-4;
  Draws draws;
  int seen = 0;
  for (int n = 0; n < 400; ++n) {
    const Vec<D> x = draws.vector<D>();
    const double t = 1.5 + draws();
    if (apart(x) < 2.0 * d) {
      continue;
    }
    ++seen;
    ASSERT_LT((flow.spin(x, t) - half_curl<D>(flow, x, t, d)).norm(), tolerance) << x.transpose() << " at " << t;
  }
  EXPECT_GT(seen, 300);
}
constexpr auto anywhere = [](const auto& /*x*/) { return 1.0; };

template <class Dimension>
class FlowSpin : public ::testing::Test {};
using Dimensions = ::testing::Types<std::integral_constant<int, 2>, std::integral_constant<int, 3>>;
TYPED_TEST_SUITE(FlowSpin, Dimensions);

TYPED_TEST(FlowSpin, IsHalfTheCurlOfFlowsWithAFormula) {
  constexpr int D = TypeParam::value;
  Draws draws;
  const Vec<D> center = 0.3 * draws.vector<D>();
  expect_half_curl<D>(UniformFlow<D>{draws.vector<D>()}, 1e-11, anywhere);
  for (int along = 0; along < D; ++along) {
    for (int across = 0; across < D; ++across) {
      if (across == along) {
        continue;
      }
      for (const double omega : {0.0, 2.0}) {
        expect_half_curl<D>(ShearFlow<D>{1.7, center, along, across, omega}, 1e-11, anywhere);
      }
      expect_half_curl<D>(ChannelFlow<D>{1.3, -0.7, 0.6, along, across}, 1e-11, [across](const Vec<D>& x) {
        return std::min(std::abs(x[across] + 0.7), std::abs(x[across] - 0.6));
      });
    }
  }
  expect_half_curl<D>(TaylorGreenFlow<D>{0.8, 1.7, center}, 1e-6, anywhere);
}

TEST(FlowSpin2D, IsHalfTheCurlOfVortices) {
  const Vec<2> center(0.1, -0.2);
  const auto apart = [&](const Vec<2>& x) { return std::abs((x - center).norm() - 0.5); };
  expect_half_curl<2>(VortexFlow<2>{Spin<2>(1.9), center}, 1e-11, anywhere);
  expect_half_curl<2>(VortexFlow<2>{Spin<2>(1.9), center, 0.5}, 1e-6, apart);
}

TEST(FlowSpin3D, IsHalfTheCurlOfVorticesAndPipes) {
  const Vec<3> center(0.1, -0.2, 0.3), omega(0.4, -1.1, 0.7);
  const auto apart = [&](const Vec<3>& x) { return std::abs((x - center).cross(omega.normalized()).norm() - 0.5); };
  expect_half_curl<3>(VortexFlow<3>{omega, center}, 1e-11, anywhere);
  expect_half_curl<3>(VortexFlow<3>{omega, center, 0.5}, 1e-6, apart);
  for (int along = 0; along < 3; ++along) {
    expect_half_curl<3>(PipeFlow{1.2, 0.9, center, along}, 1e-11, [&](const Vec<3>& x) {
      return std::abs((x - center).cross(Vec<3>::Unit(along)).norm() - 0.9);
    });
  }
}

// Random velocities on a grid that covers a part of the box: within a cell the interpolant is smooth, beyond the grid nothing
// changes along the axis that has left it.
TYPED_TEST(FlowSpin, IsHalfTheCurlOfWhatAGridInterpolates) {
  constexpr int D = TypeParam::value;
  Draws draws;
  GridFlow<D> grid;
  grid.origin = Vec<D>::Constant(-0.6);
  grid.spacing = Vec<D>::LinSpaced(0.25, 0.4);
  grid.count.fill(4);
  grid.count[D - 1] = D == 2 ? 4 : 1;  // in space also a layer without a neighbour
  grid.times = {0.0, 1.2, 2.0};
  const std::size_t points = 16;
  for (std::size_t k = 0; k < 3 * points; ++k) {
    grid.velocity.push_back(draws.vector<D>());
  }
  expect_half_curl<D>(grid, 1e-8, [&](const Vec<D>& x) {
    double nearest = 1.0;
    for (int axis = 0; axis < D; ++axis) {
      for (std::size_t k = 0; k < grid.count[static_cast<std::size_t>(axis)]; ++k) {
        const double line = grid.origin[axis] + static_cast<double>(k) * grid.spacing[axis];
        nearest = std::min(nearest, std::abs(x[axis] - line));
      }
    }
    return nearest;
  });
  // On the border itself it is that of the cell within.
  const Vec<D> border = grid.origin, within = grid.origin + 1e-9 * Vec<D>::Ones();
  EXPECT_LT((grid.spin(border, 0.5) - grid.spin(within, 0.5)).norm(), 1e-7);
  EXPECT_EQ(grid.spin(Vec<D>(border - Vec<D>::Ones()), 0.5), Spin<D>(Spin<D>::Zero()));
}

}  // namespace
}  // namespace gluey::test::flow_test
