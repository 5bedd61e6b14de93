#pragma once
// The bodies as structure of arrays; index i is the body's number everywhere, also in the result file.

#include "core/vector.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace gluey {

/// A body that an inlet will pour waits for it; one that has left through an outlet is gone. Neither has a velocity, and
/// nothing touches it; its number stays its own.
enum class Presence : std::uint8_t { waiting, here, gone };

template <int D>
struct Bodies {
  std::vector<Vec<D>> position;
  std::vector<Rotation<D>> orientation;
  std::vector<Vec<D>> velocity;
  std::vector<Spin<D>> angular_velocity;

  std::vector<double> radius;       ///< of a ball about the position that holds the body; a sphere's own
  std::vector<std::int32_t> shape;  ///< index into World::shapes, or `sphere`
  std::vector<double> volume;       ///< area in 2D
  std::vector<double> mass;
  std::vector<Vec<D>> inverse_mass;      ///< per axis: 1/m, or 0 where the body is locked along it
  std::vector<Spin<D>> inertia;          ///< 3D: principal moments, body frame
  std::vector<Spin<D>> inverse_inertia;  ///< 0 where rotation is locked
  std::vector<double> roughness;         ///< size of the asperities, r_s in models.md
  std::vector<std::int32_t> material;    ///< index into World::materials
  std::vector<std::int32_t> label;       ///< index into World::labels
  std::vector<std::string> name;
  std::vector<Presence> presence;

  [[nodiscard]] std::size_t size() const { return position.size(); }

  static constexpr std::int32_t sphere = -1;

  [[nodiscard]] bool here(std::size_t i) const { return presence[i] == Presence::here; }

  /// A sphere of the given radius and mass at rest; the other properties can be set afterwards.
  void add(const Vec<D>& x, double r, double m);

  /// The body's name for messages.
  [[nodiscard]] std::string describe(std::size_t i) const;

  // Compiled once, in bodies.cpp: whoever holds bodies would otherwise compile sixteen vectors again.
  Bodies();
  Bodies(const Bodies& other);
  Bodies(Bodies&& other) noexcept;
  Bodies& operator=(const Bodies& other);
  Bodies& operator=(Bodies&& other) noexcept;
  ~Bodies();
};

}  // namespace gluey
