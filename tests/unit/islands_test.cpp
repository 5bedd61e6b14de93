// Islands: what is joined is found as by walking from body to body, and a problem made of several is solved to the bits of each
// of them alone, wherever their bodies and contacts stand in the lists.

#include "problem/islands.hpp"

#include "solver/solver.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include "rigid_step.hpp"
#include "step_problem.hpp"
#include "support/small_world.hpp"

#include <algorithm>
#include <map>
#include <numeric>

namespace gluey::test::islands_test {
namespace {

/// What Islands asks of a problem.
struct Graph {
  std::size_t nodes = 0;
  std::vector<std::int32_t> from, to;
  [[nodiscard]] std::size_t bodies() const { return nodes; }
  [[nodiscard]] std::size_t contacts() const { return from.size(); }
  [[nodiscard]] std::int32_t first(std::size_t c) const { return from[c]; }
  [[nodiscard]] std::int32_t second(std::size_t c) const { return to[c]; }
};

/// For every body the smallest one that can be reached; the slow way.
std::vector<std::size_t> reached(const Graph& graph) {
  std::vector<std::size_t> smallest(graph.nodes);
  std::iota(smallest.begin(), smallest.end(), 0U);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t c = 0; c < graph.contacts(); ++c) {
      const auto a = static_cast<std::size_t>(graph.from[c]), b = static_cast<std::size_t>(graph.to[c]);
      if (b < graph.nodes && smallest[a] != smallest[b]) {
        smallest[a] = smallest[b] = std::min(smallest[a], smallest[b]);
        changed = true;
      }
    }
  }
  return smallest;
}

TEST(Islands, AreWhatWalkingFromBodyToBodyReaches) {
  std::mt19937_64 draw(7);
  for (const std::size_t contacts : {1U, 20U, 60U, 100U, 200U}) {
    Graph graph{.nodes = 100, .from = {}, .to = {}};
    for (std::size_t c = 0; c < contacts; ++c) {
      graph.from.push_back(static_cast<std::int32_t>(draw() % 100));
      graph.to.push_back(static_cast<std::int32_t>(draw() % 110));  // every eleventh an obstacle
    }
    const std::vector<std::size_t> expected = reached(graph);
    std::map<std::size_t, std::vector<std::int32_t>> contacts_of;
    for (std::size_t c = 0; c < contacts; ++c) {
      contacts_of[expected[static_cast<std::size_t>(graph.from[c])]].push_back(static_cast<std::int32_t>(c));
    }
    Islands islands;
    ASSERT_EQ(islands.find(graph), contacts_of.size());
    const std::size_t largest = islands.largest();
    islands.sort();
    std::size_t most = 0, seen = 0;
    std::int32_t last_first = -1;
    for (std::size_t k = 0; k < islands.count(); ++k) {
      const auto own = islands.contacts(k);
      ASSERT_FALSE(own.empty());
      EXPECT_GT(own.front(), last_first);  // in the order of their first contacts
      last_first = own.front();
      const std::size_t root = expected[static_cast<std::size_t>(graph.from[static_cast<std::size_t>(own.front())])];
      EXPECT_EQ(std::vector(own.begin(), own.end()), contacts_of[root]);
      std::int32_t place = 0;
      for (const std::int32_t body : islands.bodies(k)) {
        EXPECT_EQ(expected[static_cast<std::size_t>(body)], root);
        EXPECT_EQ(islands.place(body, k), place++);
      }
      EXPECT_EQ(islands.bodies(k).size(), static_cast<std::size_t>(std::count(expected.begin(), expected.end(), root)));
      EXPECT_TRUE(std::is_sorted(islands.bodies(k).begin(), islands.bodies(k).end()));
      most = std::max(most, own.size());
      seen += own.size();
    }
    EXPECT_EQ(most, largest);
    EXPECT_EQ(seen, contacts);
  }
}

/// Several problems as one: bodies and contacts taken from each in turn, as a random draw has it. Contacts of one keep their
/// order.
struct Shuffle {
  struct Place {
    std::size_t problem, contact;
  };
  std::vector<std::vector<std::int32_t>> body;  // of each problem, in the joint one
  std::vector<Place> contact;

