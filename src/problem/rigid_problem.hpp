#pragma once
// The frozen problem of a step in which bodies turn and contacts rub: find impulses p_c in the sets of sets.hpp with
//     −ũ_c in the normal cone of the set at p_c,        u = W p + b,   W = G M⁻¹ Gᵀ,   b = (D/h + (G U)_n, (G U)_T − surface velocity).
// Impulses and relative velocities of cones are vectors in space, so that no tangent axes are needed:
//     u = v_j + ω_j × r_j − v_i − ω_i × r_i + b,     body j gets p and r_j × p, body i the opposite with its own arm.
//
// As in Problem, a product is two gathers without a scatter. Contacts are grouped by the kind of their set: bounds first,
// then cones, then cones that resist rolling, each in the order of the step; every loop over contacts is one loop a kind.
// A contact's place in that order is its slot; its components stand together in the vector of impulses. Loops over all
// cones take four at a time, as one set with a block four times as long.

#include "core/parallel.hpp"
#include "law/contact_set.hpp"
#include "problem/body_sum.hpp"
#include "problem/four_cones.hpp"
#include "problem/incidence.hpp"
#include "problem/islands.hpp"
#include "problem/packed.hpp"
#include "problem/quality.hpp"
#include "problem/sets.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

namespace gluey {

template <int D>
class RigidProblem {
 public:
  static constexpr int dimension = D;
  static constexpr int spin = spin_size<D>;
  static constexpr int motion = D + spin;
  using State = Packed<motion>;

  /// The step's data, per body and per contact; `second` ≥ number of bodies means an obstacle.
  struct Data {
    double step = 0.0;
    std::vector<Vec<D>> inverse_mass;                                         ///< per axis
    std::vector<Eigen::Matrix<double, spin, spin>> inverse_inertia, inertia;  ///< in space; 0 where turning is locked
    std::vector<Vec<D>> velocity;                                             ///< free, U
    std::vector<Spin<D>> angular_velocity;
    std::vector<double>
        radius;  ///< of balls: arms of contacts with others are all in one proportion to it; may be empty
    std::vector<std::int32_t> first, second;
    std::vector<Vec<D>> normal, arm_first, arm_second;
    std::vector<Vec<D>> surface;        ///< velocity of the obstacle's surface; only its part across the normal counts
    std::vector<Spin<D>> surface_spin;  ///< the obstacle's angular velocity
    std::vector<double> gap;
    std::vector<ContactSet> set;
  };
  void pose(const Data& data);
  /// Poses one island of a problem.
  void pose(const RigidProblem& whole, const Islands& islands, std::size_t island);
  /// The same problem with other gaps, those of the step's contacts: D + change.
  void change_gaps(const std::vector<double>& change);

  [[nodiscard]] std::size_t contacts() const { return slot_.size(); }
  [[nodiscard]] std::size_t components() const { return components_; }
  [[nodiscard]] std::size_t bodies() const { return body_.size() - 1; }
  [[nodiscard]] std::size_t bodies_in_contact() const;
  [[nodiscard]] double step() const { return step_; }
  /// Changes whenever the problem is posed; other gaps leave it.
  [[nodiscard]] std::uint64_t posed() const { return posed_; }
  /// 0 where it was not told.
  [[nodiscard]] double radius(std::size_t i) const { return radius_[i]; }
  /// Of contact c of the step.
  [[nodiscard]] std::size_t slot(std::size_t c) const { return static_cast<std::size_t>(slot_[c]); }
  [[nodiscard]] std::size_t component(std::size_t slot) const {
    const std::size_t cones = bound_.size() + cone_.size();
    return slot < bound_.size() ? slot
           : slot < cones       ? bound_.size() + D * (slot - bound_.size())
                                : bound_.size() + D * cone_.size() + motion * (slot - cones);
  }
  [[nodiscard]] bool has_friction() const { return cone_.size() + rolling_.size() > 0; }

  /// Impulses of contact c as laws and files know them: along the normal, across it, and a moment.
  struct Impulse {
    double normal = 0.0;
    Vec<D> tangential = Vec<D>::Zero();
    Spin<D> moment = Spin<D>::Zero();
  };
  void load(std::size_t c, const Vec<D>& normal, const Impulse& impulse, double* components) const;
  [[nodiscard]] Impulse read(std::size_t c, const Vec<D>& normal, const double* components) const;

