// The law of each contact, recomputed from its gap, the velocities and its impulse: the set it may be in, that it opposes what it stops and
// nothing else, and what becomes of its potential. Within the tolerance it was solved to, or the residual that the step tells where that is larger.

#include "random/record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace gluey::test {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

/// The law between the two, with its numbers.
template <int D>
struct Bound {
  const LawOptions* law = nullptr;
  double scale = 1.0;  ///< R
  double limit = 0.0;  ///< γ_min
};

template <int D>
Bound<D> bound_of(const StepRecord<D>& record, std::size_t c) {
  const World<D>& world = *record.world;
  const Contacts<D>& contacts = record.contacts;
  const std::size_t n = record.bodies();
  const auto i = static_cast<std::size_t>(contacts.first[c]), j = static_cast<std::size_t>(contacts.second[c]);
  const bool other = j < n;
  Bound<D> bound;
  bound.law = &law_between(record, i, j);
  const LawOptions& law = *bound.law;
  if (law.scaling == Scaling::radius) {
    const auto [a, b] = curvatures_of(record, contacts, c);
    bound.scale = (a + b) * (a + b);
  }
  const double roughness =
      world.bodies.roughness[i] + (other ? world.bodies.roughness[j] : world.obstacles[j - n].roughness);
  if (law.kind == LawKind::lubricated) {
    if (law.film.viscosity) {
      const auto [a, b] = curvatures_of(record, contacts, c);
      bound.scale = (a + b) * (a + b);
    }
    // From the distance at which the contact holds: where its film ends, or nearer where it began so.
    const FilmsEnd end = end_of_film(record, contacts, c);
    double from = end.distance;
    if (const std::size_t film = film_of(record, c); end.glues && film < record.films.list.size()) {
      const double thickness = record.films.log_before[film], threshold = std::log(from / law.film.range);
      from = thickness < threshold - 1e-9 ? law.film.range * std::exp(thickness) : from;
    }
    const double per_log = law.film.viscosity ? 6.0 * std::numbers::pi * *law.film.viscosity : law.film.normal;
    bound.limit = std::min(0.0, per_log * std::log(roughness / from));
    return bound;
  }
  bound.limit = law.viscosity ? 6.0 * std::numbers::pi * *law.viscosity * std::log(roughness / law.reference_length)
                              : law.gamma_min;
  return bound;
}

/// The nearest point of the cone |x_T| ≤ μ x_n.
template <int D>
Vec<D> onto_cone(const Vec<D>& x, const Vec<D>& normal, double friction) {
  const double along = normal.dot(x);
  const Vec<D> across = x - along * normal;
  const double slip = across.norm();
  if (along >= 0.0 && slip <= friction * along) {
    return x;
  }
  if (friction * slip <= -along) {
    return Vec<D>::Zero();
  }
  const double size = (along + friction * slip) / (1.0 + friction * friction);
  Vec<D> nearest = size * normal;
  if (slip > 0.0) {
    nearest += friction * size / slip * across;
  }
  return nearest;
}

}  // namespace

