#include "render/projection.hpp"

#include <toml++/toml.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace gluey::render {

namespace {

// Distance of the eye in diagonals of what is seen. Near enough to see depth, far enough not to distort.
constexpr double eye_distance = 2.6;

}  // namespace

Vec<3> upward(const Constants& constants) {
  try {
    const toml::table scene = toml::parse(constants.scene);
    for (const char* key : {"gravity", "body_force"}) {
      const toml::array* values = scene["environment"][key].as_array();
      if (values == nullptr || values->size() != 3) {
        continue;
      }
      Vec<3> down = Vec<3>::Zero();
      for (std::size_t k = 0; k < 3; ++k) {
        down[static_cast<Eigen::Index>(k)] = (*values)[k].value_or(0.0);
      }
      // On a leaning plane gravity leans; the picture stands upright.
      Eigen::Index axis = 0;
      if (down.cwiseAbs().maxCoeff(&axis) > 0.0) {
        return down[axis] > 0.0 ? Vec<3>(-Vec<3>::Unit(axis)) : Vec<3>(Vec<3>::Unit(axis));
      }
    }
  } catch (const toml::parse_error&) {
    // A file of another program: no scene that says where down is.
  }
  return Vec<3>::UnitZ();
}

Projection::Projection(const Camera& camera, const Bounds& bounds, const Vec<3>& up) : zoom_(camera.zoom) {
  Eigen::Index axis = 0;
  up.cwiseAbs().maxCoeff(&axis);
  const Vec<3> first = Vec<3>::Unit((axis + 1) % 3);
  const Vec<3> second = up.cross(first);
  const double azimuth = camera.azimuth * std::numbers::pi / 180.0;
  const double elevation = std::clamp(camera.elevation, -89.0, 89.0) * std::numbers::pi / 180.0;
  const Vec<3> direction =
      std::cos(elevation) * (std::cos(azimuth) * first + std::sin(azimuth) * second) + std::sin(elevation) * up;
  const double diagonal = std::max(bounds.diagonal(), std::numeric_limits<double>::min());
  eye_ = bounds.center() + eye_distance * diagonal * direction;
  forward_ = -direction;
  across_ = forward_.cross(up).normalized();
  upwards_ = across_.cross(forward_);

  left_ = bottom_ = nearest_ = std::numeric_limits<double>::infinity();
  right_ = top_ = farthest_ = -left_;
  for (int corner = 0; corner < 8; ++corner) {
    Vec<3> point;
    for (int k = 0; k < 3; ++k) {
      point[k] = (corner >> k & 1) != 0 ? bounds.upper[k] : bounds.lower[k];
    }
    const Image seen = image(point);
    left_ = std::min(left_, seen.x);
    right_ = std::max(right_, seen.x);
    bottom_ = std::min(bottom_, -seen.y);
    top_ = std::max(top_, -seen.y);
    nearest_ = std::min(nearest_, seen.depth);
    farthest_ = std::max(farthest_, seen.depth);
  }
}

void Projection::fit(const Cell& cell) {
  scale_ = zoom_ * std::min(cell.width / (right_ - left_), cell.height / (top_ - bottom_));
  x_ = cell.x + 0.5 * cell.width - 0.5 * scale_ * (left_ + right_);
  y_ = cell.y + 0.5 * cell.height + 0.5 * scale_ * (bottom_ + top_);
}

Projection::Image Projection::image(const Vec<3>& point) const {
  const Vec<3> seen = point - eye_;
  const double depth = std::max(seen.dot(forward_), std::numeric_limits<double>::min());
  const double scale = scale_ / depth;
  return {x_ + scale * seen.dot(across_), y_ - scale * seen.dot(upwards_), depth, scale};
}

Vec<3> Projection::light() const { return (-0.55 * across_ + 0.75 * upwards_ - 0.9 * forward_).normalized(); }

}  // namespace gluey::render
