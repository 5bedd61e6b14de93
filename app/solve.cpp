// gluey solve PROBLEM.hdf5: a friction problem of FCLIB.

#include <gluey/solve.hpp>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <memory>
#include <string>

#include "command.hpp"

namespace gluey::app {

namespace {

void print_text(const std::string& file, const SolveReport& report) {
  const auto row = [](const char* name, const std::string& text) { print("  {:<14}{}\n", name, text); };
  print("{}\n", file);
  row("contacts", fmt::format("{} in {}D: {} open, {} sticking, {} sliding", report.contacts, report.dimension,
                              report.open, report.sticking, report.sliding));
  row("solver", fmt::format("{}, {}", report.method, report.converged ? "converged" : "not converged"));
  row("iterations", fmt::format("{}", report.iterations));
  row("error", fmt::format("{:.3g}", report.error));
  row("time", fmt::format("{:.4g} s", report.seconds));
}

void print_json(const std::string& file, const SolveReport& report) {
  const nlohmann::ordered_json json = {
      {"file", file},
      {"contacts", report.contacts},
      {"dimension", report.dimension},
      {"open", report.open},
      {"sticking", report.sticking},
      {"sliding", report.sliding},
      {"solver", report.method},
      {"converged", report.converged},
      {"iterations", report.iterations},
      {"error", report.error},
      {"seconds", report.seconds},
  };
  print("{}\n", json.dump(2));
}

}  // namespace

void add_solve(CLI::App& app, int& status) {
  struct SolveCommand {
    std::string file;
    SolveOptions options;
    bool json = false;
  };
  auto command = std::make_shared<SolveCommand>();
  CLI::App* solve_app = app.add_subcommand("solve", "Solve a friction problem in FCLIB's format");
  solve_app->add_option("problem", command->file, "Problem file")->required()->type_name("PROBLEM.hdf5");
  solve_app->add_option("--solver", command->options.solver, "Method (auto)")
      ->type_name("NAME")
      ->check(CLI::IsMember(friction_solvers()));
  solve_app->add_option("--tolerance", command->options.tolerance, "On the error |r - P(r - u)|/|q| of Siconos (1e-8)")
      ->type_name("TOL")
      ->check(above_zero);
  solve_app->add_option("--max-iterations", command->options.max_iterations, "Iterations at most (10000)")
      ->type_name("N")
      ->check(count);
  solve_app->add_option("-o,--output", command->options.output, "Write the problem with its solution")
      ->type_name("FILE.hdf5");
  solve_app->add_flag("--json", command->json, "Print the report as JSON");
  solve_app->callback([command, &status] {
    const SolveReport report = solve_friction_problem(command->file, command->options);
    if (command->json) {
      print_json(command->file, report);
    } else {
      print_text(command->file, report);
    }
    status = report.converged ? exit_done : exit_failed;
  });
}

}  // namespace gluey::app
