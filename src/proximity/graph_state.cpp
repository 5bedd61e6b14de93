// What contacts carry, in checkpoints: the columns of their table by name, and where they stood on obstacles.

#include "core/state.hpp"
#include "proximity/contact_graph.hpp"

#include <cmath>
#include <cstdlib>

namespace gluey {
namespace {

constexpr std::string_view footprint_center = "footprint_center", footprint_point = "footprint_point";
/// Numbers of images are added to each other: none comes near where that overflows.
constexpr std::int32_t furthest_image = 1 << 28;

template <class Column>
const ColumnLabel& label_of(const Column& column, const ColumnLabel& potential) {
  return Column::carried == Carried::potential ? potential : column.label;
}

template <int D>
std::size_t parts_of_one(const World<D>& world, std::size_t j) {
  const std::size_t n = world.bodies.size();
  if (j >= n) {
    return world.obstacles[j - n].parts.size();
  }
  const std::int32_t shape = world.bodies.shape[j];
  return shape == Bodies<D>::sphere ? 1 : world.shapes[static_cast<std::size_t>(shape)].parts.size();
}

/// Refuses what would lead astray whoever follows the indices, or is no contact.
template <int D>
void expect_contacts(const StateReader& group, const World<D>& world, Contacts<D>& contacts) {
  const std::size_t n = world.bodies.size(), count = contacts.size();
  const auto index = [](std::int32_t number) { return static_cast<std::size_t>(number); };
  group.expect("first", count, "a body",
               [&](std::size_t c) { return contacts.first[c] >= 0 && index(contacts.first[c]) < n; });
  group.expect("second", count, "a body or an obstacle that the first may touch", [&](std::size_t c) {
    const std::int32_t least = contacts.first[c] + (contacts.detailed ? 0 : 1);  // an image of itself
    return contacts.second[c] >= least && index(contacts.second[c]) < n + world.obstacles.size();
  });
  while (contacts.pairs < count && index(contacts.second[contacts.pairs]) < n) {
    ++contacts.pairs;
  }
  group.expect("second", count, "where contacts with obstacles come after those between bodies",
               [&](std::size_t c) { return (index(contacts.second[c]) < n) == (c < contacts.pairs); });
  group.expect("feature", count, "a feature of the two that touch", [&](std::size_t c) {
    return contacts.feature[c] >= 0 &&
           static_cast<std::size_t>(contacts.feature[c]) <
               feature_count(world, contacts.detailed, index(contacts.first[c]), index(contacts.second[c]));
  });
  // Several may have one key: the points of two bodies.
  group.expect("second", count, "behind the contact before it",
               [&](std::size_t c) { return c == 0 || contact_key(contacts, c - 1) <= contact_key(contacts, c); });
  group.expect("normal", count, "of length one",
               [&](std::size_t c) { return std::abs(contacts.normal[c].squaredNorm() - 1.0) < 1e-9; });
  group.expect("image", contacts.detailed ? count : 0, "an image of the domain", [&](std::size_t c) {
    bool is = true;
    for (std::size_t axis = 0; axis < D; ++axis) {
      const std::int32_t most = world.domain.periodic[axis] ? furthest_image : 0;
      is = is && contacts.image[c][axis] >= -most && contacts.image[c][axis] <= most;
    }
    return is;
  });
}

}  // namespace

template <int D>
std::size_t feature_count(const World<D>& world, bool detailed, std::size_t i, std::size_t j) {
  if (detailed) {
    return parts_of_one(world, i) * parts_of_one(world, j) * static_cast<std::size_t>(points_a_pair);
  }
  return j < world.bodies.size() ? 1 : parts_of_one(world, j);
}

template <int D>
void ContactGraph<D>::save(const World<D>& world, StateGroup& group, const ColumnLabel& potential) const {
  Contacts<D> none;  // before the first step contacts do not tell
  none.rubs = rubs;
  none.detailed = !world.plain();
  Contacts<D>::for_each_column([&]<class Column>(const Column& column) {
    if (none.has(Column::of)) {
      const ColumnLabel& label = label_of(column, potential);
      group.put(label.name, label.unit, contacts.*Column::member);
    }
  });
  std::vector<Vec<D>> center(footprint_.size()), point(footprint_.size());
  for (std::size_t k = 0; k < footprint_.size(); ++k) {
    center[k] = footprint_[k].center;
    point[k] = footprint_[k].point;
  }
  group.put(footprint_center, "length", center);
  group.put(footprint_point, "length", point);
}

template <int D>
auto ContactGraph<D>::read(StateReader& group, const World<D>& world, const ColumnLabel& potential) const -> Kept {
  Kept kept;
  kept.contacts.rubs = rubs;
  kept.contacts.detailed = !world.plain();
  const std::size_t count = group.entries("first");
  Contacts<D>::for_each_column([&]<class Column>(const Column& column) {
    if (kept.contacts.has(Column::of)) {
      auto& values = kept.contacts.*Column::member;
      const std::string_view name = label_of(column, potential).name;
      values = group.take<typename std::remove_cvref_t<decltype(values)>::value_type>(name, count);
      group.expect_finite(name, values);
    }
  });
  expect_contacts(group, world, kept.contacts);
  const std::size_t with_obstacles = count - kept.contacts.pairs;
  const auto center = group.take<Vec<D>>(footprint_center, with_obstacles);
  const auto point = group.take<Vec<D>>(footprint_point, with_obstacles);
  group.expect_finite(footprint_center, center);
  group.expect_finite(footprint_point, point);
  kept.footprints.resize(with_obstacles);
  for (std::size_t k = 0; k < with_obstacles; ++k) {
    kept.footprints[k] = {center[k], point[k]};
  }
  return kept;
}

template std::size_t feature_count<2>(const World<2>&, bool, std::size_t, std::size_t);
template std::size_t feature_count<3>(const World<3>&, bool, std::size_t, std::size_t);
template void ContactGraph<2>::save(const World<2>&, StateGroup&, const ColumnLabel&) const;
template void ContactGraph<3>::save(const World<3>&, StateGroup&, const ColumnLabel&) const;
template ContactGraph<2>::Kept ContactGraph<2>::read(StateReader&, const World<2>&, const ColumnLabel&) const;
template ContactGraph<3>::Kept ContactGraph<3>::read(StateReader&, const World<3>&, const ColumnLabel&) const;

}  // namespace gluey
