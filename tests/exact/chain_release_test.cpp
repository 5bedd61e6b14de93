// Twenty balls in a row on a wall, pulled apart from one end (docs/chain-release.md).
//
// Ball j (1 next to the wall) flies at the wall with speed w_j; the farther the slower. All come to rest on it, one after
// the other, and every contact k stores γ_k = −Σ_{j>k} m_j w_j. Then the wall draws back, ever faster, and pulls them along.
// A contact whose γ is used up has given back what it took, so the ball behind it flies on as it came: ball j lets go
// when the wall's speed is V = w_j, and keeps the velocity −w_j. The farthest goes first and the last one leaves the wall.

#include "core/random.hpp"
#include "support/order.hpp"
#include "support/small_world.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>
#include <vector>

namespace gluey::test::chain_release_test {
namespace {

constexpr std::size_t count = 20;
constexpr double radius = 0.05;
constexpr double omega = std::numbers::pi / 4.0;
constexpr double wall_speed = 1.1;  // at its largest; V = 1.1 sin ωt
constexpr double end = 1.8;

/// The wall's way: A cos ωt, with A ω = wall_speed.
double wall_at(double t) { return wall_speed / omega * std::cos(omega * t); }

/// Several rows of balls, of slightly different speeds, so that means over them do not hang on where in a step each falls.
constexpr std::array<double, 5> rows = {0.0, 0.0031, 0.0077, 0.0123, 0.0169};

double speed_of(std::size_t j, double shift) {
  return 1.0 + shift - 0.7 * static_cast<double>(j) / static_cast<double>(count - 1);
}

struct Ball {
  double released, velocity, position;  // the last two at the end
};
using Row = std::array<Ball, count>;

World<2> row_of_balls(double shift) {
  World<2> world;
  // The oscillation is a sine: a quarter ahead it begins at rest.
  world.obstacles.push_back(plane_through<2>(Vec<2>::Zero(), Vec<2>::UnitX(),
                                             OscillationMotion<2>{.amplitude = wall_speed / omega * Vec<2>::UnitX(),
                                                                  .frequency = omega / (2.0 * std::numbers::pi),
                                                                  .phase = 0.5 * std::numbers::pi}));
  RandomStream random(20, 1);
  double x = wall_at(0.0);
  for (std::size_t j = 0; j < count; ++j) {
    x += random.uniform(0.0005, 0.002) + (j == 0 ? radius : 2.0 * radius);
    world.bodies.add({x, 0.0}, radius, random.uniform(0.5, 2.0));
    world.bodies.velocity.back()[0] = -speed_of(j, shift);
  }
  return world;
}

/// The exact solution.
Row closed_form(double shift) {
  Row row{};
  for (std::size_t j = 0; j < count; ++j) {
    const double speed = speed_of(j, shift);
    const double released = std::asin(speed / wall_speed) / omega;
    const double place = wall_at(released) + (2.0 * static_cast<double>(j) + 1.0) * radius;
    row[j] = {released, -speed, place - speed * (end - released)};
  }
  return row;
}

/// The engine's. The time of release is the last at which γ was negative: the wall's mean velocity over a step is that at
/// its middle, so that γ is half a step behind, and this is the middle of the half steps between which it is used up.
Row computed(double h, Release release, double shift) {
  StepSettings settings;
  settings.step = h;
  settings.accuracy.radii = 1e-9;
  settings.max_iterations = 100000;
  Stepper<2> stepper(row_of_balls(shift), {}, one_law(gluey(-infinity, release)), settings);
  Row row{};
  while (stepper.world.time < end * (1.0 - 1e-12)) {
    stepper.step(end);
    for (std::size_t j = 0; j < count; ++j) {
      const auto ball = static_cast<std::int32_t>(j);
      const double gamma = j == 0 ? potential_between(stepper, 0, static_cast<std::int32_t>(count))
                                  : potential_between(stepper, ball - 1, ball);
      if (gamma < -1e-8) {
        row[j].released = stepper.world.time;
      }
    }
  }
  for (std::size_t j = 0; j < count; ++j) {
    row[j].velocity = stepper.world.bodies.velocity[j][0];
    row[j].position = stepper.world.bodies.position[j][0];
  }
  return row;
}

/// Over all balls of all rows.
struct Errors {
  double time = 0.0, velocity = 0.0, position = 0.0;  // means
  double largest_time = 0.0, largest_velocity = 0.0;
};

using Rows = std::array<Row, rows.size()>;

Rows closed_forms() {
  Rows all;
  std::transform(rows.begin(), rows.end(), all.begin(), closed_form);
  return all;
}
Rows all_computed(double h, Release release) {
  Rows all;
  std::transform(rows.begin(), rows.end(), all.begin(), [&](double shift) { return computed(h, release, shift); });
  return all;
}

Errors compare(const Rows& found, const Rows& reference) {
  Errors errors;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    for (std::size_t j = 0; j < count; ++j) {
      const double time = std::abs(found[k][j].released - reference[k][j].released);
      const double velocity = std::abs(found[k][j].velocity - reference[k][j].velocity);
      errors.time += time / (count * rows.size());
      errors.velocity += velocity / (count * rows.size());
      errors.position += std::abs(found[k][j].position - reference[k][j].position) / (count * rows.size());
      errors.largest_time = std::max(errors.largest_time, time);
      errors.largest_velocity = std::max(errors.largest_velocity, velocity);
    }
  }
  return errors;
}

const std::vector<double> steps = {0.04, 0.02, 0.01, 0.005, 0.0025};

/// Against the closed form; both tests below want the same runs.
const Errors& errors_at(double h, Release release) {
  static std::map<std::pair<double, Release>, Errors> known;
  const auto [entry, fresh] = known.try_emplace({h, release});
  if (fresh) {
    entry->second = compare(all_computed(h, release), closed_forms());
  }
  return entry->second;
}

TEST(ChainRelease, ExactReleaseIsBetterThanLaggedAndKeepsTheVelocity) {
  for (const double h : steps) {
    const Errors& exact = errors_at(h, Release::exact);
    const Errors& lagged = errors_at(h, Release::lagged);
    EXPECT_LT(exact.time, lagged.time) << h;
    EXPECT_LT(exact.position, 0.01 * lagged.position) << h;
    // Released within half a step of the exact time, with the velocity of the exact solution whatever the step. The
    // solver's tolerance, 1e-9 r/h, is all that can be seen of it.
    EXPECT_LE(exact.largest_time, 0.5 * h + 1e-3 * h) << h;
    EXPECT_LT(exact.largest_velocity, 1e-8) << h;
    // The published algorithm leaves about the wall's acceleration times h in the velocity, for ever.
    EXPECT_GT(lagged.largest_velocity, 0.5 * wall_speed * omega * h) << h;
    EXPECT_LT(lagged.largest_velocity, 4.0 * wall_speed * omega * h) << h;
  }
}

TEST(ChainRelease, ConvergesWithOrderOneAndItsPositionsWithOrderTwo) {
  expect_order_one("release time, exact", steps[0], [](double h) { return errors_at(h, Release::exact).time; });
  expect_order_one("velocity, lagged", steps[0], [](double h) { return errors_at(h, Release::lagged).velocity; });
  // Held, a ball is where the wall has it; let go, it has the right velocity. What is left is the step of the release.
  std::vector<Measured> position;
  position.reserve(std::size(steps));
  for (const double h : steps) {
    position.push_back({h, errors_at(h, Release::exact).position});
  }
  fmt::print("             position, exact: order {:.3f}\n", order_of(position));
  EXPECT_GT(order_of(position), 1.8);
}

TEST(LongChainRelease, TableOfErrorsAgainstAFineReference) {
  // The engine itself at 1/64 of the finest step, and the closed form it must agree with.
  const double finest = steps.back() / 64.0;
  const Rows fine = all_computed(finest, Release::exact);
  const Errors errors = compare(fine, closed_forms());
  EXPECT_LE(errors.largest_time, finest);
  EXPECT_LT(errors.largest_velocity, 1e-7);
  EXPECT_LT(errors.position, 1e-8);
  fmt::print(
      "| h | release | time, mean | time, largest | velocity, mean | velocity, largest | position, mean |\n"
      "|---|---|---|---|---|---|---|\n");
  for (const double h : steps) {
    for (const Release release : {Release::exact, Release::lagged}) {
      const Errors e = compare(all_computed(h, release), fine);
      fmt::print("| {} | {} | {:.1e} | {:.1e} | {:.1e} | {:.1e} | {:.1e} |\n", h,
                 release == Release::exact ? "exact" : "lagged", e.time, e.largest_time, e.velocity, e.largest_velocity,
                 e.position);
    }
  }
}

}  // namespace
}  // namespace gluey::test::chain_release_test
