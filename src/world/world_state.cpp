#include "world/world_state.hpp"

#include <algorithm>
#include <cmath>

namespace gluey {
namespace {

constexpr std::int64_t clock_version = 1, bodies_version = 1, gates_version = 1;

// Quaternions are written as in results: w, x, y, z.
std::vector<double> as_written(const std::vector<Rotation<2>>& rotations) {
  std::vector<double> written(rotations.size());
  std::transform(rotations.begin(), rotations.end(), written.begin(),
                 [](const Rotation<2>& rotation) { return rotation.angle; });
  return written;
}
std::vector<Vec<4>> as_written(const std::vector<Rotation<3>>& rotations) {
  std::vector<Vec<4>> written(rotations.size());
  std::transform(rotations.begin(), rotations.end(), written.begin(), [](const Rotation<3>& rotation) {
    const Eigen::Quaterniond& q = rotation.quaternion;
    return Vec<4>(q.w(), q.x(), q.y(), q.z());
  });
  return written;
}

void read_orientations(StateReader& group, std::size_t count, std::vector<Rotation<2>>& angles) {
  const auto written = group.take<double>("orientation", count);
  group.expect_finite("orientation", written);
  angles.resize(count);
  std::transform(written.begin(), written.end(), angles.begin(), [](double angle) { return Rotation<2>{angle}; });
}
void read_orientations(StateReader& group, std::size_t count, std::vector<Rotation<3>>& rotations) {
  const auto written = group.take<Vec<4>>("orientation", count);
  group.expect_finite("orientation", written);
  group.expect("orientation", count, "a quaternion of length one",
               [&](std::size_t i) { return std::abs(written[i].squaredNorm() - 1.0) < 1e-9; });
  rotations.resize(count);
  std::transform(written.begin(), written.end(), rotations.begin(),
                 [](const Vec<4>& q) { return Rotation<3>{Eigen::Quaterniond(q[0], q[1], q[2], q[3])}; });
}

}  // namespace

template <int D>
void save_world(const World<D>& world, State& state) {
  StateGroup& clock = state.add("clock", clock_version);
  clock.put_one("time", "time", world.time);
  clock.put_one("step", "", world.step);

  StateGroup& bodies = state.add("bodies", bodies_version);
  bodies.put("position", "length", world.bodies.position);
  bodies.put("orientation", D == 2 ? "radian" : "", as_written(world.bodies.orientation));
  bodies.put("velocity", "length/time", world.bodies.velocity);
  bodies.put("angular_velocity", "1/time", world.bodies.angular_velocity);

  if (comes_and_goes(world)) {
    StateGroup& gates = state.add("gates", gates_version);
    gates.put("presence", "", world.bodies.presence);
    std::vector<std::int64_t> taken;
    for (const Outlet<D>& outlet : world.outlets) {
      taken.push_back(outlet.taken);
    }
    gates.put("taken", "", taken);
  }
}

template <int D>
WorldState<D> read_world(State& state, const World<D>& world) {
  const std::size_t n = world.bodies.size();
  WorldState<D> saved;
  StateReader clock = state.open("clock", clock_version);
  saved.time = clock.take_one<double>("time");
  clock.expect_finite("time", std::vector<double>{saved.time});
  saved.step = clock.take_one<std::int64_t>("step");
  clock.expect("step", 1, "a number of steps", [&](std::size_t) { return saved.step >= 0; });

  StateReader bodies = state.open("bodies", bodies_version);
  saved.position = bodies.take<Vec<D>>("position", n);
  bodies.expect_finite("position", saved.position);
  read_orientations(bodies, n, saved.orientation);
  saved.velocity = bodies.take<Vec<D>>("velocity", n);
  bodies.expect_finite("velocity", saved.velocity);
  saved.angular_velocity = bodies.take<Spin<D>>("angular_velocity", n);
  bodies.expect_finite("angular_velocity", saved.angular_velocity);

  if (comes_and_goes(world)) {
    StateReader gates = state.open("gates", gates_version);
    saved.presence = gates.take<Presence>("presence", n);
    gates.expect("presence", n, "0 (waiting), 1 (here) or 2 (gone)",
                 [&](std::size_t i) { return saved.presence[i] <= Presence::gone; });
    saved.taken = gates.take<std::int64_t>("taken", world.outlets.size());
    gates.expect("taken", saved.taken.size(), "a number of bodies", [&](std::size_t k) { return saved.taken[k] >= 0; });
  }
  return saved;
}

template <int D>
void restore_world(World<D>& world, WorldState<D> saved) {
  world.time = saved.time;
  world.step = saved.step;
  // Whoever has asked for these arrays keeps them: they stay where they are.
  std::copy(saved.position.begin(), saved.position.end(), world.bodies.position.begin());
  std::copy(saved.orientation.begin(), saved.orientation.end(), world.bodies.orientation.begin());
  std::copy(saved.velocity.begin(), saved.velocity.end(), world.bodies.velocity.begin());
  std::copy(saved.angular_velocity.begin(), saved.angular_velocity.end(), world.bodies.angular_velocity.begin());
  std::copy(saved.presence.begin(), saved.presence.end(), world.bodies.presence.begin());
  for (std::size_t k = 0; k < saved.taken.size(); ++k) {
    world.outlets[k].taken = saved.taken[k];
  }
  world.move_obstacles(world.time);
}

template void save_world<2>(const World<2>&, State&);
template void save_world<3>(const World<3>&, State&);
template WorldState<2> read_world<2>(State&, const World<2>&);
template WorldState<3> read_world<3>(State&, const World<3>&);
template void restore_world<2>(World<2>&, WorldState<2>);
template void restore_world<3>(World<3>&, WorldState<3>);

}  // namespace gluey
