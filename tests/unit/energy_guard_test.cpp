// How far impulses are shortened so that contacts give no energy, on impulses that no solver would leave.

#include "step/energy_guard.hpp"
#include "support/small_world.hpp"

#include <gtest/gtest.h>

namespace gluey::test {
namespace {

/// Balls in line, the last one before a wall where there is one, pushed by impulses between each and the next.
struct Line {
  World<2> world;
  Contacts<2> contacts;
  Surfaces<2> surfaces;
  std::vector<double> gap;
  std::vector<Vec<2>> begun, velocity;
  std::vector<Spin<2>> spin;
  std::vector<FreeRotation<2>> free_rotation;

  void ball(double speed, double mass) {
    world.bodies.add(Vec<2>(2.0 * static_cast<double>(begun.size()), 0.0), 1.0, mass);
    begun.emplace_back(speed, 0.0);
    velocity = begun;
    spin.push_back(Spin<2>::Zero());
    free_rotation.push_back({Rotation<2>{}, Spin<2>::Zero()});
  }
  /// Between a ball and the next, or a wall.
  void contact(std::int32_t first, double open, double impulse) {
    const std::size_t c = contacts.size();
    contacts.resize(c + 1);
    contacts.first[c] = first;
    contacts.second[c] = first + 1;
    contacts.normal[c] = Vec<2>::UnitX();
    contacts.impulse[c] = impulse;
    contacts.gap[c] = open;
    gap.push_back(open);
    surfaces.velocity.push_back(Vec<2>::Zero());
    const auto i = static_cast<std::size_t>(first);
    velocity[i][0] -= impulse * world.bodies.inverse_mass[i][0];
    if (i + 1 < begun.size()) {
      velocity[i + 1][0] += impulse * world.bodies.inverse_mass[i + 1][0];
    }
  }
  [[nodiscard]] double kept(double h) const {
    EnergyGuard<2> guard;
    return guard.look_at({.h = h,
                          .world = world,
                          .contacts = contacts,
                          .surfaces = surfaces,
                          .gap = gap,
                          .mobility = {world.bodies.inverse_mass, world.bodies.inverse_inertia},
                          .begun = begun,
                          .free = begun,
                          .velocity = velocity,
                          .begun_spin = spin,
                          .free_rotation = free_rotation,
                          .spin = spin});
  }
};

TEST(EnergyGuard, LetsPushesStopWhatComes) {
  Line line;
  line.ball(1.0, 2.0);
  line.contact(0, 0.0, 2.0);  // to rest
  EXPECT_EQ(line.kept(0.1), 1.0);
}
TEST(EnergyGuard, LetsNoPushThrowBackFaster) {
  Line line;
  line.ball(1.0, 2.0);
  line.contact(0, 0.0, 8.0);                // back at 3
  EXPECT_NEAR(line.kept(0.1), 0.5, 1e-15);  // at 1
}

// A ball that has left a wall at speed 1 and is D = h away is drawn back at 1 by what glue asks for, p = −2. Glue could pull with 20. What
// contacts give is bounded by A = |p| D/h, which would have let it come back at 3, and at 9 in the next step.
TEST(EnergyGuard, LetsNoPullDrawFasterThanThePullThatWasAskedFor) {
  Line line;
  line.ball(-1.0, 1.0);
  line.contact(0, 0.1, -20.0);
  EXPECT_NEAR(line.kept(0.1), 0.1, 1e-15);
}

// Two balls that move together at 1, a little towards each other: what their inelastic impact takes is lost in the rounding of their velocities, of
// which impulses must not be the victim.
TEST(EnergyGuard, DoesNotShortenImpulsesByRounding) {
  for (int k = 1; k <= 200; ++k) {
    const double approach = 1e-10 * k;
    Line line;
    line.ball(1.0 + approach, 1.0);
    line.ball(1.0, 3.0);
    line.contact(0, 0.0, 0.75 * approach);
    EXPECT_EQ(line.kept(0.1), 1.0) << approach;
  }
}

}  // namespace
}  // namespace gluey::test
