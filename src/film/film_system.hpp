#pragma once
// The velocities of bodies between which films of fluid resist (Maury, A many-body lubrication model, (16)):
//
//     (M + Σ_c G_cᵀ K_c G_c) V' = M U − Σ_c G_cᵀ K_c s_c,      K_c = h (κ n⊗n + κ⊥ (1 − n⊗n))
//
// with s_c the velocity of an obstacle's surface or of an image's drift. Conjugate gradients, preconditioned by each body's
// own block. Matrix-free, two passes a product: films from the velocities of their bodies, bodies from their films.

#include "core/counting_sort.hpp"
#include "core/parallel.hpp"
#include "core/vector.hpp"
#include "problem/packed.hpp"

#include <cstdint>
#include <vector>

namespace gluey {

template <int D>
class FilmSystem {
 public:
  static constexpr int spin = spin_size<D>;
  static constexpr int motion = D + spin;
  using State = Packed<motion>;
  using Turning = Eigen::Matrix<double, spin, spin>;

  /// The inertia of a body; 0 where it does not move or turn.
  struct Body {
    Vec<D> mass, inverse_mass;
    Turning inertia, inverse_inertia;
  };
  /// A film between two bodies; `second` ≥ number of bodies means an obstacle.
  struct Film {
    Vec<D> normal, arm_first, arm_second, surface;
    double along = 0.0, across = 0.0;  ///< h κ, h κ⊥
    std::int32_t first = 0, second = 0;
  };
  struct Outcome {
    std::int64_t iterations = 0;
    double residual = 0.0;  ///< of the momenta, relative to those of the free motion
    bool converged = true;
  };

  std::vector<Body> body;
  std::vector<Film> film;
  std::vector<State> free;      ///< U
  std::vector<State> velocity;  ///< the start, and V' when solved; one more than bodies
  std::vector<Vec<D>> impulse;  ///< on the second body of each film, K_c (…) with V', when solved

  /// Lists each body's films; once `film` stands.
  void list();
  /// V' = U + M⁻¹ Gᵀ p with p the impulses of velocities that satisfy the equation to `tolerance`: whatever that is, films
  /// give one body what they take from the other, and no energy.
  Outcome solve(double tolerance, std::int64_t max_iterations);

  /// M⁻¹ Gᵀ p of a body.
  [[nodiscard]] State change(std::size_t i, const std::vector<Vec<D>>& p) const;
  /// u of a film without the surface's velocity.
  [[nodiscard]] static Vec<D> relative(const Film& film, const State* state) {
    const double* a = state[film.first].x;
    const double* b = state[film.second].x;
    const Eigen::Map<const Vec<D>> v_a(a), v_b(b);
    const Eigen::Map<const Spin<D>> omega_a(a + D), omega_b(b + D);
    return (v_b - v_a) + cross(omega_b, film.arm_second) - cross(omega_a, film.arm_first);
  }

 private:
  using Block = Eigen::Matrix<double, motion, motion>;
  struct Entry {
    Vec<D> arm;
    double sign;  // −1: the body is the first
    std::int32_t film;
  };
  static Vec<D> resisted(const Film& film, const Vec<D>& u) {
    return film.across * u + (film.along - film.across) * film.normal.dot(u) * film.normal;
  }
  /// Gᵀ f of a body.
  [[nodiscard]] Vec<motion> gathered(std::size_t i, const std::vector<Vec<D>>& f) const;
  void precondition();
  void keep_energy();

  SortedItems ends_;  // of films, by bodies: twice the film, and one for the second body
  std::vector<Entry> entry_;
  std::vector<Block> inverse_;
  std::vector<State> direction_;
  std::vector<Vec<motion>> residual_, product_, scaled_;
  std::vector<Vec<D>> force_;
  struct Work {
    double linear = 0.0, quadratic = 0.0;
  };
  std::vector<Work> work_;  // by body that stands for what films join
};

}  // namespace gluey
