// What a run keeps to go on: every field of every owner, spoiled in turn, is one clear error, and whoever refuses it stands where it stood.

#include "run/engine.hpp"
#include "support/scenes.hpp"

#include <gluey/errors.hpp>
#include <gluey/scene.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace gluey::test::saved_state_test {
namespace {

// Films, contacts that rub and roll, bridges, gates, and a step that plans the next one.
const std::string with_films = R"(
dimension = 2
seed = 3
[time]
step = "adaptive"
step_min = 0.0005
step_max = 0.005
end = 10.0
[environment]
gravity = [0.0, -10.0]
capillary = { tension = 0.02, volume = 1e-6 }
[contact]
law = "lubricated"
friction = 0.4
rolling = 0.002
[contact.lubrication]
viscosity = 0.02
[[bodies]]
count = 40
shape = { kind = "sphere", radius = [0.02, 0.04] }
region = { kind = "box", lower = [0.05, 0.05], upper = [0.95, 0.6] }
[[obstacle]]
shape = { kind = "box-walls", lower = [0, 0], upper = [1, 1] }
[[inlet]]
count = 10
rate = 100
shape = { kind = "sphere", radius = 0.03 }
region = { kind = "box", lower = [0.2, 0.75], upper = [0.8, 0.95] }
[[outlet]]
region = { kind = "box", lower = [0.4, 0.0], upper = [0.6, 0.05] }
)";

// Contacts in several points each, with images of a periodic domain.
const std::string of_boxes = R"(
dimension = 3
seed = 3
[domain]
lower = [0.0, 0.0, 0.0]
upper = [1.0, 1.0, 3.0]
periodic = [true, true, false]
[time]
step = 0.005
end = 10.0
[environment]
gravity = [1.0, 0.0, -10.0]
[contact]
law = "gluey-friction"
friction = 0.4
rolling = 0.002
gamma_min = -0.5
[[bodies]]
count = 12
shape = { kind = "box", size = [0.3, 0.2, 0.25] }
region = { kind = "box", lower = [0, 0, 0.2], upper = [1, 1, 1.5] }
[[obstacle]]
shape = { kind = "plane", normal = [0, 0, 1] }
)";

// Parts of an obstacle, and bodies without friction.
const std::string of_spheres = R"(
dimension = 3
seed = 5
[time]
step = 0.01
end = 10.0
[environment]
gravity = [0.0, 0.0, -10.0]
aggregation = { kappa = 1e-4, epsilon = 0.02 }
[contact]
law = "gluey"
gamma_min = -4.0
[[bodies]]
count = 60
shape = { kind = "sphere", radius = [0.05, 0.08] }
region = { kind = "box", lower = [0, 0, 0], upper = [1, 1, 0.9] }
[[obstacle]]
shape = { kind = "box-walls", lower = [0, 0, 0], upper = [1, 1, 3] }
)";

struct Case {
  const char* name;
  std::string scene;
  std::vector<std::string> groups;
};
std::ostream& operator<<(std::ostream& out, const Case& tested) { return out << tested.name; }

class SavedState : public testing::TestWithParam<Case> {
 protected:
  SavedState() : engine_(make_engine(Scene::parse(GetParam().scene, "test", "."))) {
    for (int k = 0; k < 60; ++k) {
      engine_->step(10.0);
    }
    saved_ = engine_->save();
    for (int k = 0; k < 5; ++k) {
      engine_->step(10.0);
    }
    now_ = engine_->frame(true);
  }

  /// The message with which a state is refused; the engine must be as it was. "" where it is taken.
  std::string refusal(State state) {
    try {
      engine_->restore(std::move(state));
    } catch (const Error& error) {
      EXPECT_TRUE(same_bits(engine_->frame(true), now_)) << error.what();
      return error.what();
    }
    return "";
  }
  /// … which must hold all of these, in one line.
  void expect_refused(const State& state, const std::vector<std::string>& parts) {
    const std::string message = refusal(state);
    for (const std::string& part : parts) {
      EXPECT_NE(message.find(part), std::string::npos) << "'" << message << "' lacks \"" << part << '"';
    }
    EXPECT_EQ(message.find('\n'), std::string::npos);
  }
  /// spoil(copy, group of the copy, field of the copy, path) for every field.
  void for_each_field(const std::function<void(State&, StateGroup&, StateField&, const std::string&)>& spoil) {
    for (std::size_t g = 0; g < saved_.groups.size(); ++g) {
      for (std::size_t f = 0; f < saved_.groups[g].fields.size(); ++f) {
        State copy = saved_;
        StateGroup& group = copy.groups[g];
        StateField& field = group.fields[f];
        const std::string path = "'" + group.name + "/" + field.name + "'";
        spoil(copy, group, field, path);
      }
    }
  }

