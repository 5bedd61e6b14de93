#pragma once
// An audit of single time steps, from the state before and the impulses after, by formulas of its own: nothing is taken
// from the engine but positions, velocities, and each contact's pair, impulse and potential.

#include "support/small_world.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <vector>

namespace gluey::test {

/// What the audit of one step found. Energies as in the identity of docs/theory.md, gaps of contacts that overlap closed,
///     K' − K_free = −Σ p D/h + Σ p (D/h + u) − ½‖V' − U‖².
struct Audited {
  double kinetic = 0.0, kinetic_free = 0.0, kinetic_before = 0.0;
  double stored_by_gaps = 0.0;    ///< −Σ p D/h
  double done_by_contacts = 0.0;  ///< Σ p (D/h + u)
  double dissipated = 0.0;        ///< ½‖V' − U‖²
  double energy_scale = 0.0;      ///< the largest of the terms, and of Σ |p D|/h, Σ |p u|
  double momentum_error = 0.0;    ///< max |V' − U − M⁻¹Gᵀp|, over 1 + M⁻¹ Σ |p|
  double moved_error = 0.0;       ///< max |x' − x − h V°|
  double recovered = 0.0;         ///< the deepest overlap before the step
  double residual = 0.0;          ///< natural residual in velocity units …
  double residual_told = 0.0;     ///< … and what the engine says
  double kept = 1.0;              ///< of the impulses, so that contacts give no energy
  double potential_error = 0.0;   ///< max |γ' − min(0, max(γ_min, γ − R p))|
  double deepest_overlap = 0.0;   ///< at the new positions, of any pair at all
  double pull = 0.0;              ///< −min p
  double work_of_gravity = 0.0;
  std::size_t contacts = 0;

  [[nodiscard]] double energy_error() const {
    return std::abs(kinetic - kinetic_free - (stored_by_gaps + done_by_contacts - dissipated));
  }
};

/// Obstacles must have one part each: a plane, a sphere, or a box (boxes by their own frame, audited by face and edge).
template <int D>
class Auditor {
 public:
  Auditor(Stepper<D>& stepper, double gamma_min, bool scaled_by_radius)
      : stepper_(stepper), gamma_min_(gamma_min), scaled_(scaled_by_radius) {}

  Audited step() {
    const Bodies<D>& bodies = stepper_.world.bodies;
    const std::vector<Vec<D>> position = bodies.position;
    const std::vector<Vec<D>> velocity = bodies.velocity;
    before_.clear();
    for (const Obstacle<D>& obstacle : stepper_.world.obstacles) {
      before_.push_back(obstacle.pose);
    }
    const StepOutcome<D>& outcome = stepper_.step(infinity);
    const double h = outcome.length;
    Audited found;
    found.residual_told = outcome.solve.residual;
    found.kept = outcome.kept;

    std::vector<Vec<D>> free(bodies.size()), expected(bodies.size());
    std::vector<double> pushed(bodies.size(), 1.0);  // a body may be wedged in, between pushes that all but cancel
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      const Vec<D> gravity = stepper_.forces().gravity.acceleration;
      free[i] = velocity[i] + h * gravity;
      expected[i] = free[i];
      found.work_of_gravity += bodies.mass[i] * gravity.dot(bodies.position[i] - position[i]);
      found.moved_error =
          std::max(found.moved_error, (bodies.position[i] - position[i] - h * stepper_.moved_by()[i]).norm());
    }

