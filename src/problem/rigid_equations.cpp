// Contacts of a rigid problem written out, for methods that factorise W.

#include "problem/rigid_problem.hpp"

namespace gluey {
namespace {

/// Axes of a contact: its normal and tangents, a function of the normal alone.
Eigen::Matrix2d axes_of(const Vec<2>& n) {
  Eigen::Matrix2d axes;
  axes << n[0], -n[1], n[1], n[0];
  return axes;
}
Eigen::Matrix3d axes_of(const Vec<3>& n) {
  Eigen::Index least = 0;
  n.cwiseAbs().minCoeff(&least);
  Eigen::Matrix3d axes;
  axes.col(0) = n;
  axes.col(1) = n.cross(Vec<3>(Vec<3>::Unit(least))).normalized();
  axes.col(2) = n.cross(Vec<3>(axes.col(1)));
  return axes;
}

}  // namespace

template <int D>
typename RigidProblem<D>::Equations RigidProblem<D>::equations(std::size_t slot) const {
  Equations equations;
  equations.first = pair(slot).first;
  equations.second = pair(slot).second;
  equations.on_first.setZero();
  equations.on_second.setZero();
  equations.offset.setZero();
  if (slot < bound_.size()) {
    const BoundRow& row = bound_row_[slot];
    const Eigen::Map<const Vec<D>> normal(row.normal);
    equations.axes = axes_of(Vec<D>(normal));
    equations.on_first.row(0) << -normal.transpose(), -Eigen::Map<const Spin<D>>(row.turn_first).transpose();
    equations.on_second.row(0) << normal.transpose(), Eigen::Map<const Spin<D>>(row.turn_second).transpose();
    equations.offset[0] = row.offset;
    equations.set.lower = bound_[slot].lower;
    return equations;
  }
  const std::size_t cones = bound_.size() + cone_.size();
  const Cone<D>& cone = slot < cones ? cone_[slot - bound_.size()] : rolling_[slot - cones].cone;
  const ConeRow& row = slot < cones ? cone_row_[slot - bound_.size()] : rolling_row_[slot - cones].row;
  equations.rows = D;
  equations.axes = axes_of(cone.normal);
  for (int k = 0; k < D; ++k) {
    const Vec<D> axis = equations.axes.col(k);
    equations.on_first.row(k) << -axis.transpose(), -moment(row.arm_first, axis).transpose();
    equations.on_second.row(k) << axis.transpose(), moment(row.arm_second, axis).transpose();
  }
  equations.offset = equations.axes.transpose() * row.offset;
  equations.set.lower = cone.lower;
  equations.set.friction = cone.friction;
  equations.set.shift = cone.shift;
  return equations;
}

template <int D>
typename RigidProblem<D>::Image RigidProblem<D>::by_inverse_mass(std::int32_t body, const Rows& rows) const {
  const auto i = static_cast<std::size_t>(body);
  Image image;
  image.template topRows<D>() = inverse_mass(i).asDiagonal() * rows.template leftCols<D>().transpose();
  image.template bottomRows<spin>() = inverse_inertia(i) * rows.template rightCols<spin>().transpose();
  return image;
}

template <int D>
typename RigidProblem<D>::Parts RigidProblem<D>::parts(std::size_t slot) const {
  Parts parts;
  parts.first = pair(slot).first;
  parts.second = pair(slot).second;
  if (slot < bound_.size()) {
    const BoundRow& row = bound_row_[slot];
    parts.normal = Eigen::Map<const Vec<D>>(row.normal);
    parts.offset = row.offset * parts.normal;
    parts.turn_first = Eigen::Map<const Spin<D>>(row.turn_first);
    parts.turn_second = Eigen::Map<const Spin<D>>(row.turn_second);
    parts.lower = bound_[slot].lower;
    parts.diagonal = parts.tangential_diagonal = bound_[slot].diagonal;
    return parts;
  }
  const std::size_t cones = bound_.size() + cone_.size();
  const Cone<D>& cone = slot < cones ? cone_[slot - bound_.size()] : rolling_[slot - cones].cone;
  const ConeRow& row = slot < cones ? cone_row_[slot - bound_.size()] : rolling_row_[slot - cones].row;
  parts.normal = cone.normal;
  parts.offset = row.offset;
  parts.arm_first = row.arm_first;
  parts.arm_second = row.arm_second;
  parts.turn_first = moment(row.arm_first, cone.normal);
  parts.turn_second = moment(row.arm_second, cone.normal);
  parts.lower = cone.lower;
  parts.friction = cone.friction;
  parts.shift = cone.shift;
  parts.diagonal = cone.diagonal;
  parts.tangential_diagonal = cone.tangential_diagonal;
  return parts;
}

template <int D>
Vec<D> RigidProblem<D>::in_space(std::size_t slot, const double* components) const {
  const double* at = components + component(slot);
  return slot < bound_.size() ? Vec<D>(*at * Eigen::Map<const Vec<D>>(bound_row_[slot].normal))
                              : Vec<D>(Eigen::Map<const Vec<D>>(at));
}

template <int D>
void RigidProblem<D>::from_space(std::size_t slot, const Vec<D>& p, double* components) const {
  double* at = components + component(slot);
  if (slot < bound_.size()) {
    *at = Eigen::Map<const Vec<D>>(bound_row_[slot].normal).dot(p);
  } else {
    Eigen::Map<Vec<D>>{at} = p;
  }
}

template RigidProblem<2>::Equations RigidProblem<2>::equations(std::size_t) const;
template RigidProblem<3>::Equations RigidProblem<3>::equations(std::size_t) const;
template RigidProblem<2>::Image RigidProblem<2>::by_inverse_mass(std::int32_t, const Rows&) const;
template RigidProblem<3>::Image RigidProblem<3>::by_inverse_mass(std::int32_t, const Rows&) const;
template RigidProblem<2>::Parts RigidProblem<2>::parts(std::size_t) const;
template RigidProblem<3>::Parts RigidProblem<3>::parts(std::size_t) const;
template Vec<2> RigidProblem<2>::in_space(std::size_t, const double*) const;
template Vec<3> RigidProblem<3>::in_space(std::size_t, const double*) const;
template void RigidProblem<2>::from_space(std::size_t, const Vec<2>&, double*) const;
template void RigidProblem<3>::from_space(std::size_t, const Vec<3>&, double*) const;

}  // namespace gluey
