#pragma once
// Langevin noise: σ √h W is added to the velocity in every step, W standard normal in each component, a pure function of
// (seed, body, step). Alone with drag of time τ the velocity's variance becomes (σ²τ/2)/(1 − h/2τ) where drag is explicit,
// (σ²τ/2)/(1 + h/2τ) where it is implicit.

#include "core/random.hpp"
#include "core/vector.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>

namespace gluey {

struct Noise {
  double sigma = 0.0;
  std::uint64_t seed = 0;

  /// W of a body in a step.
  template <int D>
  [[nodiscard]] Vec<D> normal(std::size_t body, std::int64_t step) const {
    // Streams of fills and bodies are numbered from zero on: this one is none of theirs.
    const std::uint64_t stream = (std::uint64_t{1} << 63) | static_cast<std::uint64_t>(step);
    std::array<double, 4> w = {};
    for (std::size_t half = 0; half < (D == 2 ? 1 : 2); ++half) {
      const auto words = philox(seed, 2 * body + half, stream);
      // Box and Muller, from two numbers of (0, 1] with 32 bits each: beyond 6.6 standard deviations there is nothing.
      const double u = (static_cast<double>(words[0]) + 1.0) * 0x1.0p-32;
      const double v = static_cast<double>(words[1]) * 0x1.0p-32 + static_cast<double>(words[2]) * 0x1.0p-64;
      const double radius = std::sqrt(-2.0 * std::log(u));
      w[2 * half] = radius * std::cos(2.0 * std::numbers::pi * v);
      w[2 * half + 1] = radius * std::sin(2.0 * std::numbers::pi * v);
    }
    return Vec<D>(w.data());
  }
};

}  // namespace gluey
