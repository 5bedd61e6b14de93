#include "proximity/separation.hpp"

#include "geometry/distance/table.hpp"

namespace gluey {

template <int D>
Separation<D> separation(const World<D>& world, const Contacts<D>& contacts, std::size_t c) {
  const Bodies<D>& bodies = world.bodies;
  const auto i = static_cast<std::size_t>(contacts.first[c]);
  const auto second = static_cast<std::size_t>(contacts.second[c]);
  const auto is_ball = [&](std::size_t body) { return bodies.shape[body] == Bodies<D>::sphere; };
  const bool other_body = second < bodies.size();
  if (!is_ball(i) || (other_body && !is_ball(second))) {
    const Vec<D> from = world.pose(i).to_world(contacts.local_first[c]);
    const Vec<D> to = world.pose(second, contacts.image[c]).to_world(contacts.local_second[c]);
    return {contacts.normal[c].dot(to - from), 0.5 * (from + to)};
  }
  Pose<D> pose = other_body ? world.pose(second) : world.obstacles[second - bodies.size()].pose;
  if (contacts.detailed) {
    pose.position += world.domain.shift(contacts.image[c], world.time);
  }
  if (other_body) {
    const Vec<D> apart = pose.position - bodies.position[i];
    const double length = apart.norm();
    const double distance = length - (bodies.radius[i] + bodies.radius[second]);
    return {distance,
            bodies.position[i] + (bodies.radius[i] + 0.5 * distance) * direction<D>(apart, length, Vec<D>::UnitX())};
  }
  const std::int64_t part = contacts.detailed ? contacts.feature[c] / points_a_pair : contacts.feature[c];
  const Closest<D> near = part_closest<D>(
      pose.to_local(bodies.position[i]), world.obstacles[second - bodies.size()].parts[static_cast<std::size_t>(part)]);
  return {near.distance - bodies.radius[i], bodies.position[i] - near.distance * pose.orientation.apply(near.outward)};
}

template <int D>
double curvature_of_first(const World<D>& world, const Contacts<D>& contacts, std::size_t c) {
  return contacts.detailed ? contacts.curvature_first[c]
                           : 1.0 / world.bodies.radius[static_cast<std::size_t>(contacts.first[c])];
}

template <int D>
double curvature_of_second(const World<D>& world, const Contacts<D>& contacts, std::size_t c) {
  if (contacts.detailed) {
    return contacts.curvature_second[c];
  }
  const auto second = static_cast<std::size_t>(contacts.second[c]);
  const std::size_t n = world.bodies.size();
  if (second < n) {
    return 1.0 / world.bodies.radius[second];
  }
  const Part<D>& part = world.obstacles[second - n].parts[static_cast<std::size_t>(contacts.feature[c])];
  return std::visit([](const auto& shape) { return shape.curvature(); }, part);
}

template Separation<2> separation<2>(const World<2>&, const Contacts<2>&, std::size_t);
template Separation<3> separation<3>(const World<3>&, const Contacts<3>&, std::size_t);
template double curvature_of_first<2>(const World<2>&, const Contacts<2>&, std::size_t);
template double curvature_of_first<3>(const World<3>&, const Contacts<3>&, std::size_t);
template double curvature_of_second<2>(const World<2>&, const Contacts<2>&, std::size_t);
template double curvature_of_second<3>(const World<3>&, const Contacts<3>&, std::size_t);

}  // namespace gluey
