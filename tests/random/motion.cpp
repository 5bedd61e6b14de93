#include "random/record.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace gluey::test {
namespace {

Spin<2> turn_from(const Rotation<2>& from, const Rotation<2>& to) { return Spin<2>(to.angle - from.angle); }
Spin<3> turn_from(const Rotation<3>& from, const Rotation<3>& to) {
  const Eigen::Matrix3d m = to.matrix() * from.matrix().transpose();
  const Vec<3> twice(m(2, 1) - m(1, 2), m(0, 2) - m(2, 0), m(1, 0) - m(0, 1));  // 2 sin(angle) axis
  const double sine = 0.5 * twice.norm(), cosine = 0.5 * (m.trace() - 1.0);
  return sine > 0.0 ? Vec<3>(std::atan2(sine, cosine) / (2.0 * sine) * twice) : Vec<3>(Vec<3>::Zero());
}

/// J⁻¹ (r × n) × r and its like: what an impulse at r does to the point at r.
Eigen::Matrix2d turned_by(const Rotation<2>& /*orientation*/, const Spin<2>& inverse, const Vec<2>& r) {
  const Vec<2> across(-r[1], r[0]);
  return inverse[0] * across * across.transpose();
}
Eigen::Matrix3d turned_by(const Rotation<3>& orientation, const Spin<3>& inverse, const Vec<3>& r) {
  Eigen::Matrix3d cross_r;
  cross_r << 0.0, -r[2], r[1], r[2], 0.0, -r[0], -r[1], r[0], 0.0;
  const Eigen::Matrix3d m = orientation.matrix();
  return -cross_r * (m * inverse.asDiagonal() * m.transpose()) * cross_r;
}

/// The velocity of an obstacle's surface at a point, mean over the step; nothing of one that stands still, not even rounding.
template <int D>
Vec<D> surface_velocity(const Pose<D>& from, const Pose<D>& to, const Vec<D>& point, double h) {
  const Vec<D> x = Vec<D>::Constant(1.0);
  return from.to_world(x) == to.to_world(x) && from.to_world(Vec<D>::Zero()) == to.to_world(Vec<D>::Zero())
             ? Vec<D>(Vec<D>::Zero())
             : Vec<D>((point - from.to_world(to.to_local(point))) / h);
}

}  // namespace

template <int D>
ContactMotion<D> motion_of(const StepRecord<D>& record, std::size_t c) {
  ContactMotion<D> m;
  const Contacts<D>& contacts = record.contacts;
  const std::size_t n = record.bodies();
  const auto i = static_cast<std::size_t>(contacts.first[c]), j = static_cast<std::size_t>(contacts.second[c]);
  const Vec<D>& normal = contacts.normal[c];
  const double gap = contacts.gap[c];
  const World<D>& world = *record.world;

  m.arm_first = contacts.detailed ? record.before.orientation[i].apply(contacts.local_first[c])
                                  : Vec<D>(record.outer(i) * normal);
  if (j < n) {
    // The point of the gap that divides it in proportion to the radii, for both.
    m.arm_second = contacts.detailed ? record.before.orientation[j].apply(contacts.local_second[c])
                                     : Vec<D>(-record.outer(j) * normal);
    const double share = record.outer(i) / (record.outer(i) + record.outer(j));
    m.arm_first += share * gap * normal;
    m.arm_second -= (1.0 - share) * gap * normal;
    m.surface = world.domain.drift(record.image(c));
  } else {
    const Pose<D>&from = record.obstacle_before[j - n], &to = record.obstacle_after[j - n];
    const Vec<D> point = contacts.detailed ? to.to_world(contacts.local_second[c])
                                           : Vec<D>(record.before.position[i] + (record.outer(i) + gap) * normal);
    m.surface = surface_velocity<D>(from, to, point, record.h);
    m.surface_spin = turn_from(from.orientation, to.orientation) / record.h;
  }

  const auto add = [&](std::size_t body, const Vec<D>& arm, double sign) {
    m.relative += sign * (record.after.velocity[body] + cross(record.solved_spin[body], arm));
    m.way += sign * (record.way_velocity[body] + cross(record.way_spin[body], arm));
    // Contacts take what films leave for the free motion.
    m.free +=
        sign * (record.acting.films ? Vec<D>(record.films.slowed[body] + cross(record.films.slowed_spin[body], arm))
                                    : Vec<D>(record.free_velocity[body] + cross(record.free_spin[body], arm)));
    m.before += sign * (record.before.velocity[body] + cross(record.before.spin[body], arm));
    m.rolling += sign * record.solved_spin[body];
    m.block += turned_by(record.free_orientation[body], record.inverse_inertia[body], arm);
    m.block += record.inverse_mass[body].asDiagonal();
  };
  add(i, m.arm_first, -1.0);
  if (j < n) {
    add(j, m.arm_second, 1.0);
  }
  if (i == j) {
    // An image of itself, which moves along: only turning brings the two nearer.
    m.block = turned_by(record.free_orientation[i], record.inverse_inertia[i], Vec<D>(m.arm_second - m.arm_first));
  }
  m.before += m.surface;
  return m;
}