    // The contacts: impulses onto the bodies, and the sums of the identity.
    const Contacts<D>& contacts = stepper_.graph.contacts;
    std::map<Key, double> potential;
    for (std::size_t c = 0; c < contacts.size(); ++c) {
      const auto [measured, normal] = measure(position, contacts, c);
      // Velocities know nothing of an overlap that there was, but of how the obstacle moves: its motion is in the gap. No more of an overlap was there
      // than the obstacle leaves along the normal.
      const double most = carried(position, contacts, c, normal, measured) - measured;
      const double gap = measured + std::clamp(begun_overlap(position, contacts, c), 0.0, std::max(0.0, most));
      found.recovered = std::max(found.recovered, gap - measured);
      const auto i = static_cast<std::size_t>(contacts.first[c]);
      const auto j = static_cast<std::size_t>(contacts.second[c]);
      const double p = contacts.impulse[c];
      double approach = -normal.dot(bodies.velocity[i]);
      double inverse_mass = 1.0 / bodies.mass[i];
      expected[i] -= p / bodies.mass[i] * normal;
      pushed[i] += std::abs(p) / bodies.mass[i];
      if (j < bodies.size()) {
        approach += normal.dot(bodies.velocity[j]);
        inverse_mass += 1.0 / bodies.mass[j];
        expected[j] += p / bodies.mass[j] * normal;
        pushed[j] += std::abs(p) / bodies.mass[j];
      }
      found.stored_by_gaps -= p * gap / h;
      found.done_by_contacts += p * (gap / h + approach);
      found.energy_scale += std::abs(p * gap / h) + std::abs(p * approach);
      found.pull = std::max(found.pull, -p);

      // The law: p ≥ γ/R, complementary to the gap after the step.
      const Key key{contacts.first[c], contacts.second[c]};
      const double before = potential_.contains(key) ? potential_.at(key) : 0.0;
      const double scale = scaled_ ? scale_of(contacts, c) : 1.0;
      const double slack = (p - before / scale) * inverse_mass;
      found.residual = std::max(found.residual, std::abs(std::min(gap / h + approach, slack)));
      const double after = std::min(0.0, std::max(gamma_min_, before - scale * p));
      found.potential_error = std::max(found.potential_error, std::abs(contacts.potential[c] - after));
      potential[key] = contacts.potential[c];
    }
    potential_ = std::move(potential);

    for (std::size_t i = 0; i < bodies.size(); ++i) {
      found.momentum_error = std::max(found.momentum_error, (bodies.velocity[i] - expected[i]).norm() / pushed[i]);
      found.kinetic_before += 0.5 * bodies.mass[i] * velocity[i].squaredNorm();
      found.kinetic += 0.5 * bodies.mass[i] * bodies.velocity[i].squaredNorm();
      found.kinetic_free += 0.5 * bodies.mass[i] * free[i].squaredNorm();
      found.dissipated += 0.5 * bodies.mass[i] * (bodies.velocity[i] - free[i]).squaredNorm();
    }
    found.energy_scale += found.kinetic + found.kinetic_free + found.dissipated;
    found.contacts = contacts.size();
    found.deepest_overlap = overlap_now();
    return found;
  }

 private:
  using Key = std::pair<std::int32_t, std::int32_t>;

  /// Signed distance and normal from body i to the other, at the positions before the step and the obstacles' new poses.
  [[nodiscard]] std::pair<double, Vec<D>> measure(const std::vector<Vec<D>>& position, const Contacts<D>& contacts,
                                                  std::size_t c) const {
    const auto i = static_cast<std::size_t>(contacts.first[c]);
    const auto j = static_cast<std::size_t>(contacts.second[c]);
    const Bodies<D>& bodies = stepper_.world.bodies;
    if (j < bodies.size()) {
      const Vec<D> apart = position[j] - position[i];
      return {apart.norm() - bodies.radius[i] - bodies.radius[j], apart.normalized()};
    }
    const auto [distance, outward] =
        to_obstacle(position[i], j - bodies.size(), stepper_.world.obstacles[j - bodies.size()].pose);
    return {distance - bodies.radius[i], -outward};
  }

