#pragma once
// Thousands of bodies that touch from the start: a lattice as CSV, with random velocities and slightly different sizes.

#include "core/random.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <string>

namespace gluey::test {

/// `side`^D bodies of radius about 0.5 at spacing 1, the lower corner at the origin.
template <int D>
std::string lattice_csv(int side) {
  RandomStream random(3, D);
  std::string text = D == 2 ? "x,y,r,m,vx,vy\n" : "x,y,z,r,m,vx,vy,vz\n";
  const auto out = std::back_inserter(text);
  for (int k = 0; k < (D == 3 ? side : 1); ++k) {
    for (int j = 0; j < side; ++j) {
      for (int i = 0; i < side; ++i) {
        fmt::format_to(out, "{},{},", i + 0.5, j + 0.5);
        if (D == 3) {
          fmt::format_to(out, "{},", k + 0.5);
        }
        fmt::format_to(out, "{},{}", random.uniform(0.497, 0.4999), random.uniform(0.5, 2.0));
        for (int axis = 0; axis < D; ++axis) {
          fmt::format_to(out, ",{}", random.uniform(-1.0, 1.0));
        }
        text += "\n";
      }
    }
  }
  return text;
}

}  // namespace gluey::test
