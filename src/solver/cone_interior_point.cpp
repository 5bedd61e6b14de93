// Primal-dual interior point on the cones of friction, Nesterov–Todd scaled, Mehrotra's predictor and corrector
// (Acary, Armand and Nguyen 2023 for frictional contact). With x = (μ p_n, p_T), v = (ũ_n/μ, ũ_T) every cone is
// L = {x_0 ≥ |x_1|}, its own dual, and the shift of exact Coulomb is |v_T| whatever μ is:
//     Φ(v) = W x + b,    Φ(v) = (v_0 − |v_T|, v_T),    x, v ∈ L,   x∘v = 0      (scaled W and b).
// (Convex friction: Φ(v) = v. A bound: x = p − l and v = u in one dimension.) Newton steps towards x∘v = t e:
//     (W + Φ'V²) δx = r + Φ' c,    δv = c − V² δx,    r = Φ(v) − W x − b,    c = V (λ \ t'),   λ = V x = V⁻¹ v.
// Here the departure from that paper: the shift is differentiated, Φ' = I − n (v_T/|v_T|)ᵀ, instead of being refreshed
// after each step. The system is then not symmetric, but near the solution convergence does not wait for a fixed point.
//
// Convex problems take 15 to 30 iterations. With the exact law the path to the solution may turn back; then steps get
// short, and the best point so far is returned for another method to go on from.

#include "solver/cone_system.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gluey::solver {
namespace {

constexpr std::int64_t cone_path_iterations = 80;
constexpr std::int64_t cone_path_patience = 15;  // iterations without halving the error
constexpr double far_inside = 90.0;              // of the start, in mean offsets: impulses add up over many contacts

class ConePath {
 public:
  ConePath(const Assembled& problem, ConeWorkspace& work) : problem_(problem), work_(work), system_(problem, work) {
    const std::size_t contacts = problem.contact.size();
    for (auto* vector : {&work.p, &work.v, &work.dp, &work.dv, &work.aim, &work.residual}) {
      vector->assign(contacts, Triple{});
    }
    work.scaling.assign(contacts, Scaling{});
    double mean = 0.0;
    for (std::size_t i = 0; i < problem.size(); ++i) {
      mean += std::abs(work.scale[i] * problem.offset[i]);
    }
    mean = std::max(mean / static_cast<double>(std::max<std::size_t>(problem.size(), 1)), 1e-100);
    for (std::size_t c = 0; c < contacts; ++c) {
      work.p[c][0] = work.v[c][0] = far_inside * mean;
    }
  }

  /// The impulses of the present point.
  void impulses(std::span<double> impulse) const {
    for (std::size_t c = 0; c < problem_.contact.size(); ++c) {
      const ConeContact& contact = problem_.contact[c];
      for (std::int32_t i = 0; i < contact.size; ++i) {
        const auto k = static_cast<std::size_t>(contact.first) + static_cast<std::size_t>(i);
        impulse[k] = system_.is_free(contact, i) ? work_.scale[k] * work_.p[c][i] : 0.0;
      }
      if (contact.set == Set::bound) {
        impulse[static_cast<std::size_t>(contact.first)] += contact.parameter;
      }
    }
  }

  /// One iteration, given u = W p + b at the present point. False where it cannot go on.
  bool advance(std::span<const double> velocity) {
    const std::size_t contacts = problem_.contact.size();
    auto &p = work_.p, &v = work_.v, &dp = work_.dp, &dv = work_.dv, &aim = work_.aim;
    double gap = 0.0;
    for (std::size_t c = 0; c < contacts; ++c) {
      work_.scaling[c] = Scaling(v[c], p[c]);
      gap += dot(p[c], v[c]);
      const Triple u = system_.scaled(velocity, c);
      work_.residual[c] = v[c] - u;
      work_.residual[c][0] -= shifted(c) ? tail(v[c]) : 0.0;
    }
    gap /= static_cast<double>(contacts);
    if (!system_.factorise([&](std::size_t c, int i, int j) { return block(c, i, j); })) {
      return false;
    }

    // Straight for the solution; how far that gets tells what to aim at.
    for (std::size_t c = 0; c < contacts; ++c) {
      const Triple lambda = work_.scaling[c].times(p[c]);
      aim[c] = -1.0 * product(lambda, lambda);
    }
    direction();
    const double affine = std::min(1.0, longest());
    double reached = 0.0;
    for (std::size_t c = 0; c < contacts; ++c) {
      reached += dot(p[c] + affine * dp[c], v[c] + affine * dv[c]);
    }
    const double ratio = std::clamp(reached / (gap * static_cast<double>(contacts)), 1e-6, 1.0);
    const double centre = affine > 0.1 ? std::min(0.8, ratio * ratio * ratio) : 1.0;
    // The second-order term is worth what the step it comes from was.
    const double second = affine < 0.9 ? affine * affine : 1.0;
    for (std::size_t c = 0; c < contacts; ++c) {
      aim[c] = aim[c] - second * product(work_.scaling[c].times(dp[c]), work_.scaling[c].inverse_times(dv[c]));
      aim[c][0] += centre * gap;
    }
    direction();
    const double far = longest();
    double length = std::min(1.0, (far > 0.9 ? 0.995 : 0.95) * far);
    while (length > 1e-10 && !stays_inside(length)) {
      length *= 0.9;  // rounding
    }
    for (std::size_t c = 0; c < contacts; ++c) {
      p[c] = p[c] + length * dp[c];
      v[c] = v[c] + length * dv[c];
    }
    return length > 1e-10;
  }

