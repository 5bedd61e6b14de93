// Contacts found through cells and candidate lists against brute force over all pairs: random systems in both dimensions,
// sizes 1 to 1000, far outliers, moving over many steps so that lists are used again; and the order of contacts, which must
// not depend on when the lists were built.

#include "core/random.hpp"
#include "geometry/distance/table.hpp"
#include "proximity/contact_graph.hpp"
#include "support/small_world.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <tuple>
#include <vector>

namespace gluey::test::proximity_test {
namespace {

/// A contact as brute force sees it.
struct Found {
  std::int32_t first, second;
  std::int64_t feature;
  double gap;
  bool operator==(const Found& other) const {
    return first == other.first && second == other.second && feature == other.feature &&
           std::abs(gap - other.gap) < 1e-12;
  }
};

template <int D>
std::vector<Found> brute_force(const World<D>& world, const Ranges& ranges) {
  const Bodies<D>& bodies = world.bodies;
  const auto n = static_cast<std::int32_t>(bodies.size());
  std::vector<Found> contacts;
  for (std::int32_t i = 0; i < n; ++i) {
    for (std::int32_t j = i + 1; j < n; ++j) {
      const auto a = static_cast<std::size_t>(i);
      const auto b = static_cast<std::size_t>(j);
      const double gap = (bodies.position[b] - bodies.position[a]).norm() - bodies.radius[a] - bodies.radius[b];
      if (gap <= ranges.body[a] + ranges.body[b]) {
        contacts.push_back({i, j, 0, gap});
      }
    }
  }
  for (std::size_t k = 0; k < world.obstacles.size(); ++k) {
    for (std::size_t p = 0; p < world.obstacles[k].parts.size(); ++p) {
      for (std::size_t i = 0; i < bodies.size(); ++i) {
        const Closest<D> near =
            part_closest<D>(world.obstacles[k].pose.to_local(bodies.position[i]), world.obstacles[k].parts[p]);
        const double gap = near.distance - bodies.radius[i];
        if (near.owned && gap <= ranges.body[i] + ranges.obstacle[k]) {
          contacts.push_back(
              {static_cast<std::int32_t>(i), n + static_cast<std::int32_t>(k), static_cast<std::int32_t>(p), gap});
        }
      }
    }
  }
  return contacts;
}

template <int D>
std::vector<Found> listed(const Contacts<D>& contacts) {
  std::vector<Found> result;
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    result.push_back({contacts.first[c], contacts.second[c], contacts.feature[c], contacts.gap[c]});
  }
  return result;
}

template <int D>
Vec<D> random_vector(RandomStream& random, double size) {
  Vec<D> x;
  for (int axis = 0; axis < D; ++axis) {
    x[axis] = random.uniform(-size, size);
  }
  return x;
}

struct Sizes {
  const char* name;
  double smallest, largest;  // radii, log-uniform between
  std::size_t count;
  double box;            // half the side of the box they start in
  double outlier = 0.0;  // one body this far away
};

template <int D>
World<D> random_world(const Sizes& sizes, RandomStream& random) {
  World<D> world;
  for (std::size_t i = 0; i < sizes.count; ++i) {
    const double radius = sizes.smallest * std::pow(sizes.largest / sizes.smallest, random.uniform());
    world.bodies.add(random_vector<D>(random, sizes.box), radius, 1.0);
    // Speeds from a crawl to half a radius a step.
    world.bodies.velocity.back() = random_vector<D>(random, 0.5 * radius * std::pow(random.uniform(), 4));
  }
  if (sizes.outlier > 0.0) {
    world.bodies.position.back() = Vec<D>::Constant(sizes.outlier);
  }
  // Obstacles of every kind that move through the middle, by up to a tenth of the smallest radius a step.
  const double pace = 0.1 * sizes.smallest / sizes.box;
  const Spin<D> omega = Spin<D>::Constant(pace);
  world.obstacles.push_back(plane_through<D>(Vec<D>::Constant(-0.9 * sizes.box), Vec<D>::Ones()));
  world.obstacles.push_back(
      obstacle_of<D>({Box<D>{{0.2 * sizes.box * Vec<D>::UnitX(), {}}, Vec<D>::Constant(0.2 * sizes.box)},
                      Sphere<D>{-0.3 * sizes.box * Vec<D>::UnitX(), 0.1 * sizes.box}},
                     {}, RotationMotion<D>{0.1 * sizes.box * Vec<D>::UnitY(), omega}));
  world.obstacles.push_back(obstacle_of<D>(
      {Segment<D>{.from = -0.5 * sizes.box * Vec<D>::Ones(), .to = 0.3 * sizes.box * Vec<D>::UnitX(), .radius = 0.01}},
      {}, OscillationMotion<D>{.amplitude = 0.4 * sizes.box * Vec<D>::UnitY(), .frequency = 0.4 * pace}));
  if constexpr (D == 2) {
    world.obstacles.push_back(obstacle_of<2>(
        chain({{-0.8 * sizes.box, 0.5 * sizes.box}, {0.0, 0.7 * sizes.box}, {0.3 * sizes.box, 0.1 * sizes.box}}), {},
        TranslationMotion<2>{pace * sizes.box * Vec<2>::UnitX()}));
  }
  return world;
}

/// Moves bodies and obstacles by one unit of time, as far as the ranges allow for.
template <int D>
void move(World<D>& world) {
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    world.bodies.position[i] += world.bodies.velocity[i];
  }
  world.time += 1.0;
  world.move_obstacles(world.time);
}

