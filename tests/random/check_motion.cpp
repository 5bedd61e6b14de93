// Momentum and energy of a step. The impulses account for all that contacts did to velocities; without anything from outside momenta stay; the
// energy changes by the identity of docs/theory.md, and what may add to it is named: forces, the motion of obstacles, the recovery of overlaps,
// pulls across gaps, bounces. Nothing else does.

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

template <int D>
Vec<D> whole_impulse(const Contacts<D>& contacts, std::size_t c) {
  Vec<D> p = contacts.impulse[c] * contacts.normal[c];
  if (contacts.rubs) {
    p += contacts.friction[c];
  }
  return p;
}
template <int D>
Spin<D> whole_moment(const Contacts<D>& contacts, std::size_t c) {
  return contacts.rubs ? contacts.moment[c] : Spin<D>(Spin<D>::Zero());
}

/// V' − U − M⁻¹ Gᵀ p, relative to what the impulses do.
template <int D>
void check_impulses(const StepRecord<D>& record, Violations& found) {
  const Contacts<D>& contacts = record.contacts;
  const std::size_t n = record.bodies();
  std::vector<Vec<D>> pushed(n, Vec<D>::Zero());
  std::vector<Spin<D>> turned(n, Spin<D>::Zero());
  std::vector<double> size(n, 0.0);
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const ContactMotion<D> m = motion_of(record, c);
    const Vec<D> p = whole_impulse(contacts, c);
    const Spin<D> q = whole_moment(contacts, c);
    const auto i = static_cast<std::size_t>(contacts.first[c]), j = static_cast<std::size_t>(contacts.second[c]);
    pushed[i] -= p;
    turned[i] -= moment(m.arm_first, p) + q;
    size[i] += p.norm() + q.norm();
    if (j < n) {
      pushed[j] += p;
      turned[j] += moment(m.arm_second, p) + q;
      size[j] += p.norm() + q.norm();
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    const Vec<D> change = record.inverse_mass[i].cwiseProduct(pushed[i]);
    const Vec<D>& free = record.acting.films ? record.films.slowed[i] : record.free_velocity[i];
    const Spin<D>& free_spin = record.acting.films ? record.films.slowed_spin[i] : record.free_spin[i];
    const double off = (record.after.velocity[i] - free - change).norm();
    const double scale = record.inverse_mass[i].maxCoeff() * size[i] + record.after.velocity[i].norm() + free.norm() +
                         record.free_velocity[i].norm();
    const Spin<D> spun = inertia_of(record.free_orientation[i], record.inverse_inertia[i]) * turned[i];
    const double spin_off = (record.solved_spin[i] - free_spin - spun).norm();
    const double spin_scale = record.inverse_inertia[i].maxCoeff() * size[i] * record.outer(i) +
                              record.solved_spin[i].norm() + free_spin.norm() + record.free_spin[i].norm();
    // Points of a flat contact share impulses as if their normals, equal within 1e-6, were one.
    const double slack = record.contacts.detailed ? 1e-6 : 1e-10, least = 1e-14 / record.h;
    if (off > slack * scale + least || spin_off > slack * spin_scale + least) {
      found.push_back({"impulse", record.number,
                       fmt::format("body {}: velocity off by {:.3g} of {:.3g}, spin by {:.3g} of {:.3g}", i, off, scale,
                                   spin_off, spin_scale),
                       std::max(off / scale, spin_off / std::max(spin_scale, 1e-300))});
    }
  }
}

}  // namespace

