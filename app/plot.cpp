// gluey plot FILE.h5 QUANTITY: a plot by gnuplot, its data and script beside it.

#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "command.hpp"
#include "plot_quantity.hpp"

namespace gluey::app {

namespace {

struct PlotCommand {
  std::vector<std::string> words, titles;  // files, and the quantity last
  std::string output, axis = "y";
  PlotChoices choices;
};

std::string quantity_names() {
  std::vector<std::string> names;
  for (const PlotQuantity& quantity : plot_quantities()) {
    names.emplace_back(quantity.name);
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

const PlotQuantity* find_quantity(const std::string& name) {
  const std::span<const PlotQuantity> table = plot_quantities();
  const auto found = std::find_if(table.begin(), table.end(), [&](const PlotQuantity& q) { return name == q.name; });
  return found == table.end() ? nullptr : &*found;
}

const PlotQuantity& quantity_named(const std::string& name) {
  const PlotQuantity* found = find_quantity(name);
  if (found == nullptr) {
    throw UsageError(fmt::format("no quantity '{}'; there are {}", name, quantity_names()));
  }
  return *found;
}

/// Refuses what the file does not hold; zeros in its place would look like results.
void check_contacts(const PlotQuantity& quantity, const std::string& file, const Results& results) {
  static constexpr std::string_view from_contacts[] = {"glued", "gamma_min", "gamma_mean",    "mean_cluster",  "gamma",
                                                       "force", "gap",       "cluster_sizes", "stress_profile"};
  static constexpr std::string_view from_contacts_or_steps[] = {"clusters", "largest_cluster", "coordination"};
  const auto is_one_of = [&](std::span<const std::string_view> names) {
    return std::find(names.begin(), names.end(), quantity.name) != names.end();
  };
  if (!results.has_contacts() &&
      (is_one_of(from_contacts) || (is_one_of(from_contacts_or_steps) && !steps_tell_groups(results)))) {
    throw UsageError(fmt::format("{}: {} has no contacts (output.contacts = false)", quantity.name, file));
  }
}

/// A run of no steps has a first frame, but nothing that happened.
void check_steps(const Plot& plot, const std::vector<std::string>& files, const std::vector<Results>& results) {
  for (const PlotPanel& panel : plot.panels) {
    if (std::none_of(panel.series.begin(), panel.series.end(), [](const PlotSeries& s) { return s.x.empty(); })) {
      continue;
    }
    for (std::size_t k = 0; k < results.size(); ++k) {
      if (results[k].history().empty()) {
        throw UsageError(fmt::format("{} has no steps to plot", files[k]));
      }
    }
  }
}

/// "10 of 160 bodies": of many, only some have been drawn.
void print_share_of_bodies(const Plot& plot, const std::vector<Results>& results) {
  std::size_t bodies = 0;
  for (const Results& result : results) {
    bodies += result.constants().bodies.radius.size();
  }
  const std::size_t shown = plot.panels.front().series.size();
  if (shown < bodies) {
    print("{} of {} bodies; --body picks others\n", shown, bodies);
  }
}

void plot(PlotCommand& command) {
  if (command.words.size() == 1 && find_quantity(command.words.front()) != nullptr) {
    throw UsageError("plot: which file? (FILE.h5 is required)");
  }
  if (command.words.size() == 1) {
    throw UsageError(fmt::format("plot: which quantity? there are {}", quantity_names()));
  }
  const PlotQuantity& quantity = quantity_named(command.words.back());
  const std::vector<std::string> files(command.words.begin(), command.words.end() - 1);
  if (command.titles.size() > files.size()) {
    throw UsageError(fmt::format("--title: {} titles for {} files", command.titles.size(), files.size()));
  }
  if (!command.output.empty()) {
    const std::string suffix = std::filesystem::path(command.output).extension().string();
    if (suffix != ".png" && suffix != ".svg" && suffix != ".pdf") {
      throw UsageError(fmt::format("{}: the name must end in .png, .svg or .pdf", command.output));
    }
  }
  std::vector<Results> results;
  results.reserve(files.size());
  for (const std::string& file : files) {
    results.emplace_back(file);
  }
  command.choices.axis = command.axis.front() - 'x';
  std::vector<PlotSource> sources;
  for (std::size_t k = 0; k < results.size(); ++k) {
    const Constants& constants = results[k].constants();
    if (constants.dimension != results.front().constants().dimension) {
      throw UsageError("results in two and in three dimensions do not go into one plot");
    }
    if (command.choices.axis >= constants.dimension) {
      throw UsageError("--axis z: the result is two-dimensional");
    }
    check_contacts(quantity, files[k], results[k]);
    const std::int64_t count = results[k].frames();
    if (command.choices.frame >= count || command.choices.frame < -count) {
      throw UsageError(fmt::format("--frame {}: {} has {} frames", command.choices.frame, files[k], count));
    }
    const std::string stem = std::filesystem::path(files[k]).stem().string();
    sources.push_back({&results[k], k < command.titles.size() ? command.titles[k]
                                    : results.size() > 1      ? stem
                                                              : std::string()});
  }
  if (command.output.empty()) {
    command.output = fmt::format("{}-{}.png", std::filesystem::path(files.front()).stem().string(), quantity.name);
  }
  const Plot plot = quantity.make(sources, command.choices, quantity);
  check_steps(plot, files, results);
  for (const std::string& file : write_plot(plot, command.output)) {
    print("{}\n", file);
  }
  if (quantity.name == std::string_view("trajectories") && command.choices.bodies.empty()) {
    print_share_of_bodies(plot, results);
  }
}

}  // namespace

void add_plot(CLI::App& app) {
  auto command = std::make_shared<PlotCommand>();
  CLI::App* plot_app =
      app.add_subcommand("plot", "Plot a quantity by gnuplot; data and script stay beside the picture");
  plot_app->add_option("files", command->words, "Result files, and last the quantity, see below")
      ->required()
      ->expected(1, 1000)
      ->type_name("FILE.h5... QUANTITY");
  plot_app->add_option("-o,--output", command->output, "Picture, .png, .svg or .pdf (default: FILE-QUANTITY.png)")
      ->type_name("PICTURE");
  plot_app->add_option("--title", command->titles, "A file's name in the key; repeat for each file")
      ->type_name("TEXT")
      ->allow_extra_args(false);
  plot_app
      ->add_option("--frame", command->choices.frame, "Frame of a distribution or profile, negative from the end (-1)")
      ->type_name("K");
  plot_app->add_option("--body", command->choices.bodies, "Name or index, for trajectories; repeatable")
      ->type_name("BODY")
      ->allow_extra_args(false);
  plot_app->add_option("--axis", command->axis, "Axis of a profile (y)")
      ->type_name("x|y|z")
      ->check(CLI::IsMember({"x", "y", "z"}));
  plot_app->add_option("--slices", command->choices.slices, "Slices of a profile (20)")
      ->type_name("N")
      ->check(CLI::Range(1, 100000));
  plot_app->add_option("--bins", command->choices.bins, "Bars of a distribution, points of the pair correlation (40)")
      ->type_name("N")
      ->check(CLI::Range(1, 100000));
  plot_app->add_flag("--log", command->choices.log, "Logarithmic values");
  std::string footer = "Quantities:\n";
  for (const PlotQuantity& quantity : plot_quantities()) {
    footer += fmt::format("  {:<18}{}\n", quantity.name, quantity.help);
  }
  plot_app->footer(footer);
  plot_app->callback([command] { plot(*command); });
}

}  // namespace gluey::app
