#include <gluey/errors.hpp>

#include <cmath>
#include <cstdio>
#include <system_error>

#include "command.hpp"
#include "reproduce/experiment.hpp"

namespace gluey::app {

Report::Report(std::filesystem::path folder) : folder_(std::move(folder)) {
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  if (error) {
    throw Error(fmt::format("cannot make the folder {}: {}", folder_.string(), error.message()));
  }
}

void Report::section(const std::string& title) {
  print("  {}\n", title);
  print("    {:<46} {:>14} {:>14} {:>10} {:>10}\n", "", "measured", "expected", "error", "allowed");
}

void Report::number(const std::string& what, double measured, double expected, double allowed) {
  const double error = std::abs(measured - expected);
  const bool ok = error <= allowed;  // false for a measured NaN
  ++numbers_;
  failures_ += ok ? 0 : 1;
  print("    {:<46} {:>14.8g} {:>14.8g} {:>10.1e} {:>10.1e}  {}\n", what, measured, expected, error, allowed,
        ok ? "ok" : "FAIL");
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
  const std::string file = (folder_ / (name + ".csv")).string();
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
