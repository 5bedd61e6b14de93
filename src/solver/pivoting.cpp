#include "solver/pivoting.hpp"

#include "solver/finish.hpp"

namespace gluey::solver {
namespace {

constexpr std::string_view name = "pivoting";

/// Of a diagonal element; below this a pivot is rounding.
constexpr double dependent = 1e-11;

/// Tries at letting all contradictions change sides at once that may pass without their number coming down. Then they do
/// so one by one, which ends (Murty) but takes long.
constexpr int pivoting_patience = 3;

/// L Lᵀ = W on the free contacts, and with it impulses above the bounds: x = L⁻ᵀL⁻¹(−r).
void solve_free(Pivots& p, std::size_t n) {
  const std::size_t m = p.chosen.size();
  const auto at = [&](std::size_t k) { return static_cast<std::size_t>(p.chosen[k]); };
  double* factor = p.factor.data();  // row i: L_i0 … L_ii
  double* x = p.solved.data();
  for (std::size_t i = 0; i < m; ++i) {
    double* row = factor + i * n;
    double sum = -p.right[at(i)];
    for (std::size_t j = 0; j <= i; ++j) {
      const double* other = factor + j * n;
      double value = p.matrix[at(i) * n + at(j)];
      for (std::size_t k = 0; k < j; ++k) {
        value -= row[k] * other[k];
      }
      if (j < i) {
        row[j] = value * other[j];  // the diagonal holds its inverse, and 0 where a row is dependent
      } else {
        row[i] = value > dependent * p.matrix[at(i) * n + at(i)] ? 1.0 / std::sqrt(value) : 0.0;
      }
    }
    for (std::size_t k = 0; k < i; ++k) {
      sum -= row[k] * x[k];
    }
    x[i] = sum * row[i];
  }
  for (std::size_t i = m; i-- > 0;) {
    x[i] *= factor[i * n + i];
    for (std::size_t k = 0; k < i; ++k) {
      x[k] -= factor[i * n + k] * x[i];
    }
  }
}

/// The impulses are those of the start, and others should go on from there even where they would do.
Result given_up(Result start, std::int64_t iterations) {
  start.status = Status::iteration_limit;
  start.iterations = iterations;
  return start;
}

}  // namespace

template <int D>
Result pivoting(const Problem<D>& problem, std::span<double> impulse, const Settings& settings,
                Workspace<Problem<D>>& workspace) {
  const Result start = warm_start(problem, impulse, settings, workspace, name);
  if (ends(settings, start)) {
    return start;
  }
  auto& velocity = workspace.velocity;
  const std::size_t n = problem.contacts();
  Pivots& p = workspace.pivots;
  p.matrix.assign(n * n, 0.0);
  p.factor.resize(n * n);
  p.solved.resize(n);
  p.right.resize(n);
  p.slack.resize(n);
  p.free.resize(n);
  for (std::size_t c = 0; c < n; ++c) {
    problem.for_row(c, [&](std::size_t other, double value) {
      p.matrix[c * n + other] += value;
      p.matrix[other * n + c] += other == c ? 0.0 : value;
    });
    problem.at(c, velocity.data(), [&](const Bound& set, std::size_t /*at*/, const Vec<1>& w) {
      p.free[c] = impulse[c] > set.lower || w[0] < 0.0 ? 1 : 0;
    });
  }
  for (std::size_t c = 0; c < n; ++c) {
    p.right[c] = problem.offset(c);
    for (std::size_t other = 0; other < n; ++other) {
      p.right[c] += p.matrix[c * n + other] * problem.lower(other);
    }
  }

  // Contradictions below the tolerance do no harm; they must not keep others from settling either.
  const double harmless = 0.05 * settings.tolerance;
  const auto limit = std::min(settings.max_iterations, pivots_worth_trying);
  std::size_t fewest = n + 1;
  int left = pivoting_patience;
  for (std::int64_t iteration = 1; iteration <= limit; ++iteration) {
    p.chosen.clear();
    for (std::size_t c = 0; c < n; ++c) {
      if (p.free[c] != 0) {
        p.chosen.push_back(static_cast<std::int32_t>(c));
      }
    }
    solve_free(p, n);
    std::copy(p.right.begin(), p.right.end(), p.slack.begin());
    for (std::size_t k = 0; k < p.chosen.size(); ++k) {
      const double* row = p.matrix.data() + static_cast<std::size_t>(p.chosen[k]) * n;
      for (std::size_t c = 0; c < n; ++c) {
        p.slack[c] += row[c] * p.solved[k];
      }
    }
    std::size_t wrong = 0;
    std::size_t last = 0;
    std::size_t k = 0;
    p.contradicts.assign(n, 0);
    for (std::size_t c = 0; c < n; ++c) {
      const bool contradicts =
          p.free[c] != 0 ? p.solved[k++] * problem.diagonal(c) < -harmless : p.slack[c] < -harmless;
      if (contradicts) {
        p.contradicts[c] = 1;
        last = c;
        ++wrong;
      }
    }
    if (wrong == 0) {
      p.before.assign(impulse.begin(), impulse.end());
      k = 0;
      for (std::size_t c = 0; c < n; ++c) {
        impulse[c] = problem.lower(c) + (p.free[c] != 0 ? std::max(0.0, p.solved[k++]) : 0.0);
      }
      problem.velocities(impulse.data(), velocity.data());
      const Result result = finish(problem, impulse, workspace, iteration, asked(settings, start, iteration), name);
      if (!result.converged()) {
        return given_up(go_back(problem, p.before, impulse, workspace, iteration, settings, name), iteration);
      }
      return result;
    }
    left = wrong < fewest ? pivoting_patience : left - 1;
    fewest = std::min(fewest, wrong);
    for (std::size_t c = 0; c < n; ++c) {
      if (p.contradicts[c] != 0 && (left >= 0 || c == last)) {
        p.free[c] ^= 1;
      }
    }
  }
  return given_up(start, limit);
}

template Result pivoting(const Problem<2>&, std::span<double>, const Settings&, Workspace<Problem<2>>&);
template Result pivoting(const Problem<3>&, std::span<double>, const Settings&, Workspace<Problem<3>>&);

}  // namespace gluey::solver