  /// visit(i, M⁻¹ Gᵀ p of body i, accumulator).
  template <class Accumulator, class Visit>
  Accumulator for_states(const double* impulse, std::vector<Accumulator>& scratch, Visit&& visit) const {
    return reduce_blocks(bodies(), scratch, [&](std::size_t begin, std::size_t end, Accumulator& sums) {
      for (std::size_t i = begin; i < end; ++i) {
        visit(i, change(i, impulse), sums);
      }
    });
  }

  /// visit(set, first component, u, accumulator) for every contact.
  template <class Accumulator, class Visit>
  Accumulator for_contacts(const State* state, std::vector<Accumulator>& scratch, Visit&& visit) const {
    Accumulator total = reduce_blocks(bound_.size(), scratch, [&](std::size_t begin, std::size_t end, Accumulator& s) {
      for (std::size_t k = begin; k < end; ++k) {
        visit(bound_[k], k, relative(bound_row_[k], state), s);
      }
    });
    const std::size_t cones = bound_.size();
    total.add(reduce_blocks(cone_.size(), scratch, [&](std::size_t begin, std::size_t end, Accumulator& s) {
      static_assert(block_size % 4 == 0);
      std::size_t k = begin;
      // Velocities first, some contacts ahead: the processor then has two short chains to overlap instead of a long one.
      constexpr std::size_t ahead = 16;
      Vec<4 * D> u[ahead];
      while (k + 4 <= end) {
        const std::size_t count = std::min(ahead, (end - k) / 4);
        for (std::size_t four = 0; four < count; ++four) {
          u[four] = relative(four_rows_[k / 4 + four], state);
        }
        for (std::size_t four = 0; four < count; ++four, k += 4) {
          visit(four_cones_[k / 4], cones + D * k, u[four], s);
        }
      }
      for (; k < end; ++k) {
        visit(cone_[k], cones + D * k, relative(cone_row_[k], state), s);
      }
    }));
    const std::size_t rollings = cones + D * cone_.size();
    total.add(reduce_blocks(rolling_.size(), scratch, [&](std::size_t begin, std::size_t end, Accumulator& s) {
      for (std::size_t k = begin; k < end; ++k) {
        visit(rolling_[k], rollings + motion * k, relative_with_spin(rolling_row_[k], state), s);
      }
    }));
    return total;
  }

  /// visit(set, first component) for every contact.
  template <class Visit>
  void for_sets(Visit&& visit) const {
    const std::size_t cones = bound_.size(), rollings = cones + D * cone_.size();
    parallel_for(bound_.size(), [&](std::size_t k) { visit(bound_[k], k); });
    parallel_for(four_cones_.size(), [&](std::size_t four) { visit(four_cones_[four], cones + 4 * D * four); });
    for (std::size_t k = 4 * four_cones_.size(); k < cone_.size(); ++k) {
      visit(cone_[k], cones + D * k);
    }
    parallel_for(rolling_.size(), [&](std::size_t k) { visit(rolling_[k], rollings + motion * k); });
  }

  /// visit(set, first component) for one slot: for methods that go contact by contact.
  template <class Visit>
  void at(std::size_t slot, const State* state, Visit&& visit) const {
    const std::size_t cones = bound_.size() + cone_.size();
    if (slot < bound_.size()) {
      visit(bound_[slot], slot, relative(bound_row_[slot], state));
    } else if (slot < cones) {
      const std::size_t k = slot - bound_.size();
      visit(cone_[k], component(slot), relative(cone_row_[k], state));
    } else {
      const std::size_t k = slot - cones;
      visit(rolling_[k], component(slot), relative_with_spin(rolling_row_[k], state));
    }
  }
  /// Adds M⁻¹ Gᵀ δ for a change δ of one contact's impulse to the velocities of its bodies.
  void push(std::size_t slot, const double* change, State* state) const;
  [[nodiscard]] std::int32_t first(std::size_t slot) const { return pair(slot).first; }
  [[nodiscard]] std::int32_t second(std::size_t slot) const { return pair(slot).second; }

