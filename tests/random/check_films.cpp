// Films of fluid: their impulses account for what they did to velocities, each resists along and across its normal by one distance, the distance
// goes on by the impulse that the film gave; and the energy of every step with films is accounted for, term by term, each recomputed.

#include "random/record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace gluey::test {
namespace {

Eigen::Matrix<double, 1, 1> inertia_of(const Rotation<2>& /*orientation*/, const Spin<2>& moments) { return moments; }
Eigen::Matrix3d inertia_of(const Rotation<3>& orientation, const Spin<3>& moments) {
  const Eigen::Matrix3d m = orientation.matrix();
  return m * moments.asDiagonal() * m.transpose();
}
/// What implicit drag adds to a mass, axis by axis; nothing where the body is locked.
template <int N>
Vec<N> added(const Vec<N>& inverse, const Vec<N>& without) {
  Vec<N> more = Vec<N>::Zero();
  for (int k = 0; k < N; ++k) {
    more[k] = inverse[k] > 0.0 && without[k] > 0.0 ? 1.0 / inverse[k] - 1.0 / without[k] : 0.0;
  }
  return more;
}

template <int D>
Vec<D> impulse_of(const Contacts<D>& list, std::size_t c) {
  return list.rubs ? Vec<D>(list.impulse[c] * list.normal[c] + list.friction[c])
                   : Vec<D>(list.impulse[c] * list.normal[c]);
}

/// V, U, V', V'' of a body, or its spins, and what happens in between.
template <int N>
struct Stages {
  Eigen::Matrix<double, N, N> inertia, turned;  ///< before, and with the orientation that it has freely
  Vec<N> drag;                                  ///< h ξ
  Vec<N> before, forced, free;                  ///< V; V + hF/M; U, which is that but for turning freely
  Vec<N> slowed, after, way;                    ///< V', V'', V°

