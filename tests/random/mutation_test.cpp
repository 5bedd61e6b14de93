// Each check notices what it is for: a record of a step is disturbed, as a fault of the program would, and the check that is meant must fail
// where it passed before.

#include "random/audit.hpp"
#include "random/watch.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <set>
#include <string>

namespace gluey::test {
namespace {

const char* const pile =
    R"({"dimension": 2, "time": {"step": 0.02, "steps": 60}, "environment": {"gravity": [1.0, -10.0]},
  "contact": {"law": "gluey-friction", "gamma_min": -0.2, "friction": 0.5},
  "body": [{"shape": {"kind": "box", "size": [0.6, 0.4]}, "position": [0.0, 0.25], "velocity": [0.3, 0.0]},
           {"shape": {"kind": "ellipsoid", "radii": [0.3, 0.2]}, "position": [0.1, 0.8], "angular_velocity": 2.0},
           {"shape": {"kind": "sphere", "radius": 0.2}, "position": [0.9, 0.25], "velocity": [-1.0, 0.0]}],
  "obstacle": [{"shape": {"kind": "plane", "normal": [0.0, 1.0]}, "position": [0.0, 0.0]}],
  "solver": {"tolerance": 1e-9}})";

const char* const cloud = R"({"dimension": 3, "time": {"step": 0.02, "steps": 60}, "contact": {"law": "gluey"},
  "body": [{"shape": {"kind": "box", "size": [0.6, 0.4, 0.5]}, "position": [0.0, 0.0, 0.0], "angular_velocity": [1.0, 2.0, 0.0]},
           {"shape": {"kind": "superellipsoid", "radii": [0.3, 0.2, 0.4], "exponents": [3.0, 4.0]}, "position": [0.9, 0.0, 0.1],
            "velocity": [-2.0, 0.0, 0.1]}],
  "solver": {"tolerance": 1e-9}})";

/// A box sweeps discs on with its corner.
const char* const stirred =
    R"({"dimension": 2, "time": {"step": 0.02, "steps": 60}, "environment": {"gravity": [0.0, -10.0]},
  "contact": {"law": "inelastic"},
  "body": [{"shape": {"kind": "sphere", "radius": 0.2}, "position": [0.0, 0.2]},
           {"shape": {"kind": "sphere", "radius": 0.2}, "position": [0.5, 0.3]},
           {"shape": {"kind": "sphere", "radius": 0.2}, "position": [0.2, 0.9], "velocity": [0.0, -1.0]}],
  "obstacle": [{"shape": {"kind": "plane", "normal": [0.0, 1.0]}, "position": [0.0, 0.0]},
               {"shape": {"kind": "box", "size": [0.6, 0.2]}, "position": [-0.6, 0.5],
                "motion": {"kind": "rotation", "center": [-0.6, 0.5], "omega": 4.0}}],
  "solver": {"tolerance": 1e-9}})";

/// Passes as it is, and fails with the named check once a step with a contact that presses was disturbed. Every such step is tried.
template <int D>
void notices(const char* scene, const std::function<void(const StepRecord<D>&, Violations&)>& check,
             const std::string& name, const std::function<bool(StepRecord<D>&, std::size_t)>& disturb) {
  Watch<D> watch(read_scene(Tree::parse(scene)));
  int disturbed = 0;
  while (!watch.finished()) {
    const StepRecord<D> record = watch.step();
    Violations none;
    check(record, none);
    ASSERT_TRUE(none.empty()) << none.front().check << " in step " << record.number << ": " << none.front().text;
    for (std::size_t c = 0; c < record.contacts.size(); ++c) {
      StepRecord<D> other = record;
      if (!disturb(other, c)) {
        continue;
      }
      ++disturbed;
      Violations found;
      check(other, found);
      const bool noticed = std::any_of(found.begin(), found.end(), [&](const Violation& v) { return v.check == name; });
      EXPECT_TRUE(noticed) << name << " in step " << record.number << ", contact " << c;
    }
  }
  EXPECT_GT(disturbed, 3) << name;
}

