#pragma once
// Scenes written in a test, and what is read off them.

#include <gluey/simulation.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace gluey::test {

inline Simulation simulate(const std::string& toml, const std::vector<std::string>& overrides = {},
                           const std::string& folder = ".") {
  return Simulation(Scene::parse(toml, "test", folder, overrides));
}

/// γ of the contact between two bodies, or a body and obstacle k as N + k; 0 where there is none.
inline double gamma_between(const Frame& frame, std::int32_t first, std::int32_t second) {
  for (std::size_t c = 0; c < frame.contact_gamma.size(); ++c) {
    if (frame.contact_pair[2 * c] == first && frame.contact_pair[2 * c + 1] == second) {
      return frame.contact_gamma[c];
    }
  }
  return 0.0;
}

/// Whether two frames are the same to the last bit, contacts included.
inline bool same_bits(const Frame& a, const Frame& b) {
  return a.time == b.time && a.step == b.step && a.step_length == b.step_length && a.position == b.position &&
         a.orientation == b.orientation && a.velocity == b.velocity && a.angular_velocity == b.angular_velocity &&
         a.obstacle_position == b.obstacle_position && a.obstacle_orientation == b.obstacle_orientation &&
         a.contact_pair == b.contact_pair && a.contact_feature == b.contact_feature &&
         a.contact_normal == b.contact_normal && a.contact_point == b.contact_point &&
         a.contact_distance == b.contact_distance && a.contact_impulse == b.contact_impulse &&
         a.contact_gamma == b.contact_gamma && a.contact_image == b.contact_image;
}

}  // namespace gluey::test
