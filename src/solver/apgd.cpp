// Accelerated projected gradient in the metric of the diagonal D = diag(W) (Nesterov 1983; restart by O'Donoghue and
// Candès 2015). With y = p + β (p − p⁻):
//     p⁺ = Π(y − D⁻¹ (W y + b)/L)
// W y is never multiplied out: velocities are extrapolated like impulses, v_y = v + β (v − v⁻), so that one product, that
// of p⁺, serves an iteration. The two passes over the data are
//     contacts:  w_y from v_y, p⁺, and the sums  eᵀDe, wᵀ(p⁺ − p), max |e|          e = p⁺ − y
//     bodies:    v⁺ from p⁺, eᵀWe = Σ m |v⁺ − v_y|², the next v_y.
// L is held above eᵀWe/eᵀDe, the curvature met along e, and let down slowly; a step whose curvature was underestimated is
// taken back. The momentum is dropped where it points uphill.
//
// With limited patience the residual is looked at now and then, and the method gives up when the rate since the last look
// but one promises to be too slow. Rates get worse as the easy modes die out, so a third of the patience is called enough.

#include "solver/apgd.hpp"

#include "solver/finish.hpp"

#include <limits>

namespace gluey::solver {
namespace {

struct ContactSums {
  double step = 0.0;     // eᵀDe
  double uphill = 0.0;   // wᵀ(p⁺ − p)
  double largest = 0.0;  // max |e| D, a velocity
  void add(const ContactSums& other) {
    step += other.step;
    uphill += other.uphill;
    largest = other.largest > largest || other.largest != other.largest ? other.largest : largest;
  }
};

}  // namespace

template <int D>
Result apgd(const Problem<D>& problem, std::span<double> impulse, const Settings& settings, Workspace<D>& workspace) {
  return apgd(problem, impulse, settings, workspace, std::numeric_limits<double>::infinity());
}

template <int D>
Result apgd(const Problem<D>& problem, std::span<double> impulse, const Settings& settings, Workspace<D>& workspace,
            double patience) {
  project(problem, impulse);
  const std::size_t contacts = problem.contacts();
  auto& velocity = workspace.velocity;
  auto& old_velocity = workspace.old_velocity;
  auto& extrapolated = workspace.extrapolated;
  auto& previous = workspace.previous;
  velocity.resize(problem.bodies() + 1);
  old_velocity.resize(problem.bodies() + 1);
  extrapolated.resize(problem.bodies() + 1);
  previous.assign(impulse.begin(), impulse.end());

  problem.velocities(impulse.data(), velocity.data());
  Result result = finish(problem, impulse, velocity, 0, settings, "apgd");
  if (result.converged() || contacts == 0) {
    return result;
  }
  extrapolated = velocity;
  old_velocity = velocity;

  std::vector<ContactSums> contact_scratch;
  std::vector<Sum> body_scratch;
  double lipschitz = 1.0;
  double theta = 1.0;
  double beta = 0.0;
  double next_look = patience / 40.0;
  double seen = std::numeric_limits<double>::infinity();  // residual at the last look, and at the one before
  double seen_before = seen;
  double last_check = settings.tolerance * 4.0;  // proxy below which the true residual is worth computing
  for (std::int64_t iteration = 1; iteration <= settings.max_iterations; ++iteration) {
    const double scale = 1.0 / lipschitz;
    double* p = impulse.data();
    double* before = previous.data();
    const ContactSums sums = problem.template for_contacts<ContactSums>(
        extrapolated.data(), contact_scratch, [&](std::size_t c, double w, ContactSums& s) {
          const double diagonal = problem.diagonal(c);
          const double y = p[c] + beta * (p[c] - before[c]);
          const double next = std::max(problem.lower(c), y - scale * w * problem.inverse_diagonal(c));
          const double e = next - y;
          s.step += diagonal * e * e;
          s.uphill += w * (next - p[c]);
          const double moved = std::abs(e) * diagonal;
          s.largest = moved > s.largest || moved != moved ? moved : s.largest;
          before[c] = p[c];
          p[c] = next;
        });

    // Momentum for the next iteration, known before the bodies are visited.
    const bool restart = sums.uphill > 0.0;
    double next_beta = 0.0;
    if (restart) {
      theta = 1.0;
    } else {
      const double next_theta = 0.5 * theta * (std::sqrt(theta * theta + 4.0) - theta);
      next_beta = theta * (1.0 - theta) / (theta * theta + next_theta);
      theta = next_theta;
    }
    const double curvature = problem
                                 .template for_bodies<Sum>(p, body_scratch,
                                                           [&](std::size_t i, const Packed<D>& now, Sum& s) {
                                                             const double* mass = problem.mass(i);
                                                             Packed<D>& y = extrapolated[i];
                                                             Packed<D>& v = velocity[i];
                                                             for (int axis = 0; axis < D; ++axis) {
                                                               const double change = now.x[axis] - y.x[axis];
                                                               s.value += mass[axis] * change * change;
                                                               y.x[axis] =
                                                                   now.x[axis] + next_beta * (now.x[axis] - v.x[axis]);
                                                               v.x[axis] = now.x[axis];
                                                             }
                                                           })
                                 .value;
    beta = next_beta;
    if (sums.step > 0.0) {
      const double met = curvature / sums.step;
      lipschitz = met > lipschitz ? met : std::max(met, 0.97 * lipschitz);
    }

    if (sums.largest * lipschitz <= last_check || iteration == settings.max_iterations || sums.step == 0.0 ||
        !std::isfinite(sums.step)) {
      result = finish(problem, impulse, velocity, iteration, settings, "apgd");
      if (result.status != Status::iteration_limit) {
        return result;
      }
      // Not there yet: look again when the proxy has come down in proportion.
      last_check = 0.7 * last_check;
    }
    if (static_cast<double>(iteration) >= next_look) {
      // The last look but one was at a quarter of the iterations.
      result = finish(problem, impulse, velocity, iteration, settings, "apgd");
      const double rate = std::log(seen_before / result.residual) / (0.75 * static_cast<double>(iteration));
      const double left = rate > 0.0 ? std::log(result.residual / settings.tolerance) / rate : patience;
      if (result.status != Status::iteration_limit || left > patience / 3.0 ||
          static_cast<double>(iteration) > patience) {
        return result;
      }
      seen_before = seen;
      seen = result.residual;
      next_look = 2.0 * static_cast<double>(iteration);
    }
  }
  return result;
}

template Result apgd<2>(const Problem<2>&, std::span<double>, const Settings&, Workspace<2>&);
template Result apgd<3>(const Problem<3>&, std::span<double>, const Settings&, Workspace<3>&);
template Result apgd<2>(const Problem<2>&, std::span<double>, const Settings&, Workspace<2>&, double);
template Result apgd<3>(const Problem<3>&, std::span<double>, const Settings&, Workspace<3>&, double);

}  // namespace gluey::solver
