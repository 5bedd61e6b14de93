// A simulation in memory. Steps are taken without Python's lock; while one is under way, on whichever thread, nothing else may be
// asked of the simulation.

#include "bind.hpp"

#include <atomic>
#include <chrono>
#include <cmath>
#include <limits>

namespace gluey::python {
namespace {

/// Between two looks at signals: Ctrl-C is answered at once for a person, and the lock is not fought for in every step.
constexpr std::chrono::milliseconds patience(20);

struct SimulationObject {
  explicit SimulationObject(const Scene& scene)
      : simulation(scene), constants(std::make_shared<const Constants>(simulation.constants())) {}

  Simulation simulation;
  std::shared_ptr<const Constants> constants;
  std::vector<py::object> forces;  // here, where the garbage collector finds them
  py::object predictor;
  py::object law;
  std::atomic<bool> stepping = false;
};

/// The simulation, for as long as one thing is done with it.
class Use {
 public:
  explicit Use(SimulationObject& object) : object_(object) {
    if (object_.stepping.exchange(true)) {
      throw Error(
          "the simulation is in the middle of a step: wait for its end, and do not call it from its own forces, "
          "predictor or law");
    }
  }
  ~Use() { object_.stepping = false; }
  Use(const Use&) = delete;
  Use& operator=(const Use&) = delete;

