#pragma once
// The tables of `gluey stats`, each CSV with one line of names.

#include <gluey/results.hpp>
#include <gluey/stats.hpp>

#include <cstdint>
#include <vector>

namespace gluey::app {

struct StatsChoices {
  std::int64_t frame = -1;
  std::int64_t every = 1;  ///< of tables with rows of all frames
  int axis = 1;
  int slices = 20;
  std::vector<int> cells;  ///< of the stress; empty: one row a frame
  int bins = 100;
  double range = 0.0;  ///< of the pair correlation; 0: its own choice
  std::int64_t least = 5;
  Joining joining;
  Region region;
};

void print_frames(const Results& results, const StatsChoices& choices);
void print_history(const Results& results, const StatsChoices& choices);
void print_profile(const Results& results, const StatsChoices& choices);
void print_clusters(const Results& results, const StatsChoices& choices);
void print_sizes(const Results& results, const StatsChoices& choices);
void print_fractal(const Results& results, const StatsChoices& choices);
void print_lifetimes(const Results& results, const StatsChoices& choices);
void print_breaking(const Results& results, const StatsChoices& choices);
void print_coordination(const Results& results, const StatsChoices& choices);
void print_pair_correlation(const Results& results, const StatsChoices& choices);
void print_stress(const Results& results, const StatsChoices& choices);

}  // namespace gluey::app
