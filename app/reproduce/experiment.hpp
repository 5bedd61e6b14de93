#pragma once
// An experiment of a paper: what it measures beside what the paper or a closed form expects.

#include <gluey/plot.hpp>
#include <gluey/render.hpp>

#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace gluey::app {

/// What an experiment found. Numbers are printed as they come; curves, figures and a summary of all (report.json) are written
/// to the experiment's folder.
class Report {
 public:
  /// `quick`: a shorter variant that only shows that everything works, for tests.
  explicit Report(std::filesystem::path folder, bool quick = false);

  [[nodiscard]] bool quick() const { return quick_; }
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }

  /// A heading over the numbers that follow.
  void section(const std::string& title);
  /// ok where |measured − expected| ≤ allowed.
  void number(const std::string& what, double measured, double expected, double allowed);
  /// ok where measured ≥ bound, or ≤ bound.
  void at_least(const std::string& what, double measured, double bound);
  void at_most(const std::string& what, double measured, double bound);

  using Column = std::pair<std::string, const std::vector<double>*>;
  /// Columns of equal length, as NAME.csv.
  void curve(const std::string& name, const std::vector<Column>& columns);
  /// A figure by gnuplot as NAME.png, with NAME.dat and NAME.gp. Where gnuplot is missing only those two, and a note.
  void plot(const std::string& name, const Plot& plot);
  /// A picture of results as NAME.png.
  void picture(const std::string& name, const std::vector<PicturePanel>& panels, const PictureOptions& options);
  /// report.json: the numbers beside what was expected, and the figures.
  void write_summary(const std::string& id, const std::string& title);

  [[nodiscard]] int numbers() const { return numbers_; }
  [[nodiscard]] int failures() const { return failures_; }
  [[nodiscard]] const std::vector<std::string>& files() const { return files_; }

 private:
  struct Row {
    std::string section, what, relation;  // relation: "=", "≥" or "≤"
    double measured, expected, allowed;
    bool ok;
  };
  void add(const Row& row);
  void write_file(const std::string& file, const std::string& text);

  std::filesystem::path folder_;
  bool quick_;
  std::string section_;
  std::vector<Row> rows_;
  std::vector<std::string> files_, figures_;
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
void lefebvre_fig3(Report& report);
void lefebvre_fig4(Report& report);
void lefebvre_fig5(Report& report);
void lefebvre_fig12(Report& report);
void lefebvre_rough_viscous(Report& report);
void lefebvre_fig15(Report& report);
void lefebvre_fig16(Report& report);
void lefebvre_fig17(Report& report);
void lefebvre_fig18(Report& report);
void hillairet_table1(Report& report);
void hillairet_fig3(Report& report);
void hillairet_fig4(Report& report);
void hillairet_fig5(Report& report);
void hillairet_fig6(Report& report);
void hillairet_fig7(Report& report);
void hillairet_prop2(Report& report);
void hillairet_prop3(Report& report);
void hillairet_prop4(Report& report);
void hillairet_prop5(Report& report);
void canum_incline(Report& report);
void canum_order(Report& report);
void canum_heap(Report& report);
void aggregation_shear(Report& report);
void aggregation_langevin(Report& report);
void lubrication_channel(Report& report);

/// Slope of ln(error) against ln(step), least squares: the order of convergence.
double fitted_order(const std::vector<double>& steps, const std::vector<double>& errors);

}  // namespace gluey::app
