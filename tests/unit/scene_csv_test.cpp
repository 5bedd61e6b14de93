// Bodies from a CSV file: what is read, and what is said of a bad one.

#include "scene/csv.hpp"

#include "support/files.hpp"
#include "support/scenes.hpp"

#include <gluey/errors.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace gluey::test::scene_csv_test {
namespace {

const std::string reading = R"(
dimension = 2
[time]
step = 0.01
steps = 1
[[bodies]]
file = "bodies.csv"
)";

Simulation simulate_csv(const Folder& folder, const std::string& csv, const std::string& more = "") {
  folder.write("bodies.csv", csv);
  return simulate(reading + more, {}, folder.path());
}

TEST(Csv, GivesEveryColumnToItsBody) {
  const Folder folder;
  Simulation simulation = simulate_csv(folder,
                                       "label, vy, r ,m,x,y,vx,inertia\n"
                                       "red, 2.0,0.5,3.0,1.0,-1.0,0.25,7\r\n"
                                       "\n"
                                       "blue,-1,0.25,1e-3,4,5,0,1e-2\n");
  const Constants constants = simulation.constants();
  const Frame frame = simulation.frame();
  ASSERT_EQ(constants.bodies.radius, (std::vector<double>{0.5, 0.25}));
  EXPECT_EQ(constants.bodies.mass, (std::vector<double>{3.0, 1e-3}));
  EXPECT_EQ(constants.bodies.inertia, (std::vector<double>{7.0, 1e-2}));
  EXPECT_EQ(constants.bodies.label, (std::vector<std::string>{"red", "blue"}));
  EXPECT_EQ(frame.position, (std::vector<double>{1.0, -1.0, 4.0, 5.0}));
  EXPECT_EQ(frame.velocity, (std::vector<double>{0.25, 2.0, 0.0, -1.0}));
}

TEST(Csv, TakesWhatHasNoColumnFromTheTable) {
  const Folder folder;
  Simulation simulation = simulate_csv(folder, "x,y,r\n0,0,0.5\n3,0,0.25\n",
                                       "label = \"grain\"\nvelocity = [1, 2]\nangular_velocity = 0.5\n");
  EXPECT_EQ(simulation.constants().bodies.mass, (std::vector<double>{1.0, 1.0}));
  EXPECT_EQ(simulation.constants().bodies.label, (std::vector<std::string>{"grain", "grain"}));
  EXPECT_EQ(simulation.frame().velocity, (std::vector<double>{1.0, 2.0, 1.0, 2.0}));
  EXPECT_EQ(simulation.frame().angular_velocity, (std::vector<double>{0.5, 0.5}));
}

struct Bad {
  const char* text;
  int line, column;
  const char* says;
};
std::ostream& operator<<(std::ostream& out, const Bad& bad) { return out << bad.says; }

class BadCsv : public testing::TestWithParam<Bad> {};

TEST_P(BadCsv, IsRefusedWithItsPlace) {
  const Folder folder;
  const Bad& bad = GetParam();
  folder.write("bodies.csv", bad.text);
  try {
    scene::read_csv(folder.file("bodies.csv"), 2);
    FAIL() << "accepted";
  } catch (const SceneError& error) {
    ASSERT_EQ(error.problems().size(), 1U);
    const SceneProblem& problem = error.problems()[0];
    EXPECT_EQ(problem.file, folder.file("bodies.csv"));
    EXPECT_EQ(problem.line, bad.line);
    EXPECT_EQ(problem.column, bad.column);
    EXPECT_NE(problem.what.find(bad.says), std::string::npos) << problem.what;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Files, BadCsv,
    testing::Values(Bad{"", 1, 1, "is empty"}, Bad{"x,y,r,colour\n", 1, 7, "unknown column \"colour\"; known: x, y, r"},
                    Bad{"x,y,r,z\n", 1, 7, "unknown column \"z\""}, Bad{"x,y,r,x\n", 1, 7, "column \"x\" stands twice"},
                    Bad{"x,r\n1,2\n", 1, 1, "column \"y\" is missing"},
                    Bad{"x,y,r\n1,2,3\n1,2\n", 3, 1, "found 2 values, the first line names 3 columns"},
                    Bad{"x,y,r\n1,2,3,4\n", 2, 1, "found 4 values"},
                    Bad{"x,y,r\n1,two,3\n", 2, 3, "y: found \"two\", must be a number"},
                    Bad{"x,y,r\n1,2 3,3\n", 2, 3, "y: found \"2 3\", must be a number"},
                    Bad{"x,y,r\n1,,3\n", 2, 3, "y: found \"\", must be a number"},
                    Bad{"x,y,r\n1,nan,3\n", 2, 3, "y: found \"nan\", must be a number"},
                    Bad{"x,y,r\n1,2,0\n", 2, 5, "r: found 0, must be > 0"},
                    Bad{"x,y,r,m\n1,2,1,-3\n", 2, 7, "m: found -3, must be > 0"}));

}  // namespace
}  // namespace gluey::test::scene_csv_test
