// Primal-dual interior point (Mehrotra 1992; centrality correctors by Gondzio 1996) for the optimality conditions
//     W p + b = z,    s = p − l,    s ≥ 0,  z ≥ 0,  s z = 0.
// The products s z are driven to zero together, by Newton steps towards s z = t that keep s and z positive:
//     (W + z/s) δ = −r + t'/s,    δz = (t' − z δ)/s,    r = W p + b − z,    t' = t − s z.
// An iteration factorises W + z/s once and solves with it a few times: for the step to t = 0, whose success tells which t
// to aim at; for that t with the second-order term δ δz; and while that lengthens the step, with the products that would
// leave the neighbourhood of t brought back to it. Contacts without a bound have neither s nor z, nor have
// those that cannot move, which keep their impulse. A small multiple of
// diag(W) stands for the missing z/s where W is singular; r is always the true one, so it leaves no error behind.
//
// The number of iterations hardly depends on the conditioning of W, nor on the warm start: 10 to 15, where gradient
// methods need thousands on isostatic networks. The price is the factor; see Factor.

#include "solver/finish.hpp"

#include <algorithm>
#include <utility>

namespace gluey::solver {
namespace {

constexpr double regularisation = 1e-10;
constexpr int most_correctors = 3;
constexpr std::int64_t path_iterations = 60;

/// The lower triangle of W, rows ascending; entries of contacts that share both bodies are summed.
template <int D>
void assemble(const Problem<D>& problem, Lower& matrix) {
  matrix.start.assign(1, 0);
  matrix.row.clear();
  matrix.value.clear();
  std::vector<std::pair<std::int32_t, double>> column;
  for (std::size_t c = 0; c < problem.contacts(); ++c) {
    column.clear();
    problem.for_row(c,
                    [&](std::size_t row, double value) { column.emplace_back(static_cast<std::int32_t>(row), value); });
    std::sort(column.begin(), column.end());
    for (const auto& [row, value] : column) {
      if (static_cast<std::size_t>(matrix.start.back()) < matrix.row.size() && matrix.row.back() == row) {
        matrix.value.back() += value;
      } else {
        matrix.row.push_back(row);
        matrix.value.push_back(value);
      }
    }
    matrix.start.push_back(static_cast<std::int32_t>(matrix.row.size()));
  }
}

/// The iterate and its step, over the vectors of a workspace.
template <int D>
class Path {
 public:
  Path(const Problem<D>& problem, std::span<double> impulse, Workspace<Problem<D>>& workspace)
      : problem_(problem), impulse_(impulse), work_(workspace.path), factor_(workspace.factor) {
    const std::size_t contacts = problem.contacts();
    for (auto* vector : {&work_.slack, &work_.dual, &work_.target, &work_.residual, &work_.slack_step, &work_.dual_step,
                         &work_.best_slack_step, &work_.best_dual_step, &work_.diagonal}) {
      vector->resize(contacts);
    }
    work_.bounded.resize(contacts);
    assemble(problem, work_.matrix);
    factor_.analyse(work_.matrix);
    for (std::size_t c = 0; c < contacts; ++c) {
      work_.diagonal[c] = diagonal_value(c);
      work_.bounded[c] = !std::isinf(problem.lower(c)) && problem.movable(c) ? 1 : 0;
    }
  }

  /// Far enough inside for every contact to be able to change sides: by the velocities that are at stake, those to be
  /// corrected and those that impulses make.
  void start() {
    double scale = 0.0;
    for (std::size_t c = 0; c < impulse_.size(); ++c) {
      scale += std::abs(problem_.offset(c)) + std::abs(impulse_[c]) * problem_.diagonal(c);
    }
    scale /= static_cast<double>(impulse_.size());
    for (std::size_t c = 0; c < impulse_.size(); ++c) {
      if (bounded(c)) {
        work_.slack[c] = std::max(impulse_[c] - problem_.lower(c), scale / problem_.diagonal(c));
        work_.dual[c] = scale;
        impulse_[c] = problem_.lower(c) + work_.slack[c];
      } else {
        work_.slack[c] = 1.0;
        work_.dual[c] = 0.0;
      }
    }
  }

