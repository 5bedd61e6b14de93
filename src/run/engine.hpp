#pragma once
// The engine without its dimension: what the public classes need of a Stepper<2> or Stepper<3>, behind one interface.

#include <gluey/results.hpp>
#include <gluey/scene.hpp>
#include <gluey/simulation.hpp>

#include "core/state.hpp"
#include "step/stage_clock.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace gluey {

namespace scene {
struct Time;
}

/// A stage of the step and its time so far.
struct Stage {
  std::string name;
  StageTime time;
};

class Engine {
 public:
  Engine() = default;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
  virtual ~Engine() = default;

  std::vector<SceneProblem> warnings;  ///< of the scene and of building it

  virtual StepReport step(double limit) = 0;
  [[nodiscard]] virtual double time() const = 0;
  [[nodiscard]] virtual std::int64_t steps() const = 0;
  [[nodiscard]] virtual int dimension() const = 0;
  [[nodiscard]] virtual std::size_t bodies() const = 0;
  [[nodiscard]] virtual std::size_t obstacles() const = 0;
  /// Where bodies come or go, how many are here; else −1.
  [[nodiscard]] virtual std::int64_t present() const = 0;
  /// How many bodies each outlet has taken, by name.
  [[nodiscard]] virtual std::vector<std::pair<std::string, std::int64_t>> outlets() const = 0;
  [[nodiscard]] virtual double smallest_radius() const = 0;
  virtual std::span<double> positions() = 0;
  virtual std::span<double> velocities() = 0;
  virtual std::span<double> orientations() = 0;
  virtual std::span<double> angular_velocities() = 0;
  virtual void set_gamma(std::span<const double> gamma) = 0;
  [[nodiscard]] virtual Constants constants() const = 0;
  [[nodiscard]] virtual Frame frame(bool contacts) const = 0;
  /// All that the next step starts from.
  [[nodiscard]] virtual State save() const = 0;
  /// Goes on from there. Throws Error where that is no state of this scene, and is then as it was.
  virtual void restore(State state) = 0;
  /// By stage, in the order of a step: wall seconds, and what of them was inside parallel loops.
  [[nodiscard]] virtual std::vector<Stage> stages() const = 0;
  virtual void add_force(BodyLoadFunction function) = 0;
  virtual void set_predictor(PredictorFunction function) = 0;
  virtual void set_law(LawFunctions functions) = 0;
  /// Makes the next step keep its problem for write_problem().
  virtual void keep_problem() = 0;
  /// Writes the problem of the last step and its solution in FCLIB's format.
  virtual void write_problem(const std::string& file) const = 0;
};

/// "step 3 did not converge: residual 0.1 after 12 iterations, 1e-06 was asked for"
std::string failure_text(const StepReport& report);

/// A force without torques.
BodyLoadFunction as_load(BodyForceFunction function);

/// Whether the end of the run is reached, up to rounding.
bool reached(double now, const scene::Time& time);

/// Builds the engine of a scene.
std::unique_ptr<Engine> make_engine(const Scene& scene);

}  // namespace gluey