  /// δᵀ M δ of body i.
  [[nodiscard]] double energy(std::size_t i, const double* change) const {
    const Weights& weights = weights_[i];
    const Four first = load_four(change);
    Four sum = weights.first * first * first;
    if constexpr (D == 3) {
      const Four rest = load_four(change + 4);
      sum += weights.rest * rest * rest;
      // ω_x ω_y, ω_x ω_z, ω_y ω_z
      sum += weights.mixed * __builtin_shufflevector(first, rest, 3, 3, 4, 7) *
             __builtin_shufflevector(rest, rest, 0, 1, 1, 3);
    }
    return gluey::sum(sum);
  }

  /// M⁻¹ Gᵀ p for every body, and zero for the obstacles behind the last.
  void velocities(const double* impulse, State* state) const;
  [[nodiscard]] Quality quality(const double* impulse, const State* state) const;
  /// A contact as equations: rows map velocities (translation, then turning) of the first and of the second body to the
  /// components of u in the contact's own axes, the normal first; one row for a bound. Of contacts that resist rolling only
  /// the impulse.
  using Rows = Eigen::Matrix<double, D, motion>;
  using Image = Eigen::Matrix<double, motion, D>;
  struct Equations {
    std::int32_t first = 0, second = 0;
    int rows = 1;
    Rows on_first, on_second;
    Vec<D> offset;
    Eigen::Matrix<double, D, D> axes;  ///< columns: normal and tangents in space
    ContactSet set;
  };
  [[nodiscard]] Equations equations(std::size_t slot) const;
  /// A contact as it was posed. Of a bound the offset is along the normal, and arms are nothing; what the arms of all do
  /// along the normal is turn = r × n.
  struct Parts {
    std::int32_t first = 0, second = 0;
    Vec<D> normal = Vec<D>::UnitX(), offset = normal, arm_first = Vec<D>::Zero(), arm_second = arm_first;
    Spin<D> turn_first = Spin<D>::Zero(), turn_second = turn_first;
    double lower = 0.0, friction = 0.0, shift = 0.0, diagonal = 1.0, tangential_diagonal = 1.0;
  };
  [[nodiscard]] Parts parts(std::size_t slot) const;
  [[nodiscard]] Vec<D> offset(std::size_t slot) const {
    if (slot < bound_.size()) {
      return bound_row_[slot].offset * Eigen::Map<const Vec<D>>(bound_row_[slot].normal);
    }
    const std::size_t k = slot - bound_.size();
    return k < cone_.size() ? cone_row_[k].offset : rolling_row_[k - cone_.size()].row.offset;
  }
  /// … and what it resists rolling with: μ_r, σ_r, 1/d_r and the obstacle's spin.
  struct Resistance {
    double rolling, shift, inverse;
    Spin<D> offset;
  };
  [[nodiscard]] Resistance rolling(std::size_t slot) const {
    const std::size_t k = slot - bound_.size() - cone_.size();
    return {rolling_[k].rolling, rolling_[k].rolling_shift, rolling_[k].rolling_inverse, rolling_row_[k].offset};
  }
  /// The impulse of a slot as a vector in space, from and to the components.
  [[nodiscard]] Vec<D> in_space(std::size_t slot, const double* components) const;
  void from_space(std::size_t slot, const Vec<D>& p, double* components) const;
  [[nodiscard]] Vec<D> inverse_mass(std::size_t i) const { return head<D>(body_[i].inverse_mass); }
  [[nodiscard]] Eigen::Matrix<double, spin, spin> inverse_inertia(std::size_t i) const {
    Eigen::Matrix<double, spin, spin> matrix;
    for (int k = 0; k < spin; ++k) {
      matrix.col(k) = head<spin>(body_[i].inverse_inertia[k]);
    }
    return matrix;
  }
  /// M⁻¹ times the transposed equations of one body.
  [[nodiscard]] Image by_inverse_mass(std::int32_t body, const Rows& rows) const;
  [[nodiscard]] std::size_t bounds() const { return bound_.size(); }
  [[nodiscard]] bool resists_rolling() const { return !rolling_.empty(); }
  [[nodiscard]] bool resists_rolling(std::size_t slot) const { return slot >= bound_.size() + cone_.size(); }
  /// Whether some contact may pull without limit.
  [[nodiscard]] bool has_equalities() const {
    return std::any_of(bound_.begin(), bound_.end(), [](const Bound& set) { return std::isinf(set.lower); }) ||
           std::any_of(cone_.begin(), cone_.end(), [](const Cone<D>& set) { return std::isinf(set.lower); });
  }

