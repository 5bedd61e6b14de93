#pragma once
// Products of matrices of any size, compiled once: every expression of such matrices costs each test that has it seconds.

#include <Eigen/Core>

namespace gluey::test {

/// A x.
Eigen::VectorXd times(const Eigen::MatrixXd& a, const Eigen::VectorXd& x);
/// Aᵀ x.
Eigen::VectorXd transposed_times(const Eigen::MatrixXd& a, const Eigen::VectorXd& x);
/// A M Aᵀ.
Eigen::MatrixXd within(const Eigen::MatrixXd& a, const Eigen::MatrixXd& m);
/// Of a symmetric matrix.
double largest_eigenvalue(const Eigen::MatrixXd& a);

}  // namespace gluey::test