 private:
  [[nodiscard]] bool shifted(std::size_t c) const { return system_.is_cone(c) && problem_.contact[c].set == Set::cone; }

  /// (Φ' V²)_ij.
  [[nodiscard]] double block(std::size_t c, int i, int j) const {
    const Scaling& scaling = work_.scaling[c];
    double value = scaling.square(i, j);
    if (const double slip = tail(work_.v[c]); i == 0 && shifted(c) && slip > 0.0) {
      value -= (work_.v[c][1] * scaling.square(1, j) + work_.v[c][2] * scaling.square(2, j)) / slip;
    }
    return value;
  }

  /// (δx, δv) for the present aim.
  void direction() {
    const std::size_t contacts = problem_.contact.size();
    for (std::size_t c = 0; c < contacts; ++c) {
      const Scaling& scaling = work_.scaling[c];
      work_.dv[c] = scaling.times(quotient(work_.aim[c], scaling.times(work_.p[c])));
      Triple right = work_.residual[c] + work_.dv[c];
      if (const double slip = tail(work_.v[c]); shifted(c) && slip > 0.0) {
        right[0] -= (work_.v[c][1] * work_.dv[c][1] + work_.v[c][2] * work_.dv[c][2]) / slip;
      }
      system_.put(c, right);
    }
    system_.solve(true);
    for (std::size_t c = 0; c < contacts; ++c) {
      work_.dp[c] = system_.get(c);
      for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
          work_.dv[c][i] -= work_.scaling[c].square(i, j) * work_.dp[c][j];
        }
      }
    }
  }

  [[nodiscard]] double longest() const {
    double step = 1e300;
    for (std::size_t c = 0; c < work_.p.size(); ++c) {
      step = std::min({step, step_to_boundary(work_.p[c], work_.dp[c]), step_to_boundary(work_.v[c], work_.dv[c])});
    }
    return step;
  }

  [[nodiscard]] bool stays_inside(double length) const {
    for (std::size_t c = 0; c < work_.p.size(); ++c) {
      if (!inside(work_.p[c] + length * work_.dp[c]) || !inside(work_.v[c] + length * work_.dv[c])) {
        return false;
      }
    }
    return true;
  }

  const Assembled& problem_;
  ConeWorkspace& work_;
  ConeSystem system_;
};

}  // namespace

Result cone_interior_point(const Assembled& problem, std::span<double> impulse, const ConeSettings& settings,
                           ConeWorkspace& workspace) {
  ConeProgress progress(problem, impulse, settings, workspace, "interior-point");
  if (progress.done() || problem.contact.empty()) {
    return progress.result();
  }
  ConePath path(problem, workspace);
  double halved = std::numeric_limits<double>::infinity();
  std::int64_t since = 0;
  for (std::int64_t iteration = 1; iteration <= std::min(settings.max_iterations, cone_path_iterations); ++iteration) {
    path.impulses(workspace.candidate);
    problem.velocities(workspace.candidate, workspace.velocity);
    const bool moved = path.advance(workspace.velocity);
    path.impulses(workspace.candidate);
    const double error = progress.judge(workspace.candidate, iteration);
    since = error < 0.5 * halved ? 0 : since + 1;
    halved = error < 0.5 * halved ? error : halved;
    if (progress.done() || !moved || since >= cone_path_patience) {
      break;
    }
  }
  return progress.result();
}

}  // namespace gluey::solver
