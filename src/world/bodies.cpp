#include "world/bodies.hpp"

#include <numbers>

namespace gluey {

template <int D>
void Bodies<D>::add(const Vec<D>& x, double r, double m) {
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

template <int D>
std::string Bodies<D>::describe(std::size_t i) const {
  return name[i].empty() ? "body " + std::to_string(i) : "body " + std::to_string(i) + " (" + name[i] + ")";
}

template <int D>
Bodies<D>::Bodies() = default;
template <int D>
Bodies<D>::Bodies(const Bodies& other) = default;
template <int D>
Bodies<D>::Bodies(Bodies&& other) noexcept = default;
template <int D>
Bodies<D>& Bodies<D>::operator=(const Bodies& other) = default;
template <int D>
Bodies<D>& Bodies<D>::operator=(Bodies&& other) noexcept = default;
template <int D>
Bodies<D>::~Bodies() = default;

template struct Bodies<2>;
template struct Bodies<3>;

}  // namespace gluey
