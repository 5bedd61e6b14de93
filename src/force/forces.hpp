#pragma once
// The table of external forces. A new force is one file, one member of `Forces` and one line where forces are summed.

#include "force/body_force.hpp"
#include "force/buoyancy.hpp"
#include "force/drag.hpp"
#include "force/field.hpp"
#include "force/force_table.hpp"
#include "force/gravity.hpp"
#include "force/noise.hpp"
#include "force/pair_forces.hpp"
#include "force/walk.hpp"
#include "world/mobility.hpp"

#include <functional>
#include <optional>
#include <vector>

namespace gluey {

/// What bodies would do in a step if nothing touched.
template <int D>
struct FreeMotion {
  std::vector<Vec<D>> velocity;  ///< U
  std::vector<Spin<D>> spin;     ///< angular velocity with the torques' impulses, before the body turns

  /// Where drag is implicit, what impulses of the step act on: 1/(m + hξ), and 1/(I + hζ) about the principal axes. Else empty.
  std::vector<Vec<D>> inverse_mass;
  std::vector<Spin<D>> inverse_inertia;

  [[nodiscard]] Mobility<D> mobility(const Bodies<D>& bodies) const {
    return inverse_mass.empty() ? Mobility<D>{bodies.inverse_mass, bodies.inverse_inertia}
                                : Mobility<D>{inverse_mass, inverse_inertia};
  }
};

/// A force and a torque that one body feels all the time.
template <int D>
struct Drive {
  std::size_t body = 0;
  Vec<D> force = Vec<D>::Zero();
  Spin<D> torque = Spin<D>::Zero();
};

/// Adds to the force and the torque on every body, given the world at the beginning of a step of length h.
template <int D>
using UserForce =
    std::function<void(const World<D>& world, double h, std::vector<Vec<D>>& force, std::vector<Spin<D>>& torque)>;

/// Puts another free velocity in place of U, which the forces gave.
template <int D>
using Predictor = std::function<void(const World<D>& world, double h, std::vector<Vec<D>>& velocity)>;

template <int D>
struct Forces {
  Gravity<D> gravity;
  BodyForce<D> body_force;
  std::optional<ForceTable<D>> table;
  std::optional<Buoyancy<D>> buoyancy;
  std::vector<Field<D>> fields;
  std::optional<Drag<D>> drag;
  std::optional<Noise> noise;
  std::vector<Drive<D>> drives;
  PairForces<D> pairs;
  std::optional<Walk<D>> walk;
  std::vector<UserForce<D>> user;
  Predictor<D> predictor;

  /// U = V + h M⁻¹ F with F the mean of every force over [begin, begin + h], or what a crowd desires; noise adds to it.
  /// What the predictor makes of it comes last.
  void free_motion(const World<D>& world, double begin, double h, FreeMotion<D>& free);

  /// How fast bodies are sped up as they are now, noise left out: for the choice of a step.
  void accelerations(const World<D>& world, std::vector<Vec<D>>& acceleration);

  /// Potential energy of the forces that have one; drag, noise, tables, drives and users' forces have none.
  [[nodiscard]] double potential(const World<D>& world) const;

  /// The largest ξ/m, and the largest ζ/I, of all bodies that can move; 0 without drag.
  struct Relaxation {
    double velocity = 0.0, spin = 0.0;
  };
  [[nodiscard]] Relaxation fastest_relaxation(const World<D>& world) const;

  // Compiled once, in forces.cpp.
  Forces();
  Forces(const Forces& other);
  Forces(Forces&& other) noexcept;
  Forces& operator=(const Forces& other);
  Forces& operator=(Forces&& other) noexcept;
  ~Forces();

 private:
  void sum_forces(const World<D>& world, double begin, double h);
  void predict(const World<D>& world, double h, std::vector<Vec<D>>& velocity);
  [[nodiscard]] Vec<D> own_force(const Bodies<D>& bodies, std::size_t i, double begin, double h) const;
  /// A crowd walks as it wants to: forces do not count, drag no more than others.
  [[nodiscard]] bool drags() const { return drag && !walk; }

  std::vector<Vec<D>> force_;    // of pairs, drives and users, then of all
  std::vector<Spin<D>> torque_;  // empty where there is none
  std::vector<Vec<D>> predicted_;
};

}  // namespace gluey
