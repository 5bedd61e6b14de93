// Laws of the user's own, beside closed forms; what they are shown; and what they may not do.

#include "core/infinity.hpp"
#include "support/pushed_ball.hpp"
#include "support/scenes.hpp"

#include <gluey/errors.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <limits>
#include <stdexcept>
#include <vector>

namespace gluey::test::own_law_test {
namespace {

/// However lightly it was pressed, a contact pulls until 6 is used up.
void tape(const StepContacts& contacts, std::span<double> gamma) {
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    if (contacts.impulse[c] > 0.0) {
      gamma[c] = -6.0;
    }
  }
}

class Tape : public testing::TestWithParam<const char*> {};

TEST_P(Tape, HoldsItsWholePotentialAfterAnyTouchAndLeavesWhenThatIsUsedUp) {
  Simulation simulation = simulate(pushed_ball, {GetParam()});
  simulation.set_law({.bounds = {}, .potentials = tape});
  while (!simulation.finished()) {
    simulation.step();
    const double t = simulation.time();
    const double gamma = gamma_between(simulation.frame(), 0, 1);
    if (t > 1.5 && t < 2.005) {
      ASSERT_EQ(gamma, -6.0) << t;
    } else if (t > 2.005 && t < 4.995) {
      ASSERT_NEAR(gamma, -6.0 + 2.0 * (t - 2.0), 1e-11) << t;
    } else if (t > 5.005) {
      ASSERT_EQ(gamma, 0.0) << t;
      ASSERT_NEAR(simulation.velocities()[1], 2.0 * (t - 5.0), 1e-11) << t;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(PushedLightlyAndHard, Tape,
                         testing::Values("environment.force.values=[[0.0, -2.0], [0.0, 2.0]]",
                                         "environment.force.values=[[0.0, -8.0], [0.0, 2.0]]"));

// A scene's law without potentials has them where a law of the user's own gives some.
TEST(OwnLaw, PotentialsOfAnInelasticContactHoldIt) {
  Simulation simulation = simulate(pushed_ball, {"contact.law=inelastic"});
  simulation.set_law({.bounds = {}, .potentials = [](const StepContacts& contacts, std::span<double> gamma) {
                        tape(contacts, gamma);
                        for (std::size_t c = 0; c < contacts.size(); ++c) {
                          if (contacts.gamma[c] < 0.0 && contacts.impulse[c] <= 0.0) {
                            gamma[c] = std::min(0.0, contacts.gamma[c] - contacts.impulse[c]);
                          }
                        }
                      }});
  while (simulation.time() < 4.9) {
    simulation.step();
  }
  EXPECT_NEAR(simulation.positions()[1], 0.5, 1e-12);
  while (!simulation.finished()) {
    simulation.step();
  }
  EXPECT_NEAR(simulation.velocities()[1], 2.0 * (simulation.time() - 5.0), 1e-11);
}

// A contact that pulls with at most F holds a weight below F for ever, and gives a larger one one step's help: v = g t − F h/m.
TEST(OwnLaw, CohesionHoldsUpToItsForce) {
  const std::string hung = R"(
dimension = 2
time = { step = 0.01, end = 1.0 }
environment = { gravity = [0.0, -10.0] }
[[body]]
shape = { kind = "sphere", radius = 0.5 }
position = [0.0, -0.5]
mass = 2.0
[[obstacle]]
shape = { kind = "plane", normal = [0.0, -1.0] }
[solver]
tolerance = 1e-14
max_iterations = 20
)";
  for (const double force : {25.0, 15.0}) {
    Simulation simulation = simulate(hung);
    simulation.set_law({.bounds =
                            [force](const StepContacts& contacts, std::span<double> lower, std::span<double> friction) {
                              EXPECT_TRUE(friction.empty());
                              for (std::size_t c = 0; c < contacts.size(); ++c) {
                                lower[c] = contacts.gap[c] < 1e-9 ? -contacts.step * force : 0.0;
                              }
                            },
                        .potentials = {}});
    while (!simulation.finished()) {
      simulation.step();
    }
    EXPECT_NEAR(simulation.velocities()[1], force > 20.0 ? 0.0 : -10.0 + 0.01 * force / 2.0, 1e-12);
  }
}

const std::string block_on_incline = R"(
time = { step = 0.01, end = 2.0 }
environment = { gravity = [3.0, -9.0] }
contact = { law = "friction", friction = 0.2 }
[[body]]
shape = { kind = "box", size = [1.0, 0.5] }
position = [0.0, 0.25]
[[obstacle]]
shape = { kind = "plane", normal = [0.0, 1.0] }
[solver]
tolerance = 1e-12
)";

// Friction by contact: what another scene says is what the law says, to the last bit.
TEST(OwnLaw, FrictionIsThatOfTheSceneWhichSaysTheSame) {
  for (const char* model : {"contact.model=coulomb", "contact.model=convex"}) {
    Simulation own = simulate(block_on_incline, {model});
    Simulation wanted = simulate(block_on_incline, {model, "contact.friction=0.1"});
    own.set_law({.bounds =
                     [](const StepContacts&, std::span<double>, std::span<double> friction) {
                       for (double& mu : friction) {
                         EXPECT_EQ(mu, 0.2);
                         mu = 0.1;
                       }
                     },
                 .potentials = {}});
    while (!own.finished()) {
      own.step();
      wanted.step();
    }
    EXPECT_TRUE(same_bits(own.frame(), wanted.frame())) << model;
    EXPECT_GT(own.velocities()[0], 1.0);
  }
}

// Friction μ = k v of the sliding speed: v' = g_x − k g_y v, which ends at g_x/(k g_y); step by step v' = v + h(g_x − μ(v) g_y).
TEST(OwnLaw, FrictionThatGrowsWithTheSpeedEndsAtTheSpeedOfBalance) {
  Simulation simulation = simulate(block_on_incline, {"time.end=20"});
  simulation.set_law({.bounds =
                          [](const StepContacts& contacts, std::span<double>, std::span<double> friction) {
                            for (std::size_t c = 0; c < contacts.size(); ++c) {
                              friction[c] = 0.25 * std::abs(contacts.velocity[2 * c]);
                            }
                          },
                      .potentials = {}});
  double expected = 0.0;
  while (!simulation.finished()) {
    expected += 0.01 * (3.0 - 0.25 * expected * 9.0);
    simulation.step();
    ASSERT_NEAR(simulation.velocities()[0], expected, 1e-8);
  }
  EXPECT_NEAR(simulation.velocities()[0], 3.0 / (0.25 * 9.0), 1e-7);
}

// A wheel that turns and a belt that moves: u = v_belt − v − ω × r.
TEST(OwnLaw, IsShownHowSurfacesMoveAgainstEachOther) {
  Simulation simulation = simulate(R"(
time = { step = 0.01, end = 2.0 }
environment = { gravity = [0.0, -9.0] }
contact = { law = "friction", friction = 0.2 }
[[body]]
shape = { kind = "sphere", radius = 0.5 }
position = [0.0, 0.5]
velocity = [1.0, -0.25]
angular_velocity = 3.0
[[obstacle]]
shape = { kind = "plane", normal = [0.0, 1.0] }
motion = { kind = "translation", velocity = [2.0, 0.0] }
[solver]
tolerance = 1e-14
)");
  int calls = 0, updates = 0;
  simulation.set_law({.bounds =
                          [&](const StepContacts& contacts, std::span<double> lower, std::span<double> friction) {
                            ++calls;
                            ASSERT_EQ(contacts.size(), 1U);
                            EXPECT_EQ(contacts.dimension, 2);
                            EXPECT_EQ(contacts.bodies, 1U);
                            EXPECT_EQ(contacts.time, 0.0);
                            EXPECT_EQ(contacts.step, 0.01);
                            EXPECT_EQ(contacts.first[0], 0);
                            EXPECT_EQ(contacts.second[0], 1);
                            EXPECT_EQ(contacts.normal[1], -1.0);
                            EXPECT_NEAR(contacts.gap[0], 0.0, 1e-15);
                            // The lowest point of the disc: velocity (1, −1/4) + 3 × (0, −1/2) = (5/2, −1/4).
                            EXPECT_NEAR(contacts.velocity[0], 2.0 - 2.5, 1e-12);
                            EXPECT_NEAR(contacts.velocity[1], 0.25, 1e-12);
                            EXPECT_EQ(lower[0], 0.0);
                            EXPECT_EQ(friction[0], 0.2);
                          },
                      .potentials =
                          [&](const StepContacts& contacts, std::span<double> gamma) {
                            ++updates;
                            EXPECT_NEAR(contacts.impulse[0], 0.25 + 0.01 * 9.0, 1e-12);
                            EXPECT_EQ(gamma[0], 0.0);
                          }});
  simulation.step();
  EXPECT_GE(calls, 1);
  EXPECT_EQ(updates, 1);
}

// A scene's potential knows what was given, not what a bound of the user's own allowed: γ rises by what is pulled, h f a step.
TEST(OwnLaw, ABoundOnThePullLeavesThePotentialItsMemory) {
  Simulation simulation = simulate(pushed_ball);
  while (simulation.time() < 2.0 - 1e-9) {
    simulation.step();
  }
  const double stored = gamma_between(simulation.frame(), 0, 1);
  EXPECT_NEAR(stored, -4.0, 1e-11);
  simulation.set_law({.bounds =
                          [](const StepContacts&, std::span<double> lower, std::span<double>) {
                            for (double& l : lower) {
                              l = std::max(l, -0.01 * 0.5);  // a force of 1/2, pulled by 2
                            }
                          },
                      .potentials = {}});
  simulation.step();
  EXPECT_NEAR(gamma_between(simulation.frame(), 0, 1), stored + 0.005, 1e-14);
  EXPECT_NEAR(simulation.velocities()[1], 0.02 - 0.005, 1e-14);
}

// What a function throws, an error or not, comes out; everything is as before the step, and a repeated one is as if nothing had been.
TEST(OwnLaw, AStepThatThrowsIsUndone) {
  const std::string moving = pushed_ball + R"(
[[obstacle]]
shape = { kind = "sphere", radius = 0.5 }
position = [0.0, 3.0]
motion = { kind = "translation", velocity = [0.25, -0.5] }
)";
  for (const char* step : {"time.step=0.01", "time.step=auto"}) {
    for (const bool early : {false, true}) {
      Simulation whole = simulate(moving, {step}), broken = simulate(moving, {step});
      const auto fail = [](const StepContacts& contacts) {
        if (contacts.size() > 0) {
          throw std::domain_error("of the user's own");
        }
      };
      const LawFunctions failing{
          .bounds = [&](const StepContacts& c, std::span<double>, std::span<double>) { early ? fail(c) : void(); },
          .potentials = [&](const StepContacts& c, std::span<double>) { early ? void() : fail(c); }};
      int failures = 0;
      while (whole.time() < 1.8) {
        whole.step();
        const Frame before = broken.frame();
        broken.set_law(failing);
        try {
          broken.step();
        } catch (const std::domain_error&) {
          ++failures;
          ASSERT_TRUE(same_bits(broken.frame(), before)) << whole.time();
          broken.set_law({});
          broken.step();
        }
        ASSERT_TRUE(same_bits(broken.frame(), whole.frame())) << whole.time();
      }
      EXPECT_GT(failures, 10);
      broken.set_law(failing);
      EXPECT_THROW(broken.step(), std::domain_error);
      broken.set_law({});
      broken.set_gamma(std::vector<double>(broken.frame().contact_gamma.size(), -0.5));
      EXPECT_EQ(gamma_between(broken.frame(), 0, 1), -0.5);
      const double h = broken.step().step_length;
      EXPECT_NEAR(gamma_between(broken.frame(), 0, 1), -0.5 - 2.0 * h, 1e-10) << "what was set counts";
    }
  }
}

TEST(OwnLaw, BodiesThatCameInWithAStepThatThrowsWaitAgain) {
  const std::string poured = R"(
dimension = 2
time = { step = 0.05, end = 2.0 }
environment = { gravity = [0.0, -10.0] }
[[obstacle]]
shape = { kind = "plane", normal = [0.0, 1.0] }
[[inlet]]
shape = { kind = "box", size = [0.2, 0.3] }
rate = 10.0
count = 12
region = { lower = [-1.0, 2.0], upper = [1.0, 3.0] }
)";
  Simulation whole = simulate(poured), broken = simulate(poured);
  bool fails = false;
  broken.add_force([&](double, double, std::span<const double>, std::span<const double>, std::span<double>) {
    if (fails) {
      throw std::domain_error("of the user's own");
    }
  });
  int came = 0;
  while (!whole.finished()) {
    const Frame before = broken.frame(false);
    fails = true;
    EXPECT_THROW(broken.step(), std::domain_error);
    const Frame after = broken.frame(false);
    ASSERT_TRUE(same_bits(after, before)) << whole.time();
    ASSERT_EQ(after.present, before.present) << whole.time();
    fails = false;
    broken.step();
    whole.step();
    ASSERT_TRUE(same_bits(broken.frame(), whole.frame())) << whole.time();
    ASSERT_EQ(broken.frame().present, whole.frame().present) << whole.time();
    came += broken.frame().present != before.present ? 1 : 0;
  }
  EXPECT_GT(came, 8);
}

