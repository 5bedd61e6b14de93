#include "problem/problem.hpp"

namespace gluey {

template <int D>
void Problem<D>::pose(double step, const std::vector<Vec<D>>& inverse_mass, const std::vector<Vec<D>>& free_velocity,
                      const std::vector<std::int32_t>& first, const std::vector<std::int32_t>& second,
                      const std::vector<Vec<D>>& normal, const std::vector<double>& gap,
                      const std::vector<double>& lower) {
  step_ = step;
  const std::size_t n = inverse_mass.size();
  const std::size_t contacts = first.size();
  inverse_mass_.resize(n + 1);
  mass_.resize(n);
  parallel_for(n, [&](std::size_t i) {
    for (int axis = 0; axis < D; ++axis) {
      inverse_mass_[i].x[axis] = inverse_mass[i][axis];
      mass_[i].x[axis] = inverse_mass[i][axis] > 0.0 ? 1.0 / inverse_mass[i][axis] : 0.0;
    }
  });
  inverse_mass_[n] = {};

  contact_.resize(contacts);
  set_.resize(contacts);
  parallel_for(contacts, [&](std::size_t c) {
    const auto a = static_cast<std::size_t>(first[c]);
    const auto b = std::min(static_cast<std::size_t>(second[c]), n);
    Row& row = contact_[c];
    row.first = static_cast<std::int32_t>(a);
    row.second = static_cast<std::int32_t>(b);
    row.offset = gap[c] / step + normal[c].dot((b < n ? free_velocity[b] : Vec<D>::Zero()) - free_velocity[a]);
    double diagonal = 0.0;
    for (int axis = 0; axis < D; ++axis) {
      row.normal[axis] = normal[c][axis];
      diagonal += normal[c][axis] * normal[c][axis] * (inverse_mass_[a].x[axis] + inverse_mass_[b].x[axis]);
    }
    if (diagonal == 0.0) {
      // Neither side can move along the normal: no impulse changes anything, so none is asked for.
      diagonal = 1.0;
      row.offset = 0.0;
    }
    set_[c] = {lower[c], diagonal, 1.0 / diagonal};
  });
  pose_lists();
}

template <int D>
void Problem<D>::pose(const Problem& whole, const Islands& islands, std::size_t island) {
  step_ = whole.step_;
  const auto bodies = islands.bodies(island);
  const auto contacts = islands.contacts(island);
  inverse_mass_.resize(bodies.size() + 1);
  mass_.resize(bodies.size());
  parallel_for(bodies.size(), [&](std::size_t i) {
    inverse_mass_[i] = whole.inverse_mass_[static_cast<std::size_t>(bodies[i])];
    mass_[i] = whole.mass_[static_cast<std::size_t>(bodies[i])];
  });
  inverse_mass_[bodies.size()] = {};
  contact_.resize(contacts.size());
  set_.resize(contacts.size());
  parallel_for(contacts.size(), [&](std::size_t k) {
    const auto c = static_cast<std::size_t>(contacts[k]);
    contact_[k] = whole.contact_[c];
    contact_[k].first = islands.place(contact_[k].first, island);
    contact_[k].second = islands.place(contact_[k].second, island);
    set_[k] = whole.set_[c];
  });
  pose_lists();
}

template <int D>
void Problem<D>::change_gaps(const std::vector<double>& change) {
  parallel_for(change.size(), [&](std::size_t c) {
    if (change[c] != 0.0 && movable(c)) {
      contact_[c].offset += change[c] / step_;
    }
  });
}

template <int D>
void Problem<D>::pose_lists() {
  const std::size_t n = bodies();
  incidence_.build(
      n, contacts(), [&](std::size_t c) { return contact_[c].first; },
      [&](std::size_t c) { return contact_[c].second; });
  entry_.resize(incidence_.size());
  parallel_for(n, [&](std::size_t i) {
    auto at = static_cast<std::size_t>(incidence_.start(i));
    for (const std::int32_t end : incidence_.ends(i)) {
      const double sign = end % 2 != 0 ? -1.0 : 1.0;
      Entry& entry = entry_[at++];
      entry.contact = end / 2;
      for (int axis = 0; axis < D; ++axis) {
        entry.normal[axis] = sign * contact_[static_cast<std::size_t>(entry.contact)].normal[axis];
      }
    }
  });
}

template <int D>
void Problem<D>::velocities(const double* impulse, Packed<D>* velocity) const {
  std::vector<Sum> none;
  for_states(impulse, none, [&](std::size_t i, const Packed<D>& change, Sum& /*sum*/) { velocity[i] = change; });
  velocity[bodies()] = {};
}

template <int D>
Quality Problem<D>::quality(const double* impulse, const Packed<D>* velocity) const {
  std::vector<Quality> scratch;
  return for_contacts(velocity, scratch, [&](const Bound& set, std::size_t c, const Vec<1>& w, Quality& worst) {
    const Vec<1> p(impulse[c]);
    worst.put(set.residual(p, w), set.error(p, w), p[0] != 0.0);
    worst.put_rest(step_ * std::max(0.0, -w[0]), set.complementarity(p, w));
  });
}

template <int D>
std::size_t Problem<D>::bodies_in_contact() const {
  std::vector<Count> scratch;
  return reduce_blocks(bodies(), scratch,
                       [&](std::size_t begin, std::size_t end, Count& count) {
                         for (std::size_t i = begin; i < end; ++i) {
                           count.value += incidence_.touches(i) ? 1 : 0;
                         }
                       })
      .value;
}

template <int D>
double Problem<D>::curvature_bound() const {
  std::vector<Largest> scratch;
  return reduce_blocks(bodies(), scratch,
                       [&](std::size_t begin, std::size_t end, Largest& most) {
                         for (std::size_t i = begin; i < end; ++i) {
                           most.put(static_cast<double>(incidence_.count(i)));
                         }
                       })
      .value;
}

template <int D>
std::size_t Problem<D>::bytes_per_iteration() const {
  // Contacts: their row, bound, diagonal and its inverse, p and the previous p read, both written; two velocities gathered.
  const std::size_t per_contact = sizeof(Row) + 7 * sizeof(double) + 2 * sizeof(Packed<D>);
  // Entries: their normal and index, and the impulse gathered; bodies: mass, velocity read and written twice over.
  const std::size_t per_entry = sizeof(Entry) + sizeof(double);
  return contacts() * per_contact + entry_.size() * per_entry +
         bodies() * (4 * sizeof(Packed<D>) + sizeof(std::int32_t));
}

template class Problem<2>;
template class Problem<3>;

}  // namespace gluey
