#include "scene/build.hpp"

#include "scene/convert.hpp"
#include "scene/csv.hpp"
#include "scene/fill.hpp"
#include "scene/laws.hpp"
#include "scene/places.hpp"
#include "scene/restore.hpp"

#include <gluey/errors.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <numbers>

namespace gluey::scene {
namespace {

template <int D>
class Builder {
 public:
  Builder(const Scene& scene, const BuildContext& context) : scene_(scene), context_(context) {}

  Stepper<D> build() {
    // Obstacles first: fills keep clear of them.
    for (const Obstacle& obstacle : scene_.obstacle) {
      add_obstacle(obstacle);
    }
    world_.move_obstacles(0.0);
    for (std::size_t k = 0; k < scene_.body.size(); ++k) {
      const Body& body = scene_.body[k];
      keys_.push_back({world_.bodies.size(), fmt::format("body[{}].position", k)});
      add_body(body, to_vec<D>(body.position), body.shape.radius.maximum);
      world_.bodies.name.back() = body.name;
      world_.bodies.orientation.back() = to_rotation<D>(body.orientation);
    }
    for (std::size_t k = 0; k < scene_.bodies.size(); ++k) {
      add_bodies(scene_.bodies[k], k);
    }
    LawTable laws = make_laws<D>(scene_.contact, world_, context_.places);
    Stepper<D> stepper(std::move(world_), to_forces<D>(scene_.environment), std::move(laws), to_settings(scene_));
    settle(stepper);
    restore_contacts(stepper, restored_);
    return stepper;
  }

 private:
  [[noreturn]] void fail(const std::string& key, const std::string& what) const {
    throw SceneError({context_.places.problem(key, what)});
  }

  void add_obstacle(const Obstacle& options) {
    gluey::Obstacle<D> obstacle;
    obstacle.name = options.name;
    obstacle.kind = options.shape.kind;
    obstacle.description = shape_json(options.shape);
    obstacle.parts = to_parts<D>(options.shape);
    obstacle.start = {to_vec<D>(options.position), to_rotation<D>(options.orientation)};
    obstacle.motion = to_motion<D>(options.motion, obstacle.start.position);
    obstacle.roughness = options.roughness;
    obstacle.material = index_of(world_.materials, options.material);
    obstacle.label = index_of(world_.labels, options.label);
    world_.obstacles.push_back(std::move(obstacle));
  }

  /// One body with everything its table says but name and orientation.
  void add_body(const BodyOptions& options, const Vec<D>& position, double radius) {
    const double volume =
        D == 2 ? std::numbers::pi * radius * radius : 4.0 / 3.0 * std::numbers::pi * radius * radius * radius;
    const double mass = options.density ? *options.density * volume : options.mass.value_or(1.0);
    gluey::Bodies<D>& bodies = world_.bodies;
    bodies.add(position, radius, mass);
    const std::size_t i = bodies.size() - 1;
    bodies.velocity[i] = to_vec<D>(options.velocity);
    if (!options.angular_velocity.empty()) {
      bodies.angular_velocity[i] = to_vec<spin_size<D>>(options.angular_velocity);
    }
    if (!options.inertia.empty()) {
      set_inertia(i, options.inertia.size() == 1 ? Spin<D>(Spin<D>::Constant(options.inertia[0]))
                                                 : Spin<D>(to_vec<spin_size<D>>(options.inertia)));
    }
    bodies.roughness[i] = options.roughness;
    bodies.material[i] = index_of(world_.materials, options.material);
    bodies.label[i] = index_of(world_.labels, options.label);
    lock(i, options.locked);
  }

  void set_inertia(std::size_t i, const Spin<D>& inertia) {
    world_.bodies.inertia[i] = inertia;
    world_.bodies.inverse_inertia[i] = inertia.cwiseInverse();
  }

