#include "problem/balls.hpp"

#include "problem/friction_step.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gluey {
namespace {

/// Of radii, arms and moments of inertia that are called equal.
constexpr double rounding = 1e-6;

}  // namespace

bool Balls::pose(const RigidProblem<3>& problem) {
  return !problem.resists_rolling() && pose_contacts(problem) && pose_bodies(problem);
}

bool Balls::pose_contacts(const RigidProblem<3>& problem) {
  const std::size_t n = problem.bodies();
  radius_.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    radius_[i] = problem.radius(i);
  }
  contact_.resize(problem.contacts());
  convex_ = true;
  for (std::size_t slot = 0; slot < problem.contacts(); ++slot) {
    const auto parts = problem.parts(slot);
    double arm = 0.0;  // f, once known
    const auto fits = [&](std::int32_t which, const Vec<3>& turn, double along) {
      const auto body = static_cast<std::size_t>(which);
      if (body == n) {
        return true;
      }
      if (parts.friction == 0.0) {
        // Arms matter only across the normal.
        return turn.dot(problem.inverse_inertia(body) * turn) <= rounding * rounding * parts.diagonal;
      }
      double& radius = radius_[body];
      radius = radius == 0.0 ? along : radius;
      arm = arm == 0.0 ? along / radius : arm;
      return along > 0.0 && std::abs(along - arm * radius) <= rounding * along &&
             turn.squaredNorm() <= rounding * rounding * along * along;
    };
    const bool opens = parts.shift == 0.0 && parts.friction > 0.0;
    if ((opens ? parts.lower != 0.0 : parts.shift != parts.friction) ||
        !fits(parts.first, parts.turn_first, parts.normal.dot(parts.arm_first)) ||
        !fits(parts.second, parts.turn_second, -parts.normal.dot(parts.arm_second))) {
      return false;
    }
    Contact& contact = contact_[slot];
    for (int axis = 0; axis < 3; ++axis) {
      contact.normal[axis] = static_cast<float>(parts.normal[axis]);
      contact.offset[axis] = static_cast<float>(parts.offset[axis]);
    }
    contact.arm = static_cast<float>(arm);
    contact.inverse = static_cast<float>(1.0 / parts.diagonal);
    contact.tangential_inverse = static_cast<float>(1.0 / parts.tangential_diagonal);
    contact.friction = static_cast<float>(parts.friction);
    const double across = parts.friction * parts.tangential_diagonal;
    contact.opening = opens ? static_cast<float>(across / (parts.diagonal + parts.friction * across)) : 0.0F;
    contact.lower = static_cast<float>(parts.lower);
    convex_ = convex_ && parts.shift == 0.0;
    contact.first = parts.first;
    contact.second = parts.second;
  }
  return true;
}

