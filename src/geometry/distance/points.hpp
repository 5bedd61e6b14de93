#pragma once
// `closest` of a point and each shape, inline: for loops over many points. Others ask part_closest (distance/table.hpp).

#include "geometry/distance/point_box.hpp"             // IWYU pragma: export
#include "geometry/distance/point_ellipsoid.hpp"       // IWYU pragma: export
#include "geometry/distance/point_plane.hpp"           // IWYU pragma: export
#include "geometry/distance/point_polygon.hpp"         // IWYU pragma: export
#include "geometry/distance/point_polyhedron.hpp"      // IWYU pragma: export
#include "geometry/distance/point_segment.hpp"         // IWYU pragma: export
#include "geometry/distance/point_sphere.hpp"          // IWYU pragma: export
#include "geometry/distance/point_superellipsoid.hpp"  // IWYU pragma: export
#include "geometry/distance/point_triangle.hpp"        // IWYU pragma: export
