#pragma once
// A contact problem with W written out, wherever it came from: find impulses p with, in every contact c,
//     S_c ∋ p_c ⟂ ũ_c,    u = W p + b,    ũ_c = u_c + (μ|u_T|, 0)   where the law is exact Coulomb, ũ_c = u_c elsewhere,
// and p_c − Π(p_c − ρ ũ_c) = 0 for the projection Π onto S_c and any ρ > 0. Components of a contact are consecutive: the
// normal first, then none, one or two tangents. S_c is p_n ≥ l with p_T = 0, or the cone |p_T| ≤ μ p_n.
//
// A set that is the union of a cone and a segment of pulls (gluey contacts with friction) is not convex; it is posed here
// part by part, a contact on its segment being a bound.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace gluey {

enum class Set : std::uint8_t {
  bound,   ///< p_n ≥ l, p_T = 0
  cone,    ///< |p_T| ≤ μ p_n, exact Coulomb
  convex,  ///< |p_T| ≤ μ p_n without the shift: opens by μ|u_T| while sliding
};

struct ConeContact {
  std::int32_t first = 0;  ///< component of the normal
  std::int32_t size = 3;   ///< 1, 2 or 3 components
  Set set = Set::cone;
  double parameter = 0.0;  ///< l of a bound, μ of a cone
};

/// W by columns of its lower triangle, rows ascending, the diagonal first; within a contact no entry is left out.
/// `upper` holds the mirrored entries where W is not symmetric (measured problems may not be), and is empty where it is.
struct Assembled {
  std::vector<std::int32_t> start, row;
  std::vector<double> value, upper;
  std::vector<double> offset;  ///< b
  std::vector<ConeContact> contact;

  [[nodiscard]] std::size_t size() const { return offset.size(); }
  /// u = W p + b.
  void velocities(std::span<const double> impulse, std::span<double> velocity) const;
};

/// Which error a solver stops at.
enum class Measure : std::uint8_t {
  step,  ///< max_c |p_c − Π(p_c − ρ_c ũ_c)|/ρ_c, ρ_c = 1/λ_max(W_cc): velocity units, what a time step is held to
  fclib,  ///< (Σ_c |p_c − Π(p_c − ũ_c)|²)^½/|b|: Siconos's fc3d_compute_error, for comparisons
};

/// y ← its projection onto the contact's set.
void project(const ConeContact& contact, double* y);

/// 1/λ_max(W_cc) of every contact; 0 where nothing moves.
void inverse_stiffness(const Assembled& problem, std::vector<double>& rho);

/// The error at impulses p whose velocities are u. `rho` is inverse_stiffness and matters to Measure::step alone.
double error(const Assembled& problem, Measure measure, std::span<const double> rho, std::span<const double> impulse,
             std::span<const double> velocity);

/// W in either half may have been given; completes the pattern within contacts and sorts. For files and tests: from
/// columns of the whole matrix.
Assembled assemble(std::span<const std::int32_t> start, std::span<const std::int32_t> row,
                   std::span<const double> value, std::vector<double> offset, std::vector<ConeContact> contact);

}  // namespace gluey
