#include "run/snapshot.hpp"

#include "proximity/present.hpp"

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

template Constants take_constants<2>(const Stepper<2>&, const std::string&);
template Constants take_constants<3>(const Stepper<3>&, const std::string&);
template Frame take_frame<2>(const Stepper<2>&, bool);
template Frame take_frame<3>(const Stepper<3>&, bool);

}  // namespace gluey