  /// L such that W ≤ 2 L D, D what contacts are scaled by: a body with k contacts adds no more than k times its part of W's
  /// diagonal blocks, and these, whose parts along and across the normal act on each other, are below twice D.
  [[nodiscard]] double curvature_bound() const;

  /// Bytes that one product and update of an accelerated iteration move, for the benchmark's floor.
  [[nodiscard]] std::size_t bytes_per_iteration() const;

 private:
  /// M⁻¹ of a body; the inertia by columns.
  struct Body {
    Four inverse_mass, inverse_inertia[spin];
  };
  /// M of a body as `energy` takes it, beside the components of a state: masses and the moments of inertia; twice the mixed
  /// ones.
  struct Weights {
    Four first, rest, mixed;
  };
  struct Pair {
    std::int32_t first, second;
  };
  struct BoundRow {
    double normal[D];
    double turn_first[spin], turn_second[spin];  // r × n
    double offset;
    Pair pair;
  };
  struct ConeRow {
    Vec<D> arm_first, arm_second, offset;
    Pair pair;
  };
  /// Four rows, component by component.
  struct FourRows {
    FourVectors<D> arm_first, arm_second, offset;
    std::int32_t first[4], second[4];
  };
  struct RollingRow {
    ConeRow row;
    Spin<D> offset;
  };
  struct BoundEntry {
    double push[4], turn[4];
    std::int32_t component;
  };
  struct ConeEntry {
    double lever[4];  // the arm and, its last, the sign
    std::int32_t component;
  };
  /// Body → entries.
  template <class Entry>
  struct List {
    std::vector<std::int64_t> row;
    std::vector<Entry> entry;
  };

