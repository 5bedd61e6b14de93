#include "solver/cone_system.hpp"

#include <algorithm>

namespace gluey::solver {
ConeSystem::ConeSystem(const Assembled& problem, ConeWorkspace& work) : problem_(problem), work_(work) {
  work.matrix.start = problem.start;
  work.matrix.row = problem.row;
  work.scale.assign(problem.size(), 1.0);
  for (const ConeContact& contact : problem.contact) {
    double largest = 0.0;
    for (int pass = 0; pass < 2; ++pass) {
      for (std::int32_t i = 0; i < contact.size; ++i) {
        const std::size_t k = at(contact.first + i);
        if (pass == 0) {
          work.scale[k] = i == 0 && is_free(contact, 1) ? 1.0 / contact.parameter : 1.0;
          largest = std::max(largest, work.scale[k] * work.scale[k] * problem.value[at(problem.start[k])]);
        } else if (largest > 0.0) {
          work.scale[k] /= std::sqrt(largest);
        }
      }
    }
  }
  work.plain.resize(problem.value.size());
  work.plain_upper.resize(problem.value.size());
  const std::vector<double>& mirrored = problem.upper.empty() ? problem.value : problem.upper;
  for (std::size_t j = 0; j < problem.size(); ++j) {
    for (std::size_t k = at(problem.start[j]); k < at(problem.start[j + 1]); ++k) {
      const double factor = work.scale[j] * work.scale[at(problem.row[k])];
      work.plain[k] = factor * problem.value[k];
      work.plain_upper[k] = factor * mirrored[k];
    }
  }
  work.matrix.value = work.plain;
  work.factor.analyse(work.matrix);
  work.right.assign(problem.size(), 0.0);
}

Triple ConeSystem::scaled(std::span<const double> velocity, std::size_t c) const {
  const ConeContact& contact = problem_.contact[c];
  Triple u;
  for (int i = 0; i < contact.size; ++i) {
    const std::size_t k = at(contact.first + i);
    u[i] = is_free(contact, i) ? work_.scale[k] * velocity[k] : 0.0;
  }
  return u;
}

void ConeSystem::put(std::size_t c, const Triple& right) {
  const ConeContact& contact = problem_.contact[c];
  for (int i = 0; i < contact.size; ++i) {
    work_.right[at(contact.first + i)] = is_free(contact, i) ? right[i] : 0.0;
  }
}

Triple ConeSystem::get(std::size_t c) const {
  const ConeContact& contact = problem_.contact[c];
  Triple x;
  for (int i = 0; i < contact.size; ++i) {
    x[i] = is_free(contact, i) ? work_.solution[at(contact.first + i)] : 0.0;
  }
  return x;
}

void ConeSystem::solve(bool refined) {
  work_.solution = work_.right;
  work_.factor.solve(work_.solution.data());
  if (!refined) {
    return;
  }
  auto& defect = work_.defect;
  defect = work_.right;
  for (std::size_t j = 0; j < defect.size(); ++j) {
    std::size_t k = at(work_.matrix.start[j]);
    double sum = work_.matrix.value[k] * work_.solution[j];
    for (++k; k < at(work_.matrix.start[j + 1]); ++k) {
      const std::size_t i = at(work_.matrix.row[k]);
      defect[i] -= work_.matrix.value[k] * work_.solution[j];
      sum += work_.upper[k] * work_.solution[i];
    }
    defect[j] -= sum;
  }
  work_.factor.solve(defect.data());
  for (std::size_t j = 0; j < defect.size(); ++j) {
    work_.solution[j] += defect[j];
  }
}

ConeProgress::ConeProgress(const Assembled& problem, std::span<double> impulse, const ConeSettings& settings,
                           ConeWorkspace& work, std::string_view method)
    : problem_(problem), best_(impulse), settings_(settings), work_(work) {
  inverse_stiffness(problem, work.rho);
  work.candidate.resize(problem.size());
  work.velocity.resize(problem.size());
  work.best.resize(problem.size());
  for (const ConeContact& contact : problem.contact) {
    project(contact, impulse.data() + contact.first);
  }
  problem.velocities(impulse, work.velocity);
  result_.method = method;
  take(impulse, error(problem, settings.measure, work.rho, impulse, work.velocity));
}

double ConeProgress::judge(std::span<const double> impulse, std::int64_t iteration) {
  problem_.velocities(impulse, work_.velocity);
  auto& boundary = work_.best;
  for (std::size_t c = 0; c < problem_.contact.size(); ++c) {
    const ConeContact& contact = problem_.contact[c];
    const double* u = work_.velocity.data() + contact.first;
    double* y = boundary.data() + contact.first;
    double slip = 0.0;
    for (std::int32_t i = 0; i < contact.size; ++i) {
      y[i] = impulse[at(contact.first + i)] - work_.rho[c] * u[i];
      slip += i > 0 ? u[i] * u[i] : 0.0;
    }
    y[0] -= contact.set == Set::cone ? work_.rho[c] * contact.parameter * std::sqrt(slip) : 0.0;
    project(contact, y);
  }
  problem_.velocities(boundary, work_.velocity);
  const double now = error(problem_, settings_.measure, work_.rho, boundary, work_.velocity);
  result_.iterations = iteration;
  if (now < result_.residual) {
    take(boundary, now);
  }
  return now;
}

void ConeProgress::take(std::span<const double> impulse, double error) {
  if (impulse.data() != best_.data()) {
    std::copy(impulse.begin(), impulse.end(), best_.begin());
  }
  result_.residual = error;
  result_.status = error <= settings_.tolerance ? Status::converged
                   : std::isfinite(error)       ? Status::iteration_limit
                                                : Status::diverged;
  result_.overlap = result_.complementarity = 0.0;
  for (const auto& contact : problem_.contact) {
    const std::size_t k = at(contact.first);
    const double least = contact.set == Set::bound ? contact.parameter : 0.0;
    result_.overlap = std::max(result_.overlap, -work_.velocity[k]);
    result_.complementarity = std::max(result_.complementarity, std::abs(work_.velocity[k] * (impulse[k] - least)));
  }
}

}  // namespace gluey::solver
