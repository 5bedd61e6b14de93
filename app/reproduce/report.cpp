#include <gluey/errors.hpp>

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdio>
#include <system_error>

#include "command.hpp"
#include "reproduce/experiment.hpp"

namespace gluey::app {

Report::Report(std::filesystem::path folder, bool quick) : folder_(std::move(folder)), quick_(quick) {
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  if (error) {
    throw Error(fmt::format("cannot make the folder {}: {}", folder_.string(), error.message()));
  }
}

void Report::section(const std::string& title) {
  section_ = title;
  print("  {}\n", title);
  print("    {:<46} {:>14}   {:>14} {:>10} {:>10}\n", "", "measured", "expected", "error", "allowed");
  flush();
}

void Report::add(const Row& row) {
  rows_.push_back(row);
  ++numbers_;
  failures_ += row.ok ? 0 : 1;
  const std::string errors =
      row.relation == "=" ? fmt::format("{:>10.1e} {:>10.1e}", std::abs(row.measured - row.expected), row.allowed)
                          : fmt::format("{:>21}", "");
  print("    {:<46} {:>14.8g} {} {:>14.8g} {}  {}\n", row.what, row.measured, row.relation == "=" ? " " : row.relation,
        row.expected, errors, row.ok ? "ok" : "FAIL");
}

void Report::number(const std::string& what, double measured, double expected, double allowed) {
  const bool ok = std::abs(measured - expected) <= allowed;  // false for a measured NaN
  add({section_, what, "=", measured, expected, allowed, ok});
}

void Report::at_least(const std::string& what, double measured, double bound) {
  add({section_, what, "≥", measured, bound, 0.0, measured >= bound});
}

void Report::at_most(const std::string& what, double measured, double bound) {
  add({section_, what, "≤", measured, bound, 0.0, measured <= bound});
}

void Report::plot(const std::string& name, const Plot& plot) {
  const std::string file = (folder_ / (name + ".png")).string();
  try {
    for (const std::string& written : write_plot(plot, file)) {
      files_.push_back(written);
    }
    figures_.push_back(name + ".png");
  } catch (const Error& error) {
    // The numbers stand without their figure.
    print("  no figure {}: {}\n", file, error.what());
  }
}

void Report::picture(const std::string& name, const std::vector<PicturePanel>& panels, const PictureOptions& options) {
  const std::string file = (folder_ / (name + ".png")).string();
  render_picture(panels, options, file);
  files_.push_back(file);
  figures_.push_back(name + ".png");
}

void Report::write_summary(const std::string& id, const std::string& title) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const Row& row : rows_) {
    rows.push_back({{"section", row.section},
                    {"what", row.what},
                    {"measured", row.measured},
                    {"relation", row.relation},
                    {"expected", row.expected},
                    {"allowed", row.allowed},
                    {"ok", row.ok}});
  }
  const nlohmann::ordered_json json = {
      {"id", id}, {"title", title}, {"quick", quick_}, {"figures", figures_}, {"numbers", rows}};
  write_file((folder_ / "report.json").string(), json.dump(2) + "\n");
}

void Report::curve(const std::string& name, const std::vector<Column>& columns) {
  std::string text;
  for (const auto& [title, values] : columns) {
    text += (text.empty() ? "" : ",") + title;
  }
  text += '\n';
  for (std::size_t row = 0; row < columns.front().second->size(); ++row) {
    for (std::size_t k = 0; k < columns.size(); ++k) {
      text += fmt::format("{}{}", k > 0 ? "," : "", (*columns[k].second)[row]);
    }
    text += '\n';
  }
  write_file((folder_ / (name + ".csv")).string(), text);
}

void Report::write_file(const std::string& file, const std::string& text) {
  std::FILE* stream = std::fopen(file.c_str(), "w");
  const bool written = stream != nullptr && std::fwrite(text.data(), 1, text.size(), stream) == text.size();
  if (stream == nullptr || std::fclose(stream) != 0 || !written) {
    throw Error(fmt::format("cannot write {}", file));
  }
  files_.push_back(file);
}

double fitted_order(const std::vector<double>& steps, const std::vector<double>& errors) {
  double x_mean = 0.0;
  double y_mean = 0.0;
  const auto count = static_cast<double>(steps.size());
  for (std::size_t k = 0; k < steps.size(); ++k) {
    x_mean += std::log(steps[k]) / count;
    y_mean += std::log(errors[k]) / count;
  }
  double covariance = 0.0;
  double variance = 0.0;
  for (std::size_t k = 0; k < steps.size(); ++k) {
    const double x = std::log(steps[k]) - x_mean;
    covariance += x * (std::log(errors[k]) - y_mean);
    variance += x * x;
  }
  return covariance / variance;
}

}  // namespace gluey::app
