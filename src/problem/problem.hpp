#pragma once
// The frozen problem of a time step without friction, between bodies whose turning does not matter: find impulses p with
//     p ≥ l,    w = W p + b ≥ 0 where p = l,  w = 0 where p > l,          W = G M⁻¹ Gᵀ,  b = D/h + G U,
// the optimality conditions of  min ½ pᵀWp + bᵀp, p ≥ l  (models.md). w is the gap after the step over h.
//
// W is never formed. A product is two gathers: impulses onto bodies over a CSR list (body → contacts) that holds its own
// signed copy of the normals, then velocities of the two bodies onto each contact. Every element is written by one
// thread and nothing is scattered, so the same bits come out for any number of threads. Obstacles are one immovable body
// behind the last.
//
// Solvers use only products (for_states, for_contacts), the sets that come with each contact, and sums; RigidProblem offers
// the same for contacts that rub.

#include "core/parallel.hpp"
#include "core/vector.hpp"
#include "problem/incidence.hpp"
#include "problem/islands.hpp"
#include "problem/packed.hpp"
#include "problem/quality.hpp"
#include "problem/sets.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

namespace gluey {

template <int D>
class Problem {
 public:
  static constexpr int dimension = D;
  using State = Packed<D>;

  /// Gives the step problem its data; arrays are reused from step to step.
  /// `free_velocity` is U, `inverse_mass` per axis; `second` ≥ number of bodies means an obstacle.
  void pose(double step, const std::vector<Vec<D>>& inverse_mass, const std::vector<Vec<D>>& free_velocity,
            const std::vector<std::int32_t>& first, const std::vector<std::int32_t>& second,
            const std::vector<Vec<D>>& normal, const std::vector<double>& gap, const std::vector<double>& lower);

  /// Poses one island of a problem.
  void pose(const Problem& whole, const Islands& islands, std::size_t island);
  /// The same problem with other gaps: D + change.
  void change_gaps(const std::vector<double>& change);

  [[nodiscard]] std::size_t contacts() const { return contact_.size(); }
  [[nodiscard]] std::size_t components() const { return contact_.size(); }
  [[nodiscard]] std::size_t component(std::size_t c) const { return c; }
  [[nodiscard]] static bool has_friction() { return false; }
  [[nodiscard]] std::size_t bodies() const { return inverse_mass_.size() - 1; }
  [[nodiscard]] std::size_t bodies_in_contact() const;
  [[nodiscard]] double step() const { return step_; }
  [[nodiscard]] const Bound& set(std::size_t c) const { return set_[c]; }
  [[nodiscard]] double lower(std::size_t c) const { return set_[c].lower; }
  [[nodiscard]] double diagonal(std::size_t c) const { return set_[c].diagonal; }  ///< W_cc
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
  Accumulator for_states(const double* impulse, std::vector<Accumulator>& scratch, Visit&& visit) const {
    return reduce_blocks(bodies(), scratch, [&](std::size_t begin, std::size_t end, Accumulator& sums) {
      for (std::size_t i = begin; i < end; ++i) {
        double sum[D] = {};
        for (std::int32_t k = incidence_.start(i); k < incidence_.start(i + 1); ++k) {
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

  /// visit(set, c, w, accumulator) for every contact, with w = (G v)_c + b_c.
  template <class Accumulator, class Visit>
  Accumulator for_contacts(const Packed<D>* velocity, std::vector<Accumulator>& scratch, Visit&& visit) const {
    return reduce_blocks(contacts(), scratch, [&](std::size_t begin, std::size_t end, Accumulator& sums) {
      for (std::size_t c = begin; c < end; ++c) {
        visit(set_[c], c, relative(contact_[c], velocity), sums);
      }
    });
  }

  /// visit(set, c) for every contact.
  template <class Visit>
  void for_sets(Visit&& visit) const {
    parallel_for(contacts(), [&](std::size_t c) { visit(set_[c], c); });
  }

  /// v = M⁻¹ Gᵀ p.
  void velocities(const double* impulse, Packed<D>* velocity) const;

  /// visit(set, c, w) for one contact: for methods that go contact by contact.
  template <class Visit>
  void at(std::size_t c, const Packed<D>* velocity, Visit&& visit) const {
    visit(set_[c], c, relative(contact_[c], velocity));
  }
  /// Adds M⁻¹ Gᵀ δ for a change δ of one impulse to the velocities of its bodies.
  void push(std::size_t c, const double* change, Packed<D>* velocity) const {
    const Row& row = contact_[c];
    const double* inverse_first = inverse_mass(row.first);
    const double* inverse_second = inverse_mass(row.second);
    const bool moves_second = static_cast<std::size_t>(row.second) < bodies();
    for (int axis = 0; axis < D; ++axis) {
      velocity[row.first].x[axis] -= inverse_first[axis] * row.normal[axis] * *change;
      if (moves_second) {
        velocity[row.second].x[axis] += inverse_second[axis] * row.normal[axis] * *change;
      }
    }
  }

  /// δᵀ M δ of body i.
  [[nodiscard]] double energy(std::size_t i, const double* change) const {
    double sum = 0.0;
    for (int axis = 0; axis < D; ++axis) {
      sum += mass_[i].x[axis] * change[axis] * change[axis];
    }
    return sum;
  }

  /// At impulses p whose velocities are v.
  [[nodiscard]] Quality quality(const double* impulse, const Packed<D>* velocity) const;

  /// visit(c', W_cc') for every contact c' ≥ c that shares a movable body with c; c itself first, the rest in no
  /// particular order, one that shares both bodies in two pieces.
  template <class Visit>
  void for_row(std::size_t c, Visit&& visit) const {
    visit(c, set_[c].diagonal);
    const Row& row = contact_[c];
    for (const auto& [body, sign] : {std::pair{row.first, -1.0}, std::pair{row.second, 1.0}}) {
      if (static_cast<std::size_t>(body) >= bodies()) {
        continue;
      }
      const Packed<D>& inverse_mass = inverse_mass_[static_cast<std::size_t>(body)];
      // Each list ascends: only its tail is needed.
      const auto i = static_cast<std::size_t>(body);
      for (std::int32_t k = incidence_.start(i + 1); k-- > incidence_.start(i);) {
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

  /// L such that W ≤ L D with D the diagonal of W: a body with k contacts adds no more than k times its part of the diagonal.
  [[nodiscard]] double curvature_bound() const;

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

  static Vec<1> relative(const Row& row, const Packed<D>* velocity) {
    const double* a = velocity[row.first].x;
    const double* b = velocity[row.second].x;
    double w = row.offset;
    for (int axis = 0; axis < D; ++axis) {
      w += row.normal[axis] * (b[axis] - a[axis]);
    }
    return Vec<1>(w);
  }
  void pose_lists();

  double step_ = 0.0;
  std::vector<Packed<D>> inverse_mass_;  // N + 1, the last zero
  std::vector<Packed<D>> mass_;          // N
  std::vector<Row> contact_;
  std::vector<Bound> set_;
  Incidence incidence_;
  std::vector<Entry> entry_;  // of each body in turn
};

}  // namespace gluey