// One that changes nothing is not there; and a run goes on from a checkpoint with it.
TEST(OwnLaw, ThatChangesNothingGivesTheSameBits) {
  const std::string grains = R"(
dimension = 2
seed = 3
time = { step = 0.01, end = 3.0 }
environment = { gravity = [0.0, -10.0] }
contact = { law = "gluey-friction", friction = 0.3, gamma_min = -0.05 }
[[bodies]]
shape = { kind = "sphere", radius = [0.2, 0.3] }
count = 15
region = { lower = [-1.5, 0.4], upper = [1.5, 4.0] }
[[obstacle]]
shape = { kind = "box-walls", lower = [-2.0, 0.0], upper = [2.0, 6.0] }
)";
  for (const char* step : {"time.step=0.01", "time.step=auto"}) {
    SCOPED_TRACE(step);
    const LawFunctions nothing{.bounds = [](const StepContacts&, std::span<double>, std::span<double>) {},
                               .potentials = [](const StepContacts&, std::span<double>) {}};
    Simulation own = simulate(grains, {step}), wanted = simulate(grains, {step});
    own.set_law(nothing);
    const std::string file = testing::TempDir() + "own_law.checkpoint";
    while (!own.finished()) {
      own.step();
      wanted.step();
      if (own.steps() == 150) {
        own.save(file);
      }
    }
    EXPECT_TRUE(same_bits(own.frame(), wanted.frame()));
    EXPECT_GT(own.frame().contact_gamma.size(), 15U);
    Simulation resumed = simulate(grains, {step});
    resumed.set_law(nothing);
    resumed.restore(file);
    EXPECT_EQ(resumed.steps(), 150);
    while (!resumed.finished()) {
      resumed.step();
    }
    EXPECT_TRUE(same_bits(resumed.frame(), wanted.frame()));
    std::remove(file.c_str());
  }
}