  /// How deep the two were in each other when the step began, the obstacle where it stood.
  [[nodiscard]] double begun_overlap(const std::vector<Vec<D>>& position, const Contacts<D>& contacts,
                                     std::size_t c) const {
    const auto i = static_cast<std::size_t>(contacts.first[c]);
    const auto j = static_cast<std::size_t>(contacts.second[c]);
    const Bodies<D>& bodies = stepper_.world.bodies;
    return j < bodies.size()
               ? -measure(position, contacts, c).first
               : bodies.radius[i] - to_obstacle(position[i], j - bodies.size(), before_[j - bodies.size()]).first;
  }

  /// How far the obstacle's surface moved along the normal, away from the body.
  [[nodiscard]] double carried(const std::vector<Vec<D>>& position, const Contacts<D>& contacts, std::size_t c,
                               const Vec<D>& normal, double gap) const {
    const auto i = static_cast<std::size_t>(contacts.first[c]);
    const auto j = static_cast<std::size_t>(contacts.second[c]);
    const Bodies<D>& bodies = stepper_.world.bodies;
    if (j < bodies.size()) {
      return 0.0;
    }
    const Vec<D> point = position[i] + (bodies.radius[i] + gap) * normal;
    const std::size_t k = j - bodies.size();
    return normal.dot(point - before_[k].to_world(stepper_.world.obstacles[k].pose.to_local(point)));
  }

  [[nodiscard]] std::pair<double, Vec<D>> to_obstacle(const Vec<D>& x, std::size_t k, const Pose<D>& pose) const {
    const Part<D>& part = stepper_.world.obstacles[k].parts.front();
    if (const auto* plane = std::get_if<Plane<D>>(&part)) {
      const Vec<D> normal = pose.orientation.matrix() * plane->normal;
      return {normal.dot(x - pose.to_world(plane->point)), normal};
    }
    if (const auto* sphere = std::get_if<Sphere<D>>(&part)) {
      const Vec<D> away = x - pose.to_world(sphere->position);
      return {away.norm() - sphere->radius, away.normalized()};
    }
    const auto& box = std::get<Box<D>>(part);
    const Vec<D> local = box.pose.to_local(pose.to_local(x));
    const Vec<D> nearest = local.cwiseMax(-box.half).cwiseMin(box.half);
    const Vec<D> away = pose.orientation.apply(box.pose.orientation.apply(Vec<D>(local - nearest)));
    return {away.norm(), away.normalized()};
  }

  [[nodiscard]] double scale_of(const Contacts<D>& contacts, std::size_t c) const {
    const Bodies<D>& bodies = stepper_.world.bodies;
    const double first = bodies.radius[static_cast<std::size_t>(contacts.first[c])];
    const auto j = static_cast<std::size_t>(contacts.second[c]);
    double second = infinity;
    if (j < bodies.size()) {
      second = bodies.radius[j];
    } else if (const auto* sphere =
                   std::get_if<Sphere<D>>(&stepper_.world.obstacles[j - bodies.size()].parts.front())) {
      second = sphere->radius;
    }
    return second == infinity ? 1.0 / (first * first)
                              : (first + second) * (first + second) / (first * first * second * second);
  }

  /// Over all pairs, so that a contact nobody looked for is seen.
  [[nodiscard]] double overlap_now() const {
    const Bodies<D>& bodies = stepper_.world.bodies;
    double deepest = 0.0;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      for (std::size_t j = i + 1; j < bodies.size(); ++j) {
        const double gap = (bodies.position[j] - bodies.position[i]).norm() - bodies.radius[i] - bodies.radius[j];
        deepest = std::max(deepest, -gap);
      }
      for (std::size_t k = 0; k < stepper_.world.obstacles.size(); ++k) {
        const Pose<D>& pose = stepper_.world.obstacles[k].pose;
        deepest = std::max(deepest, bodies.radius[i] - to_obstacle(bodies.position[i], k, pose).first);
      }
    }
    return deepest;
  }

  Stepper<D>& stepper_;
  double gamma_min_;
  bool scaled_;
  std::vector<Pose<D>> before_;  // of the obstacles
  std::map<Key, double> potential_;
};

}  // namespace gluey::test
