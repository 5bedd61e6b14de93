#include <gluey/results.hpp>

#include <algorithm>

namespace gluey {
namespace {

/// The rows of an array that stay.
template <class Value>
void keep(std::vector<Value>& array, std::size_t bodies, const std::vector<std::size_t>& rows) {
  if (array.empty()) {
    return;
  }
  const std::size_t width = array.size() / bodies;
  std::vector<Value> kept;
  kept.reserve(rows.size() * width);
  for (const std::size_t row : rows) {
    const auto first = array.begin() + static_cast<std::ptrdiff_t>(row * width);
    kept.insert(kept.end(), first, first + static_cast<std::ptrdiff_t>(width));
  }
  array = std::move(kept);
}

}  // namespace

PresentBodies present_bodies(const Constants& constants, const Frame& frame) {
  PresentBodies result{constants, frame, {}};
  const std::size_t n = constants.bodies.radius.size();
  std::vector<std::int32_t> new_number(n, -1);
  for (std::size_t i = 0; i < n; ++i) {
    if (frame.present.empty() || frame.present[i] != 0) {
      new_number[i] = static_cast<std::int32_t>(result.number.size());
      result.number.push_back(i);
    }
  }
  if (result.number.size() == n) {
    result.frame.present.clear();
    return result;
  }
  Constants::Bodies& bodies = result.constants.bodies;
  for (auto* texts : {&bodies.name, &bodies.label, &bodies.shape_kind, &bodies.material, &bodies.shape}) {
    keep(*texts, n, result.number);
  }
  for (auto* values : {&bodies.radius, &bodies.mass, &bodies.inertia}) {
    keep(*values, n, result.number);
  }
  for (auto* values :
       {&result.frame.position, &result.frame.orientation, &result.frame.velocity, &result.frame.angular_velocity}) {
    keep(*values, n, result.number);
  }
  keep(result.frame.image, n, result.number);
  result.frame.present.clear();
  // Contacts are those of the step that led here: a body that left at its end still has some.
  std::vector<std::size_t> contacts;
  const auto count = static_cast<std::int32_t>(result.number.size());
  std::vector<std::int32_t>& pair = result.frame.contact_pair;
  for (std::size_t c = 0; c < frame.contact_gamma.size(); ++c) {
    for (std::int32_t* body : {&pair[2 * c], &pair[2 * c + 1]}) {
      const auto old = static_cast<std::size_t>(*body);
      *body = old < n ? new_number[old] : static_cast<std::int32_t>(old - n) + count;
    }
    if (pair[2 * c] >= 0 && pair[2 * c + 1] >= 0) {
      contacts.push_back(c);
    }
  }
  const std::size_t before = frame.contact_gamma.size();
  keep(pair, before, contacts);
  keep(result.frame.contact_feature, before, contacts);
  keep(result.frame.contact_image, before, contacts);
  for (auto* values :
       {&result.frame.contact_normal, &result.frame.contact_point, &result.frame.contact_distance,
        &result.frame.contact_impulse, &result.frame.contact_gamma, &result.frame.contact_log_distance}) {
    keep(*values, before, contacts);
  }
  return result;
}

}  // namespace gluey
