#include "force/forces.hpp"

#include "core/parallel.hpp"

#include <algorithm>
#include <cmath>

namespace gluey {
namespace {

/// J⁻¹ T, with the inverse moments of inertia along the body's axes. Equal ones give the same bits for every orientation.
Spin<2> angular_acceleration(const Rotation<2>& /*orientation*/, const Spin<2>& inverse, const Spin<2>& torque) {
  return inverse.cwiseProduct(torque);
}
Spin<3> angular_acceleration(const Rotation<3>& orientation, const Spin<3>& inverse, const Spin<3>& torque) {
  if (inverse[0] == inverse[1] && inverse[1] == inverse[2]) {
    return inverse.cwiseProduct(torque);
  }
  return orientation.apply(inverse.cwiseProduct(orientation.apply_inverse(torque)));
}

}  // namespace

/// Those that depend on nothing but the body itself.
template <int D>
Vec<D> Forces<D>::own_force(const Bodies<D>& bodies, std::size_t i, double begin, double h) const {
  Vec<D> force = gravity.mean(bodies, i, begin, h) + body_force.mean(bodies, i, begin, h);
  if (buoyancy) {
    force += buoyancy->mean(bodies, i);
  }
  for (const Field<D>& field : fields) {
    force += field.mean(bodies, i);
  }
  return force;
}

template <int D>
void Forces<D>::sum_forces(const World<D>& world, double begin, double h) {
  const Bodies<D>& bodies = world.bodies;
  force_.assign(bodies.size(), Vec<D>::Zero());
  const bool turned = !drives.empty() || pairs.any() || !user.empty() || (drags() && drag->turns);
  torque_.assign(turned ? bodies.size() : 0, Spin<D>::Zero());
  for (const Drive<D>& drive : drives) {
    force_[drive.body] += drive.force;
    torque_[drive.body] += drive.torque;
  }
  if (pairs.any()) {
    pairs.add(world, noise ? 1.0 / std::sqrt(h) : 1.0, force_, torque_);
  }
  for (const UserForce<D>& add : user) {
    add(world, h, force_, torque_);
  }
  const Vec<D> uniform = table ? table->mean(begin, h) : Vec<D>::Zero();
  parallel_for(bodies.size(),
               [&](std::size_t i) { force_[i] += own_force(bodies, i, begin, h) + bodies.mass[i] * uniform; });
}

/// With implicit drag, (m + hξ) U = m V + h (F + ξ U_flow) + m σ √h W is the explicit form with m + hξ for the mass, and spins
/// alike with I + hζ for the inertia.
template <int D>
void Forces<D>::free_motion(const World<D>& world, double begin, double h, FreeMotion<D>& free) {
  const Bodies<D>& bodies = world.bodies;
  const bool implicit = drags() && drag->implicit;
  sum_forces(world, begin, h);
  free.velocity.resize(bodies.size());
  free.spin = bodies.angular_velocity;
  free.inverse_mass.resize(implicit ? bodies.size() : 0);
  free.inverse_inertia.resize(implicit ? bodies.size() : 0);
  parallel_for(bodies.size(), [&](std::size_t i) {
    const Vec<D>& v = bodies.velocity[i];
    Vec<D> inverse_mass = bodies.inverse_mass[i];
    Spin<D> inverse_inertia = bodies.inverse_inertia[i];
    if (!bodies.here(i)) {
      free.velocity[i].setZero();
      if (implicit) {
        free.inverse_mass[i] = inverse_mass;
        free.inverse_inertia[i] = inverse_inertia;
      }
      return;
    }
    if (drags()) {
      const auto [xi, zeta] = drag->coefficients(bodies, i);
      const auto fluid = drag->fluid(world, i, begin + 0.5 * h);
      force_[i] += xi * (fluid.velocity - v);
      if (drag->turns) {
        torque_[i] += zeta * (fluid.spin - bodies.angular_velocity[i]);
      }
      if (implicit) {
        inverse_mass /= 1.0 + h * xi / bodies.mass[i];
        inverse_inertia.array() /= 1.0 + h * zeta * inverse_inertia.array();
        free.inverse_mass[i] = inverse_mass;
        free.inverse_inertia[i] = inverse_inertia;
      }
    }
    free.velocity[i] = v + h * inverse_mass.cwiseProduct(force_[i]);
    if (walk) {
      free.velocity[i] = walk->velocity(world, i, begin).cwiseProduct(bodies.mass[i] * bodies.inverse_mass[i]);
    }
    if (noise) {
      const Vec<D> kick = bodies.mass[i] * noise->sigma * std::sqrt(h) * noise->template normal<D>(i, world.step);
      free.velocity[i] += inverse_mass.cwiseProduct(kick);
    }
    if (!torque_.empty()) {
      free.spin[i] += h * angular_acceleration(bodies.orientation[i], inverse_inertia, torque_[i]);
    }
  });
  if (predictor) {
    predict(world, h, free.velocity);
  }
}

/// Nobody moves along a locked axis, or while it is not here, whatever the predictor says.
template <int D>
void Forces<D>::predict(const World<D>& world, double h, std::vector<Vec<D>>& velocity) {
  const Bodies<D>& bodies = world.bodies;
  predicted_ = velocity;
  predictor(world, h, predicted_);
  parallel_for(bodies.size(), [&](std::size_t i) {
    if (bodies.here(i)) {
      velocity[i] = (bodies.inverse_mass[i].array() != 0.0).select(predicted_[i], velocity[i]);
    }
  });
}

template <int D>
void Forces<D>::accelerations(const World<D>& world, std::vector<Vec<D>>& acceleration) {
  constexpr double probe = 1.0;
  const Bodies<D>& bodies = world.bodies;
  sum_forces(world, world.time, probe);
  acceleration.resize(bodies.size());
  parallel_for(bodies.size(), [&](std::size_t i) {
    if (!bodies.here(i)) {
      acceleration[i].setZero();
      return;
    }
    if (drags()) {
      force_[i] +=
          drag->coefficients(bodies, i).force * (drag->fluid(world, i, world.time).velocity - bodies.velocity[i]);
    }
    acceleration[i] = bodies.inverse_mass[i].cwiseProduct(force_[i]);
  });
}

template <int D>
double Forces<D>::potential(const World<D>& world) const {
  const Bodies<D>& bodies = world.bodies;
  std::vector<Sum> scratch;
  const double own = reduce_blocks(bodies.size(), scratch, [&](std::size_t begin, std::size_t end, Sum& sum) {
                       for (std::size_t i = begin; i < end; ++i) {
                         if (!bodies.here(i)) {
                           continue;
                         }
                         sum.value += gravity.potential(bodies, i) + body_force.potential(bodies, i);
                         if (buoyancy) {
                           sum.value += buoyancy->potential(bodies, i);
                         }
                         for (const Field<D>& field : fields) {
                           sum.value += field.potential(bodies, i);
                         }
                       }
                     }).value;
  return pairs.any() ? own + pairs.potential(world) : own;
}

template <int D>
typename Forces<D>::Relaxation Forces<D>::fastest_relaxation(const World<D>& world) const {
  if (!drags()) {
    return {};
  }
  struct Fastest {
    Relaxation rate;
    void add(const Fastest& other) {
      rate.velocity = std::max(rate.velocity, other.rate.velocity);
      rate.spin = std::max(rate.spin, other.rate.spin);
    }
  };
  const Bodies<D>& bodies = world.bodies;
  std::vector<Fastest> scratch;
  return reduce_blocks(bodies.size(), scratch,
                       [&](std::size_t begin, std::size_t end, Fastest& fastest) {
                         for (std::size_t i = begin; i < end; ++i) {
                           const auto [xi, zeta] = drag->coefficients(bodies, i);
                           fastest.add({{xi * bodies.inverse_mass[i].maxCoeff(),  //
                                         zeta * bodies.inverse_inertia[i].maxCoeff()}});
                         }
                       })
      .rate;
}

template <int D>
Forces<D>::Forces() = default;
template <int D>
Forces<D>::Forces(const Forces& other) = default;
template <int D>
Forces<D>::Forces(Forces&& other) noexcept = default;
template <int D>
Forces<D>& Forces<D>::operator=(const Forces& other) = default;
template <int D>
Forces<D>& Forces<D>::operator=(Forces&& other) noexcept = default;
template <int D>
Forces<D>::~Forces() = default;

template struct Forces<2>;
template struct Forces<3>;

}  // namespace gluey