bool presses(const auto& record, std::size_t c) { return record.contacts.impulse[c] > 1e-3; }

TEST(RandomChecks, NoticeAWrongGap) {
  notices<3>(cloud, check_gaps<3>, "gap", [](StepRecord<3>& record, std::size_t c) {
    record.contacts.gap[c] -= 1e-4;
    return true;
  });
}
TEST(RandomChecks, NoticeAnOverlapToBeginWithThatWasNone) {
  notices<2>(stirred, check_gaps<2>, "begun", [](StepRecord<2>& record, std::size_t c) {
    record.begun[c] = std::max(0.0, record.begun[c]) + 1e-3;
    return presses(record, c);
  });
}
TEST(RandomChecks, NoticeANormalThatIsTurned) {
  notices<3>(cloud, check_gaps<3>, "normal", [](StepRecord<3>& record, std::size_t c) {
    const Vec<3> across = record.contacts.normal[c].unitOrthogonal();
    record.contacts.normal[c] = (record.contacts.normal[c] + 0.1 * across).normalized();
    return true;
  });
}
TEST(RandomChecks, NoticeAnOverlap) {
  notices<2>(pile, check_overlap<2>, "overlap", [](StepRecord<2>& record, std::size_t c) {
    const auto i = static_cast<std::size_t>(record.contacts.first[c]);
    record.after.position[i] += 0.02 * record.contacts.normal[c];
    return presses(record, c);
  });
}
TEST(RandomChecks, NoticeAnOverlapThatIsNotTold) {
  notices<2>(pile, check_overlap<2>, "told", [](StepRecord<2>& record, std::size_t c) {
    record.told_overlap += 1e-5;
    return presses(record, c);
  });
}
TEST(RandomChecks, NoticeAnImpulseThatVelocitiesDoNotKnow) {
  notices<2>(pile, check_momentum<2>, "impulse", [](StepRecord<2>& record, std::size_t c) {
    record.contacts.impulse[c] *= 1.001;
    return presses(record, c);
  });
}
TEST(RandomChecks, NoticeMomentumFromNothing) {
  notices<3>(cloud, check_momentum<3>, "momentum", [](StepRecord<3>& record, std::size_t c) {
    record.after.velocity[static_cast<std::size_t>(record.contacts.first[c])][1] += 1e-8;
    return true;
  });
}
TEST(RandomChecks, NoticeASpinFromNothing) {
  notices<3>(cloud, check_momentum<3>, "angular momentum", [](StepRecord<3>& record, std::size_t c) {
    record.after.spin[static_cast<std::size_t>(record.contacts.first[c])][2] += 1e-6;
    return true;
  });
}
TEST(RandomChecks, NoticeEnergyFromNothing) {
  notices<2>(pile, check_energy<2>, "energy", [](StepRecord<2>& record, std::size_t c) {
    record.contacts.impulse[c] *= 1.1;
    return presses(record, c) && std::abs(motion_of(record, c).relative.dot(record.contacts.normal[c])) > 1e-4;
  });
}
TEST(RandomChecks, NoticeFrictionThatDrives) {
  notices<2>(pile, check_energy<2>, "driving friction", [](StepRecord<2>& record, std::size_t c) {
    const bool slides = std::abs(record.contacts.friction[c].dot(motion_of(record, c).relative)) > 1e-4;
    record.contacts.friction[c] *= -1.0;
    return slides;
  });
}
TEST(RandomChecks, NoticeAGapDrawnTogether) {
  notices<2>(pile, check_energy<2>, "pull", [](StepRecord<2>& record, std::size_t c) {
    record.contacts.impulse[c] = -0.1;
    record.after.velocity[static_cast<std::size_t>(record.contacts.first[c])] += 5.0 * record.contacts.normal[c];
    return record.contacts.gap[c] < 0.01;
  });
}
TEST(RandomChecks, NoticeContactsThatGiveEnergy) {
  notices<2>(pile, check_safe<2>, "given energy", [](StepRecord<2>& record, std::size_t c) {
    record.contacts.impulse[c] = 100.0;
    record.after.velocity[static_cast<std::size_t>(record.contacts.first[c])] -= 5.0 * record.contacts.normal[c];
    return presses(record, c);
  });
}
TEST(RandomChecks, NoticeABodyThatIsThrownOutOfAnOverlap) {
  notices<2>(pile, check_safe<2>, "recovery", [](StepRecord<2>& record, std::size_t c) {
    record.way_velocity[static_cast<std::size_t>(record.contacts.first[c])] -= 2.0 * record.contacts.normal[c];
    return presses(record, c);
  });
}
TEST(RandomChecks, NoticeARecoveryThatIsNotTold) {
  notices<2>(pile, check_safe<2>, "told recovery", [](StepRecord<2>& record, std::size_t c) {
    record.told_recovered += 1e-6;
    return presses(record, c);
  });
}
TEST(RandomChecks, NoticeAPotentialThatIsNotUpdated) {
  notices<2>(pile, check_law<2>, "potential", [](StepRecord<2>& record, std::size_t c) {
    const bool changes = std::abs(record.contacts.potential[c] - record.carried[c]) > 1e-6;
    record.contacts.potential[c] = record.carried[c];
    return changes;
  });
}
TEST(RandomChecks, NoticeAPullBeyondThePotential) {
  notices<2>(pile, check_law<2>, "bound", [](StepRecord<2>& record, std::size_t c) {
    record.contacts.impulse[c] = record.carried[c] - 0.01;
    return true;
  });
}
TEST(RandomChecks, NoticeFrictionBeyondTheCone) {
  notices<2>(pile, check_law<2>, "cone", [](StepRecord<2>& record, std::size_t c) {
    const Vec<2> normal = record.contacts.normal[c];
    record.contacts.friction[c] = 0.51 * record.contacts.impulse[c] * Vec<2>(-normal[1], normal[0]);
    return presses(record, c);
  });
}
TEST(RandomChecks, NoticeFrictionAcrossAFilm) {
  notices<2>(pile, check_law<2>, "cone", [](StepRecord<2>& record, std::size_t c) {
    const Vec<2> normal = record.contacts.normal[c];
    record.contacts.friction[c] = 0.1 * record.contacts.impulse[c] * Vec<2>(-normal[1], normal[0]);
    return presses(record, c) && record.carried[c] != -0.2;
  });
}
TEST(RandomChecks, NoticeAContactThatDoesNotHold) {
  notices<2>(pile, check_law<2>, "law", [](StepRecord<2>& record, std::size_t c) {
    record.after.velocity[static_cast<std::size_t>(record.contacts.first[c])] += 1e-4 * record.contacts.normal[c];
    return presses(record, c);
  });
}
TEST(RandomChecks, NoticeAPushAcrossAGap) {
  notices<2>(pile, check_law<2>, "law", [](StepRecord<2>& record, std::size_t c) {
    const bool open =
        record.contacts.impulse[c] == 0.0 && record.carried[c] == 0.0 &&
        record.contacts.gap[c] / record.h + record.contacts.normal[c].dot(motion_of(record, c).relative) > 1e-3;
    record.contacts.impulse[c] = 0.1;
    return open;
  });
}

