#include "dense_algebra.hpp"

#include <Eigen/Eigenvalues>

namespace gluey::test {

Eigen::VectorXd times(const Eigen::MatrixXd& a, const Eigen::VectorXd& x) { return a * x; }
Eigen::VectorXd transposed_times(const Eigen::MatrixXd& a, const Eigen::VectorXd& x) { return a.transpose() * x; }
Eigen::MatrixXd within(const Eigen::MatrixXd& a, const Eigen::MatrixXd& m) { return a * m * a.transpose(); }
double largest_eigenvalue(const Eigen::MatrixXd& a) {
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(a, Eigen::EigenvaluesOnly).eigenvalues().maxCoeff();
}

}  // namespace gluey::test
