// Every solver that takes friction against solutions of another kind: Newton steps on Alart and Curnier's equation in Python
// (tests/solver/friction.py). A solver joins by being in the table, a problem by being in the folder.

#include "solver/solver.hpp"

#include <gtest/gtest.h>

#include "rigid_step.hpp"
#include "solver_methods.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

namespace gluey::test::friction_agreement_test {
namespace {

// The residual to stop at, relative to the largest velocity. These problems are small and well-conditioned: velocities then
// agree far better than the 1e-6 asked for.
constexpr double tolerance = 1e-10;
constexpr double agreement = 1e-6;
constexpr std::int64_t enough_iterations = 1'000'000;

std::filesystem::path folder() { return std::filesystem::path(GLUEY_TEST_DATA) / "solver" / "friction_problems"; }

std::vector<std::string> files() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder())) {
    names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

template <int D>
std::vector<std::string> methods() {
  std::vector<std::string> names;
  for (const auto& named : solver::methods<RigidProblem<D>>()) {
    names.emplace_back(named.name);
  }
  return names;
}

template <int N>
Vec<N> vector_of(const nlohmann::json& row) {
  Vec<N> v;
  for (int axis = 0; axis < N; ++axis) {
    v[axis] = row.at(static_cast<std::size_t>(axis)).get<double>();
  }
  return v;
}

/// A problem, its solution, and a solver to try on it.
template <int D>
class Trial {
 public:
  static constexpr int spin = spin_size<D>;

  Trial(const nlohmann::json& json, const std::string& method) : method_(solver::method<RigidProblem<D>>(method)) {
    step_.data.step = json.at("step").get<double>();
    const std::size_t bodies = json.at("inverse_mass").size();
    for (std::size_t i = 0; i < bodies; ++i) {
      Eigen::Matrix<double, spin, spin> inverse_inertia;
      for (int k = 0; k < spin; ++k) {
        inverse_inertia.row(k) = vector_of<spin>(json["inverse_inertia"][i][static_cast<std::size_t>(k)]).transpose();
      }
      step_.add_body(vector_of<D>(json["inverse_mass"][i]), inverse_inertia, vector_of<D>(json["free_velocity"][i]),
                     vector_of<spin>(json["free_spin"][i]));
      Vec<D + spin> velocity;
      velocity << vector_of<D>(json["solution"]["velocity"][i]), vector_of<spin>(json["solution"]["spin"][i]);
      expected_.push_back(velocity);
      speed_ = std::max(speed_, velocity.norm());
    }
    for (std::size_t c = 0; c < json.at("gap").size(); ++c) {
      ContactSet set;
      set.lower = json["lower"][c].get<double>();
      set.friction = json["friction"][c].get<double>();
      set.rolling = json["rolling"][c].get<double>();
      const bool convex = json["convex"][c].get<int>() != 0;
      set.shift = convex ? 0.0 : set.friction;
      set.rolling_shift = convex ? 0.0 : set.rolling;
      step_.add_contact(json["first"][c].get<std::int32_t>(), json["second"][c].get<std::int32_t>(),
                        vector_of<D>(json["normal"][c]), vector_of<D>(json["arm_first"][c]),
                        vector_of<D>(json["arm_second"][c]), json["gap"][c].get<double>(), set,
                        vector_of<D>(json["surface"][c]));
    }
    problem_.pose(step_.data);
    solution_.resize(problem_.components());
    for (std::size_t c = 0; c < step_.contacts(); ++c) {
      const Vec<D> p = vector_of<D>(json["solution"]["impulse"][c]);
      const Vec<D>& n = step_.data.normal[c];
      problem_.load(c, n, {n.dot(p), p - n.dot(p) * n, vector_of<spin>(json["solution"]["moment"][c])},
                    solution_.data());
    }
  }

  [[nodiscard]] std::vector<double> zeros() const { return std::vector<double>(problem_.components(), 0.0); }
  [[nodiscard]] const std::vector<double>& solution() const { return solution_; }
  [[nodiscard]] double speed() const { return speed_; }

  solver::Result solve(std::vector<double>& impulse) const {
    solver::Workspace<RigidProblem<D>> workspace;
    return method_(problem_, impulse, {.tolerance = tolerance * speed_, .max_iterations = enough_iterations},
                   workspace);
  }

  /// Largest difference from the reference's velocities and spins, relative to the largest of them.
  [[nodiscard]] double difference(const std::vector<double>& impulse) const {
    std::vector<typename RigidProblem<D>::State> change(step_.bodies() + 1);
    problem_.velocities(impulse.data(), change.data());
    double worst = 0.0;
    for (std::size_t i = 0; i < step_.bodies(); ++i) {
      Vec<D + spin> velocity;
      velocity << step_.data.velocity[i], step_.data.angular_velocity[i];
      velocity += Eigen::Map<const Vec<D + spin>>(change[i].x);
      worst = std::max(worst, (velocity - expected_[i]).norm());
    }
    return worst / speed_;
  }

 private:
  RigidStep<D> step_;
  RigidProblem<D> problem_;
  std::vector<Vec<D + spin>> expected_;
  std::vector<double> solution_;
  double speed_ = 0.0;
  solver::Method<RigidProblem<D>> method_;
};

using Case = std::tuple<std::string, std::string>;  // file, method

class FrictionAgreement : public testing::TestWithParam<Case> {
 protected:
  template <class Try>
  void in_its_dimension(Try&& attempt) const {
    std::ifstream file(folder() / (std::get<0>(GetParam()) + ".json"));
    const nlohmann::json json = nlohmann::json::parse(file);
    if (json.at("dimension").get<int>() == 2) {
      attempt(Trial<2>(json, std::get<1>(GetParam())));
    } else {
      attempt(Trial<3>(json, std::get<1>(GetParam())));
    }
  }
};

TEST_P(FrictionAgreement, FindsTheVelocitiesOfTheReference) {
  in_its_dimension([](const auto& trial) {
    std::vector<double> impulse = trial.zeros();
    const solver::Result result = trial.solve(impulse);
    RecordProperty("iterations", std::to_string(result.iterations));
    EXPECT_EQ(result.status, solver::Status::converged) << result.iterations << " iterations";
    EXPECT_LE(result.residual, tolerance * trial.speed());
    EXPECT_LT(trial.difference(impulse), agreement) << result.iterations << " iterations";
  });
}

TEST_P(FrictionAgreement, FromImpulsesFarOffFindsTheSameVelocities) {
  in_its_dimension([](const auto& trial) {
    std::vector<double> impulse = trial.solution();
    double scale = 0.0;
    for (const double p : impulse) {
      scale = std::max(scale, std::abs(p));
    }
    Draws draws(1);
    for (double& p : impulse) {
      p += draws() > 0.0 ? scale * draws() : 0.0;
    }
    const solver::Result result = trial.solve(impulse);
    EXPECT_EQ(result.status, solver::Status::converged) << result.iterations << " iterations";
    EXPECT_LT(trial.difference(impulse), agreement) << result.iterations << " iterations";
  });
}

TEST_P(FrictionAgreement, FromTheSolutionTakesNoIteration) {
  in_its_dimension([](const auto& trial) {
    std::vector<double> impulse = trial.solution();
    const solver::Result result = trial.solve(impulse);
    EXPECT_EQ(result.status, solver::Status::converged);
    EXPECT_EQ(result.iterations, 0);
    EXPECT_LT(trial.difference(impulse), 1e-11);
  });
}

INSTANTIATE_TEST_SUITE_P(Solvers, FrictionAgreement,
                         testing::Combine(testing::ValuesIn(files()), testing::ValuesIn(methods<2>())),
                         [](const testing::TestParamInfo<Case>& parameters) {
                           return test_name(std::get<0>(parameters.param) + "_" + std::get<1>(parameters.param));
                         });

TEST(FrictionAgreementProblems, AreAtLeastTen) { EXPECT_GE(files().size(), 10U); }

TEST(FrictionAgreementProblems, AreAskedOfTheSameMethodsInBothDimensions) { EXPECT_EQ(methods<2>(), methods<3>()); }

}  // namespace
}  // namespace gluey::test::friction_agreement_test
