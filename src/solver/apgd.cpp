// Accelerated projected gradient in the metric of the diagonal D of W (Nesterov 1983; restart by O'Donoghue and Candès
// 2015). With y = p + β (p − p⁻):
//     p⁺ = Π(y − D⁻¹ ũ(y)/L)
// W y is never multiplied out: velocities are extrapolated like impulses, v_y = v + β (v − v⁻), so that one product, that
// of p⁺, serves an iteration. The two passes over the data are
//     contacts:  u from v_y, p⁺, and the sums  eᵀDe, eᵀD(p⁺ − p), max |e|          e = p⁺ − y
//     bodies:    v⁺ from p⁺, eᵀWe = |v⁺ − v_y|² in the metric of the masses, the next v_y.
// L is held above eᵀWe/eᵀDe, the curvature met along e, and let down slowly. The momentum is dropped where the step turns
// back on it, eᵀD(p⁺ − p) < 0.
//
// With friction the limit is the fixed point of exact Coulomb: the shift in ũ becomes that of y. It is held until e has come
// down by a fifth and only then made that of y again. While it is held there is an objective, on which momentum gains;
// refreshed in every iteration the shift makes W act as a nonsymmetric matrix, and the iterates go round in circles; held
// until the objective's minimum it overshoots, and the minima go round. Momentum may still carry the iterates round without
// ever turning back, so it is dropped, too, where e has grown too much since the last restart: too much is less every time
// that happens without e having come down in between. Since none of this is monotone, what is left when the iterations run
// out is the best of what was looked at.
//
// With limited patience the residual is looked at now and then, and the method gives up when it promises to take too long.

#include "solver/apgd.hpp"

#include "solver/finish.hpp"
#include "solver/momentum.hpp"

#include <cstring>
#include <limits>

