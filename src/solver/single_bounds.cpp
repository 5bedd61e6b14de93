// Accelerated iterations on SingleBounds: those of apgd.cpp, in single precision and on contacts that may press. Every fifty
// iterations the residual of all contacts is looked at in double precision, and what there is becomes the centre that changes
// are counted from: rounding is in proportion to what still changes.

#include "solver/finish.hpp"
#include "solver/momentum.hpp"
#include "solver/single.hpp"

namespace gluey::solver {

template <int D>
Result in_single(const Problem<D>& problem, std::span<double> impulse, const Settings& settings,
                 Workspace<Problem<D>>& workspace, double patience_in_iterations) {
  constexpr std::string_view name = "apgd-single";
  const Result start = warm_start(problem, impulse, settings, workspace, name);
  if (ends(settings, start) || settings.max_iterations < 1) {
    return start;
  }
  auto& velocity = workspace.velocity;
  SingleBounds<D>& single = workspace.single;
  single.load(problem, impulse.data(), velocity.data());
  Momentum momentum;
  Lipschitz lipschitz(start.converged());
  Patience patience(patience_in_iterations);
  double beta = 0.0;
  bool still = false;  // nothing moved; once may mean that other contacts have to be chosen
  std::int64_t next_centre = 10;
  double last_check = settings.tolerance * 4.0;  // proxy below which the true residual is worth computing
  for (std::int64_t iteration = 1;; ++iteration) {
    const StepSums sums = single.step_contacts(beta, 1.0 / lipschitz.value());
    beta = momentum.next(sums.onward < 0.0);
    const double curvature = single.step_bodies(beta);
    if (sums.step > 0.0) {
      lipschitz.meet(curvature / sums.step);
    }

    const double moved = std::sqrt(sums.largest) * lipschitz.value();
    const bool last = iteration == settings.max_iterations || (still && sums.step == 0.0) || !std::isfinite(sums.step);
    still = sums.step == 0.0;
    const bool small = start.converged() || moved <= last_check;
    const auto now = static_cast<double>(iteration);
    if (!small && !last && iteration < next_centre && !patience.due(now) && moved >= settings.tolerance) {
      continue;
    }
    single.read(problem, impulse.data());
    problem.velocities(impulse.data(), velocity.data());
    const Result result = finish(problem, impulse, velocity, iteration, asked(settings, start, iteration), name);
    if (result.status == Status::diverged) {
      // Beyond single precision.
      std::copy(single.last_centre().begin(), single.last_centre().end(), impulse.begin());
      problem.velocities(impulse.data(), velocity.data());
      return finish(problem, impulse, velocity, iteration, settings, name);
    }
    if (result.converged() || last || (patience.due(now) && patience.ends(now, result.residual, settings.tolerance))) {
      return result;
    }
    last_check = small ? 0.7 * last_check : last_check;
    // What moves little in an iteration will not move by much more than that in the next ones.
    const double usual = single.contacts() > 0
                             ? std::sqrt(sums.speed / static_cast<double>(single.contacts())) * lipschitz.value()
                             : 0.0;
    single.centre(problem, impulse.data(), velocity.data(), 10.0 * std::max(2.5 * settings.tolerance, usual));
    next_centre = iteration + std::min<std::int64_t>(50, 2 * iteration);
  }
}

template Result in_single(const Problem<2>&, std::span<double>, const Settings&, Workspace<Problem<2>>&, double);
template Result in_single(const Problem<3>&, std::span<double>, const Settings&, Workspace<Problem<3>>&, double);

}  // namespace gluey::solver
