#include "bench/accuracy_run.hpp"

#include <gluey/errors.hpp>

#include <algorithm>
#include <cmath>
#include <ctime>

#include "bench/spread.hpp"

namespace gluey::app {

namespace {

double process_cpu_seconds() {
  timespec now = {};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// SplitMix64, as a number from −1 to 1.
double mixed(std::uint64_t seed, std::uint64_t index) {
  std::uint64_t z = (seed << 32U) + index + 0x9e3779b97f4a7c15U;
  for (int round = 0; round < 2; ++round) {
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    z ^= z >> 31U;
  }
  return static_cast<double>(z >> 11U) * 0x1p-52 - 1.0;
}

std::vector<double> copied(std::span<const double> values) { return {values.begin(), values.end()}; }

}  // namespace

StartingState starting_state(Simulation& simulation) {
  return {copied(simulation.positions()), copied(simulation.velocities()), copied(simulation.orientations()),
          copied(simulation.angular_velocities())};
}

void disturb(Simulation& simulation, std::int64_t seed) {
  constexpr double share = 1e-3;
  const double start = simulation.time(), change = share * simulation.smallest_radius();
  const auto d = static_cast<std::size_t>(simulation.dimension());
  simulation.add_force([=, mass = simulation.constants().bodies.mass](double time, double step, std::span<const double>,
                                                                      std::span<const double>,
                                                                      std::span<double> force) {
    if (time > start) {
      return;
    }
    for (std::size_t i = 0; i < std::min(mass.size(), force.size() / d); ++i) {
      for (std::size_t a = 0; a < d && std::isfinite(mass[i]); ++a) {
        const double push = mixed(static_cast<std::uint64_t>(seed), i * d + a);
        force[i * d + a] += mass[i] * (change / step) * push / step;
      }
    }
  });
}

void measure(Simulation& simulation, AccuracyRun& run, double budget, const std::function<bool()>& stopping) {
  Observer observer(simulation);
  std::vector<double> accuracy, overlap;
  std::int64_t missed = 0;
  double iterations = 0.0;
  try {
    while (!simulation.finished() && run.end == AccuracyRun::End::finished) {
      const double before = process_cpu_seconds();
      const StepReport report = simulation.step();
      run.cpu_seconds += process_cpu_seconds() - before;
      observer.note(report);
      iterations += static_cast<double>(report.row.iterations);
      missed += report.row.missed ? 1 : 0;
      run.kept = std::min(run.kept, report.row.kept);
      if (report.row.contacts > 0) {
        accuracy.push_back(report.row.reference > 0.0 ? report.row.residual_95 / report.row.reference : 0.0);
        overlap.push_back(report.row.overlap / simulation.smallest_radius());
      }
      ++run.steps;
      if (stopping()) {
        run.end = AccuracyRun::End::stopped;
      } else if (run.cpu_seconds > budget && !simulation.finished()) {
        run.end = AccuracyRun::End::ended;
      }
    }
  } catch (const Error& error) {
    run.end = AccuracyRun::End::failed;
    run.error = error.what();
  }
  run.time = simulation.time();
  const double steps = static_cast<double>(std::max<std::int64_t>(1, run.steps));
  run.iterations = iterations / steps;
  run.missed = static_cast<double>(missed) / steps;
  run.accuracy_median = not_exceeded_by(accuracy, 0.5);
  run.accuracy_95 = not_exceeded_by(accuracy, 0.95);
  run.accuracy_worst = not_exceeded_by(accuracy, 1.0);
  run.overlap_95 = not_exceeded_by(overlap, 0.95);
  run.overlap_worst = not_exceeded_by(overlap, 1.0);
  if (run.end == AccuracyRun::End::finished) {
    run.observables = observer.observables();
  }
}

}  // namespace gluey::app
