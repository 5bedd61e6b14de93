// Every solver in the table against solutions that an active-set search in Python found (tests/solver), on step
// problems of different kinds. A solver joins by being in the table, a problem by being in the folder.

#include "solver/solver.hpp"

#include <gtest/gtest.h>

#include "solver_methods.hpp"
#include "step_problem.hpp"

namespace gluey::solver_agreement_test {
namespace {

// The residual to stop at, relative to the largest velocity of the solution. W on closed contacts, scaled by its diagonal,
// has condition numbers up to 2·10⁴ in these problems, so velocities then agree to better than the 1e-6 asked for.
constexpr double tolerance = 1e-11;
constexpr double agreement = 1e-6;
// Uzawa's method needs as many iterations as W is ill-conditioned.
constexpr std::int64_t enough_iterations = 5'000'000;

using Case = std::tuple<std::string, std::string>;  // file, method

std::vector<std::string> files() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(solved_problems())) {
    names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string name_of(const testing::TestParamInfo<Case>& parameters) {
  return test_name(std::get<0>(parameters.param) + "_" + std::get<1>(parameters.param));
}

/// A problem of one dimension and the solver to try on it.
template <int D>
class Trial {
 public:
  Trial(const nlohmann::json& json, const std::string& method)
      : reference(solved<D>(json)),
        speed(largest(reference.velocity)),
        problem_(reference.data.pose()),
        method_(solver::method<Problem<D>>(method)) {}

  solver::Result solve(std::vector<double>& impulse, std::int64_t max_iterations = enough_iterations) const {
    solver::Workspace<Problem<D>> workspace;
    return method_(problem_, impulse, {.tolerance = tolerance * speed, .max_iterations = max_iterations}, workspace);
  }

  void expect_velocities_of_reference(const std::vector<double>& impulse) const {
    const auto found = reference.data.velocities(impulse);
    EXPECT_LE(largest_difference(found, reference.velocity), agreement * speed);
  }

  void expect_impulses_of_reference(const std::vector<double>& impulse) const {
    const double scale = largest(reference.impulse);
    for (std::size_t c = 0; c < impulse.size(); ++c) {
      EXPECT_GE(impulse[c], reference.data.lower[c]) << "contact " << c;
      if (reference.unique[c]) {
        EXPECT_NEAR(impulse[c], reference.impulse[c], agreement * scale) << "contact " << c;
      }
    }
  }

  /// What the solver says of its answer is what the test finds itself, but for the rounding of w.
  void expect_honest(const solver::Result& result, const std::vector<double>& impulse) const {
    const auto own = reference.data.measures(impulse);
    const double rounding = 1e-13 * std::max(speed, own.residual);
    EXPECT_NEAR(result.residual, own.residual, rounding);
    EXPECT_NEAR(result.overlap, own.overlap, rounding * reference.data.step);
    EXPECT_NEAR(result.complementarity, own.complementarity, 1e-12 * own.complementarity + rounding * largest(impulse));
  }

  Solved<D> reference;
  double speed;  // the largest velocity, to which others are compared

 private:
  Problem<D> problem_;
  solver::Method<Problem<D>> method_;
};

class SolverAgreement : public testing::TestWithParam<Case> {
 protected:
  /// check(trial) in the dimension of the file.
  template <class Check>
  void in_its_dimension(Check&& check) {
    const auto& [file, method] = GetParam();
    const nlohmann::json json = read_solved(file);
    if (json.at("dimension") == 2) {
      check(Trial<2>(json, method));
    } else {
      check(Trial<3>(json, method));
    }
  }
};

TEST_P(SolverAgreement, FromRestFindsTheSolutionOfTheActiveSet) {
  in_its_dimension([](const auto& trial) {
    std::vector<double> impulse(trial.reference.data.contacts(), 0.0);
    const solver::Result result = trial.solve(impulse);
    RecordProperty("iterations", std::to_string(result.iterations));
    EXPECT_EQ(result.status, solver::Status::converged) << result.iterations << " iterations";
    EXPECT_LE(result.residual, tolerance * trial.speed) << result.iterations << " iterations";
    trial.expect_honest(result, impulse);
    trial.expect_velocities_of_reference(impulse);
    trial.expect_impulses_of_reference(impulse);
  });
}

TEST_P(SolverAgreement, FromImpulsesFarOffFindsTheSameVelocities) {
  in_its_dimension([](const auto& trial) {
    // Half of them wrong by their own size, some beyond their bound.
    std::vector<double> impulse = trial.reference.impulse;
    const double scale = largest(impulse);
    Numbers numbers(1);
    for (double& p : impulse) {
      p += numbers() > 0.0 ? scale * numbers() : 0.0;
    }
    const solver::Result result = trial.solve(impulse);
    EXPECT_EQ(result.status, solver::Status::converged) << result.iterations << " iterations";
    trial.expect_honest(result, impulse);
    trial.expect_velocities_of_reference(impulse);
    trial.expect_impulses_of_reference(impulse);
  });
}

TEST_P(SolverAgreement, FromTheSolutionTakesNoIteration) {
  in_its_dimension([](const auto& trial) {
    std::vector<double> impulse = trial.reference.impulse;
    const solver::Result result = trial.solve(impulse);
    EXPECT_EQ(result.status, solver::Status::converged);
    EXPECT_EQ(result.iterations, 0);
    EXPECT_EQ(impulse, trial.reference.impulse);
    trial.expect_honest(result, impulse);
  });
}

TEST_P(SolverAgreement, StoppedEarlySaysHowGoodItsAnswerIs) {
  in_its_dimension([](const auto& trial) {
    for (const std::int64_t iterations : {0, 1, 2, 7}) {
      std::vector<double> impulse(trial.reference.data.contacts(), 0.0);
      const solver::Result result = trial.solve(impulse, iterations);
      EXPECT_LE(result.iterations, iterations);
      EXPECT_EQ(result.converged(), result.residual <= tolerance * trial.speed);
      EXPECT_NE(result.status, solver::Status::diverged);
      trial.expect_honest(result, impulse);
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Solvers, SolverAgreement,
                         testing::Combine(testing::ValuesIn(files()), testing::ValuesIn(method_names<2>())), name_of);

TEST(SolverAgreementProblems, AreAtLeastTen) { EXPECT_GE(files().size(), 10U); }

TEST(SolverAgreementProblems, AreAskedOfTheSameMethodsInBothDimensions) {
  EXPECT_EQ(method_names<2>(), method_names<3>());
}

}  // namespace
}  // namespace gluey::solver_agreement_test
