// What holds for every solver in the table, on any problem.

#include "core/infinity.hpp"
#include "solver/solver.hpp"

#include <gtest/gtest.h>

#include "solver_methods.hpp"
#include "step_problem.hpp"

namespace gluey::solver_properties_test {
namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

template <int D>
Vec<D> unit(int axis) {
  return Vec<D>::Unit(axis);
}

class Solver : public testing::TestWithParam<std::string> {
 protected:
  template <int D>
  solver::Result solve(const StepData<D>& data, std::vector<double>& impulse, const solver::Settings& settings = {}) {
    solver::Workspace<Problem<D>> workspace;
    return solver::method<Problem<D>>(GetParam())(data.pose(), impulse, settings, workspace);
  }
  template <int D>
  solver::Result solve_from_rest(const StepData<D>& data, std::vector<double>& impulse,
                                 const solver::Settings& settings = {}) {
    impulse.assign(data.contacts(), 0.0);
    return solve(data, impulse, settings);
  }
};

/// One sphere and a plane: p = max(l, −b/W).
template <int D>
StepData<D> sphere_on_plane(double velocity, double gap, double lower) {
  StepData<D> data;
  data.step = 0.1;
  data.add_body(Vec<D>::Constant(4.0), velocity * unit<D>(D - 1) + 0.3 * unit<D>(0));
  data.add_contact(0, 1, -unit<D>(D - 1), gap, lower);
  return data;
}

TEST_P(Solver, SolvesASphereOnAPlaneAsInClosedForm) {
  const auto check = [&]<int D>(double velocity, double gap, double lower, double expected) {
    std::vector<double> impulse;
    const auto result = solve_from_rest(sphere_on_plane<D>(velocity, gap, lower), impulse, {.tolerance = 1e-13});
    EXPECT_EQ(result.status, solver::Status::converged);
    EXPECT_NEAR(impulse[0], expected, 1e-13);
  };
  const auto in_both = [&](auto... numbers) {
    check.template operator()<2>(numbers...);
    check.template operator()<3>(numbers...);
  };
  in_both(-3.0, 0.1, 0.0, 0.5);         // falls 0.3 in the step, has room for 0.1: is stopped to 1
  in_both(-3.0, -0.1, 0.0, 1.0);        // and is pushed out of an overlap
  in_both(-1.0, 0.1, 0.0, 0.0);         // just gets there
  in_both(2.0, 0.0, 0.0, 0.0);          // leaves
  in_both(2.0, 0.0, -1.0, -0.5);        // is held
  in_both(2.0, 0.0, -0.25, -0.25);      // tears off
  in_both(2.0, 0.0, -infinity, -0.5);   // is held whatever it takes
  in_both(-3.0, 0.0, -infinity, 0.75);  // an equality pushes, too
}

TEST_P(Solver, SaysSoWhenItRanOutOfIterations) {
  const auto reference = solved<2>(read_solved("hyperstatic-lattice"));
  std::vector<double> impulse;
  const auto result = solve_from_rest(reference.data, impulse, {.tolerance = 1e-12, .max_iterations = 1});
  EXPECT_EQ(result.status, solver::Status::iteration_limit);
  EXPECT_FALSE(result.converged());
  EXPECT_LE(result.iterations, 1);
  EXPECT_GT(result.residual, 1e-12);
}

TEST_P(Solver, WithNoIterationAllowedOnlyMeasures) {
  const auto reference = solved<2>(read_solved("hyperstatic-lattice"));
  std::vector<double> impulse;
  const auto result = solve_from_rest(reference.data, impulse, {.tolerance = 1e-12, .max_iterations = 0});
  EXPECT_EQ(result.status, solver::Status::iteration_limit);
  EXPECT_EQ(result.iterations, 0);
  EXPECT_EQ(largest(impulse), 0.0);
  EXPECT_DOUBLE_EQ(result.residual, reference.data.measures(impulse).residual);
}

TEST_P(Solver, NamesTheMethodItUsed) {
  std::vector<double> impulse;
  const auto result = solve_from_rest(sphere_on_plane<2>(-1.0, 0.0, 0.0), impulse);
  if (GetParam() == "auto") {
    EXPECT_NE(result.method, "auto");
    EXPECT_NE(result.method, "");
  } else {
    EXPECT_EQ(result.method, GetParam());
  }
}

TEST_P(Solver, ReportsDataThatAreNoNumbers) {
  for (const double bad : {not_a_number, infinity, -infinity}) {
    for (const bool in_gap : {false, true}) {
      // Among sound contacts, so that the bad one can drown.
      auto data = solved<2>(read_solved("dry-pile")).data;
      if (in_gap) {
        data.gap[70] = bad;
      } else {
        data.free_velocity[20][1] = bad;
      }
      if (in_gap && bad == infinity) {
        continue;  // an obstacle infinitely far away is sound
      }
      std::vector<double> impulse;
      const auto result = solve_from_rest(data, impulse, {.tolerance = 1e-6, .max_iterations = 2000});
      EXPECT_EQ(result.status, solver::Status::diverged) << bad << (in_gap ? " in a gap" : " in a velocity");
      EXPECT_FALSE(std::isfinite(result.residual));
    }
  }
}

TEST_P(Solver, FromImpulsesThatAreNoNumbersRecoversOrSaysSo) {
  const auto reference = solved<2>(read_solved("dry-pile"));
  std::vector<double> impulse = reference.impulse;
  impulse[30] = not_a_number;
  const auto result = solve(reference.data, impulse, {.tolerance = 1e-9, .max_iterations = 100000});
  if (result.converged()) {
    EXPECT_LE(reference.data.measures(impulse).residual, 2e-9);
    EXPECT_TRUE(std::all_of(impulse.begin(), impulse.end(), [](double p) { return std::isfinite(p); }));
  } else {
    EXPECT_EQ(result.status, solver::Status::diverged);
  }
}

TEST_P(Solver, DoesNotCallAProblemWithoutSolutionSolved) {
  // A body of fixed size between two walls that are closer than that.
  StepData<2> data;
  data.step = 0.1;
  data.add_body(Vec<2>::Ones(), Vec<2>::Zero());
  data.add_contact(0, 1, unit<2>(0), -0.01);
  data.add_contact(0, 1, -unit<2>(0), -0.01);
  std::vector<double> impulse;
  const auto result = solve_from_rest(data, impulse, {.tolerance = 1e-9, .max_iterations = 1000});
  EXPECT_NE(result.status, solver::Status::converged);
  // The best there is leaves an overlap of 0.01 on both sides, 0.1 in velocity.
  EXPECT_GE(result.residual, 0.1 * (1.0 - 1e-12));
}

TEST_P(Solver, TakesNoIterationWithoutContacts) {
  StepData<3> data;
  std::vector<double> impulse;
  EXPECT_EQ(solve_from_rest(data, impulse).status, solver::Status::converged);
  data.add_body(Vec<3>::Ones(), Vec<3>::Ones());
  const auto result = solve_from_rest(data, impulse);
  EXPECT_EQ(result.status, solver::Status::converged);
  EXPECT_EQ(result.iterations, 0);
  EXPECT_EQ(result.residual, 0.0);
}

TEST_P(Solver, TakesNoIterationWhereAllContactsOpen) {
  auto reference = solved<3>(read_solved("all-separating"));
  std::fill(reference.data.lower.begin(), reference.data.lower.end(), 0.0);
  std::vector<double> impulse;
  const auto result = solve_from_rest(reference.data, impulse, {.tolerance = 1e-12});
  EXPECT_EQ(result.status, solver::Status::converged);
  EXPECT_EQ(result.iterations, 0);
  EXPECT_EQ(largest(impulse), 0.0);
  EXPECT_EQ(result.overlap, 0.0);
}

TEST_P(Solver, LeavesContactsBetweenImmovableBodiesAlone) {
  for (const double lower : {0.0, -1.0, -infinity}) {
    for (const double gap : {-0.1, 0.0, 0.1}) {
      auto data = sphere_on_plane<2>(-3.0, 0.1, 0.0);
      data.add_body(Vec<2>::Zero(), Vec<2>::Zero());
      data.add_body(Vec<2>::Zero(), Vec<2>::Zero());
      data.second[0] = 3;                              // still the plane
      data.add_contact(1, 2, unit<2>(0), gap, lower);  // two bodies that cannot move
      data.add_contact(2, 3, unit<2>(1), gap, lower);  // one of them and an obstacle
      std::vector<double> impulse;
      const auto result = solve_from_rest(data, impulse, {.tolerance = 1e-12});
      EXPECT_EQ(result.status, solver::Status::converged) << lower << ", " << gap;
      EXPECT_NEAR(impulse[0], 0.5, 1e-12);
      EXPECT_TRUE(std::isfinite(impulse[1]) && std::isfinite(impulse[2]));
      EXPECT_LE(result.overlap, 1e-12) << "an overlap that no step can undo is not one the step made";
    }
  }
}

TEST_P(Solver, SolvesAlsoWhenNothingCanMove) {
  StepData<2> data;
  data.add_body(Vec<2>::Zero(), Vec<2>::Zero());
  data.add_body(Vec<2>::Zero(), Vec<2>::Zero());
  data.add_contact(0, 1, unit<2>(0), 0.0);
  data.add_contact(1, 2, unit<2>(1), -0.5, -infinity);
  std::vector<double> impulse;
  const auto result = solve_from_rest(data, impulse);
  EXPECT_EQ(result.status, solver::Status::converged);
  EXPECT_EQ(result.residual, 0.0);
}

TEST_P(Solver, NeverGainsEnergyFromDryContacts) {
  // D ≥ 0, no pull, no moving obstacle: also where the iteration stopped early, p·u ≤ 0 needs only complementarity, so
  // the solution is what is tested.
  const auto reference = solved<2>(read_solved("dry-pile"));
  std::vector<double> impulse;
  ASSERT_TRUE(solve_from_rest(reference.data, impulse, {.tolerance = 1e-10, .max_iterations = 1000000}).converged());
  const auto after = reference.data.velocities(impulse);
  double gained = 0.0;
  double before = 0.0;
  for (std::size_t i = 0; i < after.size(); ++i) {
    const Vec<2> mass = reference.data.inverse_mass[i].cwiseInverse();
    gained += 0.5 * mass.dot(after[i].cwiseAbs2() - reference.data.free_velocity[i].cwiseAbs2());
    before += 0.5 * mass.dot(reference.data.free_velocity[i].cwiseAbs2());
  }
  EXPECT_LT(gained, -0.01 * before);
}

TEST_P(Solver, DoesNotMindWhatAnotherProblemLeftInItsWorkspace) {
  const auto method = solver::method<Problem<3>>(GetParam());
  const auto large = solved<3>(read_solved("many-at-walls"));
  const auto small = solved<3>(read_solved("glued-cluster"));
  const solver::Settings settings{.tolerance = 1e-6, .max_iterations = 100000};
  std::vector<double> fresh(small.data.contacts(), 0.0);
  const auto result = solve(small.data, fresh, settings);

  solver::Workspace<Problem<3>> workspace;
  std::vector<double> impulse(large.data.contacts(), 0.0);
  method(large.data.pose(), impulse, settings, workspace);
  std::vector<double> used(small.data.contacts(), 0.0);
  const auto again = method(small.data.pose(), used, settings, workspace);
  EXPECT_EQ(used, fresh);
  EXPECT_EQ(again.iterations, result.iterations);
}

INSTANTIATE_TEST_SUITE_P(Methods, Solver, testing::ValuesIn(method_names<2>()),
                         [](const auto& parameters) { return test_name(parameters.param); });

}  // namespace
}  // namespace gluey::solver_properties_test
