#include "scene/restore.hpp"

#include "law/film.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace gluey::scene {
namespace {

template <int D>
struct Saved {
  bool with_obstacle = false;
  std::int32_t first = 0, second = 0;
  std::int64_t feature = 0;
  std::optional<Image<D>> image;  // of the second; files of older versions do not tell
  Vec<D> normal = Vec<D>::Zero();
  Vec<D> point = Vec<D>::Zero();
  Vec<D> friction = Vec<D>::Zero();
  double gap = 0.0, potential = 0.0, impulse = 0.0;
  std::optional<double> log_distance;  // where films resisted
};

template <int D>
Vec<D> row_of(const std::vector<double>& array, std::size_t row) {
  return Eigen::Map<const Vec<D>>(array.data() + row * D);
}

/// The image that a contact of an earlier run met, and whether it stands where it stood then: of a period that is no more, or
/// is another, only the body itself is left.
template <int D>
bool read_image(const RestoredContacts& source, std::size_t c, const gluey::Domain<D>& domain,
                std::optional<Image<D>>& image) {
  if (source.frame.contact_image.empty()) {
    return true;
  }
  image.emplace();
  for (std::size_t axis = 0; axis < D; ++axis) {
    const auto a = static_cast<Eigen::Index>(axis);
    (*image)[axis] = source.frame.contact_image[D * c + axis];
    const double period = source.domain.upper[axis] - source.domain.lower[axis];
    if ((*image)[axis] != 0 && !(domain.periodic[axis] && domain.period()[a] == period)) {
      return false;
    }
  }
  return true;
}

/// Contacts as a graph has them, in order, and where they stood on obstacles.
template <int D>
struct Laid {
  Contacts<D> contacts;
  std::vector<typename ContactGraph<D>::Footprint> footprints;
};
template <int D>
Laid<D> lay_out(const World<D>& world, const std::vector<Saved<D>>& saved, bool rubs) {
  Laid<D> laid;
  Contacts<D>& contacts = laid.contacts;
  contacts.rubs = rubs;
  contacts.detailed = !world.plain();
  contacts.resize(saved.size());
  contacts.forget();
  const std::vector<bool> has_images = obstacles_with_images(world);
  for (std::size_t c = 0; c < saved.size(); ++c) {
    contacts.first[c] = saved[c].first;
    contacts.second[c] = saved[c].second;
    contacts.feature[c] = saved[c].feature;
    contacts.normal[c] = saved[c].normal;
    contacts.gap[c] = saved[c].gap;
    contacts.potential[c] = saved[c].potential;
    contacts.impulse[c] = saved[c].impulse;
    if (contacts.rubs) {
      contacts.friction[c] = saved[c].friction;
    }
    if (contacts.detailed) {
      // Between the two surfaces; of images not told, the one that stands there.
      const Vec<D> half = 0.5 * saved[c].gap * saved[c].normal;
      const auto second = static_cast<std::size_t>(saved[c].second);
      if (saved[c].image) {
        contacts.image[c] = *saved[c].image;
      } else if (!saved[c].with_obstacle || has_images[second - world.bodies.size()]) {
        contacts.image[c] = world.domain.image_near(world.pose(second, {}).position, saved[c].point, world.time);
      }
      contacts.local_first[c] = world.pose(static_cast<std::size_t>(saved[c].first)).to_local(saved[c].point - half);
      contacts.local_second[c] = world.pose(second, contacts.image[c]).to_local(saved[c].point + half);
    }
    if (saved[c].with_obstacle) {
      const Pose<D>& pose = world.obstacles[static_cast<std::size_t>(saved[c].second) - world.bodies.size()].pose;
      laid.footprints.push_back({pose.to_local(world.bodies.position[static_cast<std::size_t>(saved[c].first)]),
                                 pose.to_local(saved[c].point)});
    } else {
      ++contacts.pairs;
    }
  }
  return laid;
}

/// Distances that films carried; where a contact held, as far as it took over, and beyond that the contact has it.
template <int D>
void restore_films(Stepper<D>& stepper, std::vector<Saved<D>> saved) {
  const World<D>& world = stepper.world;
  const std::size_t n = world.bodies.size();
  for (Saved<D>& film : saved) {
    const auto j = static_cast<std::size_t>(film.second);
    const std::int32_t other = j < n ? world.bodies.material[j] : world.obstacles[j - n].material;
    const std::int32_t own = world.bodies.material[static_cast<std::size_t>(film.first)];
    const LawOptions& law = stepper.laws().between(static_cast<std::size_t>(own), static_cast<std::size_t>(other));
    const bool carried = law.lubricates() && film.log_distance;
    const double beyond = carried && film.potential < 0.0 ? film.potential / film_potential(law.film) : 0.0;
    film.potential = carried ? std::min(0.0, *film.log_distance - std::log(law.film.range) - beyond) : 0.0;
    film.impulse = carried ? film.impulse : 0.0;
  }
  Laid<D> laid = lay_out(world, saved, true);
  stepper.films.graph.restore(world, std::move(laid.contacts), std::move(laid.footprints));
}

}  // namespace

