#pragma once
// A simulation in memory: built from a scene, advanced step by step, looked at through views without copies.

#include <gluey/export.hpp>
#include <gluey/results.hpp>
#include <gluey/scene.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace gluey {

/// What one step did. Residual in velocity units as in models.md; overlap is a length.
struct StepReport {
  HistoryRow row;
  double step_length = 0.0;
  double tolerance = 0.0;       ///< what the residual was held against
  int contact_searches = 1;     ///< more than one: bodies outran the range and contacts were sought again
  std::int64_t tunnelling = 0;  ///< bodies that moved beyond the range in this step
  std::int64_t inexact = 0;     ///< distances between shapes that were not found to full accuracy; a bound was taken
  int halvings = 0;             ///< times the step was halved (on_failure = "halve-step")
  std::string solver;           ///< the method that solved it
};

/// A force of the user's own: adds to `force` [N,d] what acts on each body in the step of length `step` that begins at
/// `time`, given positions (not wrapped) and velocities [N,d]. Called from one thread, at least once a step; with step = "auto"
/// also to choose its length. It must depend on its arguments alone if a run is to be repeated.
using BodyForceFunction = std::function<void(double time, double step, std::span<const double> position,
                                             std::span<const double> velocity, std::span<double> force)>;

class GLUEY_API Simulation {
 public:
  explicit Simulation(const Scene& scene);
  ~Simulation();
  Simulation(Simulation&&) noexcept;
  Simulation& operator=(Simulation&&) noexcept;

  /// One time step. Throws Error on a non-finite state, naming the body, and on on_failure = "stop".
  StepReport step();

  /// From the next step on, beside the scene's own forces.
  void add_force(BodyForceFunction function);

  [[nodiscard]] bool finished() const;  ///< time.end or time.steps reached
  [[nodiscard]] double time() const;
  [[nodiscard]] std::int64_t steps() const;  ///< steps done
  [[nodiscard]] int dimension() const;
  [[nodiscard]] std::size_t bodies() const;
  [[nodiscard]] std::size_t obstacles() const;

  [[nodiscard]] std::span<double> positions();   ///< [N,d], row-major; writable between steps
  [[nodiscard]] std::span<double> velocities();  ///< [N,d]
  [[nodiscard]] Constants constants() const;
  [[nodiscard]] Frame frame(bool contacts = true) const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace gluey
