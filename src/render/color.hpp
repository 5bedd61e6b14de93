#pragma once
// Colours of bodies and contacts: a perceptually uniform map for numbers, colours that stay apart for kinds.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace gluey::render {

/// sRGB, each part 0 to 1.
struct Color {
  double red = 0.0, green = 0.0, blue = 0.0;
  bool operator==(const Color&) const = default;
};

/// From 0xrrggbb.
constexpr Color color_of(std::uint32_t rgb) {
  return {static_cast<double>(rgb >> 16 & 0xff) / 255.0, static_cast<double>(rgb >> 8 & 0xff) / 255.0,
          static_cast<double>(rgb & 0xff) / 255.0};
}

Color mix(const Color& from, const Color& to, double part);

/// The map of numbers: dark violet at 0, yellow at 1.
Color viridis(double part);
/// The map of tubes: light grey at 0, black at 1.
Color grey_of(double part);
/// The colour of the index-th kind.
Color category(std::size_t index);
/// For labels such as "black".
std::optional<Color> named_color(std::string_view name);

// What every picture is made of.
inline constexpr Color paper = color_of(0xffffff);
inline constexpr Color ink = color_of(0x22262b);            // text
inline constexpr Color outline_color = color_of(0x2f343b);  // edges of bodies and walls
inline constexpr Color solid_color = color_of(0xc3c9d1);    // inside of obstacles
inline constexpr Color plain_body = color_of(0x9cc3e0);     // bodies that nothing tells apart
inline constexpr Color faint_body = color_of(0xf1f3f5);     // bodies without a value, and behind a network

}  // namespace gluey::render
