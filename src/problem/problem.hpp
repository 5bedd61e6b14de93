#pragma once
// The frozen problem of a time step: find impulses p with
//     p ≥ l,    w = W p + b ≥ 0 where p = l,  w = 0 where p > l,          W = G M⁻¹ Gᵀ,  b = D/h + G U,
// the optimality conditions of  min ½ pᵀWp + bᵀp, p ≥ l  (models.md). w is the gap after the step over h.
//
// W is never formed. A product is two gathers: impulses onto bodies over a CSR list (body → contacts) that holds its own
// signed copy of the normals, then velocities of the two bodies onto each contact. Every element is written by one
// thread and nothing is scattered, so the same bits come out for any number of threads. Obstacles are one immovable body
// behind the last.
//
// Solvers use only products (for_bodies, for_contacts), the bounds, the diagonal and the sums.

#include "core/parallel.hpp"
#include "core/vector.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

namespace gluey {

/// A body's velocity as the kernels store it: padded in 3D so that one never straddles two cache lines.
template <int D>
struct alignas(D == 2 ? 16 : 32) Packed {
  double x[D == 2 ? 2 : 4] = {};
};

template <int D>
class Problem {
 public:
  /// Gives the step problem its data; arrays are reused from step to step.
  /// `free_velocity` is U, `inverse_mass` per axis; `second` ≥ number of bodies means an obstacle.
  void pose(double step, const std::vector<Vec<D>>& inverse_mass, const std::vector<Vec<D>>& free_velocity,
            const std::vector<std::int32_t>& first, const std::vector<std::int32_t>& second,
            const std::vector<Vec<D>>& normal, const std::vector<double>& gap, const std::vector<double>& lower);

  [[nodiscard]] std::size_t contacts() const { return contact_.size(); }
  [[nodiscard]] std::size_t bodies() const { return inverse_mass_.size() - 1; }
  [[nodiscard]] double step() const { return step_; }
  [[nodiscard]] double lower(std::size_t c) const { return lower_[c]; }
  [[nodiscard]] double diagonal(std::size_t c) const { return diagonal_[c]; }  ///< W_cc
  [[nodiscard]] double inverse_diagonal(std::size_t c) const { return inverse_diagonal_[c]; }
  [[nodiscard]] double offset(std::size_t c) const { return contact_[c].offset; }  ///< b_c
  [[nodiscard]] std::int32_t first(std::size_t c) const { return contact_[c].first; }
  [[nodiscard]] std::int32_t second(std::size_t c) const { return contact_[c].second; }
  [[nodiscard]] const double* normal(std::size_t c) const { return contact_[c].normal; }
  /// Whether an impulse changes anything; contacts between bodies that are held along the normal stand in the lists, too.
  [[nodiscard]] bool movable(std::size_t c) const {
    const Row& row = contact_[c];
    double diagonal = 0.0;
    for (int axis = 0; axis < D; ++axis) {
      diagonal +=
          row.normal[axis] * row.normal[axis] * (inverse_mass(row.first)[axis] + inverse_mass(row.second)[axis]);
    }
    return diagonal > 0.0;
  }
  [[nodiscard]] const double* inverse_mass(std::int32_t body) const {
    return inverse_mass_[static_cast<std::size_t>(body)].x;
  }
  /// Per axis; 0 along an axis on which the body is held.
  [[nodiscard]] const double* mass(std::size_t body) const { return mass_[body].x; }

  /// visit(i, δv, accumulator) for every body, with δv = (M⁻¹ Gᵀ p)_i.
  template <class Accumulator, class Visit>
  Accumulator for_bodies(const double* impulse, std::vector<Accumulator>& scratch, Visit&& visit) const {
    return reduce_blocks(bodies(), scratch, [&](std::size_t begin, std::size_t end, Accumulator& sums) {
      for (std::size_t i = begin; i < end; ++i) {
        double sum[D] = {};
        for (std::int64_t k = row_[i]; k < row_[i + 1]; ++k) {
          const Entry& entry = entry_[static_cast<std::size_t>(k)];
          const double p = impulse[entry.contact];
          for (int axis = 0; axis < D; ++axis) {
            sum[axis] += entry.normal[axis] * p;
          }
        }
        Packed<D> change;
        for (int axis = 0; axis < D; ++axis) {
          change.x[axis] = inverse_mass_[i].x[axis] * sum[axis];
        }
        visit(i, change, sums);
      }
    });
  }