  /// One iteration from w = W p + b. False where it cannot go on.
  bool advance(const std::vector<double>& w) {
    const std::size_t contacts = impulse_.size();
    auto& [matrix, s, z, target, residual, ds, dz, best_ds, best_dz, diagonal, has_bound] = work_;
    double mean = 0.0;
    std::size_t bounds = 0;
    for (std::size_t c = 0; c < contacts; ++c) {
      residual[c] = w[c] - z[c];
      diagonal_value(c) = diagonal[c] + regularisation * problem_.diagonal(c) + z[c] / s[c];
      target[c] = -s[c] * z[c];
      mean -= target[c];
      bounds += bounded(c) ? 1 : 0;
    }
    mean /= static_cast<double>(std::max<std::size_t>(bounds, 1));
    if (!factor_.factorise(matrix)) {
      return false;
    }

    // Straight for the solution; how near the step gets tells what to aim at.
    direction();
    double length = std::min(1.0, longest());
    double reached = 0.0;
    for (std::size_t c = 0; c < contacts; ++c) {
      reached += bounded(c) ? (s[c] + length * ds[c]) * (z[c] + length * dz[c]) : 0.0;
    }
    reached /= static_cast<double>(std::max<std::size_t>(bounds, 1));
    // On a problem without solution rounding can take the product that was reached below zero.
    const double aim = bounds > 0 ? mean * std::pow(std::max(0.0, reached) / mean, 3) : 0.0;
    for (std::size_t c = 0; c < contacts; ++c) {
      target[c] = bounded(c) ? aim - s[c] * z[c] - ds[c] * dz[c] : 0.0;
    }
    direction();
    length = longest();

    for (int corrector = 0; corrector < most_correctors && length < 0.95; ++corrector) {
      best_ds = ds;
      best_dz = dz;
      const double trial = std::min(1.0, 1.5 * length + 0.1);
      for (std::size_t c = 0; c < contacts; ++c) {
        const double product = (s[c] + trial * ds[c]) * (z[c] + trial * dz[c]);
        const double wanted = std::max(std::clamp(product, 0.1 * aim, 10.0 * aim), product - 10.0 * aim);
        target[c] += bounded(c) ? wanted - product : 0.0;
      }
      direction();
      const double longer = longest();
      if (longer < length) {
        ds.swap(best_ds);
        dz.swap(best_dz);
        break;
      }
      const bool enough = longer < length + 0.05;
      length = longer;
      if (enough) {
        break;
      }
    }

    length = std::min(1.0, (length > 0.9 ? 0.995 : 0.95) * length);
    for (std::size_t c = 0; c < contacts; ++c) {
      if (bounded(c)) {
        s[c] += length * ds[c];
        z[c] += length * dz[c];
        impulse_[c] = problem_.lower(c) + s[c];
      } else {
        impulse_[c] += length * ds[c];
      }
    }
    return length > 1e-10;
  }

 private:
  [[nodiscard]] bool bounded(std::size_t c) const { return work_.bounded[c] != 0; }
  double& diagonal_value(std::size_t c) { return work_.matrix.value[static_cast<std::size_t>(work_.matrix.start[c])]; }

  /// (δ, δz) for the present target.
  void direction() {
    auto& [matrix, s, z, target, residual, ds, dz, best_ds, best_dz, diagonal, has_bound] = work_;
    for (std::size_t c = 0; c < ds.size(); ++c) {
      ds[c] = target[c] / s[c] - residual[c];
    }
    factor_.solve(ds.data());
    for (std::size_t c = 0; c < ds.size(); ++c) {
      dz[c] = (target[c] - z[c] * ds[c]) / s[c];
    }
  }

