#include "geometry/mass.hpp"

#include <numbers>

namespace gluey {
namespace {

/// Sums simplices with one corner in the origin: their volume V, ∫x = V Σp/(D+1) and ∫xxᵀ = V (Σppᵀ + ΣpΣpᵀ)/((D+1)(D+2)).
template <int D>
struct Moments {
  double volume = 0.0;
  Vec<D> first = Vec<D>::Zero();
  Eigen::Matrix<double, D, D> second = Eigen::Matrix<double, D, D>::Zero();

  void add(const Eigen::Matrix<double, D, D>& corners) {
    const double piece = corners.determinant() / (D == 2 ? 2.0 : 6.0);
    const Vec<D> sum = corners.rowwise().sum();
    volume += piece;
    first += piece / (D + 1) * sum;
    second += piece / ((D + 1) * (D + 2)) * (corners * corners.transpose() + sum * sum.transpose());
  }

  /// `origin` is where the simplices' common corner stands.
  [[nodiscard]] MassProperties<D> about_center(const Vec<D>& origin) const {
    const Vec<D> center = first / volume;
    const Eigen::Matrix<double, D, D> central = second - volume * center * center.transpose();
    MassProperties<D> result{volume, origin + center};
    if constexpr (D == 2) {
      result.inertia(0, 0) = central.trace();
    } else {
      result.inertia = central.trace() * Eigen::Matrix3d::Identity() - central;
    }
    return result;
  }
};

}  // namespace

template <int D>
MassProperties<D> mass_properties(const Box<D>& box) {
  MassProperties<D> result{std::pow(2.0, D) * box.half.prod(), box.pose.position};
  const Vec<D> squares = result.volume / 3.0 * box.half.cwiseAbs2();  // ∫x² along each axis
  if constexpr (D == 2) {
    result.inertia(0, 0) = squares.sum();
  } else {
    const Eigen::Matrix3d turn = box.pose.orientation.matrix();
    const Vec<3> principal = squares.sum() - squares.array();
    result.inertia = turn * principal.asDiagonal() * turn.transpose();
  }
  return result;
}

template <int D>
MassProperties<D> mass_properties(const Segment<D>& segment) {
  const Vec<D> along = segment.to - segment.from;
  const double length = along.norm(), r = segment.radius;
  MassProperties<D> result{0.0, segment.center()};
  // A straight middle and two half balls, whose own centres lie c beyond its ends: (L/2 + c)² − c² = L²/4 + L c.
  if constexpr (D == 2) {
    const double middle = 2.0 * r * length, ends = std::numbers::pi * r * r, c = 4.0 * r / (3.0 * std::numbers::pi);
    result.volume = middle + ends;
    result.inertia(0, 0) =
        middle * (length * length / 12.0 + r * r / 3.0) + ends * (0.5 * r * r + 0.25 * length * length + length * c);
  } else {
    const double middle = std::numbers::pi * r * r * length, ends = 4.0 / 3.0 * std::numbers::pi * r * r * r,
                 c = 0.375 * r;
    result.volume = middle + ends;
    const double axial = 0.5 * middle * r * r + 0.4 * ends * r * r;
    const double across =
        middle * (length * length / 12.0 + 0.25 * r * r) + ends * (0.4 * r * r + 0.25 * length * length + length * c);
    const Vec<3> axis = length > 0.0 ? Vec<3>(along / length) : Vec<3>(Vec<3>::UnitX());
    result.inertia = across * Eigen::Matrix3d::Identity() + (axial - across) * axis * axis.transpose();
  }
  return result;
}

MassProperties<2> mass_properties(const Polygon& polygon) {
  Moments<2> sum;
  const Vec<2>& origin = polygon.points.front();
  for (std::size_t k = 1; k + 1 < polygon.points.size(); ++k) {
    Eigen::Matrix2d corners;
    corners << polygon.points[k] - origin, polygon.points[k + 1] - origin;
    sum.add(corners);
  }
  return sum.about_center(origin);
}

MassProperties<3> mass_properties(const Polyhedron& polyhedron) {
  Moments<3> sum;
  const Topology& topology = *polyhedron.topology;
  const Vec<3> origin = polyhedron.center();
  const auto corner = [&](std::int32_t k) {
    return Vec<3>(polyhedron.points[static_cast<std::size_t>(topology.corner[static_cast<std::size_t>(k)])] - origin);
  };
  for (std::size_t f = 0; f + 1 < topology.face.size(); ++f) {
    for (std::int32_t k = topology.face[f] + 1; k + 1 < topology.face[f + 1]; ++k) {
      Eigen::Matrix3d corners;
      corners << corner(topology.face[f]), corner(k), corner(k + 1);
      sum.add(corners);
    }
  }
  return sum.about_center(origin);
}

template MassProperties<2> mass_properties<2>(const Box<2>&);
template MassProperties<3> mass_properties<3>(const Box<3>&);
template MassProperties<2> mass_properties<2>(const Segment<2>&);
template MassProperties<3> mass_properties<3>(const Segment<3>&);

}  // namespace gluey
