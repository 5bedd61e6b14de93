#pragma once
// What the files of the module share. Each binds one part of the public interface; Python code in python/gluey makes of
// these what users see.

#include <gluey/gluey.hpp>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <memory>
#include <span>
#include <vector>

namespace gluey::python {

namespace py = pybind11;

/// A frame and what its tables are about. Constants are shared by the frames of a simulation or result.
struct FrameObject {
  Frame frame;
  std::shared_ptr<const Constants> constants;
};

/// Numbers that `owner` holds, as an array that keeps it alive. Nothing is copied.
template <class Number>
py::array_t<Number> view(std::span<Number> numbers, std::vector<py::ssize_t> shape, py::handle owner) {
  return py::array_t<Number>(std::move(shape), numbers.data(), owner);
}

/// The same, not to be written to.
template <class Number>
py::array_t<Number> read_only(std::span<const Number> numbers, std::vector<py::ssize_t> shape, py::handle owner) {
  py::array_t<Number> array(std::move(shape), numbers.data(), owner);
  array.attr("setflags")(py::arg("write") = false);
  return array;
}

/// An array of its own that takes the numbers over. Nothing is copied.
template <class Number>
py::array_t<Number> own(std::vector<Number>&& numbers, std::vector<py::ssize_t> shape) {
  auto held = std::make_unique<std::vector<Number>>(std::move(numbers));
  Number* data = held->data();
  const py::capsule owner(held.release(), [](void* vector) { delete static_cast<std::vector<Number>*>(vector); });
  return py::array_t<Number>(std::move(shape), data, owner);
}
template <class Number>
py::array_t<Number> own(std::vector<Number>&& numbers) {
  const auto size = static_cast<py::ssize_t>(numbers.size());
  return own(std::move(numbers), {size});
}

/// A column of rows.
template <class Row, class Value>
py::array column(const std::vector<Row>& rows, Value Row::*member) {
  std::vector<Value> values;
  values.reserve(rows.size());
  for (const Row& row : rows) {
    values.push_back(row.*member);
  }
  return own(std::move(values));
}

/// Rows of so many numbers; one a row is no axis of its own.
inline std::vector<py::ssize_t> table(std::size_t rows, std::size_t columns) {
  std::vector<py::ssize_t> shape = {static_cast<py::ssize_t>(rows)};
  if (columns > 1) {
    shape.push_back(static_cast<py::ssize_t>(columns));
  }
  return shape;
}
inline std::size_t orientation_size(int dimension) { return dimension == 2 ? 1 : 4; }
inline std::size_t spin_size(int dimension) { return dimension == 2 ? 1 : 3; }

/// The numbers of frames, a row each, by their names.
py::dict statistics_columns(const std::vector<FrameStatistics>& rows, const Constants& constants);

/// A function of the user's own, called with what the engine gives and held to what it may return.
void call_force(py::handle function, double time, const py::array& position, const py::array& velocity,
                std::span<double> force, std::span<double> torque);
/// The same of a function that is shown orientations and angular velocities, too.
void call_force(py::handle function, double time, const py::array& position, const py::array& velocity,
                const py::array& orientation, const py::array& angular_velocity, std::span<double> force,
                std::span<double> torque);
/// Whether that is what a force wants: five arguments without a default.
bool sees_orientations(py::handle function);
void call_predictor(py::handle function, double time, double step, const py::array& position, const py::array& velocity,
                    std::span<double> free);
/// The methods of an object that must outlive them; none of None.
LawFunctions law_functions(py::handle law);

/// Throws KeyboardInterrupt, or what another signal's handler raised. Needs the lock.
inline void look_for_signals() {
  if (PyErr_CheckSignals() != 0) {
    throw py::error_already_set();
  }
}

void bind_errors(py::module_& module);
void bind_scene(py::module_& module);
void bind_frame(py::module_& module);
void bind_report(py::module_& module);
void bind_step_contacts(py::module_& module);
void bind_simulation(py::module_& module);
void bind_results(py::module_& module);
void bind_run(py::module_& module);
void bind_statistics(py::module_& module);
void bind_solve(py::module_& module);
void bind_view(py::module_& module);

}  // namespace gluey::python
