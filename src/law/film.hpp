#pragma once
// The film of fluid between two surfaces (models.md; Maury, A many-body lubrication model; Hillairet, Lozinski, Szopos 2011).
// Closer than d_0 they resist a relative velocity u by
//     normal       κ u_n,   κ = μ_c/D               μ_c = 6πμ/R,  R = (a + b)²
//     tangential   κ⊥ u_T,  κ⊥ = μ⊥ ln(d_0/D)       μ⊥ = (8π/5) μ (2a² + ab + 2b²)/(a + b)³
// with the curvatures a and b of the two (Jeffrey and Onishi 1984: 8/15 · 6πμr for a ball on a plane, 1/6 · 6πμr for two
// alike), or by constants μ_c and μ⊥.
//
// The lubricated law has the film above the distance q_s, and there the gluey contact: steps of length h resolve a film
// while h κ W_nn ≤ 1/C, so q_s = C h μ_c W_nn. What the contact stores, γ = 6πμ ln(D/q_s), is how thin the film has become, down
// to γ_min at the roughness. Two things end a film in another way:
//     solids that are rough by more than q_s touch first: contacts rub at their roughness, and store nothing;
//     q_s of one of them at a plane is more than a fiftieth of its radius or of d_0: steps could resolve no more than what is hardly a film yet.
//     Inertia is small then, h κ W_nn ≫ 1/C all over the film, and velocities follow forces. The film has no end but the roughness: ln D
//     is carried on as by the law lubrication. What is asked is the body, not the pair, so that all films of a body are of one kind.
// For contacts are solved after films: what contacts do, the films of the same bodies do not resist within the step, and that is right only
// as far as those are soft. Measured on 40 balls that settle in a box, beside films that are resolved: positions are off by about
// five q_s where contacts hold at q_s, from q_s = 0.009 to 0.09 radii, and by less than a tenth of that where ln D is carried on. A fiftieth
// of the radius keeps it to a tenth; and there 1/D still is the resistance of balls to 4 % (Brenner 1961).

#include "law/law.hpp"
#include "world/mobility.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

namespace gluey {

struct FilmResistance {
  double normal = 0.0;      ///< μ_c
  double tangential = 0.0;  ///< μ⊥
};

inline FilmResistance film_resistance(const FilmOptions& film, double a, double b) {
  if (!film.viscosity) {
    return {film.normal, film.shears ? film.tangential : 0.0};
  }
  const double sum = a + b;
  return {6.0 * std::numbers::pi * *film.viscosity / (sum * sum),
          film.shears
              ? 1.6 * std::numbers::pi * *film.viscosity * (2.0 * a * a + a * b + 2.0 * b * b) / (sum * sum * sum)
              : 0.0};
}

/// dγ/d ln D: 6πμ, or μ_c where that is given (R is 1 then).
inline double film_potential(const FilmOptions& film) {
  return film.viscosity ? 6.0 * std::numbers::pi * *film.viscosity : film.normal;
}

/// C h μ_c W_nn: what steps of length h can resolve, within d_0.
inline double resolved_distance(const FilmOptions& film, double resistance, double mobility, double h) {
  return std::min(film.range, film.threshold_constant * h * resistance * mobility);
}

/// What a film ends in, from above.
enum class FilmEnd : std::uint8_t {
  nothing,     ///< ln D is carried on; contacts keep bodies apart by ε and do nothing else
  asperities,  ///< solids touch at their roughness
  glue         ///< a gluey contact takes over at q_s
};
struct FilmThreshold {
  FilmEnd end = FilmEnd::nothing;
  double distance = 0.0;  ///< of that: ε, the roughness or q_s
  double thinnest = 0.0;  ///< the roughness, or ε: films that are new are no thinner
};
/// How large q_s of a body at a plane may be, of d_0 and of the body's radius.
inline constexpr double largest_threshold = 0.02;
/// Of the lubricated law, for C h μ_c W_nn, or without where inertia is small, the roughness of the two together, and ε.
inline FilmThreshold film_threshold(const FilmOptions& film, std::optional<double> resolved, double roughness,
                                    double floor) {
  if (resolved && roughness < *resolved) {
    return {FilmEnd::glue, std::max(*resolved, floor), std::max(roughness, floor)};
  }
  const double rough = std::min(film.range, roughness);
  return rough > floor ? FilmThreshold{FilmEnd::asperities, rough, rough}
                       : FilmThreshold{FilmEnd::nothing, floor, floor};
}

/// One pair of surfaces, as films need it.
struct FilmBetween {
  const LawOptions* law = nullptr;
  FilmResistance resistance;
  double mobility = 0.0;  ///< W_nn
  FilmThreshold threshold;
};

/// Between the surfaces of contact c; resistances are 0 where their law has no film. Thresholds are for steps of length h.
template <int D>
FilmBetween film_between(const LawTable& laws, const World<D>& world, const Contacts<D>& contacts, std::size_t c,
                         const Mobility<D>& mobility, double h, double smallest_radius);

/// Where the contacts of the lubrication laws hold; at 0 those of the others. Those that keep bodies apart and nothing else start
/// from no impulse: films carry the load, and what a tolerance lets stand of the last step's would add up beside them.
template <int D>
void contact_thresholds(const LawTable& laws, const World<D>& world, Contacts<D>& contacts, double h,
                        double smallest_radius, std::vector<FilmThreshold>& thresholds);

/// How much further than for others contacts are to be sought for that reason: from each body, and from obstacles.
struct ThresholdReach {
  std::vector<double> body;
  double obstacle = 0.0;
};
template <int D>
ThresholdReach threshold_reach(const LawTable& laws, const World<D>& world, double h, double smallest_radius);

}  // namespace gluey
