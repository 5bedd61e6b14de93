#pragma once
// A simulation in memory: built from a scene, advanced step by step, looked at through views without copies.

#include <gluey/export.hpp>
#include <gluey/law.hpp>
#include <gluey/results.hpp>
#include <gluey/scene.hpp>

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace gluey {

/// What one step did. Residual in velocity units as in models.md; overlap is a length.
struct StepReport {
  HistoryRow row;
  double step_length = 0.0;
  double tolerance = 0.0;       ///< what the residual was held against
  double promised = 0.0;        ///< of `residual_95` by the level of accuracy; 0: the tolerance is
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

/// The bodies at the beginning of a step, row-major, body i in row i.
struct BodyState {
  double time = 0.0;                         ///< when the step begins
  double step = 0.0;                         ///< its length
  std::span<const double> position;          ///< [N,d], not wrapped
  std::span<const double> velocity;          ///< [N,d]
  std::span<const double> orientation;       ///< [N] angles in 2D, [N,4] quaternions w,x,y,z in 3D
  std::span<const double> angular_velocity;  ///< [N] in 2D, [N,3] in 3D
};

/// The same with torques: adds to `force` [N,d] and, about the bodies' positions and along the axes of space, to `torque` ([N] in
/// 2D, [N,3] in 3D). Called as a BodyForceFunction is. What is locked stays so.
using BodyLoadFunction =
    std::function<void(const BodyState& bodies, std::span<double> force, std::span<double> torque)>;

/// The free velocity of the user's own, in place of U = V + h F/m: `free` [N,d] comes with what the forces gave and leaves with
/// what bodies do where nothing touches, as a solver of the fluid around them may say. Called as a BodyForceFunction is. Axes
/// that are locked stay so.
using PredictorFunction = std::function<void(double time, double step, std::span<const double> position,
                                             std::span<const double> velocity, std::span<double> free)>;

/// How many threads the steps that follow are computed on; 1 or more. Results do not depend on it.
GLUEY_API void set_threads(int threads);

class GLUEY_API Simulation {
 public:
  explicit Simulation(const Scene& scene);
  ~Simulation();
  Simulation(Simulation&&) noexcept;
  Simulation& operator=(Simulation&&) noexcept;

  /// One time step, which ends no later than the scene's end and `limit` where those lie ahead. Throws Error on a non-finite
  /// state, naming the body, and on on_failure = "stop".
  StepReport step(double limit = std::numeric_limits<double>::infinity());

  /// From the next step on, beside the scene's own forces.
  void add_force(BodyForceFunction function);
  void add_force(BodyLoadFunction function);
  /// From the next step on; an empty one: as forces say.
  void set_predictor(PredictorFunction function);
  /// From the next step on; empty functions: as the scene's law says. Error where films carry the potentials.
  void set_law(LawFunctions functions);

  /// What is odd about the scene but no error: Scene::warnings(), and what showed when it was built.
  [[nodiscard]] const std::vector<SceneProblem>& warnings() const;

  [[nodiscard]] bool finished() const;  ///< time.end or time.steps reached
  [[nodiscard]] double time() const;
  [[nodiscard]] std::int64_t steps() const;  ///< steps done
  [[nodiscard]] int dimension() const;
  [[nodiscard]] std::size_t bodies() const;
  [[nodiscard]] std::size_t obstacles() const;
  /// Half of the smallest thickness of a body, the radius of a sphere: the length that overlaps are compared with.
  [[nodiscard]] double smallest_radius() const;

  /// The state itself, row-major, body i in row i. The arrays stay where they are as long as the simulation does, and may be
  /// written to between steps: the next one takes note.
  [[nodiscard]] std::span<double> positions();           ///< [N,d], not wrapped
  [[nodiscard]] std::span<double> velocities();          ///< [N,d]
  [[nodiscard]] std::span<double> orientations();        ///< [N] angles in 2D, [N,4] quaternions w,x,y,z in 3D
  [[nodiscard]] std::span<double> angular_velocities();  ///< [N] in 2D, [N,3] in 3D
  /// Replaces the potentials γ ≤ 0 of the contacts, in the order of frame(); Error where films carry them.
  void set_gamma(std::span<const double> gamma);
  [[nodiscard]] Constants constants() const;
  [[nodiscard]] Frame frame(bool contacts = true) const;
  /// Wall seconds by stage of the step, in order, by name.
  [[nodiscard]] std::vector<std::pair<std::string, double>> stage_seconds() const;

  /// Writes all that it takes to go on bit for bit. The file is replaced as a whole or stays as it was.
  void save(const std::string& file) const;
  /// Goes on from what save() or a run (X.h5.checkpoint) wrote of the same scene; only its end and [output] may differ.
  /// Forces, predictor and law stay; the arrays above are filled anew. Throws Error where the file is damaged or another's; nothing has
  /// changed then.
  void restore(const std::string& file);

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace gluey
