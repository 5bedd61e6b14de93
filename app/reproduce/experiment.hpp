#pragma once
// An experiment of a paper: what it measures beside what the paper or a closed form expects.

#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace gluey::app {

/// What an experiment found. Numbers are printed as they come, curves written to the experiment's folder.
class Report {
 public:
  explicit Report(std::filesystem::path folder);

  /// A heading over the numbers that follow.
  void section(const std::string& title);
  /// ok where |measured − expected| ≤ allowed.
  void number(const std::string& what, double measured, double expected, double allowed);

  using Column = std::pair<std::string, const std::vector<double>*>;
  /// Columns of equal length, as NAME.csv.
  void curve(const std::string& name, const std::vector<Column>& columns);

  [[nodiscard]] int numbers() const { return numbers_; }
  [[nodiscard]] int failures() const { return failures_; }
  [[nodiscard]] const std::vector<std::string>& files() const { return files_; }

 private:
  std::filesystem::path folder_;
  std::vector<std::string> files_;
  int numbers_ = 0;
  int failures_ = 0;
};

struct Experiment {
  const char* id;  ///< "lefebvre/fig2"
  const char* title;
  void (*run)(Report& report);
};

/// All experiments, in the order of the papers.
std::span<const Experiment> experiments();

void lefebvre_fig2(Report& report);
void lefebvre_fig5(Report& report);
void lefebvre_fig12(Report& report);
void lefebvre_rough_viscous(Report& report);
void lefebvre_fig15(Report& report);

/// Slope of ln(error) against ln(step), least squares: the order of convergence.
double fitted_order(const std::vector<double>& steps, const std::vector<double>& errors);

}  // namespace gluey::app