  std::unique_ptr<Engine> engine_;
  State saved_;
  Frame now_;
};

TEST_P(SavedState, HasAGroupForEveryOwner) {
  std::vector<std::string> names;
  for (const StateGroup& group : saved_.groups) {
    names.push_back(group.name);
    for (const StateField& field : group.fields) {
      if (group.name != "steps" && group.name != "clock" && field.name.find("footprint") == std::string::npos) {
        EXPECT_GT(field.entries(), 0U) << group.name << '/' << field.name << ": nothing of it would be tested below";
      }
    }
  }
  EXPECT_EQ(names, GetParam().groups);
  EXPECT_EQ(refusal(saved_), "");
}

TEST_P(SavedState, MissesEveryFieldAndEveryGroup) {
  for_each_field([&](State& copy, StateGroup& group, StateField& field, const std::string& path) {
    group.fields.erase(group.fields.begin() + (&field - group.fields.data()));
    expect_refused(copy, {"it has no " + path});
  });
  for (std::size_t g = 0; g < saved_.groups.size(); ++g) {
    State copy = saved_;
    copy.groups.erase(copy.groups.begin() + static_cast<std::ptrdiff_t>(g));
    expect_refused(copy, {"it has no '" + saved_.groups[g].name + "'"});
  }
}

TEST_P(SavedState, RefusesWhatItDoesNotKnow) {
  for (std::size_t g = 0; g < saved_.groups.size(); ++g) {
    State copy = saved_;
    copy.groups[g].put("colour", "", std::vector<double>{1.0});
    expect_refused(copy, {"'" + copy.groups[g].name + "/colour' is unknown"});
  }
  State copy = saved_;
  copy.add("temperatures", 1);
  expect_refused(copy, {"'temperatures' is unknown"});
}

TEST_P(SavedState, TellsNewerFromEarlierVersions) {
  for (std::size_t g = 0; g < saved_.groups.size(); ++g) {
    State copy = saved_;
    ++copy.groups[g].version;
    expect_refused(copy, {"'" + copy.groups[g].name + "' is of version 2", "a newer gluey", "version 1"});
    copy.groups[g].version = 0;
    expect_refused(copy, {"'" + copy.groups[g].name + "' is of version 0", "an earlier gluey"});
  }
}

TEST_P(SavedState, ExpectsItsOwnSizes) {
  for_each_field([&](State& copy, StateGroup& group, StateField& field, const std::string& path) {
    std::visit([&](auto& numbers) { numbers.resize(numbers.size() + field.width); }, field.values);
    // The first column of contacts says how many there are.
    const bool counts = field.name == "first";
    expect_refused(copy, {counts ? "'" + group.name + "/" : path, "entr", "expected"});
    std::visit([&](auto& numbers) { numbers.resize(numbers.size() - field.width); }, field.values);
    const std::size_t entries = field.entries();
    ++field.width;
    std::visit([&](auto& numbers) { numbers.resize(entries * field.width); }, field.values);
    expect_refused(copy, {path, "numbers", "expected"});
  });
}

TEST_P(SavedState, ExpectsItsOwnKindsOfNumbers) {
  for_each_field([&](State& copy, StateGroup&, StateField& field, const std::string& path) {
    const std::size_t numbers = field.entries() * field.width;
    if (std::holds_alternative<std::vector<double>>(field.values)) {
      field.values = std::vector<std::int64_t>(numbers);
    } else {
      field.values = std::vector<double>(numbers);
    }
    expect_refused(copy, {path, "real numbers", "integers", "expected"});
  });
}

