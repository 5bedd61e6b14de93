#pragma once
// The table of external forces. A new force is one file and one line in `Forces`.

#include "core/parallel.hpp"
#include "force/body_force.hpp"
#include "force/force_table.hpp"
#include "force/gravity.hpp"

#include <optional>
#include <vector>

namespace gluey {

template <int D>
struct Forces {
  Gravity<D> gravity;
  BodyForce<D> body_force;
  std::optional<ForceTable<D>> table;

  /// U = V + h M⁻¹ F with F the mean of every force over [begin, begin + h].
  void free_velocities(const Bodies<D>& bodies, double begin, double h, std::vector<Vec<D>>& free) const {
    const Vec<D> uniform = table ? table->mean(begin, h) : Vec<D>::Zero();
    free.resize(bodies.size());
    parallel_for(bodies.size(), [&](std::size_t i) {
      const Vec<D> force =
          gravity.mean(bodies, i, begin, h) + body_force.mean(bodies, i, begin, h) + bodies.mass[i] * uniform;
      free[i] = bodies.velocity[i] + h * bodies.inverse_mass[i].cwiseProduct(force);
    });
  }

  /// Potential energy of the forces that have one; a force table has none.
  [[nodiscard]] double potential(const Bodies<D>& bodies) const {
    std::vector<Sum> scratch;
    return reduce_blocks(bodies.size(), scratch,
                         [&](std::size_t begin, std::size_t end, Sum& sum) {
                           for (std::size_t i = begin; i < end; ++i) {
                             sum.value += gravity.potential(bodies, i) + body_force.potential(bodies, i);
                           }
                         })
        .value;
  }
};

}  // namespace gluey
