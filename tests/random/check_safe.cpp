// Safe steps: what holds however well a step was solved (docs/theory.md). Contacts give no energy, island by island; overlaps are taken back by
// moving bodies that overlap, by no more than a tenth of the smallest radius, and velocities know nothing of it.

#include "core/disjoint_sets.hpp"
#include "random/record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gluey::test {
namespace {

Eigen::Matrix<double, 1, 1> inertia_of(const Rotation<2>& /*orientation*/, const Spin<2>& moments) { return moments; }
Eigen::Matrix3d inertia_of(const Rotation<3>& orientation, const Spin<3>& moments) {
  const Eigen::Matrix3d m = orientation.matrix();
  return m * moments.asDiagonal() * m.transpose();
}

}  // namespace

template <int D>
std::vector<std::size_t> islands_of(const StepRecord<D>& record) {
  DisjointSets sets(record.bodies());
  for (std::size_t c = 0; c < record.contacts.size(); ++c) {
    const auto i = static_cast<std::size_t>(record.contacts.first[c]);
    const auto j = static_cast<std::size_t>(record.contacts.second[c]);
    if (j < record.bodies()) {
      sets.join(i, j);
    }
  }
  return sets.roots();
}

template <int D>
double moved_apart(const StepRecord<D>& record, std::size_t i) {
  return record.h * ((record.way_velocity[i] - record.after.velocity[i]).norm() +
                     record.outer(i) * (record.way_spin[i] - record.solved_spin[i]).norm());
}

template <int D>
double longest_recovery(const StepRecord<D>& record) {
  double smallest = record.world->thickness(0);
  for (std::size_t i = 1; i < record.bodies(); ++i) {
    smallest = std::min(smallest, record.world->thickness(i));
  }
  return 0.1 * smallest;
}

namespace {

/// e = Σ p·ũ' − ½‖V' − V‖²_M of each island is not positive; or Σ p·ũ' at most A = Σ max(0, −p_n D/h), over pulls across gaps and bounces.
template <int D>
void check_gifts(const StepRecord<D>& record, const std::vector<std::size_t>& island, Violations& found) {
  const Contacts<D>& contacts = record.contacts;
  const Bodies<D>& bodies = record.world->bodies;
  const std::size_t n = record.bodies();
  std::vector<double> work_of(n, 0.0), lost(n, 0.0), allowed(n, 0.0), scale(n, 0.0), least(n, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    // Contacts start from what films leave.
    const bool films = record.acting.films;
    const Vec<D> change = record.after.velocity[i] - (films ? record.films.slowed : record.before.velocity)[i];
    const Spin<D> turn = record.solved_spin[i] - (films ? record.films.slowed_spin : record.unforced_spin)[i];
    const auto inertia = inertia_of(record.free_orientation[i], bodies.inertia[i]);
    lost[island[i]] += 0.5 * (bodies.mass[i] * change.squaredNorm() + turn.dot(inertia * turn));
    // What is added up, for rounding.
    // Gaps are known to some 1e-16 of a body, velocities to 1e-16 of their own.
    const double unknown = 1e-14 * record.outer(i) / record.h;
    least[island[i]] += bodies.mass[i] * unknown * unknown;
    scale[island[i]] += 1e-4 * (bodies.mass[i] * record.free_velocity[i].squaredNorm() +
                                record.free_spin[i].dot(inertia * record.free_spin[i]));
    scale[island[i]] +=
        bodies.mass[i] * record.free_velocity[i].norm() * (record.after.velocity[i] - record.free_velocity[i]).norm() +
        bodies.mass[i] * change.squaredNorm() + turn.dot(inertia * turn) +
        record.free_spin[i].norm() * (inertia * (record.solved_spin[i] - record.free_spin[i])).norm();
  }
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const ContactMotion<D> m = motion_of(record, c);
    const std::size_t here = island[static_cast<std::size_t>(contacts.first[c])];
    const double normal_speed = contacts.normal[c].dot(m.relative + m.surface);
    double work = contacts.impulse[c] * normal_speed, size = std::abs(contacts.impulse[c]);
    if (contacts.rubs) {
      work += contacts.friction[c].dot(m.relative + m.surface) + contacts.moment[c].dot(m.rolling + m.surface_spin);
      size += contacts.friction[c].norm() + contacts.moment[c].norm();
    }
    work_of[here] += work;
    const double drawn = asked_gap(record, c) / record.h -
                         (static_cast<std::size_t>(contacts.second[c]) < n ? 0.0 : contacts.normal[c].dot(m.surface));
    const double may = std::max(0.0, -contacts.impulse[c] * drawn);
    allowed[here] += may;
    scale[here] += may + size * (m.relative.norm() + m.surface.norm());
  }
  for (std::size_t root = 0; root < n; ++root) {
    // Impulses of flat contacts are shared as if their normals, equal within 1e-6, were one.
    const double rounding = (contacts.detailed ? 5e-6 : 1e-11) * scale[root] + least[root];
    const double given = work_of[root] - lost[root], may = std::max(0.0, allowed[root] - lost[root]);
    if (given > may + rounding) {
      found.push_back({"given energy", record.number,
                       fmt::format("contacts of the island of body {} give {:.6g}, {:.6g} may be; impulses kept {:.9g}",
                                   root, given, may, record.told_kept),
                       (given - may) / scale[root]});
    }
  }
}

}  // namespace

