#pragma once
// Step problems with rotation and friction as plain data, and dense algebra on them: G written row by row from
//     u = v_j + ω_j × r_j − v_i − ω_i × r_i,
// W = G M⁻¹ Gᵀ multiplied out. Nothing of RigidProblem is used but its struct of data.

#include "problem/rigid_problem.hpp"

#include <Eigen/Dense>

#include "admissible.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace gluey::test {

enum class Kind { bound, cone, rolling };

template <int D>
struct RigidStep {
  static constexpr int spin = spin_size<D>;
  static constexpr int motion = D + spin;
  typename RigidProblem<D>::Data data;

  [[nodiscard]] std::size_t bodies() const { return data.velocity.size(); }
  [[nodiscard]] std::size_t contacts() const { return data.gap.size(); }
  [[nodiscard]] Kind kind(std::size_t c) const {
    return data.set[c].rolling > 0.0 ? Kind::rolling : data.set[c].friction > 0.0 ? Kind::cone : Kind::bound;
  }

  void add_body(const Vec<D>& inverse_mass, const Eigen::Matrix<double, spin, spin>& inverse_inertia,
                const Vec<D>& velocity, const Spin<D>& omega) {
    data.inverse_mass.push_back(inverse_mass);
    data.inverse_inertia.push_back(inverse_inertia);
    data.inertia.push_back(inverse_inertia.isZero(0.0) ? inverse_inertia
                                                       : Eigen::Matrix<double, spin, spin>(inverse_inertia.inverse()));
    data.velocity.push_back(velocity);
    data.angular_velocity.push_back(omega);
  }
  void add_contact(std::int32_t first, std::int32_t second, const Vec<D>& normal, const Vec<D>& arm_first,
                   const Vec<D>& arm_second, double gap, const ContactSet& set, const Vec<D>& surface = Vec<D>::Zero(),
                   const Spin<D>& surface_spin = Spin<D>::Zero()) {
    data.first.push_back(first);
    data.second.push_back(second);
    data.normal.push_back(normal);
    data.arm_first.push_back(arm_first);
    data.arm_second.push_back(arm_second);
    data.gap.push_back(gap);
    data.set.push_back(set);
    data.surface.push_back(surface);
    data.surface_spin.push_back(surface_spin);
  }

  /// ω × r as a matrix times ω.
  static Eigen::Matrix<double, D, spin> swing(const Vec<D>& r) {
    Eigen::Matrix<double, D, spin> m;
    for (int k = 0; k < spin; ++k) {
      if constexpr (D == 2) {
        m.col(k) = Vec<2>(-r[1], r[0]);
      } else {
        m.col(k) = Vec<3>(Vec<3>::Unit(k).cross(r));
      }
    }
    return m;
  }

  /// Rows of the contact, (D + spin) × (bodies · motion): the relative velocity in space, then the relative spin.
  [[nodiscard]] Eigen::MatrixXd rows(std::size_t c) const {
    Eigen::MatrixXd g = Eigen::MatrixXd::Zero(motion, static_cast<Eigen::Index>(bodies()) * motion);
    const auto side = [&](std::int32_t body, double sign, const Vec<D>& arm) {
      if (static_cast<std::size_t>(body) < bodies()) {
        g.block(0, body * motion, D, D) += sign * Eigen::MatrixXd::Identity(D, D);
        g.block(0, body * motion + D, D, spin) += sign * swing(arm);
        g.block(D, body * motion + D, spin, spin) += sign * Eigen::MatrixXd::Identity(spin, spin);
      }
    };
    side(data.first[c], -1.0, data.arm_first[c]);
    side(data.second[c], 1.0, data.arm_second[c]);
    return g;
  }
  [[nodiscard]] Eigen::MatrixXd inverse_masses() const {
    const auto size = static_cast<Eigen::Index>(bodies()) * motion;
    Eigen::MatrixXd m = Eigen::MatrixXd::Zero(size, size);
    for (std::size_t i = 0; i < bodies(); ++i) {
      const auto at = static_cast<Eigen::Index>(i) * motion;
      m.block(at, at, D, D) = data.inverse_mass[i].asDiagonal();
      m.block(at + D, at + D, spin, spin) = data.inverse_inertia[i];
    }
    return m;
  }
  [[nodiscard]] Eigen::VectorXd free() const {
    Eigen::VectorXd v(static_cast<Eigen::Index>(bodies()) * motion);
    for (std::size_t i = 0; i < bodies(); ++i) {
      v.segment(static_cast<Eigen::Index>(i) * motion, D) = data.velocity[i];
      v.segment(static_cast<Eigen::Index>(i) * motion + D, spin) = data.angular_velocity[i];
    }
    return v;
  }
  /// What is added to G V: the gap, how the second's image drifts, or how an obstacle's surface moves across the normal and
  /// turns.
  [[nodiscard]] Eigen::VectorXd offset(std::size_t c) const {
    Eigen::VectorXd b = Eigen::VectorXd::Zero(motion);
    b.head(D) = data.gap[c] / data.step * data.normal[c];
    if (static_cast<std::size_t>(data.second[c]) >= bodies()) {
      b.head(D) += data.surface[c] - data.normal[c].dot(data.surface[c]) * data.normal[c];
      b.tail(spin) += data.surface_spin[c];
    } else {
      b.head(D) += data.surface[c];
    }
    return b;
  }
};

