#pragma once
// Fields about a centre c, with d = x − c; on every body alike, or on its mass.
//
//   harmonic   −k d                               potential  k d²/2
//   central    −s d (d² + a²)^(−(n+1)/2)          potential  −s/(n−1) (d² + a²)^(−(n−1)/2),   n = 1: s/2 ln(d² + a²)
//
// s > 0 attracts; far away the central field falls as 1/dⁿ, a softens it at the centre.

#include "world/world.hpp"

#include <cmath>

namespace gluey {

template <int D>
struct Field {
  enum class Kind { harmonic, central };
  Kind kind = Kind::harmonic;
  Vec<D> center = Vec<D>::Zero();
  double strength = 0.0;  ///< k or s
  double exponent = 2.0;  ///< n
  double core = 0.0;      ///< a
  bool per_mass = false;

  [[nodiscard]] Vec<D> mean(const Bodies<D>& bodies, std::size_t i) const {
    const Vec<D> away = bodies.position[i] - center;
    const double scale = per_mass ? strength * bodies.mass[i] : strength;
    if (kind == Kind::harmonic) {
      return -scale * away;
    }
    const double squared = away.squaredNorm() + core * core;
    return squared > 0.0 ? Vec<D>(-scale * std::pow(squared, -0.5 * (exponent + 1.0)) * away) : Vec<D>(Vec<D>::Zero());
  }
  [[nodiscard]] double potential(const Bodies<D>& bodies, std::size_t i) const {
    const double squared = (bodies.position[i] - center).squaredNorm();
    const double scale = per_mass ? strength * bodies.mass[i] : strength;
    if (kind == Kind::harmonic) {
      return 0.5 * scale * squared;
    }
    const double softened = squared + core * core;
    return exponent == 1.0 ? 0.5 * scale * std::log(softened)
                           : -scale / (exponent - 1.0) * std::pow(softened, -0.5 * (exponent - 1.0));
  }
};

}  // namespace gluey
