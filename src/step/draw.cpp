// How fast glue draws a contact together.
//
// A glued contact that has come apart by D > 0 is asked for D/h + u_n = 0, and where it pulls, that gives energy: −p_n D/h. Let u be the relative
// velocity of its surfaces along the normal when the step begins, and v = D/h. One contact alone pulls with p = −(u + v)/W, and the
// energy changes by
//     p u + ½ p² W = ½ (v² − u²)/W.
// So it takes energy as long as v ≤ |u|. Balls that touched and moved on straight lines are D ≤ h u apart, since their distance is a convex
// function of time: v ≤ u then, and there is nothing to do. But where other bodies turn, and their features end, a gap may be wider. Glue
// closes no more of it than |u| allows: surfaces are drawn together no faster than they parted, and two at rest stay at rest. Gaps
// within the solver's tolerance are closed all the same, so that they do not add up.

#include "step/stepper.hpp"

#include <algorithm>
#include <cmath>

namespace gluey {

/// The gaps of the step problem: of contacts that may pull no larger than is drawn together within the step.
template <int D>
void Stepper<D>::draw_together(std::vector<double>& gap, double h) {
  if (!glues_ || world.shapes.empty()) {
    return;
  }
  const Contacts<D>& contacts = graph.contacts;
  const Bodies<D>& bodies = world.bodies;
  const std::size_t n = bodies.size();
  std::vector<Vec<D>> arm_first, arm_second;
  lever_arms(world, contacts, arm_first, arm_second);
  const auto is_ball = [&](std::size_t body) { return bodies.shape[body] == Bodies<D>::sphere; };
  parallel_for(contacts.size(), [&](std::size_t c) {
    const auto i = static_cast<std::size_t>(contacts.first[c]);
    const auto j = static_cast<std::size_t>(contacts.second[c]);
    if (contacts.potential[c] == 0.0 || (is_ball(i) && (j >= n || is_ball(j)))) {
      return;
    }
    const Vec<D>& normal = contacts.normal[c];
    const double surface = normal.dot(surfaces_.velocity[c]);
    // An obstacle's motion is in the gap already, and stays.
    const double moved = j < n ? 0.0 : h * surface;
    if (gap[c] - moved <= graph.closed_gap) {
      return;
    }
    double u = surface - normal.dot(bodies.velocity[i] + cross(bodies.angular_velocity[i], arm_first[c]));
    if (j < n) {
      u += normal.dot(bodies.velocity[j] + cross(bodies.angular_velocity[j], arm_second[c]));
    }
    gap[c] = std::min(gap[c], h * std::abs(u) + graph.closed_gap + moved);
  });
}

template void Stepper<2>::draw_together(std::vector<double>&, double);
template void Stepper<3>::draw_together(std::vector<double>&, double);

}  // namespace gluey
