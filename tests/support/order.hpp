#pragma once
// The order of convergence, measured: the slope of log error against log step over several steps.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace gluey::test {

struct Measured {
  double step, error;
};

/// Least squares through (log h, log e).
inline double order_of(const std::vector<Measured>& rows) {
  double mean_x = 0.0, mean_y = 0.0;
  for (const Measured& row : rows) {
    mean_x += std::log(row.step) / static_cast<double>(rows.size());
    mean_y += std::log(row.error) / static_cast<double>(rows.size());
  }
  double covariance = 0.0, variance = 0.0;
  for (const Measured& row : rows) {
    covariance += (std::log(row.step) - mean_x) * (std::log(row.error) - mean_y);
    variance += (std::log(row.step) - mean_x) * (std::log(row.step) - mean_x);
  }
  return covariance / variance;
}

/// `error_at(h)` for five steps, each half of the one before; the order must be the expected one within a tenth.
template <class ErrorAt>
void expect_order(const std::string& what, double expected, double coarsest, ErrorAt&& error_at) {
  std::vector<Measured> rows;
  std::string table;
  for (double h = coarsest; rows.size() < 5; h *= 0.5) {
    rows.push_back({h, error_at(h)});
    table += fmt::format("\n  h = {:<12.6g} error = {:.4g}", h, rows.back().error);
  }
  const double order = order_of(rows);
  fmt::print("             {}: order {:.3f}\n", what, order);
  EXPECT_NEAR(order, expected, 0.1) << what << table;
}
template <class ErrorAt>
void expect_order_one(const std::string& what, double coarsest, ErrorAt&& error_at) {
  expect_order(what, 1.0, coarsest, error_at);
}

}  // namespace gluey::test
