// Accelerated iterations on SingleBounds: those of apgd.cpp, in single precision and on contacts that may press. Every fifty
// iterations the residual of all contacts is looked at in double precision, and what there is becomes the centre that changes
// are counted from: rounding is in proportion to what still changes.

#include "solver/finish.hpp"
#include "solver/single.hpp"
#include "solver/single_iterations.hpp"

namespace gluey::solver {
namespace {

struct AnyMomentum {
  double operator()(double /*step*/) const { return 1.0; }
};

}  // namespace

template <int D>
Result in_single(const Problem<D>& problem, std::span<double> impulse, const Settings& settings,
                 Workspace<Problem<D>>& workspace, const Result& start, double patience_in_iterations) {
  constexpr std::string_view name = "apgd-single";
  if (ends(settings, start) || settings.max_iterations < 1) {
    return start;
  }
  auto& velocity = workspace.velocity;
  SingleBounds<D>& single = workspace.single;
  single.load(problem, impulse.data(), velocity.data());
  SingleIterations iterations(start.converged(), problem.curvature_bound());
  AnyMomentum any_momentum;
  Patience patience(patience_in_iterations);
  std::int64_t next_centre = SingleIterations::next_choice(0, settings.max_iterations);
  double last_check = settings.tolerance * 4.0;  // proxy below which the true residual is worth computing
  const auto is_small = [&](const SingleIterations& now) { return start.converged() || now.moved() <= last_check; };
  for (std::int64_t iteration = 0;;) {
    const std::int64_t until = std::min({settings.max_iterations, next_centre, patience.next(iteration)});
    iteration += iterations.run(single, any_momentum, until - iteration, [&](const SingleIterations& now) {
      return now.stuck() || is_small(now) || now.moved() < settings.tolerance;
    });
    const bool last = iteration == settings.max_iterations || iterations.stuck();
    const bool small = is_small(iterations);
    const auto now = static_cast<double>(iteration);
    single.read(problem, impulse.data());
    problem.velocities(impulse.data(), velocity.data());
    const Result result = finish(problem, impulse, workspace, iteration, asked(settings, start, iteration), name);
    if (result.status == Status::diverged) {
      // Beyond single precision.
      return go_back(problem, single.last_centre(), impulse, workspace, iteration, settings, name);
    }
    if (result.converged() || last || (patience.due(now) && patience.ends(now, result.residual, settings.tolerance))) {
      return result;
    }
    last_check = small ? 0.7 * last_check : last_check;
    single.centre(problem, impulse.data(), velocity.data(), iterations.margin(settings.tolerance));
    next_centre = SingleIterations::next_choice(iteration, settings.max_iterations);
  }
}

template Result in_single(const Problem<2>&, std::span<double>, const Settings&, Workspace<Problem<2>>&, const Result&,
                          double);
template Result in_single(const Problem<3>&, std::span<double>, const Settings&, Workspace<Problem<3>>&, const Result&,
                          double);

}  // namespace gluey::solver
