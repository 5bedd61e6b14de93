#include "problem/rigid_problem.hpp"

#include "problem/metric.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

namespace gluey {
namespace {

/// [r]× as a matrix from spins to velocities: ω ↦ ω × r.
Eigen::Matrix<double, 2, 1> swing(const Vec<2>& arm) { return {-arm[1], arm[0]}; }
Eigen::Matrix<double, 3, 3> swing(const Vec<3>& arm) {
  Eigen::Matrix3d matrix;
  matrix << 0.0, arm[2], -arm[1], -arm[2], 0.0, arm[0], arm[1], -arm[0], 0.0;
  return matrix;
}

std::uint64_t next_number() {
  static std::atomic<std::uint64_t> number = 0;
  return ++number;
}

}  // namespace

template <int D>
void RigidProblem<D>::pose(const Data& data) {
  posed_ = next_number();
  step_ = data.step;
  const std::size_t n = data.velocity.size();
  body_.resize(n + 1);
  weights_.resize(n);
  radius_.resize(n);
  parallel_for(n, [&](std::size_t i) { radius_[i] = i < data.radius.size() ? data.radius[i] : 0.0; });
  parallel_for(n, [&](std::size_t i) {
    Vec<D> mass;
    for (int axis = 0; axis < D; ++axis) {
      mass[axis] = data.inverse_mass[i][axis] > 0.0 ? 1.0 / data.inverse_mass[i][axis] : 0.0;
    }
    body_[i].inverse_mass = as_four(data.inverse_mass[i]);
    for (int k = 0; k < spin; ++k) {
      body_[i].inverse_inertia[k] = as_four(data.inverse_inertia[i].col(k));
    }
    const Eigen::Matrix<double, spin, spin>& inertia = data.inertia[i];
    if constexpr (D == 2) {
      weights_[i] = Weights{Four{mass[0], mass[1], inertia(0, 0), 0.0}, Four{}, Four{}};
    } else {
      weights_[i] =
          Weights{Four{mass[0], mass[1], mass[2], inertia(0, 0)}, Four{inertia(1, 1), inertia(2, 2), 0.0, 0.0},
                  2.0 * Four{inertia(0, 1), inertia(0, 2), inertia(1, 2), 0.0}};
    }
  });
  body_[n] = Body{};
  pose_contacts(data);
  pose_fours();
  pose_lists();
}

template <int D>
void RigidProblem<D>::pose(const RigidProblem& whole, const Islands& islands, std::size_t island) {
  posed_ = next_number();
  step_ = whole.step_;
  const auto bodies = islands.bodies(island);
  const auto contacts = islands.contacts(island);
  body_.resize(bodies.size() + 1);
  weights_.resize(bodies.size());
  radius_.resize(bodies.size());
  parallel_for(bodies.size(), [&](std::size_t i) {
    const auto body = static_cast<std::size_t>(bodies[i]);
    radius_[i] = whole.radius_[body];
    body_[i] = whole.body_[body];
    weights_[i] = whole.weights_[body];
  });
  body_[bodies.size()] = Body{};
  const auto renumbered = [&](Pair pair) {
    return Pair{islands.place(pair.first, island), islands.place(pair.second, island)};
  };
  // Slots ascend within an island: its contacts are known by them, and those of a kind stand together.
  const auto before = [&](std::size_t slot) {
    return static_cast<std::size_t>(
        std::lower_bound(contacts.begin(), contacts.end(), static_cast<std::int32_t>(slot)) - contacts.begin());
  };
  const std::size_t cones = before(whole.bound_.size()), rollings = before(whole.bound_.size() + whole.cone_.size());
  bound_.resize(cones);
  bound_row_.resize(cones);
  cone_.resize(rollings - cones);
  cone_row_.resize(cone_.size());
  rolling_.resize(contacts.size() - rollings);
  rolling_row_.resize(rolling_.size());
  slot_.resize(contacts.size());
  parallel_for(contacts.size(), [&](std::size_t k) {
    slot_[k] = static_cast<std::int32_t>(k);
    auto from = static_cast<std::size_t>(contacts[k]);
    if (k < cones) {
      bound_[k] = whole.bound_[from];
      bound_row_[k] = whole.bound_row_[from];
      bound_row_[k].pair = renumbered(bound_row_[k].pair);
      return;
    }
    from -= whole.bound_.size();
    if (k < rollings) {
      cone_[k - cones] = whole.cone_[from];
      cone_row_[k - cones] = whole.cone_row_[from];
      cone_row_[k - cones].pair = renumbered(whole.cone_row_[from].pair);
      return;
    }
    from -= whole.cone_.size();
    rolling_[k - rollings] = whole.rolling_[from];
    rolling_row_[k - rollings] = whole.rolling_row_[from];
    rolling_row_[k - rollings].row.pair = renumbered(whole.rolling_row_[from].row.pair);
  });
  components_ = bound_.size() + D * cone_.size() + motion * rolling_.size();
  pose_fours();
  pose_lists();
}

/// Slots: bounds, then cones, then cones that resist rolling, each in the order of the contacts. Returns how many there are of each.
template <int D>
typename RigidProblem<D>::Kinds RigidProblem<D>::number_slots(std::span<const ContactSet> sets) {
  const auto count = [](const ContactSet& set, Kinds& kinds) -> std::int32_t& {
    return set.rolling > 0.0 ? kinds.rollings : set.friction > 0.0 ? kinds.cones : kinds.bounds;
  };
  slot_.resize(sets.size());
  before_block_.resize(block_count(sets.size()));
  for_blocks(sets.size(), [&](std::size_t begin, std::size_t end) {
    Kinds& kinds = before_block_[begin / block_size] = {};
    for (std::size_t c = begin; c < end; ++c) {
      ++count(sets[c], kinds);
    }
  });
  Kinds all;
  for (Kinds& kinds : before_block_) {
    std::swap(kinds, all);
    all.bounds += kinds.bounds;
    all.cones += kinds.cones;
    all.rollings += kinds.rollings;
  }
  for_blocks(sets.size(), [&](std::size_t begin, std::size_t end) {
    Kinds next = before_block_[begin / block_size];
    next.cones += all.bounds;
    next.rollings += all.bounds + all.cones;
    for (std::size_t c = begin; c < end; ++c) {
      slot_[c] = count(sets[c], next)++;
    }
  });
  return all;
}

template <int D>
void RigidProblem<D>::pose_contacts(const Data& data) {
  const std::size_t n = bodies();
  const std::size_t contacts = data.first.size();
  const auto [bounds, cones, rollings] = number_slots(data.set);
  bound_.resize(static_cast<std::size_t>(bounds));
  bound_row_.resize(bound_.size());
  cone_.resize(static_cast<std::size_t>(cones));
  cone_row_.resize(cone_.size());
  rolling_.resize(static_cast<std::size_t>(rollings));
  rolling_row_.resize(rolling_.size());
  components_ = bound_.size() + D * cone_.size() + motion * rolling_.size();

  parallel_for(contacts, [&, bounds = bounds, cones = cones](std::size_t c) {
    const ContactSet& set = data.set[c];
    const auto a = static_cast<std::size_t>(data.first[c]);
    const auto b = std::min(static_cast<std::size_t>(data.second[c]), n);
    const Pair pair{static_cast<std::int32_t>(a), static_cast<std::int32_t>(b)};
    const Vec<D>& normal = data.normal[c];
    const Vec<D> free_first = data.velocity[a] + cross(data.angular_velocity[a], data.arm_first[c]);
    Vec<D> free_second = Vec<D>::Zero();
    Spin<D> spin_second = Spin<D>::Zero();
    if (b < n) {
      free_second = data.velocity[b] + cross(data.angular_velocity[b], data.arm_second[c]) + data.surface[c];
      spin_second = data.angular_velocity[b];
    } else {
      free_second = data.surface[c] - normal.dot(data.surface[c]) * normal;
      spin_second = data.surface_spin[c];
    }
    const Vec<D> offset = data.gap[c] / data.step * normal + free_second - free_first;
    // The diagonal block of W: Σ over both bodies of M⁻¹ + [r]× I⁻¹ [r]×ᵀ.
    Eigen::Matrix<double, D, D> block = Eigen::Matrix<double, D, D>::Zero();
    if (a == b) {
      // A body and its own image: only turning moves them past each other.
      const auto lever = swing(Vec<D>(data.arm_second[c] - data.arm_first[c]));
      block = lever * data.inverse_inertia[a] * lever.transpose();
    } else {
      for (const auto& [body, arm] : {std::pair(a, data.arm_first[c]), std::pair(b, data.arm_second[c])}) {
        if (body < n) {
          const auto lever = swing(arm);
          block += lever * data.inverse_inertia[body] * lever.transpose();
          block.diagonal() += data.inverse_mass[body];
        }
      }
    }
    if (set.friction <= 0.0 && set.rolling <= 0.0) {
      const auto k = static_cast<std::size_t>(slot_[c]);
      BoundRow& row = bound_row_[k];
      row.pair = pair;
      row.offset = normal.dot(offset);
      const Spin<D> turn_first = moment(data.arm_first[c], normal);
      const Spin<D> turn_second = moment(data.arm_second[c], normal);
      for (int axis = 0; axis < D; ++axis) {
        row.normal[axis] = normal[axis];
      }
      for (int axis = 0; axis < spin; ++axis) {
        row.turn_first[axis] = turn_first[axis];
        row.turn_second[axis] = turn_second[axis];
      }
      double diagonal = normal.dot(block * normal);
      if (diagonal <= 0.0) {
        // Neither side can move along the normal: no impulse changes anything, so none is asked for.
        diagonal = 1.0;
        row.offset = 0.0;
      }
      bound_[k] = {set.lower, diagonal, 1.0 / diagonal};
      return;
    }
    Cone<D> cone;
    cone.normal = normal;
    cone.lower = set.lower;
    cone.friction = set.friction;
    cone.shift = set.shift;
    set_metric(block, cone);
    ConeRow row{data.arm_first[c], data.arm_second[c], offset, pair};
    if (!(block.trace() > 0.0)) {
      row.offset.setZero();
    } else if (!(normal.dot(block * normal) > 1e-12 * block.trace())) {
      // Along a normal that cannot move no impulse is asked for, and none is left from before for friction to live on:
      // the contact is one that opens.
      row.offset += (offset.norm() - normal.dot(offset)) * normal;
    }
    if (set.rolling <= 0.0) {
      const auto k = static_cast<std::size_t>(slot_[c] - bounds);
      cone_[k] = cone;
      cone_row_[k] = row;
      return;
    }
    const auto k = static_cast<std::size_t>(slot_[c] - bounds - cones);
    Rolling<D>& rolling = rolling_[k];
    rolling.cone = cone;
    rolling.rolling = set.rolling;
    rolling.rolling_shift = set.rolling_shift;
    using Turning = Eigen::Matrix<double, spin, spin>;
    const double turning =
        Eigen::SelfAdjointEigenSolver<Turning>(Turning(inverse_inertia(a) + inverse_inertia(b)), Eigen::EigenvaluesOnly)
            .eigenvalues()
            .maxCoeff();
    rolling.rolling_diagonal = turning > 0.0 ? turning : 1.0;
    rolling.rolling_inverse = 1.0 / rolling.rolling_diagonal;
    rolling_row_[k] = {row, spin_second - data.angular_velocity[a]};
  });
}

template <int D>
double RigidProblem<D>::mobility(const BoundRow& row) const {
  const Eigen::Map<const Vec<D>> n(row.normal);
  const Eigen::Map<const Spin<D>> turn_first(row.turn_first), turn_second(row.turn_second);
  const auto a = static_cast<std::size_t>(row.pair.first), b = static_cast<std::size_t>(row.pair.second);
  if (a == b) {
    // A body and its own image: only turning moves them past each other.
    const Spin<D> turn = turn_second - turn_first;
    return turn.dot(inverse_inertia(a) * turn);
  }
  return n.dot((inverse_mass(a) + inverse_mass(b)).cwiseProduct(n)) + turn_first.dot(inverse_inertia(a) * turn_first) +
         turn_second.dot(inverse_inertia(b) * turn_second);
}
template <int D>
double RigidProblem<D>::mobility(const ConeRow& row, const Vec<D>& normal) const {
  BoundRow along;
  along.pair = row.pair;
  Eigen::Map<Vec<D>>{along.normal} = normal;
  Eigen::Map<Spin<D>>{along.turn_first} = moment(row.arm_first, normal);
  Eigen::Map<Spin<D>>{along.turn_second} = moment(row.arm_second, normal);
  return mobility(along);
}

template <int D>
void RigidProblem<D>::change_gaps(const std::vector<double>& change) {
  const std::size_t cones = bound_.size(), rollings = cones + cone_.size();
  parallel_for(change.size(), [&](std::size_t c) {
    if (change[c] == 0.0) {
      return;
    }
    const double velocity = change[c] / step_;
    const std::size_t s = slot(c);
    // Of contacts that nothing can move nothing is asked, as where they were posed.
    constexpr double movable = 1e-12;
    if (s < cones) {
      BoundRow& row = bound_row_[s];
      row.offset += mobility(row) > 0.0 ? velocity : 0.0;
    } else {
      const Cone<D>& cone = s < rollings ? cone_[s - cones] : rolling_[s - rollings].cone;
      ConeRow& row = s < rollings ? cone_row_[s - cones] : rolling_row_[s - rollings].row;
      if (mobility(row, cone.normal) > movable * cone.largest) {
        row.offset += velocity * cone.normal;
      }
    }
  });
  parallel_for(four_rows_.size(), [&](std::size_t four) {
    for (int k = 0; k < 4; ++k) {
      const Vec<D>& offset = cone_row_[4 * four + static_cast<std::size_t>(k)].offset;
      for (int axis = 0; axis < D; ++axis) {
        four_rows_[four].offset.x[axis][k] = offset[axis];
      }
    }
  });
}

template <int D>
void RigidProblem<D>::pose_fours() {
  four_cones_.resize(cone_.size() / 4);
  four_rows_.resize(four_cones_.size());
  parallel_for(four_cones_.size(), [&](std::size_t four) {
    four_cones_[four] = FourCones<D>(&cone_[4 * four]);
    FourRows& rows = four_rows_[four];
    for (int k = 0; k < 4; ++k) {
      const ConeRow& row = cone_row_[4 * four + static_cast<std::size_t>(k)];
      for (int axis = 0; axis < D; ++axis) {
        rows.arm_first.x[axis][k] = row.arm_first[axis];
        rows.arm_second.x[axis][k] = row.arm_second[axis];
        rows.offset.x[axis][k] = row.offset[axis];
      }
      rows.first[k] = row.pair.first;
      rows.second[k] = row.pair.second;
    }
  });
}

template <int D>
void RigidProblem<D>::pose_lists() {
  const std::size_t n = bodies();
  incidence_.build(
      n, contacts(), [&](std::size_t slot) { return pair(slot).first; },
      [&](std::size_t slot) { return pair(slot).second; });
  // Ends of a body ascend, so that those of one kind stand together.
  const auto build = [&](auto& list, std::size_t first_slot, std::size_t count, const auto& make) {
    const auto ends_of = [&](std::size_t i) {
      const std::span<const std::int32_t> ends = incidence_.ends(i);
      const auto from = [&](std::size_t slot) {
        return std::lower_bound(ends.begin(), ends.end(), static_cast<std::int32_t>(2 * slot));
      };
      return std::span(from(first_slot), from(first_slot + count));
    };
    list.row.resize(n + 1);
    parallel_for(n, [&](std::size_t i) { list.row[i] = count > 0 ? static_cast<std::int64_t>(ends_of(i).size()) : 0; });
    list.row[n] = 0;
    list.entry.resize(static_cast<std::size_t>(exclusive_scan(list.row)));
    parallel_for(list.entry.empty() ? 0 : n, [&](std::size_t i) {
      auto at = static_cast<std::size_t>(list.row[i]);
      for (const std::int32_t end : ends_of(i)) {
        list.entry[at++] = make(static_cast<std::size_t>(end / 2) - first_slot, end % 2 != 0);
      }
    });
  };
  build(bound_list_, 0, bound_.size(), [&](std::size_t k, bool first) {
    const BoundRow& row = bound_row_[k];
    BoundEntry entry{};
    for (int axis = 0; axis < D; ++axis) {
      entry.push[axis] = first ? -row.normal[axis] : row.normal[axis];
    }
    for (int axis = 0; axis < spin; ++axis) {
      entry.turn[axis] = first ? -row.turn_first[axis] : row.turn_second[axis];
    }
    entry.component = static_cast<std::int32_t>(k);
    return entry;
  });
  const auto cone_entry = [&](const ConeRow& row, std::size_t slot, bool first) {
    ConeEntry entry{{}, static_cast<std::int32_t>(component(slot))};
    Eigen::Map<Vec<D>>(entry.lever) = first ? row.arm_first : row.arm_second;
    entry.lever[3] = first ? -1.0 : 1.0;
    return entry;
  };
  build(cone_list_, bound_.size(), cone_.size(),
        [&](std::size_t k, bool first) { return cone_entry(cone_row_[k], bound_.size() + k, first); });
  const std::size_t rollings = bound_.size() + cone_.size();
  build(rolling_list_, rollings, rolling_.size(),
        [&](std::size_t k, bool first) { return cone_entry(rolling_row_[k].row, rollings + k, first); });
}

template <int D>
void RigidProblem<D>::push(std::size_t slot, const double* change, State* state) const {
  const auto on = [&](std::int32_t which, double sign, const Vec<D>& p, const Spin<D>& torque) {
    if (static_cast<std::size_t>(which) >= bodies()) {
      return;
    }
    const auto i = static_cast<std::size_t>(which);
    double* x = state[which].x;
    Eigen::Map<Vec<D>>{x} += sign * inverse_mass(i).cwiseProduct(p);
    Eigen::Map<Spin<D>>(x + D) += sign * (inverse_inertia(i) * torque);
  };
  const std::size_t cones = bound_.size() + cone_.size();
  if (slot < bound_.size()) {
    const BoundRow& row = bound_row_[slot];
    const Vec<D> p = change[0] * Eigen::Map<const Vec<D>>(row.normal);
    on(row.pair.first, -1.0, p, change[0] * Eigen::Map<const Spin<D>>(row.turn_first));
    on(row.pair.second, 1.0, p, change[0] * Eigen::Map<const Spin<D>>(row.turn_second));
    return;
  }
  const bool rolls = slot >= cones;
  const ConeRow& row = rolls ? rolling_row_[slot - cones].row : cone_row_[slot - bound_.size()];
  const Vec<D> p = Eigen::Map<const Vec<D>>(change);
  const Spin<D> m = rolls ? Spin<D>(Eigen::Map<const Spin<D>>(change + D)) : Spin<D>(Spin<D>::Zero());
  on(row.pair.first, -1.0, p, moment(row.arm_first, p) + m);
  on(row.pair.second, 1.0, p, moment(row.arm_second, p) + m);
}

template <int D>
void RigidProblem<D>::load(std::size_t c, const Vec<D>& normal, const Impulse& impulse, double* components) const {
  const std::size_t s = slot(c);
  double* at = components + component(s);
  if (s < bound_.size()) {
    *at = impulse.normal;
    return;
  }
  // The normal has turned since.
  const Vec<D>& f = impulse.tangential;
  Eigen::Map<Vec<D>>{at} = impulse.normal * normal + (f - normal.dot(f) * normal);
  if (s >= bound_.size() + cone_.size()) {
    Eigen::Map<Spin<D>>(at + D) = impulse.moment;
  }
}

template <int D>
typename RigidProblem<D>::Impulse RigidProblem<D>::read(std::size_t c, const Vec<D>& normal,
                                                        const double* components) const {
  const std::size_t s = slot(c);
  const double* at = components + component(s);
  Impulse impulse;
  if (s < bound_.size()) {
    impulse.normal = *at;
    return impulse;
  }
  const Eigen::Map<const Vec<D>> p(at);
  impulse.normal = normal.dot(p);
  impulse.tangential = p - impulse.normal * normal;
  const std::size_t cones = bound_.size() + cone_.size();
  const double lower = s < cones ? cone_[s - bound_.size()].lower : rolling_[s - cones].cone.lower;
  if (impulse.normal <= lower * (1.0 - 4e-16)) {
    impulse.normal = lower;  // a pull that ends on its bound is the bound, whatever n·n rounds to
  }
  if (s >= cones) {
    impulse.moment = Eigen::Map<const Spin<D>>(at + D);
  }
  return impulse;
}

template <int D>
void RigidProblem<D>::velocities(const double* impulse, State* state) const {
  parallel_for(bodies(), [&](std::size_t i) { state[i] = change(i, impulse); });
  state[bodies()] = {};
}

template <int D>
Quality RigidProblem<D>::quality(const double* impulse, const State* state) const {
  std::vector<Quality> scratch;
  return for_contacts(state, scratch, [&](const auto& set, std::size_t at, const auto& u, Quality& worst) {
    const Eigen::Map<const std::remove_cvref_t<decltype(u)>> p(impulse + at);
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(set)>, FourCones<D>>) {
      const auto found = set.measure(p, u);
      for (int k = 0; k < 4; ++k) {
        worst.put(found.residual[k], found.error[k], found.pressed[k] != 0.0);
      }
      worst.put_rest(step_ * std::max(0.0, largest(-found.opening)), largest(found.complementarity));
    } else {
      worst.put(set.residual(p, u), set.error(p, u), set.normal_part(p) != 0.0);
      worst.put_rest(step_ * std::max(0.0, -set.normal_part(u)), set.complementarity(p, u));
    }
  });
}

