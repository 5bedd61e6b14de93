#pragma once
// Volume (area in 2D), centre of mass and inertia of solids of unit density, in their owner's frame.

#include "core/vector.hpp"
#include "geometry/box.hpp"
#include "geometry/polygon.hpp"
#include "geometry/polyhedron.hpp"
#include "geometry/segment.hpp"

namespace gluey {

template <int D>
struct MassProperties {
  double volume = 0.0;             ///< area in 2D
  Vec<D> center = Vec<D>::Zero();  ///< in the owner's frame
  Eigen::Matrix<double, spin_size<D>, spin_size<D>> inertia =
      Eigen::Matrix<double, spin_size<D>, spin_size<D>>::Zero();  ///< about the centre, in the owner's axes
};

template <int D>
MassProperties<D> mass_properties(const Box<D>& box);

/// A capsule; a stadium in 2D. Nothing where its radius is zero.
template <int D>
MassProperties<D> mass_properties(const Segment<D>& segment);

MassProperties<2> mass_properties(const Polygon& polygon);
MassProperties<3> mass_properties(const Polyhedron& polyhedron);

}  // namespace gluey
