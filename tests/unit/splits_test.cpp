// A convex body that is cut into pieces is the same body: wherever it touches another, apart or inside, on a cut or beside it, a step without
// friction, whose velocities are unique, leaves both with the same velocities. The oracle is the body that is whole.

#include "core/random.hpp"
#include "geometry/distance/table.hpp"
#include "support/shaped_world.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

namespace gluey::test::splits_test {
namespace {

/// The corners of a convex body; in the plane in order.
template <int D>
using Corners = std::vector<Vec<D>>;

template <int D>
struct Cut {
  Vec<D> normal;
  double offset;
};

Part<2> solid(const Corners<2>& corners) { return Polygon{corners}; }
Part<3> solid(const Corners<3>& corners) { return convex_hull(corners); }

/// Where the way from x to y crosses n·x = offset. The same bits from either side, so that pieces fit.
template <int D>
Vec<D> crossing(const Vec<D>& x, const Vec<D>& y, const Vec<D>& n, double offset) {
  const double a = n.dot(x) - offset, b = n.dot(y) - offset;
  return a < 0.0 ? Vec<D>(x + a / (a - b) * (y - x)) : Vec<D>(y + b / (b - a) * (x - y));
}

/// What lies where n·x ≤ offset.
Corners<2> piece(const Corners<2>& body, const Vec<2>& n, double offset) {
  Corners<2> kept;
  for (std::size_t k = 0; k < body.size(); ++k) {
    const Vec<2>&x = body[k], &y = body[(k + 1) % body.size()];
    if (n.dot(x) <= offset) {
      kept.push_back(x);
    }
    if ((n.dot(x) - offset) * (n.dot(y) - offset) < 0.0) {
      kept.push_back(crossing<2>(x, y, n, offset));
    }
  }
  Corners<2> apart;
  for (const Vec<2>& x : kept) {
    if (apart.empty() || (x - apart.back()).norm() > 1e-10) {
      apart.push_back(x);
    }
  }
  while (apart.size() > 1 && (apart.front() - apart.back()).norm() <= 1e-10) {
    apart.pop_back();
  }
  return apart;
}
Corners<3> piece(const Corners<3>& body, const Vec<3>& n, double offset) {
  Corners<3> kept;
  for (std::size_t k = 0; k < body.size(); ++k) {
    if (n.dot(body[k]) <= offset) {
      kept.push_back(body[k]);
    }
    for (std::size_t j = 0; j < k; ++j) {
      if ((n.dot(body[k]) - offset) * (n.dot(body[j]) - offset) < 0.0) {
        kept.push_back(crossing<3>(body[j], body[k], n, offset));  // inside the hull where they are no edge
      }
    }
  }
  Corners<3> apart;
  for (const Vec<3>& x : kept) {
    if (std::none_of(apart.begin(), apart.end(), [&](const Vec<3>& y) { return (x - y).norm() <= 1e-9; })) {
      apart.push_back(x);
    }
  }
  return apart;
}

/// Whether points span a body, and no sliver.
template <int D>
bool spans(const Corners<D>& corners) {
  Vec<D> middle = Vec<D>::Zero();
  for (const Vec<D>& x : corners) {
    middle += x / static_cast<double>(corners.size());
  }
  Eigen::Matrix<double, D, D> second = Eigen::Matrix<double, D, D>::Zero();
  for (const Vec<D>& x : corners) {
    second += (x - middle) * (x - middle).transpose();
  }
  return corners.size() > static_cast<std::size_t>(D) && second.determinant() > 1e-6;
}

template <int D>
std::vector<Part<D>> pieces(const Corners<D>& body, const std::vector<Cut<D>>& cuts) {
  std::vector<Corners<D>> list = {body};
  for (const Cut<D>& cut : cuts) {
    std::vector<Corners<D>> next;
    for (const Corners<D>& one : list) {
      const Corners<D> below = piece(one, cut.normal, cut.offset), above = piece(one, -cut.normal, -cut.offset);
      if (spans<D>(below) && spans<D>(above)) {
        next.push_back(below);
        next.push_back(above);
      } else {
        next.push_back(one);
      }
    }
    list = next;
  }
  std::vector<Part<D>> parts;
  for (const Corners<D>& one : list) {
    parts.push_back(solid(one));
  }
  return parts;
}

template <int D>
Vec<D> any_vector(RandomStream& random, double size) {
  Vec<D> v;
  for (int axis = 0; axis < D; ++axis) {
    v[axis] = random.uniform(-size, size);
  }
  return v;
}
std::size_t any_of(RandomStream& random, std::size_t count) {
  return std::min(count - 1, static_cast<std::size_t>(random.uniform(0.0, static_cast<double>(count))));
}

Rotation<2> any_turn(RandomStream& random, const Rotation<2>& /*dimension*/) { return {random.uniform(0.0, 6.3)}; }
Rotation<3> any_turn(RandomStream& random, const Rotation<3>& /*dimension*/) {
  const auto one = [&] { return random.uniform(-1.0, 1.0); };
  return Rotation<3>{Eigen::Quaterniond(one(), one(), one(), one()).normalized()};
}
Rotation<2> right_angles(RandomStream& random, const Rotation<2>& /*dimension*/) {
  return {0.5 * std::numbers::pi * static_cast<double>(any_of(random, 4))};
}
Rotation<3> right_angles(RandomStream& random, const Rotation<3>& /*dimension*/) {
  Eigen::Quaterniond turn = Eigen::Quaterniond::Identity();
  for (int axis = 0; axis < 3; ++axis) {
    turn =
        turn * Eigen::AngleAxisd(0.5 * std::numbers::pi * static_cast<double>(any_of(random, 4)), Vec<3>::Unit(axis));
  }
  return Rotation<3>{turn};
}

/// A box, or the hull of some points.
template <int D>
Corners<D> any_body(RandomStream& random) {
  Corners<D> corners;
  if (random.uniform() < 0.33) {
    Vec<D> half;
    for (int axis = 0; axis < D; ++axis) {
      half[axis] = random.uniform(0.2, 0.5);
    }
    for (int code = 0; code < (1 << D); ++code) {
      Vec<D> corner = half;
      for (int axis = 0; axis < D; ++axis) {
        corner[axis] *= ((code >> axis) & 1) != 0 ? -1.0 : 1.0;
      }
      corners.push_back(corner);
    }
    if (D == 2) {
      std::swap(corners[2], corners[3]);
    }
    return corners;
  }
  const std::size_t count = static_cast<std::size_t>(D) + 1 + any_of(random, 6);
  for (std::size_t k = 0; k < count; ++k) {
    corners.push_back(any_vector<D>(random, 0.5));
  }
  if constexpr (D == 2) {
    // Andrew's monotone chain; what turns by less than a little is no corner.
    std::sort(corners.begin(), corners.end(), [](const Vec<2>& a, const Vec<2>& b) { return a[0] < b[0]; });
    Corners<2> hull;
    for (int half = 0; half < 2; ++half) {
      const std::size_t first = hull.size();
      for (const Vec<2>& x : corners) {
        const auto turn = [&] {
          const Vec<2> e = hull.back() - hull[hull.size() - 2], f = x - hull.back();
          return e[0] * f[1] - e[1] * f[0];
        };
        while (hull.size() >= first + 2 && turn() <= 1e-3) {
          hull.pop_back();
        }
        hull.push_back(x);
      }
      hull.pop_back();
      std::reverse(corners.begin(), corners.end());
    }
    corners = hull;
  }
  return spans<D>(corners) ? corners : any_body<D>(random);
}

/// Two bodies about to meet, and where they are cut.
template <int D>
struct Meeting {
  std::array<Corners<D>, 2> body;
  std::array<Pose<D>, 2> pose;
  std::array<Vec<D>, 2> velocity;
  std::array<Spin<D>, 2> spin;
  std::array<std::vector<Part<D>>, 2> whole, cut;
  double gap = 0.0;
};

template <int D>
Meeting<D> any_meeting(std::uint64_t seed) {
  constexpr std::array gaps = {5e-3, 1e-3, 1e-5, 1e-8, 0.0, -1e-9, -1e-6, -1e-4, -3e-3, -1e-2};
  constexpr std::array tilts = {0.0, 1e-12, 1e-9, 1e-6, 1e-4, 1e-2};
  // Not 1e-9: places that near are one, and pieces so thin need not be seen.
  constexpr std::array beside = {0.0, 1e-12, 1e-7, 1e-5, 1e-3, 1e-2};
  RandomStream random(seed, D);
  Meeting<D> m;
  for (std::size_t k = 0; k < 2; ++k) {
    m.body[k] = any_body<D>(random);
    m.whole[k] = {solid(m.body[k])};
    m.pose[k].orientation = any_turn(random, Rotation<D>{});
  }
  if (random.uniform() < 0.4) {
    m.pose[1].orientation = combined(m.pose[0].orientation, right_angles(random, Rotation<D>{}))
                                .turned(any_vector<spin_size<D>>(random, tilts[any_of(random, tilts.size())]));
  }
  m.gap = gaps[any_of(random, gaps.size())];
  const Vec<D> way = any_vector<D>(random, 1.0).normalized();
  m.pose[0].position = any_vector<D>(random, 0.3);
  const auto manifold = [&](double distance) {
    m.pose[1].position = m.pose[0].position + distance * way;
    return meet_parts<D>(m.whole[0][0], m.whole[1][0], seen_from(m.pose[0], m.pose[1]), 10.0);
  };
  double in = 0.0, out = 5.0;
  for (int halving = 0; halving < 60; ++halving) {
    const double middle = 0.5 * (in + out);
    (manifold(middle).gap() > m.gap ? out : in) = middle;
  }
  const Manifold<D> touching = manifold(out);
  const Touch<D>& touch = touching.touch[any_of(random, static_cast<std::size_t>(touching.count))];
  const Pose<D> second = seen_from(m.pose[0], m.pose[1]);
  const std::array<Vec<D>, 2> places = {touch.point, second.to_local(touch.point + touch.gap * touching.normal)};
  for (std::size_t k = 0; k < 2; ++k) {
    // One cut through the contact or beside it, and another one elsewhere.
    std::vector<Cut<D>> cuts;
    const std::size_t count = any_of(random, 3);
    for (std::size_t c = 0; c < count; ++c) {
      Cut<D> cut{any_vector<D>(random, 1.0).normalized(), 0.0};
      if (random.uniform() < 0.5) {
        cut.normal = Vec<D>::Unit(static_cast<int>(any_of(random, D)));
      }
      cut.offset = cut.normal.dot(places[k]) + beside[any_of(random, beside.size())];
      if (c > 0) {
        cut.offset = random.uniform(-0.2, 0.2);
        if (std::abs(cut.offset - cut.normal.dot(places[k])) < 0.02) {
          continue;
        }
      }
      cuts.push_back(cut);
    }
    m.cut[k] = pieces<D>(m.body[k], cuts);
    m.velocity[k] = any_vector<D>(random, 1.0) + (k == 0 ? 1.0 : -1.0) * way;
    m.spin[k] = any_vector<spin_size<D>>(random, 2.0);
  }
  return m;
}

/// Velocities after one step.
template <int D>
std::vector<double> after_step(const Meeting<D>& m, const std::array<std::vector<Part<D>>, 2>& parts) {
  World<D> world;
  for (std::size_t k = 0; k < 2; ++k) {
    add_shape<D>(world, parts[k], m.pose[k], 1.0 + 0.5 * static_cast<double>(k), Spin<D>::Constant(0.07), 0.2);
    world.bodies.velocity.back() = m.velocity[k];
    world.bodies.angular_velocity.back() = m.spin[k];
  }
  StepSettings settings;
  settings.step = 2e-3;
  settings.accuracy.radii = 1e-12;
  settings.max_iterations = 100000;
  Stepper<D> stepper(world, {}, one_law(inelastic()), settings);
  EXPECT_TRUE(stepper.step(infinity).solve.converged());
  std::vector<double> velocities;
  for (std::size_t k = 0; k < 2; ++k) {
    const Vec<D>& v = stepper.world.bodies.velocity[k];
    const Spin<D>& omega = stepper.world.bodies.angular_velocity[k];
    velocities.insert(velocities.end(), v.begin(), v.end());
    velocities.insert(velocities.end(), omega.begin(), omega.end());
  }
  return velocities;
}

template <class T>
class Splits : public ::testing::Test {};
using Dimensions = ::testing::Types<Plane2D, Space3D>;
TYPED_TEST_SUITE(Splits, Dimensions);

// Normals within 1e-3 of each other are of one contact where both places agree, so that velocities of order 1 agree to as much.
TYPED_TEST(Splits, AreFeltByNoOtherBody) {
  constexpr int D = TypeParam::value;
  const std::uint64_t last = D == 2 ? 6000 : 3000;
  int meetings = 0, pushed = 0;
  for (std::uint64_t seed = 1; seed <= last; ++seed) {
    const Meeting<D> m = any_meeting<D>(seed);
    if (m.cut[0].size() == 1 && m.cut[1].size() == 1) {
      continue;
    }
    ++meetings;
    const std::vector<double> whole = after_step(m, m.whole), cut = after_step(m, m.cut);
    double difference = 0.0;
    for (std::size_t k = 0; k < whole.size(); ++k) {
      difference = std::max(difference, std::abs(whole[k] - cut[k]));
    }
    pushed += (m.velocity[0] - Eigen::Map<const Vec<D>>(whole.data())).norm() > 1e-3 ? 1 : 0;
    EXPECT_LT(difference, 1e-3) << "seed " << seed << ", gap " << m.gap << ", " << m.cut[0].size() << " and "
                                << m.cut[1].size() << " pieces";
  }
  EXPECT_GT(meetings, 2000);
  EXPECT_GT(pushed, meetings / 2);
}

}  // namespace
}  // namespace gluey::test::splits_test
