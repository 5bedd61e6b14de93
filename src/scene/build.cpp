#include "scene/build.hpp"

#include "core/counted.hpp"
#include "scene/body_files.hpp"
#include "scene/body_shapes.hpp"
#include "scene/containers.hpp"
#include "scene/convert.hpp"
#include "scene/crowd.hpp"
#include "scene/environment.hpp"
#include "scene/fill.hpp"
#include "scene/fill_limit.hpp"
#include "scene/laws.hpp"
#include "scene/places.hpp"
#include "scene/restore.hpp"
#include "scene/surfaces.hpp"

#include <gluey/errors.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace gluey::scene {
namespace {

/// Streams of random numbers are numbered: those of fills by the fill, those of single bodies from here on.
constexpr std::uint64_t single_bodies = std::uint64_t{1} << 32;
/// … those of bodies that inlets pour from here on, and of where they come to lie, one a step, from there on; then noise.
constexpr std::uint64_t poured_bodies = std::uint64_t{1} << 33;
constexpr std::uint64_t pouring = std::uint64_t{1} << 62;

template <int D>
class Builder {
 public:
  Builder(const Scene& scene, const BuildContext& context) : scene_(scene), context_(context) {}

  Stepper<D> build() {
    place();
    LawTable laws = make_laws<D>(scene_.contact, world_, context_.places);
    Forces<D> forces = to_forces<D>(scene_, context_);
    forces.drives = std::move(drives_);
    if (scene_.environment.crowd) {
      forces.walk = to_walk<D>(scene_, world_, context_);
      forces.pairs = {};  // forces do not count
    }
    check_drag(forces);
    warn_of_strays();
    Stepper<D> stepper(std::move(world_), std::move(forces), std::move(laws), to_settings(scene_));
    settle(stepper);
    restore_contacts(stepper, restored_);
    return stepper;
  }

  World<D> build_world() {
    place();
    return std::move(world_);
  }

 private:
  void place() {
    if (scene_.domain) {
      world_.domain = to_domain<D>(*scene_.domain);
    }
    // Obstacles first: fills keep clear of them.
    for (std::size_t k = 0; k < scene_.obstacle.size(); ++k) {
      add_obstacle(scene_.obstacle[k], fmt::format("obstacle[{}]", k));
    }
    world_.move_obstacles(0.0);
    for (std::size_t k = 0; k < scene_.body.size(); ++k) {
      const Body& body = scene_.body[k];
      keys_.push_back({world_.bodies.size(), fmt::format("body[{}].position", k)});
      RandomStream random(scene_.seed, single_bodies + k);
      const Shape words = drawn(with_surfaces(body.shape, fmt::format("body[{}]", k)), random);
      const BodyShape<D> shape = shapes_.take(words, keeps_axes(body));
      add_body(body, shape, {to_vec<D>(body.position), combined(to_rotation<D>(body.orientation), shape.turn)});
      world_.bodies.name.back() = body.name;
    }
    for (std::size_t k = 0; k < scene_.bodies.size(); ++k) {
      add_bodies(scene_.bodies[k], k);
    }
    for (std::size_t k = 0; k < scene_.inlet.size(); ++k) {
      add_inlet(scene_.inlet[k], k);
    }
    for (const Outlet& outlet : scene_.outlet) {
      world_.outlets.push_back({outlet.name, to_place(outlet.region)});
    }
  }

  void warn(const std::string& key, const std::string& what) const {
    if (context_.warnings != nullptr) {
      context_.warnings->push_back(context_.places.problem(key, what));
    }
  }

  /// Bodies beside the container that others are in.
  void warn_of_strays() const {
    for (std::size_t k = 0; k < world_.obstacles.size(); ++k) {
      const Strays strays = strays_of<D>(world_, world_.obstacles[k]);
      if (strays.outside > 0) {
        warn(
            fmt::format("obstacle[{}].shape", k),
            fmt::format("this closed {} looks like a container, {}, but {} outside: {} first", world_.obstacles[k].kind,
                        strays.inward ? "its triangles face inwards"
                                      : fmt::format("{} inside", counted(strays.inside, "body is", "bodies are")),
                        counted(strays.outside, "body is", "bodies are"), world_.bodies.describe(strays.first)));
      }
    }
  }

