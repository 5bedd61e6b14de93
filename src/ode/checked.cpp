#include "ode/checked.hpp"

#include <gluey/errors.hpp>

#include <algorithm>
#include <cmath>
#include <functional>

#include <fmt/format.h>

namespace gluey::ode {

namespace {

void require(bool holds, const char* field, const char* rule, double found) {
  if (!holds) {
    throw Error(fmt::format("{}: found {}, must be {}", field, found, rule));
  }
}

void check_force(const PiecewiseForce& force) {
  if (force.times.size() != force.values.size()) {
    throw Error(fmt::format("force: {} times but {} values", force.times.size(), force.values.size()));
  }
  const auto finite = [](double x) { return std::isfinite(x); };
  if (!std::all_of(force.times.begin(), force.times.end(), finite) ||
      !std::all_of(force.values.begin(), force.values.end(), finite)) {
    throw Error("force: times and values must be finite");
  }
  if (std::adjacent_find(force.times.begin(), force.times.end(), std::greater_equal<>()) != force.times.end()) {
    throw Error("force: times must increase");
  }
}

}  // namespace

void check(const GlueyParticle& particle) {
  require(std::isfinite(particle.q0) && particle.q0 >= 0.0, "q0", ">= 0", particle.q0);
  require(std::isfinite(particle.u0), "u0", "finite", particle.u0);
  require(std::isfinite(particle.mass) && particle.mass > 0.0, "mass", "> 0", particle.mass);
  require(particle.gamma_min <= 0.0, "gamma_min", "<= 0 (-inf: smooth)", particle.gamma_min);
  require(std::isfinite(particle.scaling) && particle.scaling > 0.0, "scaling", "> 0", particle.scaling);
  require(std::isfinite(particle.step) && particle.step > 0.0, "step", "> 0", particle.step);
  require(std::isfinite(particle.end) && particle.end >= 0.0, "end", ">= 0", particle.end);
  require(particle.end / particle.step <= 1e9, "step", "large enough for at most 1e9 steps", particle.step);

  check_force(particle.force);
}

void check(const LubricatedParticle& particle) {
  require(std::isfinite(particle.q0) && particle.q0 > 0.0, "q0", "> 0", particle.q0);
  require(std::isfinite(particle.u0), "u0", "finite", particle.u0);
  require(std::isfinite(particle.mass) && particle.mass > 0.0, "mass", "> 0", particle.mass);
  require(std::isfinite(particle.epsilon) && particle.epsilon > 0.0, "epsilon", "> 0", particle.epsilon);
  require(std::isfinite(particle.radius) && particle.radius > 0.0, "radius", "> 0", particle.radius);
  require(std::isfinite(particle.step) && particle.step > 0.0, "step", "> 0", particle.step);
  require(std::isfinite(particle.end) && particle.end >= 0.0, "end", ">= 0", particle.end);
  require(particle.end / particle.step <= 1e9, "step", "large enough for at most 1e9 steps", particle.step);
  require(std::isfinite(particle.threshold_constant) && particle.threshold_constant > 0.0, "threshold_constant", "> 0",
          particle.threshold_constant);
  require(std::isfinite(particle.tolerance) && particle.tolerance > 0.0, "tolerance", "> 0", particle.tolerance);
  require(std::isfinite(particle.step_min) && particle.step_min >= 0.0, "step_min", ">= 0", particle.step_min);
  check_force(particle.force);
}

}  // namespace gluey::ode