template <int D>
ContactMotion<D> motion_of_film(const StepRecord<D>& record, std::size_t c) {
  ContactMotion<D> m;
  const Contacts<D>& list = record.films.list;
  const std::size_t n = record.bodies();
  const auto i = static_cast<std::size_t>(list.first[c]), j = static_cast<std::size_t>(list.second[c]);
  const Vec<D> half_way = 0.5 * list.gap[c] * list.normal[c];
  m.arm_first = half_way + (list.detailed ? record.before.orientation[i].apply(list.local_first[c])
                                          : Vec<D>(record.outer(i) * list.normal[c]));
  if (j < n) {
    m.arm_second = -half_way + (list.detailed ? record.before.orientation[j].apply(list.local_second[c])
                                              : Vec<D>(-record.outer(j) * list.normal[c]));
    m.surface = record.world->domain.drift(list.detailed ? list.image[c] : Image<D>{});
  } else {
    const Pose<D>&from = record.obstacle_before[j - n], &to = record.obstacle_after[j - n];
    const Vec<D> point = list.detailed
                             ? to.to_world(list.local_second[c])
                             : Vec<D>(record.before.position[i] + (record.outer(i) + list.gap[c]) * list.normal[c]);
    m.surface = surface_velocity<D>(from, to, point, record.h);
  }
  const auto add = [&](std::size_t body, const Vec<D>& arm, double sign) {
    m.relative += sign * (record.films.slowed[body] + cross(record.films.slowed_spin[body], arm));
    m.free += sign * (record.free_velocity[body] + cross(record.free_spin[body], arm));
    m.block += turned_by(record.free_orientation[body], record.inverse_inertia[body], arm);
    m.block += record.inverse_mass[body].asDiagonal();
  };
  add(i, m.arm_first, -1.0);
  if (j < n) {
    add(j, m.arm_second, 1.0);
  }
  return m;
}

template <int D>
std::array<double, 2> curvatures_of(const StepRecord<D>& record, const Contacts<D>& list, std::size_t c) {
  if (list.detailed) {
    return {list.curvature_first[c], list.curvature_second[c]};
  }
  const std::size_t n = record.bodies();
  const auto i = static_cast<std::size_t>(list.first[c]), j = static_cast<std::size_t>(list.second[c]);
  double second = 0.0;
  if (j < n) {
    second = 1.0 / record.outer(j);
  } else {
    const Part<D>& part = record.world->obstacles[j - n].parts[static_cast<std::size_t>(list.feature[c])];
    if (const auto* sphere = std::get_if<Sphere<D>>(&part)) {
      second = 1.0 / sphere->radius;
    } else if (const auto* segment = std::get_if<Segment<D>>(&part)) {
      second = segment->radius > 0.0 ? 1.0 / segment->radius : 0.0;
    }
  }
  return {1.0 / record.outer(i), second};
}

