#include "scene/convert.hpp"

#include <algorithm>

namespace gluey::scene {
template <int D>
gluey::Motion<D> to_motion(const Motion& motion, const Vec<D>& position) {
  if (motion.kind == "rotation") {
    RotationMotion<D> rotation;
    rotation.center = motion.center.empty() ? position : to_vec<D>(motion.center);
    if constexpr (D == 2) {
      rotation.omega = Spin<2>(motion.omega);
    } else {
      rotation.omega = motion.omega * to_vec<3>(motion.axis).normalized();
    }
    return rotation;
  }
  if (motion.kind == "translation") {
    return TranslationMotion<D>{to_vec<D>(motion.velocity)};
  }
  if (motion.kind == "oscillation") {
    return OscillationMotion<D>{to_vec<D>(motion.amplitude), motion.frequency, motion.phase};
  }
  if (motion.kind == "table") {
    TableMotion<D> table;
    table.times = motion.times;
    for (const Vector& x : motion.positions) {
      table.positions.push_back(to_vec<D>(x));
    }
    if (table.positions.empty()) {
      table.positions.assign(table.times.size(), position);
    }
    for (const Vector& orientation : motion.orientations) {
      table.orientations.push_back(to_rotation<D>(orientation));
    }
    return table;
  }
  return FixedMotion{};
}

template <int D>
gluey::Domain<D> to_domain(const Domain& domain) {
  gluey::Domain<D> result;
  result.lower = to_vec<D>(domain.lower);
  result.upper = to_vec<D>(domain.upper);
  std::copy(domain.periodic.begin(), domain.periodic.end(), result.periodic.begin());
  result.shear_rate = domain.shear_rate;
  return result;
}

const Accuracy& level(const Solver& solver) {
  switch (solver.accuracy) {
    case Solver::Accuracy::draft:
      return accuracy::draft;
    case Solver::Accuracy::standard:
      return accuracy::standard;
    case Solver::Accuracy::fine:
      return accuracy::fine;
    case Solver::Accuracy::exact:
      break;
  }
  return accuracy::exact;
}

std::string level_of(const Solver& solver) { return solver.tolerance ? "" : std::string(level(solver).name); }

Accuracy to_accuracy(const Solver& solver) {
  Accuracy accuracy = level(solver);
  if (solver.tolerance) {
    // Solved to what was asked for, whatever it takes.
    accuracy = accuracy::exact;
    accuracy.radii = *solver.tolerance;
    accuracy.overlap = 4.0 * std::max(1e-6, *solver.tolerance);
  } else if (solver.max_iterations > 0 && accuracy.budget.given()) {
    accuracy.budget = {static_cast<double>(solver.max_iterations), 0.0};
  }
  return accuracy;
}

StepSettings to_settings(const Scene& scene) {
  StepSettings settings;
  settings.automatic = scene.time.automatic;
  settings.step = scene.time.step;
  settings.displacement = scene.time.displacement;
  settings.adaptive = scene.time.adaptive;
  settings.step_tolerance = scene.time.tolerance;
  settings.step_min = scene.time.step_min;
  settings.step_max = scene.time.step_max;
  if (!scene.contact.automatic_range) {
    settings.range = scene.contact.range;
  }
  settings.method = scene.solver.method;
  settings.accuracy = to_accuracy(scene.solver);
  if (scene.solver.max_iterations > 0) {
    settings.max_iterations = scene.solver.max_iterations;
  }
  switch (scene.solver.on_failure) {
    case Solver::OnFailure::warn:
      settings.on_failure = OnFailure::warn;
      break;
    case Solver::OnFailure::stop:
      settings.on_failure = OnFailure::stop;
      break;
    case Solver::OnFailure::halve_step:
      settings.on_failure = OnFailure::halve_step;
      break;
  }
  return settings;
}

std::int32_t index_of(std::vector<std::string>& words, const std::string& word) {
  const auto found = std::find(words.begin(), words.end(), word);
  if (found != words.end()) {
    return static_cast<std::int32_t>(found - words.begin());
  }
  words.push_back(word);
  return static_cast<std::int32_t>(words.size() - 1);
}

template gluey::Motion<2> to_motion<2>(const Motion&, const Vec<2>&);
template gluey::Motion<3> to_motion<3>(const Motion&, const Vec<3>&);

template gluey::Domain<2> to_domain<2>(const Domain&);
template gluey::Domain<3> to_domain<3>(const Domain&);

}  // namespace gluey::scene