  [[nodiscard]] const Pair& pair(std::size_t slot) const {
    const std::size_t cones = bound_.size() + cone_.size();
    return slot < bound_.size() ? bound_row_[slot].pair
           : slot < cones       ? cone_row_[slot - bound_.size()].pair
                                : rolling_row_[slot - cones].row.pair;
  }
  static Vec<1> relative(const BoundRow& row, const State* state) {
    const double* a = state[row.pair.first].x;
    const double* b = state[row.pair.second].x;
    double u = row.offset;
    for (int axis = 0; axis < D; ++axis) {
      u += row.normal[axis] * (b[axis] - a[axis]);
    }
    for (int axis = 0; axis < spin; ++axis) {
      u += row.turn_second[axis] * b[D + axis] - row.turn_first[axis] * a[D + axis];
    }
    return Vec<1>(u);
  }
  static Vec<D> relative(const ConeRow& row, const State* state) {
    const double* a = state[row.pair.first].x;
    const double* b = state[row.pair.second].x;
    const Eigen::Map<const Vec<D>> v_a(a), v_b(b);
    const Eigen::Map<const Spin<D>> omega_a(a + D), omega_b(b + D);
    return row.offset + (v_b - v_a) + cross(omega_b, row.arm_second) - cross(omega_a, row.arm_first);
  }
  static Vec<4 * D> relative(const FourRows& rows, const State* state) {
    FourVectors<motion> a, b;
    gather_states(rows.first, state, a);
    gather_states(rows.second, state, b);
    FourVectors<D> u;
    for (int axis = 0; axis < D; ++axis) {
      u.x[axis] = rows.offset.x[axis] + (b.x[axis] - a.x[axis]);
    }
    const Four *omega_a = a.x + D, *omega_b = b.x + D;
    const Four *arm_a = rows.arm_first.x, *arm_b = rows.arm_second.x;
    if constexpr (D == 2) {
      u.x[0] += omega_a[0] * arm_a[1] - omega_b[0] * arm_b[1];
      u.x[1] += omega_b[0] * arm_b[0] - omega_a[0] * arm_a[0];
    } else {
      for (int axis = 0; axis < 3; ++axis) {
        const int next = (axis + 1) % 3, last = (axis + 2) % 3;
        u.x[axis] += (omega_b[next] * arm_b[last] - omega_b[last] * arm_b[next]) -
                     (omega_a[next] * arm_a[last] - omega_a[last] * arm_a[next]);
      }
    }
    Vec<4 * D> block;
    scatter(u, block.data());
    return block;
  }
  static void gather_states(const std::int32_t (&body)[4], const State* state, FourVectors<motion>& into) {
    const double *a = state[body[0]].x, *b = state[body[1]].x, *c = state[body[2]].x, *d = state[body[3]].x;
    Four columns[4];
    transpose(a, b, c, d, columns);
    for (int k = 0; k < (motion < 4 ? motion : 4); ++k) {
      into.x[k] = columns[k];
    }
    if constexpr (motion > 4) {
      transpose(a + 4, b + 4, c + 4, d + 4, columns);
      for (int k = 4; k < motion; ++k) {
        into.x[k] = columns[k - 4];
      }
    }
  }
  static Vec<motion> relative_with_spin(const RollingRow& row, const State* state) {
    Vec<motion> u;
    u.template head<D>() = relative(row.row, state);
    const Eigen::Map<const Spin<D>> omega_a(state[row.row.pair.first].x + D), omega_b(state[row.row.pair.second].x + D);
    u.template tail<spin>() = omega_b - omega_a + row.offset;
    return u;
  }
  [[nodiscard]] std::int64_t contacts_of(std::size_t body) const {
    const auto in = [&](const auto& list) { return list.row[body + 1] - list.row[body]; };
    return in(bound_list_) + in(cone_list_) + in(rolling_list_);
  }
  [[nodiscard]] State change(std::size_t i, const double* impulse) const {
    BodySum<D> sum;
    for (std::int64_t k = bound_list_.row[i]; k < bound_list_.row[i + 1]; ++k) {
      const BoundEntry& entry = bound_list_.entry[static_cast<std::size_t>(k)];
      sum.add(impulse[entry.component], entry.push, entry.turn);
    }
    for (std::int64_t k = cone_list_.row[i]; k < cone_list_.row[i + 1]; ++k) {
      const ConeEntry& entry = cone_list_.entry[static_cast<std::size_t>(k)];
      sum.add(entry.lever, impulse + entry.component);
    }
    for (std::int64_t k = rolling_list_.row[i]; k < rolling_list_.row[i + 1]; ++k) {
      const ConeEntry& entry = rolling_list_.entry[static_cast<std::size_t>(k)];
      sum.add(entry.lever, impulse + entry.component);
      sum.add_moment(entry.lever[3], impulse + entry.component + D);
    }
    return sum.over(body_[i].inverse_mass, body_[i].inverse_inertia);
  }
  /// W_cc along a unit vector n.
  [[nodiscard]] double mobility(const ConeRow& row, const Vec<D>& normal) const;
  [[nodiscard]] double mobility(const BoundRow& row) const;
  struct Kinds {
    std::int32_t bounds = 0, cones = 0, rollings = 0;
  };
  Kinds number_slots(std::span<const ContactSet> sets);
  void pose_contacts(const Data& data);
  void pose_fours();
  void pose_lists();

  double step_ = 0.0;
  std::uint64_t posed_ = 0;
  std::size_t components_ = 0;
  std::vector<Body> body_;  // N + 1, the last immovable
  std::vector<Weights> weights_;
  std::vector<double> radius_;
  std::vector<std::int32_t> slot_;
  std::vector<Kinds> before_block_;  // counted before each block of contacts
  Incidence incidence_;              // of slots
  std::vector<Bound> bound_;
  std::vector<BoundRow> bound_row_;
  std::vector<Cone<D>> cone_;
  std::vector<ConeRow> cone_row_;
  std::vector<FourCones<D>> four_cones_;  // the same, but for up to three at the end
  std::vector<FourRows> four_rows_;
  std::vector<Rolling<D>> rolling_;
  std::vector<RollingRow> rolling_row_;
  List<BoundEntry> bound_list_;
  List<ConeEntry> cone_list_, rolling_list_;
};

}  // namespace gluey
