#include "problem/solids.hpp"

#include "problem/pool_passes.hpp"

namespace gluey {
namespace {

Eigen::Map<const Eigen::Vector3f> vector(const float* at) { return Eigen::Map<const Eigen::Vector3f>(at); }
Eigen::Vector3f part_of(const Eight& state, int at) { return {state[at], state[at + 1], state[at + 2]}; }

}  // namespace

bool SolidContacts::take(const Problem& problem, std::size_t slot, Contact& contact, bool& convex) {
  const auto parts = problem.parts(slot);
  const bool opens = parts.shift == 0.0 && parts.friction > 0.0;
  if (opens ? parts.lower != 0.0 : parts.shift != parts.friction) {
    return false;
  }
  // Of a bound only what arms do along the normal is known, and matters.
  const bool bound = slot < problem.bounds();
  const Vec<3> first = bound ? Vec<3>(parts.normal.cross(parts.turn_first)) : parts.arm_first;
  const Vec<3> second = bound ? Vec<3>(parts.normal.cross(parts.turn_second)) : parts.arm_second;
  for (int axis = 0; axis < 3; ++axis) {
    contact.normal[axis] = static_cast<float>(parts.normal[axis]);
    contact.offset[axis] = static_cast<float>(parts.offset[axis]);
    contact.arm_first[axis] = static_cast<float>(first[axis]);
    contact.arm_second[axis] = static_cast<float>(second[axis]);
  }
  take_metric(parts, contact);
  convex = convex && parts.shift == 0.0;
  contact.first = parts.first;
  contact.second = parts.second;
  return true;
}

SolidContacts::Body SolidContacts::take_body(const Problem& problem, std::size_t i) {
  const Vec<3> inverse_mass = problem.inverse_mass(i);
  const Eigen::Matrix3d inverse = problem.inverse_inertia(i);
  const Eigen::Matrix3d turning = inverse.isZero(0.0) ? inverse : Eigen::Matrix3d(inverse.inverse());
  Body body{};
  for (int axis = 0; axis < 3; ++axis) {
    body.inverse_mass[axis] = static_cast<float>(inverse_mass[axis]);
    body.mass[axis] = static_cast<float>(inverse_mass[axis] > 0.0 ? 1.0 / inverse_mass[axis] : 0.0);
    for (int row = 0; row < 3; ++row) {
      body.inverse[axis][4 + row] = static_cast<float>(inverse(row, axis));
      body.turning[axis][4 + row] = static_cast<float>(turning(row, axis));
    }
  }
  return body;
}

void SolidContacts::load(const Problem& problem, std::size_t slot, const Contact& /*contact*/, const double* components,
                         float* impulse) {
  Eigen::Map<Eigen::Vector3f>{impulse} = problem.in_space(slot, components).cast<float>();
}

void SolidContacts::read(const Problem& problem, std::size_t slot, const Contact& /*contact*/, const float* impulse,
                         double* components) {
  problem.from_space(slot, vector(impulse).cast<double>(), components);
}

SolidContacts::Contact SolidContacts::open(std::int32_t nobody) {
  Contact contact{};
  contact.normal[0] = contact.offset[0] = contact.inverse = contact.tangential_inverse = 1.0F;
  contact.first = contact.second = nobody;
  return contact;
}

void SolidContacts::place(Row& row, std::size_t lane, const Contact& contact) {
  for (int axis = 0; axis < 3; ++axis) {
    row.normal[axis][lane] = contact.normal[axis];
    row.offset[axis][lane] = contact.offset[axis];
    row.arm_first[axis][lane] = contact.arm_first[axis];
    row.arm_second[axis][lane] = contact.arm_second[axis];
  }
  place_metric(row, lane, contact);
  row.first[lane] = contact.first;
  row.second[lane] = contact.second;
}

float SolidContacts::opening(const Contact& contact, const State& a, const State& b) {
  const auto normal = vector(contact.normal);
  const Eigen::Vector3f u = vector(contact.offset) + part_of(b, 0) - part_of(a, 0) +
                            part_of(b, 4).cross(vector(contact.arm_second)) -
                            part_of(a, 4).cross(vector(contact.arm_first));
  const float opening = normal.dot(u);
  return contact.opening > 0.0F ? opening - contact.friction * (u - opening * normal).norm() : opening;
}

template class Pool<SolidContacts>;

}  // namespace gluey
