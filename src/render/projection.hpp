#pragma once
// The camera of three-dimensional pictures: a mild perspective that looks at the middle of what is to be seen.

#include "render/bounds.hpp"

#include <gluey/render.hpp>

namespace gluey::render {

/// The axis that points up: against gravity or the force on all bodies, z without either.
Vec<3> upward(const Constants& constants);

/// The box around what is to be seen, projected: in units of the box's diagonal, y upwards.
class Projection {
 public:
  Projection(const Camera& camera, const Bounds& bounds, const Vec<3>& up);

  /// Width by height of what is to be seen.
  [[nodiscard]] double aspect() const { return (right_ - left_) / (top_ - bottom_); }
  /// Into the middle of a cell, as large as it allows times the camera's zoom.
  void fit(const Cell& cell);

  struct Image {
    double x = 0.0, y = 0.0;  ///< pixels
    double depth = 0.0;       ///< distance from the eye along the line of sight
    double scale = 0.0;       ///< pixels a unit of length at that depth
  };
  [[nodiscard]] Image image(const Vec<3>& point) const;
  [[nodiscard]] const Vec<3>& eye() const { return eye_; }
  /// Where the light comes from: over the camera's left shoulder.
  [[nodiscard]] Vec<3> light() const;
  /// Depths of the nearest and farthest corner of the bounds.
  [[nodiscard]] double nearest() const { return nearest_; }
  [[nodiscard]] double farthest() const { return farthest_; }

 private:
  Vec<3> eye_, forward_, across_, upwards_;
  double zoom_;
  double left_, right_, bottom_, top_;  // of the corners' images, at scale 1
  double nearest_, farthest_;
  double scale_ = 1.0, x_ = 0.0, y_ = 0.0;
};

}  // namespace gluey::render
