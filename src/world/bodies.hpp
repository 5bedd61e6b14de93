#pragma once
// The bodies as structure of arrays; index i is the body's number everywhere, also in the result file.

#include "core/vector.hpp"

#include <cstdint>
#include <numbers>
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
  void add(const Vec<D>& x, double r, double m) {
    position.push_back(x);
    orientation.emplace_back();
    velocity.push_back(Vec<D>::Zero());
    angular_velocity.push_back(Spin<D>::Zero());
    radius.push_back(r);
    shape.push_back(sphere);
    volume.push_back(D == 2 ? std::numbers::pi * r * r : 4.0 / 3.0 * std::numbers::pi * r * r * r);
    mass.push_back(m);
    inverse_mass.push_back(Vec<D>::Constant(1.0 / m));
    // Homogeneous disc: m r²/2; ball: 2 m r²/5.
    inertia.push_back(Spin<D>::Constant((D == 2 ? 0.5 : 0.4) * m * r * r));
    inverse_inertia.push_back(inertia.back().cwiseInverse());
    roughness.push_back(0.0);
    material.push_back(0);
    label.push_back(0);
    name.emplace_back();
    presence.push_back(Presence::here);
  }

  /// The body's name for messages.
  [[nodiscard]] std::string describe(std::size_t i) const {
    return name[i].empty() ? "body " + std::to_string(i) : "body " + std::to_string(i) + " (" + name[i] + ")";
  }
};

}  // namespace gluey