template <int D>
FilmsEnd end_of_film(const StepRecord<D>& record, const Contacts<D>& list, std::size_t c) {
  const World<D>& world = *record.world;
  const Bodies<D>& bodies = world.bodies;
  const std::size_t n = record.bodies();
  const auto i = static_cast<std::size_t>(list.first[c]), j = static_cast<std::size_t>(list.second[c]);
  const LawOptions& law = law_between(record, i, j);
  FilmsEnd end;
  if (!law.lubricates()) {
    return end;
  }
  const FilmOptions& film = law.film;
  const double floor = film.floor * 10.0 * longest_recovery(record);
  end.distance = end.thinnest = floor;
  if (law.kind == LawKind::lubrication) {
    return end;
  }
  const double h = record.films.threshold_h;
  // C h μ_c W_nn between curvatures a and b.
  const auto resolved = [&](double a, double b, double mobility) {
    const double along = film.viscosity ? 6.0 * std::numbers::pi * *film.viscosity / ((a + b) * (a + b)) : film.normal;
    return std::min(film.range, film.threshold_constant * h * along * mobility);
  };
  const auto light = [&](std::size_t body) {
    return resolved(1.0 / record.outer(body), 0.0, bodies.inverse_mass[body].maxCoeff()) >
           0.02 * std::min(film.range, world.thickness(body));
  };
  const double roughness = bodies.roughness[i] + (j < n ? bodies.roughness[j] : world.obstacles[j - n].roughness);
  const double mobility = bodies.inverse_mass[i].maxCoeff() + (j < n ? bodies.inverse_mass[j].maxCoeff() : 0.0);
  const double other = j < n ? 1.0 / record.outer(j) : list.detailed ? 0.0 : curvatures_of(record, list, c)[1];
  const double threshold = resolved(1.0 / record.outer(i), other, mobility);
  if (!light(i) && !(j < n && light(j)) && roughness < threshold) {
    end.glues = true;
    end.distance = std::max(threshold, floor);
    end.thinnest = std::max(roughness, floor);
  } else if (std::min(film.range, roughness) > floor) {
    end.touches = true;
    end.distance = end.thinnest = std::min(film.range, roughness);
  }
  return end;
}

template <int D>
std::size_t film_of(const StepRecord<D>& record, std::size_t c) {
  const Contacts<D>&list = record.films.list, &contacts = record.contacts;
  for (std::size_t k = 0; k < list.size(); ++k) {
    if (list.first[k] == contacts.first[c] && list.second[k] == contacts.second[c] &&
        list.feature[k] == contacts.feature[c] && (!list.detailed || list.image[k] == record.image(c))) {
      return k;
    }
  }
  return list.size();
}

template <int D>
double carried_overlap(const StepRecord<D>& record, std::size_t c) {
  const Contacts<D>& contacts = record.contacts;
  const bool pair = static_cast<std::size_t>(contacts.second[c]) < record.bodies();
  const double carried = pair ? 0.0 : record.h * contacts.normal[c].dot(motion_of(record, c).surface);
  return std::max(0.0, carried - contacts.gap[c]);
}

template <int D>
double overlap_of(const StepRecord<D>& record, std::size_t c) {
  return record.begun.empty() ? carried_overlap(record, c) : std::max(0.0, record.begun[c]);
}

