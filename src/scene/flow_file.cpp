#include "scene/flow_file.hpp"

#include "scene/csv.hpp"
#include "scene/places.hpp"

#include <gluey/errors.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace gluey::scene {
namespace {

/// The places of grid planes along an axis, ascending, each once.
std::vector<double> planes(const std::vector<CsvBody>& points, std::size_t axis) {
  std::vector<double> places;
  places.reserve(points.size());
  for (const CsvBody& point : points) {
    places.push_back(point.position[axis]);
  }
  std::sort(places.begin(), places.end());
  const double same = 1e-9 * (places.back() - places.front());
  std::vector<double> once;
  for (const double place : places) {
    if (once.empty() || place > once.back() + same) {
      once.push_back(place);
    }
  }
  return once;
}

bool evenly_spaced(const std::vector<double>& places, double spacing) {
  for (std::size_t k = 0; k < places.size(); ++k) {
    if (std::abs(places[k] - places.front() - static_cast<double>(k) * spacing) > 1e-6 * spacing) {
      return false;
    }
  }
  return true;
}

template <int D>
GridFlow<D> from_points(const std::vector<CsvBody>& points) {
  if (points.empty()) {
    throw Error("has no points");
  }
  GridFlow<D> grid;
  std::size_t size = 1;
  for (std::size_t axis = 0; axis < D; ++axis) {
    const auto a = static_cast<int>(axis);
    const std::vector<double> places = planes(points, axis);
    grid.origin[a] = places.front();
    grid.count[axis] = places.size();
    grid.spacing[a] =
        places.size() > 1 ? (places.back() - places.front()) / static_cast<double>(places.size() - 1) : 1.0;
    if (!evenly_spaced(places, grid.spacing[a])) {
      throw Error(fmt::format("its points are not evenly spaced along {}", "xyz"[axis]));
    }
    size *= places.size();
  }
  if (size != points.size()) {
    throw Error(fmt::format("has {} points, a grid would have {}", points.size(), size));
  }
  grid.velocity.assign(size, Vec<D>::Constant(std::nan("")));
  for (const CsvBody& point : points) {
    if (point.velocity.empty()) {
      throw Error("has no velocities; columns vx, vy are missing");
    }
    std::size_t index = 0;
    for (std::size_t axis = 0; axis < D; ++axis) {
      const auto a = static_cast<int>(axis);
      index = index * grid.count[axis] +
              static_cast<std::size_t>(std::lround((point.position[axis] - grid.origin[a]) / grid.spacing[a]));
    }
    grid.velocity[index] = Vec<D>(point.velocity.data());
  }
  if (!std::all_of(grid.velocity.begin(), grid.velocity.end(), [](const Vec<D>& u) { return u.allFinite(); })) {
    throw Error("some of its points stand twice");
  }
  return grid;
}

template <int D>
GridFlow<D> from_arrays(const VelocityGrid& data) {
  GridFlow<D> grid;
  const std::size_t axes = data.shape.size();
  const bool times = axes == D + 2;
  if (axes != D + 1 && !times) {
    throw Error(fmt::format("velocity has {} axes, must have {} or, with time, {}", axes, D + 1, D + 2));
  }
  if (data.shape.back() != D || data.origin.size() != D || data.spacing.size() != D) {
    throw Error(fmt::format("velocity's last axis, origin and spacing must have {} components", D));
  }
  if (times) {
    grid.times = data.times;
  }
  if (grid.times.size() != (times ? data.shape.front() : 1) ||
      !std::is_sorted(grid.times.begin(), grid.times.end(), std::less_equal<>())) {
    throw Error("time must grow, and have one entry for each of velocity's");
  }
  for (std::size_t axis = 0; axis < D; ++axis) {
    const auto a = static_cast<int>(axis);
    grid.count[axis] = data.shape[axis + (times ? 1 : 0)];
    grid.origin[a] = data.origin[axis];
    grid.spacing[a] = data.spacing[axis];
    if (grid.count[axis] == 0 || !(grid.spacing[a] > 0.0)) {
      throw Error("spacing must be > 0, and the grid must have points");
    }
  }
  for (std::size_t k = 0; k + D <= data.velocity.size(); k += D) {
    grid.velocity.emplace_back(data.velocity.data() + k);
    if (!grid.velocity.back().allFinite()) {
      throw Error("has velocities that are no numbers");
    }
  }
  return grid;
}

}  // namespace

template <int D>
GridFlow<D> read_flow(const std::string& file, const std::string& key, const BuildContext& context) {
  const std::filesystem::path path = std::filesystem::path(context.folder) / file;
  if (!std::filesystem::is_regular_file(path)) {
    throw SceneError({context.places.problem(key, fmt::format("\"{}\" is not a file", file))});
  }
  const std::string ending = path.extension().string();
  try {
    return ending == ".h5" || ending == ".hdf5" ? from_arrays<D>(context.read_grid(path.string()))
                                                : from_points<D>(read_csv(path.string(), D));
  } catch (const SceneError&) {
    throw;
  } catch (const Error& error) {
    throw SceneError({context.places.problem(key, fmt::format("\"{}\": {}", file, error.what()))});
  }
}

template GridFlow<2> read_flow<2>(const std::string&, const std::string&, const BuildContext&);
template GridFlow<3> read_flow<3>(const std::string&, const std::string&, const BuildContext&);

}  // namespace gluey::scene