  template <class Step>
  Shuffle(const std::vector<Step>& steps, std::uint64_t seed) {
    std::mt19937_64 draw(seed);
    std::vector<std::size_t> order;
    for (std::size_t k = 0; k < steps.size(); ++k) {
      order.insert(order.end(), steps[k].contacts(), k);
      body.emplace_back(steps[k].bodies());
      bodies += steps[k].bodies();
    }
    std::shuffle(order.begin(), order.end(), draw);
    std::vector<std::size_t> next(steps.size(), 0);
    for (const std::size_t k : order) {
      contact.push_back({k, next[k]++});
    }
    // Bodies of one keep their order, too: sums run over them.
    std::vector<std::size_t> owner;
    for (std::size_t k = 0; k < steps.size(); ++k) {
      owner.insert(owner.end(), steps[k].bodies(), k);
    }
    std::shuffle(owner.begin(), owner.end(), draw);
    std::fill(next.begin(), next.end(), 0);
    for (std::size_t i = 0; i < owner.size(); ++i) {
      body[owner[i]][next[owner[i]]++] = static_cast<std::int32_t>(i);
    }
    owner_ = owner;
  }
  [[nodiscard]] std::int32_t body_of(std::size_t problem, std::int32_t own) const {
    const auto& places = body[problem];
    return static_cast<std::size_t>(own) < places.size() ? places[static_cast<std::size_t>(own)]
                                                         : static_cast<std::int32_t>(bodies);
  }
  /// visit(problem, body) in the order of the joint problem.
  template <class Visit>
  void each_body(const Visit& visit) const {
    std::vector<std::size_t> next(body.size(), 0);
    for (const std::size_t k : owner_) {
      visit(k, next[k]++);
    }
  }
  std::size_t bodies = 0;

 private:
  std::vector<std::size_t> owner_;
};

/// A limit that leaves hard ones unsolved: how far they got must agree as well.
constexpr solver::Settings settings{.tolerance = 1e-9, .max_iterations = 700};

template <class P>
solver::Result solve(const P& problem, std::vector<double>& impulse) {
  solver::Workspace<P> workspace;
  return solver::automatic(problem, impulse, settings, workspace);
}

template <class P>
bool in_one_piece(const P& problem) {
  Islands islands;
  return islands.find(problem) == 1;
}

template <class Dimension>
class IslandsOf : public testing::Test {};
using Dimensions = testing::Types<Plane2D, Space3D>;
TYPED_TEST_SUITE(IslandsOf, Dimensions);

void expect_worst(const solver::Result& joint, const std::vector<solver::Result>& alone) {
  double residual = 0.0, overlap = 0.0, complementarity = 0.0;
  std::int64_t iterations = 0;
  solver::Status status = solver::Status::converged;
  for (const solver::Result& result : alone) {
    residual = std::max(residual, result.residual);
    overlap = std::max(overlap, result.overlap);
    complementarity = std::max(complementarity, result.complementarity);
    iterations = std::max(iterations, result.iterations);
    status = std::max(status, result.status);
  }
  EXPECT_EQ(joint.residual, residual);
  EXPECT_EQ(joint.overlap, overlap);
  EXPECT_EQ(joint.complementarity, complementarity);
  EXPECT_EQ(joint.iterations, iterations);
  EXPECT_EQ(joint.status, status);
}

TYPED_TEST(IslandsOf, WithFrictionAreSolvedToTheBitsOfEachAlone) {
  constexpr int D = TypeParam::value;
  std::vector<RigidStep<D>> steps;
  for (const auto& [bodies, contacts] :
       {std::pair(3U, 9U), std::pair(12U, 60U), std::pair(20U, 90U), std::pair(5U, 14U), std::pair(40U, 300U)}) {
    steps.push_back(random_step<D>(bodies, contacts, 100 + bodies));
  }
  const Shuffle shuffle(steps, 3);
  RigidStep<D> joint;
  joint.data.step = steps[0].data.step;
  shuffle.each_body([&](std::size_t k, std::size_t i) {
    const auto& data = steps[k].data;
    joint.add_body(data.inverse_mass[i], data.inverse_inertia[i], data.velocity[i], data.angular_velocity[i]);
    joint.data.inertia.back() = data.inertia[i];
  });
  for (const auto& [k, c] : shuffle.contact) {
    const auto& data = steps[k].data;
    joint.add_contact(shuffle.body_of(k, data.first[c]), shuffle.body_of(k, data.second[c]), data.normal[c],
                      data.arm_first[c], data.arm_second[c], data.gap[c], data.set[c], data.surface[c],
                      data.surface_spin[c]);
  }
  RigidProblem<D> problem;
  problem.pose(joint.data);
  std::vector<double> impulse(problem.components(), 0.0);
  const solver::Result result = solve(problem, impulse);

  std::vector<solver::Result> results;
  std::vector<RigidProblem<D>> alone(steps.size());
  std::vector<std::vector<double>> own(steps.size());
  for (std::size_t k = 0; k < steps.size(); ++k) {
    ASSERT_EQ(steps[k].data.step, joint.data.step);
    alone[k].pose(steps[k].data);
    ASSERT_TRUE(in_one_piece(alone[k])) << k;
    own[k].assign(alone[k].components(), 0.0);
    results.push_back(solve(alone[k], own[k]));
  }
  expect_worst(result, results);
  for (std::size_t c = 0; c < shuffle.contact.size(); ++c) {
    const auto [k, other] = shuffle.contact[c];
    const auto here = problem.read(c, joint.data.normal[c], impulse.data());
    const auto there = alone[k].read(other, joint.data.normal[c], own[k].data());
    ASSERT_EQ(here.normal, there.normal) << k << ' ' << other;
    ASSERT_EQ(here.tangential, there.tangential);
    ASSERT_EQ(here.moment, there.moment);
  }
}