  /// A locked degree of freedom has no inverse mass, and no velocity.
  void lock(std::size_t i, const std::vector<std::string>& locked) {
    for (const std::string& freedom : locked) {
      if (freedom == "rotation") {
        world_.bodies.inverse_inertia[i].setZero();
        world_.bodies.angular_velocity[i].setZero();
      } else {
        const int axis = freedom[0] - 'x';
        world_.bodies.inverse_mass[i][axis] = 0.0;
        world_.bodies.velocity[i][axis] = 0.0;
      }
    }
  }

  void add_bodies(const Bodies& options, std::size_t number) {
    const std::string key = fmt::format("bodies[{}]", number);
    const std::size_t begin = world_.bodies.size();
    keys_.push_back({begin, key + (options.file.empty() ? ".region" : ".file")});
    if (options.file.empty()) {
      add_fill(options, key, number);
    } else {
      const std::string path = (std::filesystem::path(context_.folder) / options.file).string();
      const std::string ending = std::filesystem::path(options.file).extension().string();
      if (ending == ".h5" || ending == ".hdf5") {
        add_frame(options, key, path);
      } else {
        add_csv(options, key, path);
      }
    }
    if (!options.name.empty()) {
      for (std::size_t i = begin; i < world_.bodies.size(); ++i) {
        world_.bodies.name[i] = fmt::format("{}[{}]", options.name, i - begin);
      }
    }
  }

  void add_fill(const Bodies& options, const std::string& key, std::size_t number) {
    RandomStream random(scene_.seed, number);
    std::vector<double> radii(static_cast<std::size_t>(options.count));
    for (double& radius : radii) {
      radius = draw(options.shape.radius, random);
    }
    if (radii.empty()) {
      return;
    }
    const Placed<D> placed = fill_region<D>(options.region, radii, world_, random);
    if (placed.position.size() < radii.size()) {
      fail(key + ".count",
           fmt::format("only {} of {} bodies fitted into the region; use a larger region, fewer or smaller "
                       "bodies, or several fills above each other",
                       placed.position.size(), radii.size()));
    }
    for (std::size_t k = 0; k < placed.position.size(); ++k) {
      add_body(options, placed.position[k], placed.radius[k]);
    }
  }

  /// The rows of a CSV file; what is wrong in it belongs to the key that names it.
  [[nodiscard]] std::vector<CsvBody> read_rows(const Bodies& options, const std::string& key,
                                               const std::string& path) const {
    try {
      return read_csv(path, D);
    } catch (const SceneError& error) {
      SceneProblem problem = error.problems().front();
      problem.file = options.file;
      fail(key + ".file", problem.text());
    }
  }

  void add_csv(const Bodies& options, const std::string& key, const std::string& path) {
    for (const CsvBody& row : read_rows(options, key, path)) {
      const double radius = row.radius.value_or(options.shape.radius.maximum);
      if (!(radius > 0.0)) {
        fail(key + ".file", fmt::format("\"{}\" has no column r and the table gives no shape", options.file));
      }
      BodyOptions body = options;
      if (row.mass) {
        body.mass = row.mass;
        body.density.reset();
      }
      if (row.inertia) {
        body.inertia = {*row.inertia};
      }
      if (!row.label.empty()) {
        body.label = row.label;
      }
      if (!row.velocity.empty()) {
        body.velocity = row.velocity;
      }
      add_body(body, to_vec<D>(row.position), radius);
    }
  }

  [[nodiscard]] EarlierFrame read_frame(const Bodies& options, const std::string& key, const std::string& path) const {
    EarlierFrame earlier;
    try {
      earlier = context_.read_frame(path, options.frame);
    } catch (const Error& error) {
      fail(key + ".file", error.what());
    }
    if (earlier.constants.dimension != D) {
      fail(key + ".file", fmt::format("\"{}\" is a result in {} dimensions, the scene has {}", options.file,
                                      earlier.constants.dimension, D));
    }
    if (options.frame >= earlier.count || options.frame < -earlier.count) {
      fail(key + ".frame", fmt::format("found {}, but the number of frames in \"{}\" is {}", options.frame,
                                       options.file, earlier.count));
    }
    return earlier;
  }

