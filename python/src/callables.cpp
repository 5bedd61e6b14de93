// Forces, predictors and laws written in Python.

#include "bind.hpp"

#include <algorithm>

namespace gluey::python {
namespace {

using Numbers = py::array_t<double, py::array::c_style | py::array::forcecast>;

/// What a function returned, as a table of that shape; one row, or one number, is for every body.
Numbers rows_of(const py::object& returned, const std::vector<py::ssize_t>& shape) {
  Numbers numbers(returned);
  if (!std::equal(shape.begin(), shape.end(), numbers.shape(), numbers.shape() + numbers.ndim())) {
    numbers = Numbers(py::module_::import("numpy").attr("broadcast_to")(numbers, py::tuple(py::cast(shape))));
  }
  return numbers;
}
std::vector<py::ssize_t> shape_of(const py::array& array) { return {array.shape(), array.shape() + array.ndim()}; }

void add_rows(const py::object& returned, const std::vector<py::ssize_t>& shape, std::span<double> sum) {
  if (!returned.is_none()) {
    const Numbers numbers = rows_of(returned, shape);
    std::transform(sum.begin(), sum.end(), numbers.data(), sum.begin(), std::plus<>());
  }
}

/// Axes of what becomes an array: 0 of a number.
int axes_of(py::handle object) { return py::module_::import("numpy").attr("ndim")(object).cast<int>(); }

/// A tuple of two is a pair of forces and torques where it cannot be forces: their rows have as many axes, and those of a table
/// that stands for all forces have one. None stands for none.
bool is_pair(const py::object& returned) {
  if (!py::isinstance<py::tuple>(returned) || py::len(returned) != 2) {
    return false;
  }
  const auto both = py::reinterpret_borrow<py::tuple>(returned);
  return both[0].is_none() || both[1].is_none() || axes_of(both[0]) == 2 || axes_of(both[0]) != axes_of(both[1]);
}

/// What a force returned is added: forces, or a pair of forces and torques.
void add_load(const py::object& returned, const py::array& position, std::span<double> force,
              std::span<double> torque) {
  const std::vector<py::ssize_t> like = shape_of(position);
  if (!is_pair(returned)) {
    add_rows(returned, like, force);
    return;
  }
  const auto both = py::reinterpret_borrow<py::tuple>(returned);
  add_rows(both[0], like, force);
  const auto n = static_cast<std::size_t>(like[0]);
  add_rows(both[1], table(n, n > 0 ? torque.size() / n : 1), torque);
}

/// Tables of their own: the function may keep them, the engine's will be elsewhere tomorrow.
template <class Number>
py::array copy_of(std::span<const Number> numbers, std::size_t columns) {
  py::array_t<Number> copy(table(numbers.size() / columns, columns), numbers.data());
  copy.attr("setflags")(py::arg("write") = false);
  return copy;
}

struct ContactsObject {
  explicit ContactsObject(const StepContacts& contacts)
      : time(contacts.time),
        step(contacts.step),
        bodies(contacts.bodies),
        size(contacts.size()),
        first(copy_of(contacts.first, 1)),
        second(copy_of(contacts.second, 1)),
        normal(copy_of(contacts.normal, static_cast<std::size_t>(contacts.dimension))),
        gap(copy_of(contacts.gap, 1)),
        velocity(copy_of(contacts.velocity, static_cast<std::size_t>(contacts.dimension))),
        gamma(copy_of(contacts.gamma, 1)),
        impulse(copy_of(contacts.impulse, 1)) {}