  /// visit(c, w, accumulator) for every contact, with w = (G v)_c + b_c.
  template <class Accumulator, class Visit>
  Accumulator for_contacts(const Packed<D>* velocity, std::vector<Accumulator>& scratch, Visit&& visit) const {
    return reduce_blocks(contacts(), scratch, [&](std::size_t begin, std::size_t end, Accumulator& sums) {
      for (std::size_t c = begin; c < end; ++c) {
        const Row& row = contact_[c];
        const double* a = velocity[row.first].x;
        const double* b = velocity[row.second].x;
        double w = row.offset;
        for (int axis = 0; axis < D; ++axis) {
          w += row.normal[axis] * (b[axis] - a[axis]);
        }
        visit(c, w, sums);
      }
    });
  }

  /// v = M⁻¹ Gᵀ p.
  void velocities(const double* impulse, Packed<D>* velocity) const;

  /// ‖p − Π(p − ρ w)‖/ρ of one contact, ρ = 1/W_cc: the step residual in velocity units.
  [[nodiscard]] double natural_residual(std::size_t c, double impulse, double w) const {
    const double slack = (impulse - lower_[c]) * diagonal_[c];
    return std::abs(std::min(w, slack));
  }

  struct Quality {
    double residual = 0.0;         ///< max_c of natural_residual
    double overlap = 0.0;          ///< h·max(−w): depth of the overlap made
    double complementarity = 0.0;  ///< max (p − l)·|w|, of finite bounds and relative bounds alike
    void add(const Quality& other) {
      const auto larger = [](double a, double b) { return b > a || b != b ? b : a; };
      residual = larger(residual, other.residual);
      overlap = larger(overlap, other.overlap);
      complementarity = larger(complementarity, other.complementarity);
    }
  };
  /// At impulses p whose velocities are v.
  Quality quality(const double* impulse, const Packed<D>* velocity) const;

  /// visit(c', W_cc') for every contact c' ≥ c that shares a movable body with c; c itself first, the rest in no
  /// particular order, one that shares both bodies in two pieces.
  template <class Visit>
  void for_row(std::size_t c, Visit&& visit) const {
    visit(c, diagonal_[c]);
    const Row& row = contact_[c];
    for (const auto& [body, sign] : {std::pair{row.first, -1.0}, std::pair{row.second, 1.0}}) {
      if (static_cast<std::size_t>(body) >= bodies()) {
        continue;
      }
      const Packed<D>& inverse_mass = inverse_mass_[static_cast<std::size_t>(body)];
      // Each list ascends: only its tail is needed.
      for (std::int64_t k = row_[static_cast<std::size_t>(body) + 1]; k-- > row_[static_cast<std::size_t>(body)];) {
        const Entry& entry = entry_[static_cast<std::size_t>(k)];
        const auto other = static_cast<std::size_t>(entry.contact);
        if (other <= c) {
          break;
        }
        double value = 0.0;
        for (int axis = 0; axis < D; ++axis) {
          value += sign * row.normal[axis] * inverse_mass.x[axis] * entry.normal[axis];
        }
        visit(other, value);
      }
    }
  }

  /// Bytes that one product and update of an accelerated iteration move, for the benchmark's floor.
  [[nodiscard]] std::size_t bytes_per_iteration() const;

 private:
  struct Row {
    double normal[D];
    double offset;
    std::int32_t first, second;
  };
  struct Entry {
    double normal[D];  // signed: the direction in which a positive impulse pushes this body
    std::int32_t contact;
  };

  double step_ = 0.0;
  std::vector<Packed<D>> inverse_mass_;  // N + 1, the last zero
  std::vector<Packed<D>> mass_;          // N
  std::vector<Row> contact_;
  std::vector<double> lower_, diagonal_, inverse_diagonal_;
  std::vector<std::int64_t> row_;
  std::vector<Entry> entry_;
};

}  // namespace gluey