  [[noreturn]] void fail(const std::string& key, const std::string& what) const {
    throw SceneError({context_.places.problem(key, what)});
  }

  [[nodiscard]] Shape with_surfaces(Shape shape, const std::string& key) const {
    load_surfaces(shape, key + ".shape", context_);
    return shape;
  }

  void add_obstacle(const Obstacle& options, const std::string& key) {
    const Shape shape = with_surfaces(options.shape, key);
    gluey::Obstacle<D> obstacle;
    obstacle.name = options.name;
    obstacle.kind = options.shape.kind;
    obstacle.description = shape_json<D>(shape);
    obstacle.parts = to_parts<D>(shape);
    obstacle.start = {to_vec<D>(options.position), to_rotation<D>(options.orientation)};
    obstacle.motion = to_motion<D>(options.motion, obstacle.start.position);
    obstacle.roughness = options.roughness;
    obstacle.material = index_of(world_.materials, options.material);
    obstacle.label = index_of(world_.labels, options.label);
    check_place(key + ".position", obstacle.start.position, "the obstacle");
    world_.obstacles.push_back(std::move(obstacle));
  }

  /// Three moments are about the user's axes.
  static bool keeps_axes(const BodyOptions& options) { return options.inertia.size() > 1; }

  /// One body with everything its table says but its name.
  void add_body(const BodyOptions& options, const BodyShape<D>& shape, const Pose<D>& pose) {
    const double mass = options.density ? *options.density * shape.volume : options.mass.value_or(1.0);
    gluey::Bodies<D>& bodies = world_.bodies;
    check_place(keys_.back().key, pose.position, "the body");
    bodies.add(pose.position, shape.radius, mass);
    const std::size_t i = bodies.size() - 1;
    bodies.orientation[i] = pose.orientation;
    bodies.shape[i] = shape.index;
    bodies.volume[i] = shape.volume;
    if (shape.index != gluey::Bodies<D>::sphere && options.inertia.empty()) {
      set_inertia(i, mass / shape.volume * shape.inertia);
    }
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
    const Drive<D> drive{i, to_vec<D>(options.force), to_vec<spin_size<D>>(options.torque)};
    if (!drive.force.isZero(0.0) || !drive.torque.isZero(0.0)) {
      drives_.push_back(drive);
    }
  }

