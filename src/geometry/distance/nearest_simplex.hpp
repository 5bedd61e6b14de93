#pragma once
// The point of a convex set nearest to the origin, from the set's support points alone (Gilbert, Johnson, Keerthi 1988).
// The set here is B − A of two convex shapes; each support point remembers the points of A and of B it comes from.

#include "core/vector.hpp"

#include <array>
#include <cmath>

namespace gluey {

template <int D>
struct Simplex {
  struct Corner {
    Vec<D> w, a, b;    ///< w = b − a
    int feature = -1;  ///< corner of a polytope B
    double weight = 1.0;
  };
  std::array<Corner, D + 1> corner;
  int count = 0;

  [[nodiscard]] Vec<D> blend(Vec<D> Corner::*which) const {
    Vec<D> sum = Vec<D>::Zero();
    for (std::size_t k = 0; k < static_cast<std::size_t>(count); ++k) {
      sum += corner[k].weight * corner[k].*which;
    }
    return sum;
  }

  /// Keeps the face that contains the newest corner and holds the point nearest to the origin, with that point's weights.
  /// All such faces are tried, at most eight: no order of tests to go wrong for thin simplices.
  void reduce() {
    const int others = count - 1;
    const Vec<D> base = corner[static_cast<std::size_t>(others)].w;
    double best = std::numeric_limits<double>::infinity();
    Simplex kept;
    for (unsigned mask = 0; mask < (1U << others); ++mask) {
      std::array<std::size_t, D> member = {};
      int size = 0;
      for (int k = 0; k < others; ++k) {
        if ((mask >> k & 1U) != 0) {
          member[static_cast<std::size_t>(size++)] = static_cast<std::size_t>(k);
        }
      }
      Eigen::Matrix<double, D, D> edge = Eigen::Matrix<double, D, D>::Zero();
      for (int k = 0; k < size; ++k) {
        edge.col(k) = corner[member[static_cast<std::size_t>(k)]].w - base;
      }
      Vec<D> weight = Vec<D>::Zero();
      if (!weights(edge, base, size, weight)) {
        continue;
      }
      const double length = (base + edge * weight).squaredNorm();
      if (length < best) {
        best = length;
        kept.count = size + 1;
        for (int k = 0; k < size; ++k) {
          kept.corner[static_cast<std::size_t>(k)] = corner[member[static_cast<std::size_t>(k)]];
          kept.corner[static_cast<std::size_t>(k)].weight = weight[k];
        }
        kept.corner[static_cast<std::size_t>(size)] = corner[static_cast<std::size_t>(others)];
        kept.corner[static_cast<std::size_t>(size)].weight = 1.0 - weight.sum();
      }
    }
    *this = kept;
  }

 private:
  /// Weights of the nearest point of base + span(edges); false where it lies outside the face.
  static bool weights(const Eigen::Matrix<double, D, D>& edge, const Vec<D>& base, int size, Vec<D>& weight) {
    if (size == 1) {
      weight[0] = -edge.col(0).dot(base) / edge.col(0).squaredNorm();
    } else if (size == 2) {
      const double aa = edge.col(0).squaredNorm();
      const double bb = edge.col(1).squaredNorm();
      const double ab = edge.col(0).dot(edge.col(1));
      const double a = -edge.col(0).dot(base);
      const double b = -edge.col(1).dot(base);
      const double det = aa * bb - ab * ab;
      weight[0] = (a * bb - b * ab) / det;
      weight[1] = (b * aa - a * ab) / det;
    } else if constexpr (D == 3) {
      if (size == 3) {
        const Vec<3> cross = edge.col(1).cross(edge.col(2));
        const double det = edge.col(0).dot(cross);
        weight = {-base.dot(cross) / det, -edge.col(0).dot(base.cross(edge.col(2))) / det,
                  -edge.col(0).dot(edge.col(1).cross(base)) / det};
      }
    }
    for (int k = 0; k < size; ++k) {
      if (!(weight[k] > 0.0)) {  // not a number either
        return false;
      }
    }
    return weight.sum() < 1.0 || size == 0;
  }
};

template <int D>
struct Nearest {
  Simplex<D> simplex;
  Vec<D> n = Vec<D>::UnitX();  ///< unit, the best lower bound's
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();  ///< the distance is in [lower, upper]
  bool inside = false;                                     ///< the origin is in the set
};

/// `support(n)` gives the corner least along n. Stops at upper − lower ≤ relative · upper + absolute, or when rounding ends
/// all progress.
template <int D, class Support>
Nearest<D> nearest(const Support& support, const Vec<D>& start, double relative, double absolute, int most) {
  Nearest<D> result;
  Vec<D> n = start;
  for (int iteration = 0; iteration < most; ++iteration) {
    auto corner = support(n);
    const double lower = n.dot(corner.w);
    if (lower > result.lower) {
      result.lower = lower;
      result.n = n;
    }
    if (iteration > 0 && result.upper - result.lower <= relative * result.upper + absolute) {
      break;
    }
    Simplex<D>& simplex = result.simplex;
    bool known = false;
    for (int k = 0; k < simplex.count; ++k) {
      known = known || simplex.corner[static_cast<std::size_t>(k)].w == corner.w;
    }
    if (known) {
      break;
    }
    Simplex<D> before = simplex;
    simplex.corner[static_cast<std::size_t>(simplex.count++)] = corner;
    simplex.reduce();
    const Vec<D> v = simplex.blend(&Simplex<D>::Corner::w);
    const double upper = v.norm();
    if (simplex.count == D + 1 || upper <= absolute) {
      // The weights of a flat simplex are noise: they must give the origin.
      result.inside = upper <= absolute + 1e-12 * corner.w.norm();
      result.upper = upper;
      break;
    }
    if (!(upper < result.upper)) {
      simplex = before;
      break;
    }
    result.upper = upper;
    n = v / upper;
  }
  return result;
}

}  // namespace gluey
