#pragma once
// The numbers by which solvers scale a contact, from its diagonal block of W.

#include "problem/sets.hpp"

#include <Eigen/Eigenvalues>

#include <algorithm>

namespace gluey {

/// The parts of a contact's diagonal block that solvers scale by.
template <int D>
void set_metric(const Eigen::Matrix<double, D, D>& block, Cone<D>& cone) {
  const Vec<D>& n = cone.normal;
  cone.diagonal = n.dot(block * n);
  const Eigen::Matrix<double, D, D> across = Eigen::Matrix<double, D, D>::Identity() - n * n.transpose();
  // Balls have the same number in every direction across: no need for eigenvalues.
  const double each = (block.trace() - cone.diagonal) / (D - 1);
  const Eigen::Matrix<double, D, D> rest = block - cone.diagonal * n * n.transpose() - each * across;
  if (rest.cwiseAbs().maxCoeff() <= 1e-12 * block.trace()) {
    cone.tangential_diagonal = each;
    cone.largest = std::max(cone.diagonal, each);
  } else {
    Eigen::SelfAdjointEigenSolver<Eigen::Matrix<double, D, D>> solver;
    solver.computeDirect(across * block * across, Eigen::EigenvaluesOnly);
    cone.tangential_diagonal = solver.eigenvalues().maxCoeff();
    solver.computeDirect(block, Eigen::EigenvaluesOnly);
    cone.largest = solver.eigenvalues().maxCoeff();
  }
  // A contact that cannot move in some direction takes no notice of impulses there; any scale will do.
  if (!(cone.diagonal > 1e-12 * cone.largest)) {
    cone.diagonal = cone.largest > 0.0 ? cone.largest : 1.0;
  }
  if (!(cone.tangential_diagonal > 1e-12 * cone.diagonal)) {
    cone.tangential_diagonal = cone.diagonal;
  }
  cone.largest = std::max({cone.largest, cone.diagonal, cone.tangential_diagonal});
  cone.inverse = 1.0 / cone.diagonal;
  cone.tangential_inverse = 1.0 / cone.tangential_diagonal;
}

}  // namespace gluey
