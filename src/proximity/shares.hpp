#pragma once
// A place as a mean of the places about it: in which shares what was there passes on to them.

#include "core/infinity.hpp"
#include "core/vector.hpp"

#include <array>
#include <cmath>
#include <vector>

namespace gluey {

/// Weights w ≥ 0, Σ w = 1, of at most three of the points, such that Σ w y is the point of their hull nearest to x. Of several choices
/// the one with the least Σ w |y − x|²: what passes on goes no further than it must.
struct Shares {
  std::size_t count = 0;
  std::array<std::size_t, 3> which = {};
  std::array<double, 3> weight = {};
  double distance = infinity;  ///< of x from the hull
};

template <int D>
Shares shares_of(const Vec<D>& x, const std::vector<Vec<D>>& points) {
  Shares best;
  double best_spread = infinity, size = 0.0;
  for (const Vec<D>& point : points) {
    size = std::max(size, (point - x).norm());
  }
  const double slack = 1e-9 * size;
  const auto consider = [&](const Shares& shares) {
    Vec<D> mean = Vec<D>::Zero();
    double spread = 0.0;
    for (std::size_t k = 0; k < shares.count; ++k) {
      const Vec<D> way = points[shares.which[k]] - x;
      mean += shares.weight[k] * way;
      spread += shares.weight[k] * way.squaredNorm();
    }
    const double distance = mean.norm();
    if (distance < best.distance - slack || (distance <= best.distance + slack && spread < best_spread)) {
      best = shares;
      best.distance = distance;
      best_spread = spread;
    }
  };
  const std::size_t n = points.size();
  for (std::size_t a = 0; a < n; ++a) {
    consider({1, {a}, {1.0}});
    for (std::size_t b = a + 1; b < n; ++b) {
      const Vec<D> e = points[b] - points[a], from = x - points[a];
      const double ee = e.squaredNorm(), t = ee > 0.0 ? from.dot(e) / ee : 0.0;
      if (t > 0.0 && t < 1.0) {
        consider({2, {a, b}, {1.0 - t, t}});
      }
      for (std::size_t c = b + 1; c < n; ++c) {
        const Vec<D> f = points[c] - points[a];
        const double ff = f.squaredNorm(), ef = e.dot(f), det = ee * ff - ef * ef;
        if (det > 1e-12 * ee * ff) {
          const double u = (from.dot(e) * ff - from.dot(f) * ef) / det, v = (from.dot(f) * ee - from.dot(e) * ef) / det;
          if (u > 0.0 && v > 0.0 && u + v < 1.0) {
            consider({3, {a, b, c}, {1.0 - u - v, u, v}});
          }
        }
      }
    }
  }
  return best;
}

}  // namespace gluey
