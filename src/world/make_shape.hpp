#pragma once
// From parts as the user wrote them to a body's shape: moved to the centre of mass and turned to the principal axes.

#include "world/world.hpp"

#include <string>
#include <vector>

namespace gluey {

template <int D>
struct MadeShape {
  Shape<D> shape;
  double volume = 0.0;
  Spin<D> inertia = Spin<D>::Zero();  ///< at density 1, about the shape's axes
  Pose<D> frame;                      ///< the shape's frame in the user's
};

/// The shape of solid parts, which may overlap. `keep_axes`: the user's axes stay, whether principal or not, and the inertia
/// is about them; otherwise they stay where they are principal, and are turned as little as will do.
template <int D>
MadeShape<D> make_shape(const std::string& kind, const std::vector<Part<D>>& parts, bool keep_axes = false);

/// All lengths multiplied.
template <int D>
MadeShape<D> scaled(const MadeShape<D>& shape, double factor);

/// A shape from its description in its own frame, as a result file has it. Throws Error where it makes no sense.
template <int D>
Shape<D> shape_from(const std::string& kind, const std::string& description);

}  // namespace gluey