TEST_P(SavedState, RefusesNumbersThatAreNone) {
  for_each_field([&](State& copy, StateGroup&, StateField& field, const std::string& path) {
    auto* numbers = std::get_if<std::vector<double>>(&field.values);
    if (numbers == nullptr || numbers->empty()) {
      return;
    }
    const std::size_t at = numbers->size() / 2;
    for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
      (*numbers)[at] = bad;
      expect_refused(copy, {path, "is damaged: entry " + std::to_string(at / field.width) + " is not"});
    }
  });
}

TEST_P(SavedState, RefusesIntegersThatAreOutOfRange) {
  const std::set<std::string> any = {"shaken"}, any_positive = {"step", "taken"};
  for_each_field([&](State& copy, StateGroup&, StateField& field, const std::string& path) {
    if (any.contains(field.name)) {
      return;
    }
    std::visit(
        [&]<class Number>(std::vector<Number>& numbers) {
          if (std::is_same_v<Number, double> || numbers.empty()) {
            return;
          }
          const std::size_t at = numbers.size() / 2;
          const Number good = numbers[at];
          numbers[at] = static_cast<Number>(-1);
          // An image may well be −1, along a periodic axis.
          if (field.name != "image" || at % 3 == 2) {
            expect_refused(copy, {path, "is damaged: entry " + std::to_string(at / field.width) + " is not"});
          }
          for (const Number bad : {std::numeric_limits<Number>::min(), std::numeric_limits<Number>::max()}) {
            numbers[at] = bad;
            if (bad != 0 && (bad < 0 || !any_positive.contains(field.name))) {
              expect_refused(copy, {path, "is damaged: entry " + std::to_string(at / field.width) + " is not"});
            }
          }
          numbers[at] = good;
        },
        field.values);
  });
}

TEST_P(SavedState, RefusesContactsOutOfOrderAndDirectionsThatAreNone) {
  for_each_field([&](State& copy, StateGroup&, StateField& field, const std::string& path) {
    if (field.name == "second") {
      auto& second = std::get<std::vector<std::int32_t>>(field.values);
      ASSERT_GT(second.size(), 1U);
      std::swap(second.front(), second.back());
      expect_refused(copy, {path, "is damaged: entry"});
    }
    if (field.name == "normal" || field.name == "orientation") {
      auto& numbers = std::get<std::vector<double>>(field.values);
      if (field.width > 1) {
        std::fill(numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(field.width), 0.5001);
        expect_refused(copy, {path, "is damaged: entry 0 is not"});
      }
    }
  });
}

// Bits that have flipped: refused in words, or a state like any other. Steps from there may throw, and end.
TEST_P(SavedState, SurvivesBitsThatFlip) {
  std::mt19937_64 random(17);
  int refused = 0;
  for (int trial = 0; trial < 300; ++trial) {
    State copy = saved_;
    StateGroup& group = copy.groups[random() % copy.groups.size()];
    StateField& field = group.fields[random() % group.fields.size()];
    bool any = false;
    std::visit(
        [&](auto& numbers) {
          if (!numbers.empty()) {
            auto& number = numbers[random() % numbers.size()];
            reinterpret_cast<unsigned char*>(&number)[random() % sizeof number] ^=
                static_cast<unsigned char>(1U << (random() % 8));
            any = true;
          }
        },
        field.values);
    if (!any) {
      continue;
    }
    const auto engine = make_engine(Scene::parse(GetParam().scene, "test", "."));
    try {
      engine->restore(std::move(copy));
      engine->step(10.0);
    } catch (const Error& error) {
      ++refused;
      EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
    }
  }
  EXPECT_GT(refused, 20);
}

std::string name_of(const testing::TestParamInfo<Case>& tested) { return tested.param.name; }

INSTANTIATE_TEST_SUITE_P(
    Scenes, SavedState,
    testing::Values(
        Case{"FilmsAndGates", with_films, {"clock", "bodies", "gates", "steps", "contacts", "pair_forces", "films"}},
        Case{"PeriodicBoxes", of_boxes, {"clock", "bodies", "steps", "contacts"}},
        Case{"Spheres", of_spheres, {"clock", "bodies", "steps", "contacts", "pair_forces"}}),
    name_of);

}  // namespace
}  // namespace gluey::test::saved_state_test
