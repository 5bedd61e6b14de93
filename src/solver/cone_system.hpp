#pragma once
// What the solvers of assembled problems share: the scaled system W + Θ, Θ one block a contact, and the record of the best
// impulses so far.

#include "solver/cone_solver.hpp"

#include <cmath>
#include <span>

namespace gluey::solver {

/// W in units in which every cone is {x_0 ≥ |x_1|} and the largest diagonal entry of a contact is 1: p_k = scale_k x_k.
class ConeSystem {
 public:
  ConeSystem(const Assembled& problem, ConeWorkspace& work);

  /// Whether a contact transmits tangential impulses.
  [[nodiscard]] bool is_cone(std::size_t c) const { return is_free(problem_.contact[c], 1); }
  /// Whether component i of a contact can differ from 0.
  [[nodiscard]] static bool is_free(const ConeContact& contact, int i) {
    return i == 0 || (i < contact.size && contact.set != Set::bound && contact.parameter > 0.0);
  }
  /// A contact's velocity in the scaled units.
  [[nodiscard]] Triple scaled(std::span<const double> velocity, std::size_t c) const;

  /// Of W + Θ with Θ_c = block(c, i, j). Symmetric if both are.
  template <class Block>
  bool factorise(Block&& block) {
    work_.matrix.value = work_.plain;
    work_.upper = work_.plain_upper;
    bool symmetric = problem_.upper.empty();
    for (std::size_t c = 0; c < problem_.contact.size(); ++c) {
      const ConeContact& contact = problem_.contact[c];
      for (int j = 0; j < contact.size; ++j) {
        const std::size_t column = static_cast<std::size_t>(contact.first) + static_cast<std::size_t>(j);
        // A contact's own entries come first in its columns.
        for (int i = j; i < contact.size; ++i) {
          const auto k = static_cast<std::size_t>(work_.matrix.start[column] + i - j);
          const bool both = is_free(contact, i) && is_free(contact, j);
          const double below = both ? block(c, i, j) : i == j ? held : 0.0;
          const double above = both ? block(c, j, i) : below;
          work_.matrix.value[k] += below + (i == j ? regularisation : 0.0);
          work_.upper[k] += above + (i == j ? regularisation : 0.0);
          symmetric = symmetric && below == above;
        }
      }
    }
    return symmetric ? work_.factor.factorise(work_.matrix) : work_.factor.factorise(work_.matrix, work_.upper);
  }

  /// A contact's part of the right-hand side, and of the solution once solved.
  void put(std::size_t c, const Triple& right);
  /// Refined once where asked: entries of Θ may range over many powers of ten.
  void solve(bool refined);
  [[nodiscard]] Triple get(std::size_t c) const;

 private:
  static constexpr double held = 1e30;  // on the diagonal of a component that stays 0
  static constexpr double regularisation = 1e-12;

  const Assembled& problem_;
  ConeWorkspace& work_;
};

/// Judges impulses by the caller's measure and keeps the best.
class ConeProgress {
 public:
  ConeProgress(const Assembled& problem, std::span<double> impulse, const ConeSettings& settings, ConeWorkspace& work,
               std::string_view method);
  /// The error at Π(p − ρ ũ): from inside a set that is the nearest point which is on its boundary where it should be.
  double judge(std::span<const double> impulse, std::int64_t iteration);
  [[nodiscard]] bool done() const { return result_.status != Status::iteration_limit; }
  [[nodiscard]] Result result() const { return result_; }

 private:
  void take(std::span<const double> impulse, double error);

  const Assembled& problem_;
  std::span<double> best_;
  const ConeSettings& settings_;
  ConeWorkspace& work_;
  Result result_;
};

}  // namespace gluey::solver