  double time, step;
  std::size_t bodies, size;
  py::array first, second, normal, gap, velocity, gamma, impulse;
};

Numbers before(std::span<const double> numbers) {
  return Numbers(static_cast<py::ssize_t>(numbers.size()), numbers.data());
}

/// What a function returned for the numbers it was given, or left there.
void take(const py::object& returned, const Numbers& given, std::span<double> numbers) {
  const Numbers after = returned.is_none() ? given : rows_of(returned, shape_of(given));
  std::copy_n(after.data(), numbers.size(), numbers.begin());
}

}  // namespace

bool sees_orientations(py::handle function) {
  const py::module_ inspect = py::module_::import("inspect");
  py::object parameters;
  try {
    parameters = inspect.attr("signature")(function).attr("parameters").attr("values")();
  } catch (const py::error_already_set& error) {
    if (error.matches(PyExc_ValueError) || error.matches(PyExc_TypeError)) {
      return false;  // built in: its arguments are not told
    }
    throw;
  }
  const py::object parameter = inspect.attr("Parameter");
  int asked = 0;
  for (const py::handle one : parameters) {
    const py::object kind = one.attr("kind");
    const bool positional =
        kind.is(parameter.attr("POSITIONAL_ONLY")) || kind.is(parameter.attr("POSITIONAL_OR_KEYWORD"));
    asked += positional && one.attr("default").is(parameter.attr("empty")) ? 1 : 0;
  }
  return asked == 5;
}

void call_force(py::handle function, double time, const py::array& position, const py::array& velocity,
                std::span<double> force, std::span<double> torque) {
  add_load(function(time, position, velocity), position, force, torque);
}
void call_force(py::handle function, double time, const py::array& position, const py::array& velocity,
                const py::array& orientation, const py::array& angular_velocity, std::span<double> force,
                std::span<double> torque) {
  add_load(function(time, position, velocity, orientation, angular_velocity), position, force, torque);
}

void call_predictor(py::handle function, double time, double step, const py::array& position, const py::array& velocity,
                    std::span<double> free) {
  const Numbers given(shape_of(position), free.data());
  const py::object returned = function(time, step, position, velocity, given);
  const Numbers after = returned.is_none() ? given : rows_of(returned, shape_of(position));
  std::copy_n(after.data(), free.size(), free.begin());
}

LawFunctions law_functions(py::handle law) {
  LawFunctions functions;
  if (law.is_none()) {
    return functions;
  }
  if (py::hasattr(law, "bounds")) {
    functions.bounds = [law](const StepContacts& contacts, std::span<double> lower, std::span<double> friction) {
      const py::gil_scoped_acquire locked;
      const Numbers given_lower = before(lower), given_friction = before(friction);
      py::object returned = law.attr("bounds")(ContactsObject(contacts), given_lower, given_friction);
      py::object returned_friction = py::none();
      if (py::isinstance<py::tuple>(returned)) {
        const auto both = py::reinterpret_borrow<py::tuple>(returned);
        if (both.size() != 2) {
          throw py::type_error("bounds returns the lower bounds, or a pair of them and frictions");
        }
        returned_friction = both[1];
        returned = both[0];
        if (friction.empty() && !returned_friction.is_none()) {
          throw py::type_error("bounds returns frictions, but no law of the scene rubs");
        }
      }
      take(returned, given_lower, lower);
      take(returned_friction, given_friction, friction);
    };
  }
  if (py::hasattr(law, "potentials")) {
    functions.potentials = [law](const StepContacts& contacts, std::span<double> gamma) {
      const py::gil_scoped_acquire locked;
      const Numbers given = before(gamma);
      take(law.attr("potentials")(ContactsObject(contacts), given), given, gamma);
    };
  }
  if (!functions.bounds && !functions.potentials) {
    throw py::type_error(
        "a law has a method bounds(contacts, lower, friction) or potentials(contacts, gamma), or both");
  }
  return functions;
}

void bind_step_contacts(py::module_& module) {
  py::class_<ContactsObject>(module, "StepContacts",
                             "The contacts of a step as a law of your own sees them, C of them.")
      .def_readonly("time", &ContactsObject::time, "At the beginning of the step.")
      .def_readonly("step", &ContactsObject::step, "Its length h.")
      .def_readonly("bodies", &ContactsObject::bodies, "N, how many there are.")
      .def_readonly("first", &ContactsObject::first, "[C], a body")
      .def_readonly("second", &ContactsObject::second, "[C], a body, or N + the number of an obstacle")
      .def_readonly("normal", &ContactsObject::normal, "[C,d], unit, from the first to the second")
      .def_readonly("gap", &ContactsObject::gap, "[C], distance of the surfaces, obstacles where they will be")
      .def_readonly("velocity", &ContactsObject::velocity,
                    "[C,d], of the second's surface against the first's, before the step")
      .def_readonly("gamma", &ContactsObject::gamma, "[C], the potential carried over")
      .def_readonly("impulse", &ContactsObject::impulse,
                    "[C], along the normal: for `bounds` the step before's, for `potentials` this one's")
      .def("__len__", [](const ContactsObject& self) { return self.size; });
}

}  // namespace gluey::python
