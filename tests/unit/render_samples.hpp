#pragma once
// Small states to draw, made by hand.

#include "render/snapshot.hpp"

#include <cmath>
#include <string>
#include <vector>

namespace gluey::render::samples {

/// Bodies are added one by one; the constants live as long as the sample.
struct Sample {
  Constants constants;
  Snapshot snapshot;

  explicit Sample(int dimension) {
    constants.dimension = dimension;
    snapshot.constants = &constants;
  }
  Sample(const Sample&) = delete;
  Sample& operator=(const Sample&) = delete;

  void body(const std::vector<double>& position, double radius, const std::string& label = "") {
    constants.bodies.radius.push_back(radius);
    constants.bodies.label.push_back(label);
    constants.bodies.name.emplace_back();
    Frame& frame = snapshot.frame;
    frame.position.insert(frame.position.end(), position.begin(), position.end());
    frame.velocity.insert(frame.velocity.end(), position.size(), 0.0);
    if (constants.dimension == 2) {
      frame.orientation.push_back(0.0);
    } else {
      frame.orientation.insert(frame.orientation.end(), {1.0, 0.0, 0.0, 0.0});
    }
  }
  void obstacle(const std::string& shape, const std::vector<double>& position, double angle = 0.0) {
    constants.obstacles.shape.push_back(shape);
    constants.obstacles.name.emplace_back();
    Frame& frame = snapshot.frame;
    frame.obstacle_position.insert(frame.obstacle_position.end(), position.begin(), position.end());
    if (constants.dimension == 2) {
      frame.obstacle_orientation.push_back(angle);
    } else {
      frame.obstacle_orientation.insert(frame.obstacle_orientation.end(),
                                        {std::cos(0.5 * angle), 0.0, 0.0, std::sin(0.5 * angle)});
    }
  }
  /// A contact of unit normal towards b, at the surface of a.
  void contact(int a, int b, const std::vector<double>& normal, double impulse, double gamma) {
    Frame& frame = snapshot.frame;
    frame.contact_pair.insert(frame.contact_pair.end(), {a, b});
    for (std::size_t k = 0; k < normal.size(); ++k) {
      const auto at = static_cast<std::size_t>(a);
      frame.contact_normal.push_back(normal[k]);
      frame.contact_impulse.push_back(impulse * normal[k]);
      frame.contact_point.push_back(frame.position[at * normal.size() + k] + constants.bodies.radius[at] * normal[k]);
    }
    frame.contact_feature.push_back(0);
    frame.contact_distance.push_back(0.0);
    frame.contact_gamma.push_back(gamma);
  }
};

}  // namespace gluey::render::samples
