#pragma once
// Runs a scene step by step and writes down what happened.

#include "random/record.hpp"
#include "random/tree.hpp"
#include "step/stepper.hpp"

#include <gluey/scene.hpp>

#include <memory>
#include <string>

namespace gluey::test {

/// A scene that is ready to step. Relative file names are those of tests/random/meshes.
Scene read_scene(const Tree& tree);

template <int D>
class Watch {
 public:
  explicit Watch(const Scene& scene);
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  [[nodiscard]] bool finished() const;
  /// One step. What is returned refers to the watched world.
  StepRecord<D> step();
  [[nodiscard]] Stepper<D>& stepper() { return *stepper_; }

 private:
  void take_films(StepRecord<D>& record, const StepOutcome<D>& outcome) const;
  void match_films(FilmRecord<D>& films) const;

  double end_ = 0.0;
  std::int64_t steps_ = -1;
  double last_open_ = 0.0;
  std::unique_ptr<Stepper<D>> stepper_;
  std::vector<double> carried_, pressed_, thickness_;
  Contacts<D> last_films_;
  std::vector<std::vector<Convex<D>>> shapes_, obstacles_;
};

}  // namespace gluey::test
