#include "run/snapshot.hpp"

#include "proximity/present.hpp"

#include <gluey/errors.hpp>

#include <span>

namespace gluey {
namespace {

template <class Vector>
void append(std::vector<double>& array, const Vector& vector) {
  array.insert(array.end(), vector.begin(), vector.end());
}

void append(std::vector<double>& array, const Rotation<2>& rotation) { array.push_back(rotation.angle); }

void append(std::vector<double>& array, const Rotation<3>& rotation) {
  const Eigen::Quaterniond& q = rotation.quaternion;
  array.insert(array.end(), {q.w(), q.x(), q.y(), q.z()});
}

template <int D>
Vec<D> vector_at(const std::vector<double>& array, std::size_t row) {
  return Eigen::Map<const Vec<D>>(array.data() + row * D);
}

void read(const std::vector<double>& array, std::size_t row, Rotation<2>& rotation) { rotation.angle = array[row]; }

void read(const std::vector<double>& array, std::size_t row, Rotation<3>& rotation) {
  const double* q = array.data() + 4 * row;
  rotation.quaternion = Eigen::Quaterniond(q[0], q[1], q[2], q[3]);
}

}  // namespace

template <int D>
Constants take_constants(const Stepper<D>& stepper, const std::string& scene) {
  const World<D>& world = stepper.world;
  Constants constants;
  constants.dimension = D;
  constants.scene = scene;
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    constants.bodies.name.push_back(world.bodies.name[i]);
    constants.bodies.label.push_back(world.labels[static_cast<std::size_t>(world.bodies.label[i])]);
    const std::int32_t shape = world.bodies.shape[i];
    const bool sphere = shape == Bodies<D>::sphere;
    constants.bodies.shape_kind.push_back(sphere ? "sphere" : world.shapes[static_cast<std::size_t>(shape)].kind);
    if (!world.shapes.empty()) {
      constants.bodies.shape.push_back(sphere ? "" : world.shapes[static_cast<std::size_t>(shape)].description);
    }
    constants.bodies.material.push_back(world.materials[static_cast<std::size_t>(world.bodies.material[i])]);
    constants.bodies.radius.push_back(world.bodies.radius[i]);
    constants.bodies.mass.push_back(world.bodies.mass[i]);
    append(constants.bodies.inertia, world.bodies.inertia[i]);
  }
  for (const Obstacle<D>& obstacle : world.obstacles) {
    constants.obstacles.name.push_back(obstacle.name);
    constants.obstacles.label.push_back(world.labels[static_cast<std::size_t>(obstacle.label)]);
    constants.obstacles.shape_kind.push_back(obstacle.kind);
    constants.obstacles.material.push_back(world.materials[static_cast<std::size_t>(obstacle.material)]);
    constants.obstacles.shape.push_back(obstacle.description);
  }
  constants.comings_and_goings = comes_and_goes(world);
  constants.films = stepper.films.any();
  for (const Outlet<D>& outlet : world.outlets) {
    constants.outlets.push_back(outlet.name);
  }
  const Domain<D>& domain = world.domain;
  if (domain.any()) {
    append(constants.domain.lower, domain.lower);
    append(constants.domain.upper, domain.upper);
    constants.domain.periodic.assign(domain.periodic.begin(), domain.periodic.end());
    constants.domain.shear_rate = domain.shear_rate;
  }
  return constants;
}

namespace {

/// The contacts of a graph and all that they carry: the next step starts from it.
template <int D>
void append_graph(std::vector<double>& array, const ContactGraph<D>& graph) {
  const Contacts<D>& contacts = graph.contacts;
  array.push_back(static_cast<double>(contacts.size()));
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    array.insert(array.end(), {static_cast<double>(contacts.first[c]), static_cast<double>(contacts.second[c]),
                               static_cast<double>(contacts.feature[c]), contacts.gap[c], contacts.potential[c],
                               contacts.impulse[c]});
    append(array, contacts.normal[c]);
    if (contacts.rubs) {
      append(array, contacts.friction[c]);
      append(array, contacts.moment[c]);
      array.push_back(static_cast<double>(contacts.shaken[c]));
    }
    if (contacts.detailed) {
      append(array, contacts.image[c].number);
      append(array, contacts.local_first[c]);
      append(array, contacts.local_second[c]);
      array.insert(array.end(), {contacts.curvature_first[c], contacts.curvature_second[c]});
    }
  }
  for (const auto& footprint : graph.footprints()) {
    append(array, footprint.center);
    append(array, footprint.point);
  }
}

/// Takes numbers one after the other.
class Numbers {
 public:
  explicit Numbers(std::span<const double> values) : values_(values) {}

  double one() { return take(1)[0]; }
  std::int32_t integer() { return static_cast<std::int32_t>(one()); }
  template <int D>
  Vec<D> vector() {
    return Eigen::Map<const Vec<D>>(take(D).data());
  }
  template <int D>
  Image<D> image() {
    Image<D> image;
    for (std::size_t axis = 0; axis < D; ++axis) {
      image[axis] = integer();
    }
    return image;
  }
  [[nodiscard]] bool empty() const { return values_.empty(); }

