#pragma once
// Mass properties of spheres, ellipsoids and superellipsoids, in closed form. With γ = Γ, the plane figure of exponent p has
//     area = 4ab γ(1+1/p)²/γ(1+2/p),   ∫x² = (4/3) a³b γ(1+3/p) γ(1+1/p)/γ(1+4/p),
// and in 3D its sections at height z scale by s = (1 − |z/c|^q)^(1/q):
//     ∫ s^k z^m dz = (2/q) c^(m+1) B((m+1)/q, 1 + k/q).

#include "geometry/ellipsoid.hpp"
#include "geometry/mass.hpp"
#include "geometry/sphere.hpp"
#include "geometry/superellipsoid.hpp"

namespace gluey {

template <int D>
MassProperties<D> mass_properties(const Sphere<D>& sphere);
template <int D>
MassProperties<D> mass_properties(const Ellipsoid<D>& ellipsoid);
template <int D>
MassProperties<D> mass_properties(const Superellipsoid<D>& superellipsoid);

}  // namespace gluey
