#pragma once
// A body that turns freely for a step: its angular momentum J ω stays, J = R diag(I) Rᵀ turns with it.
//
// In the plane, and for bodies whose three moments are equal, ω is constant and the orientation follows by the
// exponential map. Otherwise, with W = Rᵀ ω in the body's axes, the midpoint rule
//     I (W' − W) = −h W̄ × ½(I W' + I W),    W̄ = ½(W + W'),    R' = R cay(h W̄)
// keeps both: cay turns I W into I W', so J ω stays to the last bit that the iteration gives, and the product with W̄ shows
// that W·I W stays, too (Simo and Wong 1991). Second order in h. Its equation has a solution near W only where the body turns by
// about one radian or less: faster ones take the step in several parts.

#include "core/vector.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace gluey {

template <int D>
struct FreeRotation {
  Rotation<D> orientation;
  Spin<D> angular_velocity;
};

inline FreeRotation<2> free_rotation(const Rotation<2>& orientation, const Spin<2>& /*moments*/, const Spin<2>& omega,
                                     double h) {
  return {orientation.turned(h * omega), omega};
}

namespace detail {

/// One step of the rule; false where its equation was not solved.
inline bool midpoint_rotation(FreeRotation<3>& body, const Spin<3>& moments, double h) {
  constexpr int iteration_limit = 50;
  constexpr double solved = 1e-12;
  // Products with a quaternion whose length is 1 but for rounding lengthen a vector by some 1e-16, always by as much: that
  // would add up over thousands of steps.
  const auto of_length = [](double length, const Vec<3>& v) { return Vec<3>(length / v.norm() * v); };
  const Vec<3> before = of_length(body.angular_velocity.norm(), body.orientation.apply_inverse(body.angular_velocity));
  Vec<3> after = before;
  double last = 0.0;
  for (int iteration = 0; iteration < iteration_limit; ++iteration) {
    // Newton on  r(W') = I (W' − W) + h/4 (W + W') × I (W' + W).
    const Vec<3> sum = before + after;
    const Vec<3> angular_momentum = moments.cwiseProduct(sum);
    const Vec<3> residual = moments.cwiseProduct(after - before) + 0.25 * h * sum.cross(angular_momentum);
    Eigen::Matrix3d slope = moments.asDiagonal();
    for (int k = 0; k < 3; ++k) {
      slope.col(k) +=
          0.25 * h * (Vec<3>::Unit(k).cross(angular_momentum) + sum.cross(Vec<3>(moments[k] * Vec<3>::Unit(k))));
    }
    const Vec<3> change = slope.inverse() * residual;
    after -= change;
    last = change.norm();
    if (!(last > 1e-15 * after.norm())) {
      break;
    }
  }
  if (!(last <= solved * after.norm())) {
    return false;
  }
  // cay(θ) turns by 2 atan(|θ|/2) about θ.
  const Vec<3> theta = 0.5 * h * (before + after);
  const double size = theta.norm();
  const Vec<3> turn = size > 0.0 ? Vec<3>(2.0 * std::atan(0.5 * size) / size * theta) : Vec<3>(theta);
  body.orientation = body.orientation.turned(body.orientation.apply(turn));
  body.angular_velocity = of_length(after.norm(), body.orientation.apply(after));
  return true;
}

}  // namespace detail

inline FreeRotation<3> free_rotation(const Rotation<3>& orientation, const Spin<3>& moments, const Spin<3>& omega,
                                     double h) {
  constexpr double largest_turn = 1.0;  // at once
  constexpr int most_turns = 64;
  // The squares of a spin that drag has all but stopped are below what doubles hold.
  const bool vanishes = !(omega.squaredNorm() > std::numeric_limits<double>::min());
  if ((moments[0] == moments[1] && moments[1] == moments[2]) || vanishes) {
    return {orientation.turned(h * omega), omega};
  }
  FreeRotation<3> body{orientation, omega};
  const double turns = std::ceil(h * omega.norm() / largest_turn);
  bool solved = turns <= most_turns;
  const int count = solved ? std::max(1, static_cast<int>(turns)) : 0;
  for (int k = 0; k < count && solved; ++k) {
    solved = detail::midpoint_rotation(body, moments, h / count);
  }
  if (solved) {
    return body;
  }
  // Many turns in a step: about the angular momentum, which leaves W as it is, and with it both.
  const Vec<3> momentum = orientation.apply(moments.cwiseProduct(orientation.apply_inverse(omega)));
  const Vec<3> axis = momentum.normalized();
  body.orientation = orientation.turned(Vec<3>(std::remainder(h * omega.dot(axis), 2.0 * std::numbers::pi) * axis));
  body.angular_velocity = body.orientation.apply(orientation.apply_inverse(omega));
  return body;
}

/// J = R diag(moments) Rᵀ.
inline Eigen::Matrix<double, 1, 1> in_space(const Rotation<2>& /*orientation*/, const Spin<2>& moments) {
  return moments;
}
inline Eigen::Matrix3d in_space(const Rotation<3>& orientation, const Spin<3>& moments) {
  if (moments[0] == moments[1] && moments[1] == moments[2]) {
    return moments.asDiagonal();  // also the same bits for every orientation
  }
  const Eigen::Matrix3d r = orientation.matrix();
  return r * moments.asDiagonal() * r.transpose();
}

/// The angular velocity that keeps J ω when J turns on from one orientation to another.
inline Spin<2> respun(const Rotation<2>& /*from*/, const Rotation<2>& /*to*/, const Spin<2>& /*moments*/,
                      const Spin<2>& omega) {
  return omega;
}
inline Spin<3> respun(const Rotation<3>& from, const Rotation<3>& to, const Spin<3>& moments, const Spin<3>& omega) {
  if (moments[0] == moments[1] && moments[1] == moments[2]) {
    return omega;
  }
  const Vec<3> momentum = from.apply(moments.cwiseProduct(from.apply_inverse(omega)));
  return to.apply(to.apply_inverse(momentum).cwiseQuotient(moments));
}

}  // namespace gluey
