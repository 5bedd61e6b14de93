#include "problem/assemble_rigid.hpp"

#include <algorithm>

namespace gluey {

template <int D>
void AssembledRigid<D>::assemble(const RigidProblem<D>& rigid, const std::vector<std::uint8_t>& pulled, bool uniform) {
  using Equations = typename RigidProblem<D>::Equations;
  using Block = Eigen::Matrix<double, D, D>;
  const std::size_t contacts = rigid.contacts();
  const std::size_t n = rigid.bodies();
  std::vector<Equations> equations(contacts);
  std::vector<std::vector<std::int32_t>> on_body(n);  // slots, ascending
  // What moves a contact of this body's motion; both sides where a body meets its own image.
  const auto rows_on = [](const Equations& one, std::int32_t body) -> decltype(one.on_first) {
    if (one.first == one.second) {
      return one.on_first + one.on_second;
    }
    return one.first == body ? one.on_first : one.on_second;
  };
  problem.contact.assign(contacts, {});
  axes.resize(contacts);
  std::int32_t size = 0;
  for (std::size_t slot = 0; slot < contacts; ++slot) {
    const Equations& own = equations[slot] = rigid.equations(slot);
    axes[slot] = own.axes;
    for (const bool first : {true, false}) {
      const std::int32_t body = first ? own.first : own.second;
      if (static_cast<std::size_t>(body) < n && (first || own.first != own.second)) {
        on_body[static_cast<std::size_t>(body)].push_back(static_cast<std::int32_t>(slot));
      }
    }
    ConeContact& contact = problem.contact[slot];
    contact.first = size;
    contact.size = uniform ? D : own.rows;
    const bool pulls = !pulled.empty() && pulled[slot] != 0;
    contact.set = own.rows == 1 ? (uniform ? Set::cone : Set::bound)
                  : pulls       ? Set::bound
                                : (own.set.shift > 0.0 ? Set::cone : Set::convex);
    contact.parameter = contact.set == Set::bound ? own.set.lower : own.set.friction;
    size += contact.size;
  }

  problem.start.assign(1, 0);
  problem.row.clear();
  problem.value.clear();
  problem.upper.clear();
  problem.offset.assign(static_cast<std::size_t>(size), 0.0);
  std::vector<std::pair<std::int32_t, Block>> column;  // slots ≥ this one, with W between
  for (std::size_t slot = 0; slot < contacts; ++slot) {
    const Equations& own = equations[slot];
    column.assign(1, {static_cast<std::int32_t>(slot), Block::Zero()});
    for (const bool first : {true, false}) {
      const std::int32_t body = first ? own.first : own.second;
      if (static_cast<std::size_t>(body) >= n || (!first && own.first == own.second)) {
        continue;
      }
      const auto image = rigid.by_inverse_mass(body, rows_on(own, body));
      const auto& slots = on_body[static_cast<std::size_t>(body)];
      for (auto other = std::lower_bound(slots.begin(), slots.end(), static_cast<std::int32_t>(slot));
           other != slots.end(); ++other) {
        const Equations& theirs = equations[static_cast<std::size_t>(*other)];
        const Block block = rows_on(theirs, body) * image;
        column.emplace_back(*other, block);
      }
    }
    std::stable_sort(column.begin(), column.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::size_t kept = 0;
    for (std::size_t k = 1; k < column.size(); ++k) {
      if (column[k].first == column[kept].first) {
        column[kept].second += column[k].second;
      } else {
        column[++kept] = column[k];
      }
    }
    column.resize(kept + 1);
    const ConeContact& contact = problem.contact[slot];
    for (int axis = own.rows; axis < contact.size; ++axis) {
      column[0].second(axis, axis) = column[0].second(0, 0);
    }
    for (int axis = 0; axis < contact.size; ++axis) {
      for (const auto& [other, block] : column) {
        const ConeContact& theirs = problem.contact[static_cast<std::size_t>(other)];
        const bool same = other == static_cast<std::int32_t>(slot);
        for (int k = same ? axis : 0; k < theirs.size; ++k) {
          problem.row.push_back(theirs.first + k);
          problem.value.push_back(block(k, axis));
        }
      }
      problem.start.push_back(static_cast<std::int32_t>(problem.row.size()));
      problem.offset[static_cast<std::size_t>(contact.first) + static_cast<std::size_t>(axis)] = own.offset[axis];
    }
  }
}

template <int D>
void AssembledRigid<D>::to_axes(const RigidProblem<D>& rigid, const double* components,
                                std::vector<double>& impulse) const {
  impulse.assign(problem.size(), 0.0);
  for (std::size_t slot = 0; slot < axes.size(); ++slot) {
    const double* p = components + rigid.component(slot);
    double* into = impulse.data() + problem.contact[slot].first;
    if (slot < rigid.bounds()) {
      *into = *p;
    } else {
      Eigen::Map<Vec<D>>{into} = axes[slot].transpose() * Eigen::Map<const Vec<D>>(p);
    }
  }
}

template <int D>
void AssembledRigid<D>::to_space(const RigidProblem<D>& rigid, const std::vector<double>& impulse,
                                 double* components) const {
  for (std::size_t slot = 0; slot < axes.size(); ++slot) {
    const double* from = impulse.data() + problem.contact[slot].first;
    double* p = components + rigid.component(slot);
    if (slot < rigid.bounds()) {
      *p = *from;
    } else {
      Eigen::Map<Vec<D>>{p} = axes[slot] * Eigen::Map<const Vec<D>>(from);
    }
  }
}

template struct AssembledRigid<2>;
template struct AssembledRigid<3>;

}  // namespace gluey
