#pragma once
// What a run shows, as numbers that runs of other seeds and levels of accuracy can be compared by.
//
// Means are over the last third of the time: most scenes have settled or flow steadily by then. All but the forces on obstacles exist whatever the
// scene holds. Where gravity points is not asked: what has a direction is told along every axis.

#include <gluey/simulation.hpp>

#include <string>
#include <utility>
#include <vector>

namespace gluey::app {

/// Names and values, in the order they are shown.
using Observables = std::vector<std::pair<std::string, double>>;

class Observer {
 public:
  explicit Observer(Simulation& simulation);
  /// After every step.
  void note(const StepReport& report);
  /// After the last step.
  [[nodiscard]] Observables observables() const;

 private:
  struct Row {
    double time = 0.0, length = 0.0;
    double kinetic_energy = 0.0, coordination = 0.0, largest_cluster = 0.0;
    std::vector<double> center;  // of mass, [d]
    std::vector<double> force;   // on the obstacles, [K,d]
  };
  /// Mean and standard deviation over the rows from the last third on, each row with the length of its step.
  template <class Value>
  [[nodiscard]] std::pair<double, double> over_last_third(const Value& value) const;
  [[nodiscard]] std::vector<double> center() const;
  [[nodiscard]] std::vector<bool> present() const;

  void add_contacts(Observables& all) const;
  void add_reach(Observables& all) const;
  void add_forces(Observables& all) const;

  Simulation& simulation_;
  Constants constants_;
  std::size_t d_;
  double start_;
  std::vector<double> first_center_;
  std::vector<Row> rows_;
  StepReport last_;
};

}  // namespace gluey::app
