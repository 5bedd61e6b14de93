#pragma once
// A friction problem that is given by its matrix, as in FCLIB's files: u = W p + q, rows n, t1(, t2) of each contact. It offers
// solvers what the step problems do, with one state a contact, (W p)_c, in place of one a body.
//
// Its residual is the error as Siconos defines it, over the norm of q:
//     ‖p − Π_K(p − ũ)‖/‖q‖,    ũ = u + μ|u_T| n          in the Euclidean norm over all contacts.

#include "core/parallel.hpp"
#include "problem/assembled.hpp"
#include "problem/packed.hpp"
#include "problem/quality.hpp"
#include "problem/sets.hpp"

#include <cmath>
#include <cstdint>
#include <vector>

namespace gluey {

template <int D>
class ExplicitProblem {
 public:
  static constexpr int dimension = D;
  using State = Packed<D>;
  using Block = Eigen::Matrix<double, D, D>;

  /// All contacts must be cones of D components.
  void pose(const Assembled& problem);

  [[nodiscard]] std::size_t contacts() const { return cone_.size(); }
  [[nodiscard]] std::size_t components() const { return D * cone_.size(); }
  [[nodiscard]] std::size_t component(std::size_t c) const { return D * c; }
  [[nodiscard]] std::size_t bodies() const { return cone_.size(); }
  [[nodiscard]] std::size_t bodies_in_contact() const { return bodies(); }
  [[nodiscard]] static bool has_friction() { return true; }

  /// visit(c, (W p)_c, accumulator).
  template <class Accumulator, class Visit>
  Accumulator for_states(const double* impulse, std::vector<Accumulator>& scratch, Visit&& visit) const {
    return reduce_blocks(contacts(), scratch, [&](std::size_t begin, std::size_t end, Accumulator& sums) {
      for (std::size_t c = begin; c < end; ++c) {
        visit(c, product(c, impulse), sums);
      }
    });
  }
  template <class Accumulator, class Visit>
  Accumulator for_contacts(const State* state, std::vector<Accumulator>& scratch, Visit&& visit) const {
    return reduce_blocks(contacts(), scratch, [&](std::size_t begin, std::size_t end, Accumulator& sums) {
      for (std::size_t c = begin; c < end; ++c) {
        visit(cone_[c], D * c, Vec<D>(Eigen::Map<const Vec<D>>(state[c].x) + offset_[c]), sums);
      }
    });
  }
  template <class Visit>
  void for_sets(Visit&& visit) const {
    parallel_for(contacts(), [&](std::size_t c) { visit(cone_[c], D * c); });
  }
  template <class Visit>
  void at(std::size_t c, const State* state, Visit&& visit) const {
    visit(cone_[c], D * c, Vec<D>(Eigen::Map<const Vec<D>>(state[c].x) + offset_[c]));
  }
  void push(std::size_t c, const double* change, State* state) const {
    const Eigen::Map<const Vec<D>> delta(change);
    for (std::int64_t k = row_[c]; k < row_[c + 1]; ++k) {
      Eigen::Map<Vec<D>>(state[column_[static_cast<std::size_t>(k)]].x) +=
          block_[static_cast<std::size_t>(k)].transpose() * delta;
    }
  }

  /// δᵀ D⁻¹ δ: with the image δ = W e of a step this bounds its curvature, eᵀWe ≤ (eᵀDe · δᵀD⁻¹δ)^½.
  [[nodiscard]] double energy(std::size_t c, const double* change) const {
    const Cone<D>& cone = cone_[c];
    double sum = cone.inverse * change[0] * change[0];
    for (int axis = 1; axis < D; ++axis) {
      sum += cone.tangential_inverse * change[axis] * change[axis];
    }
    return sum;
  }

  /// As RigidProblem's: the most blocks in a row.
  [[nodiscard]] double curvature_bound() const;

  void velocities(const double* impulse, State* state) const;
  [[nodiscard]] Quality quality(const double* impulse, const State* state) const;

 private:
  [[nodiscard]] State product(std::size_t c, const double* impulse) const {
    Vec<D> sum = Vec<D>::Zero();
    for (std::int64_t k = row_[c]; k < row_[c + 1]; ++k) {
      sum += block_[static_cast<std::size_t>(k)] *
             Eigen::Map<const Vec<D>>(impulse + static_cast<std::size_t>(D) * column_[static_cast<std::size_t>(k)]);
    }
    State state;
    Eigen::Map<Vec<D>>(state.x) = sum;
    return state;
  }

  std::vector<Cone<D>> cone_;
  std::vector<Vec<D>> offset_;
  std::vector<std::int64_t> row_;
  std::vector<std::size_t> column_;
  std::vector<Block> block_;
  double offset_norm_ = 1.0;
};

}  // namespace gluey
