#include "proximity/separation.hpp"

#include "geometry/distance/table.hpp"

namespace gluey {

template <int D>
Separation<D> separation(const World<D>& world, const Contacts<D>& contacts, std::size_t c) {
  const Bodies<D>& bodies = world.bodies;
  const auto i = static_cast<std::size_t>(contacts.first[c]);
  const auto second = static_cast<std::size_t>(contacts.second[c]);
  if (contacts.detailed) {
    const Vec<D> from = world.pose(i).to_world(contacts.local_first[c]);
    const Vec<D> to = world.pose(second, contacts.image[c]).to_world(contacts.local_second[c]);
    return {contacts.normal[c].dot(to - from), 0.5 * (from + to)};
  }
  if (second < bodies.size()) {
    const Vec<D> apart = bodies.position[second] - bodies.position[i];
    const double length = apart.norm();
    const double distance = length - (bodies.radius[i] + bodies.radius[second]);
    return {distance,
            bodies.position[i] + (bodies.radius[i] + 0.5 * distance) * direction<D>(apart, length, Vec<D>::UnitX())};
  }
  const Obstacle<D>& obstacle = world.obstacles[second - bodies.size()];
  const Closest<D> near = part_closest<D>(obstacle.pose.to_local(bodies.position[i]),
                                          obstacle.parts[static_cast<std::size_t>(contacts.feature[c])]);
  return {near.distance - bodies.radius[i],
          bodies.position[i] - near.distance * obstacle.pose.orientation.apply(near.outward)};
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