template <int D>
void expect_complete_lists(const Sizes& sizes, int steps) {
  SCOPED_TRACE(sizes.name);
  RandomStream random(31, static_cast<std::uint64_t>(D) * 1000 + sizes.count);
  World<D> world = random_world<D>(sizes, random);
  world.move_obstacles(0.0);
  Candidates<D> reused;
  ContactGraph<D> graph;
  int built = 0;
  std::size_t found = 0;
  for (int n = 0; n < steps; ++n) {
    Ranges ranges;
    std::vector<double> travel;
    for (std::size_t i = 0; i < world.bodies.size(); ++i) {
      travel.push_back(world.bodies.velocity[i].norm());
      // Now and then a body needs a larger range than its motion asks for.
      ranges.body.push_back(travel.back() + 0.005 * sizes.smallest +
                            (random.uniform() < 0.0005 ? 0.2 * world.bodies.radius[i] : 0.0));
    }
    ranges.obstacle.assign(world.obstacles.size(), 0.02 * sizes.smallest);
    built += reused.update(world, ranges, travel) ? 1 : 0;
    graph.find(world, reused, ranges);
    const std::vector<Found> expected = brute_force(world, ranges);
    found += expected.size();
    ASSERT_EQ(listed(graph.contacts), expected) << "step " << n;
    ASSERT_EQ(graph.contacts.pairs,
              static_cast<std::size_t>(std::count_if(expected.begin(), expected.end(), [&](const Found& f) {
                return f.second < static_cast<std::int32_t>(world.bodies.size());
              })));

    // The order is a function of the state alone: fresh lists give the same arrays, to the bit.
    Candidates<D> fresh;
    ContactGraph<D> again;
    fresh.update(world, ranges, travel);
    again.find(world, fresh, ranges);
    ASSERT_EQ(again.contacts.first, graph.contacts.first) << "step " << n;
    ASSERT_EQ(again.contacts.second, graph.contacts.second) << "step " << n;
    ASSERT_EQ(again.contacts.feature, graph.contacts.feature) << "step " << n;
    ASSERT_EQ(again.contacts.normal, graph.contacts.normal) << "step " << n;
    ASSERT_EQ(again.contacts.gap, graph.contacts.gap) << "step " << n;
    graph.keep();
    move(world);
  }
  if (sizes.count > 10) {
    EXPECT_GT(found, sizes.count);
    EXPECT_GT(built, 1) << "lists never had to be built again";
    EXPECT_LT(built, steps) << "lists were never used again";
  }
}

const std::vector<Sizes>& all_sizes() {
  static const std::vector<Sizes> sizes = {{"none", 1.0, 1.0, 0, 5.0},
                                           {"one", 1.0, 1.0, 1, 1.0},
                                           {"two", 1.0, 1.0, 2, 0.5},
                                           {"equal", 0.3, 0.3, 300, 8.0},
                                           {"one to three", 0.2, 0.6, 300, 8.0},
                                           {"one to twenty", 0.1, 2.0, 200, 9.0},
                                           {"one to a thousand", 0.005, 5.0, 200, 10.0},
                                           {"one far away", 0.3, 0.6, 200, 8.0, 1e7},
                                           {"sizes and one far away", 0.01, 1.0, 200, 6.0, 1e9},
                                           {"crowded", 0.5, 1.0, 150, 3.0}};
  return sizes;
}

TEST(Proximity, FindsEveryContactOfThePlane) {
  for (const Sizes& sizes : all_sizes()) {
    expect_complete_lists<2>(sizes, 60);
  }
}
TEST(Proximity, FindsEveryContactOfSpace) {
  for (const Sizes& sizes : all_sizes()) {
    expect_complete_lists<3>(sizes, 60);
  }
}

TEST(Proximity, UsesListsAgainWhereBodiesHardlyMove) {
  RandomStream random(1, 1);
  World<2> world = random_world<2>({"slow", 0.3, 0.5, 200, 8.0}, random);
  world.obstacles.clear();
  const Ranges ranges{std::vector<double>(200, 0.01), {}};
  const std::vector<double> travel(200, 0.0);
  Candidates<2> candidates;
  EXPECT_TRUE(candidates.update(world, ranges, travel));
  EXPECT_FALSE(candidates.update(world, ranges, travel));
  world.bodies.position[17][0] += 0.005;
  EXPECT_FALSE(candidates.update(world, ranges, travel));
  world.bodies.position[17][0] += 10.0;  // far beyond any skin
  EXPECT_TRUE(candidates.update(world, ranges, travel));
  candidates.invalidate();
  EXPECT_TRUE(candidates.update(world, ranges, travel));
}

TEST(Proximity, FollowsAnObstacleThatBodiesWaitFor) {
  // Bodies at rest, a bar that sweeps past them: its lists must be built anew though no body moves.
  World<2> world;
  for (int i = 0; i < 50; ++i) {
    world.bodies.add({0.2 * i, 0.0}, 0.05, 1.0);
  }
  world.obstacles.push_back(obstacle_of<2>({Box<2>{{}, {0.02, 0.5}}}, {}, TranslationMotion<2>{{0.03, 0.0}}));
  const Ranges ranges{std::vector<double>(50, 0.001), {0.001}};
  Candidates<2> candidates;
  ContactGraph<2> graph;
  std::size_t met = 0;
  for (int n = 0; n < 300; ++n) {
    candidates.update(world, ranges, std::vector<double>(50, 0.0));
    graph.find(world, candidates, ranges);
    ASSERT_EQ(listed(graph.contacts), brute_force(world, ranges)) << n;
    met += graph.contacts.size();
    move(world);
  }
  EXPECT_GT(met, 100U);
}

}  // namespace
}  // namespace gluey::test::proximity_test
