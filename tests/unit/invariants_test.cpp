// What holds at the borders of stages, and that it is noticed where it does not: with assertions on the program ends, without them nothing is
// looked at.

#include "step/invariants.hpp"

#include "core/expect.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <string>

namespace gluey::test::invariants_test {
namespace {

// Three balls in a row on an obstacle, all in contact, and the last two glued.
struct Sample {
  World<3> world;
  Contacts<3> contacts;
  std::vector<ContactSet> sets;
  std::vector<double> gap;

  Sample() {
    for (const double x : {0.0, 2.0, 4.0}) {
      world.bodies.add({x, 0.0, 1.0}, 1.0, 1.0);
    }
    world.obstacles.resize(1);
    world.obstacles[0].parts = {Plane<3>{}};
    contacts.rubs = true;
    contacts.resize(5);
    contacts.forget();
    contacts.pairs = 2;
    contacts.first = {0, 1, 0, 1, 2};
    contacts.second = {1, 2, 3, 3, 3};
    std::fill(contacts.feature.begin(), contacts.feature.end(), 0);
    std::fill(contacts.gap.begin(), contacts.gap.end(), 0.0);
    for (std::size_t c = 0; c < 5; ++c) {
      contacts.normal[c] = c < 2 ? Vec<3>(Vec<3>::UnitX()) : Vec<3>(-Vec<3>::UnitZ());
      contacts.impulse[c] = 2.0;
      contacts.friction[c] = 0.5 * (c < 2 ? Vec<3>(Vec<3>::UnitY()) : Vec<3>(Vec<3>::UnitX()));
    }
    sets.resize(5);
    for (ContactSet& set : sets) {
      set.rub(0.4, 0.1, true);
    }
    sets[1].lower = -1.0;
    contacts.potential[1] = -1.0;
    contacts.impulse[1] = -0.5;
    contacts.friction[1].setZero();
    gap = contacts.gap;
  }
  void look() const {
    expect_found(world, contacts, "contacts");
    expect_posed(contacts, sets, gap);
    expect_solved(world, contacts, sets, 1e-6);
    expect_advanced(world, contacts);
  }
};

/// With assertions on, what is disturbed is noticed in these words.
void expect_noticed(const std::function<void(Sample&)>& disturb, const std::string& words) {
  Sample sample;
  disturb(sample);
  if (expectations_checked) {
    EXPECT_DEATH(sample.look(), words);
  } else {
    sample.look();
  }
}

TEST(InvariantsDeathTest, HoldOfAPlainSample) { Sample().look(); }

TEST(InvariantsDeathTest, OfWhatWasFoundAreNoticed) {
  expect_noticed([](Sample& s) { s.contacts.normal[3] *= 1.001; }, "contact 3 of 1 and 3 has a normal of length 1.001");
  expect_noticed([](Sample& s) { s.contacts.gap[4] = std::numeric_limits<double>::quiet_NaN(); },
                 "contact 4 of 2 and 3 has the gap nan");
  expect_noticed([](Sample& s) { std::swap(s.contacts.second[0], s.contacts.second[1]); }, "contact 1 of 1 and 1");
  expect_noticed([](Sample& s) { s.contacts.first[2] = 7; }, "contact 2 of 7 and 3 with 3 bodies and 1 obstacles");
  expect_noticed([](Sample& s) { std::swap(s.contacts.first[3], s.contacts.first[4]); }, "comes after");
  expect_noticed([](Sample& s) { s.contacts.pairs = 3; }, "with 3 bodies and 1 obstacles");
  expect_noticed([](Sample& s) { s.contacts.friction.resize(4); }, "column friction has 4");
  expect_noticed([](Sample& s) { s.world.bodies.presence[2] = Presence::gone; }, "who is not here");
}

TEST(InvariantsDeathTest, OfWhatWasPosedAreNoticed) {
  expect_noticed([](Sample& s) { s.sets[0].lower = 0.1; }, "contact 0 of 0 and 1 has the bound 0.1");
  expect_noticed([](Sample& s) { s.sets[1].friction = -0.1; }, "contact 1 of 1 and 2 has the friction -0.1");
  expect_noticed([](Sample& s) { s.sets[2].rolling = -0.1; }, "contact 2 of 0 and 3 resists rolling by -0.1");
  expect_noticed([](Sample& s) { s.sets.pop_back(); }, "4 sets and 5 gaps of 5 contacts");
}

TEST(InvariantsDeathTest, OfWhatWasSolvedAreNoticed) {
  expect_noticed(
      [](Sample& s) {
        s.contacts.impulse[0] = -0.01;
        s.contacts.friction[0].setZero();
      },
      "its bound is 0");
  expect_noticed([](Sample& s) { s.contacts.impulse[1] = -1.1; }, "its bound is -1");
  expect_noticed([](Sample& s) { s.contacts.friction[2] *= 2.0; }, "has friction 1 with the impulse 2 and μ 0.4");
  expect_noticed([](Sample& s) { s.contacts.moment[3] = Vec<3>::UnitX(); }, "has the moment 1 with the impulse 2");
  expect_noticed([](Sample& s) { s.contacts.friction[4][2] = 0.1; }, "has friction along its normal");
}

TEST(InvariantsDeathTest, OfWhatWasAdvancedAreNoticed) {
  expect_noticed([](Sample& s) { s.world.bodies.orientation[1].quaternion.coeffs() *= 1.001; },
                 "body 1 has an orientation of length");
  expect_noticed([](Sample& s) { s.contacts.potential[0] = 0.1; }, "contact 0 of 0 and 1 has the potential 0.1");
}

}  // namespace
}  // namespace gluey::test::invariants_test
