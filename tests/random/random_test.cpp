// Random scenes, a few of each kind in every run of the tests and thousands in the long ones. Seeds are fixed, so that a failure is one of what
// changed; the same program given --seeds looks at others.

#include "random/audit.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <omp.h>

#include <string>

namespace gluey::test {
namespace {

/// All of a range of seeds; says how to see each failure again.
void look_at(std::uint64_t first, std::uint64_t count) {
  omp_set_num_threads(1);  // scenes are small
  std::int64_t scenes = 0, contacts = 0, pulls = 0, rubs = 0, unsolved = 0, steps = 0;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    // Whole runs, once more on threads and to a file, for some.
    const Audit found = seed % 10 == 0 ? audit_all(generate(seed)) : audit(generate(seed));
    for (const Violation& violation : found.violations) {
      ADD_FAILURE() << "seed " << seed << ", step " << violation.step << ", " << violation.check << ": "
                    << violation.text << "\nbuild/release/bin/gluey_random_tests --seed " << seed << " --shrink --tell";
    }
    // Drag that is too stiff for its step is refused only when its bodies are known; a crowded cloud may have placed none.
    EXPECT_TRUE(found.refused.empty() || found.refused == "no bodies" ||
                found.refused.find("explicit drag") != std::string::npos)
        << "seed " << seed << ": " << found.refused;
    scenes += found.refused.empty() ? 1 : 0;
    contacts += found.contacts;
    pulls += found.pulls;
    rubs += found.rubs;
    steps += found.steps;
    unsolved += found.unsolved;
  }
  // There was something to see.
  const auto expected = static_cast<std::int64_t>(count);
  EXPECT_GT(scenes, 98 * expected / 100);
  EXPECT_GT(contacts, 20 * expected);
  EXPECT_GT(pulls, 3 * expected);
  EXPECT_GT(rubs, 3 * expected);
  EXPECT_LT(unsolved, steps / 100);
  testing::Test::RecordProperty("unsolved", static_cast<int>(unsolved));
}

class RandomScenes : public testing::TestWithParam<int> {};
TEST_P(RandomScenes, ViolateNothing) { look_at(static_cast<std::uint64_t>(GetParam()), 100); }
INSTANTIATE_TEST_SUITE_P(Seeds, RandomScenes, testing::Values(0, 100, 200, 300));

class LongRandomScenes : public testing::TestWithParam<int> {};
TEST_P(LongRandomScenes, ViolateNothing) { look_at(static_cast<std::uint64_t>(GetParam()), 1000); }
INSTANTIATE_TEST_SUITE_P(Seeds, LongRandomScenes,
                         testing::Values(1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000, 10000));

}  // namespace
}  // namespace gluey::test
