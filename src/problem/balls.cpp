#include "problem/balls.hpp"

#include "problem/pool_passes.hpp"

#include <cmath>

namespace gluey {
namespace {

/// Of radii, arms and moments of inertia that are called equal.
constexpr double rounding = 1e-6;

Eigen::Vector3f part(const Eight& state, int at) { return {state[at], state[at + 1], state[at + 2]}; }

}  // namespace

bool BallContacts::suits(const Problem& problem) {
  if (problem.resists_rolling()) {
    return false;
  }
  std::vector<Largest> scratch;
  return reduce_blocks(problem.bodies(), scratch, [&](std::size_t begin, std::size_t end, Largest& others) {
           for (std::size_t i = begin; i < end; ++i) {
             const Vec<3> inverse_mass = problem.inverse_mass(i);
             const Eigen::Matrix3d inertia = problem.inverse_inertia(i);
             const double spin = inertia(0, 0);
             const bool round = (inverse_mass.array() == inverse_mass[0]).all() &&
                                (inertia - spin * Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff() <= rounding * spin;
             others.put(round ? 0.0 : 1.0);
           }
         }).value == 0.0;
}

bool BallContacts::take(const Problem& problem, std::size_t slot, Contact& contact, bool& convex) {
  const auto parts = problem.parts(slot);
  double arm = 0.0;  // f, once known
  const auto fits = [&](std::int32_t which, const Vec<3>& turn, double along) {
    const auto body = static_cast<std::size_t>(which);
    if (body == problem.bodies()) {
      return true;
    }
    if (parts.friction == 0.0) {
      // Arms matter only across the normal.
      return turn.dot(problem.inverse_inertia(body) * turn) <= rounding * rounding * parts.diagonal;
    }
    const double radius = problem.radius(body);
    arm = arm == 0.0 ? along / radius : arm;
    return radius > 0.0 && along > 0.0 && std::abs(along - arm * radius) <= rounding * along &&
           turn.squaredNorm() <= rounding * rounding * along * along;
  };
  const bool opens = parts.shift == 0.0 && parts.friction > 0.0;
  if ((opens ? parts.lower != 0.0 : parts.shift != parts.friction) ||
      !fits(parts.first, parts.turn_first, parts.normal.dot(parts.arm_first)) ||
      !fits(parts.second, parts.turn_second, -parts.normal.dot(parts.arm_second))) {
    return false;
  }
  for (int axis = 0; axis < 3; ++axis) {
    contact.normal[axis] = static_cast<float>(parts.normal[axis]);
    contact.offset[axis] = static_cast<float>(parts.offset[axis]);
  }
  contact.arm = static_cast<float>(arm);
  take_metric(parts, contact);
  convex = convex && parts.shift == 0.0;
  contact.first = parts.first;
  contact.second = parts.second;
  return true;
}

BallContacts::Body BallContacts::take_body(const Problem& problem, std::size_t i) {
  const double inverse_mass = problem.inverse_mass(i)[0];
  const double turning = problem.inverse_inertia(i)(0, 0) * problem.radius(i) * problem.radius(i);
  const auto inverse = [](double x) { return static_cast<float>(x > 0.0 ? 1.0 / x : 0.0); };
  return {static_cast<float>(inverse_mass), static_cast<float>(-turning), inverse(inverse_mass), inverse(turning)};
}

void BallContacts::load(const Problem& problem, std::size_t slot, const Contact& /*contact*/, const double* components,
                        float* impulse) {
  Eigen::Map<Eigen::Vector3f>{impulse} = problem.in_space(slot, components).cast<float>();
}

void BallContacts::read(const Problem& problem, std::size_t slot, const Contact& /*contact*/, const float* impulse,
                        double* components) {
  problem.from_space(slot, Eigen::Map<const Eigen::Vector3f>(impulse).cast<double>(), components);
}

BallContacts::Contact BallContacts::open(std::int32_t nobody) {
  Contact contact{};
  contact.normal[0] = contact.offset[0] = contact.arm = contact.inverse = contact.tangential_inverse = 1.0F;
  contact.first = contact.second = nobody;
  return contact;
}

void BallContacts::place(Row& row, std::size_t lane, const Contact& contact) {
  for (int axis = 0; axis < 3; ++axis) {
    row.normal[axis][lane] = contact.normal[axis];
    row.offset[axis][lane] = contact.offset[axis];
  }
  row.arm[lane] = contact.arm;
  place_metric(row, lane, contact);
  row.first[lane] = contact.first;
  row.second[lane] = contact.second;
}

float BallContacts::opening(const Contact& contact, const State& a, const State& b) {
  const Eigen::Map<const Eigen::Vector3f> normal(contact.normal), offset(contact.offset);
  const Eigen::Vector3f v = offset + part(b, 0) - part(a, 0);
  const float opening = normal.dot(v);
  if (contact.opening == 0.0F) {
    return opening;
  }
  const Eigen::Vector3f u = v - contact.arm * (part(a, 4) + part(b, 4)).cross(normal);
  return opening - contact.friction * (u - opening * normal).norm();
}

template class Pool<BallContacts>;

}  // namespace gluey
