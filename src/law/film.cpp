#include "law/film.hpp"

#include "core/parallel.hpp"
#include "proximity/separation.hpp"

namespace gluey {
namespace {

/// n·M⁻¹n of one body; where contacts are detailed what turning gives, too.
template <int D>
double mobility_of(const World<D>& world, const Contacts<D>& contacts, std::size_t c, std::size_t i,
                   const std::vector<Vec<D>>& local, const Mobility<D>& all) {
  const Bodies<D>& bodies = world.bodies;
  const Vec<D>& n = contacts.normal[c];
  double mobility = all.inverse_mass[i].dot(n.cwiseAbs2());
  if (contacts.detailed && bodies.shape[i] != Bodies<D>::sphere) {
    const Spin<D> turn = moment(bodies.orientation[i].apply(local[c]), n);
    if constexpr (D == 2) {
      mobility += all.inverse_inertia[i][0] * turn[0] * turn[0];
    } else {
      mobility += all.inverse_inertia[i].dot(bodies.orientation[i].apply_inverse(turn).cwiseAbs2());
    }
  }
  return mobility;
}

/// Whether the inertia of body i is small beside what films of `film` resist it by in a step: see film.hpp.
template <int D>
bool is_light(const FilmOptions& film, const World<D>& world, std::size_t i, double h) {
  const double resistance = film_resistance(film, 1.0 / world.bodies.radius[i], 0.0).normal;
  const double resolved = resolved_distance(film, resistance, world.bodies.inverse_mass[i].maxCoeff(), h);
  return resolved > largest_threshold * std::min(film.range, world.thickness(i));
}

/// By what does not change while two are close, to the last bit: the potential of their contact is measured from it. Radii are those
/// of the bodies, masses without what drag adds.
template <int D>
FilmThreshold lasting_threshold(const LawOptions& law, const World<D>& world, const Contacts<D>& contacts,
                                std::size_t c, double h, double smallest_radius) {
  const double floor = law.film.floor * smallest_radius;
  if (law.kind != LawKind::lubricated) {
    return {FilmEnd::nothing, floor, floor};
  }
  const Bodies<D>& bodies = world.bodies;
  const auto i = static_cast<std::size_t>(contacts.first[c]);
  const auto j = static_cast<std::size_t>(contacts.second[c]);
  double mobility = bodies.inverse_mass[i].maxCoeff();
  double roughness = bodies.roughness[i];
  bool light = is_light(law.film, world, i, h);
  double curvature = 0.0;
  if (j < bodies.size()) {
    mobility += bodies.inverse_mass[j].maxCoeff();
    roughness += bodies.roughness[j];
    light = light || is_light(law.film, world, j, h);
    curvature = 1.0 / bodies.radius[j];
  } else {
    roughness += world.obstacles[j - bodies.size()].roughness;
    curvature = contacts.detailed ? 0.0 : curvature_of_second(world, contacts, c);
  }
  if (light) {
    return film_threshold(law.film, std::nullopt, roughness, floor);
  }
  const double resistance = film_resistance(law.film, 1.0 / bodies.radius[i], curvature).normal;
  return film_threshold(law.film, resolved_distance(law.film, resistance, mobility, h), roughness, floor);
}

}  // namespace

template <int D>
FilmBetween film_between(const LawTable& laws, const World<D>& world, const Contacts<D>& contacts, std::size_t c,
                         const Mobility<D>& mobility, double h, double smallest_radius) {
  FilmBetween film;
  film.law = &law_of(laws, world, contacts, c);
  if (!film.law->lubricates()) {
    return film;
  }
  film.resistance =
      film_resistance(film.law->film, curvature_of_first(world, contacts, c), curvature_of_second(world, contacts, c));
  const auto i = static_cast<std::size_t>(contacts.first[c]);
  const auto j = static_cast<std::size_t>(contacts.second[c]);
  film.mobility = mobility_of(world, contacts, c, i, contacts.local_first, mobility);
  if (j < world.bodies.size()) {
    film.mobility += mobility_of(world, contacts, c, j, contacts.local_second, mobility);
  }
  film.threshold = lasting_threshold(*film.law, world, contacts, c, h, smallest_radius);
  return film;
}

template <int D>
void contact_thresholds(const LawTable& laws, const World<D>& world, Contacts<D>& contacts, double h,
                        double smallest_radius, std::vector<FilmThreshold>& thresholds) {
  thresholds.resize(contacts.size());
  parallel_for(contacts.size(), [&](std::size_t c) {
    const LawOptions& law = law_of(laws, world, contacts, c);
    thresholds[c] = {};
    if (law.lubricates()) {
      thresholds[c] = lasting_threshold(law, world, contacts, c, h, smallest_radius);
      if (thresholds[c].end == FilmEnd::nothing) {
        contacts.impulse[c] = 0.0;
      }
    }
  });
}

template <int D>
ThresholdReach threshold_reach(const LawTable& laws, const World<D>& world, double h, double smallest_radius) {
  const Bodies<D>& bodies = world.bodies;
  double largest = 0.0, rough = 0.0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    largest = std::max(largest, bodies.radius[i]);
  }
  for (const Obstacle<D>& obstacle : world.obstacles) {
    rough = std::max(rough, obstacle.roughness);
  }
  ThresholdReach reach;
  reach.body.resize(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const double curvature = 1.0 / bodies.radius[i];
    const double mobility = bodies.inverse_mass[i].maxCoeff();
    // q_s = C h μ_c (W_i + W_j), and μ_c is largest with the largest of the others, or with a plane.
    for (std::size_t other = 0; other < laws.materials(); ++other) {
      const LawOptions& law = laws.between(static_cast<std::size_t>(bodies.material[i]), other);
      if (!law.lubricates()) {
        continue;
      }
      double body = law.film.floor * smallest_radius, wall = 0.0;
      if (law.kind == LawKind::lubricated) {
        const auto against = [&](double b) {
          return resolved_distance(law.film, film_resistance(law.film, curvature, b).normal, mobility, h);
        };
        if (!is_light(law.film, world, i, h)) {
          body = std::max(body, against(1.0 / largest));
          wall = against(0.0) - body;
        }
        body += bodies.roughness[i];
      }
      reach.body[i] = std::max(reach.body[i], body);
      reach.obstacle = std::max(reach.obstacle, wall + rough);
    }
  }
  return reach;
}

template FilmBetween film_between<2>(const LawTable&, const World<2>&, const Contacts<2>&, std::size_t,
                                     const Mobility<2>&, double, double);
template FilmBetween film_between<3>(const LawTable&, const World<3>&, const Contacts<3>&, std::size_t,
                                     const Mobility<3>&, double, double);
template void contact_thresholds<2>(const LawTable&, const World<2>&, Contacts<2>&, double, double,
                                    std::vector<FilmThreshold>&);
template void contact_thresholds<3>(const LawTable&, const World<3>&, Contacts<3>&, double, double,
                                    std::vector<FilmThreshold>&);
template ThresholdReach threshold_reach<2>(const LawTable&, const World<2>&, double, double);
template ThresholdReach threshold_reach<3>(const LawTable&, const World<3>&, double, double);

}  // namespace gluey
