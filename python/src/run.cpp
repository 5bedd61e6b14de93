// A whole run into a result file, as `gluey run` does it.

#include "bind.hpp"

#include <atomic>
#include <chrono>

namespace gluey::python {
namespace {

py::dict as_dict(const RunSummary& summary) {
  py::dict values;
  values["file"] = summary.file;
  values["stopped"] = summary.stopped;
  values["resumed"] = summary.resumed;
  values["bodies"] = summary.bodies;
  values["obstacles"] = summary.obstacles;
  values["dimension"] = summary.dimension;
  values["threads"] = summary.threads;
  values["first_step"] = summary.first_step;
  values["steps"] = summary.steps;
  values["frames"] = summary.frames;
  values["time"] = summary.time;
  values["wall_seconds"] = summary.wall_seconds;
  values["step_seconds"] = summary.step_seconds;
  values["accuracy"] = summary.accuracy;
  values["missed"] = summary.missed;
  values["accuracy_median"] = summary.accuracy_median;
  values["accuracy_95"] = summary.accuracy_95;
  values["accuracy_max"] = summary.accuracy_max;
  values["shortened"] = summary.shortened;
  values["kept_min"] = summary.kept_min;
  values["not_converged"] = summary.not_converged;
  values["tunnelling"] = summary.tunnelling;
  values["inexact"] = summary.inexact;
  values["halvings"] = summary.halvings;
  values["contacts_mean"] = summary.contacts_mean;
  values["contacts_last"] = summary.contacts_last;
  values["iterations_mean"] = summary.iterations_mean;
  values["iterations_max"] = summary.iterations_max;
  values["residual_max"] = summary.residual_max;
  values["tolerance"] = summary.tolerance;
  values["overlap_max"] = summary.overlap_max;
  values["overlap_max_relative"] = summary.overlap_max_relative;
  values["overlap_95"] = summary.overlap_95;
  values["kinetic_energy"] = summary.kinetic_energy;
  values["potential_energy"] = summary.potential_energy;
  values["solvers"] = py::dict();
  for (const auto& [name, steps] : summary.solvers) {
    values["solvers"][py::str(name)] = steps;
  }
  values["stages"] = py::dict();
  for (const auto& [name, seconds] : summary.stages) {
    values["stages"][py::str(name)] = seconds;
  }
  return values;
}

/// The bodies for a function that may keep what it is shown: the engine goes when the run ends.
py::array copied(std::span<const double> numbers, std::size_t columns) {
  return py::array_t<double>(table(numbers.size() / columns, columns), numbers.data());
}

/// Answers Ctrl-C, and tells the user's function where the run stands, a few times a second.
class Watch final : public RunObserver {
 public:
  explicit Watch(py::object tell) : tell_(std::move(tell)) {}

  void begin(const Constants& constants, const std::string& /*file*/) override { dimension = constants.dimension; }
  bool step(const StepReport& /*report*/) override { return false; }
  void frame(const Frame& /*frame*/, bool /*recorded*/) override {}
  void end() override {}

  int dimension = 2;

  [[nodiscard]] const std::atomic<int>* stop() const { return &stop_; }

  /// What Python raises ends the run after this step, with its checkpoint; raised again once the run is over.
  void look(const RunProgress& progress) {
    const auto now = std::chrono::steady_clock::now();
    if (now - looked_ < std::chrono::milliseconds(50) || stop_ != 0) {
      return;
    }
    looked_ = now;
    const py::gil_scoped_acquire locked;
    try {
      look_for_signals();
      if (!tell_.is_none()) {
        tell_(progress.step, progress.steps_total, progress.time, progress.end);
      }
    } catch (...) {
      raised_ = std::current_exception();
      stop_ = 1;
    }
  }
  void raise() const {
    if (raised_) {
      std::rethrow_exception(raised_);
    }
  }

 private:
  py::object tell_;
  std::atomic<int> stop_ = 0;
  std::exception_ptr raised_;
  std::chrono::steady_clock::time_point looked_ = std::chrono::steady_clock::now();
};

py::dict run_scene(const Scene& scene, const std::string& output, std::optional<std::int64_t> steps, int threads,
                   bool resume, bool force, const std::vector<py::object>& forces, const py::object& predictor,
                   const py::object& law, const py::object& progress, const py::object& warn) {
  Watch watch(progress);
  RunOptions options;
  options.output = output;
  options.steps = steps;
  options.threads = threads;
  options.resume = resume;
  options.force = force;
  options.stop = watch.stop();
  options.observer = &watch;
  options.progress = [&](const RunProgress& now) { watch.look(now); };
  options.warn = [&](const std::string& text) {
    const py::gil_scoped_acquire locked;
    if (!warn.is_none()) {
      warn(text);
    }
  };
  for (const py::object& own : forces) {
    options.loads.emplace_back([&watch, function = py::handle(own), turning = sees_orientations(own)](
                                   const BodyState& bodies, std::span<double> sum, std::span<double> torques) {
      const py::gil_scoped_acquire locked;
      const auto d = static_cast<std::size_t>(watch.dimension);
      const py::array position = copied(bodies.position, d), velocity = copied(bodies.velocity, d);
      if (turning) {
        call_force(function, bodies.time, position, velocity,
                   copied(bodies.orientation, orientation_size(watch.dimension)),
                   copied(bodies.angular_velocity, spin_size(watch.dimension)), sum, torques);
      } else {
        call_force(function, bodies.time, position, velocity, sum, torques);
      }
    });
  }
  options.law = law_functions(law);
  if (!predictor.is_none()) {
    options.predictor = [&watch, function = py::handle(predictor)](
                            double time, double step, std::span<const double> position,
                            std::span<const double> velocity, std::span<double> free) {
      const py::gil_scoped_acquire locked;
      const auto d = static_cast<std::size_t>(watch.dimension);
      call_predictor(function, time, step, copied(position, d), copied(velocity, d), free);
    };
  }
  RunSummary summary;
  {
    const py::gil_scoped_release unlocked;
    summary = run(scene, options);
  }
  watch.raise();
  return as_dict(summary);
}

}  // namespace

void bind_run(py::module_& module) {
  module.def("run", &run_scene, py::arg("scene"), py::arg("output"), py::arg("steps"), py::arg("threads"),
             py::arg("resume"), py::arg("force"), py::arg("forces"), py::arg("predictor"), py::arg("law"),
             py::arg("progress"), py::arg("warn"), "A whole run into a result file; its summary.");
}

}  // namespace gluey::python
