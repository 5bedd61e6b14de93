// The step problem with rotation and friction against dense algebra: products, energy, single pushes, residual, and the
// way of impulses into it and out of it.

#include "problem/rigid_problem.hpp"

#include <gtest/gtest.h>

#include "dense_algebra.hpp"
#include "rigid_step.hpp"
#include "support/small_world.hpp"

namespace gluey::test::rigid_problem_test {
namespace {

template <class Dimension>
class RigidProblemOf : public testing::Test {};
using Dimensions = testing::Types<Plane2D, Space3D>;
TYPED_TEST_SUITE(RigidProblemOf, Dimensions);

template <int D>
RigidProblem<D> posed(const RigidStep<D>& step) {
  RigidProblem<D> problem;
  problem.pose(step.data);
  return problem;
}

std::vector<double> any_impulse(std::size_t components, std::uint64_t seed) {
  Draws draws(seed);
  std::vector<double> impulse(components);
  for (double& p : impulse) {
    p = draws();
  }
  return impulse;
}

/// The contact's impulse as a vector in space and a moment, from the problem's components.
template <int D>
Eigen::VectorXd in_space(const RigidStep<D>& step, const RigidProblem<D>& problem, std::size_t c,
                         const std::vector<double>& impulse) {
  constexpr int motion = D + spin_size<D>;
  const double* at = impulse.data() + problem.component(problem.slot(c));
  Eigen::VectorXd p = Eigen::VectorXd::Zero(motion);
  switch (step.kind(c)) {
    case Kind::bound:
      p.head(D) = at[0] * step.data.normal[c];
      break;
    case Kind::cone:
      p.head(D) = Eigen::Map<const Vec<D>>(at);
      break;
    case Kind::rolling:
      p = Eigen::Map<const Vec<motion>>(at);
      break;
  }
  return p;
}

/// V' = U + M⁻¹ Gᵀ p of the dense algebra.
template <int D>
Eigen::VectorXd dense_velocity(const RigidStep<D>& step, const RigidProblem<D>& problem,
                               const std::vector<double>& impulse) {
  Eigen::VectorXd momentum = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(step.bodies()) * RigidStep<D>::motion);
  for (std::size_t c = 0; c < step.contacts(); ++c) {
    momentum += transposed_times(step.rows(c), in_space(step, problem, c, impulse));
  }
  return step.free() + times(step.inverse_masses(), momentum);
}

/// W_cc without what turns.
template <int D>
Eigen::MatrixXd own_block(const RigidStep<D>& step, std::size_t c) {
  return within(step.rows(c), step.inverse_masses()).topLeftCorner(D, D);
}

template <int D>
bool movable(const RigidStep<D>& step, std::size_t c) {
  const Eigen::Matrix<double, D, D> w = own_block(step, c);
  return step.kind(c) == Kind::bound ? step.data.normal[c].dot(w * step.data.normal[c]) > 1e-12 : w.trace() > 1e-12;
}

TYPED_TEST(RigidProblemOf, MultipliesLikeTheDenseMatrix) {
  constexpr int D = TypeParam::value;
  const RigidStep<D> step = random_step<D>(12, 60, 3);
  const RigidProblem<D> problem = posed(step);
  ASSERT_EQ(problem.bodies(), step.bodies());
  ASSERT_EQ(problem.contacts(), step.contacts());
  const std::vector<double> impulse = any_impulse(problem.components(), 4);
  std::vector<typename RigidProblem<D>::State> state(step.bodies() + 1);
  problem.velocities(impulse.data(), state.data());
  const Eigen::VectorXd velocity = dense_velocity(step, problem, impulse);
  const Eigen::VectorXd free = step.free();
  for (std::size_t i = 0; i < step.bodies(); ++i) {
    for (int k = 0; k < RigidStep<D>::motion; ++k) {
      const auto at = static_cast<Eigen::Index>(i) * RigidStep<D>::motion + k;
      EXPECT_NEAR(free[at] + state[i].x[k], velocity[at], 1e-12) << "body " << i << ", component " << k;
    }
  }
  int seen[3] = {};
  for (std::size_t c = 0; c < step.contacts(); ++c) {
    ++seen[static_cast<int>(step.kind(c))];
    const Eigen::VectorXd expected = times(step.rows(c), velocity) + step.offset(c);
    problem.at(problem.slot(c), state.data(), [&](const auto& /*set*/, std::size_t at, const auto& u) {
      EXPECT_EQ(at, problem.component(problem.slot(c)));
      if (!movable(step, c)) {
        EXPECT_EQ(u[0], 0.0);
      } else if (u.size() == 1) {
        EXPECT_NEAR(u[0], step.data.normal[c].dot(expected.template head<D>()), 1e-12) << "contact " << c;
      } else {
        EXPECT_LT((u - expected.head(u.size())).norm(), 1e-12) << "contact " << c;
      }
    });
  }
  EXPECT_GT(std::min({seen[0], seen[1], seen[2]}), 10);
}

TYPED_TEST(RigidProblemOf, VisitsEveryContactOnceInEveryLoop) {
  constexpr int D = TypeParam::value;
  // Enough for several blocks of every kind.
  const RigidStep<D> step = random_step<D>(3000, 7 * block_size, 5);
  const RigidProblem<D> problem = posed(step);
  const std::vector<double> impulse = any_impulse(problem.components(), 6);
  std::vector<typename RigidProblem<D>::State> state(step.bodies() + 1);
  problem.velocities(impulse.data(), state.data());
  std::vector<int> visits(problem.components(), 0);
  std::vector<double> product(problem.components());
  std::vector<Sum> scratch;
  const Sum sum = problem.template for_contacts<Sum>(state.data(), scratch,
                                                     [&](const auto& /*set*/, std::size_t at, const auto& u, Sum& s) {
                                                       for (Eigen::Index k = 0; k < u.size(); ++k) {
                                                         ++visits[at + static_cast<std::size_t>(k)];
                                                         product[at + static_cast<std::size_t>(k)] = u[k];
                                                       }
                                                       s.value += static_cast<double>(u.size());
                                                     });
  EXPECT_EQ(sum.value, static_cast<double>(problem.components()));
  EXPECT_EQ(std::count(visits.begin(), visits.end(), 1), static_cast<std::ptrdiff_t>(visits.size()));
  for (std::size_t c = 0; c < step.contacts(); ++c) {
    problem.at(problem.slot(c), state.data(), [&](const auto& /*set*/, std::size_t at, const auto& u) {
      for (Eigen::Index k = 0; k < u.size(); ++k) {
        // Cones are taken four at a time there, and rounded otherwise.
        ASSERT_NEAR(product[at + static_cast<std::size_t>(k)], u[k], 1e-12);
      }
    });
  }
}

TYPED_TEST(RigidProblemOf, KeepsTheSetsOfTheContacts) {
  constexpr int D = TypeParam::value;
  const RigidStep<D> step = random_step<D>(12, 60, 7);
  const RigidProblem<D> problem = posed(step);
  std::vector<typename RigidProblem<D>::State> state(step.bodies() + 1);
  const auto expect_cone = [&](const Cone<D>& cone, std::size_t c) {
    const ContactSet& set = step.data.set[c];
    EXPECT_EQ(cone.normal, step.data.normal[c]);
    EXPECT_EQ(cone.lower, set.lower);
    EXPECT_EQ(cone.friction, set.friction);
    EXPECT_EQ(cone.shift, set.shift);
    if (movable(step, c)) {
      // Closed forms of eigenvalues keep half of the digits where two are equal; any number near it will do.
      EXPECT_NEAR(cone.largest, largest_eigenvalue(own_block(step, c)), 1e-7);
    }
  };
  for (std::size_t c = 0; c < step.contacts(); ++c) {
    problem.at(problem.slot(c), state.data(), [&](const auto& set, std::size_t /*at*/, const auto& /*u*/) {
      if constexpr (std::is_same_v<std::remove_cvref_t<decltype(set)>, Bound>) {
        EXPECT_EQ(set.lower, step.data.set[c].lower);
      } else if constexpr (std::is_same_v<std::remove_cvref_t<decltype(set)>, Cone<D>>) {
        expect_cone(set, c);
      } else {
        expect_cone(set.cone, c);
        EXPECT_EQ(set.rolling, step.data.set[c].rolling);
        EXPECT_EQ(set.rolling_shift, step.data.set[c].rolling_shift);
      }
    });
  }
}

TYPED_TEST(RigidProblemOf, PushesOneContactLikeTheWholeProduct) {
  constexpr int D = TypeParam::value;
  const RigidStep<D> step = random_step<D>(12, 60, 8);
  const RigidProblem<D> problem = posed(step);
  std::vector<typename RigidProblem<D>::State> pushed(step.bodies() + 1), whole(step.bodies() + 1);
  const std::vector<double> impulse = any_impulse(problem.components(), 9);
  for (std::size_t slot = 0; slot < problem.contacts(); ++slot) {
    problem.push(slot, impulse.data() + problem.component(slot), pushed.data());
  }
  problem.velocities(impulse.data(), whole.data());
  for (std::size_t i = 0; i <= step.bodies(); ++i) {
    for (int k = 0; k < RigidStep<D>::motion; ++k) {
      EXPECT_NEAR(pushed[i].x[k], whole[i].x[k], 1e-12);
    }
  }
}

TYPED_TEST(RigidProblemOf, MeasuresEnergyWithTheMasses) {
  // δᵀMδ of M⁻¹Gᵀp is pᵀWp.
  constexpr int D = TypeParam::value;
  const RigidStep<D> step = random_step<D>(12, 60, 10);
  const RigidProblem<D> problem = posed(step);
  const std::vector<double> impulse = any_impulse(problem.components(), 11);
  std::vector<Sum> scratch;
  const double energy = problem
                            .template for_states<Sum>(impulse.data(), scratch,
                                                      [&](std::size_t i, const auto& state, Sum& sum) {
                                                        sum.value += problem.energy(i, state.x);
                                                      })
                            .value;
  const Eigen::VectorXd change = dense_velocity(step, problem, impulse) - step.free();
  double expected = 0.0;
  for (std::size_t c = 0; c < step.contacts(); ++c) {
    expected += in_space(step, problem, c, impulse).dot(times(step.rows(c), change));
  }
  EXPECT_NEAR(energy, expected, 1e-12 * expected);
}

TYPED_TEST(RigidProblemOf, MeasuresTheResidualOfTheModel) {
  constexpr int D = TypeParam::value;
  RigidStep<D> step = random_step<D>(12, 40, 12, {Kind::bound, Kind::cone});
  for (ContactSet& set : step.data.set) {
    set.lower = 0.0;
  }
  const RigidProblem<D> problem = posed(step);
  std::vector<double> impulse = any_impulse(problem.components(), 13);
  std::vector<typename RigidProblem<D>::State> state(step.bodies() + 1);
  // Into the sets first, as solvers leave them.
  std::vector<Sum> none;
  problem.template for_contacts<Sum>(state.data(), none, [&](const auto& set, std::size_t at, const auto& u, Sum&) {
    Eigen::Map<std::remove_cvref_t<decltype(u)>> p(impulse.data() + at);
    p = set.project(p);
  });
  problem.velocities(impulse.data(), state.data());
  const Eigen::VectorXd velocity = dense_velocity(step, problem, impulse);
  double residual = 0.0;
  double overlap = 0.0;
  for (std::size_t c = 0; c < step.contacts(); ++c) {
    if (!movable(step, c)) {
      continue;
    }
    const Eigen::MatrixXd block = own_block(step, c);
    const Eigen::Matrix<double, D, D> w = block;
    const Vec<D>& n = step.data.normal[c];
    const Vec<D> u = (times(step.rows(c), velocity) + step.offset(c)).head(D);
    const Vec<D> p = in_space(step, problem, c, impulse).head(D);
    const bool bound = step.kind(c) == Kind::bound;
    const double rho = 1.0 / (bound ? n.dot(w * n) : largest_eigenvalue(block));
    residual = std::max(
        residual, textbook_residual<D>(n, bound ? 0.0 : step.data.set[c].friction, bound ? 0.0 : step.data.set[c].shift,
                                       rho, p, bound ? Vec<D>(n.dot(u) * n) : u));
    overlap = std::max(overlap, -step.data.step * n.dot(u));
  }
  const Quality quality = problem.quality(impulse.data(), state.data());
  EXPECT_NEAR(quality.residual, residual, 1e-12);
  EXPECT_NEAR(quality.overlap, overlap, 1e-13);
}

TYPED_TEST(RigidProblemOf, GivesBackTheImpulsesThatWereLoaded) {
  constexpr int D = TypeParam::value;
  const RigidStep<D> step = random_step<D>(12, 60, 14);
  const RigidProblem<D> problem = posed(step);
  std::vector<double> components(problem.components(), std::numeric_limits<double>::quiet_NaN());
  Draws draws(15);
  std::vector<typename RigidProblem<D>::Impulse> given(step.contacts());
  for (std::size_t c = 0; c < step.contacts(); ++c) {
    const Vec<D>& n = step.data.normal[c];
    given[c].normal = step.data.set[c].lower + 0.5 * (1.0 + draws());  // in the set, as solvers leave it
    given[c].tangential = draws.vector<D>();
    given[c].tangential -= n.dot(given[c].tangential) * n;
    given[c].moment = draws.vector<spin_size<D>>();
    problem.load(c, n, given[c], components.data());
  }
  for (std::size_t c = 0; c < step.contacts(); ++c) {
    const auto back = problem.read(c, step.data.normal[c], components.data());
    EXPECT_NEAR(back.normal, given[c].normal, 1e-15);
    const bool rubs = step.kind(c) != Kind::bound;
    EXPECT_LT((back.tangential - (rubs ? given[c].tangential : Vec<D>(Vec<D>::Zero()))).norm(), 1e-15);
    EXPECT_EQ(back.moment, step.kind(c) == Kind::rolling ? given[c].moment : Spin<D>(Spin<D>::Zero()));
  }
}

TYPED_TEST(RigidProblemOf, AsksForNoImpulseAlongANormalThatCannotMove) {
  // The body's first axis is locked; the gap along it closes all the same. No impulse could open it, so there is none, and
  // no friction.
  constexpr int D = TypeParam::value;
  RigidStep<D> step;
  step.data.step = 0.01;
  Vec<D> inverse_mass = Vec<D>::Ones();
  inverse_mass[0] = 0.0;
  Vec<D> velocity = Vec<D>::Ones();
  step.add_body(inverse_mass, Eigen::Matrix<double, spin_size<D>, spin_size<D>>::Identity(), velocity, Spin<D>::Zero());
  const Vec<D> n = Vec<D>::UnitX();
  step.add_contact(0, 1, n, 0.5 * n, Vec<D>::Zero(), -0.01, {.friction = 0.5, .shift = 0.5});
  const RigidProblem<D> problem = posed(step);
  std::vector<typename RigidProblem<D>::State> state(2);
  problem.at(0, state.data(), [&](const auto& /*set*/, std::size_t /*at*/, const auto& u) {
    ASSERT_EQ(u.size(), D);
    EXPECT_GT(u[0], 0.0);
    EXPECT_EQ(u[1], -1.0);
  });
}

}  // namespace
}  // namespace gluey::test::rigid_problem_test
