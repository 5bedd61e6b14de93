// What a run counts over its steps, carried through a checkpoint.

#include "run/tally.hpp"

#include <gluey/errors.hpp>

#include <gtest/gtest.h>

#include <limits>

namespace gluey::run_tally_test {
namespace {

StepReport step(std::int64_t contacts, double residual, double tolerance, const char* solver) {
  StepReport report;
  report.row.contacts = contacts;
  report.row.iterations = 10 * contacts;
  report.row.residual = residual;
  report.row.overlap = 0.1 * residual;
  report.row.kinetic_energy = 1.0 / 3.0;
  report.row.potential_energy = -std::numeric_limits<double>::infinity();
  report.tolerance = tolerance;
  report.solver = solver;
  return report;
}

TEST(Tally, NamesTheToleranceOfTheLargestResidualAndEverySolver) {
  Tally tally;
  tally.add(step(2, 1e-7, 1e-6, "apgd"));
  tally.add(step(4, 3e-7, 2e-6, "apgd"));
  tally.add(step(6, 2e-7, 4e-6, "interior-point"));
  tally.add(step(0, 0.0, 8e-6, "none needed"));
  RunSummary summary;
  tally.fill_in(summary, 4);
  EXPECT_EQ(summary.residual_max, 3e-7);
  EXPECT_EQ(summary.tolerance, 2e-6);
  EXPECT_EQ(summary.overlap_max, 0.1 * 3e-7);
  EXPECT_EQ(summary.contacts_mean, 3.0);
  EXPECT_EQ(summary.contacts_last, 0);
  EXPECT_EQ(summary.iterations_max, 60);
  using Steps = std::pair<std::string, std::int64_t>;
  EXPECT_EQ(summary.solvers, (std::vector<Steps>{{"apgd", 2}, {"interior-point", 1}}));
}

TEST(Tally, ComesBackFromItsTextToTheLastBit) {
  Tally tally;
  tally.add(step(3, 0.1 + 0.2, 1e-300, "interior-point"));
  tally.add(step(1, 1e-17, 1.0, "apgd"));
  tally.last_frame_step = std::int64_t{1} << 62;
  const Tally read = Tally::from_text(tally.text(), "a file");
  EXPECT_EQ(read.text(), tally.text());
  EXPECT_EQ(read.residual_max, 0.1 + 0.2);
  EXPECT_EQ(read.tolerance, 1e-300);
  EXPECT_EQ(read.kinetic_energy, 1.0 / 3.0);
  EXPECT_EQ(read.potential_energy, -std::numeric_limits<double>::infinity());
  EXPECT_EQ(read.last_frame_step, std::int64_t{1} << 62);
  EXPECT_EQ(read.solvers, tally.solvers);
}

// One line of the text after the other is lost, spoiled, or there twice.
TEST(Tally, RefusesATextThatIsNotItsOwn) {
  Tally tally;
  tally.add(step(3, 0.1, 1.0, "apgd"));
  const auto message = [](const std::string& text) -> std::string {
    try {
      Tally::from_text(text, "a file");
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  const std::string text = tally.text();
  for (std::size_t begin = 0, end = 0; begin < text.size(); begin = end + 1) {
    end = text.find('\n', begin);
    const std::string line = text.substr(begin, end - begin), name = line.substr(0, line.find(' '));
    const std::string rest = text.substr(0, begin) + text.substr(end + 1);
    const bool counts =
        name == "solver" || name == "accuracies" || name == "overlaps";  // there may be any number of these
    if (!counts) {
      EXPECT_EQ(message(rest), "cannot go on from a file: its tally has no '" + name + "'");
      EXPECT_NE(message(text + line + "\n").find("or there twice"), std::string::npos) << line;
    }
    EXPECT_NE(message(rest + line + "x\n").find("its tally is damaged: '" + line + "x'"), std::string::npos) << line;
  }
  EXPECT_NE(message(text + "colour 7\n").find("'colour', which is unknown"), std::string::npos);
}

}  // namespace
}  // namespace gluey::run_tally_test