template <int D>
void check_safe(const StepRecord<D>& record, Violations& found) {
  const Bodies<D>& bodies = record.world->bodies;
  const Contacts<D>& contacts = record.contacts;
  const std::size_t n = record.bodies();
  if (record.carried.size() != contacts.size()) {
    return;
  }
  const std::vector<std::size_t> island = islands_of(record);
  check_gifts(record, island, found);
  if (record.acting.films) {
    return;  // contacts of films move bodies to thresholds, and push back in their own way; what that works is among what films tell
  }

  double deepest = 0.0, work = 0.0, size = 0.0;
  std::vector<double> deep(n, 0.0);
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const double overlap = overlap_of(record, c);
    double& here = deep[island[static_cast<std::size_t>(contacts.first[c])]];
    here = std::max(here, overlap);
    deepest = std::max(deepest, overlap);
  }
  const double longest = longest_recovery(record);
  for (std::size_t i = 0; i < n; ++i) {
    const double moved = moved_apart(record, i);
    const double rounding =
        1e-12 * record.h * (record.way_velocity[i].norm() + record.outer(i) * record.way_spin[i].norm());
    if (!(moved <= longest * (1.0 + 1e-9) + rounding)) {
      found.push_back({"recovery", record.number,
                       fmt::format("body {} is moved apart by {:.6g}, {:.6g} may be", i, moved, longest),
                       moved / longest});
    }
    const Vec<D> apart = record.way_velocity[i] - record.after.velocity[i];
    const Vec<D> forced = record.free_velocity[i] - record.before.velocity[i];
    const Spin<D> turned = record.way_spin[i] - record.solved_spin[i];
    const Spin<D> twisted =
        inertia_of(record.free_orientation[i], bodies.inertia[i]) * (record.free_spin[i] - record.unforced_spin[i]);
    work -= bodies.mass[i] * forced.dot(apart) + twisted.dot(turned);
    size += bodies.mass[i] * forced.norm() * (apart.norm() + record.way_velocity[i].norm()) +
            twisted.norm() * (turned.norm() + record.way_spin[i].norm());
  }
  if (std::abs(work - record.told_recovery_work) > 1e-10 * size) {
    found.push_back({"told recovery", record.number,
                     fmt::format("work {:.9g}, is {:.9g}", record.told_recovery_work, work),
                     std::abs(work - record.told_recovery_work) / size});
  }
  if (std::abs(deepest - record.told_recovered) > 1e-9 * (deepest + record.outer(0))) {
    found.push_back({"told recovery", record.number,
                     fmt::format("overlap {:.9g}, is {:.9g}", record.told_recovered, deepest),
                     std::abs(deepest - record.told_recovered) / record.outer(0)});
  }
  if (record.solved && record.told_kept == 1.0 && !(record.told_residual <= record.tolerance)) {
    found.push_back({"told residual", record.number,
                     fmt::format("{:.3g} is called solved to {:.3g}", record.told_residual, record.tolerance),
                     record.told_residual / record.tolerance});
  }
}

template std::vector<std::size_t> islands_of<2>(const StepRecord<2>&);
template std::vector<std::size_t> islands_of<3>(const StepRecord<3>&);
template double moved_apart<2>(const StepRecord<2>&, std::size_t);
template double moved_apart<3>(const StepRecord<3>&, std::size_t);
template double longest_recovery<2>(const StepRecord<2>&);
template double longest_recovery<3>(const StepRecord<3>&);
template void check_safe<2>(const StepRecord<2>&, Violations&);
template void check_safe<3>(const StepRecord<3>&, Violations&);

}  // namespace gluey::test