  /// Distances are squared, and images are counted by integers: what lies beyond either cannot be placed.
  void check_place(const std::string& key, const Vec<D>& x, std::string_view who) const {
    if (!std::isfinite(x.squaredNorm())) {
      fail(key, fmt::format("{} lies too far from the origin to be computed with", who));
    }
    for (int axis = 0; axis < D; ++axis) {
      const double periods = (x[axis] - world_.domain.lower[axis]) / world_.domain.period()[axis];
      if (world_.domain.periodic[static_cast<std::size_t>(axis)] && !(std::abs(periods) < 1e9)) {
        fail(key,
             fmt::format("{} lies {:.2g} periods of the domain away along {}", who, std::abs(periods), "xyz"[axis]));
      }
    }
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
      const std::string ending = std::filesystem::path(options.file).extension().string();
      if (ending == ".h5" || ending == ".hdf5") {
        add_frame(options, key);
      } else {
        add_csv(options, key, number);
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
    const Shape shape = with_surfaces(options.shape, key);
    std::vector<BodyShape<D>> shapes;
    std::vector<Newcomer<D>> newcomers;
    FillLimit<D> limit(options.region, world_.domain);
    for (std::int64_t k = 0; k < options.count; ++k) {
      shapes.push_back(shapes_.take(drawn(shape, random), keeps_axes(options)));
      if (!limit.add(shapes.back().volume, shapes.back().index == gluey::Bodies<D>::sphere)) {
        fail(key + ".count",
             fmt::format("found {}, which cannot fit: {}; use a larger region, or fewer or smaller bodies",
                         options.count, limit.text()));
      }
      newcomers.push_back({shapes.back().index, shapes.back().radius, shapes.back().turn});
    }
    if (newcomers.empty()) {
      return;
    }
    const Placed<D> placed = fill_region<D>(options.region, options.orientation, newcomers, world_, random);
    if (placed.pose.size() < newcomers.size()) {
      fail(key + ".count",
           fmt::format("only {} of {} bodies fitted into the region; use a larger region, fewer or smaller "
                       "bodies, or several fills above each other",
                       placed.pose.size(), newcomers.size()));
    }
    for (std::size_t k = 0; k < placed.pose.size(); ++k) {
      add_body(options, shapes[placed.number[k]], placed.pose[k]);
    }
  }

  static Place<D> to_place(const Region& region) {
    return {to_vec<D>(region.lower), to_vec<D>(region.upper), to_vec<D>(region.center),
            region.kind == "sphere" ? region.radius : 0.0};
  }

  /// Its bodies are there from the beginning, and wait.
  void add_inlet(const Inlet& options, std::size_t number) {
    const std::string key = fmt::format("inlet[{}]", number);
    gluey::Bodies<D>& bodies = world_.bodies;
    RandomStream random(scene_.seed, poured_bodies + number);
    const Shape shape = with_surfaces(options.shape, key);
    keys_.push_back({bodies.size(), key + ".region"});
    gluey::Inlet<D> inlet;
    inlet.name = options.name;
    inlet.region = to_place(options.region);
    inlet.rate = options.rate;
    inlet.begin = options.begin;
    inlet.end = options.end;
    inlet.seed = scene_.seed;
    inlet.stream = pouring + (static_cast<std::uint64_t>(number) << 40);
    inlet.turned = options.orientation.empty() && options.shape.kind != "sphere";
    const Vec<D> middle = 0.5 * (inlet.region.lowest() + inlet.region.highest());
    const double room = 0.5 * (inlet.region.highest() - inlet.region.lowest()).minCoeff();
    for (std::int64_t k = 0; k < options.count; ++k) {
      const BodyShape<D> own = shapes_.take(drawn(shape, random), keeps_axes(options));
      if (own.radius > room) {
        fail(key + ".region",
             fmt::format("has no room for a body of radius {:.3g}: it is {:.3g} wide", own.radius, 2.0 * room));
      }
      const std::size_t i = bodies.size();
      add_body(options, own, {middle, combined(to_rotation<D>(options.orientation), own.turn)});
      if (!options.name.empty()) {
        bodies.name[i] = fmt::format("{}[{}]", options.name, k);
      }
      inlet.bodies.push_back(i);
      inlet.velocity.push_back(bodies.velocity[i]);
      inlet.spin.push_back(bodies.angular_velocity[i]);
      bodies.velocity[i].setZero();
      bodies.angular_velocity[i].setZero();
      bodies.presence[i] = Presence::waiting;
    }
    world_.inlets.push_back(std::move(inlet));
  }

  void add_csv(const Bodies& options, const std::string& key, std::size_t number) {
    RandomStream random(scene_.seed, number);
    Bodies with_shape = options;
    with_shape.shape = with_surfaces(options.shape, key);
    const std::vector<ReadBody> rows = csv_bodies(with_shape, key, D, context_);
    if (!rows.empty() && !rows.front().own_mass && !options.mass && !options.density) {
      warn(key + ".file", fmt::format("\"{}\" has no column m and the table gives no mass: every body has mass 1; add "
                                      "the column, or \"mass\" or \"density\" here",
                                      options.file));
    }
    if (!rows.empty() && rows.front().own_mass && (options.mass || options.density)) {
      warn(key + (options.mass ? ".mass" : ".density"),
           fmt::format("has no effect: \"{}\" has a column m", options.file));
    }
    if (!rows.empty() && rows.front().own_inertia && !options.inertia.empty()) {
      warn(key + ".inertia", fmt::format("has no effect: \"{}\" has a column inertia", options.file));
    }
    for (const ReadBody& row : rows) {
      const BodyShape<D> shape = shapes_.take(drawn(row.options.shape, random), keeps_axes(row.options));
      add_body(row.options, shape, {to_vec<D>(row.position), combined(to_rotation<D>(row.orientation), shape.turn)});
    }
  }

  /// Bodies of an earlier result as they stood in one of its frames; their contacts come along.
  void add_frame(const Bodies& options, const std::string& key) {
    RestoredContacts restored{.offset = world_.bodies.size()};
    for (const ReadBody& row : frame_bodies(options, key, D, context_, restored)) {
      BodyShape<D> shape = sphere_shape<D>(row.radius);
      if (row.kind != "sphere") {
        try {
          shape = shapes_.restore(row.kind, row.description);
          shape.radius = row.radius;
        } catch (const Error& error) {
          fail(key + ".file", fmt::format("\"{}\": {}", options.file, error.what()));
        }
      }
      add_body(row.options, shape, {to_vec<D>(row.position), to_rotation<D>(row.orientation)});
      world_.bodies.name.back() = row.name;
    }
    restored_.push_back(std::move(restored));
  }

  /// Explicit drag overshoots, the more the longer the step, and beyond 2 it blows up. Spins relax faster than velocities.
  void check_drag(const Forces<D>& forces) const {
    if (!forces.drag || forces.drag->implicit) {
      return;
    }
    const bool automatic = scene_.time.automatic;
    const double h = automatic ? scene_.time.step_min : scene_.time.step;
    const auto rate = forces.fastest_relaxation(world_);
    const auto refuse = [&](double steps, std::string_view of, std::string_view remedy) {
      fail("environment.drag",
           fmt::format("time.{} is {:.3g} times the shortest relaxation time of a body{}; explicit drag is unstable "
                       "beyond 2: use a shorter step{} scheme = \"implicit\"",
                       automatic ? "step_min" : "step", steps, of, remedy));
    };
    if (h * rate.velocity > 2.0) {
      refuse(h * rate.velocity, "", " or");
    }
    if (h * rate.spin > 2.0) {
      refuse(h * rate.spin, "'s spin", ", rotation = false or");
    }
  }

  void settle(Stepper<D>& stepper) const {
    // Less than the solver's own overlap is no overlap: a frame of an earlier run has as much.
    const double allowed = stepper.settings().accuracy.overlap * stepper.smallest_radius();
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
      const auto obstacle = [&](std::size_t k) {
        const std::string& name = stepper.world.obstacles[k].name;
        return "obstacle " + (name.empty() ? std::to_string(k) : name);
      };
      const std::string second = worst.second < n
                                     ? stepper.world.bodies.describe(static_cast<std::size_t>(worst.second))
                                     : obstacle(static_cast<std::size_t>(worst.second - n));
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
  BodyShapes<D> shapes_{world_};
  std::vector<PlacingKey> keys_;  ///< in the order of the bodies
  std::vector<RestoredContacts> restored_;
  std::vector<Drive<D>> drives_;
};

}  // namespace

template <int D>
Stepper<D> build(const Scene& scene, const BuildContext& context) {
  return Builder<D>(scene, context).build();
}

template <int D>
World<D> build_world(const Scene& scene, const BuildContext& context) {
  return Builder<D>(scene, context).build_world();
}

template World<2> build_world<2>(const Scene&, const BuildContext&);
template World<3> build_world<3>(const Scene&, const BuildContext&);
template Stepper<2> build<2>(const Scene&, const BuildContext&);
template Stepper<3> build<3>(const Scene&, const BuildContext&);

}  // namespace gluey::scene
