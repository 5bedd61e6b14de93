#pragma once
// A frame as the statistics look at it: vectors with z = 0 in the plane, periodic directions, contacts between bodies.

#include "core/vector.hpp"

#include <gluey/stats.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace gluey::stats {

using Point = Vec<3>;
using Number = std::array<std::int32_t, 3>;  ///< of an image, as in Domain

inline bool joins(const Frame& frame, std::size_t c, int dimension, const Joining& joining) {
  if (joining.within) {
    return frame.contact_distance[c] <= *joining.within;
  }
  const auto impulse = frame.contact_impulse.begin() + static_cast<std::ptrdiff_t>(c) * dimension;
  return frame.contact_gamma[c] < 0.0 || std::any_of(impulse, impulse + dimension, [](double p) { return p != 0.0; });
}

class FrameView {
 public:
  FrameView(const Constants& all_constants, const Frame& one_frame)
      : constants(all_constants),
        frame(one_frame),
        d(constants.dimension == 2 ? 2 : 3),
        bodies(constants.bodies.radius.size()) {}

  const Constants& constants;
  const Frame& frame;
  std::size_t d, bodies;

  [[nodiscard]] Point row(const std::vector<double>& values, std::size_t row) const {
    Point point = Point::Zero();
    for (std::size_t axis = 0; axis < d; ++axis) {
      point[static_cast<int>(axis)] = values[row * d + axis];
    }
    return point;
  }
  [[nodiscard]] Point position(std::size_t body) const { return row(frame.position, body); }
  [[nodiscard]] Point velocity(std::size_t body) const { return row(frame.velocity, body); }
  [[nodiscard]] double mass(std::size_t body) const { return constants.bodies.mass[body]; }
  [[nodiscard]] double radius(std::size_t body) const { return constants.bodies.radius[body]; }

  [[nodiscard]] std::size_t contacts() const { return frame.contact_gamma.size(); }
  [[nodiscard]] std::size_t first(std::size_t c) const { return static_cast<std::size_t>(frame.contact_pair[2 * c]); }
  [[nodiscard]] std::size_t second(std::size_t c) const {
    return static_cast<std::size_t>(frame.contact_pair[2 * c + 1]);
  }
  [[nodiscard]] bool with_obstacle(std::size_t c) const { return second(c) >= bodies; }
  [[nodiscard]] Point impulse(std::size_t c) const { return row(frame.contact_impulse, c); }
  [[nodiscard]] bool joins(std::size_t c, const Joining& joining) const {
    return stats::joins(frame, c, constants.dimension, joining);
  }

  [[nodiscard]] bool periodic(std::size_t axis) const {
    return axis < constants.domain.periodic.size() && constants.domain.periodic[axis] != 0;
  }
  [[nodiscard]] double lower(std::size_t axis) const { return constants.domain.lower[axis]; }
  [[nodiscard]] double period(std::size_t axis) const {
    return constants.domain.upper[axis] - constants.domain.lower[axis];
  }
  /// Where image `number` stands away from its body, as in Domain.
  [[nodiscard]] Point shift(const Number& number) const {
    Point shift = Point::Zero();
    for (std::size_t axis = 0; axis < d; ++axis) {
      shift[static_cast<int>(axis)] = periodic(axis) ? number[axis] * period(axis) : 0.0;
    }
    if (constants.domain.shear_rate != 0.0) {
      shift[0] += number[1] * constants.domain.shear_rate * frame.time * period(1);
    }
    return shift;
  }
  /// The image of a point that lies in the domain.
  [[nodiscard]] Number home(const Point& point) const {
    Number number = {};
    for (std::size_t axis = d; axis-- > 0;) {  // last to first: the shift across y moves along x
      if (periodic(axis)) {
        const double place = (point + shift(number))[static_cast<int>(axis)] - lower(axis);
        number[axis] = static_cast<std::int32_t>(-std::floor(place / period(axis)));
      }
    }
    return number;
  }

  /// Of the second of a pair.
  [[nodiscard]] Number image(std::size_t c) const {
    Number number = {};
    if (!frame.contact_image.empty()) {
      for (std::size_t axis = 0; axis < d; ++axis) {
        number[axis] = frame.contact_image[c * d + axis];
      }
    } else if (!constants.domain.periodic.empty() && !with_obstacle(c)) {
      // Files that do not tell: the one nearest to the contact.
      for (std::size_t axis = d; axis-- > 0;) {
        const auto a = static_cast<int>(axis);
        if (periodic(axis)) {
          const double away = (row(frame.contact_point, c) - position(second(c)) - shift(number))[a];
          number[axis] = static_cast<std::int32_t>(std::round(away / period(axis)));
        }
      }
    }
    return number;
  }
  /// From the first's centre to the second's, or to where it touches an obstacle.
  [[nodiscard]] Point branch(std::size_t c) const {
    return (with_obstacle(c) ? row(frame.contact_point, c) : Point(position(second(c)) + shift(image(c)))) -
           position(first(c));
  }
};

/// A region, with what is left out filled in from the frame; Error where it is no box of the frame's dimension.
struct Box {
  Point lower = Point::Zero(), upper = Point::Zero();  // z from 0 to 1 in the plane

  [[nodiscard]] Point size() const { return upper - lower; }
  [[nodiscard]] double volume() const { return size().prod(); }
  [[nodiscard]] bool holds(const Point& point, int axis) const {
    return point[axis] >= lower[axis] && point[axis] < upper[axis];
  }
};
Box box_of(const FrameView& view, const Region& region);

}  // namespace gluey::stats
