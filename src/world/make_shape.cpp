#include "world/make_shape.hpp"

#include "geometry/scaled.hpp"
#include "geometry/size.hpp"
#include "geometry/union_mass.hpp"
#include "world/shape_json.hpp"

#include <cmath>
#include <limits>

namespace gluey {
namespace {

/// Axes count as principal where what couples them is below the error of the inertia, relative to the largest; several parts
/// may overlap.
constexpr double exact_coupling = 1e-10;
constexpr double integrated_coupling = 1e-5;

/// Jacobi's rotations: each takes away one coupling by the smaller of the two turns that do, so the axes stay as near to
/// where they were as they can, and do not turn in a plane where all are principal.
Eigen::Matrix3d principal_axes(Eigen::Matrix3d tensor, double coupling) {
  Eigen::Matrix3d axes = Eigen::Matrix3d::Identity();
  const double small = coupling * tensor.diagonal().maxCoeff();
  for (int sweep = 0; sweep < 50; ++sweep) {
    int i = 0, j = 1;  // the largest coupling
    for (const auto& [a, b] : {std::pair{0, 2}, {1, 2}}) {
      if (std::abs(tensor(a, b)) > std::abs(tensor(i, j))) {
        i = a;
        j = b;
      }
    }
    if (std::abs(tensor(i, j)) <= (sweep == 0 ? small : 1e-15 * tensor.diagonal().maxCoeff())) {
      break;
    }
    const double theta = 0.5 * (tensor(j, j) - tensor(i, i)) / tensor(i, j);
    const double tangent = std::copysign(1.0, theta) / (std::abs(theta) + std::hypot(theta, 1.0));
    const double cosine = 1.0 / std::hypot(tangent, 1.0);
    Eigen::Matrix3d turn = Eigen::Matrix3d::Identity();
    turn(i, i) = turn(j, j) = cosine;
    turn(i, j) = tangent * cosine;
    turn(j, i) = -tangent * cosine;
    tensor = turn.transpose() * tensor * turn;
    axes = axes * turn;
  }
  return axes;
}

/// The parts are read back from the text, so that a body that is restored from a result file has the same bits.
template <int D>
Shape<D> described(const std::string& kind, const std::vector<Part<D>>& parts) {
  return shape_from<D>(kind, parts_json<D>(parts, kind == "compound" || kind == "wheel"));
}

}  // namespace

template <int D>
MadeShape<D> make_shape(const std::string& kind, const std::vector<Part<D>>& parts, bool keep_axes) {
  const MassProperties<D> mass = union_mass<D>(parts);
  MadeShape<D> made;
  made.volume = mass.volume;
  made.frame.position = mass.center;
  if constexpr (D == 2) {
    made.inertia[0] = mass.inertia(0, 0);
  } else {
    if (!keep_axes) {
      const double coupling = parts.size() == 1 ? exact_coupling : integrated_coupling;
      made.frame.orientation.quaternion = Eigen::Quaterniond(principal_axes(mass.inertia, coupling));
    }
    const Eigen::Matrix3d axes = made.frame.orientation.matrix();
    made.inertia = (axes.transpose() * mass.inertia * axes).diagonal();
  }
  std::vector<Part<D>> own;
  own.reserve(parts.size());
  for (const Part<D>& part : parts) {
    own.push_back(placed<D>(part, seen_from<D>(made.frame, {})));
  }
  made.shape = described<D>(kind, own);
  return made;
}

template <int D>
MadeShape<D> scaled(const MadeShape<D>& shape, double factor) {
  std::vector<Part<D>> parts;
  parts.reserve(shape.shape.parts.size());
  for (const Part<D>& part : shape.shape.parts) {
    parts.push_back(scaled<D>(part, factor));
  }
  return {described<D>(shape.shape.kind, parts),
          shape.volume * std::pow(factor, D),
          shape.inertia * std::pow(factor, D + 2),
          {factor * shape.frame.position, shape.frame.orientation}};
}

template <int D>
Shape<D> shape_from(const std::string& kind, const std::string& description) {
  Shape<D> shape{kind, description, parts_from_json<D>(description)};
  shape.inner = std::numeric_limits<double>::infinity();
  for (const Part<D>& part : shape.parts) {
    shape.outer = std::max(shape.outer, farthest<D>(part, Vec<D>::Zero()));
    shape.inner = std::min(shape.inner, half_thickness<D>(part));
  }
  return shape;
}

template MadeShape<2> make_shape<2>(const std::string&, const std::vector<Part<2>>&, bool);
template MadeShape<3> make_shape<3>(const std::string&, const std::vector<Part<3>>&, bool);
template MadeShape<2> scaled<2>(const MadeShape<2>&, double);
template MadeShape<3> scaled<3>(const MadeShape<3>&, double);
template Shape<2> shape_from<2>(const std::string&, const std::string&);
template Shape<3> shape_from<3>(const std::string&, const std::string&);

}  // namespace gluey