std::string message_of(Simulation& simulation) {
  try {
    for (int k = 0; k < 200; ++k) {
      simulation.step();
    }
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(OwnLaw, BoundsAndPotentialsAreHeldToWhatTheyMayBe) {
  const auto bound = [](double value) {
    return LawFunctions{.bounds = [value](const StepContacts&, std::span<double> lower,
                                          std::span<double>) { std::fill(lower.begin(), lower.end(), value); },
                        .potentials = {}};
  };
  const auto potential = [](double value) {
    return LawFunctions{.bounds = {}, .potentials = [value](const StepContacts&, std::span<double> gamma) {
                          std::fill(gamma.begin(), gamma.end(), value);
                        }};
  };
  const auto rub = [](double value) {
    return LawFunctions{
        .bounds = [value](const StepContacts&, std::span<double>,
                          std::span<double> friction) { std::fill(friction.begin(), friction.end(), value); },
        .potentials = {}};
  };
  Simulation ball = simulate(pushed_ball, {"obstacle[0].name=floor"});
  ball.set_law(bound(0.5));
  EXPECT_EQ(message_of(ball),
            "step 100: the law gives 0.5 between body 0 and obstacle 0 (floor); a lower bound must be ≤ 0");
  ball.set_law(bound(std::nan("")));
  EXPECT_EQ(message_of(ball),
            "step 100: the law gives nan between body 0 and obstacle 0 (floor); a lower bound must be ≤ 0");
  const Frame before = ball.frame(false);
  ball.set_law(potential(1.0));
  EXPECT_EQ(message_of(ball),
            "step 100: the law gives 1 between body 0 and obstacle 0 (floor); a potential must be ≤ 0");
  EXPECT_TRUE(same_bits(ball.frame(false), before)) << "nothing moved";
  ball.set_law({});
  EXPECT_EQ(message_of(ball), "");
  Simulation block = simulate(block_on_incline);
  block.set_law(rub(infinity));
  EXPECT_EQ(message_of(block),
            "step 1: the law gives inf between body 0 and obstacle 0; friction must be ≥ 0 and finite");
  block.set_law(rub(-1.0));
  EXPECT_EQ(message_of(block),
            "step 1: the law gives -1 between body 0 and obstacle 0; friction must be ≥ 0 and finite");
}

TEST(OwnLaw, DoesNotGoWithFilms) {
  Simulation simulation = simulate(pushed_ball, {"contact.law=lubrication", "contact.lubrication.viscosity=1"});
  EXPECT_THROW(simulation.set_law({.bounds = {}, .potentials = tape}), Error);
  simulation.set_law({});
}

}  // namespace
}  // namespace gluey::test::own_law_test