template <int D>
std::size_t RigidProblem<D>::bodies_in_contact() const {
  std::vector<Count> scratch;
  return reduce_blocks(bodies(), scratch,
                       [&](std::size_t begin, std::size_t end, Count& count) {
                         for (std::size_t i = begin; i < end; ++i) {
                           count.value += contacts_of(i) > 0 ? 1 : 0;
                         }
                       })
      .value;
}

template <int D>
double RigidProblem<D>::curvature_bound() const {
  std::vector<Largest> scratch;
  return reduce_blocks(bodies(), scratch,
                       [&](std::size_t begin, std::size_t end, Largest& most) {
                         for (std::size_t i = begin; i < end; ++i) {
                           most.put(static_cast<double>(contacts_of(i)));
                         }
                       })
      .value;
}

template <int D>
std::size_t RigidProblem<D>::bytes_per_iteration() const {
  const std::size_t bounds =
      bound_.size() * (sizeof(BoundRow) + sizeof(Bound) + 4 * sizeof(double) + 2 * sizeof(State));
  const std::size_t cones =
      cone_.size() * (sizeof(ConeRow) + sizeof(Cone<D>) + 4 * D * sizeof(double) + 2 * sizeof(State));
  const std::size_t rollings =
      rolling_.size() * (sizeof(RollingRow) + sizeof(Rolling<D>) + 4 * motion * sizeof(double) + 2 * sizeof(State));
  const std::size_t entries = bound_list_.entry.size() * (sizeof(BoundEntry) + sizeof(double)) +
                              cone_list_.entry.size() * (sizeof(ConeEntry) + D * sizeof(double)) +
                              rolling_list_.entry.size() * (sizeof(ConeEntry) + motion * sizeof(double));
  return bounds + cones + rollings + entries + bodies() * (sizeof(Body) + sizeof(Weights) + 4 * sizeof(State) + 24);
}

template class RigidProblem<2>;
template class RigidProblem<3>;

}  // namespace gluey
