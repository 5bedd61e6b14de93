#pragma once
// The quantities that `gluey plot` knows.

#include <gluey/plot.hpp>
#include <gluey/results.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace gluey::app {

struct PlotSource {
  const Results* results;
  std::string title;  ///< empty where there is only one
};

struct PlotChoices {
  std::int64_t frame = -1;          ///< of distributions and profiles, negative from the end
  std::vector<std::string> bodies;  ///< of trajectories, by name or index; empty: up to ten, evenly spread
  int axis = 1;                     ///< of profiles
  int slices = 20;
  int bins = 40;
  bool log = false;  ///< logarithmic values
};

struct PlotQuantity {
  const char* name;
  const char* help;
  Plot (*make)(const std::vector<PlotSource>& sources, const PlotChoices& choices, const PlotQuantity& self);
};
std::span<const PlotQuantity> plot_quantities();

/// Whether /history has clusters and coordination, which then need no contacts in the frames.
bool steps_tell_groups(const Results& results);

// In plot_statistics.cpp: more of what statistics have to show than one curve against time.
Plot plot_mean_cluster(const std::vector<PlotSource>& sources, const PlotChoices& choices, const PlotQuantity& self);
Plot plot_cluster_sizes(const std::vector<PlotSource>& sources, const PlotChoices& choices, const PlotQuantity& self);
Plot plot_pair_correlation(const std::vector<PlotSource>& sources, const PlotChoices& choices,
                           const PlotQuantity& self);
Plot plot_profile(const std::vector<PlotSource>& sources, const PlotChoices& choices, const PlotQuantity& self);
Plot plot_stress(const std::vector<PlotSource>& sources, const PlotChoices& choices, const PlotQuantity& self);
Plot plot_stress_profile(const std::vector<PlotSource>& sources, const PlotChoices& choices, const PlotQuantity& self);

/// "dry: kinetic", or one of the two where the other is empty.
inline std::string joined(const std::string& source, const std::string& what) {
  return source.empty() || what.empty() ? source + what : source + ": " + what;
}

}  // namespace gluey::app
