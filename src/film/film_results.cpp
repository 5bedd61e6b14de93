// Films in results: beside the contacts of a step, and as forces on obstacles.

#include "film/films.hpp"

#include <cmath>
#include <limits>

namespace gluey {

template <int D>
Contacts<D> Films<D>::joined(const Contacts<D>& touching, std::vector<double>& log_distance) const {
  const Contacts<D>& films = graph.contacts;
  Contacts<D> all;
  all.rubs = true;
  all.detailed = films.detailed;
  all.resize(films.size() + touching.size());
  log_distance.clear();
  std::size_t count = 0;
  const auto take = [&](const Contacts<D>& from, std::size_t c, double log_of_distance) {
    all.first[count] = from.first[c];
    all.second[count] = from.second[c];
    all.feature[count] = from.feature[c];
    all.normal[count] = from.normal[c];
    all.gap[count] = from.gap[c];
    if (all.detailed) {
      all.image[count] = from.image[c];
      all.local_first[count] = from.local_first[c];
      all.local_second[count] = from.local_second[c];
      all.curvature_first[count] = from.curvature_first[c];
      all.curvature_second[count] = from.curvature_second[c];
    }
    all.potential[count] = 0.0;
    all.impulse[count] = 0.0;
    all.friction[count].setZero();
    all.moment[count].setZero();
    all.pairs += c < from.pairs ? 1 : 0;
    log_distance.push_back(log_of_distance);
    ++count;
  };
  const auto add_touching = [&](std::size_t at, std::size_t c) {
    all.potential[at] = touching.potential[c];
    all.impulse[at] += touching.impulse[c];
    if (touching.rubs) {
      all.friction[at] += touching.friction[c];
      all.moment[at] += touching.moment[c];
    }
  };
  std::size_t f = 0, t = 0;
  while (f < films.size() || t < touching.size()) {
    const bool film_first =
        t == touching.size() || (f < films.size() && contact_key(films, f) <= contact_key(touching, t));
    if (!film_first) {
      take(touching, t, std::log(std::max(touching.gap[t], std::numeric_limits<double>::min())));
      add_touching(count - 1, t++);
      continue;
    }
    // The points of one pair, and then what touches at them.
    const auto pair = contact_key(films, f);
    const std::size_t begin = count;
    for (; f < films.size() && contact_key(films, f) == pair; ++f) {
      take(films, f, this->log_distance(f));
      all.impulse[count - 1] = films.impulse[f];
      all.friction[count - 1] = films.friction[f];
    }
    for (; t < touching.size() && contact_key(touching, t) == pair; ++t) {
      std::size_t at = begin;
      while (at < count &&
             (all.feature[at] != touching.feature[t] || (all.detailed && !(all.image[at] == touching.image[t])))) {
        ++at;
      }
      if (at == count) {
        take(touching, t, std::log(std::max(touching.gap[t], std::numeric_limits<double>::min())));
      }
      add_touching(at, t);
    }
  }
  all.resize(count);
  return all;
}

template <int D>
void Films<D>::add_to_obstacles(const World<D>& world, double h, std::vector<Vec<D>>& force,
                                std::vector<Spin<D>>& torque) const {
  const Contacts<D>& contacts = graph.contacts;
  for (std::size_t c = contacts.pairs; c < contacts.size(); ++c) {
    const std::size_t k = static_cast<std::size_t>(contacts.second[c]) - world.bodies.size();
    const Vec<D> pushed = impulse(c) / h;
    const Vec<D> arm = world.obstacles[k].pose.orientation.apply(graph.footprints()[c - contacts.pairs].point);
    force[k] += pushed;
    torque[k] += moment(arm, pushed);
  }
}

template Contacts<2> Films<2>::joined(const Contacts<2>&, std::vector<double>&) const;
template Contacts<3> Films<3>::joined(const Contacts<3>&, std::vector<double>&) const;
template void Films<2>::add_to_obstacles(const World<2>&, double, std::vector<Vec<2>>&, std::vector<Spin<2>>&) const;
template void Films<3>::add_to_obstacles(const World<3>&, double, std::vector<Vec<3>>&, std::vector<Spin<3>>&) const;

}  // namespace gluey