template <int D>
void check_law(const StepRecord<D>& record, Violations& found) {
  const Contacts<D>& contacts = record.contacts;
  if (record.carried.size() != contacts.size()) {
    found.push_back({"law", record.number, "the potentials that were carried are not those of the contacts", 1.0});
    return;
  }
  std::vector<bool> shared(contacts.size(), false);
  for (std::size_t c = 0; contacts.detailed && c < contacts.size(); ++c) {
    const auto like = [&](std::size_t k) {
      return contacts.first[k] == contacts.first[c] && contacts.second[k] == contacts.second[c] &&
             (contacts.normal[k] - contacts.normal[c]).norm() < 2e-6;
    };
    std::size_t points = 0;
    for (std::size_t k = 0; k < contacts.size(); ++k) {
      points += like(k) ? 1 : 0;
    }
    shared[c] = points >= 3;
  }
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const ContactMotion<D> m = motion_of(record, c);
    const Bound<D> bound = bound_of(record, c);
    const LawOptions& law = *bound.law;
    const Vec<D>& normal = contacts.normal[c];
    const double held = record.carried[c], p = contacts.impulse[c];
    const std::string where = fmt::format("contact {} of {} and {}", c, contacts.first[c], contacts.second[c]);
    const auto violate = [&](const char* check, const std::string& text, double figure) {
      found.push_back({check, record.number, where + ": " + text, figure});
    };

    const bool films = record.acting.films && law.lubricates();
    if (films && !end_of_film(record, contacts, c).glues && !end_of_film(record, contacts, c).touches) {
      if (p != 0.0 || held != 0.0 || contacts.potential[c] != 0.0) {
        violate("law", fmt::format("p {:.6g}, γ {:.6g} → {:.6g} where films do it all", p, held, contacts.potential[c]),
                1.0);
      }
      continue;
    }
    const bool let_go = films && record.films.let_go[c];

    // What becomes of the potential.
    const double size = std::abs(held) + bound.scale * std::abs(p);
    double expected = 0.0;
    if (law.glues() && p > held / bound.scale) {
      expected = std::min(0.0, std::max(bound.limit, held - bound.scale * p));
    }
    if (films) {
      expected = handed_over(record, c, bound.scale, bound.limit).potential;
    }
    const bool used_up = law.glues() && std::abs(p - held / bound.scale) * bound.scale <= 1e-12 * size;
    // What is left of γ − γ_min within rounding is nothing.
    const double off = std::max(
        0.0, std::abs(contacts.potential[c] - expected) - 1e-12 * (std::isfinite(bound.limit) ? -bound.limit : 0.0));
    const double logs = films ? 1e-13 * 6.0 * std::numbers::pi * law.film.viscosity.value_or(law.film.normal) : 0.0;
    if (off > 1e-12 * size + logs && !(used_up && contacts.potential[c] == 0.0)) {
      violate("potential",
              fmt::format("{:.12g} + p {:.12g} gives {:.12g}, is {:.12g}", held, p, expected, contacts.potential[c]),
              off / size);
    }
    if (!law.glues() && held != 0.0) {
      violate("potential", fmt::format("{:.3g} where nothing glues", held), 1.0);
    }

    // The set.
    const bool at_limit = held <= (1.0 - 1e-12) * bound.limit;
    const bool rubs = (law.friction > 0.0 || law.rolling > 0.0) && !let_go &&
                      (law.kind == LawKind::friction ||
                       ((law.kind == LawKind::gluey_friction || law.kind == LawKind::lubricated) && at_limit));
    const double lower = held == 0.0 || let_go ? 0.0 : law.release == Release::exact ? held / bound.scale : -infinite;
    const Vec<D> across = contacts.rubs ? contacts.friction[c] : Vec<D>(Vec<D>::Zero());
    const Spin<D> q = contacts.rubs ? contacts.moment[c] : Spin<D>(Spin<D>::Zero());
    const double push = std::max(0.0, p);
    if (p < lower - 1e-12 * std::abs(lower)) {
      violate("bound", fmt::format("p {:.12g} < {:.12g}", p, lower), lower - p);
    }
    // Velocities are known to some 1e-16, and impulses with them.
    const double rounding =
        1e-14 * std::abs(p) +
        (1e-6 * record.tolerance + 1e-12 * (m.free.norm() + m.relative.norm() + m.surface.norm())) / m.block.trace();
    if (across.norm() > (rubs ? law.friction : 0.0) * push * (1.0 + 1e-10) + rounding ||
        q.norm() > (rubs ? law.rolling : 0.0) * push * (1.0 + 1e-10) + rounding) {
      violate("cone",
              fmt::format("|p_T| {:.6g}, |m| {:.6g} with p_n {:.6g}, γ {:.6g}{}", across.norm(), q.norm(), p, held,
                          rubs ? "" : ", nothing rubs"),
              across.norm());
    }
    if (std::abs(normal.dot(across)) > 1e-10 * (across.norm() + push) + rounding) {
      violate("cone", fmt::format("friction along the normal, {:.3g} of {:.3g}", normal.dot(across), across.norm()),
              1.0);
    }
    if (!record.solved && (shared[c] || (rubs && held < 0.0))) {
      // What points of a flat contact have after they shared it is not what was iterated; and which part of a set that is not convex was nearer
      // hangs on the last iterate.
      continue;
    }

    // What it opposes.
    double largest = m.block.trace();
    for (int k = 0; k < 100; ++k) {  // the largest eigenvalue, by powers
      Vec<D> x = Vec<D>::Constant(1.0) + 0.1 * Vec<D>::UnitX();
      x = m.block * (m.block * (m.block * (m.block * x)));
      for (int r = 0; r < 60; ++r) {
        x = m.block * x;
        x.normalize();
      }
      largest = x.dot(m.block * x);
      break;
    }
    if (!(largest > 0.0)) {
      continue;  // nothing that can move
    }
    const double drift = static_cast<std::size_t>(contacts.second[c]) < record.bodies() ? normal.dot(m.surface) : 0.0;
    const double gap = asked_gap(record, c) + record.h * drift;
    const Vec<D> slip_velocity = m.relative + m.surface;
    const Vec<D> slip = slip_velocity - normal.dot(slip_velocity) * normal;
    Spin<D> turn = m.rolling + m.surface_spin;
    if constexpr (D == 3) {
      turn -= normal.dot(turn) * normal;  // spin about the normal is not rolling
    }
    // In the convex model sliding and rolling open the gap, of a contact that may pull as well.
    const bool convex = rubs && law.model == FrictionModel::convex;
    const double opening = gap / record.h + normal.dot(m.relative);
    const double lack = convex ? law.friction * slip.norm() + law.rolling * turn.norm() : 0.0;
    const double along_normal = normal.dot(m.block * normal);
    if (!(along_normal > 1e-12 * largest)) {
      continue;  // what is locked takes no notice of a push, which can be any
    }
    largest = rubs ? largest : along_normal;
    const double rho = 1.0 / largest;
    // What was asked for or, where the step tells that it has not got there, what it tells. Overlaps below a fifth of what the tolerance moves
    // in a step are left in the gaps.
    const double allowed =
        1.05 * std::max(record.tolerance, record.told_residual) + 0.2 * record.tolerance +
        1e-10 * (std::abs(gap) / record.h + m.relative.norm() + std::abs(p) * largest + across.norm() * largest);
    double residual = 0.0;
    if (!rubs || (p < 0.0 && held < 0.0)) {
      residual = std::abs(p - std::max(lower, p - rho * (opening - lack))) / rho;
    } else if (law.rolling == 0.0) {
      const double shift = law.model == FrictionModel::coulomb ? law.friction * slip.norm() : 0.0;
      const Vec<D> whole = p * normal + across;
      const Vec<D> moved = whole - rho * ((opening + shift) * normal + slip);
      residual = (whole - onto_cone<D>(moved, normal, law.friction)).norm() / rho;
      if (p == 0.0 && held < 0.0) {
        residual = std::min(residual, std::abs(p - std::max(lower, -rho * (opening - lack))) / rho);
      }
    } else {
      // With rolling: the gap closes where it presses, and what slides or rolls is opposed with all there is.
      residual = std::abs(std::min(opening - lack, push * largest));
      if (push * largest > allowed) {
        residual =
            std::max(residual, (across.dot(slip) + law.friction * push * slip.norm()) / push / (1.0 + law.friction));
      }
      residual /= 10.0;
    }
    if (!(residual <= allowed)) {
      violate("law",
              fmt::format(
                  "residual {:.3g}, {:.3g} was asked for; p {:.6g}, γ {:.17g} of {:.17g}, D/h + u {:.6g}, slip {:.6g}, "
                  "friction {:.6g}",
                  residual, allowed, p, held, bound.limit, opening, slip.norm(), across.norm()),
              residual / allowed);
    }
  }
}

template void check_law<2>(const StepRecord<2>&, Violations&);
template void check_law<3>(const StepRecord<3>&, Violations&);

}  // namespace gluey::test
