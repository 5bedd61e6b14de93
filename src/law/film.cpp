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

/// q_s by what does not change while two are close, to the last bit: the potential of their contact is measured from it. Radii
/// are those of the bodies, masses without what drag adds.
template <int D>
double lasting_threshold(const FilmOptions& film, const World<D>& world, const Contacts<D>& contacts, std::size_t c,
                         double h) {
  const Bodies<D>& bodies = world.bodies;
  const auto i = static_cast<std::size_t>(contacts.first[c]);
  const auto j = static_cast<std::size_t>(contacts.second[c]);
  double mobility = bodies.inverse_mass[i].maxCoeff();
  double roughness = bodies.roughness[i];
  double curvature = 0.0;
  if (j < bodies.size()) {
    mobility += bodies.inverse_mass[j].maxCoeff();
    roughness += bodies.roughness[j];
    curvature = 1.0 / bodies.radius[j];
  } else {
    roughness += world.obstacles[j - bodies.size()].roughness;
    curvature = contacts.detailed ? 0.0 : curvature_of_second(world, contacts, c);
  }
  return film_threshold(film, film_resistance(film, 1.0 / bodies.radius[i], curvature).normal, mobility, h, roughness);
}

}  // namespace

template <int D>
FilmBetween film_between(const LawTable& laws, const World<D>& world, const Contacts<D>& contacts, std::size_t c,
                         const Mobility<D>& mobility, double h) {
  const Bodies<D>& bodies = world.bodies;
  const auto i = static_cast<std::size_t>(contacts.first[c]);
  const auto j = static_cast<std::size_t>(contacts.second[c]);
  const bool obstacle = j >= bodies.size();
  const std::int32_t material = obstacle ? world.obstacles[j - bodies.size()].material : bodies.material[j];
  FilmBetween film;
  film.law = &laws.between(static_cast<std::size_t>(bodies.material[i]), static_cast<std::size_t>(material));
  if (!film.law->lubricates()) {
    return film;
  }
  film.resistance =
      film_resistance(film.law->film, curvature_of_first(world, contacts, c), curvature_of_second(world, contacts, c));
  film.mobility = mobility_of(world, contacts, c, i, contacts.local_first, mobility);
  if (!obstacle) {
    film.mobility += mobility_of(world, contacts, c, j, contacts.local_second, mobility);
  }
  if (film.law->kind == LawKind::lubricated) {
    film.threshold = lasting_threshold(film.law->film, world, contacts, c, h);
  }
  return film;
}

template <int D>
void contact_thresholds(const LawTable& laws, const World<D>& world, Contacts<D>& contacts, const Mobility<D>& mobility,
                        double h, double smallest_radius, std::vector<double>& thresholds) {
  thresholds.resize(contacts.size());
  parallel_for(contacts.size(), [&](std::size_t c) {
    const FilmBetween film = film_between(laws, world, contacts, c, mobility, h);
    thresholds[c] = film.threshold;
    if (film.law->kind == LawKind::lubrication) {
      thresholds[c] = film.law->film.floor * smallest_radius;
      contacts.impulse[c] = 0.0;
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
      if (law.kind == LawKind::lubrication) {
        reach.body[i] = std::max(reach.body[i], law.film.floor * smallest_radius);
      } else if (law.kind == LawKind::lubricated) {
        const auto against = [&](double b) {
          return film_threshold(law.film, film_resistance(law.film, curvature, b).normal, mobility, h, 0.0);
        };
        const double body = against(1.0 / largest);
        reach.body[i] = std::max(reach.body[i], body + bodies.roughness[i]);
        reach.obstacle = std::max(reach.obstacle, against(0.0) - body + rough);
      }
    }
  }
  return reach;
}

template FilmBetween film_between<2>(const LawTable&, const World<2>&, const Contacts<2>&, std::size_t,
                                     const Mobility<2>&, double);
template FilmBetween film_between<3>(const LawTable&, const World<3>&, const Contacts<3>&, std::size_t,
                                     const Mobility<3>&, double);
template void contact_thresholds<2>(const LawTable&, const World<2>&, Contacts<2>&, const Mobility<2>&, double, double,
                                    std::vector<double>&);
template void contact_thresholds<3>(const LawTable&, const World<3>&, Contacts<3>&, const Mobility<3>&, double, double,
                                    std::vector<double>&);
template ThresholdReach threshold_reach<2>(const LawTable&, const World<2>&, double, double);
template ThresholdReach threshold_reach<3>(const LawTable&, const World<3>&, double, double);

}  // namespace gluey