const char* const suspension =
    R"({"dimension": 3, "time": {"step": 0.02, "steps": 40}, "environment": {"gravity": [0.0, 0.0, -5.0]},
  "contact": {"law": "lubricated", "friction": 0.4, "lubrication": {"viscosity": 0.05, "range": 0.2}},
  "body": [{"shape": {"kind": "sphere", "radius": 0.3}, "position": [0.0, 0.0, 0.4], "velocity": [0.5, 0.2, -0.5]},
           {"shape": {"kind": "sphere", "radius": 0.2}, "position": [0.6, 0.0, 0.3], "velocity": [-1.0, 0.1, 0.0]}],
  "obstacle": [{"shape": {"kind": "plane", "normal": [0.0, 0.0, 1.0]}, "position": [0.0, 0.0, 0.0]}],
  "solver": {"tolerance": 1e-9}})";

/// As notices(), film by film.
void notices_of_films(const std::string& name, const std::function<bool(StepRecord<3>&, std::size_t)>& disturb) {
  Watch<3> watch(read_scene(Tree::parse(suspension)));
  int disturbed = 0;
  while (!watch.finished()) {
    const StepRecord<3> record = watch.step();
    Violations none;
    check_films(record, none);
    ASSERT_TRUE(none.empty()) << none.front().check << " in step " << record.number << ": " << none.front().text;
    for (std::size_t k = 0; k < record.films.list.size(); ++k) {
      StepRecord<3> other = record;
      if (!disturb(other, k)) {
        continue;
      }
      ++disturbed;
      Violations found;
      check_films(other, found);
      const bool noticed = std::any_of(found.begin(), found.end(), [&](const Violation& v) { return v.check == name; });
      EXPECT_TRUE(noticed) << name << " in step " << record.number << ", film " << k;
    }
  }
  EXPECT_GT(disturbed, 10) << name;
}
bool resists(const StepRecord<3>& record, std::size_t k) { return std::abs(record.films.list.impulse[k]) > 1e-4; }

