#pragma once
// Contacts give no energy, whatever impulses a step ends with.
//
// Let V be the velocities that a step begins with, U = V + h M⁻¹ F the free ones, p any impulses of the contacts, V' = U + d with d = M⁻¹ Gᵀ p
// what they leave, and ũ' = G V' + s the velocities of the surfaces against each other, s those of obstacles and of images that drift. Then
//     K(V') − K(V) = h F·V' − Σ p·s + e(p),        e(p) = Σ p·ũ' − ½ ‖V' − V‖²_M.
// The first two terms are the work of the forces on the way h V' that bodies go, and the work of what moves by itself. The contacts' own part
// is e. A law that asks for a gap D (of a contact that bounces, −h e u⁻) has p_n ũ'_n = −p_n D/h; friction has p_T·ũ'_T ≤ 0. So impulses
// that obey their laws have
//     e(p) ≤ A(p) = Σ max(0, −p_n D/h),
// and A is 0 where nothing pulls across an open gap or bounces. Impulses of a solve that ended early need not have that. All their sets are
// star-shaped about 0, so p may be shortened: as Σ p·G V' = V'·Gᵀp = V'·M̃ d, sums over bodies are all there is to know,
//     e(τ p) = a τ² + b τ + c,        Σ τ p·ũ' = a' τ² + b' τ,
//     a = d·M̃ d − ½ d·M d,      b = U·M̃ d − (U − V)·M d + Σ p·s,      c = −½ ‖U − V‖²_M,      a' = d·M̃ d,      b' = U·M̃ d + Σ p·s,
// with M̃ what impulses act on, M and implicit drag. a ≥ 0 ≥ c, so there is one root τ ≥ 0, beyond which contacts would give energy. Where they may,
// they give what the solved ones would, Σ τ p·ũ' ≤ τ A, if that allows a larger τ: e ≤ A by itself would let a strong glue that was not solved pull
// a light body as hard as it can, at every step again. Islands give each other nothing: each has its own τ.

#include "problem/islands.hpp"
#include "proximity/contacts.hpp"
#include "step/surfaces.hpp"
#include "world/free_rotation.hpp"
#include "world/mobility.hpp"
#include "world/world.hpp"

#include <vector>

namespace gluey {

template <int D>
class EnergyGuard {
 public:
  /// A step that is solved, and not yet advanced.
  struct Solved {
    double h = 0.0;
    const World<D>& world;
    const Contacts<D>& contacts;
    const Surfaces<D>& surfaces;
    const std::vector<double>& gap;  ///< that the step problem was posed with, obstacles where they will be
    Mobility<D> mobility;
    const std::vector<Vec<D>>&begun, &free, &velocity;  ///< V, U, V'
    const std::vector<Spin<D>>& begun_spin;
    const std::vector<FreeRotation<D>>& free_rotation;
    const std::vector<Spin<D>>& spin;
  };
  /// The smallest τ. Where it is below 1, share() tells that of a contact.
  double look_at(const Solved& step);
  [[nodiscard]] const Islands& islands() const { return islands_; }
  [[nodiscard]] double share(std::size_t c) const { return share_[islands_.of_contact(c)]; }

 private:
  /// Coefficients of e(τ p) and of Σ τ p·ũ', A, and the size of what they are made of, for rounding.
  struct Terms {
    double quadratic = 0.0, linear = 0.0, constant = 0.0;
    double work_quadratic = 0.0, work_linear = 0.0, allowed = 0.0, size = 0.0;
    void add(const Terms& other) {
      quadratic += other.quadratic;
      linear += other.linear;
      constant += other.constant;
      work_quadratic += other.work_quadratic;
      work_linear += other.work_linear;
      allowed += other.allowed;
      size += other.size;
    }
    [[nodiscard]] double share() const;
  };
  [[nodiscard]] static Terms of_contact(const Solved& step, std::size_t c);
  [[nodiscard]] static Terms of_body(const Solved& step, std::size_t i);
  [[nodiscard]] Terms of_island(const Solved& step, std::size_t island, std::vector<Terms>& scratch) const;

  std::vector<double> share_;  // of each island
  std::vector<std::size_t> large_;
  std::vector<Terms> scratch_;
  std::vector<std::vector<Terms>> scratch_of_thread_;
  Islands islands_;
};

}  // namespace gluey
