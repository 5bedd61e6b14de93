// gluey stats FILE.h5: CSV on stdout.

#include <gluey/results.hpp>
#include <gluey/stats.hpp>

#include <CLI/CLI.hpp>

#include <memory>
#include <string>
#include <vector>

#include "command.hpp"

namespace gluey::app {

namespace {

constexpr const char* axis_names = "xyz";

/// ",momentum_x,momentum_y"
std::string vector_header(const std::string& name, int components) {
  std::string text;
  for (int axis = 0; axis < components; ++axis) {
    text += fmt::format(",{}_{}", name, axis_names[axis]);
  }
  return text;
}

std::string vector_cells(const std::vector<double>& values) {
  std::string text;
  for (const double value : values) {
    text += fmt::format(",{}", value);
  }
  return text;
}

/// Cells that only contacts could fill stay empty in a result without them: zero would be a claim.
std::string contact_cells(const FrameStatistics& row, bool known) {
  return known ? fmt::format(",{},{},{},{},{},{},{}", row.contacts, row.glued, row.gamma_min, row.gamma_mean,
                             row.clusters, row.largest_cluster, row.overlap)
               : std::string(7, ',');
}

void print_frames(const Results& results) {
  const Constants& constants = results.constants();
  const bool contacts = results.has_contacts();
  print(
      "time,step,kinetic_energy{}{},contacts,glued,gamma_min,gamma_mean,clusters,largest_cluster,overlap,speed_max,"
      "speed_mean\n",
      vector_header("momentum", constants.dimension), vector_header("center", constants.dimension));
  for (std::int64_t k = 0; k < results.frames(); ++k) {
    const FrameStatistics row = frame_statistics(constants, results.frame(k));
    print("{},{},{}{}{}{},{},{}\n", row.time, row.step, row.kinetic_energy, vector_cells(row.momentum),
          vector_cells(row.center_of_mass), contact_cells(row, contacts), row.speed_max, row.speed_mean);
  }
}

void print_history(const Results& results) {
  const int dimension = results.constants().dimension;
  const std::size_t obstacles = results.constants().obstacles.name.size();
  std::string header =
      "step,time,contacts,iterations,residual,converged,overlap,complementarity,kinetic_energy,potential_energy,"
      "wall_seconds";
  for (std::size_t k = 0; k < obstacles; ++k) {
    header += vector_header(fmt::format("obstacle{}_force", k), dimension);
  }
  for (std::size_t k = 0; k < obstacles; ++k) {
    header += dimension == 2 ? fmt::format(",obstacle{}_torque", k)
                             : vector_header(fmt::format("obstacle{}_torque", k), dimension);
  }
  print("{}\n", header);
  for (const HistoryRow& row : results.history()) {
    print("{},{},{},{},{},{:d},{},{},{},{},{}{}{}\n", row.step, row.time, row.contacts, row.iterations, row.residual,
          row.converged, row.overlap, row.complementarity, row.kinetic_energy, row.potential_energy, row.wall_seconds,
          vector_cells(row.obstacle_force), vector_cells(row.obstacle_torque));
  }
}

void print_profile(const Results& results, char axis, int slices, std::int64_t frame) {
  const Constants& constants = results.constants();
  if (axis == 'z' && constants.dimension == 2) {
    throw UsageError("--profile z: the result is two-dimensional");
  }
  if (frame >= results.frames() || frame < -results.frames()) {
    throw UsageError(fmt::format("--frame {}: the result has {}", frame, counted(results.frames(), "frame", "frames")));
  }
  print("from,to,bodies,solid{}\n", vector_header("velocity", constants.dimension));
  for (const ProfileRow& row : frame_profile(constants, results.frame(frame), axis - 'x', slices)) {
    print("{},{},{},{}{}\n", row.from, row.to, row.bodies, row.solid, vector_cells(row.velocity));
  }
}

}  // namespace

void add_stats(CLI::App& app) {
  struct StatsCommand {
    std::string file, axis;
    int slices = 20;
    std::int64_t frame = -1;
    bool history = false;
  };
  auto command = std::make_shared<StatsCommand>();
  CLI::App* stats_app = app.add_subcommand("stats", "CSV of energies, contacts, clusters and overlap, one row a frame");
  stats_app->add_option("file", command->file, "Result file")->required()->type_name("FILE.h5");
  CLI::Option* history = stats_app->add_flag("--history", command->history, "One row a step instead");
  CLI::Option* profile = stats_app->add_option("--profile", command->axis, "Profile of one frame along an axis instead")
                             ->type_name("x|y|z")
                             ->check(CLI::IsMember({"x", "y", "z"}))
                             ->excludes(history);
  stats_app->add_option("--slices", command->slices, "Slices of the profile (20)")
      ->type_name("N")
      ->check(above_zero)
      ->needs(profile);
  stats_app->add_option("--frame", command->frame, "Frame of the profile, negative from the end (-1)")
      ->type_name("K")
      ->needs(profile);
  stats_app->callback([command] {
    const Results results(command->file);
    if (command->history) {
      print_history(results);
    } else if (!command->axis.empty()) {
      print_profile(results, command->axis.front(), command->slices, command->frame);
    } else {
      print_frames(results);
    }
  });
}

}  // namespace gluey::app