bool Balls::pose_bodies(const RigidProblem<3>& problem) {
  inertia_.resize(problem.bodies());
  for (std::size_t i = 0; i < problem.bodies(); ++i) {
    const Vec<3> inverse_mass = problem.inverse_mass(i);
    const Eigen::Matrix3d inverse_inertia = problem.inverse_inertia(i);
    const double spin = inverse_inertia(0, 0);
    if (!(inverse_mass.array() == inverse_mass[0]).all() ||
        !((inverse_inertia - spin * Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff() <= rounding * spin)) {
      return false;
    }
    const double turning = spin * radius_[i] * radius_[i];
    const auto inverse = [](double x) { return static_cast<float>(x > 0.0 ? 1.0 / x : 0.0); };
    inertia_[i] = {{static_cast<float>(inverse_mass[0]), static_cast<float>(-turning), inverse(inverse_mass[0]),
                    inverse(turning)}};
  }
  return true;
}

void Balls::load(const RigidProblem<3>& problem, const double* impulse) {
  kept_.resize(contact_.size());
  chosen_.resize(contact_.size());
  parallel_for(contact_.size(), [&](std::size_t slot) {
    const Vec<3> p = problem.in_space(slot, impulse);
    for (int axis = 0; axis < 3; ++axis) {
      kept_[slot].now[axis] = kept_[slot].before[axis] = static_cast<float>(p[axis]);
    }
    chosen_[slot] = static_cast<std::int32_t>(slot);
  });
  velocity_.assign(problem.bodies() + 1, State{});
  extrapolated_ = velocity_;
  place_chosen();
  step_bodies(0.0);
}

void Balls::keep() {
  parallel_for(chosen_.size(), [&](std::size_t at) {
    Kept& kept = kept_[static_cast<std::size_t>(chosen_[at])];
    for (int axis = 0; axis < 3; ++axis) {
      kept.now[axis] = now_[at / lanes].x[axis][at % lanes];
      kept.before[axis] = before_[at / lanes].x[axis][at % lanes];
    }
  });
}

void Balls::read(const RigidProblem<3>& problem, double* impulse) {
  keep();
  parallel_for(kept_.size(), [&](std::size_t slot) {
    const Eigen::Map<const Eigen::Vector3f> p(kept_[slot].now);
    problem.from_space(slot, p.cast<double>(), impulse);
  });
}

void Balls::choose(double margin) {
  keep();
  const auto part = [](const State& state, int at) { return Eigen::Map<const Eigen::Vector3f>(state.x + at); };
  const auto below = static_cast<float>(margin);
  wanted_.resize(contact_.size());
  parallel_for(contact_.size(), [&](std::size_t slot) {
    const Contact& contact = contact_[slot];
    Kept& kept = kept_[slot];
    const State& a = velocity_[static_cast<std::size_t>(contact.first)];
    const State& b = velocity_[static_cast<std::size_t>(contact.second)];
    const Eigen::Map<const Eigen::Vector3f> normal(contact.normal), offset(contact.offset), p(kept.now);
    const Eigen::Vector3f v = offset + part(b, 0) - part(a, 0);
    float opening = normal.dot(v);
    if (contact.opening > 0.0F) {
      const Eigen::Vector3f u = v - contact.arm * (part(a, 4) + part(b, 4)).cross(normal);
      opening -= contact.friction * (u - opening * normal).norm();
    }
    wanted_[slot] = !p.isZero(0.0F) || opening < below ? 1 : 0;
    if (wanted_[slot] == 0) {
      kept = Kept{};
    }
  });
  chosen_.clear();
  for (std::size_t slot = 0; slot < contact_.size(); ++slot) {
    if (wanted_[slot] != 0) {
      chosen_.push_back(static_cast<std::int32_t>(slot));
    }
  }
  place_chosen();
  for (std::size_t i = 0; i < inertia_.size(); ++i) {
    if (!order_.touches(i)) {
      velocity_[i] = extrapolated_[i] = State{};
    }
  }
}

void Balls::place_chosen() {
  const std::size_t count = (chosen_.size() + lanes - 1) / lanes;
  rows_.resize(count);
  now_.resize(count);
  before_.resize(count);
  handed_on_.resize(count * lanes);
  // What fills the last row up is open and moves nobody.
  const auto nobody = static_cast<std::int32_t>(inertia_.size());
  const Contact open{{1.0F, 0.0F, 0.0F}, {1.0F, 0.0F, 0.0F}, 1.0F, 1.0F, 1.0F, 0.0F, 0.0F, 0.0F, nobody, nobody};
  parallel_for(count, [&](std::size_t k) {
    Row& row = rows_[k];
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const std::size_t at = k * lanes + lane;
      const bool filled = at < chosen_.size();
      const Contact& contact = filled ? contact_[static_cast<std::size_t>(chosen_[at])] : open;
      const Kept kept = filled ? kept_[static_cast<std::size_t>(chosen_[at])] : Kept{};
      for (int axis = 0; axis < 3; ++axis) {
        row.normal[axis][lane] = contact.normal[axis];
        row.offset[axis][lane] = contact.offset[axis];
        now_[k].x[axis][lane] = kept.now[axis];
        before_[k].x[axis][lane] = kept.before[axis];
      }
      row.arm[lane] = contact.arm;
      row.inverse[lane] = contact.inverse;
      row.tangential_inverse[lane] = contact.tangential_inverse;
      row.friction[lane] = contact.friction;
      row.opening[lane] = contact.opening;
      row.lower[lane] = contact.lower;
      row.first[lane] = contact.first;
      row.second[lane] = contact.second;
    }
    hand_on(k, now_[k]);
  });
  order_.build(
      inertia_.size(), chosen_.size(), [&](std::size_t at) { return rows_[at / lanes].first[at % lanes]; },
      [&](std::size_t at) { return rows_[at / lanes].second[at % lanes]; });
}

void Balls::hand_on(std::size_t k, const Impulses& impulses) {
  const Eight(&n)[3] = rows_[k].normal;
  const Eight(&p)[3] = impulses.x;
  const Eight f = rows_[k].arm;
  const Eight moment[3] = {f * fused(n[1], p[2], -n[2] * p[1]), f * fused(n[2], p[0], -n[0] * p[2]),
                           f * fused(n[0], p[1], -n[1] * p[0])};
  store_rows(p, moment, handed_on_[k * lanes].x);
}

