#pragma once
// Frames set up by hand: unit discs or balls at given places, and contacts between them.

#include <gluey/stats.hpp>

#include <cstddef>
#include <vector>

namespace gluey::test {

struct Sample {
  Constants constants;
  Frame frame;

  explicit Sample(int dimension) {
    constants.dimension = dimension;
    frame.step_length = 1.0;
  }
  /// Places one after the other, [N,d].
  Sample(int dimension, const std::vector<double>& places) : Sample(dimension) {
    const auto d = static_cast<std::size_t>(dimension);
    for (std::size_t k = 0; k + d <= places.size(); k += d) {
      add(std::vector<double>(places.begin() + static_cast<std::ptrdiff_t>(k),
                              places.begin() + static_cast<std::ptrdiff_t>(k + d)));
    }
  }

  void add(const std::vector<double>& place, double radius = 1.0, double mass = 1.0) {
    const std::size_t d = place.size();
    constants.bodies.radius.push_back(radius);
    constants.bodies.mass.push_back(mass);
    constants.bodies.inertia.insert(constants.bodies.inertia.end(), d == 2 ? 1 : 3, 1.0);
    constants.bodies.shape_kind.emplace_back("sphere");
    frame.position.insert(frame.position.end(), place.begin(), place.end());
    frame.velocity.insert(frame.velocity.end(), d, 0.0);
    frame.orientation.insert(frame.orientation.end(), d == 2 ? 1 : 4, 0.0);
    if (d == 3) {
      frame.orientation[frame.orientation.size() - 4] = 1.0;
    }
    frame.angular_velocity.insert(frame.angular_velocity.end(), d == 2 ? 1 : 3, 0.0);
  }

  /// A contact that is glued, with an impulse, where given, on the second.
  void touch(int first, int second, std::vector<double> impulse = {}, std::vector<std::int32_t> image = {},
             std::vector<double> point = {}, double distance = 0.0) {
    const auto d = static_cast<std::size_t>(constants.dimension);
    impulse.resize(d, 0.0);
    point.resize(d, 0.0);
    frame.contact_pair.insert(frame.contact_pair.end(), {first, second});
    frame.contact_impulse.insert(frame.contact_impulse.end(), impulse.begin(), impulse.end());
    frame.contact_point.insert(frame.contact_point.end(), point.begin(), point.end());
    frame.contact_gamma.push_back(-1.0);
    frame.contact_distance.push_back(distance);
    if (!constants.domain.periodic.empty()) {
      image.resize(d, 0);
      frame.contact_image.insert(frame.contact_image.end(), image.begin(), image.end());
    }
  }

  void make_periodic(const std::vector<double>& lower, const std::vector<double>& upper,
                     const std::vector<std::uint8_t>& periodic) {
    constants.domain.lower = lower;
    constants.domain.upper = upper;
    constants.domain.periodic = periodic;
  }
};

}  // namespace gluey::test
