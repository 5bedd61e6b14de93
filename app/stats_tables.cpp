#include "stats_tables.hpp"

#include <cmath>
#include <map>
#include <string>
#include <type_traits>

#include "command.hpp"

namespace gluey::app {

namespace {

/// ",momentum_x,momentum_y"
std::string vector_header(const std::string& name, int components) {
  std::string text;
  for (int axis = 0; axis < components; ++axis) {
    text += fmt::format(",{}_{}", name, axis_names[axis]);
  }
  return text;
}

/// ",stress_xx,stress_xy,…"
std::string matrix_header(const std::string& name, int dimension) {
  std::string text;
  for (int k = 0; k < dimension * dimension; ++k) {
    text += fmt::format(",{}_{}{}", name, axis_names[k / dimension], axis_names[k % dimension]);
  }
  return text;
}

/// What is not known stays empty: zero would be a claim.
std::string cell(double value) { return std::isnan(value) ? std::string() : fmt::format("{}", value); }
std::string cell(std::int64_t value) { return value < 0 ? std::string() : fmt::format("{}", value); }

template <class Value>
std::string vector_cells(const std::vector<Value>& values) {
  std::string text;
  for (const Value value : values) {
    text += "," + (std::is_floating_point_v<Value> ? cell(static_cast<double>(value)) : fmt::format("{}", value));
  }
  return text;
}

std::string contact_cells(const FrameStatistics& row, bool known) {
  return known ? fmt::format(",{},{},{},{},{},{},{},{},{},{}", row.contacts, row.glued, row.gamma_min, row.gamma_mean,
                             row.clusters, row.largest_cluster, row.mean_cluster, row.weighted_cluster,
                             row.coordination, row.overlap)
               : std::string(10, ',');
}

/// A line for each frame; `line` makes them in several threads at a time.
template <class Line>
void print_lines(const Results& results, const StatsChoices& choices, const FrameArrays& arrays, const Line& line) {
  results.for_each_frame(results.numbers(choices.every), arrays,
                         [&](std::size_t, const Frame& frame) -> Results::InTurn {
                           return [text = line(frame)] { print("{}\n", text); };
                         });
}

ContactLifetimes lifetimes_of(const Results& results, const StatsChoices& choices) {
  ContactLifetimes lifetimes(results.constants(), choices.joining);
  results.for_each_frame(results.numbers(choices.every), {.contacts = true},
                         [&](std::size_t, const Frame& frame) -> Results::InTurn {
                           return [&lifetimes, touching = lifetimes.touching(frame)] { lifetimes.add(touching); };
                         });
  return lifetimes;
}

}  // namespace

void print_frames(const Results& results, const StatsChoices& choices) {
  const Constants& constants = results.constants();
  const bool contacts = results.has_contacts();
  print(
      "time,step,kinetic_energy{}{},contacts,glued,gamma_min,gamma_mean,clusters,largest_cluster,mean_cluster,"
      "weighted_cluster,coordination,overlap,speed_max,speed_mean\n",
      vector_header("momentum", constants.dimension), vector_header("center", constants.dimension));
  print_lines(results, choices, arrays_for_statistics(constants), [&](const Frame& frame) {
    const FrameStatistics row = frame_statistics(constants, frame, choices.joining);
    return fmt::format("{},{},{}{}{}{},{},{}", row.time, row.step, row.kinetic_energy, vector_cells(row.momentum),
                       vector_cells(row.center_of_mass), contact_cells(row, contacts), row.speed_max, row.speed_mean);
  });
}

void print_history(const Results& results, const StatsChoices& /*choices*/) {
  const int dimension = results.constants().dimension;
  const std::size_t obstacles = results.constants().obstacles.name.size();
  std::string header =
      "step,time,contacts,iterations,residual,converged,overlap,complementarity,kinetic_energy,potential_energy,"
      "wall_seconds,clusters,largest_cluster,coordination,volume,reference,"
      "residual_median,residual_95,missed,kept,recovery_work" +
      matrix_header("stress", dimension);
  const bool films = results.constants().films;
  if (films) {
    header += ",films,film_iterations,viscous,numerical,projection";
  }
  for (std::size_t k = 0; k < obstacles; ++k) {
    header += vector_header(fmt::format("obstacle{}_force", k), dimension);
  }
  for (std::size_t k = 0; k < obstacles; ++k) {
    header += dimension == 2 ? fmt::format(",obstacle{}_torque", k)
                             : vector_header(fmt::format("obstacle{}_torque", k), dimension);
  }
  print("{}\n", header);
  const std::string no_stress(static_cast<std::size_t>(dimension * dimension), ',');
  for (const HistoryRow& row : results.history()) {
    const std::string of_films =
        films ? fmt::format(",{},{}{}", row.films, row.film_iterations, vector_cells(row.dissipation)) : "";
    print("{},{},{},{},{},{:d},{},{},{},{},{},{},{},{},{},{},{},{},{:d},{},{}{}{}{}{}\n", row.step, row.time,
          row.contacts, row.iterations, row.residual, row.converged, row.overlap, row.complementarity,
          row.kinetic_energy, row.potential_energy, row.wall_seconds, cell(row.clusters), cell(row.largest_cluster),
          cell(row.coordination), cell(row.volume), cell(row.reference), cell(row.residual_median),
          cell(row.residual_95), row.missed, row.kept, row.recovery_work,
          std::isnan(row.volume) ? no_stress : vector_cells(row.stress), of_films, vector_cells(row.obstacle_force),
          vector_cells(row.obstacle_torque));
  }
}

void print_profile(const Results& results, const StatsChoices& choices) {
  const Constants& constants = results.constants();
  print("from,to,bodies,solid{},solid_fraction,temperature\n", vector_header("velocity", constants.dimension));
  for (const ProfileRow& row :
       frame_profile(constants, results.frame(choices.frame), choices.axis, choices.slices, choices.region)) {
    print("{},{},{},{}{},{},{}\n", row.from, row.to, row.bodies, row.solid, vector_cells(row.velocity),
          row.solid_fraction, row.temperature);
  }
}

void print_clusters(const Results& results, const StatsChoices& choices) {
  const Constants& constants = results.constants();
  print("size,mass,gyration_radius{}{}{},first_body\n", vector_header("center", constants.dimension),
        vector_header("extent", constants.dimension), vector_header("percolates", constants.dimension));
  for (const Cluster& cluster : frame_clusters(constants, results.frame(choices.frame), choices.joining)) {
    print("{},{},{}{}{}{},{}\n", cluster.bodies.size(), cluster.mass, cluster.gyration_radius,
          vector_cells(cluster.center), vector_cells(cluster.extent), vector_cells(cluster.percolates),
          cluster.bodies.front());
  }
}

void print_sizes(const Results& results, const StatsChoices& choices) {
  print("size,clusters,bodies\n");
  const auto clusters = frame_clusters(results.constants(), results.frame(choices.frame), choices.joining);
  for (const ClusterSizes::Row& row : cluster_sizes(clusters).rows) {
    print("{},{},{}\n", row.size, row.clusters, row.size * row.clusters);
  }
}

void print_fractal(const Results& results, const StatsChoices& choices) {
  print("time,step,fractal_dimension,fractal_error,fractal_prefactor,clusters_used\n");
  print_lines(results, choices, {.places = true, .contacts = true}, [&](const Frame& frame) {
    const FractalFit fit =
        fractal_dimension(frame_clusters(results.constants(), frame, choices.joining), choices.least);
    return fmt::format("{},{},{},{},{},{}", frame.time, frame.step, cell(fit.dimension), cell(fit.error),
                       cell(fit.prefactor), fit.clusters);
  });
}

void print_lifetimes(const Results& results, const StatsChoices& choices) {
  const ContactLifetimes lifetimes = lifetimes_of(results, choices);
  struct Count {
    std::int64_t broken = 0, lasting = 0;
    double time = 0.0;
  };
  std::map<std::int64_t, Count> counts;  // by frames
  for (const ContactLifetimes::Contact& contact : lifetimes.contacts()) {
    Count& count = counts[contact.frames];
    (contact.broken ? count.broken : count.lasting) += 1;
    count.time += contact.end - contact.begin;
  }
  print("frames,lifetime,broken,lasting\n");
  for (const auto& [frames, count] : counts) {
    print("{},{},{},{}\n", frames, count.time / static_cast<double>(count.broken + count.lasting), count.broken,
          count.lasting);
  }
}

void print_breaking(const Results& results, const StatsChoices& choices) {
  print("time,step,contacts,made,broken,ever_made,ever_broken,broken_fraction,break_rate\n");
  const ContactLifetimes lifetimes = lifetimes_of(results, choices);
  for (const ContactLifetimes::Row& row : lifetimes.rows()) {
    print("{},{},{},{},{},{},{},{},{}\n", row.time, row.step, row.contacts, row.made, row.broken, row.ever_made,
          row.ever_broken, row.broken_fraction(), row.break_rate);
  }
}

void print_coordination(const Results& results, const StatsChoices& choices) {
  const Coordination found = coordination(results.constants(), results.frame(choices.frame), choices.joining);
  print("partners,bodies,backbone_bodies\n");
  for (std::size_t k = 0; k < found.bodies.size(); ++k) {
    print("{},{},{}\n", k, found.bodies[k], k < found.backbone_bodies.size() ? found.backbone_bodies[k] : 0);
  }
}

void print_pair_correlation(const Results& results, const StatsChoices& choices) {
  print("from,to,pairs,pair_correlation\n");
  const PairCorrelation found =
      pair_correlation(results.constants(), results.frame(choices.frame), choices.range, choices.bins, choices.region);
  for (const PairCorrelation::Row& row : found.rows) {
    print("{},{},{},{}\n", row.from, row.to, row.pairs, row.value);
  }
}

void print_stress(const Results& results, const StatsChoices& choices) {
  const Constants& constants = results.constants();
  const int dimension = constants.dimension;
  const std::string names = matrix_header("stress", dimension) + matrix_header("kinetic", dimension);
  const auto cells = [](const StressCell& row) {
    return fmt::format("{},{},{},{}{}{}", row.bodies, cell(row.pressure), cell(row.shear), cell(row.ratio()),
                       vector_cells(row.stress), vector_cells(row.kinetic));
  };
  if (choices.cells.empty()) {
    print("time,step,bodies,pressure,shear,ratio{}\n", names);
    const FrameArrays arrays = {.places = true, .motion = true, .contacts = true, .contact_points = true};
    print_lines(results, choices, arrays, [&](const Frame& frame) {
      return fmt::format("{},{},{}", frame.time, frame.step,
                         cells(frame_stress(constants, frame, {}, choices.region).front()));
    });
    return;
  }
  print("bodies,pressure,shear,ratio{}{}{}\n", names, vector_header("lower", dimension),
        vector_header("upper", dimension));
  for (const StressCell& row : frame_stress(constants, results.frame(choices.frame), choices.cells, choices.region)) {
    print("{}{}{}\n", cells(row), vector_cells(row.lower), vector_cells(row.upper));
  }
}

}  // namespace gluey::app
