#include "io/velocity_grid.hpp"

#include "io/dataset.hpp"

#include <gluey/errors.hpp>

#include <fmt/format.h>

namespace gluey::io {

VelocityGrid read_velocity_grid(const std::string& file) {
  const QuietHdf5 quiet;
  try {
    const Handle opened(H5Fopen(file.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
    for (const char* name : {"velocity", "origin", "spacing"}) {
      if (!has_dataset(opened, name)) {
        throw Error(fmt::format("{} is missing", name));
      }
    }
    VelocityGrid grid;
    const Handle dataset = open_dataset(opened, "velocity");
    for (const hsize_t extent : shape_of(dataset)) {
      grid.shape.push_back(extent);
    }
    grid.velocity = read_numbers<double>(opened, "velocity");
    grid.origin = read_numbers<double>(opened, "origin");
    grid.spacing = read_numbers<double>(opened, "spacing");
    if (has_dataset(opened, "time")) {
      grid.time = read_numbers<double>(opened, "time");
    }
    return grid;
  } catch (const Hdf5Failure& failure) {
    throw Error(fmt::format("cannot be read: {}", failure.what()));
  }
}

}  // namespace gluey::io
