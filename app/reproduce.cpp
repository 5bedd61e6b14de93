// gluey reproduce lefebvre/fig5: one experiment of the papers, measured beside expected.

#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>

#include "command.hpp"
#include "reproduce/experiment.hpp"

namespace gluey::app {

namespace {

/// Returns whether every number is as expected.
bool reproduce(const Experiment& experiment, const std::filesystem::path& output, bool quick) {
  std::string folder = experiment.id;
  std::replace(folder.begin(), folder.end(), '/', '-');
  print("{}: {}\n", experiment.id, experiment.title);
  flush();
  Report report(output / folder, quick);
  experiment.run(report);
  report.write_summary(experiment.id, experiment.title);
  for (const std::string& file : report.files()) {
    print("  wrote {}\n", file);
  }
  const int good = report.numbers() - report.failures();
  print("  {} of {} numbers as expected: {}\n\n", good, report.numbers(), report.failures() == 0 ? "ok" : "FAIL");
  return report.failures() == 0;
}

int reproduce_named(const std::string& name, const std::string& output, bool quick) {
  if (name == "list") {
    for (const Experiment& experiment : experiments()) {
      print("{:<24}{}\n", experiment.id, experiment.title);
    }
    return exit_done;
  }
  bool found = false;
  bool good = true;
  for (const Experiment& experiment : experiments()) {
    if (name == "all" || name == experiment.id) {
      found = true;
      good = reproduce(experiment, output, quick) && good;
    }
  }
  if (!found) {
    throw UsageError(fmt::format("no experiment '{}'; `gluey reproduce list` names them", name));
  }
  return good ? exit_done : exit_failed;
}

}  // namespace

void add_reproduce(CLI::App& app, int& status) {
  struct ReproduceCommand {
    std::string name, output = "reproduce";
    bool quick = false;
  };
  auto command = std::make_shared<ReproduceCommand>();
  CLI::App* reproduce_app =
      app.add_subcommand("reproduce", "Run an experiment of the papers, measured beside expected");
  reproduce_app->add_option("experiment", command->name, "list, all, or an id such as lefebvre/fig5")
      ->required()
      ->type_name("ID");
  reproduce_app->add_option("-o,--output", command->output, "Folder for curves and figures (reproduce)")
      ->type_name("DIR");
  reproduce_app->add_flag("--quick", command->quick, "Shorter runs that only show that everything works");
  reproduce_app->callback(
      [command, &status] { status = reproduce_named(command->name, command->output, command->quick); });
}

}  // namespace gluey::app
