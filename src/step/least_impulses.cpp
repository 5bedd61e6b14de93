#include "step/least_impulses.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace gluey {
namespace {

/// y with N y = r for N = Σ w a aᵀ over points that may stand in a line or in one place: what they do not determine is 0.
template <int D>
Vec<D> solve(Eigen::Matrix<double, D, D> n, Vec<D> r) {
  // Squares of distances: points of a face may be in a line but for 1e-6 of it, those of a side in the plane are not at one place.
  constexpr double nothing = D == 3 ? 1e-14 : 1e-12;
  const double scale = n.trace();
  std::array<bool, D> known = {};
  // Elimination with the largest pivot first; N has no negative eigenvalues.
  std::array<int, D> order = {};
  int rank = 0;
  for (; rank < D; ++rank) {
    int pivot = -1;
    for (int k = 0; k < D; ++k) {
      if (!known[static_cast<std::size_t>(k)] && (pivot < 0 || n(k, k) > n(pivot, pivot))) {
        pivot = k;
      }
    }
    if (!(n(pivot, pivot) > nothing * scale)) {
      break;
    }
    known[static_cast<std::size_t>(pivot)] = true;
    order[static_cast<std::size_t>(rank)] = pivot;
    for (int k = 0; k < D; ++k) {
      if (!known[static_cast<std::size_t>(k)]) {
        const double factor = n(k, pivot) / n(pivot, pivot);
        n.row(k) -= factor * n.row(pivot);
        r[k] -= factor * r[pivot];
      }
    }
  }
  Vec<D> y = Vec<D>::Zero();
  for (int step = rank - 1; step >= 0; --step) {
    const int pivot = order[static_cast<std::size_t>(step)];
    y[pivot] = (r[pivot] - n.row(pivot).dot(y)) / n(pivot, pivot);
  }
  return y;
}

}  // namespace

/// A primal active-set method: every iterate does the same as the impulses given.
template <int D>
void take_least_impulses(std::span<FlatPoint<D>> points) {
  constexpr double tiny = 1e-12;  // of the largest impulse
  const std::size_t limit = 20 * points.size();
  std::vector<std::uint8_t> held(points.size(), 0);
  double largest = 0.0;
  for (std::size_t k = 0; k < points.size(); ++k) {
    held[k] = points[k].open ? 1 : 0;
    largest = std::max(largest, std::abs(points[k].impulse));
  }
  for (std::size_t iteration = 0; iteration < limit; ++iteration) {
    Eigen::Matrix<double, D, D> n = Eigen::Matrix<double, D, D>::Zero();
    Vec<D> r = Vec<D>::Zero();
    for (std::size_t k = 0; k < points.size(); ++k) {
      if (held[k] == 0) {
        n += points[k].weight * points[k].place * points[k].place.transpose();
        r += points[k].impulse * points[k].place;
      }
    }
    Vec<D> y = solve<D>(n, r);
    if constexpr (D == 3) {
      y += solve<D>(n, Vec<D>(r - n * y));  // points that are all but in a line leave few digits
    }
    // As far towards the least as the bounds allow.
    double step = 1.0;
    std::size_t blocked = points.size();
    for (std::size_t k = 0; k < points.size(); ++k) {
      const double wanted = points[k].weight * y.dot(points[k].place), now = points[k].impulse;
      if (held[k] == 0 && wanted < points[k].lower && (points[k].lower - now) / (wanted - now) < step) {
        step = (points[k].lower - now) / (wanted - now);
        blocked = k;
      }
    }
    for (std::size_t k = 0; k < points.size(); ++k) {
      if (held[k] == 0) {
        const double wanted = points[k].weight * y.dot(points[k].place), now = points[k].impulse;
        points[k].impulse = std::max(points[k].lower, now + step * (wanted - now));
      }
    }
    if (blocked < points.size()) {
      points[blocked].impulse = points[blocked].lower;
      held[blocked] = 1;
      continue;
    }
    // The first point that stands at its bound and would rather press more: with the first, and not the one that would most, it ends (Bland).
    std::size_t released = 0;
    while (released < points.size() &&
           (held[released] == 0 || points[released].open ||
            points[released].weight * y.dot(points[released].place) <= points[released].lower + tiny * largest)) {
      ++released;
    }
    if (released == points.size()) {
      return;
    }
    held[released] = 0;
  }
}

template void take_least_impulses<2>(std::span<FlatPoint<2>>);
template void take_least_impulses<3>(std::span<FlatPoint<3>>);

}  // namespace gluey