 private:
  std::span<const double> take(std::size_t count) {
    if (values_.size() < count) {
      throw Error("the checkpoint does not fit the scene: its contacts are of another kind");
    }
    const std::span<const double> taken = values_.first(count);
    values_ = values_.subspan(count);
    return taken;
  }

  std::span<const double> values_;
};

/// What append_graph() wrote, for take(contacts, footprints).
template <int D, class Take>
void read_graph(Numbers& numbers, const World<D>& world, bool rubs, const Take& take) {
  Contacts<D> contacts;
  contacts.rubs = rubs;
  contacts.detailed = !world.plain();
  contacts.resize(static_cast<std::size_t>(numbers.integer()));
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    contacts.first[c] = numbers.integer();
    contacts.second[c] = numbers.integer();
    contacts.feature[c] = static_cast<std::int64_t>(numbers.one());
    contacts.gap[c] = numbers.one();
    contacts.potential[c] = numbers.one();
    contacts.impulse[c] = numbers.one();
    contacts.normal[c] = numbers.vector<D>();
    if (rubs) {
      contacts.friction[c] = numbers.vector<D>();
      contacts.moment[c] = numbers.vector<spin_size<D>>();
      contacts.shaken[c] = static_cast<std::uint16_t>(numbers.integer());
    }
    if (contacts.detailed) {
      contacts.image[c] = numbers.image<D>();
      contacts.local_first[c] = numbers.vector<D>();
      contacts.local_second[c] = numbers.vector<D>();
      contacts.curvature_first[c] = numbers.one();
      contacts.curvature_second[c] = numbers.one();
    }
    contacts.pairs += static_cast<std::size_t>(contacts.second[c]) < world.bodies.size() ? 1 : 0;
  }
  std::vector<typename ContactGraph<D>::Footprint> footprints;
  for (std::size_t c = contacts.pairs; c < contacts.size(); ++c) {
    const Vec<D> center = numbers.vector<D>();
    footprints.push_back({center, numbers.vector<D>()});
  }
  take(std::move(contacts), std::move(footprints));
}

/// As the engine has it: positions and velocities are not wrapped.
template <int D>
Frame take_state(const Stepper<D>& stepper, const Contacts<D>& contacts) {
  const World<D>& world = stepper.world;
  Frame frame;
  frame.time = world.time;
  frame.step = world.step;
  frame.step_length = stepper.last_length;
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    append(frame.position, world.bodies.position[i]);
    append(frame.orientation, world.bodies.orientation[i]);
    append(frame.velocity, world.bodies.velocity[i]);
    append(frame.angular_velocity, world.bodies.angular_velocity[i]);
  }
  if (comes_and_goes(world)) {
    for (std::size_t i = 0; i < world.bodies.size(); ++i) {
      frame.present.push_back(world.bodies.here(i) ? 1 : 0);
    }
  }
  for (const Obstacle<D>& obstacle : world.obstacles) {
    append(frame.obstacle_position, obstacle.pose.position);
    append(frame.obstacle_orientation, obstacle.pose.orientation);
  }
  const std::vector<Separation<D>> separations = present_separations(world, contacts);
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const auto& [distance, point] = separations[c];
    frame.contact_pair.insert(frame.contact_pair.end(), {contacts.first[c], contacts.second[c]});
    frame.contact_feature.push_back(contacts.feature[c]);
    append(frame.contact_normal, contacts.normal[c]);
    append(frame.contact_point, point);
    frame.contact_distance.push_back(distance);
    const Vec<D> along = contacts.impulse[c] * contacts.normal[c];
    append(frame.contact_impulse, contacts.rubs ? Vec<D>(along + contacts.friction[c]) : along);
    frame.contact_gamma.push_back(contacts.potential[c]);
  }
  return frame;
}

/// Bodies are shown where they stand within a periodic domain, with the velocity they have there.
template <int D>
void wrap(const World<D>& world, Frame& frame) {
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    const Image<D> home = world.domain.home(world.bodies.position[i], world.time);
    Eigen::Map<Vec<D>>(frame.position.data() + D * i) += world.domain.shift(home, world.time);
    Eigen::Map<Vec<D>>(frame.velocity.data() + D * i) += world.domain.drift(home);
    for (const std::int32_t number : home.number) {
      frame.image.push_back(-number);
    }
  }
}

