// Exact drags against values and expansions that others published, and the coefficient n(q) made of them.

#include <gluey/ode.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

namespace gluey::ode::ode_drag_test {
namespace {

TEST(SphereAtPlane, IsBrennersTable) {
  // Brenner 1961, table 1, four decimals; cosh α = 1 + gap.
  const std::array<std::array<double, 2>, 6> table = {
      {{0.5, 9.2518}, {1.0, 3.0361}, {1.5, 1.8375}, {2.0, 1.4129}, {2.5, 1.2220}, {3.0, 1.1252}}};
  for (const auto& [alpha, drag] : table) {
    EXPECT_NEAR(sphere_at_plane(std::cosh(alpha) - 1.0), drag, 0.5e-4) << "alpha = " << alpha;
  }
}

TEST(SphereAtPlane, MeetsTheExpansionNearContact) {
  // Cox and Brenner 1967: 1/δ + (1/5) ln(1/δ) + 0.97128, the next term of the size of δ ln δ.
  for (const double gap : {1e-3, 1e-4, 1e-5, 1e-6, 1e-7}) {
    const double expansion = 1.0 / gap + 0.2 * std::log(1.0 / gap) + 0.97128;
    EXPECT_NEAR(sphere_at_plane(gap), expansion, gap * std::log(1.0 / gap) + 1e-5 + 1e-15 / gap) << "gap = " << gap;
  }
}

TEST(SphereAtPlane, MeetsTheExpansionFarAway) {
  // Faxén: 1/(1 − 9x/8 + x³/2), x = r/h, wrong by less than x⁴.
  for (const double height : {10.0, 30.0, 100.0, 999.0, 1001.0, 1e6}) {
    const double x = 1.0 / height;
    EXPECT_NEAR(sphere_at_plane(height - 1.0), 1.0 / (1.0 - 1.125 * x + 0.5 * x * x * x), x * x * x * x + 1e-14);
  }
}

TEST(TwoSpheres, MeetsTheExpansionNearContact) {
  // Jeffrey and Onishi 1984, equal spheres: X₁₁ = 1/(4ξ) + (9/40) ln(1/ξ) + 0.9954 + (3/112) ξ ln(1/ξ), and −X₁₂ the same
  // with 0.3502; their sum, wrong by rounding in the two constants and the size of ξ.
  for (const double gap : {1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7}) {
    const double expansion = 0.5 / gap + 0.45 * std::log(1.0 / gap) + 1.3456 + 3.0 / 56.0 * gap * std::log(1.0 / gap);
    EXPECT_NEAR(two_spheres(gap), expansion, gap + 1e-4 + 1e-15 / gap) << "gap = " << gap;
  }
}

TEST(TwoSpheres, IsTheSeriesOfJeffreyAndOnishi) {
  // Their X₁₁ − X₁₂ = Σ f_k(1) (2s)^{−k}, s = distance of centres / radius, with the printed polynomials f_k.
  const std::array<double, 9> f = {1.0, 3.0, 9.0, 19.0, 93.0, 387.0, 1197.0, 5331.0, 19821.0};
  for (const double s : {10.0, 20.0, 40.0, 100.0}) {
    double sum = 0.0;
    for (std::size_t k = 0; k < f.size(); ++k) {
      sum += f[k] * std::pow(2.0 * s, -static_cast<double>(k));
    }
    // f_k grows by less than four times from one to the next: the rest is less than 2 · 4 · f₈ (2s)^{−9}.
    EXPECT_NEAR(two_spheres(s - 2.0), sum, 8.0 * f.back() * std::pow(2.0 * s, -9.0) + 1e-14) << "s = " << s;
  }
}

TEST(DiscAtLine, MeetsTheAsymptoteWithItsNextTerm) {
  // α² = 2δ − δ²/3 + …, α − tanh α = α³/3 − 2α⁵/15 + …: the ratio to 3√2 π δ^{−3/2} is 1 + (21/20) δ + O(δ²).
  for (const double gap : {1e-2, 1e-3, 1e-4, 1e-6, 1e-9}) {
    const double ratio = disc_at_line(gap) / (3.0 * std::numbers::sqrt2 * std::numbers::pi) * std::pow(gap, 1.5);
    EXPECT_NEAR(ratio, 1.0 + 1.05 * gap, gap * gap + 1e-14) << "gap = " << gap;
  }
}

TEST(DiscAtLine, IsTheClosedFormInHigherPrecision) {
  // α − tanh α loses digits as α²; in long double enough of them are left down to α = 0.01.
  for (const double gap : {1e-4, 1e-3, 0.0049, 0.0051, 0.1, 3.0, 100.0}) {
    const long double alpha = std::acosh(1.0L + static_cast<long double>(gap));
    const long double drag = 4.0L * std::numbers::pi_v<long double> / (alpha - std::tanh(alpha));
    EXPECT_NEAR(disc_at_line(gap) / static_cast<double>(drag), 1.0, 2e-13) << "gap = " << gap;
  }
}

TEST(DragCoefficient, IsEpsilonTimesTheRatioToTheAsymptote) {
  // The table behind it against the series, on both sides of its ends.
  for (const double gap : {1e-9, 0.9e-6, 1.1e-6, 1e-4, 0.013, 0.4, 7.0, 999.0, 1001.0, 1e5}) {
    const double radius = 2.5;
    LubricatedParticle particle{.mass = 2.0, .epsilon = 0.3, .radius = radius};
    const double y = std::log(gap * radius);
    const double power_3d = 0.15 / (gap * radius);
    const double power_2d = 0.15 / std::pow(gap * radius, 1.5);
    const auto expect = [&](Drag drag, double expected) {
      particle.drag = drag;
      // The expansion beyond the ends is wrong by 1e-12; ln q is rounded.
      EXPECT_NEAR(drag_coefficient(particle, y) / expected, 1.0, 4e-12) << "gap = " << gap;
    };
    expect(Drag::asymptotic_3d, power_3d);
    expect(Drag::asymptotic_2d, power_2d);
    expect(Drag::sphere_at_plane, power_3d * gap * sphere_at_plane(gap));
    expect(Drag::two_spheres, power_3d * 2.0 * gap * two_spheres(gap));
    expect(Drag::disc_at_line,
           power_2d * std::pow(gap, 1.5) * disc_at_line(gap) / (3.0 * std::numbers::sqrt2 * std::numbers::pi));
  }
}

}  // namespace
}  // namespace gluey::ode::ode_drag_test
