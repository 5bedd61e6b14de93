#include "run/tally.hpp"

#include <gluey/errors.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>
#include <sstream>
#include <system_error>

namespace gluey {
namespace {

template <class SomeTally, class Visit>
void for_each_number(SomeTally& tally, const Visit& visit) {
  visit("not_converged", tally.not_converged);
  visit("missed", tally.missed);
  visit("shortened", tally.shortened);
  visit("tunnelling", tally.tunnelling);
  visit("inexact", tally.inexact);
  visit("halvings", tally.halvings);
  visit("contacts", tally.contacts);
  visit("contacts_last", tally.contacts_last);
  visit("iterations", tally.iterations);
  visit("iterations_max", tally.iterations_max);
  visit("films", tally.films);
  visit("film_iterations", tally.film_iterations);
  visit("film_iterations_max", tally.film_iterations_max);
  visit("last_frame_step", tally.last_frame_step);
  visit("residual_max", tally.residual_max);
  visit("tolerance", tally.tolerance);
  visit("overlap_max", tally.overlap_max);
  visit("accuracy_max", tally.accuracy_max);
  visit("kept_min", tally.kept_min);
  visit("kinetic_energy", tally.kinetic_energy);
  visit("potential_energy", tally.potential_energy);
}

template <class SomeTally, class Visit>
void for_each_spread(SomeTally& tally, const Visit& visit) {
  visit("accuracies", tally.accuracies);
  visit("overlaps", tally.overlaps);
}

}  // namespace

void Tally::add(const StepReport& report) {
  not_converged += report.row.converged ? 0 : 1;
  missed += report.row.missed ? 1 : 0;
  shortened += report.row.kept < 1.0 ? 1 : 0;
  kept_min = std::min(kept_min, report.row.kept);
  tunnelling += report.tunnelling;
  inexact += report.inexact;
  halvings += report.halvings;
  contacts += report.row.contacts;
  contacts_last = report.row.contacts;
  iterations += report.row.iterations;
  iterations_max = std::max(iterations_max, report.row.iterations);
  films += std::max<std::int64_t>(0, report.row.films);
  film_iterations += std::max<std::int64_t>(0, report.row.film_iterations);
  film_iterations_max = std::max(film_iterations_max, report.row.film_iterations);
  if (report.row.residual >= residual_max) {
    residual_max = report.row.residual;
    tolerance = report.tolerance;
  }
  overlap_max = std::max(overlap_max, report.row.overlap);
  kinetic_energy = report.row.kinetic_energy;
  potential_energy = report.row.potential_energy;
  if (report.row.contacts > 0) {
    const double accuracy = report.row.reference > 0.0 ? report.row.residual_95 / report.row.reference : 0.0;
    accuracies.put(accuracy);
    accuracy_max = std::max(accuracy_max, accuracy);
    overlaps.put(report.row.overlap);
    ++solvers[report.solver];
  }
}

void Tally::fill_in(RunSummary& summary, std::int64_t steps) const {
  summary.not_converged = not_converged;
  summary.missed = missed;
  summary.shortened = shortened;
  summary.kept_min = kept_min;
  summary.accuracy_median = std::min(accuracy_max, accuracies.quantile(0.5));
  summary.accuracy_95 = std::min(accuracy_max, accuracies.quantile(0.95));
  summary.accuracy_max = accuracy_max;
  summary.overlap_95 = std::min(overlap_max, overlaps.quantile(0.95));
  summary.tunnelling = tunnelling;
  summary.inexact = inexact;
  summary.halvings = halvings;
  const double count = static_cast<double>(std::max<std::int64_t>(1, steps));
  summary.contacts_mean = static_cast<double>(contacts) / count;
  summary.contacts_last = contacts_last;
  summary.iterations_mean = static_cast<double>(iterations) / count;
  summary.iterations_max = iterations_max;
  summary.films_mean = static_cast<double>(films) / count;
  summary.film_iterations_mean = static_cast<double>(film_iterations) / count;
  summary.film_iterations_max = film_iterations_max;
  summary.residual_max = residual_max;
  summary.tolerance = tolerance;
  summary.overlap_max = overlap_max;
  summary.kinetic_energy = kinetic_energy;
  summary.potential_energy = potential_energy;
  summary.solvers.assign(solvers.begin(), solvers.end());
  std::stable_sort(summary.solvers.begin(), summary.solvers.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
}

std::string Tally::text() const {
  std::string text;
  for_each_number(*this, [&](const char* name, auto number) { text += fmt::format("{} {}\n", name, number); });
  for (const auto& [name, steps] : solvers) {
    text += fmt::format("solver {} {}\n", name, steps);
  }
  for_each_spread(*this, [&](const char* name, const Spread& spread) {
    spread.for_each_bin(
        [&](std::size_t bin, std::uint32_t count) { text += fmt::format("{} {} {}\n", name, bin, count); });
  });
  return text;
}

Tally Tally::from_text(const std::string& text, const std::string& source) {
  const auto refuse = [&source](const std::string& why) {
    throw Error(fmt::format("cannot go on from {}: its tally {}", source, why));
  };
  Tally tally;
  std::set<std::string> missing;
  for_each_number(tally, [&](const char* name, auto&) { missing.insert(name); });
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string key, value, count;
    words >> key >> value >> count;
    const auto read = [&line, &refuse](const std::string& word, auto& number) {
      const char* const end = word.data() + word.size();
      const auto [read_to, error] = std::from_chars(word.data(), end, number);
      if (error != std::errc() || read_to != end) {
        refuse(fmt::format("is damaged: '{}'", line));
      }
    };
    bool known = key == "solver";
    if (known) {
      read(count, tally.solvers[value]);
    }
    for_each_spread(tally, [&](const char* name, Spread& spread) {
      if (key == name) {
        std::size_t bin = 0;
        std::uint32_t steps = 0;
        read(value, bin);
        read(count, steps);
        spread.put(bin, steps);
        known = true;
      }
    });
    for_each_number(tally, [&](const char* name, auto& number) {
      if (key == name) {
        read(value, number);
        known = missing.erase(key) > 0;
      }
    });
    if (!known) {
      refuse(fmt::format("has '{}', which is unknown to this gluey, or there twice", key));
    }
  }
  if (!missing.empty()) {
    refuse(fmt::format("has no '{}'", *missing.begin()));
  }
  return tally;
}

}  // namespace gluey
