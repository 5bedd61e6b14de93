// A flat floor of many parts is a plane, for every shape and wherever it touches: on a joint, beside it by a rounding or by more, apart,
// touching or inside. The oracle is the contact with the plane.

#include "core/random.hpp"
#include "geometry/surface_file.hpp"
#include "proximity/contact_graph.hpp"
#include "support/shaped_world.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <sstream>
#include <string>
#include <vector>

namespace gluey::test::seams_test {
namespace {

template <int D>
struct NamedParts {
  std::string name;
  std::vector<Part<D>> parts;
};

std::vector<NamedParts<2>> bodies_in(Plane2D /*dimension*/) {
  return {
      {"disc", {Sphere<2>{Vec<2>::Zero(), 0.3}}},
      {"ellipse", {Ellipsoid<2>{{}, {0.5, 0.2}}}},
      {"superellipse", {Superellipsoid<2>{{}, {0.4, 0.3}, Vec<1>(2.5)}}},
      {"squarish superellipse", {Superellipsoid<2>{{}, {0.4, 0.3}, Vec<1>(6.0)}}},
      {"capsule", {Segment<2>{.from = {-0.3, 0.0}, .to = {0.3, 0.0}, .radius = 0.15}}},
      {"box", {Box<2>{{}, {0.4, 0.2}}}},
      {"needle", {Polygon{{{0.1, 0.3}, {-0.1, 0.3}, {0.0, -0.4}}}}},
      {"pentagon", {Polygon{{{0.5, 0.0}, {0.1, 0.45}, {-0.4, 0.2}, {-0.3, -0.4}, {0.2, -0.3}}}}},
      {"two boxes side by side",
       {Box<2>{{Vec<2>(-0.2, 0.0), {}}, {0.2, 0.2}}, Box<2>{{Vec<2>(0.25, 0.0), {}}, {0.25, 0.2}}}},
      {"corner", {Box<2>{{Vec<2>(0.1, -0.2), {}}, {0.4, 0.1}}, Box<2>{{Vec<2>(-0.2, 0.1), {}}, {0.1, 0.3}}}},
      {"worm", {Sphere<2>{{-0.3, 0.0}, 0.2}, Sphere<2>{{0.0, 0.1}, 0.2}, Sphere<2>{{0.3, 0.0}, 0.2}}},
  };
}
std::vector<NamedParts<3>> bodies_in(Space3D /*dimension*/) {
  return {
      {"sphere", {Sphere<3>{Vec<3>::Zero(), 0.3}}},
      {"ellipsoid", {Ellipsoid<3>{{}, {0.5, 0.35, 0.2}}}},
      {"superellipsoid", {Superellipsoid<3>{{}, {0.5, 0.4, 0.3}, Vec<2>(2.5, 3.0)}}},
      {"capsule", {Segment<3>{.from = {-0.3, 0.0, 0.0}, .to = {0.3, 0.0, 0.0}, .radius = 0.15}}},
      {"box", {Box<3>{{}, {0.4, 0.3, 0.2}}}},
      {"tetrahedron", {convex_hull({{0.2, 0.0, 0.1}, {-0.1, 0.2, 0.1}, {-0.1, -0.2, 0.1}, {0.0, 0.0, -0.3}})}},
      {"octahedron",
       {convex_hull(
           {{0.4, 0.0, 0.0}, {-0.4, 0.0, 0.0}, {0.0, 0.4, 0.0}, {0.0, -0.4, 0.0}, {0.0, 0.0, 0.4}, {0.0, 0.0, -0.4}})}},
      {"two boxes side by side",
       {Box<3>{{Vec<3>(-0.2, 0.0, 0.0), {}}, {0.2, 0.3, 0.2}}, Box<3>{{Vec<3>(0.25, 0.0, 0.0), {}}, {0.25, 0.3, 0.2}}}},
      {"worm", {Sphere<3>{{-0.3, 0.0, 0.0}, 0.2}, Sphere<3>{{0.0, 0.1, 0.0}, 0.2}, Sphere<3>{{0.3, 0.0, 0.0}, 0.2}}},
  };
}

/// Floors whose top is y = 0, with joints at x = 0 and elsewhere; in space also at y = 0, so that the origin is a corner of parts.
std::vector<NamedParts<2>> floors_in(Plane2D /*dimension*/) {
  std::vector<Part<2>> boxes;
  for (const auto& [from, to] :
       {std::pair(-3.0, -0.4), std::pair(-0.4, 0.0), std::pair(0.0, 0.13), std::pair(0.13, 3.0)}) {
    boxes.emplace_back(Box<2>{{Vec<2>(0.5 * (from + to), -0.5), {}}, {0.5 * (to - from), 0.5}});
  }
  return {{"chain of two", chain({{-3.0, 0.0}, {0.0, 0.0}, {3.0, 0.0}})},
          {"chain of many", chain({{-3.0, 0.0}, {-0.35, 0.0}, {-0.07, 0.0}, {0.0, 0.0}, {0.21, 0.0}, {3.0, 0.0}})},
          {"chain from the right", chain({{3.0, 0.0}, {0.4, 0.0}, {0.0, 0.0}, {-0.05, 0.0}, {-3.0, 0.0}})},
          {"boxes side by side", boxes}};
}
std::vector<NamedParts<3>> floors_in(Space3D /*dimension*/) {
  const auto mesh = [](std::vector<Vec<3>> points, std::vector<std::array<std::int32_t, 3>> triangles) {
    SurfaceMesh surface;
    surface.points = std::move(points);
    surface.triangles = std::move(triangles);
    const std::vector<Triangle> parts = mesh_triangles(surface);
    return std::vector<Part<3>>(parts.begin(), parts.end());
  };
  std::vector<Part<3>> boxes;
  for (const double x : {-1.5, 1.5}) {
    for (const double y : {-1.5, 1.5}) {
      boxes.emplace_back(Box<3>{{Vec<3>(x, y, -0.5), {}}, {1.5, 1.5, 0.5}});
    }
  }
  return {
      {"a square of two", mesh({{-3, -3, 0}, {3, -3, 0}, {3, 3, 0}, {-3, 3, 0}}, {{0, 1, 2}, {0, 2, 3}})},
      {"a fan of six", mesh({{0, 0, 0}, {3, -1, 0}, {2, 3, 0}, {-1, 3, 0}, {-3, 1, 0}, {-2, -3, 0}, {1, -3, 0}},
                            {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}, {0, 5, 6}, {0, 6, 1}})},
      {"boxes side by side", boxes},
  };
}

template <int D>
Contacts<D> contacts_with(const std::vector<Part<D>>& floor, const std::vector<Part<D>>& body, const Pose<D>& pose,
                          double range) {
  World<D> world;
  world.obstacles.push_back(obstacle_of<D>(floor));
  add_shape<D>(world, body, pose, 1.0, Spin<D>::Ones(), 0.1);
  const Ranges ranges{{range}, {0.0}};
  Candidates<D> candidates;
  ContactGraph<D> graph;
  candidates.update(world, ranges, {0.0});
  graph.find(world, candidates, ranges);
  return graph.contacts;
}

Rotation<2> turned(Plane2D /*dimension*/, RandomStream& random, int number) {
  return {number < 8 ? 0.25 * std::numbers::pi * number : 2.0 * std::numbers::pi * random.uniform()};
}
Rotation<3> turned(Space3D /*dimension*/, RandomStream& random, int number) {
  if (number < 8) {
    return Rotation<3>{Eigen::Quaterniond(
        Eigen::AngleAxisd(0.25 * std::numbers::pi * number, Vec<3>(number % 2, (number / 2) % 2, 1.0).normalized()))};
  }
  const auto one = [&] { return random.uniform() - 0.5; };
  return Rotation<3>{Eigen::Quaterniond(one(), one(), one(), one()).normalized()};
}

/// For messages.
template <int D>
std::string listed(const Contacts<D>& contacts) {
  std::ostringstream text;
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    text << "\n  feature " << contacts.feature[c] << ", gap " << contacts.gap[c] << ", normal "
         << contacts.normal[c].transpose() << ", at " << contacts.local_first[c].transpose() << " | "
         << contacts.local_second[c].transpose();
  }
  return text.str();
}