Balls::Sums Balls::step_contacts(double beta, double scale) {
  const Eight onward = all_eight(static_cast<float>(beta)), t = all_eight(static_cast<float>(scale));
  const Eight sign = {-1.0F, -1.0F, -1.0F, -1.0F, 1.0F, 1.0F, 1.0F, 1.0F};
  const auto block = [&](std::size_t begin, std::size_t end, Sums& sums) {
    static_assert(block_size % lanes == 0);
    FrictionSums done;
    for (std::size_t k = begin / lanes; k < end / lanes; ++k) {
      const Row& row = rows_[k];
      const Eight(&n)[3] = row.normal;
      Eight state[lanes], v[3], w[3];  // v_j − v_i, w_i + w_j
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        state[lane] = fused(sign, load_eight(extrapolated_[static_cast<std::size_t>(row.first[lane])].x),
                            load_eight(extrapolated_[static_cast<std::size_t>(row.second[lane])].x));
      }
      columns(state, v, w);
      for (Eight& turned : w) {
        turned *= row.arm;
      }
      const Eight u[3] = {fused(w[2], n[1], fused(-w[1], n[2], row.offset[0] + v[0])),
                          fused(w[0], n[2], fused(-w[2], n[0], row.offset[1] + v[1])),
                          fused(w[1], n[0], fused(-w[0], n[1], row.offset[2] + v[2]))};
      const Impulses& p = now_[k];
      Impulses& next = before_[k];  // they change places after the loop
      Eight y[3];
      for (int axis = 0; axis < 3; ++axis) {
        y[axis] = fused(onward, p.x[axis] - next.x[axis], p.x[axis]);
      }
      done.take_step(row, t, p.x, y, u, next.x);
      hand_on(k, next);
    }
    sums = done.sums();
  };
  const Sums sums = reduce_blocks(rows_.size() * lanes, contact_scratch_, block);
  std::swap(now_, before_);
  return sums;
}

std::size_t Balls::bytes_per_iteration(const RigidProblem<3>& problem) {
  std::size_t ends = 0;
  for (std::size_t slot = 0; slot < problem.contacts(); ++slot) {
    ends += static_cast<std::size_t>(problem.parts(slot).second) < problem.bodies() ? 2 : 1;
  }
  // Contacts: their row, p read, p⁻ read and written, two states gathered, one handed on. Ends: its number and what was handed
  // on. Bodies: inertia, place, both velocities read and written.
  const std::size_t per_contact = (sizeof(Row) + 3 * sizeof(Impulses)) / lanes + 3 * sizeof(State);
  return problem.contacts() * per_contact + ends * (sizeof(std::int32_t) + sizeof(State)) +
         problem.bodies() * (sizeof(Inertia) + sizeof(std::int32_t) + 4 * sizeof(State));
}

double Balls::step_bodies(double beta) {
  const Eight onward = all_eight(static_cast<float>(beta));
  const Eight signs[2] = {all_eight(1.0F), {-1.0F, -1.0F, -1.0F, -1.0F, 1.0F, 1.0F, 1.0F, 1.0F}};
  const auto block = [&](std::size_t begin, std::size_t end, Sum& total) {
    Eight energy{};
    for (std::size_t k = begin; k < end; ++k) {
      const std::size_t i = order_.body(k);
      Eight received{};
      for (const std::int32_t* at = order_.begin(i); at != order_.end(i); ++at) {
        const auto entry = static_cast<std::size_t>(*at);
        received = fused(signs[entry & 1], load_eight(handed_on_[entry >> 1].x), received);
      }
      const float* inertia = inertia_[i].x;
      const Eight inverse = {inertia[0], inertia[0], inertia[0], 0.0F, inertia[1], inertia[1], inertia[1], 0.0F};
      const Eight mass = {inertia[2], inertia[2], inertia[2], 0.0F, inertia[3], inertia[3], inertia[3], 0.0F};
      const Eight now = inverse * received;
      const Eight change = now - load_eight(extrapolated_[i].x);
      energy = fused(mass * change, change, energy);
      store_eight(extrapolated_[i].x, fused(onward, now - load_eight(velocity_[i].x), now));
      store_eight(velocity_[i].x, now);
    }
    total.value = sum(energy);
  };
  return reduce_blocks(order_.size(), body_scratch_, block).value;
}

}  // namespace gluey
