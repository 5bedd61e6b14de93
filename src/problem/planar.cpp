#include "problem/planar.hpp"

#include "problem/friction_step.hpp"
#include "problem/pool_passes.hpp"

#include <cmath>

namespace gluey {

template <bool rolls>
bool PlanarContacts<rolls>::take(const Problem& problem, std::size_t slot, Contact& contact, bool& convex) {
  const auto parts = problem.parts(slot);
  const bool opens = parts.shift == 0.0 && parts.friction > 0.0;
  if (opens ? parts.lower != 0.0 : parts.shift != parts.friction) {
    return false;
  }
  const Vec<2> tangent(-parts.normal[1], parts.normal[0]);
  const auto put = [](float(&into)[2], double along, double across) {
    into[0] = static_cast<float>(along);
    into[1] = static_cast<float>(across);
  };
  put(contact.normal, parts.normal[0], parts.normal[1]);
  put(contact.offset, parts.normal.dot(parts.offset), tangent.dot(parts.offset));
  put(contact.turn_first, parts.turn_first[0], moment(parts.arm_first, tangent)[0]);
  put(contact.turn_second, parts.turn_second[0], moment(parts.arm_second, tangent)[0]);
  take_metric(parts, contact);
  convex = convex && parts.shift == 0.0;
  contact.first = parts.first;
  contact.second = parts.second;
  if constexpr (rolls) {
    contact.rolling = contact.rolling_offset = 0.0F;
    contact.rolling_inverse = 1.0F;
    if (problem.resists_rolling(slot)) {
      const auto resistance = problem.rolling(slot);
      contact.rolling = static_cast<float>(resistance.rolling);
      contact.rolling_inverse = static_cast<float>(resistance.inverse);
      contact.rolling_offset = static_cast<float>(resistance.offset[0]);
      convex = false;
      return resistance.shift == resistance.rolling && !opens;
    }
  }
  return true;
}

template <bool rolls>
typename PlanarContacts<rolls>::Body PlanarContacts<rolls>::take_body(const Problem& problem, std::size_t i) {
  const Vec<2> inverse = problem.inverse_mass(i);
  const Quad of = {static_cast<float>(inverse[0]), static_cast<float>(inverse[1]),
                   static_cast<float>(problem.inverse_inertia(i)(0, 0)), 0.0F};
  const auto mass = [](float x) { return x > 0.0F ? 1.0F / x : 0.0F; };
  return {of, Quad{mass(of[0]), mass(of[1]), mass(of[2]), 0.0F}};
}

template <bool rolls>
void PlanarContacts<rolls>::load(const Problem& problem, std::size_t slot, const Contact& contact,
                                 const double* components, float* impulse) {
  const Vec<2> p = problem.in_space(slot, components);
  const Vec<2> normal = Eigen::Map<const Eigen::Vector2f>(contact.normal).template cast<double>();
  impulse[0] = static_cast<float>(normal.dot(p));
  impulse[1] = static_cast<float>(Vec<2>(-normal[1], normal[0]).dot(p));
  if constexpr (rolls) {
    impulse[2] = problem.resists_rolling(slot) ? static_cast<float>(components[problem.component(slot) + 2]) : 0.0F;
  }
}

template <bool rolls>
void PlanarContacts<rolls>::read(const Problem& problem, std::size_t slot, const Contact& contact, const float* impulse,
                                 double* components) {
  const double p_n = static_cast<double>(impulse[0]), p_t = static_cast<double>(impulse[1]);
  const double n_x = static_cast<double>(contact.normal[0]), n_y = static_cast<double>(contact.normal[1]);
  problem.from_space(slot, Vec<2>(n_x * p_n - n_y * p_t, n_y * p_n + n_x * p_t), components);
  if constexpr (rolls) {
    if (problem.resists_rolling(slot)) {
      components[problem.component(slot) + 2] = static_cast<double>(impulse[2]);
    }
  }
}

template <bool rolls>
typename PlanarContacts<rolls>::Contact PlanarContacts<rolls>::open(std::int32_t nobody) {
  Contact contact{};
  contact.normal[0] = contact.offset[0] = contact.inverse = contact.tangential_inverse = 1.0F;
  if constexpr (rolls) {
    contact.rolling_inverse = 1.0F;
  }
  contact.first = contact.second = nobody;
  return contact;
}

template <bool rolls>
void PlanarContacts<rolls>::place(Row& row, std::size_t lane, const Contact& contact) {
  for (int axis = 0; axis < 2; ++axis) {
    row.normal[axis][lane] = contact.normal[axis];
    row.offset[axis][lane] = contact.offset[axis];
    row.turn_first[axis][lane] = contact.turn_first[axis];
    row.turn_second[axis][lane] = contact.turn_second[axis];
  }
  place_metric(row, lane, contact);
  if constexpr (rolls) {
    row.rolling[lane] = contact.rolling;
    row.rolling_inverse[lane] = contact.rolling_inverse;
    row.rolling_offset[lane] = contact.rolling_offset;
  }
  row.first[lane] = contact.first;
  row.second[lane] = contact.second;
}

template <bool rolls>
float PlanarContacts<rolls>::opening(const Contact& contact, const State& a, const State& b) {
  const float n_x = contact.normal[0], n_y = contact.normal[1], v_x = b[0] - a[0], v_y = b[1] - a[1];
  const float opening =
      contact.offset[0] + n_x * v_x + n_y * v_y + contact.turn_second[0] * b[2] - contact.turn_first[0] * a[2];
  if (contact.opening == 0.0F) {
    return opening;
  }
  return opening - contact.friction * std::abs(contact.offset[1] + n_x * v_y - n_y * v_x +
                                               contact.turn_second[1] * b[2] - contact.turn_first[1] * a[2]);
}

template struct PlanarContacts<false>;
template struct PlanarContacts<true>;
template class Pool<PlanarContacts<false>>;
template class Pool<PlanarContacts<true>>;

}  // namespace gluey
