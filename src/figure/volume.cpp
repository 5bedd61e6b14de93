#include "figure/volume.hpp"

#include "figure/outline.hpp"
#include "figure/surface.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace gluey::figure {
namespace {

using std::numbers::pi;

/// The area of |x|^p + |y|^p ≤ 1.
double unit_area(double p) { return 4.0 * std::pow(std::tgamma(1.0 + 1.0 / p), 2) / std::tgamma(1.0 + 2.0 / p); }

double oval(const Solid& solid, bool planar) {
  const double across = unit_area(solid.p) * solid.radii[0] * solid.radii[1];
  if (planar) {
    return across;
  }
  // Slices of |z|^q ≤ 1 have the area times (1 − |z|^q)^(2/q): 2 ∫ over z is Euler's Beta function.
  const double q = solid.q;
  const double height =
      2.0 * std::tgamma(1.0 + 1.0 / q) * std::tgamma(1.0 + 2.0 / q) / std::tgamma(1.0 + 3.0 / q) * solid.radii[2];
  return across * height;
}

double corners(const Solid& solid, bool planar) {
  double sum = 0.0;
  if (planar) {
    for (std::size_t k = 0; k < solid.points.size(); ++k) {
      const Vec<3>& a = solid.points[k];
      const Vec<3>& b = solid.points[(k + 1) % solid.points.size()];
      sum += 0.5 * (a[0] * b[1] - a[1] * b[0]);
    }
    return std::abs(sum);
  }
  for (const std::vector<int>& face : solid.faces) {
    for (std::size_t k = 1; k + 1 < face.size(); ++k) {
      const auto at = [&](std::size_t corner) { return solid.points[static_cast<std::size_t>(face[corner])]; };
      sum += at(0).dot(at(k).cross(at(k + 1))) / 6.0;
    }
  }
  return std::abs(sum);
}

/// The mean over the first part of 1 / (how many of the parts hold the point): its share of what it has in common.
double share(const std::vector<Solid>& solids, std::size_t part, bool planar) {
  const int across = planar ? 192 : 32;
  const std::vector<Vec<3>> border = planar ? outline_of(solids[part]) : surface_of(solids[part], 8).points;
  Vec<3> lower = border.front(), upper = border.front();
  for (const Vec<3>& point : border) {
    lower = lower.cwiseMin(point);
    upper = upper.cwiseMax(point);
  }
  double sum = 0.0;
  int inside = 0;
  for (int cell = 0; cell < across * across * (planar ? 1 : across); ++cell) {
    const int row = cell / across % across, layer = cell / across / across;
    const Vec<3> place(cell % across + 0.5, row + 0.5, planar ? 0.0 : layer + 0.5);
    const Vec<3> point = lower + (upper - lower).cwiseProduct(place) / across;
    if (contains(solids[part], point)) {
      sum += 1.0 / static_cast<double>(std::count_if(solids.begin(), solids.end(),
                                                     [&](const Solid& other) { return contains(other, point); }));
      ++inside;
    }
  }
  return inside > 0 ? sum / inside : 1.0;
}

}  // namespace

double volume(const Solid& solid, std::size_t dimension) {
  const bool planar = dimension == 2;
  const double r = solid.radius;
  switch (solid.kind) {
    case Solid::Kind::ball:
      return planar ? pi * r * r : 4.0 / 3.0 * pi * r * r * r;
    case Solid::Kind::capsule:
      return planar ? pi * r * r + 2.0 * r * solid.length : pi * r * r * (4.0 / 3.0 * r + solid.length);
    case Solid::Kind::oval:
      return oval(solid, planar);
    case Solid::Kind::corners:
      return corners(solid, planar);
  }
  return 0.0;
}

double volume(const std::vector<Solid>& solids, std::size_t dimension) {
  if (solids.size() == 1) {
    return volume(solids.front(), dimension);
  }
  double sum = 0.0;
  for (std::size_t k = 0; k < solids.size(); ++k) {
    sum += volume(solids[k], dimension) * share(solids, k, dimension == 2);
  }
  return sum;
}

}  // namespace gluey::figure
