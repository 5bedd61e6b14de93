// A contact problem on its own.

#include "bind.hpp"

namespace gluey::python {
namespace {

py::dict as_dict(SolveReport report) {
  py::dict values;
  values["contacts"] = report.contacts;
  values["dimension"] = report.dimension;
  values["open"] = report.open;
  values["sticking"] = report.sticking;
  values["sliding"] = report.sliding;
  values["converged"] = report.converged;
  values["iterations"] = report.iterations;
  values["seconds"] = report.seconds;
  values["error"] = report.error;
  values["method"] = report.method;
  const auto shape = table(static_cast<std::size_t>(report.contacts), static_cast<std::size_t>(report.dimension));
  values["impulse"] = own(std::move(report.impulse), shape);
  values["velocity"] = own(std::move(report.velocity), shape);
  return values;
}

SolveOptions options(const std::string& solver, double tolerance, std::int64_t max_iterations) {
  SolveOptions chosen;
  chosen.solver = solver;
  chosen.tolerance = tolerance;
  chosen.max_iterations = max_iterations;
  return chosen;
}

}  // namespace

void bind_solve(py::module_& module) {
  module.def("friction_solvers", &friction_solvers, "Names of the solvers.");
  module.def(
      "solve_file",
      [](const std::string& file, const std::string& solver, double tolerance, std::int64_t max_iterations) {
        SolveReport report;
        {
          const py::gil_scoped_release unlocked;
          report = solve_friction_problem(file, options(solver, tolerance, max_iterations));
        }
        return as_dict(std::move(report));
      },
      py::arg("file"), py::arg("solver"), py::arg("tolerance"), py::arg("max_iterations"));
  module.def(
      "solve",
      [](int dimension, std::vector<std::int32_t> start, std::vector<std::int32_t> row, std::vector<double> value,
         std::vector<double> offset, std::vector<double> parameter, const std::vector<double>& guess,
         const std::string& solver, double tolerance, std::int64_t max_iterations) {
        const ContactProblem problem{dimension,        std::move(start),  std::move(row),
                                     std::move(value), std::move(offset), std::move(parameter)};
        SolveReport report;
        {
          const py::gil_scoped_release unlocked;
          report = solve_contact_problem(problem, options(solver, tolerance, max_iterations), guess);
        }
        return as_dict(std::move(report));
      },
      py::arg("dimension"), py::arg("start"), py::arg("row"), py::arg("value"), py::arg("offset"), py::arg("parameter"),
      py::arg("guess"), py::arg("solver"), py::arg("tolerance"), py::arg("max_iterations"),
      "W by columns, q, and μ or l of each contact.");
}

}  // namespace gluey::python
