// A top that turns freely: what it keeps, the closed form of the symmetric one, and order 2 for any.

#include "world/free_rotation.hpp"

#include "support/order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace gluey::test::free_rotation_test {
namespace {

struct Top {
  Vec<3> moments;
  Rotation<3> orientation;
  Vec<3> omega;

  void turn(double h) {
    const FreeRotation<3> next = free_rotation(orientation, moments, omega, h);
    orientation = next.orientation;
    omega = next.angular_velocity;
  }
  [[nodiscard]] Vec<3> momentum() const {
    const Eigen::Matrix3d r = orientation.quaternion.toRotationMatrix();
    return r * moments.asDiagonal() * r.transpose() * omega;
  }
  [[nodiscard]] double energy() const { return 0.5 * omega.dot(momentum()); }
};

Rotation<3> leaning() { return Rotation<3>{}.turned(Vec<3>(0.3, -0.7, 0.5)); }

TEST(FreeTop, WithThreeMomentsKeepsEnergyAndAngularMomentumOverTenThousandSteps) {
  // Started near its unstable axis, so that it tumbles all the way: 10⁴ steps of a fiftieth of a turn.
  Top top{{1.0, 2.0, 3.5}, leaning(), leaning().apply(Vec<3>(0.1, 2.0, 0.05))};
  const double energy = top.energy();
  const Vec<3> momentum = top.momentum();
  double upside_down = 1.0;
  for (int n = 1; n <= 10000; ++n) {
    top.turn(0.06);
    ASSERT_NEAR(top.energy(), energy, 1e-12 * energy) << "step " << n;
    ASSERT_LT((top.momentum() - momentum).norm(), 1e-12 * momentum.norm()) << "step " << n;
    upside_down = std::min(upside_down, top.orientation.apply(Vec<3>::UnitY()).dot(momentum) / momentum.norm());
  }
  EXPECT_LT(upside_down, -0.9);  // it did tumble
}

// However far it turns in a step: the rule by itself had no solution from about a radian on, and bodies gained and lost energy as they flew.
TEST(FreeTop, KeepsEnergyAndAngularMomentumHoweverFastItTurns) {
  const Vec<3> of_all_kinds[] = {{1.0, 2.0, 2.9}, {0.02, 1.0, 1.01}, {1.0, 1.0, 0.1}, {0.3, 5.0, 0.01}};
  for (const Vec<3>& moments : of_all_kinds) {
    for (double turn = 0.1; turn < 1e5; turn *= 1.3) {
      for (const Vec<3>& axis : {Vec<3>(0.1, 2.0, 0.05), Vec<3>(1.0, -0.4, 0.7), Vec<3>(0.9, 0.1, 0.0)}) {
        Top top{moments, leaning(), leaning().apply(Vec<3>(turn * axis.normalized()))};
        const double energy = top.energy();
        const Vec<3> momentum = top.momentum();
        for (int n = 0; n < 3; ++n) {
          top.turn(1.0);
          ASSERT_NEAR(top.energy(), energy, 1e-11 * energy) << "turns by " << turn;
          ASSERT_LT((top.momentum() - momentum).norm(), 1e-11 * momentum.norm()) << "turns by " << turn;
        }
      }
    }
  }
}

TEST(FreeTop, ThatAllButStandsStillIsLeftAlone) {
  for (const double size : {0.0, 1e-320, 1e-200, 1e-155, 1e-153}) {
    Top top{{1.0, 2.0, 3.5}, leaning(), size * Vec<3>(1.0, -2.0, 0.5)};
    const Vec<3> before = top.omega;
    top.turn(0.1);
    EXPECT_LE((top.omega - before).norm(), 1e-15 * size) << size;
    EXPECT_LT(leaning().quaternion.angularDistance(top.orientation.quaternion), 1e-15) << size;
  }
}

TEST(FreeTop, OfEqualMomentsTurnsByTheExponentialMap) {
  Top top{Vec<3>::Constant(0.4), leaning(), Vec<3>(1.0, -2.0, 0.5)};
  for (int n = 0; n < 100; ++n) {
    top.turn(0.03);
  }
  EXPECT_EQ(top.omega, Vec<3>(1.0, -2.0, 0.5));
  const Eigen::Quaterniond exact(Eigen::AngleAxisd(3.0 * top.omega.norm(), top.omega.normalized()));
  EXPECT_LT((exact * leaning().quaternion).angularDistance(top.orientation.quaternion), 1e-13);
}

/// Moments (A, A, C): the axis goes round the angular momentum L at |L|/A, and the body turns about its axis at
/// (A − C)/A · W₃ besides.
struct SymmetricTop {
  double across = 1.0, about = 2.5;
  Vec<3> spin = {0.8, 0.0, 1.5};  // in the body's frame at time 0