template <int D>
void check_momentum(const StepRecord<D>& record, Violations& found) {
  const World<D>& world = *record.world;
  const Bodies<D>& bodies = world.bodies;
  check_impulses(record, found);
  bool locked = false;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    locked = locked || bodies.inverse_mass[i].minCoeff() == 0.0 || bodies.inverse_inertia[i].minCoeff() == 0.0;
  }
  if (record.acting.outside || !world.obstacles.empty() || locked) {
    return;
  }
  Vec<D> change = Vec<D>::Zero();
  Spin<D> spin_change = Spin<D>::Zero();
  double scale = 0.0, spin_scale = 0.0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Vec<D> before = bodies.mass[i] * record.before.velocity[i], after = bodies.mass[i] * record.after.velocity[i];
    change += after - before;
    scale += after.norm() + before.norm();
    spin_change += moment(record.after.position[i], after) - moment(record.before.position[i], before) +
                   inertia_of(record.after.orientation[i], bodies.inertia[i]) * record.after.spin[i] -
                   inertia_of(record.before.orientation[i], bodies.inertia[i]) * record.before.spin[i];
    // Bodies that overlap, or that the law of lubrication keeps apart, are moved and keep their velocities: momenta have other arms.
    const Vec<D> way = record.after.position[i] - record.before.position[i];
    spin_change -= moment(Vec<D>(way - record.h * record.after.velocity[i]), after);
    spin_scale += (after.norm() + before.norm()) * record.after.position[i].norm() +
                  bodies.inertia[i].maxCoeff() * (record.after.spin[i].norm() + record.before.spin[i].norm());
  }
  for (std::size_t c = 0; c < record.contacts.size(); ++c) {
    const double p = whole_impulse(record.contacts, c).norm();
    scale += p;
    spin_scale += p * (1.0 + record.after.position[static_cast<std::size_t>(record.contacts.first[c])].norm());
  }
  if (change.norm() > 1e-12 * scale && world.domain.shear_rate == 0.0) {
    found.push_back({"momentum", record.number, fmt::format("changed by {:.3g} of {:.3g}", change.norm(), scale),
                     change.norm() / scale});
  }
  if (!world.domain.any() && spin_change.norm() > (record.acting.films ? 1e-9 : 1e-11) * (spin_scale + scale)) {
    found.push_back({"angular momentum", record.number,
                     fmt::format("changed by {:.3g} of {:.3g}", spin_change.norm(), spin_scale),
                     spin_change.norm() / spin_scale});
  }
}

