#pragma once
// Small worlds for tests, put together without a scene file.

#include "core/infinity.hpp"
#include "step/stepper.hpp"

#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

namespace gluey::test {

/// For typed tests that run in both dimensions: TypeParam::value is D.
using Plane2D = std::integral_constant<int, 2>;
using Space3D = std::integral_constant<int, 3>;

/// Solves to rounding, so that the discrete solution can be predicted: the tolerance is below what rounding leaves, the
/// sweeps are few enough not to be wasted on it. For contacts that share no body one sweep is already exact.
inline StepSettings to_rounding(double step, std::int64_t sweeps = 40) {
  StepSettings settings;
  settings.step = step;
  settings.method = "gauss-seidel";
  settings.accuracy.radii = 1e-16;
  settings.max_iterations = sweeps;
  return settings;
}

/// An obstacle of the given parts.
template <int D>
Obstacle<D> obstacle_of(std::vector<Part<D>> parts, const Pose<D>& start = {}, Motion<D> motion = FixedMotion{}) {
  Obstacle<D> obstacle;
  obstacle.parts = std::move(parts);
  obstacle.start = start;
  obstacle.pose = start;
  obstacle.motion = std::move(motion);
  return obstacle;
}

template <int D>
Obstacle<D> plane_through(const Vec<D>& point, const Vec<D>& normal, Motion<D> motion = FixedMotion{}) {
  return obstacle_of<D>({Plane<D>{Vec<D>::Zero(), normal.normalized()}}, {point, {}}, std::move(motion));
}

inline LawTable one_law(const LawOptions& law) { return {1, law}; }

inline LawOptions gluey(double gamma_min = -infinity, Release release = Release::exact,
                        Scaling scaling = Scaling::unit) {
  return {.kind = LawKind::gluey, .gamma_min = gamma_min, .release = release, .scaling = scaling};
}
inline LawOptions inelastic() { return {.kind = LawKind::inelastic}; }

/// γ of the contact between a body and a body, or obstacle k as body N + k; 0 where there is none.
template <int D>
double potential_between(const Stepper<D>& stepper, std::int32_t first, std::int32_t second) {
  const Contacts<D>& contacts = stepper.graph.contacts;
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    if (contacts.first[c] == first && contacts.second[c] == second) {
      return contacts.potential[c];
    }
  }
  return 0.0;
}

/// The total impulse of that pair in the last step.
template <int D>
double impulse_between(const Stepper<D>& stepper, std::int32_t first, std::int32_t second) {
  const Contacts<D>& contacts = stepper.graph.contacts;
  double sum = 0.0;
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    if (contacts.first[c] == first && contacts.second[c] == second) {
      sum += contacts.impulse[c];
    }
  }
  return sum;
}

}  // namespace gluey::test
