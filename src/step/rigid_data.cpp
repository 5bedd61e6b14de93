#include "step/rigid_data.hpp"

#include "core/parallel.hpp"

#include <algorithm>

namespace gluey {
namespace {

/// The rotation vector from one orientation to another, the shorter way round.
Spin<2> turn_between(const Rotation<2>& from, const Rotation<2>& to) { return Spin<2>(to.angle - from.angle); }
Spin<3> turn_between(const Rotation<3>& from, const Rotation<3>& to) {
  Eigen::Quaterniond turn = to.quaternion * from.quaternion.conjugate();
  if (turn.w() < 0.0) {
    turn.coeffs() = -turn.coeffs();
  }
  const Eigen::AngleAxisd angle_axis(turn);
  return angle_axis.angle() * angle_axis.axis();
}

}  // namespace

template <int D>
void Surfaces<D>::measure(const World<D>& world, const Contacts<D>& contacts, double h) {
  const Bodies<D>& bodies = world.bodies;
  const std::size_t n = bodies.size();
  fill_all<Vec<D>>(velocity, contacts.size(), Vec<D>::Zero());
  spin.assign(world.obstacles.size(), Spin<D>::Zero());
  std::vector<Pose<D>> before(world.obstacles.size());
  std::vector<bool> moves(world.obstacles.size());
  for (std::size_t k = 0; k < world.obstacles.size(); ++k) {
    const Obstacle<D>& obstacle = world.obstacles[k];
    moves[k] = !std::holds_alternative<FixedMotion>(obstacle.motion);
    if (moves[k]) {
      before[k] = pose_at<D>(obstacle.motion, obstacle.start, world.time);
      spin[k] = turn_between(before[k].orientation, obstacle.pose.orientation) / h;
    }
  }
  const bool still = std::find(moves.begin(), moves.end(), true) == moves.end();
  parallel_for(still ? 0 : contacts.size() - contacts.pairs, [&](std::size_t at) {
    const std::size_t c = contacts.pairs + at;
    const std::size_t k = static_cast<std::size_t>(contacts.second[c]) - n;
    if (moves[k]) {
      const auto i = static_cast<std::size_t>(contacts.first[c]);
      const Pose<D>& pose = world.obstacles[k].pose;
      // Every image of an obstacle moves alike.
      const Vec<D> point = contacts.detailed
                               ? pose.to_world(contacts.local_second[c])
                               : Vec<D>(bodies.position[i] + (bodies.radius[i] + contacts.gap[c]) * contacts.normal[c]);
      velocity[c] = (point - before[k].to_world(pose.to_local(point))) / h;
    }
  });
  parallel_for(world.domain.shear_rate != 0.0 ? contacts.pairs : 0,
               [&](std::size_t c) { velocity[c] = world.domain.drift(contacts.image[c]); });
}

template <int D>
void Surfaces<D>::bounce(const LawTable& laws, const World<D>& world, const Contacts<D>& contacts,
                         const std::vector<Vec<D>>& free_velocity, const std::vector<FreeRotation<D>>& free_rotation,
                         double h, std::vector<double>& gap) {
  const Bodies<D>& bodies = world.bodies;
  const std::size_t n = bodies.size();
  if (contacts.detailed) {
    lever_arms(world, contacts, arm_first_, arm_second_);
  }
  approach_.resize(contacts.size());
  free_.resize(contacts.size());
  carried_.resize(contacts.size());
  parallel_for(contacts.size(), [&](std::size_t c) {
    const Vec<D>& normal = contacts.normal[c];
    const auto i = static_cast<std::size_t>(contacts.first[c]);
    const auto j = static_cast<std::size_t>(contacts.second[c]);
    carried_[c] = normal.dot(velocity[c]);
    approach_[c] = carried_[c] - normal.dot(world.bodies.velocity[i]);
    free_[c] = carried_[c] - normal.dot(free_velocity[i]);
    if (j < n) {
      approach_[c] += normal.dot(world.bodies.velocity[j]);
      free_[c] += normal.dot(free_velocity[j]);
    }
    if (contacts.detailed) {
      approach_[c] -= normal.dot(cross(bodies.angular_velocity[i], arm_first_[c]));
      free_[c] -= normal.dot(cross(free_rotation[i].angular_velocity, arm_first_[c]));
      if (j < n) {
        approach_[c] += normal.dot(cross(bodies.angular_velocity[j], arm_second_[c]));
        free_[c] += normal.dot(cross(free_rotation[j].angular_velocity, arm_second_[c]));
      }
    }
    if (c < contacts.pairs) {
      carried_[c] = 0.0;  // what images drift is the step problem's own business
    }
  });
  bouncing_gaps(laws, world, contacts, h, approach_, free_, carried_, gap);
}

template <int D>
void Surfaces<D>::relative(const World<D>& world, const Contacts<D>& contacts, std::vector<Vec<D>>& velocities) {
  const Bodies<D>& bodies = world.bodies;
  const std::size_t n = bodies.size();
  lever_arms(world, contacts, arm_first_, arm_second_);
  velocities.resize(contacts.size());
  parallel_for(contacts.size(), [&](std::size_t c) {
    const auto i = static_cast<std::size_t>(contacts.first[c]);
    const auto j = static_cast<std::size_t>(contacts.second[c]);
    velocities[c] = velocity[c] - bodies.velocity[i] - cross(bodies.angular_velocity[i], arm_first_[c]);
    if (j < n) {
      velocities[c] += bodies.velocity[j] + cross(bodies.angular_velocity[j], arm_second_[c]);
    }
  });
}

template <int D>
void Surfaces<D>::drift(const Contacts<D>& contacts, const std::vector<double>& gaps, double h) {
  copy_all(gaps, drifted);
  parallel_for(contacts.pairs, [&](std::size_t c) { drifted[c] += h * contacts.normal[c].dot(velocity[c]); });
}

template <int D>
void lever_arms(const World<D>& world, const Contacts<D>& contacts, std::vector<Vec<D>>& first,
                std::vector<Vec<D>>& second) {
  const Bodies<D>& bodies = world.bodies;
  const std::size_t n = bodies.size();
  first.resize(contacts.size());
  second.resize(contacts.size());
  parallel_for(contacts.size(), [&](std::size_t c) {
    const auto i = static_cast<std::size_t>(contacts.first[c]);
    const auto j = static_cast<std::size_t>(contacts.second[c]);
    second[c].setZero();
    if (contacts.detailed) {
      first[c] = bodies.orientation[i].apply(contacts.local_first[c]);
    } else {
      first[c] = bodies.radius[i] * contacts.normal[c];
    }
    if (j >= n) {
      return;
    }
    if (contacts.detailed) {
      second[c] = bodies.orientation[j].apply(contacts.local_second[c]);
    } else {
      second[c] = -bodies.radius[j] * contacts.normal[c];
    }
    // One point of the gap for both: friction then turns them by what it takes from their motion about each other.
    const double share = bodies.radius[i] / (bodies.radius[i] + bodies.radius[j]);
    first[c] += share * contacts.gap[c] * contacts.normal[c];
    second[c] -= (1.0 - share) * contacts.gap[c] * contacts.normal[c];
  });
}

template <int D>
void pose_rigid(const World<D>& world, const Contacts<D>& contacts, const Mobility<D>& mobility,
                const std::vector<Vec<D>>& free_velocity, const std::vector<FreeRotation<D>>& free_rotation,
                const Surfaces<D>& surfaces, const std::vector<double>& gap, const std::vector<ContactSet>& sets,
                double h, typename RigidProblem<D>::Data& data) {
  const Bodies<D>& bodies = world.bodies;
  const std::size_t n = bodies.size();
  const std::size_t count = contacts.size();
  data.step = h;
  copy_all(mobility.inverse_mass, data.inverse_mass);
  copy_all(free_velocity, data.velocity);
  data.inverse_inertia.resize(n);
  data.inertia.resize(n);
  data.angular_velocity.resize(n);
  parallel_for(n, [&](std::size_t i) {
    const Rotation<D>& orientation = free_rotation[i].orientation;
    const Spin<D>& inverse_inertia = mobility.inverse_inertia[i];
    data.inverse_inertia[i] = in_space(orientation, inverse_inertia);
    data.inertia[i] = in_space(orientation, inverse_where_free(inverse_inertia));
    data.angular_velocity[i] = free_rotation[i].angular_velocity;
  });
  data.radius.resize(n);
  parallel_for(n,
               [&](std::size_t i) { data.radius[i] = bodies.shape[i] == Bodies<D>::sphere ? bodies.radius[i] : 0.0; });
  copy_all(contacts.first, data.first);
  copy_all(contacts.second, data.second);
  copy_all(contacts.normal, data.normal);
  copy_all(gap, data.gap);
  copy_all(sets, data.set);
  copy_all(surfaces.velocity, data.surface);
  data.surface_spin.resize(count);
  lever_arms(world, contacts, data.arm_first, data.arm_second);
  parallel_for(count, [&](std::size_t c) {
    const auto j = static_cast<std::size_t>(contacts.second[c]);
    data.surface_spin[c] = j < n ? Spin<D>(Spin<D>::Zero()) : surfaces.spin[j - n];
  });
}

template struct Surfaces<2>;
template struct Surfaces<3>;
template void lever_arms<2>(const World<2>&, const Contacts<2>&, std::vector<Vec<2>>&, std::vector<Vec<2>>&);
template void lever_arms<3>(const World<3>&, const Contacts<3>&, std::vector<Vec<3>>&, std::vector<Vec<3>>&);
template void pose_rigid<2>(const World<2>&, const Contacts<2>&, const Mobility<2>&, const std::vector<Vec<2>>&,
                            const std::vector<FreeRotation<2>>&, const Surfaces<2>&, const std::vector<double>&,
                            const std::vector<ContactSet>&, double, RigidProblem<2>::Data&);
template void pose_rigid<3>(const World<3>&, const Contacts<3>&, const Mobility<3>&, const std::vector<Vec<3>>&,
                            const std::vector<FreeRotation<3>>&, const Surfaces<3>&, const std::vector<double>&,
                            const std::vector<ContactSet>&, double, RigidProblem<3>::Data&);

}  // namespace gluey