TEST(RandomChecks, NoticeAFilmThatResistsTooMuch) {
  notices_of_films("film", [](StepRecord<3>& record, std::size_t k) {
    record.films.list.impulse[k] *= 1.0 + 1e-5;
    return resists(record, k);
  });
}
TEST(RandomChecks, NoticeAFilmThatDoesNotShear) {
  notices_of_films("film", [](StepRecord<3>& record, std::size_t k) {
    record.films.list.friction[k] *= 0.999;
    return resists(record, k) && record.films.list.friction[k].norm() > 1e-5;
  });
}
TEST(RandomChecks, NoticeAFilmThatForgetsWhatItGave) {
  notices_of_films("film", [](StepRecord<3>& record, std::size_t k) {
    record.films.list.potential[k] += 1e-6;
    return resists(record, k);
  });
}
TEST(RandomChecks, NoticeDissipationThatIsToldWrong) {
  notices_of_films("told films", [](StepRecord<3>& record, std::size_t k) {
    record.films.told_viscous *= 1.0 + 1e-5;
    return resists(record, k) && record.films.told_viscous > 1e-3;
  });
}
TEST(RandomChecks, NoticeFilmsThatLoseEnergyUntold) {
  notices_of_films("film energy", [](StepRecord<3>& record, std::size_t k) {
    record.after.velocity[0] *= 1.0 + 1e-5;
    return resists(record, k);
  });
}

TEST(RandomChecks, NoticeAGravityThatDoesNotTurn) {
  Tree frictionless = Tree::parse(pile);
  frictionless["contact"] = {{"law", "gluey"}};
  EXPECT_TRUE(check_moved(frictionless).empty());
  EXPECT_FALSE(check_moved(frictionless, false).empty());
}
TEST(RandomChecks, NoticeRunsThatAreNotTheSame) {
  const Tree scene = Tree::parse(pile);
  EXPECT_TRUE(check_whole(scene, scene).empty());
  Tree other = scene;
  other["environment"]["gravity"][0] = 1.0 + 1e-12;
  std::set<std::string> names;
  for (const Violation& violation : check_whole(scene, other)) {
    names.insert(violation.check);
  }
  EXPECT_EQ(names, (std::set<std::string>{"resume", "run", "threads"}));
}
TEST(RandomChecks, ShrinkWhatFails) {
  // A scene with a fault of the check's own making: an obstacle nobody touches must go, and what is needed stays.
  Tree scene = Tree::parse(pile);
  scene["environment"]["gravity"] = {0.0, -10.0};
  EXPECT_TRUE(audit(scene).violations.empty());
  EXPECT_EQ(shrink(scene, "overlap"), scene);  // nothing fails: nothing is left out
}

}  // namespace
}  // namespace gluey::test