  [[nodiscard]] Vec<N> force() const { return inertia * (forced - before) - drag.cwiseProduct(after - free); }  // hF
  [[nodiscard]] double work() const { return force().dot(forced + way - free); }
  /// ½‖V' − V‖², and what contacts do beside their own work.
  [[nodiscard]] double numerical() const {
    const Vec<N> push = forced - before, slow = slowed - free;
    return 0.5 * push.dot(inertia * push) + push.dot(inertia * slow) + 0.5 * slow.dot(turned * slow);
  }
  [[nodiscard]] double projection() const {
    const Vec<N> stop = after - slowed, slow = slowed - free, turn = free - forced;
    return 0.5 * stop.dot(turned * stop) + (forced - before).dot(inertia * (way - slowed)) -
           slow.dot(drag.cwiseProduct(way - slowed - turn)) - stop.dot(drag.cwiseProduct(way - after - turn));
  }
  [[nodiscard]] double recovery() const { return -force().dot(way - after); }
  [[nodiscard]] double scale() const {
    return free.dot(turned * free) + after.dot(turned * after) + slowed.dot(turned * slowed) +
           before.dot(inertia * before) + force().norm() * (forced.norm() + way.norm() + free.norm() + after.norm());
  }
};

template <int D>
Stages<D> shifts(const StepRecord<D>& record, std::size_t i) {
  const Bodies<D>& bodies = record.world->bodies;
  using Mass = Eigen::Matrix<double, D, D>;
  const Mass mass = bodies.mass[i] * Mass::Identity();
  return {mass,
          mass,
          added<D>(record.inverse_mass[i], bodies.inverse_mass[i]),
          record.before.velocity[i],
          record.free_velocity[i],
          record.free_velocity[i],
          record.films.slowed[i],
          record.after.velocity[i],
          record.way_velocity[i]};
}
template <int D>
Stages<spin_size<D>> turns(const StepRecord<D>& record, std::size_t i) {
  const Bodies<D>& bodies = record.world->bodies;
  const Spin<D> twist = record.free_spin[i] - record.unforced_spin[i];
  return {inertia_of(record.before.orientation[i], bodies.inertia[i]),
          inertia_of(record.free_orientation[i], bodies.inertia[i]),
          added<spin_size<D>>(record.inverse_inertia[i], bodies.inverse_inertia[i]),
          record.before.spin[i],
          record.before.spin[i] + twist,
          record.free_spin[i],
          record.films.slowed_spin[i],
          record.solved_spin[i],
          record.way_spin[i]};
}

/// eʸ⁺ˢ − eʸ.
double growth(double y, double s) {
  return std::abs(s) < 1.0 ? std::exp(y) * std::expm1(s) : std::exp(y + s) - std::exp(y);
}
/// The mean of 1/D over the step in which ln D goes from y to y + s: h κ u is the impulse μ s then.
double mean_inverse(double y, double s) { return s == 0.0 ? std::exp(-y) : std::abs(s / growth(y, s)); }
/// The root of a function that grows.
template <class F>
double root(F&& f, double low, double high) {
  for (int k = 0; k < 200; ++k) {
    const double middle = 0.5 * (low + high);
    (f(middle) < 0.0 ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

/// n·M⁻¹n of a body at a film: turning counts of those that are no balls, about the point of their own surface.
template <int D>
double mobility(const StepRecord<D>& record, std::size_t c, std::size_t body, bool second) {
  const Contacts<D>& list = record.films.list;
  const Vec<D>& n = list.normal[c];
  double sum = record.inverse_mass[body].dot(n.cwiseAbs2());
  if (!record.is_ball(body)) {
    const Rotation<D>& turn = record.before.orientation[body];
    const Spin<D> lever = moment(turn.apply(second ? list.local_second[c] : list.local_first[c]), n);
    sum += lever.dot(inertia_of(turn, record.inverse_inertia[body]) * lever);
  }
  return sum;
}

/// Whatever is known of one film before it is solved.
template <int D>
struct Film {
  const LawOptions* law = nullptr;
  Resistance resistance;
  FilmsEnd end;
  double mobility = 0.0;  ///< W_nn
  double y = 0.0;         ///< ln D
  double held = 0.0;      ///< γ of the contact that holds the two
  bool acts = false;
};
template <int D>
Film<D> film_at(const StepRecord<D>& record, std::size_t k) {
  const Contacts<D>& list = record.films.list;
  const auto i = static_cast<std::size_t>(list.first[k]), j = static_cast<std::size_t>(list.second[k]);
  Film<D> film;
  film.law = &law_between(record, i, j);
  film.end = end_of_film(record, list, k);
  film.mobility = mobility(record, k, i, false) + (j < record.bodies() ? mobility(record, k, j, true) : 0.0);
  const double carried = j < record.bodies() ? 0.0 : record.h * list.normal[k].dot(motion_of_film(record, k).surface);
  const double gap = list.gap[k] - carried;
  film.acts = film.law->lubricates() && gap <= film.law->film.range;
  film.resistance = film.acts ? resistance_of_film(record, k) : Resistance{};
  film.resistance.along = film.mobility > 0.0 ? film.resistance.along : 0.0;
  film.y = record.films.log_before[k] + (film.acts ? std::log(film.law->film.range) : 0.0);
  for (std::size_t c = 0; film.end.glues && gap < 1.5 * film.end.distance && c < record.contacts.size(); ++c) {
    if (record.contacts.first[c] == list.first[k] && record.contacts.second[c] == list.second[k] &&
        (!list.detailed || record.image(c) == list.image[k])) {
      film.held = std::min(film.held, record.carried[c]);
    }
  }
  return film;
}
double per_log(const FilmOptions& film) {
  return film.viscosity ? 6.0 * std::numbers::pi * *film.viscosity : film.normal;
}

/// The pull among a film's impulse: of the contact that let go in the step, all that its potential held.
template <int D>
double pull_of(const StepRecord<D>& record, std::size_t k, const Film<D>& film) {
  for (std::size_t c = 0; c < record.contacts.size(); ++c) {
    if (record.films.let_go[c] && film_of(record, c) == k) {
      return record.carried[c] * film.resistance.along / film.resistance.share / per_log(film.law->film);
    }
  }
  return 0.0;
}

/// How a film that begins at ln D resists: what the last step's impulses, but for its own, would do within the step.
template <int D>
double predicted(const StepRecord<D>& record, std::size_t k, const Film<D>& film) {
  const Contacts<D>& list = record.films.list;
  const auto i = static_cast<std::size_t>(list.first[k]), j = static_cast<std::size_t>(list.second[k]);
  const double again = record.last_h > 0.0 ? record.h / record.last_h : 0.0;
  ContactMotion<D> m = motion_of_film(record, k);
  Vec<D> u = m.free + m.surface;
  for (std::size_t c = 0; c < list.size(); ++c) {
    if (const Resistance of = film_at(record, c).resistance; of.along == 0.0 && of.across == 0.0) {
      continue;  // what has come out of reach pushes no more
    }
    const ContactMotion<D> other = motion_of_film(record, c);
    const Vec<D> p = again * record.films.last[c];
    const auto add = [&](std::size_t body, const Vec<D>& arm, double sign) {
      const Spin<D> turn = inertia_of(record.free_orientation[body], record.inverse_inertia[body]) * moment(arm, p);
      for (const bool second : {false, true}) {
        if (body == (second ? j : i)) {
          u += (second ? sign : -sign) *
               (record.inverse_mass[body].cwiseProduct(p) + cross(turn, second ? m.arm_second : m.arm_first));
        }
      }
    };
    add(static_cast<std::size_t>(list.first[c]), other.arm_first, -1.0);
    if (static_cast<std::size_t>(list.second[c]) < record.bodies()) {
      add(static_cast<std::size_t>(list.second[c]), other.arm_second, 1.0);
    }
  }
  return list.normal[k].dot(u) - again * film.mobility * list.normal[k].dot(record.films.last[k]);
}

/// Of all films of the two bodies what they left in the step before is known.
template <int D>
bool predictable(const StepRecord<D>& record, std::size_t k) {
  const Contacts<D>& list = record.films.list;
  for (std::size_t c = 0; c < list.size(); ++c) {
    const bool near = list.first[c] == list.first[k] || list.second[c] == list.first[k] ||
                      list.first[c] == list.second[k] || list.second[c] == list.second[k];
    if (near && !record.films.known[c]) {
      return false;
    }
  }
  return true;
}

template <int D>
void check_film_laws(const StepRecord<D>& record, Violations& found) {
  const FilmRecord<D>& films = record.films;
  const Contacts<D>& list = films.list;
  if (films.log_before.size() != list.size() || record.carried.size() != record.contacts.size()) {
    found.push_back({"film", record.number, "what films carried is not known", 1.0});
    return;
  }
  // Velocities are known as well as the films' momenta are.
  double momentum = 0.0, fastest = 0.0, lightest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < record.bodies(); ++i) {
    const Spin<D>& omega = record.free_spin[i];
    const double mass = record.world->bodies.mass[i], inertia = record.world->bodies.inertia[i].minCoeff();
    momentum += mass * record.free_velocity[i].squaredNorm() +
                omega.dot(inertia_of(record.free_orientation[i], record.world->bodies.inertia[i]) * omega);
    fastest = std::max({fastest, record.before.velocity[i].norm(), record.before.spin[i].norm() * record.outer(i)});
    lightest = std::min({lightest, mass, inertia / (record.outer(i) * record.outer(i))});
  }
  for (const Vec<D>& last : films.last) {
    fastest = std::max(fastest, last.norm() / lightest);
  }
  // The solve starts from what the last impulses would do: rounding of that is what is left, stiff as films are.
  const double unknown =
      (40.0 * films.told_residual + 1e-10) * std::sqrt(momentum / lightest) + 1e-11 * fastest + 1e-14 / record.h;
  const double nothing = 1e-12 * std::sqrt(momentum * lightest);  // of impulses
  for (std::size_t k = 0; k < list.size(); ++k) {
    const Film<D> film = film_at(record, k);
    const Vec<D>& normal = list.normal[k];
    const ContactMotion<D> m = motion_of_film(record, k);
    const Vec<D> u = m.relative + m.surface;
    const double u_n = normal.dot(u);
    const Vec<D> slip = u - u_n * normal;
    const double p = list.impulse[k];
    const Vec<D> across = list.friction[k];
    const auto violate = [&](const std::string& text, double figure) {
      found.push_back({"film", record.number,
                       fmt::format("film {} of {} and {}: {}", k, list.first[k], list.second[k], text), figure});
    };
    if (!film.acts) {
      if (p != 0.0 || !across.isZero(0.0)) {
        violate(fmt::format("p {:.6g}, {:.6g} where there is none", p, across.norm()), 1.0);
      }
      continue;
    }
    const double mu = film.resistance.along, pull = pull_of(record, k, film);
    const bool released = pull < 0.0, held = film.held < 0.0 && !released;
    const double resisted = p - pull, rounding = 1e-9;
    // Along: it opposes what it lets through, p = −h κ u_n, no more stiffly than it may.
    const double stiffest = film.mobility > 0.0 ? 1e4 / film.mobility : 0.0;
    if (held || mu == 0.0) {
      if (std::abs(resisted) > nothing) {
        violate(fmt::format("p {:.6g} where a contact holds", resisted), 1.0);
      }
    } else if (-resisted * u_n < -stiffest * unknown * (std::abs(u_n) + unknown) ||
               std::abs(resisted) > stiffest * (std::abs(u_n) + unknown) * (1.0 + rounding) + nothing) {
      violate(fmt::format("p {:.9g} drives, u {:.6g} within {:.3g}, or is stiffer than {:.6g}", resisted, u_n, unknown,
                          stiffest),
              1.0);
    }
    const auto capped = [&](double along) { return std::min(along, stiffest); };
    const double as_far = film.end.glues || film.end.touches ? std::min(0.0, std::log(film.end.distance) - film.y)
                                                             : -std::numeric_limits<double>::infinity();
    const double thinned = film.held < 0.0 ? film.held / per_log(film.law->film) : 0.0;
    const auto shear = [&](double s) {
      return record.h * film.resistance.across * std::max(0.0, -(films.log_before[k] + s + thinned));
    };
    if (predictable(record, k) && film.resistance.share == 1.0 && !released) {
      double s = 0.0, along = 0.0;
      if (mu > 0.0 && !held) {
        const double w = record.h * predicted(record, k, film), stiffness = record.h * mu * film.mobility;
        s = root([&](double at) { return growth(film.y, at) + stiffness * at - w; }, std::min(0.0, w / stiffness),
                 w > 0.0 ? std::min(w / stiffness, std::log1p(w / std::exp(film.y))) : 0.0);
        if (s < as_far) {
          s = as_far;
          along = mu * s / (w / record.h - mu * s * film.mobility);
        } else {
          along = record.h * mu * mean_inverse(film.y, s);
        }
        along = capped(along);
      }
      const double off = std::abs(resisted + along * u_n);
      const double slack = along * unknown + 1e-8 * (std::abs(resisted) + along * std::abs(u_n)) + nothing;
      if (!(off <= slack)) {
        violate(fmt::format("p {:.9g}, −hκu is {:.9g} (u {:.6g}, hκ {:.6g}, s {:.6g})", resisted, -along * u_n, u_n,
                            along, s),
                off / slack);
      }
      const double b = shear(s);
      if (!((across + b * slip).norm() <= b * unknown + 1e-8 * across.norm() + 1e-8 * b * slip.norm() + nothing)) {
        violate(fmt::format("shear {:.9g}, hκ⊥u is {:.9g} with s {:.9g} from {:.9g}, p {:.6g}", across.norm(),
                            b * slip.norm(), s, films.log_before[k], resisted),
                1.0);
      }
    }
    // Across: against the slip and nothing else.
    const double b = slip.norm() > 0.0 ? -across.dot(slip) / slip.squaredNorm() : 0.0;
    const double most = std::max(record.h * film.resistance.across * 1e4, std::abs(b));
    if (b * slip.norm() < -most * unknown - nothing - 1e-13 * std::abs(p) ||
        (across + b * slip).norm() > most * unknown + 1e-8 * across.norm() + nothing ||
        std::abs(normal.dot(across)) > 1e-10 * (across.norm() + std::abs(p)) + nothing) {
      violate(fmt::format("shear {:.6g} of slip {:.6g} is not against it", across.norm(), slip.norm()), 1.0);
    }

    // Its distance goes on by what it gave; what a contact took from it is that one's.
    if (film.resistance.share > 1e-6) {
      const auto list_of = [&](std::size_t c) { return film_of(record, c) == k && mu > 0.0; };
      double expected = held || mu == 0.0 ? films.log_before[k] : std::min(0.0, films.log_before[k] - resisted / mu);
      expected = std::max(film.resistance.least, expected);
      for (std::size_t c = 0; c < record.contacts.size(); ++c) {
        if (list_of(c) && (film.end.glues || film.end.touches)) {
          expected = handed_over(record, c, 1.0, 0.0).thickness;
        }
      }
      const double size = std::abs(films.log_before[k]) + std::abs(resisted) / std::max(mu, 1e-300);
      if (!(std::abs(expected - list.potential[k]) <= 1e-11 * (1.0 + (mu > 0.0 ? size : 0.0)))) {
        violate(fmt::format("ln D/d {:.12g} → {:.12g}, by its impulse {:.12g}", films.log_before[k], list.potential[k],
                            expected),
                std::abs(expected - list.potential[k]));
      }
    }
    // What it begins with is what it was left with, unless corners have come nearer; what is new is measured.
    if (films.known[k] && film.held == 0.0) {
      const double carried =
          static_cast<std::size_t>(list.second[k]) < record.bodies() ? 0.0 : record.h * normal.dot(m.surface);
      const double gap = list.gap[k] - carried, range = film.law->film.range, radius = 10.0 * longest_recovery(record);
      const double again = std::log(std::max({gap, film.end.distance, 1e-6 * radius}) / range);
      const double last = films.last_thickness[k];
      const double begins = last == 0.0           ? std::log(std::max(gap, film.end.thinnest) / range)
                            : again < last - 0.05 ? again
                                                  : last;
      if (!(std::abs(begins - films.log_before[k]) <= 1e-9 * (1.0 + std::abs(begins)))) {
        violate(fmt::format("begins with ln D/d {:.12g}, was left with {:.12g}", films.log_before[k], begins),
                std::abs(begins - films.log_before[k]));
      }
    }
  }
}

template <int D>
void check_balance(const StepRecord<D>& record, Violations& found) {
  const Bodies<D>& bodies = record.world->bodies;
  const FilmRecord<D>& films = record.films;
  double viscous = 0.0, driven = 0.0, slipped = 0.0, size = 0.0, pulled = 0.0;
  for (std::size_t c = 0; c < films.list.size(); ++c) {
    const ContactMotion<D> m = motion_of_film(record, c);
    const Vec<D> p = impulse_of(films.list, c);
    viscous -= p.dot(m.relative + m.surface);
    pulled += pull_of(record, c, film_at(record, c)) * films.list.normal[c].dot(m.relative + m.surface);
    driven -= p.dot(m.surface);
    size += p.norm() * (m.relative.norm() + m.surface.norm());
  }
  const Contacts<D>& contacts = record.contacts;
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const ContactMotion<D> m = motion_of(record, c);
    const Vec<D> p = impulse_of(contacts, c);
    slipped += p.dot(m.relative + m.surface);
    driven -= p.dot(m.surface);
    size += p.norm() * (m.relative.norm() + m.surface.norm());
    if (contacts.rubs) {
      slipped += contacts.moment[c].dot(m.rolling + m.surface_spin);
      driven -= contacts.moment[c].dot(m.surface_spin);
      size += contacts.moment[c].norm() * (m.rolling.norm() + m.surface_spin.norm());
    }
  }
  double gained = 0.0, work = 0.0, numerical = -record.told_turning, projection = -slipped, recovery = 0.0;
  for (std::size_t i = 0; i < record.bodies(); ++i) {
    if (!bodies.here(i)) {
      continue;
    }
    const auto add = [&](const auto& stages) {
      work += stages.work();
      numerical += stages.numerical();
      projection += stages.projection();
      recovery += stages.recovery();
      size += stages.scale();
    };
    add(shifts(record, i));
    add(turns(record, i));
    const auto energy = [&](const State<D>& state) {
      return 0.5 * bodies.mass[i] * state.velocity[i].squaredNorm() +
             0.5 * state.spin[i].dot(inertia_of(state.orientation[i], bodies.inertia[i]) * state.spin[i]);
    };
    gained += energy(record.after) - energy(record.before);
  }
  // Points of a flat contact share impulses as if their normals, equal within 1e-6, were one.
  const double rounding = 1e-10 * size;
  const auto compare = [&](const char* what, double told, double is) {
    if (!(std::abs(told - is) <= rounding)) {
      found.push_back({"told films", record.number, fmt::format("{} {:.9g}, is {:.9g}", what, told, is),
                       std::abs(told - is) / size});
    }
  };
  // Films take energy, whether or not they were solved; contacts that let go pull, which may bring bodies together.
  if (viscous + pulled < -rounding) {
    found.push_back({"films drive", record.number, fmt::format("films give {:.9g}", -viscous - pulled),
                     -(viscous + pulled) / size});
  }
  compare("viscous", films.told_viscous, viscous);
  compare("driven", films.told_driven, driven);
  compare("numerical", films.told_numerical, numerical);
  compare("projection", films.told_projection, projection);
  compare("work of recovery", record.told_recovery_work, recovery);
  const double accounted = work + films.told_driven - films.told_viscous - films.told_numerical - films.told_projection;
  if (!(std::abs(gained - accounted) <= rounding)) {
    found.push_back({"film energy", record.number,
                     fmt::format("K'' − K is {:.9g}, {:.9g} is accounted for", gained, accounted),
                     std::abs(gained - accounted) / size});
  }
}

}  // namespace

template <int D>
void check_films(const StepRecord<D>& record, Violations& found) {
  if (!record.acting.films) {
    return;
  }
  check_balance(record, found);
  check_film_laws(record, found);
}

template <int D>
Resistance resistance_of_film(const StepRecord<D>& record, std::size_t k) {
  const Contacts<D>& list = record.films.list;
  const auto of = [&](std::size_t c) { return std::pair(list.first[c], list.second[c]); };
  const FilmOptions& film =
      law_between(record, static_cast<std::size_t>(list.first[k]), static_cast<std::size_t>(list.second[k])).film;
  const auto along = [&](std::size_t c) {
    const auto [a, b] = curvatures_of(record, list, c);
    return film.viscosity ? 6.0 * std::numbers::pi * *film.viscosity / ((a + b) * (a + b)) : film.normal;
  };
  const auto [a, b] = curvatures_of(record, list, k);
  Resistance own{along(k), film.shears ? film.tangential : 0.0, 1.0};
  if (film.viscosity) {
    own.across = film.shears ? 8.0 / 5.0 * std::numbers::pi * *film.viscosity * (2.0 * a * a + a * b + 2.0 * b * b) /
                                   std::pow(a + b, 3)
                             : 0.0;
  }
  // The flat contact it is a point of: those that face the way of the first one that has none yet.
  std::vector<bool> taken(list.size(), false);
  for (std::size_t first = 0; list.detailed && first < list.size(); ++first) {
    if (taken[first] || of(first) != of(k) || !(list.image[first] == list.image[k])) {
      continue;
    }
    double sum = 0.0, thinnest = 0.0, pushed = 0.0, whole = 0.0;
    std::size_t points = 0;
    bool mine = false;
    for (std::size_t c = first; c < list.size(); ++c) {
      if (!taken[c] && of(c) == of(k) && list.image[c] == list.image[k] &&
          list.normal[c].dot(list.normal[first]) > 0.99) {
        taken[c] = true;
        mine = mine || c == k;
        const double weight = std::exp(std::min(600.0, record.films.log_before[k] - record.films.log_before[c]));
        sum += weight;
        const double carried = static_cast<std::size_t>(list.second[c]) < record.bodies()
                                   ? 0.0
                                   : record.h * list.normal[c].dot(motion_of_film(record, c).surface);
        whole += list.gap[c] - carried <= film.range ? weight * along(c) : 0.0;
        thinnest = std::min(thinnest, record.films.log_before[c]);
        pushed += std::max(0.0, list.impulse[c]);
        ++points;
      }
    }
    if (mine) {
      own.share = 1.0 / sum;
      own.least = points > 1 ? thinnest - pushed / (whole / sum) : own.least;
    }
  }
  own.along *= own.share;
  own.across *= own.share;
  return own;
}

template <int D>
HandedOver handed_over(const StepRecord<D>& record, std::size_t c, double scale, double limit) {
  const std::size_t k = film_of(record, c);
  const double p = record.contacts.impulse[c];
  double held = record.films.let_go[c] ? 0.0 : record.carried[c];
  HandedOver left;
  const auto kept = [&](double from) {
    return p > from / scale ? std::min(0.0, std::max(limit, from - scale * p)) : 0.0;
  };
  const Film<D> film = k < record.films.list.size() ? film_at(record, k) : Film<D>{};
  if (!(film.resistance.along > 0.0)) {
    left.potential = kept(held);
    left.thickness = k < record.films.list.size() ? record.films.log_before[k] : 0.0;
    return left;
  }
  const double before = record.films.log_before[k], mu = film.resistance.along;
  const double gave = record.films.list.impulse[k] - pull_of(record, k, film);
  const bool resists = film.held == 0.0 || record.films.let_go[c];
  left.thickness = std::max(film.resistance.least, resists ? std::min(0.0, before - gave / mu) : before);
  left.potential = kept(held);
  if (held < 0.0 || !(p > 0.0)) {
    return left;
  }
  const double range = film.law->film.range, threshold = std::log(film.end.distance / range);
  const double whole = left.thickness - p / mu;
  if (film.end.touches) {
    left.thickness = std::clamp(whole, threshold, 0.0);
  } else if (const double end = std::min(threshold, before); whole < end) {
    // What the film has not is the contact's: 6πμ by ln D, and R p.
    left.potential = std::max(limit, per_log(film.law->film) * film.resistance.share * (whole - end));
    left.thickness = end;
  } else {
    left.potential = 0.0;
    left.thickness = std::min(0.0, whole);
  }
  return left;
}

template Resistance resistance_of_film<2>(const StepRecord<2>&, std::size_t);
template Resistance resistance_of_film<3>(const StepRecord<3>&, std::size_t);
template HandedOver handed_over<2>(const StepRecord<2>&, std::size_t, double, double);
template HandedOver handed_over<3>(const StepRecord<3>&, std::size_t, double, double);
template void check_films<2>(const StepRecord<2>&, Violations&);
template void check_films<3>(const StepRecord<3>&, Violations&);

}  // namespace gluey::test
