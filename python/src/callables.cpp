// Forces and predictors written in Python.

#include "bind.hpp"

#include <algorithm>

namespace gluey::python {
namespace {

using Numbers = py::array_t<double, py::array::c_style | py::array::forcecast>;

/// What a function returned, as N rows of d numbers; one row, or one number, is for every body.
Numbers rows_of(const py::object& returned, const py::array& like) {
  const py::object shape = like.attr("shape");
  Numbers numbers(returned);
  if (!py::object(numbers.attr("shape")).equal(shape)) {
    numbers = Numbers(py::module_::import("numpy").attr("broadcast_to")(numbers, shape));
  }
  return numbers;
}

}  // namespace

void call_force(py::handle function, double time, const py::array& position, const py::array& velocity,
                std::span<double> force) {
  const py::object returned = function(time, position, velocity);
  if (returned.is_none()) {
    return;
  }
  const Numbers numbers = rows_of(returned, position);
  std::transform(force.begin(), force.end(), numbers.data(), force.begin(), std::plus<>());
}

void call_predictor(py::handle function, double time, double step, const py::array& position, const py::array& velocity,
                    std::span<double> free) {
  // A table of its own: the function may keep it, the engine's will be elsewhere tomorrow.
  const Numbers before(std::vector<py::ssize_t>(position.shape(), position.shape() + position.ndim()), free.data());
  const py::object returned = function(time, step, position, velocity, before);
  const Numbers after = returned.is_none() ? before : rows_of(returned, position);
  std::copy_n(after.data(), free.size(), free.begin());
}

}  // namespace gluey::python