 private:
  SimulationObject& object_;
};

/// Up to `count` steps, not beyond `until`, and no further than the scene goes where `to_end`. The last one's report, if any.
py::object advance(SimulationObject& self, std::int64_t count, double until, bool to_end) {
  const Use use(self);
  Simulation& simulation = self.simulation;
  StepReport report;
  std::int64_t done = 0;
  {
    const py::gil_scoped_release unlocked;
    auto looked = std::chrono::steady_clock::now();
    const auto there = [&] {
      return (to_end && simulation.finished()) || simulation.time() >= until - 1e-9 * report.step_length;
    };
    for (; done < count && !there(); ++done) {
      report = simulation.step(until);
      if (const auto now = std::chrono::steady_clock::now(); now - looked > patience) {
        const py::gil_scoped_acquire locked;
        look_for_signals();
        looked = now;
      }
    }
  }
  return done > 0 ? py::cast(std::move(report)) : py::none();
}

/// What functions are shown of the bodies: the state itself.
py::array shown(SimulationObject* self, std::span<const double> numbers) {
  const std::size_t n = self->simulation.bodies();
  return read_only<double>(numbers, table(n, n > 0 ? numbers.size() / n : 1), py::cast(self));
}

void add_force(SimulationObject& self, py::object function) {
  const Use use(self);
  const std::size_t number = self.forces.size();
  const bool turning = sees_orientations(function);
  self.forces.push_back(std::move(function));
  self.simulation.add_force(
      [object = &self, number, turning](const BodyState& bodies, std::span<double> force, std::span<double> torque) {
        const py::gil_scoped_acquire locked;
        const py::object& own = object->forces[number];
        const py::array position = shown(object, bodies.position), velocity = shown(object, bodies.velocity);
        if (turning) {
          call_force(own, bodies.time, position, velocity, shown(object, bodies.orientation),
                     shown(object, bodies.angular_velocity), force, torque);
        } else {
          call_force(own, bodies.time, position, velocity, force, torque);
        }
      });
}

void set_predictor(SimulationObject& self, py::object function) {
  const Use use(self);
  self.predictor = std::move(function);
  if (self.predictor.is_none()) {
    self.simulation.set_predictor({});
    return;
  }
  self.simulation.set_predictor([object = &self](double time, double step, std::span<const double> position,
                                                 std::span<const double> velocity, std::span<double> free) {
    const py::gil_scoped_acquire locked;
    call_predictor(object->predictor, time, step, shown(object, position), shown(object, velocity), free);
  });
}

void set_law(SimulationObject& self, py::object law) {
  const Use use(self);
  self.simulation.set_law(law_functions(law));
  self.law = std::move(law);
}

/// Part of the state, as an array that shows it for as long as it is kept.
template <class Columns>
auto state(std::span<double> (Simulation::*member)(), Columns columns) {
  return [member, columns](const py::object& self) {
    auto& object = self.cast<SimulationObject&>();
    Simulation& simulation = object.simulation;
    return view<double>((simulation.*member)(), table(simulation.bodies(), columns(simulation.dimension())), self);
  };
}

FrameObject take_frame(SimulationObject& self, bool contacts) {
  const Use use(self);
  return {self.simulation.frame(contacts), self.constants};
}

/// What refers to Python objects can be part of a cycle, such as a force that looks at its own simulation.
py::custom_type_setup collected() {
  return py::custom_type_setup([](PyHeapTypeObject* heap) {
    heap->ht_type.tp_flags |= Py_TPFLAGS_HAVE_GC;
    heap->ht_type.tp_traverse = [](PyObject* self, visitproc visit, void* arg) {
      Py_VISIT(Py_TYPE(self));
      // The collector may come by before the constructor is done.
      if (reinterpret_cast<py::detail::instance*>(self)->get_value_and_holder().holder_constructed()) {
        auto& object = py::cast<SimulationObject&>(py::handle(self));
        for (const py::object& force : object.forces) {
          Py_VISIT(force.ptr());
        }
        Py_VISIT(object.predictor.ptr());
        Py_VISIT(object.law.ptr());
      }
      return 0;
    };
    heap->ht_type.tp_clear = [](PyObject* self) {
      auto& object = py::cast<SimulationObject&>(py::handle(self));
      // Nothing can step it any more.
      object.simulation.set_predictor({});
      object.predictor = py::none();
      object.simulation.set_law({});
      object.law = py::none();
      for (py::object& force : object.forces) {
        force = py::none();
      }
      return 0;
    };
  });
}

}  // namespace

void bind_simulation(py::module_& module) {
  module.def(
      "check_law", [](py::handle law) { law_functions(law); }, py::arg("law"));
  const auto axes = [](int dimension) { return static_cast<std::size_t>(dimension); };
  py::class_<SimulationObject>(module, "Core", "A simulation in memory.", collected())
      .def(py::init<const Scene&>(), py::arg("scene"))
      .def("advance", &advance, py::arg("count"), py::arg("until"), py::arg("to_end"),
           "Steps, not beyond `until`, nor beyond the scene's end where `to_end`; the last one's report, or None.")
      .def("add_force", &add_force, py::arg("function"))
      .def("set_predictor", &set_predictor, py::arg("function"))
      .def("set_law", &set_law, py::arg("law"))
      .def_property_readonly("warnings",
                             [](const SimulationObject& self) {
                               std::vector<std::string> texts;
                               for (const SceneProblem& warning : self.simulation.warnings()) {
                                 texts.push_back(warning.text());
                               }
                               return texts;
                             })
      .def_property_readonly("finished", [](const SimulationObject& self) { return self.simulation.finished(); })
      .def_property_readonly("time", [](const SimulationObject& self) { return self.simulation.time(); })
      .def_property_readonly("steps", [](const SimulationObject& self) { return self.simulation.steps(); })
      .def_property_readonly("constants", [](const SimulationObject& self) { return self.constants; })
      .def_property_readonly("positions", state(&Simulation::positions, axes))
      .def_property_readonly("velocities", state(&Simulation::velocities, axes))
      .def_property_readonly("orientations", state(&Simulation::orientations, orientation_size))
      .def_property_readonly("angular_velocities", state(&Simulation::angular_velocities, spin_size))
      .def(
          "set_gamma",
          [](SimulationObject& self, const std::vector<double>& gamma) {
            const Use use(self);
            self.simulation.set_gamma(gamma);
          },
          py::arg("gamma"))
      .def("frame", &take_frame, py::arg("contacts") = true)
      .def_property_readonly("stage_seconds",
                             [](const SimulationObject& self) { return self.simulation.stage_seconds(); })
      .def(
          "save",
          [](SimulationObject& self, const std::string& file) {
            const Use use(self);
            self.simulation.save(file);
          },
          py::arg("file"))
      .def(
          "restore",
          [](SimulationObject& self, const std::string& file) {
            const Use use(self);
            self.simulation.restore(file);
          },
          py::arg("file"));
}

}  // namespace gluey::python
