// Overlaps of a state: measured, and resolved where a scene asks for it.

#include "step/step_problem.hpp"
#include "step/stepper.hpp"

namespace gluey {

template <int D>
typename Stepper<D>::Overlap Stepper<D>::deepest_overlap() {
  const std::size_t n = world.bodies.size();
  ranges_.body.assign(n, 0.0);
  ranges_.obstacle.assign(world.obstacles.size(), 0.0);
  travel_.assign(n, 0.0);
  candidates_.update(world, ranges_, travel_);
  ContactGraph<D> touching;
  touching.find(world, candidates_, ranges_);
  Overlap worst;
  for (std::size_t c = 0; c < touching.contacts.size(); ++c) {
    if (-touching.contacts.gap[c] > worst.depth) {
      worst = {-touching.contacts.gap[c], touching.contacts.first[c], touching.contacts.second[c]};
    }
  }
  return worst;
}

/// Projects the positions onto D + G δx ≥ 0 for all pairs within a radius, in the metric of the masses, until nothing
/// overlaps. Distances between convex bodies are convex, so each pass leaves no overlap between the pairs it looked at.
template <int D>
double Stepper<D>::resolve_overlaps() {
  constexpr int pass_limit = 50;
  constexpr double deep = 1e-9;  // of the smallest radius
  const std::size_t n = world.bodies.size();
  double depth = deepest_overlap().depth;
  for (int pass = 0; pass < pass_limit && depth > deep * smallest_radius_; ++pass) {
    ranges_.body.assign(n, 0.5 * smallest_radius_);
    ranges_.obstacle.assign(world.obstacles.size(), 0.5 * smallest_radius_);
    travel_.assign(n, 0.0);
    candidates_.update(world, ranges_, travel_);
    ContactGraph<D> near;
    near.find(world, candidates_, ranges_);
    std::vector<double> push(near.contacts.size(), 0.0);
    const std::vector<Vec<D>> at_rest(n, Vec<D>::Zero());
    problem_->plain.pose(1.0, world.bodies.inverse_mass, at_rest, near.contacts.first, near.contacts.second,
                         near.contacts.normal, near.contacts.gap, push);
    solver::automatic(problem_->plain, push, {.tolerance = 0.1 * deep * smallest_radius_, .max_iterations = 100000},
                      problem_->workspace);
    problem_->change.resize(n + 1);
    problem_->plain.velocities(push.data(), problem_->change.data());
    for (std::size_t i = 0; i < n; ++i) {
      for (int axis = 0; axis < D; ++axis) {
        world.bodies.position[i][axis] += problem_->change[i].x[axis];
      }
    }
    depth = deepest_overlap().depth;
  }
  return depth;
}

template Stepper<2>::Overlap Stepper<2>::deepest_overlap();
template Stepper<3>::Overlap Stepper<3>::deepest_overlap();
template double Stepper<2>::resolve_overlaps();
template double Stepper<3>::resolve_overlaps();

}  // namespace gluey
