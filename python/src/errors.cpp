// The library's exceptions as those of gluey.errors, with the same text.

#include "bind.hpp"

namespace gluey::python {
namespace {

py::object error_class(const char* name) { return py::module_::import("gluey.errors").attr(name); }

void raise(const SceneError& error) {
  py::list problems;
  const py::object make = error_class("SceneProblem");
  for (const SceneProblem& problem : error.problems()) {
    problems.append(make(problem.file, problem.line, problem.column, problem.key, problem.what));
  }
  const py::object kind = error_class("SceneError");
  PyErr_SetObject(kind.ptr(), kind(error.what(), problems).ptr());
}

}  // namespace

void bind_errors(py::module_& /*module*/) {
  // NOLINTNEXTLINE(performance-unnecessary-value-param): pybind11 wants a function of that type
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) {
        std::rethrow_exception(thrown);
      }
    } catch (const SceneError& error) {
      raise(error);
    } catch (const Error& error) {
      PyErr_SetString(error_class("Error").ptr(), error.what());
    }
  });
}

}  // namespace gluey::python