template <int D>
void restore_contacts(Stepper<D>& stepper, const std::vector<RestoredContacts>& restored) {
  const World<D>& world = stepper.world;
  const auto n = static_cast<std::int32_t>(world.bodies.size());
  const bool detailed = !world.plain();
  std::vector<Saved<D>> saved;
  for (const RestoredContacts& source : restored) {
    for (std::size_t c = 0; c < source.frame.contact_gamma.size(); ++c) {
      Saved<D> contact;
      if (!read_image(source, c, world.domain, contact.image)) {
        continue;
      }
      contact.first = static_cast<std::int32_t>(source.offset) + source.frame.contact_pair[2 * c];
      const std::int32_t second = source.frame.contact_pair[2 * c + 1];
      contact.with_obstacle = second >= static_cast<std::int32_t>(source.count);
      contact.feature = source.frame.contact_feature[c];
      if (contact.with_obstacle) {
        const std::string& name = source.obstacle_names[static_cast<std::size_t>(second) - source.count];
        const auto found = std::find_if(world.obstacles.begin(), world.obstacles.end(),
                                        [&](const gluey::Obstacle<D>& obstacle) { return obstacle.name == name; });
        // In a world of shapes or images a feature names more than the obstacle's part; it is known again by its place.
        if (found == world.obstacles.end() ||
            (!detailed && contact.feature >= static_cast<std::int64_t>(found->parts.size()))) {
          continue;
        }
        contact.second = n + static_cast<std::int32_t>(found - world.obstacles.begin());
      } else {
        contact.second = static_cast<std::int32_t>(source.offset) + second;
      }
      const std::size_t features = feature_count(world, detailed, static_cast<std::size_t>(contact.first),
                                                 static_cast<std::size_t>(contact.second));
      if (contact.feature < 0 || static_cast<std::size_t>(contact.feature) >= features) {
        contact.feature = 0;  // of parts that are no more
      }
      contact.normal = row_of<D>(source.frame.contact_normal, c);
      contact.point = row_of<D>(source.frame.contact_point, c);
      contact.gap = source.frame.contact_distance[c];
      contact.potential = source.frame.contact_gamma[c];
      if (!source.frame.contact_log_distance.empty()) {
        contact.log_distance = source.frame.contact_log_distance[c];
      }
      const Vec<D> impulse = row_of<D>(source.frame.contact_impulse, c);
      contact.impulse = impulse.dot(contact.normal);
      contact.friction = impulse - contact.impulse * contact.normal;
      saved.push_back(contact);
    }
  }
  if (saved.empty()) {
    return;
  }
  // The order of Contacts: pairs by (first, second), then obstacles by (obstacle, part, body), or by (body, obstacle).
  std::stable_sort(saved.begin(), saved.end(), [detailed](const Saved<D>& a, const Saved<D>& b) {
    const auto key = [detailed](const Saved<D>& s) {
      using Key = std::array<std::int64_t, 4>;
      return s.with_obstacle && !detailed ? Key{1, s.second, s.feature, s.first}
                                          : Key{s.with_obstacle ? 1 : 0, s.first, s.second, s.feature};
    };
    return key(a) < key(b);
  });

  Laid<D> laid = lay_out(world, saved, stepper.rubs());
  stepper.graph.restore(world, std::move(laid.contacts), std::move(laid.footprints));
  if (stepper.films.any()) {
    restore_films(stepper, saved);
  }
}

template void restore_contacts<2>(Stepper<2>&, const std::vector<RestoredContacts>&);
template void restore_contacts<3>(Stepper<3>&, const std::vector<RestoredContacts>&);

}  // namespace gluey::scene
