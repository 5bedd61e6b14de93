// gluey stats FILE.h5: CSV on stdout.

#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "command.hpp"
#include "stats_tables.hpp"

namespace gluey::app {

namespace {

/// A table, what it is, and the options that bear on it. Those of "contacts" are nothing without them.
struct Table {
  std::string_view option;
  const char* help;
  void (*print)(const Results&, const StatsChoices&);
  std::vector<std::string_view> takes;
  bool contacts = true;
};

const std::vector<Table>& tables() {
  static const std::vector<Table> list = {
      {"--history", "One row a step, as stored", print_history, {}, false},
      {"--profile",
       "Solid, velocity and temperature of a frame in slices across AXIS",
       print_profile,
       {"--frame", "--slices", "--region"},
       false},
      {"--clusters", "Clusters of a frame, the largest first", print_clusters, {"--frame", "--within"}},
      {"--sizes", "How many clusters of each size a frame has", print_sizes, {"--frame", "--within"}},
      {"--fractal",
       "Fractal dimension of the clusters, one row a frame",
       print_fractal,
       {"--least", "--within", "--every"}},
      {"--lifetimes", "How long contacts between bodies last", print_lifetimes, {"--within", "--every"}},
      {"--breaking", "Contacts made and broken, one row a frame", print_breaking, {"--within", "--every"}},
      {"--coordination", "How many partners the bodies of a frame have", print_coordination, {"--frame", "--within"}},
      {"--pair-correlation",
       "g(r) of the bodies' centres of a frame",
       print_pair_correlation,
       {"--frame", "--range", "--bins", "--region"},
       false},
      {"--stress",
       "Stress, one row a frame; with --slices or --cells, of parts of a frame",
       print_stress,
       {"--every", "--frame", "--axis", "--slices", "--cells", "--region"}},
  };
  return list;
}

struct StatsCommand {
  std::string file, profile_axis, stress_axis = "y";
  std::vector<double> region;
  StatsChoices choices;
  double within = 0.0;
};

/// The table asked for, none for one row a frame. Every option that was given must bear on it.
const Table* table_of(const CLI::App& app) {
  const Table* chosen = nullptr;
  for (const Table& table : tables()) {
    if (app.count(std::string(table.option)) > 0) {
      if (chosen != nullptr) {
        throw UsageError(fmt::format("{} and {} are two tables; ask for one", chosen->option, table.option));
      }
      chosen = &table;
    }
  }
  for (const char* option : {"--every", "--frame", "--within", "--slices", "--axis", "--cells", "--region", "--range",
                             "--bins", "--least"}) {
    const auto bears = [&](const Table& table) {
      return std::find(table.takes.begin(), table.takes.end(), option) != table.takes.end();
    };
    const bool of_frames = option == std::string_view("--within") || option == std::string_view("--every");
    const bool fits = chosen != nullptr ? bears(*chosen) : of_frames;
    if (app.count(option) > 0 && !fits) {
      std::string with;
      for (const Table& table : tables()) {
        with += bears(table) ? fmt::format("{}{}", with.empty() ? "" : ", ", table.option) : "";
      }
      throw UsageError(fmt::format("{} goes with {}", option, with));
    }
  }
  return chosen;
}

int axis_of(const std::string& option, const std::string& name, int dimension) {
  const int axis = name.front() - 'x';
  if (axis >= dimension) {
    throw UsageError(fmt::format("{} {}: the result is two-dimensional", option, name));
  }
  return axis;
}

/// Fits the choices to the result, or says what of them does not fit.
void complete(StatsCommand& command, const CLI::App& app, const Results& results) {
  StatsChoices& choices = command.choices;
  const int dimension = results.constants().dimension;
  const auto d = static_cast<std::size_t>(dimension);
  if (choices.frame >= results.frames() || choices.frame < -results.frames()) {
    throw UsageError(
        fmt::format("--frame {}: the result has {}", choices.frame, counted(results.frames(), "frame", "frames")));
  }
  if (app.count("--within") > 0) {
    choices.joining.within = command.within;
  }
  if (!command.region.empty()) {
    if (command.region.size() != 2 * d) {
      throw UsageError(fmt::format("--region: {} bounds, lower ones first, not {}", 2 * d, command.region.size()));
    }
    const auto middle = command.region.begin() + dimension;
    choices.region = {{command.region.begin(), middle}, {middle, command.region.end()}};
  }
  if (!choices.cells.empty() && choices.cells.size() != d) {
    throw UsageError(fmt::format("--cells: {} numbers, not {}", d, choices.cells.size()));
  }
  if (!command.profile_axis.empty()) {
    choices.axis = axis_of("--profile", command.profile_axis, dimension);
  } else if (app.count("--slices") > 0 || app.count("--axis") > 0) {
    if (!choices.cells.empty()) {
      throw UsageError("--slices and --cells both say how the frame is cut; give one");
    }
    choices.cells.assign(d, 1);
    choices.cells[static_cast<std::size_t>(axis_of("--axis", command.stress_axis, dimension))] = choices.slices;
  } else if (app.count("--stress") > 0 && app.count("--frame") > 0 && choices.cells.empty()) {
    choices.cells.assign(d, 1);
  }
  if (app.count("--stress") > 0 && app.count("--every") > 0 && !choices.cells.empty()) {
    throw UsageError("--every: the stress of parts is that of one frame");
  }
}

void stats(StatsCommand& command, const CLI::App& app) {
  const Table* table = table_of(app);
  const Results results(command.file);
  complete(command, app, results);
  if (table != nullptr && table->contacts && !results.has_contacts()) {
    throw UsageError(fmt::format("{}: {} has no contacts (output.contacts = false)", table->option, command.file));
  }
  (table != nullptr ? table->print : print_frames)(results, command.choices);
}

}  // namespace

void add_stats(CLI::App& app) {
  auto command = std::make_shared<StatsCommand>();
  CLI::App* stats_app = app.add_subcommand("stats", "CSV of energies, contacts, clusters, stress, …; one row a frame");
  stats_app->add_option("file", command->file, "Result file")->required()->type_name("FILE.h5");
  for (const Table& table : tables()) {
    if (table.option == "--profile") {
      stats_app->add_option("--profile", command->profile_axis, table.help)
          ->type_name("x|y|z")
          ->check(CLI::IsMember({"x", "y", "z"}))
          ->group("Tables, instead of one row a frame");
    } else {
      stats_app->add_flag(std::string(table.option), table.help)->group("Tables, instead of one row a frame");
    }
  }
  StatsChoices& choices = command->choices;
  stats_app->add_option("--frame", choices.frame, "Frame, negative from the end (-1)")->type_name("K");
  stats_app->add_option("--every", choices.every, "Every N-th frame, where a table has rows of all (1)")
      ->type_name("N")
      ->check(count);
  stats_app->add_option("--within", command->within, "Contacts are gaps up to this, not what presses or is glued")
      ->type_name("GAP");
  stats_app->add_option("--slices", choices.slices, "Slices (20)")->type_name("N")->check(count);
  stats_app->add_option("--axis", command->stress_axis, "Axis that slices of the stress are cut across (y)")
      ->type_name("x|y|z")
      ->check(CLI::IsMember({"x", "y", "z"}));
  stats_app->add_option("--cells", choices.cells, "Cells of the stress along each direction")
      ->type_name("NX,NY[,NZ]")
      ->delimiter(',')
      ->check(count)
      ->allow_extra_args(false);
  stats_app
      ->add_option("--region", command->region,
                   "Box, lower bounds first (periods, or from outermost surface to outermost surface)")
      ->type_name("X,Y[,Z],X,Y[,Z]")
      ->delimiter(',')
      ->allow_extra_args(false);
  stats_app->add_option("--range", choices.range, "Largest distance of the pair correlation (ten mean radii)")
      ->type_name("R")
      ->check(above_zero);
  stats_app->add_option("--bins", choices.bins, "Bins of the pair correlation (100)")->type_name("N")->check(count);
  stats_app->add_option("--least", choices.least, "Bodies a cluster needs to count for the fractal dimension (5)")
      ->type_name("N")
      ->check(count);
  stats_app->callback([command, stats_app] { stats(*command, *stats_app); });
}

}  // namespace gluey::app