  /// Bodies of an earlier result as they stood in one of its frames; their contacts come along.
  void add_frame(const Bodies& options, const std::string& key, const std::string& path) {
    auto [constants, frames, frame] = read_frame(options, key, path);
    RestoredContacts restored{.offset = world_.bodies.size()};
    const std::size_t count = constants.bodies.radius.size();
    for (std::size_t i = 0; i < count; ++i) {
      const auto read = [&](const std::vector<double>& array, std::size_t width) {
        return Vector(array.begin() + static_cast<std::ptrdiff_t>(i * width),
                      array.begin() + static_cast<std::ptrdiff_t>((i + 1) * width));
      };
      BodyOptions body = options;
      body.mass = constants.bodies.mass[i];
      body.density.reset();
      body.inertia = read(constants.bodies.inertia, spin_size<D>);
      body.velocity = read(frame.velocity, D);
      body.angular_velocity = read(frame.angular_velocity, spin_size<D>);
      body.material = constants.bodies.material[i];
      body.label = constants.bodies.label[i];
      add_body(body, to_vec<D>(read(frame.position, D)), constants.bodies.radius[i]);
      world_.bodies.orientation.back() = to_rotation<D>(read(frame.orientation, D == 2 ? 1 : 4));
      world_.bodies.name.back() = constants.bodies.name[i];
    }
    restored.count = count;
    restored.obstacle_names = std::move(constants.obstacles.name);
    restored.frame = std::move(frame);
    restored_.push_back(std::move(restored));
  }

  void settle(Stepper<D>& stepper) const {
    // Less than the solver's own overlap is no overlap: a frame of an earlier run has as much.
    const double allowed = std::max(1e-6, scene_.solver.tolerance) * 4.0 * stepper.smallest_radius();
    if (scene_.contact.initial_overlap == Contact::InitialOverlap::resolve) {
      const double left = stepper.resolve_overlaps();
      // Walls that contradict each other can drive the solver to infinity.
      const std::vector<Vec<D>>& position = stepper.world.bodies.position;
      if (!std::all_of(position.begin(), position.end(), [](const Vec<D>& x) { return x.allFinite(); })) {
        fail("contact.initial_overlap", "overlaps could not be resolved");
      }
      if (left > allowed) {
        fail("contact.initial_overlap", fmt::format("overlaps could not be resolved: {:.3g} is left", left));
      }
      return;
    }
    const auto worst = stepper.deepest_overlap();
    if (worst.depth > allowed) {
      const auto n = static_cast<std::int32_t>(stepper.world.bodies.size());
      const std::string first = stepper.world.bodies.describe(static_cast<std::size_t>(worst.first));
      const std::string second =
          worst.second < n ? stepper.world.bodies.describe(static_cast<std::size_t>(worst.second))
                           : "obstacle " + stepper.world.obstacles[static_cast<std::size_t>(worst.second - n)].name;
      fail(key_of(worst.second < n ? std::max(worst.first, worst.second) : worst.first),
           fmt::format("{} and {} overlap by {:.3g} at the start; move them apart, or set contact.initial_overlap = "
                       "\"resolve\"",
                       first, second, worst.depth));
    }
  }

  /// The key that placed a body.
  [[nodiscard]] const std::string& key_of(std::int32_t body) const {
    const auto after = std::find_if(keys_.begin(), keys_.end(), [&](const PlacingKey& placing) {
      return placing.begin > static_cast<std::size_t>(body);
    });
    return std::prev(after)->key;
  }

  struct PlacingKey {
    std::size_t begin;  ///< first of the bodies it placed
    std::string key;
  };

  const Scene& scene_;
  const BuildContext& context_;
  World<D> world_;
  std::vector<PlacingKey> keys_;  ///< in the order of the bodies
  std::vector<RestoredContacts> restored_;
};

}  // namespace

template <int D>
Stepper<D> build(const Scene& scene, const BuildContext& context) {
  return Builder<D>(scene, context).build();
}

template Stepper<2> build<2>(const Scene&, const BuildContext&);
template Stepper<3> build<3>(const Scene&, const BuildContext&);

}  // namespace gluey::scene
