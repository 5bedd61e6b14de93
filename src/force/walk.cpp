#include "force/walk.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>
#include <utility>

namespace gluey {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();

template <int D>
std::array<std::size_t, D> strides(const WalkGrid<D>& grid) {
  std::array<std::size_t, D> stride;
  std::size_t size = 1;
  for (std::size_t axis = D; axis-- > 0;) {
    stride[axis] = size;
    size *= grid.count[axis];
  }
  return stride;
}

/// visit(neighbour, axis, side) along every axis.
template <int D, class Visit>
void for_each_neighbour(const WalkGrid<D>& grid, const std::array<std::size_t, D>& stride, std::size_t index,
                        Visit&& visit) {
  for (std::size_t axis = 0; axis < D; ++axis) {
    const std::size_t place = index / stride[axis] % grid.count[axis];
    if (place > 0) {
      visit(index - stride[axis], axis, -1.0);
    }
    if (place + 1 < grid.count[axis]) {
      visit(index + stride[axis], axis, 1.0);
    }
  }
}

/// T from Σ ((T − a_k)/h)² = 1 over the earliest neighbours along each axis, those that come before T.
template <int D>
double upwind(std::array<double, D> earliest, double h) {
  std::sort(earliest.begin(), earliest.end());
  double sum = 0.0, squares = 0.0, time = never;
  for (std::size_t used = 1; used <= D && earliest[used - 1] < time; ++used) {
    sum += earliest[used - 1];
    squares += earliest[used - 1] * earliest[used - 1];
    const auto n = static_cast<double>(used);
    const double root = sum * sum - n * (squares - h * h);
    if (root < 0.0) {
      break;
    }
    time = (sum + std::sqrt(root)) / n;
  }
  return time;
}

}  // namespace

template <int D>
std::size_t WalkGrid<D>::size() const {
  std::size_t size = 1;
  for (const std::size_t along : count) {
    size *= along;
  }
  return size;
}

template <int D>
Vec<D> WalkGrid<D>::point(std::size_t index) const {
  Vec<D> x = origin;
  const std::array<std::size_t, D> stride = strides(*this);
  for (std::size_t axis = 0; axis < D; ++axis) {
    x[static_cast<int>(axis)] += spacing * static_cast<double>(index / stride[axis] % count[axis]);
  }
  return x;
}

template <int D>
std::vector<double> arrival_times(const WalkGrid<D>& grid, const std::vector<std::uint8_t>& exit,
                                  const std::vector<std::uint8_t>& blocked) {
  const std::array<std::size_t, D> stride = strides(grid);
  std::vector<double> time(grid.size(), never);
  std::vector<std::uint8_t> done(grid.size(), 0);
  using Entry = std::pair<double, std::size_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> front;
  for (std::size_t index = 0; index < grid.size(); ++index) {
    if (exit[index] != 0 && blocked[index] == 0) {
      time[index] = 0.0;
      front.emplace(0.0, index);
    }
  }
  while (!front.empty()) {
    const std::size_t index = front.top().second;
    front.pop();
    if (done[index] != 0) {
      continue;  // an earlier entry was for this point
    }
    done[index] = 1;
    for_each_neighbour<D>(grid, stride, index, [&](std::size_t next, std::size_t /*axis*/, double /*side*/) {
      if (done[next] != 0 || blocked[next] != 0) {
        return;
      }
      std::array<double, D> earliest;
      earliest.fill(never);
      for_each_neighbour<D>(grid, stride, next, [&](std::size_t near, std::size_t axis, double /*side*/) {
        if (done[near] != 0) {
          earliest[axis] = std::min(earliest[axis], time[near]);
        }
      });
      const double later = upwind<D>(earliest, grid.spacing);
      if (later < time[next]) {
        time[next] = later;
        front.emplace(later, next);
      }
    });
  }
  return time;
}

template <int D>
GridFlow<D> directions(const WalkGrid<D>& grid, const std::vector<double>& arrival) {
  const std::array<std::size_t, D> stride = strides(grid);
  GridFlow<D> flow;
  flow.origin = grid.origin;
  flow.spacing = Vec<D>::Constant(grid.spacing);
  flow.count = grid.count;
  flow.velocity.assign(grid.size(), Vec<D>::Zero());
  std::vector<std::size_t> front;
  for (std::size_t index = 0; index < grid.size(); ++index) {
    if (!std::isfinite(arrival[index])) {
      continue;
    }
    front.push_back(index);
    // The slope along each axis towards its earlier neighbour, as in the march.
    Vec<D> slope = Vec<D>::Zero();
    for_each_neighbour<D>(grid, stride, index, [&](std::size_t near, std::size_t axis, double side) {
      const auto a = static_cast<int>(axis);
      const double drop = arrival[index] - arrival[near];
      if (drop > std::abs(slope[a])) {
        slope[a] = side * drop;
      }
    });
    flow.velocity[index] = slope.norm() > 0.0 ? Vec<D>(slope.normalized()) : slope;
  }
  // From the points with a way outwards, ring by ring: back to the point that reached them.
  std::vector<std::uint8_t> known(grid.size(), 0);
  for (const std::size_t index : front) {
    known[index] = 1;
  }
  while (!front.empty()) {
    std::vector<std::size_t> next_ring;
    for (const std::size_t index : front) {
      for_each_neighbour<D>(grid, stride, index, [&](std::size_t next, std::size_t axis, double side) {
        if (known[next] == 0) {
          known[next] = 1;
          flow.velocity[next] = -side * Vec<D>::Unit(static_cast<int>(axis));
          next_ring.push_back(next);
        }
      });
    }
    front = std::move(next_ring);
  }
  return flow;
}

template struct WalkGrid<2>;
template struct WalkGrid<3>;
template std::vector<double> arrival_times<2>(const WalkGrid<2>&, const std::vector<std::uint8_t>&,
                                              const std::vector<std::uint8_t>&);
template std::vector<double> arrival_times<3>(const WalkGrid<3>&, const std::vector<std::uint8_t>&,
                                              const std::vector<std::uint8_t>&);
template GridFlow<2> directions<2>(const WalkGrid<2>&, const std::vector<double>&);
template GridFlow<3> directions<3>(const WalkGrid<3>&, const std::vector<double>&);

}  // namespace gluey
