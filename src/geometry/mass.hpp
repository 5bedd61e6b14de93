#pragma once
// Volume, centre and inertia of a solid of unit density.

#include "core/vector.hpp"

namespace gluey {

template <int D>
struct MassProperties {
  double volume = 0.0;             ///< area in 2D
  Vec<D> center = Vec<D>::Zero();  ///< in the owner's frame
  Eigen::Matrix<double, spin_size<D>, spin_size<D>> inertia =
      Eigen::Matrix<double, spin_size<D>, spin_size<D>>::Zero();  ///< about the centre, in the owner's axes
};

}  // namespace gluey
