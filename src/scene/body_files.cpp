#include "scene/body_files.hpp"

#include "scene/csv.hpp"
#include "scene/places.hpp"

#include <gluey/errors.hpp>

#include <fmt/format.h>

#include <filesystem>

namespace gluey::scene {
namespace {

[[noreturn]] void fail(const BuildContext& context, const std::string& key, const std::string& what) {
  throw SceneError({context.places.problem(key, what)});
}

std::string path_of(const Bodies& options, const BuildContext& context) {
  return (std::filesystem::path(context.folder) / options.file).string();
}

std::vector<CsvBody> rows_of(const Bodies& options, const std::string& key, int dimension,
                             const BuildContext& context) {
  try {
    return read_csv(path_of(options, context), dimension);
  } catch (const SceneError& error) {
    SceneProblem problem = error.problems().front();
    problem.file = options.file;
    fail(context, key + ".file", problem.text());
  }
}

EarlierFrame earlier_frame(const Bodies& options, const std::string& key, int dimension, const BuildContext& context) {
  EarlierFrame earlier;
  try {
    earlier = context.read_frame(path_of(options, context), options.frame);
  } catch (const Error& error) {
    fail(context, key + ".file", error.what());
  }
  if (earlier.constants.dimension != dimension) {
    fail(context, key + ".file",
         fmt::format("\"{}\" is a result in {} dimensions, the scene has {}", options.file, earlier.constants.dimension,
                     dimension));
  }
  if (options.frame >= earlier.count || options.frame < -earlier.count) {
    fail(context, key + ".frame",
         fmt::format("found {}, but the number of frames in \"{}\" is {}", options.frame, options.file, earlier.count));
  }
  return earlier;
}

}  // namespace

std::vector<ReadBody> csv_bodies(const Bodies& options, const std::string& key, int dimension,
                                 const BuildContext& context) {
  std::vector<ReadBody> bodies;
  const std::string& kind = options.shape.kind;
  for (const CsvBody& row : rows_of(options, key, dimension, context)) {
    ReadBody body{.options = options, .position = row.position, .orientation = row.orientation};
    if (row.radius && !kind.empty() && kind != "sphere") {
      fail(context, key + ".file", fmt::format("\"{}\" has a column r, which a {} does not have", options.file, kind));
    }
    if (row.radius) {
      body.options.shape.kind = "sphere";
      body.options.shape.radius = {.minimum = *row.radius, .maximum = *row.radius};
    } else if (kind.empty()) {
      fail(context, key + ".file", fmt::format("\"{}\" has no column r and the table gives no shape", options.file));
    }
    body.own_mass = row.mass.has_value();
    body.own_inertia = row.inertia.has_value();
    if (row.mass) {
      body.options.mass = row.mass;
      body.options.density.reset();
    }
    if (row.inertia) {
      body.options.inertia = {*row.inertia};
    }
    if (!row.label.empty()) {
      body.options.label = row.label;
    }
    if (!row.velocity.empty()) {
      body.options.velocity = row.velocity;
    }
    bodies.push_back(std::move(body));
  }
  return bodies;
}

std::vector<ReadBody> frame_bodies(const Bodies& options, const std::string& key, int dimension,
                                   const BuildContext& context, RestoredContacts& restored) {
  auto [constants, frames, frame] = earlier_frame(options, key, dimension, context);
  if (constants.domain.shear_rate != 0.0 && frame.time > 0.0) {
    // Images across y have moved since its beginning, and a scene begins at time 0.
    fail(context, key + ".file",
         fmt::format("\"{}\" is the result of a sheared domain, which can only be resumed", options.file));
  }
  const auto d = static_cast<std::size_t>(dimension);
  const std::size_t spins = d == 2 ? 1 : 3;
  std::vector<ReadBody> bodies;
  for (std::size_t i = 0; i < constants.bodies.radius.size(); ++i) {
    const auto read = [&](const std::vector<double>& array, std::size_t width) {
      return Vector(array.begin() + static_cast<std::ptrdiff_t>(i * width),
                    array.begin() + static_cast<std::ptrdiff_t>((i + 1) * width));
    };
    ReadBody body{.options = options,
                  .position = read(frame.position, d),
                  .orientation = read(frame.orientation, d == 2 ? 1 : 4),
                  .name = constants.bodies.name[i],
                  .kind = constants.bodies.shape_kind[i],
                  .radius = constants.bodies.radius[i]};
    if (!constants.bodies.shape.empty()) {
      body.description = constants.bodies.shape[i];
    }
    body.options.mass = constants.bodies.mass[i];
    body.options.density.reset();
    body.options.inertia = read(constants.bodies.inertia, spins);
    body.options.velocity = read(frame.velocity, d);
    body.options.angular_velocity = read(frame.angular_velocity, spins);
    body.options.material = constants.bodies.material[i];
    body.options.label = constants.bodies.label[i];
    bodies.push_back(std::move(body));
  }
  restored.count = bodies.size();
  restored.obstacle_names = std::move(constants.obstacles.name);
  restored.domain = std::move(constants.domain);
  restored.frame = std::move(frame);
  return bodies;
}

}  // namespace gluey::scene