/// Bodies and contacts at random. Every kind of mass: balls, bodies with moments and directions of their own, locked axes,
/// locked rotation, immovable ones; obstacles with moving surfaces; pairs that touch twice; arms of any direction.
template <int D>
RigidStep<D> random_step(std::size_t bodies, std::size_t contacts, std::uint64_t seed,
                         const std::vector<Kind>& kinds = {Kind::bound, Kind::cone, Kind::rolling}) {
  constexpr int spin = spin_size<D>;
  using Moments = Eigen::Matrix<double, spin, spin>;
  Draws draws(seed);
  RigidStep<D> step;
  step.data.step = 0.01;
  for (std::size_t i = 0; i < bodies; ++i) {
    Vec<D> inverse_mass = Vec<D>::Constant(1.5 + draws());
    Moments inverse_inertia = Moments::Identity() * (3.0 + 2.0 * draws());
    if (D == 3 && i % 3 == 0) {
      Moments any;
      for (int k = 0; k < spin; ++k) {
        any.col(k) = draws.vector<spin>();
      }
      inverse_inertia = Moments::Identity() + any * any.transpose();
    }
    if (i % 5 == 1) {
      inverse_mass[static_cast<int>(i) % D] = 0.0;
    } else if (i % 5 == 2) {
      inverse_inertia.setZero();
    } else if (i % 7 == 3) {
      inverse_mass.setZero();
      inverse_inertia.setZero();
    }
    step.add_body(inverse_mass, inverse_inertia, draws.vector<D>(), draws.vector<spin>());
  }
  const auto any = [&](std::size_t below) {
    return static_cast<std::int32_t>(0.5 * (1.0 + draws()) * static_cast<double>(below));
  };
  for (std::size_t c = 0; c < contacts; ++c) {
    const std::int32_t a = any(bodies);
    std::int32_t b = any(bodies + 2);
    b = b == a ? static_cast<std::int32_t>(bodies) : b;
    const Kind kind = kinds[static_cast<std::size_t>(any(kinds.size()))];
    ContactSet set;
    set.lower = draws() > 0.0 ? 0.0 : -0.1;
    set.friction = kind == Kind::bound ? 0.0 : 0.6 + 0.5 * draws();
    set.shift = draws() > 0.0 ? set.friction : 0.0;
    set.rolling = kind == Kind::rolling ? 0.2 + 0.1 * draws() : 0.0;
    set.rolling_shift = set.shift > 0.0 ? set.rolling : 0.0;
    step.add_contact(a, b, draws.vector<D>().normalized(), draws.vector<D>(), draws.vector<D>(), 0.01 * draws(), set,
                     draws.vector<D>(), draws.vector<spin>());
  }
  return step;
}

/// |p − Π(p − ρ ũ)|/ρ with Π to Coulomb's cone as textbooks have it.
template <int D>
double textbook_residual(const Vec<D>& n, double mu, double shift, double rho, const Vec<D>& p, const Vec<D>& u) {
  const Vec<D> slip = u - n.dot(u) * n;
  const Vec<D> y = p - rho * (u + shift * slip.norm() * n);
  const double y_n = n.dot(y);
  const Vec<D> y_t = y - y_n * n;
  Vec<D> projected = y;
  if (mu * y_t.norm() <= -y_n) {
    projected.setZero();
  } else if (y_t.norm() > mu * y_n) {
    const double height = (y_n + mu * y_t.norm()) / (1.0 + mu * mu);
    projected = height * (n + mu * y_t.normalized());
  }
  return (p - projected).norm() / rho;
}

}  // namespace gluey::test
