#pragma once
// Contact laws (models.md; Maury 2007, Lefebvre 2009, canum 2024): inelastic, gluey, friction, gluey-friction; and what the
// lubrication laws ask of contacts, whose films are law/film.hpp's: lubrication is inelastic at the distance ε, lubricated is
// gluey-friction at q_s, with R and γ_min of the film.
//
// A law is the set of impulses a contact may transmit, and what becomes of its potential γ afterwards.
//     inelastic            p_n ≥ 0
//     gluey, exact         p_n ≥ γ/R        the contact pulls until its potential is used up within the step
//     gluey, lagged        p_n free while γ < 0, else p_n ≥ 0        (algorithm 3.3 as published)
//     friction             |p_T| ≤ μ p_n
//     gluey-friction       γ > γ_min: as gluey, a film keeps the solids apart and nothing rubs
//                          γ = γ_min: |p_T| ≤ μ p_n, or a pull γ_min/R ≤ p_n ≤ 0 without friction
// After the solve                           γ ← min(0, max(γ_min, γ − R p_n))                for the gluey laws.
//
// R = 1, or with scaling = radius  R = (r_i + r_j)²/(r_i² r_j²), and 1/r_i² where the other side is flat. An obstacle's
// radius is that of the round surface of its part: a sphere's, a capsule's, a wheel's hub's.
// γ_min is given, or 6πμ ln((s_i + s_j)/ℓ) from the viscosity μ and the roughness s of both sides; −∞ for smooth solids,
// which never touch and never rub; with 0 there is no film, and gluey-friction is friction.
//
// Rolling resistance joins |m| ≤ μ_r p_n, m a moment, to the set of a contact that rubs. Restitution (inelastic and friction
// only): a contact whose gap closes within the step at a speed u_n⁻ < −v_e is asked for u_n ≥ −e u_n⁻ instead of
// D/h + u_n ≥ 0. It bounces at the beginning of that step, a distance < h|u_n⁻| early, with the right velocity and no overlap.

#include "law/contact_set.hpp"
#include "proximity/contacts.hpp"
#include "world/world.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace gluey {

enum class LawKind { inelastic, gluey, friction, gluey_friction, lubrication, lubricated };
enum class FrictionModel { coulomb, convex };
enum class Release { exact, lagged };
enum class Scaling { unit, radius };

/// The film of the lubrication laws: how it resists, and between which distances.
struct FilmOptions {
  std::optional<double> viscosity = {};  ///< μ; where given, both resistances follow from it and the radii of curvature
  double normal = 0.0;               ///< else μ_c of the normal resistance μ_c/D, a force by a velocity by a length
  double tangential = 0.0;           ///< … and μ⊥ of the tangential one, μ⊥ ln(d_0/D), a force by a velocity
  bool shears = true;                ///< whether there is a tangential one
  double range = 0.0;                ///< d_0, beyond which there is none
  double floor = 1e-6;               ///< lubrication: ε, below which no distance falls, of the smallest radius
  double threshold_constant = 20.0;  ///< lubricated: C
};

/// One law with its parameters.
struct LawOptions {
  LawKind kind = LawKind::inelastic;
  double gamma_min = -std::numeric_limits<double>::infinity();
  std::optional<double> viscosity = {};  ///< where given, γ_min follows from it and the roughness
  double reference_length = 1.0;         ///< ℓ
  Release release = Release::exact;
  Scaling scaling = Scaling::unit;
  double friction = 0.0;  ///< μ
  FrictionModel model = FrictionModel::coulomb;
  double rolling = 0.0;               ///< μ_r, a length
  double restitution = 0.0;           ///< e
  double restitution_velocity = 0.0;  ///< v_e
  FilmOptions film = {};

  [[nodiscard]] bool rubs() const {
    return kind == LawKind::friction || kind == LawKind::gluey_friction ||
           (kind == LawKind::lubricated && (friction > 0.0 || rolling > 0.0));
  }
  [[nodiscard]] bool glues() const {
    return kind == LawKind::gluey || kind == LawKind::gluey_friction || kind == LawKind::lubricated;
  }
  [[nodiscard]] bool lubricates() const { return kind == LawKind::lubrication || kind == LawKind::lubricated; }
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
  [[nodiscard]] bool any(bool (*has)(const LawOptions&)) const { return std::any_of(laws_.begin(), laws_.end(), has); }
  [[nodiscard]] std::size_t materials() const { return materials_; }

 private:
  std::size_t materials_ = 0;
  std::vector<LawOptions> laws_;
};

/// The law of a contact.
template <int D>
const LawOptions& law_of(const LawTable& laws, const World<D>& world, const Contacts<D>& contacts, std::size_t c);

/// R of a contact: the impulse that its potential lets it pull with is γ/R.
template <int D>
double potential_scale(const LawTable& laws, const World<D>& world, const Contacts<D>& contacts, std::size_t c);

/// The set of each contact in this step, from the carried potentials. `thresholds` is how thick each film is where its contact's potential
/// is 0, q_s as a rule; empty where no law lubricates.
template <int D>
void contact_sets(const LawTable& laws, const World<D>& world, const Contacts<D>& contacts,
                  const std::vector<double>& thresholds, std::vector<ContactSet>& sets);

/// Gaps as the step problem sees them: where a contact is to bounce, the gap that asks for it. `approach` is u_n⁻ and `free`
/// is u_n of the free velocities, both relative to the obstacle's surface, which moves along the normal with `carried`.
template <int D>
void bouncing_gaps(const LawTable& laws, const World<D>& world, const Contacts<D>& contacts, double step,
                   const std::vector<double>& approach, const std::vector<double>& free,
                   const std::vector<double>& carried, std::vector<double>& gap);

/// Potentials after the solve; an impulse of γ/R has used its potential up, exactly.
template <int D>
void update_potentials(const LawTable& laws, const World<D>& world, const std::vector<double>& thresholds,
                       Contacts<D>& contacts);

}  // namespace gluey
