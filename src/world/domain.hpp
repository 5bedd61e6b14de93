#pragma once
// The domain bodies live in, periodic in any subset of its directions.
//
// Bodies keep the place they have walked to: positions are not wrapped, so that nothing jumps. A body stands for all its
// images, which are numbered by whole numbers S, one a direction: image S of a body at x stands at
//     x + shift(S, t),   shift = Σ S_a L_a e_a + S_y γ̇ t L_y e_x,
// and moves with its velocity plus drift(S) = S_y γ̇ L_y e_x (Lees and Edwards 1972), γ̇ the shear rate of the flow γ̇ y e_x.
// What body i meets of body j is the image S of j, and that number stays as long as they stay together.

#include "core/vector.hpp"

#include <array>
#include <cmath>
#include <compare>
#include <cstdint>

namespace gluey {

template <int D>
struct Image {
  std::array<std::int32_t, D> number = {};

  auto operator<=>(const Image&) const = default;
  std::int32_t& operator[](std::size_t axis) { return number[axis]; }
  std::int32_t operator[](std::size_t axis) const { return number[axis]; }
  friend Image operator+(Image a, const Image& b) {
    for (std::size_t axis = 0; axis < D; ++axis) {
      a[axis] += b[axis];
    }
    return a;
  }
  friend Image operator-(Image a, const Image& b) {
    for (std::size_t axis = 0; axis < D; ++axis) {
      a[axis] -= b[axis];
    }
    return a;
  }
};

template <int D>
struct Domain {
  Vec<D> lower = Vec<D>::Zero(), upper = Vec<D>::Zero();
  std::array<bool, D> periodic = {};
  double shear_rate = 0.0;  ///< γ̇; x and y are then periodic

  [[nodiscard]] bool any() const {
    for (const bool is : periodic) {
      if (is) {
        return true;
      }
    }
    return false;
  }
  [[nodiscard]] Vec<D> period() const { return upper - lower; }

  [[nodiscard]] Vec<D> shift(const Image<D>& image, double t) const {
    Vec<D> shift = drift(image) * t;
    for (int axis = 0; axis < D; ++axis) {
      shift[axis] += image[static_cast<std::size_t>(axis)] * (upper[axis] - lower[axis]);
    }
    return shift;
  }
  [[nodiscard]] Vec<D> drift(const Image<D>& image) const {
    return image[1] * shear_rate * (upper[1] - lower[1]) * Vec<D>::UnitX();
  }

  /// The image of a body at x that lies within the domain.
  [[nodiscard]] Image<D> home(const Vec<D>& x, double t) const {
    Image<D> image = {};
    // Last to first: the shift across y moves along x.
    for (int axis = D - 1; axis >= 0; --axis) {
      const auto a = static_cast<std::size_t>(axis);
      if (periodic[a]) {
        const double place = x[axis] + shift(image, t)[axis] - lower[axis];
        image[a] = static_cast<std::int32_t>(-std::floor(place / (upper[axis] - lower[axis])));
      }
    }
    return image;
  }

  /// Bounds how fast images that come near each other drift past each other: two bodies within the domain whose centres come as
  /// near as the sum of their reaches meet images |S_y| L_y ≤ L_y + reach + reach', and each accounts for its share of it.
  [[nodiscard]] double drift_share(double reach) const {
    return std::abs(shear_rate) * (0.5 * (upper[1] - lower[1]) + reach);
  }

  /// The image of a body at x that is nearest to a point.
  [[nodiscard]] Image<D> image_near(const Vec<D>& x, const Vec<D>& point, double t) const {
    Image<D> image = {};
    for (int axis = D - 1; axis >= 0; --axis) {
      const auto a = static_cast<std::size_t>(axis);
      if (periodic[a]) {
        const double away = point[axis] - x[axis] - shift(image, t)[axis];
        image[a] = static_cast<std::int32_t>(std::round(away / (upper[axis] - lower[axis])));
      }
    }
    return image;
  }

  /// visit(S) for every image whose shift brings some of the box [from, to] into the box [least, most].
  template <class Visit>
  void for_each_within(const Vec<D>& from, const Vec<D>& to, const Vec<D>& least, const Vec<D>& most, double t,
                       Visit&& visit) const {
    Image<D> image = {};
    visit_axis(D - 1, from, to, least, most, t, image, visit);
  }

 private:
  template <class Visit>
  void visit_axis(int axis, const Vec<D>& from, const Vec<D>& to, const Vec<D>& least, const Vec<D>& most, double t,
                  Image<D>& image, Visit& visit) const {
    if (axis < 0) {
      visit(image);
      return;
    }
    const auto a = static_cast<std::size_t>(axis);
    image[a] = 0;
    if (!periodic[a]) {
      visit_axis(axis - 1, from, to, least, most, t, image, visit);
      return;
    }
    const double length = upper[axis] - lower[axis];
    const double moved = shift(image, t)[axis];
    const auto first = static_cast<std::int32_t>(std::ceil((least[axis] - to[axis] - moved) / length));
    const auto last = static_cast<std::int32_t>(std::floor((most[axis] - from[axis] - moved) / length));
    for (std::int32_t k = first; k <= last; ++k) {
      image[a] = k;
      visit_axis(axis - 1, from, to, least, most, t, image, visit);
    }
    image[a] = 0;
  }
};

}  // namespace gluey
