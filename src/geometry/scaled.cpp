#include "geometry/scaled.hpp"

namespace gluey {
namespace {

template <int D>
struct Scaler {
  double factor;

  Part<D> operator()(Sphere<D> sphere) const {
    sphere.position *= factor;
    sphere.radius *= factor;
    return sphere;
  }
  Part<D> operator()(Segment<D> segment) const {
    segment.from *= factor;
    segment.to *= factor;
    segment.radius *= factor;
    return segment;
  }
  Part<D> operator()(Box<D> box) const {
    box.pose.position *= factor;
    box.half *= factor;
    return box;
  }
  Part<D> operator()(Ellipsoid<D> ellipsoid) const { return scale_radii(std::move(ellipsoid)); }
  Part<D> operator()(Superellipsoid<D> shape) const { return scale_radii(std::move(shape)); }
  Part<D> operator()(Polygon polygon) const
    requires(D == 2)
  {
    return scale_points(std::move(polygon));
  }
  Part<D> operator()(Polyhedron polyhedron) const
    requires(D == 3)
  {
    return scale_points(std::move(polyhedron));
  }
  /// Surfaces are no bodies' and stay as they are.
  Part<D> operator()(const auto& surface) const { return surface; }

 private:
  template <class Round>
  [[nodiscard]] Round scale_radii(Round round) const {
    round.pose.position *= factor;
    round.radii *= factor;
    return round;
  }
  template <class Flat>
  [[nodiscard]] Flat scale_points(Flat flat) const {
    for (Vec<D>& point : flat.points) {
      point *= factor;
    }
    return flat;
  }
};

}  // namespace

template <int D>
Part<D> scaled(const Part<D>& part, double factor) {
  return std::visit(Scaler<D>{factor}, part);
}

template Part<2> scaled<2>(const Part<2>&, double);
template Part<3> scaled<3>(const Part<3>&, double);

}  // namespace gluey
