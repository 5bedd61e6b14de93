// Projected Newton (Bertsekas 1982) for  min f(p) = ½ pᵀWp + bᵀp, p ≥ l.
//
// Contacts that sit on their bound and want to stay there (p = l, w > 0) are held; on the others, F, the Newton step
//     (W_FF + ε D_FF) d = −w_F
// is taken by a sparse factorisation, and p ← Π(p + α d) with α halved until f decreases. Since d is computed from the
// true w, the small ε (W is singular where contacts are redundant) makes each step a proximal one and leaves no error
// behind. W's pattern does not depend on F: held rows are emptied in place, so that one symbolic analysis serves all
// iterations.

#include "solver/finish.hpp"

#include <Eigen/SparseCholesky>
#include <Eigen/SparseCore>

namespace gluey::solver {
namespace {

using Matrix = Eigen::SparseMatrix<double, Eigen::ColMajor, int>;

/// The lower triangle of W, column by column.
template <int D>
Matrix assemble(const Problem<D>& problem) {
  const auto n = static_cast<int>(problem.contacts());
  Matrix w(n, n);
  std::vector<int> count(problem.contacts());
  for (int c = 0; c < n; ++c) {
    problem.for_row(static_cast<std::size_t>(c), [&](std::size_t /*row*/, double /*value*/) { ++count[static_cast<std::size_t>(c)]; });
  }
  w.reserve(count);
  std::vector<std::pair<int, double>> column;
  for (int c = 0; c < n; ++c) {
    column.clear();
    problem.for_row(static_cast<std::size_t>(c),
                    [&](std::size_t row, double value) { column.emplace_back(static_cast<int>(row), value); });
    std::sort(column.begin(), column.end());
    for (std::size_t k = 0; k < column.size(); ++k) {
      if (k > 0 && column[k].first == column[k - 1].first) {
        w.coeffRef(column[k].first, c) += column[k].second;
      } else {
        w.insert(column[k].first, c) = column[k].second;
      }
    }
  }
  w.makeCompressed();
  return w;
}

}  // namespace

template <int D>
Result newton(const Problem<D>& problem, std::span<double> impulse, const Settings& settings, Workspace<D>& workspace) {
  constexpr double regularisation = 1e-9;
  constexpr int halvings = 30;
  project(problem, impulse);
  const std::size_t contacts = problem.contacts();
  auto& velocity = workspace.velocity;
  velocity.resize(problem.bodies() + 1);
  problem.velocities(impulse.data(), velocity.data());
  Result result = finish(problem, impulse, velocity, 0, settings, "newton");
  if (result.status != Status::iteration_limit) {
    return result;
  }

  const Matrix full = assemble(problem);
  Matrix held = full;
  Eigen::SimplicialLDLT<Matrix, Eigen::Lower> factor;
  factor.analyzePattern(full);
  Eigen::VectorXd right(static_cast<int>(contacts));
  std::vector<std::uint8_t> free(contacts);
  auto& w = workspace.gradient;
  auto& step = workspace.direction;
  w.resize(contacts);
  step.resize(contacts);
  std::vector<Sum> scratch;
  const auto gradient = [&] {
    problem.velocities(impulse.data(), velocity.data());
    problem.template for_contacts<Sum>(velocity.data(), scratch,
                                       [&](std::size_t c, double value, Sum& /*s*/) { w[c] = value; });
  };
  gradient();

  for (std::int64_t iteration = 1; iteration <= settings.max_iterations; ++iteration) {
    for (std::size_t c = 0; c < contacts; ++c) {
      free[c] = impulse[c] > problem.lower(c) || w[c] < 0.0 ? 1 : 0;
      right[static_cast<int>(c)] = free[c] != 0 ? -w[c] : 0.0;
    }
    for (int c = 0; c < held.outerSize(); ++c) {
      for (int k = held.outerIndexPtr()[c]; k < held.outerIndexPtr()[c + 1]; ++k) {
        const int row = held.innerIndexPtr()[k];
        const double value = full.valuePtr()[k];
        if (row == c) {
          held.valuePtr()[k] = value + regularisation * problem.diagonal(static_cast<std::size_t>(c));
        } else {
          held.valuePtr()[k] = free[static_cast<std::size_t>(row)] != 0 && free[static_cast<std::size_t>(c)] != 0 ? value : 0.0;
        }
      }
    }
    factor.factorize(held);
    if (factor.info() != Eigen::Success) {
      break;
    }
    const Eigen::VectorXd direction = factor.solve(right);

    // Projected line search: f(p + δ) − f(p) = Σ δ (w + ½ W δ).
    double alpha = 1.0;
    bool decreased = false;
    for (int trial = 0; trial < halvings && !decreased; ++trial, alpha *= 0.5) {
      for (std::size_t c = 0; c < contacts; ++c) {
        step[c] = std::max(problem.lower(c), impulse[c] + alpha * direction[static_cast<int>(c)]) - impulse[c];
      }
      problem.velocities(step.data(), velocity.data());
      const double change = problem
                                .template for_contacts<Sum>(velocity.data(), scratch,
                                                            [&](std::size_t c, double value, Sum& s) {
                                                              s.value += step[c] * (w[c] + 0.5 * (value - problem.offset(c)));
                                                            })
                                .value;
      decreased = change < 0.0;
    }
    if (!decreased) {
      break;
    }
    for (std::size_t c = 0; c < contacts; ++c) {
      impulse[c] += step[c];
    }
    gradient();
    result = finish(problem, impulse, velocity, iteration, settings, "newton");
    if (result.status != Status::iteration_limit) {
      return result;
    }
  }
  return result;
}

template Result newton<2>(const Problem<2>&, std::span<double>, const Settings&, Workspace<2>&);
template Result newton<3>(const Problem<3>&, std::span<double>, const Settings&, Workspace<3>&);

}  // namespace gluey::solver