  [[nodiscard]] Top start() const { return {{across, across, about}, leaning(), leaning().apply(spin)}; }
  [[nodiscard]] Eigen::Quaterniond exact(double t) const {
    const Vec<3> momentum = start().momentum();
    const Eigen::Quaterniond precession(Eigen::AngleAxisd(momentum.norm() / across * t, momentum.normalized()));
    const Eigen::Quaterniond own(Eigen::AngleAxisd((across - about) / across * spin[2] * t, Vec<3>::UnitZ()));
    return precession * leaning().quaternion * own;
  }
};

TEST(FreeTop, SymmetricPrecessesAtTheClosedFormsRate) {
  const SymmetricTop symmetric;
  Top top = symmetric.start();
  const Vec<3> momentum = top.momentum();
  const Vec<3> up = momentum.normalized();
  const auto azimuth = [&](const Top& now) {
    const Vec<3> axis = now.orientation.apply(Vec<3>::UnitZ());
    const Vec<3> east = Vec<3>::UnitX().cross(up).normalized();
    return std::atan2(axis.dot(up.cross(east)), axis.dot(east));
  };
  // The rule turns the axis by the same angle in every step, and keeps its inclination; the rate has an error of order h².
  const double h = 1e-3;
  const double inclination = top.orientation.apply(Vec<3>::UnitZ()).dot(up);
  double angle = 0.0;
  double before = azimuth(top);
  for (int n = 0; n < 5000; ++n) {
    top.turn(h);
    const double now = azimuth(top);
    angle += std::remainder(now - before, 2.0 * M_PI);
    before = now;
    ASSERT_NEAR(top.orientation.apply(Vec<3>::UnitZ()).dot(up), inclination, 1e-12);
  }
  const double rate = momentum.norm() / symmetric.across;
  EXPECT_NEAR(angle / 5.0, rate, rate * rate * rate * h * h);
}

TEST(FreeTop, SymmetricConvergesWithOrderTwo) {
  const SymmetricTop symmetric;
  expect_order("symmetric top, orientation", 2.0, 0.05, [&](double h) {
    Top top = symmetric.start();
    for (int n = 0; n < static_cast<int>(std::lround(4.0 / h)); ++n) {
      top.turn(h);
    }
    return symmetric.exact(4.0).angularDistance(top.orientation.quaternion);
  });
}

/// Euler's equations by a method of another kind, classical Runge–Kutta with small steps, in the body's frame.
Vec<3> runge_kutta_spin(const Vec<3>& moments, Vec<3> w, double end) {
  const auto slope = [&](const Vec<3>& x) { return Vec<3>(-x.cross(moments.cwiseProduct(x)).cwiseQuotient(moments)); };
  const int steps = 20000;
  const double h = end / steps;
  for (int n = 0; n < steps; ++n) {
    const Vec<3> a = slope(w), b = slope(w + 0.5 * h * a), c = slope(w + 0.5 * h * b), d = slope(w + h * c);
    w += h / 6.0 * (a + 2.0 * b + 2.0 * c + d);
  }
  return w;
}

TEST(FreeTop, WithThreeMomentsConvergesWithOrderTwo) {
  const Vec<3> moments(1.0, 2.0, 3.5);
  const Vec<3> spin(0.4, 1.5, 0.3);
  const Vec<3> exact = runge_kutta_spin(moments, spin, 4.0);
  expect_order("asymmetric top, spin", 2.0, 0.05, [&](double h) {
    Top top{moments, leaning(), leaning().apply(spin)};
    for (int n = 0; n < static_cast<int>(std::lround(4.0 / h)); ++n) {
      top.turn(h);
    }
    return (top.orientation.apply_inverse(top.omega) - exact).norm();
  });
}

TEST(FreeTop, RespunKeepsTheAngularMomentumOfTheOrientationBefore) {
  const Vec<3> moments(1.0, 2.0, 3.5);
  const Top before{moments, leaning(), Vec<3>(0.4, 1.5, 0.3)};
  const Rotation<3> to = leaning().turned(Vec<3>(0.05, 0.02, -0.1));
  const Top after{moments, to, respun(before.orientation, to, moments, before.omega)};
  EXPECT_LT((after.momentum() - before.momentum()).norm(), 1e-14 * before.momentum().norm());
}

TEST(FreeTop, InertiaInSpaceTurnsWithTheBody) {
  const Vec<3> moments(1.0, 2.0, 3.5);
  const Eigen::Matrix3d j = in_space(leaning(), moments);
  for (int axis = 0; axis < 3; ++axis) {
    const Vec<3> e = leaning().apply(Vec<3>::Unit(axis));
    EXPECT_LT((j * e - moments[axis] * e).norm(), 1e-14);
  }
}

}  // namespace
}  // namespace gluey::test::free_rotation_test
