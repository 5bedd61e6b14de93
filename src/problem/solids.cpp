#include "problem/solids.hpp"

#include "problem/friction_step.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gluey {
namespace {

Eigen::Map<const Eigen::Vector3f> vector(const float* at) { return Eigen::Map<const Eigen::Vector3f>(at); }

}  // namespace

bool Solids::pose(const RigidProblem<3>& problem) {
  if (problem.resists_rolling()) {
    return false;
  }
  contact_.resize(problem.contacts());
  convex_ = true;
  for (std::size_t slot = 0; slot < problem.contacts(); ++slot) {
    const auto parts = problem.parts(slot);
    const bool opens = parts.shift == 0.0 && parts.friction > 0.0;
    if (opens ? parts.lower != 0.0 : parts.shift != parts.friction) {
      return false;
    }
    Contact& contact = contact_[slot];
    // Of a bound only what arms do along the normal is known, and matters.
    const bool bound = slot < problem.bounds();
    const Vec<3> first = bound ? Vec<3>(parts.normal.cross(parts.turn_first)) : parts.arm_first;
    const Vec<3> second = bound ? Vec<3>(parts.normal.cross(parts.turn_second)) : parts.arm_second;
    for (int axis = 0; axis < 3; ++axis) {
      contact.normal[axis] = static_cast<float>(parts.normal[axis]);
      contact.offset[axis] = static_cast<float>(parts.offset[axis]);
      contact.arm_first[axis] = static_cast<float>(first[axis]);
      contact.arm_second[axis] = static_cast<float>(second[axis]);
    }
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
  inertia_.resize(problem.bodies());
  parallel_for(problem.bodies(), [&](std::size_t i) {
    const Vec<3> inverse_mass = problem.inverse_mass(i);
    const Eigen::Matrix3d inverse = problem.inverse_inertia(i);
    const Eigen::Matrix3d turning = inverse.isZero(0.0) ? inverse : Eigen::Matrix3d(inverse.inverse());
    Inertia& inertia = inertia_[i];
    inertia = Inertia();
    for (int axis = 0; axis < 3; ++axis) {
      inertia.inverse_mass[axis] = static_cast<float>(inverse_mass[axis]);
      inertia.mass[axis] = static_cast<float>(inverse_mass[axis] > 0.0 ? 1.0 / inverse_mass[axis] : 0.0);
      for (int row = 0; row < 3; ++row) {
        inertia.inverse[axis][4 + row] = static_cast<float>(inverse(row, axis));
        inertia.turning[axis][4 + row] = static_cast<float>(turning(row, axis));
      }
    }
  });
  return true;
}

void Solids::load(const RigidProblem<3>& problem, const double* impulse) {
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

void Solids::keep() {
  parallel_for(chosen_.size(), [&](std::size_t at) {
    Kept& kept = kept_[static_cast<std::size_t>(chosen_[at])];
    for (int axis = 0; axis < 3; ++axis) {
      kept.now[axis] = now_[at / lanes].x[axis][at % lanes];
      kept.before[axis] = before_[at / lanes].x[axis][at % lanes];
    }
  });
}

void Solids::read(const RigidProblem<3>& problem, double* impulse) {
  keep();
  parallel_for(kept_.size(), [&](std::size_t slot) {
    const Eigen::Map<const Eigen::Vector3f> p(kept_[slot].now);
    problem.from_space(slot, p.cast<double>(), impulse);
  });
}

void Solids::choose(double margin) {
  keep();
  const auto below = static_cast<float>(margin);
  wanted_.resize(contact_.size());
  parallel_for(contact_.size(), [&](std::size_t slot) {
    const Contact& contact = contact_[slot];
    Kept& kept = kept_[slot];
    const State& a = velocity_[static_cast<std::size_t>(contact.first)];
    const State& b = velocity_[static_cast<std::size_t>(contact.second)];
    const auto normal = vector(contact.normal);
    const Eigen::Vector3f u = vector(contact.offset) + vector(b.x) - vector(a.x) +
                              vector(b.x + 4).cross(vector(contact.arm_second)) -
                              vector(a.x + 4).cross(vector(contact.arm_first));
    float opening = normal.dot(u);
    if (contact.opening > 0.0F) {
      opening -= contact.friction * (u - opening * normal).norm();
    }
    wanted_[slot] = !vector(kept.now).isZero(0.0F) || opening < below ? 1 : 0;
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

void Solids::place_chosen() {
  const std::size_t count = (chosen_.size() + lanes - 1) / lanes;
  rows_.resize(count);
  now_.resize(count);
  before_.resize(count);
  handed_on_.resize(2 * count * lanes);
  // What fills the last row up is open and moves nobody.
  const auto nobody = static_cast<std::int32_t>(inertia_.size());
  Contact open{};
  open.normal[0] = open.offset[0] = open.inverse = open.tangential_inverse = 1.0F;
  open.first = open.second = nobody;
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
        row.arm_first[axis][lane] = contact.arm_first[axis];
        row.arm_second[axis][lane] = contact.arm_second[axis];
        now_[k].x[axis][lane] = kept.now[axis];
        before_[k].x[axis][lane] = kept.before[axis];
      }
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

void Solids::hand_on(std::size_t k, const Impulses& impulses) {
  const Eight(&p)[3] = impulses.x;
  const Eight back[3] = {-p[0], -p[1], -p[2]};
  const auto moment = [](const Eight(&r)[3], const Eight(&f)[3], Eight(&m)[3]) {
    for (int axis = 0; axis < 3; ++axis) {
      const int next = (axis + 1) % 3, last = (axis + 2) % 3;
      m[axis] = fused(r[next], f[last], -r[last] * f[next]);
    }
  };
  Eight on_first[3], on_second[3];
  moment(rows_[k].arm_first, back, on_first);
  moment(rows_[k].arm_second, p, on_second);
  store_rows(p, on_second, handed_on_[2 * k * lanes].x);
  store_rows(back, on_first, handed_on_[(2 * k + 1) * lanes].x);
}

Solids::Sums Solids::step_contacts(double beta, double scale) {
  const Eight onward = all_eight(static_cast<float>(beta)), t = all_eight(static_cast<float>(scale));
  const auto block = [&](std::size_t begin, std::size_t end, Sums& sums) {
    static_assert(block_size % lanes == 0);
    FrictionSums done;
    for (std::size_t k = begin / lanes; k < end / lanes; ++k) {
      const Row& row = rows_[k];
      Eight a[lanes], b[lanes], v_a[3], v_b[3], w_a[3], w_b[3], u[3];
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        a[lane] = load_eight(extrapolated_[static_cast<std::size_t>(row.first[lane])].x);
        b[lane] = load_eight(extrapolated_[static_cast<std::size_t>(row.second[lane])].x);
      }
      columns(a, v_a, w_a);
      columns(b, v_b, w_b);
      for (int axis = 0; axis < 3; ++axis) {
        const int next = (axis + 1) % 3, last = (axis + 2) % 3;
        const Eight on_second = fused(w_b[next], row.arm_second[last], -w_b[last] * row.arm_second[next]);
        const Eight on_first = fused(w_a[next], row.arm_first[last], -w_a[last] * row.arm_first[next]);
        u[axis] = row.offset[axis] + (v_b[axis] - v_a[axis]) + (on_second - on_first);
      }
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

double Solids::step_bodies(double beta) {
  const Eight onward = all_eight(static_cast<float>(beta));
  // The matrix with these columns times the last part of x.
  const auto turned = [](const Eight(&column)[3], const Eight& x) {
    return fused(column[0], __builtin_shufflevector(x, x, 4, 4, 4, 4, 4, 4, 4, 4),
                 fused(column[1], __builtin_shufflevector(x, x, 5, 5, 5, 5, 5, 5, 5, 5),
                       column[2] * __builtin_shufflevector(x, x, 6, 6, 6, 6, 6, 6, 6, 6)));
  };
  const auto block = [&](std::size_t begin, std::size_t end, Sum& total) {
    Eight energy{};
    for (std::size_t k = begin; k < end; ++k) {
      const std::size_t i = order_.body(k);
      Eight received{};
      for (const std::int32_t* at = order_.begin(i); at != order_.end(i); ++at) {
        const auto entry = static_cast<std::size_t>(*at), contact = entry >> 1;
        received += load_eight(handed_on_[(2 * (contact / lanes) + (entry & 1)) * lanes + contact % lanes].x);
      }
      const Inertia& inertia = inertia_[i];
      const Eight now = fused(inertia.inverse_mass, received, turned(inertia.inverse, received));
      const Eight change = now - load_eight(extrapolated_[i].x);
      energy = fused(fused(inertia.mass, change, turned(inertia.turning, change)), change, energy);
      store_eight(extrapolated_[i].x, fused(onward, now - load_eight(velocity_[i].x), now));
      store_eight(velocity_[i].x, now);
    }
    total.value = sum(energy);
  };
  return reduce_blocks(order_.size(), body_scratch_, block).value;
}

}  // namespace gluey