namespace {

/// With films contacts hold where those end, and push back what is nearer by little or nothing; those of the others hold at 0, overlaps among them.
template <int D>
double held_gap(const StepRecord<D>& record, std::size_t c, const ContactMotion<D>& m, double carried) {
  const Contacts<D>& contacts = record.contacts;
  const auto i = static_cast<std::size_t>(contacts.first[c]), j = static_cast<std::size_t>(contacts.second[c]);
  const FilmsEnd end = end_of_film(record, contacts, c);
  const double before = contacts.gap[c] - record.h * carried;
  const double back = !end.glues && !end.touches ? 1e-3 * end.distance
                      : record.pressed[c] > 0.0  ? record.closed_gap
                                                 : 0.0;
  const LawOptions& law = law_between(record, i, j);
  const double approach = contacts.normal[c].dot(m.before), free = contacts.normal[c].dot(m.free + m.surface);
  double gap = contacts.gap[c];
  if (law.restitution > 0.0 && approach < -law.restitution_velocity && before + record.h * free < 0.0) {
    gap = record.h * (carried + law.restitution * approach);
  }
  if (gap - record.h * carried > 0.0) {
    gap = std::max(gap - record.h * carried - end.distance, -back) + record.h * carried;
  }
  const bool round = record.is_ball(i) && (j >= record.bodies() || record.is_ball(j));
  if (record.carried[c] < 0.0 && gap - record.h * carried > record.closed_gap && !round) {
    gap = std::min(gap, record.h * std::abs(contacts.normal[c].dot(m.before)) + record.closed_gap + record.h * carried);
  }
  return gap;
}

}  // namespace

template <int D>
double asked_gap(const StepRecord<D>& record, std::size_t c) {
  const Contacts<D>& contacts = record.contacts;
  const Vec<D>& normal = contacts.normal[c];
  const auto i = static_cast<std::size_t>(contacts.first[c]), j = static_cast<std::size_t>(contacts.second[c]);
  const bool pair = j < record.bodies();
  const LawOptions& law = law_between(record, i, j);
  const ContactMotion<D> m = motion_of(record, c);
  const double carried = pair ? 0.0 : normal.dot(m.surface);
  if (record.acting.films) {
    return held_gap(record, c, m, carried);
  }
  // As if the two were moved apart along the normals of the points where they overlap.
  double apart = overlap_of(record, c);
  for (std::size_t k = 0; contacts.detailed && k < contacts.size(); ++k) {
    if (contacts.first[k] == contacts.first[c] && contacts.second[k] == contacts.second[c] &&
        record.image(k) == record.image(c)) {
      apart = std::max(apart, overlap_of(record, k) * contacts.normal[k].dot(normal));
    }
  }
  double gap = contacts.gap[c] + apart;
  const double approach = normal.dot(m.before), free = normal.dot(m.free + m.surface);
  if (law.restitution > 0.0 && approach < -law.restitution_velocity &&
      contacts.gap[c] + record.h * (free - carried) < 0.0) {
    gap = record.h * (carried + law.restitution * approach);
  }
  const bool round = record.is_ball(i) && (!pair || record.is_ball(j));
  if (record.carried[c] < 0.0 && gap - record.h * carried > record.closed_gap && !round) {
    gap = std::min(gap, record.h * std::abs(approach) + record.closed_gap + record.h * carried);
  }
  return gap;
}

template ContactMotion<2> motion_of<2>(const StepRecord<2>&, std::size_t);
template ContactMotion<3> motion_of<3>(const StepRecord<3>&, std::size_t);
template ContactMotion<2> motion_of_film<2>(const StepRecord<2>&, std::size_t);
template ContactMotion<3> motion_of_film<3>(const StepRecord<3>&, std::size_t);
template std::array<double, 2> curvatures_of<2>(const StepRecord<2>&, const Contacts<2>&, std::size_t);
template FilmsEnd end_of_film<2>(const StepRecord<2>&, const Contacts<2>&, std::size_t);
template std::size_t film_of<2>(const StepRecord<2>&, std::size_t);
template std::array<double, 2> curvatures_of<3>(const StepRecord<3>&, const Contacts<3>&, std::size_t);
template FilmsEnd end_of_film<3>(const StepRecord<3>&, const Contacts<3>&, std::size_t);
template std::size_t film_of<3>(const StepRecord<3>&, std::size_t);
template double carried_overlap<2>(const StepRecord<2>&, std::size_t);
template double carried_overlap<3>(const StepRecord<3>&, std::size_t);
template double overlap_of<2>(const StepRecord<2>&, std::size_t);
template double overlap_of<3>(const StepRecord<3>&, std::size_t);
template double asked_gap<2>(const StepRecord<2>&, std::size_t);
template double asked_gap<3>(const StepRecord<3>&, std::size_t);

}  // namespace gluey::test
