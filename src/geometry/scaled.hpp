#pragma once
#include "geometry/part.hpp"

namespace gluey {

/// The solid part with all its lengths, also the distance from its owner's origin, multiplied.
template <int D>
Part<D> scaled(const Part<D>& part, double factor);

}  // namespace gluey
