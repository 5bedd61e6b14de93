#pragma once
// Random force histories for the propositions of Hillairet, Lozinski and Szopos 2011.

#include <gluey/ode.hpp>

#include <cmath>
#include <cstdint>

#include "core/random.hpp"

namespace gluey::test {

/// A particle at rest above a threshold, both laws of drag in turn, ε over a decade and a half. Pushed first, so that it goes
/// below; then pieces of either sign (`switches`), or pushed all along and pulled by one force at the end (form (18)).
struct ForceHistory {
  ode::LubricatedParticle particle;
  double threshold;
};

inline ForceHistory force_history(std::uint64_t number, bool switches) {
  RandomStream random(20111, number);
  ForceHistory history;
  ode::LubricatedParticle& particle = history.particle;
  particle.drag = number % 2 == 0 ? ode::Drag::asymptotic_3d : ode::Drag::asymptotic_2d;
  particle.epsilon = std::exp(random.uniform(std::log(0.05), std::log(2.0)));
  particle.q0 = random.uniform(0.2, 1.0);
  particle.u0 = random.uniform(-1.0, 0.2);
  history.threshold = particle.q0 * random.uniform(0.05, 0.5);
  double t = 0.0;
  for (int k = 0; k < 8; ++k) {
    particle.force.times.push_back(t);
    const bool push = k == 0 || !switches;
    particle.force.values.push_back(push ? random.uniform(-4.0, -0.5) : random.uniform(-3.0, 5.0));
    t += random.uniform(0.1, switches ? 0.8 : 0.3);
  }
  particle.force.times.push_back(t);
  particle.force.values.push_back(random.uniform(0.5, 4.0));
  particle.end = t + 10.0;
  return history;
}

}  // namespace gluey::test
