#pragma once
// Step problems as plain data, and what tests compute of them by themselves: contact by contact, without Problem's lists.
//
// tests/solver/problems/*.json hold problems with solutions found by an active-set search in Python; see make_problems.py.

#include "problem/problem.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

namespace gluey {

template <int D>
struct StepData {
  double step = 1.0;
  std::vector<Vec<D>> inverse_mass, free_velocity;
  std::vector<std::int32_t> first, second;
  std::vector<Vec<D>> normal;
  std::vector<double> gap, lower;

  [[nodiscard]] std::size_t bodies() const { return inverse_mass.size(); }
  [[nodiscard]] std::size_t contacts() const { return gap.size(); }

  void add_body(const Vec<D>& inverse, const Vec<D>& velocity) {
    inverse_mass.push_back(inverse);
    free_velocity.push_back(velocity);
  }
  void add_contact(std::int32_t a, std::int32_t b, const Vec<D>& n, double distance, double bound = 0.0) {
    first.push_back(a);
    second.push_back(b);
    normal.push_back(n);
    gap.push_back(distance);
    lower.push_back(bound);
  }

  [[nodiscard]] Problem<D> pose() const {
    Problem<D> problem;
    problem.pose(step, inverse_mass, free_velocity, first, second, normal, gap, lower);
    return problem;
  }

  /// V' = U + M⁻¹ Gᵀ p.
  [[nodiscard]] std::vector<Vec<D>> velocities(const std::vector<double>& impulse) const {
    std::vector<Vec<D>> pushed(bodies(), Vec<D>::Zero());
    for (std::size_t c = 0; c < contacts(); ++c) {
      pushed[static_cast<std::size_t>(first[c])] -= impulse[c] * normal[c];
      if (static_cast<std::size_t>(second[c]) < bodies()) {
        pushed[static_cast<std::size_t>(second[c])] += impulse[c] * normal[c];
      }
    }
    for (std::size_t i = 0; i < bodies(); ++i) {
      pushed[i] = free_velocity[i] + inverse_mass[i].cwiseProduct(pushed[i]);
    }
    return pushed;
  }

  /// u_c = (G V)_c.
  [[nodiscard]] double opening(std::size_t c, const std::vector<Vec<D>>& velocity) const {
    const auto b = static_cast<std::size_t>(second[c]);
    return normal[c].dot((b < bodies() ? velocity[b] : Vec<D>::Zero()) - velocity[static_cast<std::size_t>(first[c])]);
  }

  /// W_cc.
  [[nodiscard]] double diagonal(std::size_t c) const {
    const auto b = static_cast<std::size_t>(second[c]);
    const Vec<D> both =
        inverse_mass[static_cast<std::size_t>(first[c])] + (b < bodies() ? inverse_mass[b] : Vec<D>::Zero());
    return both.dot(normal[c].cwiseProduct(normal[c]));
  }

  /// The measures of models.md at impulses p, literally. A contact that nothing can move has none.
  struct Measures {
    double residual = 0.0, overlap = 0.0, complementarity = 0.0;
  };
  [[nodiscard]] Measures measures(const std::vector<double>& impulse) const {
    const std::vector<Vec<D>> velocity = velocities(impulse);
    Measures worst;
    for (std::size_t c = 0; c < contacts(); ++c) {
      if (diagonal(c) == 0.0) {
        continue;
      }
      const double w = gap[c] / step + opening(c, velocity);
      const double rho = 1.0 / diagonal(c);
      const double projected = std::max(lower[c], impulse[c] - rho * w);
      worst.residual = std::max(worst.residual, std::abs(impulse[c] - projected) / rho);
      worst.overlap = std::max(worst.overlap, -step * w);
      if (std::isfinite(lower[c])) {
        worst.complementarity = std::max(worst.complementarity, (impulse[c] - lower[c]) * std::abs(w));
      }
    }
    return worst;
  }
};

template <int D>
double largest(const std::vector<Vec<D>>& vectors) {
  double value = 0.0;
  for (const Vec<D>& v : vectors) {
    value = std::max(value, v.norm());
  }
  return value;
}

template <int D>
double largest_difference(const std::vector<Vec<D>>& a, const std::vector<Vec<D>>& b) {
  double value = a.size() == b.size() ? 0.0 : std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    value = std::max(value, (a[i] - b[i]).norm());
  }
  return value;
}

inline double largest(const std::vector<double>& values) {
  double value = 0.0;
  for (const double x : values) {
    value = std::max(value, std::abs(x));
  }
  return value;
}

/// A problem of tests/solver/problems and its solution.
template <int D>
struct Solved {
  StepData<D> data;
  std::vector<Vec<D>> velocity;
  std::vector<double> impulse;
  std::vector<bool> unique;  ///< per contact: whether all solutions have the same impulse
};

inline std::filesystem::path solved_problems() {
  return std::filesystem::path(GLUEY_TEST_DATA) / "solver" / "problems";
}

inline nlohmann::json read_solved(const std::string& name) {
  std::ifstream file(solved_problems() / (name + ".json"));
  return nlohmann::json::parse(file);
}

template <int D>
Solved<D> solved(const nlohmann::json& json) {
  const auto vectors = [](const nlohmann::json& rows) {
    std::vector<Vec<D>> result;
    for (const auto& row : rows) {
      Vec<D> v;
      for (int axis = 0; axis < D; ++axis) {
        v[axis] = row.at(static_cast<std::size_t>(axis)).template get<double>();
      }
      result.push_back(v);
    }
    return result;
  };
  Solved<D> s;
  s.data.step = json.at("step").get<double>();
  s.data.inverse_mass = vectors(json.at("inverse_mass"));
  s.data.free_velocity = vectors(json.at("free_velocity"));
  s.data.first = json.at("first").get<std::vector<std::int32_t>>();
  s.data.second = json.at("second").get<std::vector<std::int32_t>>();
  s.data.normal = vectors(json.at("normal"));
  s.data.gap = json.at("gap").get<std::vector<double>>();
  for (const auto& bound : json.at("lower")) {
    s.data.lower.push_back(bound.is_null() ? -std::numeric_limits<double>::infinity() : bound.get<double>());
  }
  const auto& solution = json.at("solution");
  s.velocity = vectors(solution.at("velocity"));
  s.impulse = solution.at("impulse").get<std::vector<double>>();
  for (const auto& flag : solution.at("unique")) {
    s.unique.push_back(flag.get<int>() != 0);
  }
  return s;
}

/// Numbers in [−1, 1), the same on every machine: what std::uniform_real_distribution does is not laid down.
class Numbers {
 public:
  explicit Numbers(std::uint64_t seed) : engine_(seed) {}
  double operator()() { return static_cast<double>(engine_() >> 11) * 0x1p-52 - 1.0; }

  /// A whole number from 0 to below `end`.
  std::int32_t below(std::size_t end) {
    return static_cast<std::int32_t>(0.5 * (1.0 + (*this)()) * static_cast<double>(end));
  }

  template <int D>
  Vec<D> vector() {
    Vec<D> v;
    for (int axis = 0; axis < D; ++axis) {
      v[axis] = (*this)();
    }
    return v;
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace gluey