  /// The step at which the first s or z gets to zero.
  [[nodiscard]] double longest() const {
    double inverse = 0.0;
    for (std::size_t c = 0; c < impulse_.size(); ++c) {
      if (bounded(c)) {
        inverse =
            std::max(inverse, std::max(-work_.slack_step[c] / work_.slack[c], -work_.dual_step[c] / work_.dual[c]));
      }
    }
    return inverse > 0.0 ? 1.0 / inverse : 1e300;
  }

  const Problem<D>& problem_;
  std::span<double> impulse_;
  CentralPath& work_;
  Factor& factor_;
};

/// Inside is where the method works, but a contact that does not act must be on its bound: laws tell by that whether it
/// has pressed. Puts those there that are nearer to their bound than to closing; false, and nothing changed, where the
/// residual would not allow it.
template <int D>
bool to_bounds(const Problem<D>& problem, std::span<double> impulse, std::vector<Packed<D>>& velocity,
               const Settings& settings, Workspace<Problem<D>>& workspace, Result& result) {
  auto& inside = workspace.direction;
  inside.assign(impulse.begin(), impulse.end());
  std::vector<Sum> scratch;
  problem.template for_contacts<Sum>(velocity.data(), scratch,
                                     [&](const Bound& set, std::size_t c, const Vec<1>& u, Sum& /*s*/) {
                                       if ((impulse[c] - set.lower) * set.diagonal <= u[0]) {
                                         impulse[c] = set.lower;
                                       }
                                     });
  problem.velocities(impulse.data(), velocity.data());
  const Result on_bounds = finish(problem, impulse, workspace, result.iterations, settings, "interior-point");
  if (on_bounds.converged()) {
    result = on_bounds;
    return true;
  }
  result = go_back(problem, inside, impulse, workspace, result.iterations, settings, "interior-point");
  return false;
}

}  // namespace

template <int D>
Result interior_point(const Problem<D>& problem, std::span<double> impulse, const Settings& settings,
                      Workspace<Problem<D>>& workspace) {
  const Result before = warm_start(problem, impulse, settings, workspace, "interior-point");
  auto& velocity = workspace.velocity;
  auto& w = workspace.gradient;
  w.resize(problem.contacts());
  if (before.status != Status::iteration_limit || settings.max_iterations == 0) {
    return before;
  }
  auto& warm = workspace.previous;
  warm.assign(impulse.begin(), impulse.end());

  std::vector<Sum> scratch;
  Path<D> path(problem, impulse, workspace);
  path.start();
  Result result = before;
  const std::int64_t limit = std::min(settings.max_iterations, path_iterations);
  for (std::int64_t iteration = 1; iteration <= limit; ++iteration) {
    problem.velocities(impulse.data(), velocity.data());
    problem.template for_contacts<Sum>(
        velocity.data(), scratch,
        [&](const Bound& /*set*/, std::size_t c, const Vec<1>& u, Sum& /*s*/) { w[c] = u[0]; });
    const bool moved = path.advance(w);
    problem.velocities(impulse.data(), velocity.data());
    result = finish(problem, impulse, workspace, iteration, settings, "interior-point");
    if (result.converged() && !to_bounds(problem, impulse, velocity, settings, workspace, result) && moved) {
      continue;  // a little further in, the bounds are nearer
    }
    if (result.status != Status::iteration_limit || !moved) {
      break;
    }
  }
  if (!(result.residual < before.residual)) {
    // No better than the start, which is then the honest answer.
    result = go_back(problem, warm, impulse, workspace, result.iterations, settings, before.method);
  }
  return result;
}

template Result interior_point<2>(const Problem<2>&, std::span<double>, const Settings&, Workspace<Problem<2>>&);
template Result interior_point<3>(const Problem<3>&, std::span<double>, const Settings&, Workspace<Problem<3>>&);

}  // namespace gluey::solver
