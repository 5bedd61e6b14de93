#include <algorithm>
#include <cmath>
#include <limits>

#include "bench/accuracy_tables.hpp"

namespace gluey::app {

namespace {

constexpr double not_known = std::numeric_limits<double>::quiet_NaN();

double value_of(const Observables& observables, const std::string& name) {
  const auto found =
      std::find_if(observables.begin(), observables.end(), [&](const auto& one) { return one.first == name; });
  return found == observables.end() ? not_known : found->second;
}

}  // namespace

std::vector<const AccuracyRun*> AccuracyStudy::of(const std::string& level, bool finished_only) const {
  std::vector<const AccuracyRun*> found;
  for (const AccuracyRun& run : runs) {
    if (run.level == level && (!finished_only || run.end == AccuracyRun::End::finished)) {
      found.push_back(&run);
    }
  }
  return found;
}

MeanAndSpread AccuracyStudy::observable(const std::string& level, const std::string& name) const {
  std::vector<double> values;
  for (const AccuracyRun* run : of(level, true)) {
    if (const double value = value_of(run->observables, name); std::isfinite(value)) {
      values.push_back(value);
    }
  }
  return mean_and_spread(values);
}

std::vector<std::string> AccuracyStudy::names() const {
  std::vector<std::string> names;
  for (const AccuracyRun& run : runs) {
    // What only some runs have (a cluster) takes its place behind the one it follows there.
    auto place = names.begin();
    for (const auto& [name, value] : run.observables) {
      if (const auto found = std::find(names.begin(), names.end(), name); found != names.end()) {
        place = found + 1;
      } else {
        place = names.insert(place, name) + 1;
      }
    }
  }
  return names;
}

std::string AccuracyStudy::reference() const {
  const auto found =
      std::find_if(levels.rbegin(), levels.rend(), [&](const std::string& level) { return !of(level, true).empty(); });
  return found == levels.rend() ? std::string() : *found;
}

double AccuracyStudy::spread(const std::string& name) const {
  MeanAndSpread most;
  for (auto level = levels.rbegin(); level != levels.rend(); ++level) {
    if (const MeanAndSpread here = observable(*level, name); here.count > most.count) {
      most = here;
    }
  }
  return most.deviation;
}

double AccuracyStudy::difference(const std::string& level, const std::string& name) const {
  const double one = spread(name);
  return one > 0.0 ? (observable(level, name).mean - observable(reference(), name).mean) / one : not_known;
}

bool AccuracyStudy::seeds_change_nothing() const {
  bool compared = false;
  for (const std::string& level : levels) {
    const std::vector<const AccuracyRun*> finished = of(level, true);
    for (std::size_t k = 1; k < finished.size(); ++k) {
      compared = true;
      if (finished[k]->observables != finished[0]->observables) {
        return false;
      }
    }
  }
  return compared;
}

}  // namespace gluey::app
