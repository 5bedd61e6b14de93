#include "bench/observables.hpp"

#include <algorithm>
#include <cmath>

#include "bench/spread.hpp"
#include "command.hpp"

namespace gluey::app {

Observer::Observer(Simulation& simulation)
    : simulation_(simulation),
      constants_(simulation.constants()),
      d_(static_cast<std::size_t>(simulation.dimension())),
      start_(simulation.time()),
      first_center_(center()) {}

std::vector<bool> Observer::present() const {
  std::vector<bool> here(simulation_.bodies(), true);
  if (constants_.comings_and_goings) {
    const Frame frame = simulation_.frame(false);
    for (std::size_t i = 0; i < here.size(); ++i) {
      here[i] = frame.present[i] != 0;
    }
  }
  return here;
}

/// Not a number where there is nobody. Bodies of infinite mass are held, and do not count.
std::vector<double> Observer::center() const {
  const std::vector<bool> here = present();
  const std::span<const double> position = simulation_.positions();
  std::vector<double> sum(d_, 0.0);
  double mass = 0.0;
  for (std::size_t i = 0; i < here.size(); ++i) {
    const double m = constants_.bodies.mass[i];
    if (here[i] && std::isfinite(m)) {
      mass += m;
      for (std::size_t a = 0; a < d_; ++a) {
        sum[a] += m * position[i * d_ + a];
      }
    }
  }
  for (double& component : sum) {
    component /= mass;
  }
  return sum;
}

void Observer::note(const StepReport& report) {
  Row row;
  row.time = report.row.time;
  row.length = report.step_length;
  row.kinetic_energy = report.row.kinetic_energy;
  row.coordination = report.row.coordination;
  row.largest_cluster = static_cast<double>(report.row.largest_cluster);
  row.center = center();
  row.force = report.row.obstacle_force;
  rows_.push_back(std::move(row));
  last_ = report;
}

template <class Value>
std::pair<double, double> Observer::over_last_third(const Value& value) const {
  const double from = start_ + (rows_.back().time - start_) * 2.0 / 3.0;
  double weight = 0.0, mean = 0.0, squares = 0.0;
  for (const Row& row : rows_) {
    if (row.time > from) {
      // Welford's sums: forces that hardly change would lose their spread to rounding otherwise.
      const double x = value(row), apart = x - mean;
      weight += row.length;
      mean += apart * row.length / weight;
      squares += row.length * apart * (x - mean);
    }
  }
  return {mean, std::sqrt(std::max(0.0, squares / weight))};
}

Observables Observer::observables() const {
  Observables all;
  if (rows_.empty()) {
    return all;
  }
  for (std::size_t a = 0; a < d_; ++a) {
    all.emplace_back(fmt::format("centre of mass, {}", axis_names[a]),
                     over_last_third([&](const Row& row) { return row.center[a]; }).first);
  }
  all.emplace_back("kinetic energy", over_last_third([](const Row& row) { return row.kinetic_energy; }).first);
  all.emplace_back("coordination", over_last_third([](const Row& row) { return row.coordination; }).first);
  add_contacts(all);
  add_reach(all);
  if (last_.row.present >= 0 && constants_.comings_and_goings) {
    all.emplace_back("bodies here at the end", static_cast<double>(last_.row.present));
    for (std::size_t k = 0; k < last_.row.taken.size() && k < constants_.outlets.size(); ++k) {
      all.emplace_back("taken by " + constants_.outlets[k], static_cast<double>(last_.row.taken[k]));
    }
  }
  add_forces(all);
  return all;
}

/// Contacts that press with more than a hundredth of the mean: below that, many are what a solve has not yet let go. Clusters mean something
/// where contacts hold; in a heap all bodies are one.
void Observer::add_contacts(Observables& all) const {
  const Frame frame = simulation_.frame(true);
  std::vector<double> push;
  double sum = 0.0;
  for (std::size_t c = 0; c < frame.contact_distance.size(); ++c) {
    double along = 0.0;
    for (std::size_t a = 0; a < d_; ++a) {
      along += frame.contact_impulse[c * d_ + a] * frame.contact_normal[c * d_ + a];
    }
    if (along > 0.0) {
      push.push_back(along);
      sum += along;
    }
  }
  const double least = push.empty() ? 0.0 : 0.01 * sum / static_cast<double>(push.size());
  const auto pressing = std::count_if(push.begin(), push.end(), [&](double p) { return p > least; });
  all.emplace_back("pressing contacts", static_cast<double>(pressing));
  if (std::any_of(frame.contact_gamma.begin(), frame.contact_gamma.end(), [](double gamma) { return gamma < 0.0; })) {
    all.emplace_back("largest cluster", over_last_third([](const Row& row) { return row.largest_cluster; }).first);
  }
}

/// How far 95 % of the bodies are at most from where the centre of mass was at the start.
void Observer::add_reach(Observables& all) const {
  const std::vector<bool> here = present();
  const std::span<const double> position = simulation_.positions();
  for (std::size_t a = 0; a < d_; ++a) {
    std::vector<double> distance;
    for (std::size_t i = 0; i < here.size(); ++i) {
      if (here[i]) {
        distance.push_back(std::abs(position[i * d_ + a] - first_center_[a]));
      }
    }
    if (!distance.empty() && std::isfinite(first_center_[a])) {
      all.emplace_back(fmt::format("reach, {}", axis_names[a]), not_exceeded_by(std::move(distance), 0.95));
    }
  }
}

/// The length of the mean force on every obstacle, and how much the force varies about it: of the vector, so that no direction is preferred.
void Observer::add_forces(Observables& all) const {
  const auto& obstacles = constants_.obstacles;
  for (std::size_t k = 0; k < simulation_.obstacles(); ++k) {
    const std::string name = obstacles.name[k].empty() ? fmt::format("obstacle {}", k) : obstacles.name[k];
    double mean = 0.0, spread = 0.0;
    for (std::size_t a = 0; a < d_; ++a) {
      const auto [component, deviation] = over_last_third([&](const Row& row) { return row.force[k * d_ + a]; });
      mean = std::hypot(mean, component);
      spread = std::hypot(spread, deviation);
    }
    all.emplace_back("force on " + name, mean);
    all.emplace_back("force on " + name + ", deviation", spread);
  }
}

}  // namespace gluey::app