namespace gluey::solver {
namespace {

/// Problems given by their matrix bound the curvature by the image of the step, and have an error of their own that the
/// step's size tells nothing of: it is looked at every few iterations.
template <class P>
constexpr bool by_image = false;
template <int D>
constexpr bool by_image<ExplicitProblem<D>> = true;
constexpr std::int64_t check_every = 10;

/// With friction the residual is looked at this often, once it has taken longer than that.
constexpr std::int64_t look_every = 100;

struct ContactSums {
  double step = 0.0;     // eᵀDe
  double onward = 0.0;   // eᵀD(p⁺ − p)
  double largest = 0.0;  // max |e| D, a velocity
  void add(const ContactSums& other) {
    step += other.step;
    onward += other.onward;
    largest = other.largest > largest || other.largest != other.largest ? other.largest : largest;
  }
};

}  // namespace

template <class P>
Result apgd(const P& problem, std::span<double> impulse, const Settings& settings, Workspace<P>& workspace) {
  return apgd(problem, impulse, settings, workspace, warm_start(problem, impulse, settings, workspace, "apgd"));
}

template <class P>
Result apgd(const P& problem, std::span<double> impulse, const Settings& settings, Workspace<P>& workspace,
            const Result& start, const FirstTier& tier) {
  using State = typename P::State;
  constexpr int lanes = sizeof(State) / sizeof(double);  // those behind the components are nothing
  if (ends(settings, start)) {
    return start;
  }
  auto& velocity = workspace.velocity;
  auto& extrapolated = workspace.extrapolated;
  auto& previous = workspace.previous;
  copy_all(impulse, previous);
  Result result = start;
  extrapolated = velocity;

  std::vector<ContactSums> contact_scratch;
  std::vector<Sum> body_scratch;
  Momentum momentum;
  Lipschitz lipschitz(start.converged(), problem.curvature_bound());
  Patience patience(tier.patience);
  double beta = 0.0;
  double smallest = std::numeric_limits<double>::infinity();  // eᵀDe since the last restart
  double record = smallest;                                   // … and ever
  const double patient = problem.has_friction() ? 50.0 : std::numeric_limits<double>::infinity();
  double growth = patient;  // of eᵀDe that is endured
  workspace.shift.resize(problem.components());
  double* const shift = workspace.shift.data();
  bool fresh = true;        // whether this iteration takes the shift of y
  double when_fresh = 0.0;  // eᵀDe then
  Result best = start;      // of what was looked at
  copy_all(impulse, workspace.best);
  double last_check = settings.tolerance * 4.0;  // proxy below which the true residual is worth computing
  for (std::int64_t iteration = 1; iteration <= settings.max_iterations; ++iteration) {
    const double scale = 1.0 / lipschitz.value();
    const auto sums = problem.template for_contacts<ContactSums>(
        extrapolated.data(), contact_scratch, [&](const auto& set, std::size_t at, const auto& u, ContactSums& s) {
          using Block = std::remove_cvref_t<decltype(u)>;
          Eigen::Map<Block> p(impulse.data() + at);
          Eigen::Map<Block> before(previous.data() + at);
          const Block y = p + beta * (p - before);
          typename std::remove_cvref_t<decltype(set)>::Shift s_held;
          if (fresh) {
            s_held = set.shift_at(u);
            std::memcpy(shift + at, &s_held, sizeof s_held);
          } else {
            std::memcpy(&s_held, shift + at, sizeof s_held);
          }
          const Block next = set.step(y, u, s_held, scale);
          const Block e = next - y;
          s.step += set.inner(e, e);
          s.onward += set.inner(e, next - p);
          const double moved = set.speed(e);
          s.largest = moved > s.largest || moved != moved ? moved : s.largest;
          before = p;
          p = next;
        });

    when_fresh = fresh ? sums.step : when_fresh;
    fresh = std::sqrt(sums.step) < tier.held * std::sqrt(when_fresh);

    // Momentum for the next iteration, known before the bodies are visited.
    smallest = std::min(smallest, sums.step);
    const bool circling = sums.step > growth * smallest;
    if (circling) {
      growth = std::max(4.0, 0.7 * growth);
    } else if (sums.step < 0.25 * record) {
      record = sums.step;
      growth = patient;
    }
    const bool turns_back = sums.onward < 0.0 || circling;
    smallest = turns_back ? sums.step : smallest;
    const double next_beta = momentum.next(turns_back);
    const double curvature = problem
                                 .template for_states<Sum>(impulse.data(), body_scratch,
                                                           [&](std::size_t i, const State& now, Sum& s) {
                                                             State& y = extrapolated[i];
                                                             State& v = velocity[i];
                                                             alignas(32) double change[lanes];
                                                             for (int axis = 0; axis < lanes; ++axis) {
                                                               change[axis] = now.x[axis] - y.x[axis];
                                                               y.x[axis] =
                                                                   now.x[axis] + next_beta * (now.x[axis] - v.x[axis]);
                                                               v.x[axis] = now.x[axis];
                                                             }
                                                             s.value += problem.energy(i, change);
                                                           })
                                 .value;
    beta = next_beta;
    if (sums.step > 0.0) {
      lipschitz.meet(by_image<P> ? std::sqrt(curvature / sums.step) : curvature / sums.step);
    }

    if ((by_image<P> ? iteration % check_every == 0
                     : start.converged() || sums.largest * lipschitz.value() <= last_check) ||
        iteration == settings.max_iterations || sums.step == 0.0 || !std::isfinite(sums.step)) {
      result = finish(problem, impulse, workspace, iteration, asked(settings, start, iteration), "apgd");
      if (result.status != Status::iteration_limit) {
        return result;
      }
      // Not there yet: look again when the proxy has come down in proportion.
      last_check = 0.7 * last_check;
    }
    if (problem.has_friction() && iteration % look_every == 0) {
      result = finish(problem, impulse, workspace, iteration, settings, "apgd");
      if (result.status != Status::iteration_limit) {
        return result;
      }
      if (result.better_than(best)) {
        best = result;
        copy_all(impulse, workspace.best);
      }
    }
    if (const auto now = static_cast<double>(iteration); patience.due(now)) {
      result = finish(problem, impulse, workspace, iteration, settings, "apgd");
      if (result.status != Status::iteration_limit) {
        return result;
      }
      if (patience.ends(now, result.residual, settings.tolerance)) {
        break;
      }
    }
  }
  return best.better_than(result) || result.status == Status::diverged
             ? go_back(problem, workspace.best, impulse, workspace, result.iterations, settings, "apgd")
             : result;
}

template Result apgd(const Problem<2>&, std::span<double>, const Settings&, Workspace<Problem<2>>&);
template Result apgd(const Problem<3>&, std::span<double>, const Settings&, Workspace<Problem<3>>&);
template Result apgd(const RigidProblem<2>&, std::span<double>, const Settings&, Workspace<RigidProblem<2>>&);
template Result apgd(const RigidProblem<3>&, std::span<double>, const Settings&, Workspace<RigidProblem<3>>&);
template Result apgd(const ExplicitProblem<2>&, std::span<double>, const Settings&, Workspace<ExplicitProblem<2>>&);
template Result apgd(const ExplicitProblem<3>&, std::span<double>, const Settings&, Workspace<ExplicitProblem<3>>&);
template Result apgd(const Problem<2>&, std::span<double>, const Settings&, Workspace<Problem<2>>&, const Result&,
                     const FirstTier&);
template Result apgd(const Problem<3>&, std::span<double>, const Settings&, Workspace<Problem<3>>&, const Result&,
                     const FirstTier&);
template Result apgd(const RigidProblem<2>&, std::span<double>, const Settings&, Workspace<RigidProblem<2>>&,
                     const Result&, const FirstTier&);
template Result apgd(const RigidProblem<3>&, std::span<double>, const Settings&, Workspace<RigidProblem<3>>&,
                     const Result&, const FirstTier&);
template Result apgd(const ExplicitProblem<2>&, std::span<double>, const Settings&, Workspace<ExplicitProblem<2>>&,
                     const Result&, const FirstTier&);
template Result apgd(const ExplicitProblem<3>&, std::span<double>, const Settings&, Workspace<ExplicitProblem<3>>&,
                     const Result&, const FirstTier&);

}  // namespace gluey::solver
