// gluey export FILE.h5 --to vtk|xdmf|csv|lammps

#include <gluey/results.hpp>

#include <CLI/CLI.hpp>

#include <memory>
#include <string>

#include "command.hpp"

namespace gluey::app {

void add_export(CLI::App& app) {
  struct ExportCommand {
    std::string file, format, output;
  };
  auto command = std::make_shared<ExportCommand>();
  CLI::App* export_app = app.add_subcommand("export", "Write a result for ParaView, OVITO or a spreadsheet");
  export_app->add_option("file", command->file, "Result file")->required()->type_name("FILE.h5");
  export_app->add_option("--to", command->format, "Format")
      ->required()
      ->type_name("vtk|xdmf|csv|lammps")
      ->check(CLI::IsMember({"vtk", "xdmf", "csv", "lammps"}));
  export_app->add_option("-o,--output", command->output, "Where to (default: beside the result)")->type_name("PATH");
  export_app->callback([command] {
    const Results results(command->file);
    for (const std::string& file : export_results(results, command->file, command->format, command->output)) {
      print("{}\n", file);
    }
  });
}

}  // namespace gluey::app