TEST(Islands, WithoutFrictionAreSolvedToTheBitsOfEachAlone) {
  std::vector<StepData<2>> steps;
  for (const char* name : {"dry-pile", "glued-cluster", "hanging-chain", "hyperstatic-lattice", "wedge"}) {
    const nlohmann::json json = read_solved(name);
    if (json.at("normal").at(0).size() == 2) {
      steps.push_back(solved<2>(json).data);
    }
  }
  ASSERT_GE(steps.size(), 3U);
  const Shuffle shuffle(steps, 4);
  StepData<2> joint;
  joint.step = steps[0].step;
  shuffle.each_body(
      [&](std::size_t k, std::size_t i) { joint.add_body(steps[k].inverse_mass[i], steps[k].free_velocity[i]); });
  for (const auto& [k, c] : shuffle.contact) {
    const StepData<2>& data = steps[k];
    // Gaps over the step are what counts.
    joint.add_contact(shuffle.body_of(k, data.first[c]), shuffle.body_of(k, data.second[c]), data.normal[c],
                      data.gap[c], data.lower[c]);
  }
  std::vector<double> impulse(joint.contacts(), 0.0);
  const solver::Result result = solve(joint.pose(), impulse);
  std::vector<solver::Result> results;
  std::vector<std::vector<double>> own(steps.size());
  for (std::size_t k = 0; k < steps.size(); ++k) {
    steps[k].step = joint.step;
    own[k].assign(steps[k].contacts(), 0.0);
    ASSERT_TRUE(in_one_piece(steps[k].pose())) << k;
    results.push_back(solve(steps[k].pose(), own[k]));
  }
  expect_worst(result, results);
  for (std::size_t c = 0; c < shuffle.contact.size(); ++c) {
    const auto [k, other] = shuffle.contact[c];
    ASSERT_EQ(impulse[c], own[k][other]) << k << ' ' << other;
  }
}

/// Chains that hang from a ceiling, some so long that loops within them take several threads.
TEST(Islands, GiveTheSameBitsForAnyNumberOfThreads) {
  StepData<2> data;
  Numbers numbers(5);
  for (const int links : {1, 30, 5000, 3, 200, 3500, 17, 60}) {
    const auto top = static_cast<std::int32_t>(data.bodies());
    for (int link = 0; link < links; ++link) {
      data.add_body(Vec<2>::Constant(1.0 + 0.5 * numbers()), numbers.vector<2>());
    }
    data.add_contact(top, 1'000'000, Vec<2>::UnitY(), 0.0, -0.3);
    for (std::int32_t link = 1; link < links; ++link) {
      data.add_contact(top + link - 1, top + link, Vec<2>(0.3 * numbers(), 1.0).normalized(), 0.01 * numbers(), -0.2);
    }
  }
  const int before = omp_get_max_threads();
  std::vector<double> expected;
  for (const int threads : {1, 2, 3, 7}) {
    omp_set_num_threads(threads);
    std::vector<double> impulse(data.contacts(), 0.0);
    const solver::Result result = solve(data.pose(), impulse);
    EXPECT_LE(data.measures(impulse).residual, 1.001 * std::max(result.residual, 1e-12));
    expected = expected.empty() ? impulse : expected;
    EXPECT_EQ(impulse, expected) << threads;
  }
  omp_set_num_threads(before);
}

}  // namespace
}  // namespace gluey::test::islands_test
