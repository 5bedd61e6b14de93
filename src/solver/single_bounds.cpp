// Accelerated iterations on SingleBounds: those of apgd.cpp, in single precision and on contacts that may press. Every fifty
// iterations the residual of all contacts is looked at in double precision, and what there is becomes the centre that changes
// are counted from: rounding is in proportion to what still changes.

#include "solver/finish.hpp"
#include "solver/single.hpp"

#include <limits>

namespace gluey::solver {

template <int D>
Result in_single(const Problem<D>& problem, std::span<double> impulse, const Settings& settings,
                 Workspace<Problem<D>>& workspace, double patience) {
  constexpr std::string_view name = "apgd-single";
  const Result start = warm_start(problem, impulse, settings, workspace, name);
  if (ends(settings, start) || settings.max_iterations < 1) {
    return start;
  }
  auto& velocity = workspace.velocity;
  SingleBounds<D>& single = workspace.single;
  single.load(problem, impulse.data(), velocity.data());
  double lipschitz = start.converged() ? 2.5 : 1.0;
  double theta = 1.0;
  double beta = 0.0;
  bool still = false;  // nothing moved; once may mean that other contacts have to be chosen
  std::int64_t next_centre = 10;
  double next_look = patience / 40.0;
  double seen = std::numeric_limits<double>::infinity();  // residual at the last look, and at the one before
  double seen_before = seen;
  double last_check = settings.tolerance * 4.0;  // proxy below which the true residual is worth computing
  for (std::int64_t iteration = 1;; ++iteration) {
    const StepSums sums = single.step_contacts(beta, 1.0 / lipschitz);
    double next_beta = 0.0;
    if (sums.onward < 0.0) {
      theta = 1.0;
    } else {
      const double next_theta = 0.5 * theta * (std::sqrt(theta * theta + 4.0) - theta);
      next_beta = theta * (1.0 - theta) / (theta * theta + next_theta);
      theta = next_theta;
    }
    const double curvature = single.step_bodies(next_beta);
    beta = next_beta;
    if (sums.step > 0.0) {
      const double met = curvature / sums.step;
      lipschitz = met > lipschitz ? met : std::max(met, 0.97 * lipschitz);
    }

    const double moved = std::sqrt(sums.largest) * lipschitz;
    const bool last = iteration == settings.max_iterations || (still && sums.step == 0.0) || !std::isfinite(sums.step);
    still = sums.step == 0.0;
    const bool small = start.converged() || moved <= last_check;
    const bool due = iteration >= next_centre || static_cast<double>(iteration) >= next_look;
    if (!small && !last && !due && moved >= settings.tolerance) {
      continue;
    }
    single.read(problem, impulse.data());
    problem.velocities(impulse.data(), velocity.data());
    Result result = finish(problem, impulse, velocity, iteration, asked(settings, start, iteration), name);
    if (result.status == Status::diverged) {
      // Beyond single precision.
      std::copy(single.last_centre().begin(), single.last_centre().end(), impulse.begin());
      problem.velocities(impulse.data(), velocity.data());
      return finish(problem, impulse, velocity, iteration, settings, name);
    }
    if (result.converged() || last) {
      return result;
    }
    last_check = small ? 0.7 * last_check : last_check;
    if (static_cast<double>(iteration) >= next_look) {
      // The last look but one was at a quarter of the iterations.
      const double rate = std::log(seen_before / result.residual) / (0.75 * static_cast<double>(iteration));
      const double left = rate > 0.0 ? std::log(result.residual / settings.tolerance) / rate : patience;
      if (left > patience / 3.0 || static_cast<double>(iteration) > patience) {
        return result;
      }
      seen_before = seen;
      seen = result.residual;
      next_look = 2.0 * static_cast<double>(iteration);
    }
    // What moves little in an iteration will not move by much more than that in the next ones.
    const double usual = std::sqrt(sums.speed / static_cast<double>(single.contacts())) * lipschitz;
    single.centre(problem, impulse.data(), velocity.data(), 10.0 * std::max(2.5 * settings.tolerance, usual));
    next_centre = iteration + std::min<std::int64_t>(50, 2 * iteration);
  }
}

template Result in_single(const Problem<2>&, std::span<double>, const Settings&, Workspace<Problem<2>>&, double);
template Result in_single(const Problem<3>&, std::span<double>, const Settings&, Workspace<Problem<3>>&, double);

}  // namespace gluey::solver
