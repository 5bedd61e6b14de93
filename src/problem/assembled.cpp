#include "problem/assembled.hpp"

#include <algorithm>
#include <cassert>
#include <map>

namespace gluey {
namespace {

std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }

/// Largest eigenvalue of the symmetric part of a contact's own block, by the power method on a matrix of three.
double largest_eigenvalue(const double (&block)[3][3], std::int32_t size) {
  double vector[3] = {1.0, 0.83, 0.71}, eigenvalue = 0.0;
  for (int iteration = 0; iteration < 60; ++iteration) {
    double product[3] = {}, square = 0.0, length = 0.0;
    for (std::int32_t i = 0; i < size; ++i) {
      for (std::int32_t j = 0; j < size; ++j) {
        product[i] += 0.5 * (block[i][j] + block[j][i]) * vector[j];
      }
      square += vector[i] * vector[i];
      length += product[i] * product[i];
    }
    if (!(length > 0.0)) {
      return 0.0;
    }
    eigenvalue = std::sqrt(length / square);
    for (std::int32_t i = 0; i < size; ++i) {
      vector[i] = product[i] / std::sqrt(length);
    }
  }
  return eigenvalue;
}

/// |p − Π(p − ρ ũ)|² of one contact.
double defect(const ConeContact& contact, const double* impulse, const double* velocity, double rho) {
  double y[3] = {}, tangent = 0.0, sum = 0.0;
  for (std::int32_t i = 0; i < contact.size; ++i) {
    y[i] = impulse[i] - rho * velocity[i];
    tangent += i > 0 ? velocity[i] * velocity[i] : 0.0;
  }
  if (contact.set == Set::cone) {
    y[0] -= rho * contact.parameter * std::sqrt(tangent);
  }
  project(contact, y);
  for (std::int32_t i = 0; i < contact.size; ++i) {
    sum += (impulse[i] - y[i]) * (impulse[i] - y[i]);
  }
  return sum;
}

}  // namespace

void Assembled::velocities(std::span<const double> impulse, std::span<double> velocity) const {
  std::copy(offset.begin(), offset.end(), velocity.begin());
  const std::vector<double>& mirrored = upper.empty() ? value : upper;
  for (std::size_t j = 0; j < size(); ++j) {
    std::int32_t k = start[j];
    double sum = value[at(k)] * impulse[j];
    for (++k; k < start[j + 1]; ++k) {
      velocity[at(row[at(k)])] += value[at(k)] * impulse[j];
      sum += mirrored[at(k)] * impulse[at(row[at(k)])];
    }
    velocity[j] += sum;
  }
}

void project(const ConeContact& contact, double* y) {
  if (contact.set == Set::bound) {
    y[0] = std::max(y[0], contact.parameter);
    std::fill(y + 1, y + contact.size, 0.0);
    return;
  }
  const double mu = contact.parameter;
  const double tangent = contact.size == 3   ? std::sqrt(y[1] * y[1] + y[2] * y[2])
                         : contact.size == 2 ? std::abs(y[1])
                                             : 0.0;
  if (y[0] >= 0.0 && tangent <= mu * y[0]) {
    return;
  }
  if (mu * tangent <= -y[0]) {
    std::fill(y, y + contact.size, 0.0);
    return;
  }
  const double normal = (y[0] + mu * tangent) / (1.0 + mu * mu);
  y[0] = normal;
  for (std::int32_t i = 1; i < contact.size; ++i) {
    y[i] *= mu * normal / tangent;
  }
}

void inverse_stiffness(const Assembled& problem, std::vector<double>& rho) {
  rho.clear();
  for (const ConeContact& contact : problem.contact) {
    double block[3][3] = {};
    for (std::int32_t j = 0; j < contact.size; ++j) {
      for (std::int32_t k = problem.start[at(contact.first + j)]; k < problem.start[at(contact.first + j) + 1]; ++k) {
        const std::int32_t i = problem.row[at(k)] - contact.first;
        if (i < contact.size) {
          block[i][j] = problem.value[at(k)];
          block[j][i] = problem.upper.empty() ? problem.value[at(k)] : problem.upper[at(k)];
        }
      }
    }
    const double largest = largest_eigenvalue(block, contact.size);
    rho.push_back(largest > 0.0 ? 1.0 / largest : 0.0);
  }
}

double error(const Assembled& problem, Measure measure, std::span<const double> rho, std::span<const double> impulse,
             std::span<const double> velocity) {
  Largest largest;
  double sum = 0.0;
  for (std::size_t c = 0; c < problem.contact.size(); ++c) {
    const ConeContact& contact = problem.contact[c];
    const double* p = impulse.data() + contact.first;
    const double* u = velocity.data() + contact.first;
    if (measure == Measure::fclib) {
      sum += defect(contact, p, u, 1.0);
    } else if (rho[c] > 0.0) {
      largest.put(std::sqrt(defect(contact, p, u, rho[c])) / rho[c]);
    }
  }
  if (measure == Measure::step) {
    return largest.value;
  }
  double norm = 0.0;
  for (const double b : problem.offset) {
    norm += b * b;
  }
  return norm > 0.0 ? std::sqrt(sum / norm) : std::sqrt(sum);
}

Assembled assemble(std::span<const std::int32_t> start, std::span<const std::int32_t> row,
                   std::span<const double> value, std::vector<double> offset, std::vector<ConeContact> contact) {
  const std::size_t n = offset.size();
  struct Pair {
    double below = 0.0, above = 0.0;
  };
  std::vector<std::map<std::int32_t, Pair>> columns(n);
  for (const ConeContact& block : contact) {
    for (std::int32_t j = 0; j < block.size; ++j) {
      for (std::int32_t i = j; i < block.size; ++i) {
        columns[at(block.first + j)][block.first + i];
      }
    }
  }
  for (std::size_t j = 0; j < n; ++j) {
    for (std::int32_t k = start[j]; k < start[j + 1]; ++k) {
      const std::int32_t i = row[at(k)];
      const auto column = static_cast<std::int32_t>(j);
      (i >= column ? columns[j][i].below : columns[at(i)][column].above) += value[at(k)];
    }
  }
  Assembled problem;
  problem.offset = std::move(offset);
  problem.contact = std::move(contact);
  problem.start.push_back(0);
  // What two ways of adding up the same numbers make different is taken for symmetric.
  constexpr double rounding = 1e-12;
  const auto diagonal = [&](std::size_t j) { return std::abs(columns[j].begin()->second.below); };
  bool symmetric = true;
  for (std::size_t j = 0; j < n; ++j) {
    for (auto& [i, entry] : columns[j]) {
      if (at(i) == j) {
        entry.above = entry.below;
      }
      problem.row.push_back(i);
      problem.value.push_back(entry.below);
      problem.upper.push_back(entry.above);
      symmetric =
          symmetric && std::abs(entry.below - entry.above) <= rounding * std::sqrt(diagonal(j) * diagonal(at(i)));
    }
    problem.start.push_back(static_cast<std::int32_t>(problem.row.size()));
  }
  if (symmetric) {
    problem.upper.clear();
  }
  return problem;
}

}  // namespace gluey
