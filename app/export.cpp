// gluey export FILE.h5 --to vtk|xdmf|csv|lammps

#include <gluey/results.hpp>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "command.hpp"

namespace gluey::app {

void add_export(CLI::App& app) {
  struct ExportCommand {
    std::string file, format, output;
    std::int64_t every = 1;
  };
  auto command = std::make_shared<ExportCommand>();
  CLI::App* export_app = app.add_subcommand("export", "Write a result for ParaView, OVITO or a spreadsheet");
  export_app->add_option("file", command->file, "Result file")->required()->type_name("FILE.h5");
  export_app->add_option("--to", command->format, "Format")
      ->required()
      ->type_name("vtk|xdmf|csv|lammps")
      ->check(CLI::IsMember({"vtk", "xdmf", "csv", "lammps"}));
  export_app->add_option("-o,--output", command->output, "Where to (default: beside the result)")->type_name("PATH");
  export_app->add_option("--every", command->every, "Every N-th frame (1)")->type_name("N")->check(count);
  export_app->callback([command] {
    const Results results(command->file);
    const std::vector<std::string> files =
        export_results(results, command->file, command->format, command->output, results.numbers(command->every));
    // The first are those to open; of one file a frame only the number is of interest.
    const auto named = static_cast<std::size_t>(
        std::find_if(files.begin(), files.end(), [](const std::string& file) { return file.ends_with(".vtp"); }) -
        files.begin());
    for (std::size_t k = 0; k < named; ++k) {
      print("{}\n", files[k]);
    }
    if (files.size() > named) {
      fmt::print(stderr, "and {} more, one a frame\n", files.size() - named);
    }
  });
}

}  // namespace gluey::app