template <int D>
void check_energy(const StepRecord<D>& record, Violations& found) {
  const World<D>& world = *record.world;
  const Bodies<D>& bodies = world.bodies;
  const std::size_t n = bodies.size();
  double told = 0.0, before = 0.0, free = 0.0, solved = 0.0, dissipated = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    const auto energy = [&](const Vec<D>& v, const Rotation<D>& orientation, const Spin<D>& spin) {
      return 0.5 * bodies.mass[i] * v.squaredNorm() + 0.5 * spin.dot(inertia_of(orientation, bodies.inertia[i]) * spin);
    };
    Vec<D> home = record.after.velocity[i];
    home += world.domain.shear_rate == 0.0
                ? Vec<D>(Vec<D>::Zero())
                : world.domain.drift(world.domain.home(record.after.position[i], record.time + record.h));
    told += energy(home, record.after.orientation[i], record.after.spin[i]);
    before += energy(record.before.velocity[i], record.before.orientation[i], record.before.spin[i]);
    // Contacts take what films leave for the free motion.
    const Vec<D>& begun = record.acting.films ? record.films.slowed[i] : record.free_velocity[i];
    const Spin<D>& begun_spin = record.acting.films ? record.films.slowed_spin[i] : record.free_spin[i];
    free += energy(begun, record.free_orientation[i], begun_spin);
    solved += energy(record.after.velocity[i], record.free_orientation[i], record.solved_spin[i]);
    dissipated +=
        energy(record.after.velocity[i] - begun, record.free_orientation[i], record.solved_spin[i] - begun_spin);
  }
  // What turns freely keeps its energy and its angular momentum, however far it turns.
  for (std::size_t i = 0; i < n; ++i) {
    const Spin<D> forced = record.before.spin[i] + record.free_spin[i] - record.unforced_spin[i];
    const auto then = inertia_of(record.before.orientation[i], bodies.inertia[i]);
    const auto now = inertia_of(record.free_orientation[i], bodies.inertia[i]);
    const Spin<D> momentum = then * forced, kept = now * record.free_spin[i];
    const double had = forced.dot(momentum), has = record.free_spin[i].dot(kept);
    if (std::abs(has - had) > 1e-10 * had + 1e-300 || (kept - momentum).norm() > 1e-10 * momentum.norm() + 1e-300) {
      found.push_back({"free rotation", record.number,
                       fmt::format("body {}: energy {:.9g} → {:.9g}, angular momentum {:.9g} → {:.9g}", i, 0.5 * had,
                                   0.5 * has, momentum.norm(), kept.norm()),
                       std::abs(has - had) / had});
    }
  }
  // A step into another period counts as either side of the border.
  if (std::abs(told - record.told_kinetic) > 1e-10 * (told + before) && world.domain.shear_rate == 0.0) {
    found.push_back({"told energy", record.number, fmt::format("{:.9g}, is {:.9g}", record.told_kinetic, told),
                     std::abs(told - record.told_kinetic) / told});
  }
  if (record.acting.drag) {
    return;
  }

  const Contacts<D>& contacts = record.contacts;
  double work = 0.0, scale = before + free + solved + dissipated, shared = 0.0;
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const ContactMotion<D> m = motion_of(record, c);
    const double p = contacts.impulse[c], u = contacts.normal[c].dot(m.relative);
    const Vec<D> rubbing = contacts.rubs ? contacts.friction[c] : Vec<D>(Vec<D>::Zero());
    const Spin<D> q = whole_moment(contacts, c);
    work += p * u + rubbing.dot(m.relative) + q.dot(m.rolling);
    scale += std::abs(p * u) + std::abs(rubbing.dot(m.relative)) + std::abs(q.dot(m.rolling)) +
             std::abs(p * contacts.gap[c] / record.h);
    // Points of a flat contact share impulses as if their normals, equal within 1e-6, were one.
    shared += contacts.detailed ? 1e-6 * std::abs(p) * m.relative.norm() : 0.0;
    if (!record.solved) {
      continue;
    }
    // Friction and rolling resistance take energy, but for what the obstacle's own motion gives.
    const double slip = rubbing.dot(m.relative + m.surface), roll = q.dot(m.rolling + m.surface_spin);
    if (slip > 3.0 * record.tolerance * rubbing.norm() + 1e-11 * scale ||
        roll > 3.0 * record.tolerance *
                       (q.norm() / record.outer(static_cast<std::size_t>(contacts.first[c])) + rubbing.norm()) +
                   1e-11 * scale) {
      found.push_back({"driving friction", record.number,
                       fmt::format("contact {} of {} and {} gives {:.3g} by sliding, {:.3g} by rolling", c,
                                   contacts.first[c], contacts.second[c], slip, roll),
                       (slip + std::max(0.0, roll)) / scale});
    }
    // A pull across a gap gives energy: no more than the surfaces had when they parted. Where they slide past each other on round paths, a
    // gap of second order opens and closes again.
    // The convex model of friction opens a gap where contacts slide, which those that are glued then close.
    const LawOptions& law =
        law_between(record, static_cast<std::size_t>(contacts.first[c]), static_cast<std::size_t>(contacts.second[c]));
    if (p < 0.0 && law.model != FrictionModel::convex) {
      const Vec<D>& normal = contacts.normal[c];
      const auto i = static_cast<std::size_t>(contacts.first[c]), j = static_cast<std::size_t>(contacts.second[c]);
      const double surface = normal.dot(m.surface);
      const double drawn = -record.h * (u + surface), h = std::max(record.h, record.last_h);
      const double size = record.outer(i);
      const double turned =
          h * (m.before.norm() / size + record.before.spin[i].norm() + (j < n ? record.before.spin[j].norm() : 0.0));
      // The way of a point of an obstacle that turns is a chord, off its surface by as much.
      const double chord = h * h * m.surface.norm() * m.surface_spin.norm();
      // A gap that the last step left open within what it was solved to is closed by the next.
      const double parted = 3.0 * record.last_open + h * std::abs(normal.dot(m.before)) + record.closed_gap +
                            3.0 * record.h * std::max(record.tolerance, record.told_residual) +
                            4.0 * size * turned * turned + chord;
      if (drawn > parted + 1e-10 * size) {
        found.push_back({"pull", record.number,
                         fmt::format("contact {} of {} and {} draws {:.6g} together, {:.6g} is what it parted by", c,
                                     contacts.first[c], contacts.second[c], drawn, parted),
                         drawn / parted});
      }
    }
  }
  const double off = solved - free - (work - dissipated);
  if (std::abs(off) > 1e-9 * scale + shared) {
    found.push_back({"energy", record.number,
                     fmt::format("K' − K_free is {:.9g}, impulses give {:.9g}", solved - free, work - dissipated),
                     std::abs(off) / scale});
  }
  // Turning on within the step.
  double after = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    after += 0.5 * bodies.mass[i] * record.after.velocity[i].squaredNorm() +
             0.5 * record.after.spin[i].dot(inertia_of(record.after.orientation[i], bodies.inertia[i]) *
                                            record.after.spin[i]);
  }
  if (std::abs(after - solved - record.told_turning) > 1e-10 * scale) {
    found.push_back({"turning", record.number,
                     fmt::format("told {:.9g}, is {:.9g}", record.told_turning, after - solved),
                     std::abs(after - solved - record.told_turning) / scale});
  }
}

template void check_momentum<2>(const StepRecord<2>&, Violations&);
template void check_momentum<3>(const StepRecord<3>&, Violations&);
template void check_energy<2>(const StepRecord<2>&, Violations&);
template void check_energy<3>(const StepRecord<3>&, Violations&);

}  // namespace gluey::test
