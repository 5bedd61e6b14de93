#pragma once
// The film of fluid between two surfaces (models.md; Maury, A many-body lubrication model; Hillairet, Lozinski, Szopos 2011).
// Closer than d_0 they resist a relative velocity u by
//     normal       κ u_n,   κ = μ_c/D               μ_c = 6πμ/R,  R = (a + b)²
//     tangential   κ⊥ u_T,  κ⊥ = μ⊥ ln(d_0/D)       μ⊥ = (8π/5) μ (2a² + ab + 2b²)/(a + b)³
// with the curvatures a and b of the two (Jeffrey and Onishi 1984: 8/15 · 6πμr for a ball on a plane, 1/6 · 6πμr for two
// alike), or by constants μ_c and μ⊥.
//
// The lubricated law has the film above the distance q_s, and there the gluey contact: steps of length h resolve a film
// while h κ W_nn ≤ 1/C, so q_s = C h μ_c W_nn; where the two are rough by more, solids touch first and that is q_s. What the
// contact stores, γ = 6πμ ln(D/q_s), is how thin the film has become, down to γ_min at the roughness.

#include "law/law.hpp"
#include "world/mobility.hpp"

#include <algorithm>
#include <cmath>
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

/// q_s for steps of length h.
inline double film_threshold(const FilmOptions& film, double resistance, double mobility, double h, double roughness) {
  return std::min(film.range, std::max(film.threshold_constant * h * resistance * mobility, roughness));
}

/// One pair of surfaces, as films need it.
struct FilmBetween {
  const LawOptions* law = nullptr;
  FilmResistance resistance;
  double mobility = 0.0;   ///< W_nn
  double threshold = 0.0;  ///< lubricated: q_s
};

/// Between the surfaces of contact c; resistances are 0 where their law has no film. Thresholds are for steps of length h.
template <int D>
FilmBetween film_between(const LawTable& laws, const World<D>& world, const Contacts<D>& contacts, std::size_t c,
                         const Mobility<D>& mobility, double h);

/// The distance at which the contacts of the lubrication laws hold: ε or q_s; 0 for the others. Those that hold at ε start from
/// no impulse: films carry the load, and what a tolerance lets stand of the last step's would add up beside them.
template <int D>
void contact_thresholds(const LawTable& laws, const World<D>& world, Contacts<D>& contacts, const Mobility<D>& mobility,
                        double h, double smallest_radius, std::vector<double>& thresholds);

/// How much further than for others contacts are to be sought for that reason: from each body, and from obstacles.
struct ThresholdReach {
  std::vector<double> body;
  double obstacle = 0.0;
};
template <int D>
ThresholdReach threshold_reach(const LawTable& laws, const World<D>& world, double h, double smallest_radius);

}  // namespace gluey