template <class T>
class Seams : public ::testing::Test {};
using Dimensions = ::testing::Types<Plane2D, Space3D>;
TYPED_TEST_SUITE(Seams, Dimensions);

TYPED_TEST(Seams, OfAFlatFloorAreFeltByNoShape) {
  constexpr int D = TypeParam::value;
  const Vec<D> up = Vec<D>::Unit(D - 1);
  const std::vector<Part<D>> plane = {Plane<D>{Vec<D>::Zero(), up}};
  const std::vector<double> beside = {0.0, 1e-16, 1e-13, 1e-10, 1e-9, 1e-7, 1e-5, 1e-3, 0.02};
  const std::vector<double> gaps = {1e-3, 1e-6, 1e-10, 0.0, -1e-12, -1e-9, -1e-6, -1e-4, -3e-3};
  RandomStream random(3, 0);
  for (const auto& body : bodies_in(TypeParam{})) {
    for (const auto& floor : floors_in(TypeParam{})) {
      for (int number = 0; number < 20; ++number) {
        Pose<D> pose{Vec<D>::Zero(), turned(TypeParam{}, random, number)};
        pose.position = 2.0 * up;
        // Where it touches a plane far below: that point is put where it is wanted.
        const Contacts<D> first = contacts_with<D>(plane, body.parts, pose, 3.0);
        ASSERT_GE(first.size(), 1U);
        const std::size_t lowest =
            static_cast<std::size_t>(std::min_element(first.gap.begin(), first.gap.end()) - first.gap.begin());
        const Vec<D> point = pose.to_world(first.local_first[lowest]);
        for (const double gap : gaps) {
          for (const double side : beside) {
            for (const double sign : {-1.0, 1.0}) {
              Vec<D> wanted = gap * up;
              wanted[0] = sign * side;
              if constexpr (D == 3) {
                // On a seam, or beside it along either axis: some at the corner where parts meet, some along a seam away from it.
                wanted[1] = number % 3 == 0 ? 0.0 : number % 3 == 1 ? sign * side : wanted[0] + side;
                if (number % 4 == 3) {
                  wanted[0] += 0.7;
                  wanted[1] += 0.7;
                }
              }
              Pose<D> placed = pose;
              placed.position += wanted - point;
              const double range = 2e-3;
              const Contacts<D> expected = contacts_with<D>(plane, body.parts, placed, range);
              const Contacts<D> found = contacts_with<D>(floor.parts, body.parts, placed, range);
              const auto where = ::testing::Message() << body.name << " on " << floor.name << ", turn " << number
                                                      << ", gap " << gap << ", beside " << wanted.transpose();
              if (found.size() != expected.size()) {
                ADD_FAILURE() << where << ": " << found.size() << " for " << expected.size() << listed(found)
                              << listed(expected);
                continue;
              }
              double deepest = 1.0, wanted_deepest = 1.0;
              for (std::size_t c = 0; c < found.size(); ++c) {
                EXPECT_LE((found.normal[c] - expected.normal[0]).norm(), 2e-6) << where;
                deepest = std::min(deepest, found.gap[c]);
                wanted_deepest = std::min(wanted_deepest, expected.gap[c]);
              }
              EXPECT_NEAR(deepest, wanted_deepest, 1e-9) << where;
            }
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace gluey::test::seams_test
