#pragma once
// Contact laws without friction: inelastic and gluey (models.md; Lefebvre 2009, Maury 2007).
//
// A law is the set of impulses a contact may transmit, and what becomes of its potential afterwards. Both laws are one
// set, p ≥ l, with different bounds:
//     inelastic            l = 0
//     gluey, exact         l = γ/R ≤ 0     the contact pulls until its potential is used up within the step
//     gluey, lagged        l = −∞ while γ < 0, else 0        (algorithm 3.3 as published)
// After the solve                           γ ← min(0, max(γ_min, γ − R p)).
//
// R = 1, or with scaling = radius  R = (r_i + r_j)²/(r_i² r_j²), and 1/r_i² where the other side is flat. An obstacle's
// radius is that of the round surface of its part: a sphere's, a capsule's, a wheel's hub's.
// γ_min is given, or 6πμ ln((s_i + s_j)/ℓ) from the viscosity μ and the roughness s of both sides; −∞ for smooth solids.

#include "proximity/contacts.hpp"
#include "world/world.hpp"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace gluey {

enum class LawKind { inelastic, gluey };
enum class Release { exact, lagged };
enum class Scaling { unit, radius };

/// One law with its parameters.
struct LawOptions {
  LawKind kind = LawKind::inelastic;
  double gamma_min = -std::numeric_limits<double>::infinity();
  std::optional<double> viscosity = {};  ///< where given, γ_min follows from it and the roughness
  double reference_length = 1.0;         ///< ℓ
  Release release = Release::exact;
  Scaling scaling = Scaling::unit;
};

/// γ_min = 6πμ ln((s_i + s_j)/ℓ); −∞ where both are perfectly smooth.
double potential_limit(double viscosity, double roughness, double reference_length);

/// The laws of a scene: one for every pair of materials.
class LawTable {
 public:
  LawTable() = default;
  LawTable(std::size_t materials, const LawOptions& usual)
      : materials_(materials), laws_(materials * materials, usual) {}

  void set(std::size_t a, std::size_t b, const LawOptions& law) {
    laws_[a * materials_ + b] = law;
    laws_[b * materials_ + a] = law;
  }
  [[nodiscard]] const LawOptions& between(std::size_t a, std::size_t b) const { return laws_[a * materials_ + b]; }
  [[nodiscard]] std::size_t materials() const { return materials_; }

 private:
  std::size_t materials_ = 0;
  std::vector<LawOptions> laws_;
};

/// Lower bounds l_c of the impulses of a step, from the carried potentials.
template <int D>
void impulse_bounds(const LawTable& laws, const World<D>& world, const Contacts<D>& contacts,
                    std::vector<double>& lower);

/// Potentials after the solve; an impulse on its bound has used its potential up, exactly.
template <int D>
void update_potentials(const LawTable& laws, const World<D>& world, const std::vector<double>& lower,
                       Contacts<D>& contacts);

}  // namespace gluey