/// The contacts of the bodies as they are shown: S is the image of the second's own place that is met from the first's, and
/// S + home(first) − home(second) the one that is met of what is shown.
template <int D>
void wrap_contacts(const World<D>& world, const Contacts<D>& contacts, Frame& frame) {
  const std::size_t n = world.bodies.size();
  const auto home = [&](std::size_t i) { return world.domain.home(world.bodies.position[i], world.time); };
  const std::vector<bool> has_images = obstacles_with_images(world);
  for (std::size_t c = 0; c < frame.contact_gamma.size(); ++c) {
    const Image<D> first = home(static_cast<std::size_t>(frame.contact_pair[2 * c]));
    const auto second = static_cast<std::size_t>(frame.contact_pair[2 * c + 1]);
    Eigen::Map<Vec<D>>(frame.contact_point.data() + D * c) += world.domain.shift(first, world.time);
    Image<D> image = {};
    if (second < n) {
      image = contacts.image[c] + first - home(second);
    } else if (has_images[second - n]) {
      image = contacts.image[c] + first;
    }
    frame.contact_image.insert(frame.contact_image.end(), image.number.begin(), image.number.end());
  }
}

}  // namespace

template <int D>
Frame take_frame(const Stepper<D>& stepper, bool with_contacts) {
  Contacts<D> joined;
  std::vector<double> log_distance;
  if (with_contacts && stepper.films.any()) {
    joined = stepper.films.joined(stepper.graph.contacts, log_distance);
  }
  const Contacts<D>& contacts = with_contacts && !stepper.films.any() ? stepper.graph.contacts : joined;
  Frame frame = take_state(stepper, contacts);
  frame.contact_log_distance = std::move(log_distance);
  if (stepper.world.domain.any()) {
    wrap(stepper.world, frame);
    wrap_contacts(stepper.world, contacts, frame);
  }
  return frame;
}

template <int D>
EngineState save_state(const Stepper<D>& stepper) {
  EngineState state;
  state.frame = take_state(stepper, Contacts<D>{});
  state.last_length = stepper.last_length;
  append_graph(state.extra, stepper.graph);
  if (comes_and_goes(stepper.world)) {
    for (const Presence presence : stepper.world.bodies.presence) {
      state.extra.push_back(static_cast<double>(presence));
    }
    for (const Outlet<D>& outlet : stepper.world.outlets) {
      state.extra.push_back(static_cast<double>(outlet.taken));
    }
  }
  if (stepper.forces().pairs.any()) {
    append_graph(state.extra, stepper.forces().pairs.graph);
  }
  if (stepper.films.any()) {
    append_graph(state.extra, stepper.films.graph);
  }
  if (stepper.settings().adaptive) {
    state.extra.push_back(stepper.planned_length);
  }
  return state;
}

template <int D>
void restore_state(Stepper<D>& stepper, const EngineState& state) {
  World<D>& world = stepper.world;
  const Frame& frame = state.frame;
  const std::size_t n = world.bodies.size();
  if (frame.position.size() != n * D) {
    throw Error("the checkpoint does not fit the scene: it has another number of bodies");
  }
  world.time = frame.time;
  world.step = frame.step;
  for (std::size_t i = 0; i < n; ++i) {
    world.bodies.position[i] = vector_at<D>(frame.position, i);
    read(frame.orientation, i, world.bodies.orientation[i]);
    world.bodies.velocity[i] = vector_at<D>(frame.velocity, i);
    world.bodies.angular_velocity[i] = vector_at<spin_size<D>>(frame.angular_velocity, i);
  }
  world.move_obstacles(world.time);
  stepper.last_length = state.last_length;
  stepper.invalidate();

  Numbers numbers(state.extra);
  read_graph<D>(numbers, world, stepper.rubs(), [&](auto contacts, auto footprints) {
    stepper.graph.restore(world, std::move(contacts), std::move(footprints));
  });
  if (comes_and_goes(world)) {
    for (Presence& presence : world.bodies.presence) {
      presence = static_cast<Presence>(numbers.integer());
    }
    for (Outlet<D>& outlet : world.outlets) {
      outlet.taken = static_cast<std::int64_t>(numbers.one());
    }
  }
  if (stepper.forces().pairs.any()) {
    read_graph<D>(numbers, world, false, [&](auto contacts_of_pairs, auto their_footprints) {
      stepper.forces().pairs.restore(world, std::move(contacts_of_pairs), std::move(their_footprints));
    });
  }
  if (stepper.films.any()) {
    read_graph<D>(numbers, world, true, [&](auto films, auto their_footprints) {
      stepper.films.graph.restore(world, std::move(films), std::move(their_footprints));
    });
  }
  if (stepper.settings().adaptive) {
    stepper.planned_length = numbers.one();
  }
  if (!numbers.empty()) {
    throw Error("the checkpoint does not fit the scene: its contacts are of another kind");
  }
}

template Constants take_constants<2>(const Stepper<2>&, const std::string&);
template Constants take_constants<3>(const Stepper<3>&, const std::string&);
template Frame take_frame<2>(const Stepper<2>&, bool);
template Frame take_frame<3>(const Stepper<3>&, bool);
template EngineState save_state<2>(const Stepper<2>&);
template EngineState save_state<3>(const Stepper<3>&);
template void restore_state<2>(Stepper<2>&, const EngineState&);
template void restore_state<3>(Stepper<3>&, const EngineState&);

}  // namespace gluey
