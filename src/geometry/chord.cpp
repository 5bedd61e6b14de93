#include "geometry/chord.hpp"

#include "core/infinity.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace gluey {
namespace {

/// Points o + t d with |o + t d| ≤ r.
template <int D>
Chord ball_chord(const Vec<D>& o, const Vec<D>& d, double r) {
  const double a = d.squaredNorm();
  if (!(a > 0.0)) {
    return o.squaredNorm() < r * r ? Chord{-infinity, infinity} : Chord{};
  }
  const double b = o.dot(d) / a;
  const double rest = (r * r - (o - b * d).squaredNorm()) / a;
  return rest > 0.0 ? Chord{-b - std::sqrt(rest), -b + std::sqrt(rest)} : Chord{};
}

/// Cuts off where a + t b > 0.
void clip(Chord& chord, double a, double b) {
  if (b > 0.0) {
    chord.to = std::min(chord.to, -a / b);
  } else if (b < 0.0) {
    chord.from = std::max(chord.from, -a / b);
  } else if (a > 0.0) {
    chord = {};
  }
}

/// Points o + t d within the box |x| ≤ half.
template <int D>
Chord box_chord(const Vec<D>& o, const Vec<D>& d, const Vec<D>& half) {
  Chord chord{-infinity, infinity};
  for (int axis = 0; axis < D; ++axis) {
    clip(chord, o[axis] - half[axis], d[axis]);
    clip(chord, -o[axis] - half[axis], -d[axis]);
  }
  return chord;
}

/// Where a convex function is ≤ 0 between two points at which it is not: its least value by golden section, then both
/// ends by bisection.
template <class Function>
Chord convex_chord(const Function& f, Chord around) {
  constexpr double golden = 0.6180339887498949;
  double a = around.from, b = around.to;
  double x = b - golden * (b - a), y = a + golden * (b - a);
  double fx = f(x), fy = f(y);
  for (int k = 0; k < 60 && fx > 0.0 && fy > 0.0; ++k) {
    if (fx < fy) {
      b = std::exchange(y, x);
      fy = fx;
      x = b - golden * (b - a);
      fx = f(x);
    } else {
      a = std::exchange(x, y);
      fx = fy;
      y = a + golden * (b - a);
      fy = f(y);
    }
  }
  if (fx > 0.0 && fy > 0.0) {
    return {};
  }
  const double inside = fx < fy ? x : y;
  const auto end = [&](double outside) {
    double within = inside;
    for (int k = 0; k < 50; ++k) {
      const double middle = 0.5 * (within + outside);
      (f(middle) > 0.0 ? outside : within) = middle;
    }
    return within;
  };
  return {end(around.from), end(around.to)};
}

template <int D>
struct Cutter {
  const Vec<D>& o;

  Chord operator()(const Plane<D>& /*plane*/) const { return {}; }

  Chord operator()(const Sphere<D>& sphere) const {
    return ball_chord<D>(o - sphere.position, Vec<D>::UnitX(), sphere.radius);
  }

  /// The hull of two balls: what lies between them is a cylinder, cut off at their centres.
  Chord operator()(const Segment<D>& segment) const {
    const Vec<D> along = (segment.to - segment.from).normalized();
    const auto across = [&](const Vec<D>& v) { return Vec<D>(v - v.dot(along) * along); };
    Chord chord = ball_chord<D>(across(o - segment.from), across(Vec<D>::UnitX()), segment.radius);
    clip(chord, (segment.from - o).dot(along), -along[0]);
    clip(chord, (o - segment.to).dot(along), along[0]);
    for (const Vec<D>& end : {segment.from, segment.to}) {
      const Chord ball = ball_chord<D>(o - end, Vec<D>::UnitX(), segment.radius);
      if (ball.from < ball.to) {
        chord = chord.from < chord.to ? Chord{std::min(chord.from, ball.from), std::max(chord.to, ball.to)} : ball;
      }
    }
    return chord;
  }

  Chord operator()(const Box<D>& box) const {
    return box_chord<D>(box.pose.to_local(o), box.pose.orientation.apply_inverse(Vec<D>::UnitX()), box.half);
  }

  Chord operator()(const Polygon& polygon) const
    requires(D == 2)
  {
    Chord chord{-infinity, infinity};
    for (std::size_t k = 0; k < polygon.points.size(); ++k) {
      const Vec<2>& from = polygon.points[k];
      const Vec<2> along = polygon.points[(k + 1) % polygon.points.size()] - from;
      const Vec<2> normal(along[1], -along[0]);
      clip(chord, normal.dot(o - from), normal[0]);
    }
    return chord;
  }

  Chord operator()(const Ellipsoid<D>& ellipsoid) const {
    const Vec<D> inverse = ellipsoid.radii.cwiseInverse();
    return ball_chord<D>(ellipsoid.pose.to_local(o).cwiseProduct(inverse),
                         ellipsoid.pose.orientation.apply_inverse(Vec<D>::UnitX()).cwiseProduct(inverse), 1.0);
  }

  Chord operator()(const Superellipsoid<D>& shape) const {
    const Vec<D> local = shape.pose.to_local(o);
    const Vec<D> direction = shape.pose.orientation.apply_inverse(Vec<D>::UnitX());
    const Chord around = box_chord<D>(local, direction, shape.radii);
    if (!(around.from < around.to)) {
      return {};
    }
    return convex_chord(
        [&](double t) {
          const Vec<D> x = (local + t * direction).cwiseQuotient(shape.radii).cwiseAbs();
          const double p = shape.exponents[0];
          const double plane = std::pow(x[0], p) + std::pow(x[1], p);
          if constexpr (D == 2) {
            return plane - 1.0;
          } else {
            const double q = shape.exponents[1];
            return std::pow(plane, q / p) + std::pow(x[2], q) - 1.0;
          }
        },
        around);
  }

  Chord operator()(const Polyhedron& polyhedron) const
    requires(D == 3)
  {
    Chord chord{-infinity, infinity};
    for (std::size_t f = 0; f < polyhedron.normals.size(); ++f) {
      const auto corner = static_cast<std::size_t>(polyhedron.topology->face[f]);
      const Vec<3>& point = polyhedron.points[static_cast<std::size_t>(polyhedron.topology->corner[corner])];
      clip(chord, polyhedron.normals[f].dot(o - point), polyhedron.normals[f][0]);
    }
    return chord;
  }

  Chord operator()(const Triangle& /*triangle*/) const
    requires(D == 3)
  {
    return {};
  }
};

}  // namespace

template <int D>
Chord chord(const Part<D>& part, const Vec<D>& origin) {
  const Chord chord = std::visit(Cutter<D>{origin}, part);
  return {origin[0] + chord.from, origin[0] + chord.to};
}

template Chord chord<2>(const Part<2>&, const Vec<2>&);
template Chord chord<3>(const Part<3>&, const Vec<3>&);

}  // namespace gluey
