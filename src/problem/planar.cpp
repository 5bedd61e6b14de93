#include "problem/planar.hpp"

#include <algorithm>
#include <cmath>

namespace gluey {

bool Planar::pose(const RigidProblem<2>& problem) {
  contact_.resize(problem.contacts());
  convex_ = true;
  rolls_ = problem.resists_rolling();
  const std::vector<RigidProblem<2>::State> still(rolls_ ? problem.bodies() + 1 : 0);
  for (std::size_t slot = 0; slot < problem.contacts(); ++slot) {
    const auto parts = problem.parts(slot);
    const bool opens = parts.shift == 0.0 && parts.friction > 0.0;
    if (opens ? parts.lower != 0.0 : parts.shift != parts.friction) {
      return false;
    }
    const Vec<2> tangent(-parts.normal[1], parts.normal[0]);
    Contact& contact = contact_[slot];
    const auto put = [](float(&into)[2], double along, double across) {
      into[0] = static_cast<float>(along);
      into[1] = static_cast<float>(across);
    };
    put(contact.normal, parts.normal[0], parts.normal[1]);
    put(contact.offset, parts.normal.dot(parts.offset), tangent.dot(parts.offset));
    put(contact.turn_first, parts.turn_first[0], moment(parts.arm_first, tangent)[0]);
    put(contact.turn_second, parts.turn_second[0], moment(parts.arm_second, tangent)[0]);
    contact.inverse = static_cast<float>(1.0 / parts.diagonal);
    contact.tangential_inverse = static_cast<float>(1.0 / parts.tangential_diagonal);
    contact.friction = static_cast<float>(parts.friction);
    const double across = parts.friction * parts.tangential_diagonal;
    contact.opening = opens ? static_cast<float>(across / (parts.diagonal + parts.friction * across)) : 0.0F;
    contact.lower = static_cast<float>(parts.lower);
    convex_ = convex_ && parts.shift == 0.0;
    contact.roll = {0.0F, 1.0F, 0.0F};
    bool suits = true;
    if (rolls_) {
      problem.at(slot, still.data(), [&](const auto& set, std::size_t /*at*/, const auto& u) {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(set)>, Rolling<2>>) {
          contact.roll = {static_cast<float>(set.rolling), static_cast<float>(set.rolling_inverse),
                          static_cast<float>(u[2])};
          suits = set.rolling_shift == set.rolling && !opens;
          convex_ = false;
        }
      });
    }
    if (!suits) {
      return false;
    }
    contact.first = parts.first;
    contact.second = parts.second;
  }
  mass_.resize(problem.bodies());
  parallel_for(problem.bodies(), [&](std::size_t i) {
    const Vec<2> inverse = problem.inverse_mass(i);
    const Quad of = {static_cast<float>(inverse[0]), static_cast<float>(inverse[1]),
                     static_cast<float>(problem.inverse_inertia(i)(0, 0)), 0.0F};
    const auto mass = [](float x) { return x > 0.0F ? 1.0F / x : 0.0F; };
    mass_[i].inverse = of;
    mass_[i].mass = Quad{mass(of[0]), mass(of[1]), mass(of[2]), 0.0F};
  });
  return true;
}

void Planar::load(const RigidProblem<2>& problem, const double* impulse) {
  kept_.resize(contact_.size());
  chosen_.resize(contact_.size());
  parallel_for(contact_.size(), [&](std::size_t slot) {
    const Vec<2> p = problem.in_space(slot, impulse);
    const Eigen::Map<const Eigen::Vector2f> n(contact_[slot].normal);
    const Vec<2> normal = n.cast<double>(), tangent(-normal[1], normal[0]);
    Kept& kept = kept_[slot];
    kept.now[0] = kept.before[0] = static_cast<float>(normal.dot(p));
    kept.now[1] = kept.before[1] = static_cast<float>(tangent.dot(p));
    kept.now[2] = kept.before[2] =
        problem.resists_rolling(slot) ? static_cast<float>(impulse[problem.component(slot) + 2]) : 0.0F;
    chosen_[slot] = static_cast<std::int32_t>(slot);
  });
  velocity_.assign(problem.bodies() + 1, Quad{});
  extrapolated_ = velocity_;
  place_chosen();
  step_bodies(0.0);
}

void Planar::keep() {
  parallel_for(chosen_.size(), [&](std::size_t at) {
    Kept& kept = kept_[static_cast<std::size_t>(chosen_[at])];
    for (int k = 0; k < 2; ++k) {
      kept.now[k] = now_[at / lanes].x[k][at % lanes];
      kept.before[k] = before_[at / lanes].x[k][at % lanes];
    }
    if (rolls_) {
      kept.now[2] = moment_now_[at / lanes][at % lanes];
      kept.before[2] = moment_before_[at / lanes][at % lanes];
    }
  });
}

void Planar::read(const RigidProblem<2>& problem, double* impulse) {
  keep();
  parallel_for(kept_.size(), [&](std::size_t slot) {
    const Contact& contact = contact_[slot];
    const double p_n = static_cast<double>(kept_[slot].now[0]), p_t = static_cast<double>(kept_[slot].now[1]);
    const double n_x = static_cast<double>(contact.normal[0]), n_y = static_cast<double>(contact.normal[1]);
    problem.from_space(slot, Vec<2>(n_x * p_n - n_y * p_t, n_y * p_n + n_x * p_t), impulse);
    if (problem.resists_rolling(slot)) {
      impulse[problem.component(slot) + 2] = static_cast<double>(kept_[slot].now[2]);
    }
  });
}

void Planar::choose(double margin) {
  keep();
  const auto below = static_cast<float>(margin);
  wanted_.resize(contact_.size());
  parallel_for(contact_.size(), [&](std::size_t slot) {
    const Contact& contact = contact_[slot];
    Kept& kept = kept_[slot];
    const Quad& a = velocity_[static_cast<std::size_t>(contact.first)];
    const Quad& b = velocity_[static_cast<std::size_t>(contact.second)];
    const float n_x = contact.normal[0], n_y = contact.normal[1], v_x = b[0] - a[0], v_y = b[1] - a[1];
    float opening =
        contact.offset[0] + n_x * v_x + n_y * v_y + contact.turn_second[0] * b[2] - contact.turn_first[0] * a[2];
    if (contact.opening > 0.0F) {
      opening -= contact.friction * std::abs(contact.offset[1] + n_x * v_y - n_y * v_x + contact.turn_second[1] * b[2] -
                                             contact.turn_first[1] * a[2]);
    }
    wanted_[slot] = kept.now[0] != 0.0F || kept.now[1] != 0.0F || kept.now[2] != 0.0F || opening < below ? 1 : 0;
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
  for (std::size_t i = 0; i < mass_.size(); ++i) {
    if (!order_.touches(i)) {
      velocity_[i] = extrapolated_[i] = Quad{};
    }
  }
}

void Planar::place_chosen() {
  const std::size_t count = (chosen_.size() + lanes - 1) / lanes;
  rows_.resize(count);
  now_.resize(count);
  before_.resize(count);
  handed_on_.resize(count * lanes);
  rolling_rows_.resize(rolls_ ? count : 0);
  moment_now_.resize(rolling_rows_.size());
  moment_before_.resize(rolling_rows_.size());
  // What fills the last row up is open and moves nobody.
  const auto nobody = static_cast<std::int32_t>(mass_.size());
  Contact open{};
  open.normal[0] = open.offset[0] = open.inverse = open.tangential_inverse = open.roll.inverse = 1.0F;
  open.first = open.second = nobody;
  parallel_for(count, [&](std::size_t k) {
    Row& row = rows_[k];
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const std::size_t at = k * lanes + lane;
      const bool filled = at < chosen_.size();
      const Contact& contact = filled ? contact_[static_cast<std::size_t>(chosen_[at])] : open;
      const Kept kept = filled ? kept_[static_cast<std::size_t>(chosen_[at])] : Kept{};
      for (int axis = 0; axis < 2; ++axis) {
        row.normal[axis][lane] = contact.normal[axis];
        row.offset[axis][lane] = contact.offset[axis];
        row.turn_first[axis][lane] = contact.turn_first[axis];
        row.turn_second[axis][lane] = contact.turn_second[axis];
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
      if (rolls_) {
        rolling_rows_[k].rolling[lane] = contact.roll.rolling;
        rolling_rows_[k].inverse[lane] = contact.roll.inverse;
        rolling_rows_[k].offset[lane] = contact.roll.offset;
        moment_now_[k][lane] = kept.now[2];
        moment_before_[k][lane] = kept.before[2];
      }
    }
    hand_on(k, now_[k], rolls_ ? moment_now_[k] : Eight{});
  });
  order_.build(
      mass_.size(), chosen_.size(), [&](std::size_t at) { return rows_[at / lanes].first[at % lanes]; },
      [&](std::size_t at) { return rows_[at / lanes].second[at % lanes]; });
}

void Planar::hand_on(std::size_t k, const Impulses& impulses, const Eight& moment) {
  const Row& row = rows_[k];
  const Eight &p_n = impulses.x[0], &p_t = impulses.x[1];
  const Eight columns[4] = {fused(row.normal[0], p_n, -row.normal[1] * p_t),
                            fused(row.normal[1], p_n, row.normal[0] * p_t),
                            fused(row.turn_first[0], p_n, fused(row.turn_first[1], p_t, moment)),
                            fused(row.turn_second[0], p_n, fused(row.turn_second[1], p_t, moment))};
  Eight pairs[4];
  rows_in_pairs(columns, pairs);
  for (std::size_t lane = 0; lane < 4; ++lane) {
    handed_on_[k * lanes + lane] = low_half(pairs[lane]);
    handed_on_[k * lanes + lane + 4] = high_half(pairs[lane]);
  }
}

Planar::Sums Planar::step_contacts(double beta, double scale) {
  return rolls_ ? step_all<true>(beta, scale) : step_all<false>(beta, scale);
}

template <bool rolls>
Planar::Sums Planar::step_all(double beta, double scale) {
  const Eight onward = all_eight(static_cast<float>(beta)), t = all_eight(static_cast<float>(scale));
  const Eight one = all_eight(1.0F);
  const auto block = [&](std::size_t begin, std::size_t end, Sums& sums) {
    static_assert(block_size % lanes == 0);
    Eight step{}, along{}, speed{}, most{};
    for (std::size_t k = begin / lanes; k < end / lanes; ++k) {
      const Row& row = rows_[k];
      Eight a[3], b[3];
      const auto gather = [&](const std::int32_t(&body)[lanes], Eight(&into)[3]) {
        Eight pairs[4];
        for (std::size_t lane = 0; lane < 4; ++lane) {
          pairs[lane] = joined(extrapolated_[static_cast<std::size_t>(body[lane])],
                               extrapolated_[static_cast<std::size_t>(body[lane + 4])]);
        }
        columns_of_pairs(pairs, into);
      };
      gather(row.first, a);
      gather(row.second, b);
      const Eight v_x = b[0] - a[0], v_y = b[1] - a[1];
      const auto relative = [&](int axis, const Eight& translation) {
        return fused(row.turn_second[axis], b[2], fused(-row.turn_first[axis], a[2], row.offset[axis] + translation));
      };
      const Eight u_n = relative(0, fused(row.normal[0], v_x, row.normal[1] * v_y)),
                  u_t = relative(1, fused(row.normal[0], v_y, -row.normal[1] * v_x));
      const Impulses& p = now_[k];
      Impulses& next = before_[k];  // they change places after the loop
      const Eight y_n = fused(onward, p.x[0] - next.x[0], p.x[0]), y_t = fused(onward, p.x[1] - next.x[1], p.x[1]);
      const Eight alone = fused(-t * row.inverse, u_n, y_n), stick = fused(-t * row.tangential_inverse, u_t, y_t);
      // (d_n a + μ d_t |b|)/(d_n + μ² d_t) = a + (|b| − μ a) · opening.
      const Eight length = larger(stick, -stick);
      const Eight p_n =
          larger(fused(row.opening, larger(fused(-row.friction, alone, length), Eight{}), alone), row.lower);
      const auto cut_off = [](const Eight& x, const Eight& radius) {
        const Eight least = larger(x, -radius);
        return least < radius ? least : radius;
      };
      const Eight pressed = larger(p_n, Eight{}), p_t = cut_off(stick, row.friction * pressed);
      const Eight e_n = p_n - y_n, e_t = p_t - y_t, moved_n = p_n - p.x[0], moved_t = p_t - p.x[1];
      next.x[0] = p_n;
      next.x[1] = p_t;
      if constexpr (rolls) {
        const RollingNumbers<Eight>& roll = rolling_rows_[k];
        const Eight m = moment_now_[k], y_m = fused(onward, m - moment_before_[k], m);
        const Eight next_m = cut_off(fused(-t * roll.inverse, b[2] - a[2] + roll.offset, y_m), roll.rolling * pressed);
        const Eight e_m = (next_m - y_m) / roll.inverse;
        step = fused(e_m, next_m - y_m, step);
        along = fused(e_m, next_m - m, along);
        moment_before_[k] = next_m;
        hand_on(k, next, next_m);
      } else {
        hand_on(k, next, Eight{});
      }
      const Eight diagonal = one / row.inverse, tangential_diagonal = one / row.tangential_inverse;
      step = fused(diagonal * e_n, e_n, fused(tangential_diagonal * e_t, e_t, step));
      along = fused(diagonal * e_n, moved_n, fused(tangential_diagonal * e_t, moved_t, along));
      const Eight squared = fused(e_n, e_n, e_t * e_t) * tangential_diagonal * tangential_diagonal;
      speed += squared;
      most = larger(most, squared);
    }
    sums = {sum(step), sum(along), sum(speed), largest(most)};
  };
  const Sums sums = reduce_blocks(rows_.size() * lanes, contact_scratch_, block);
  std::swap(now_, before_);
  std::swap(moment_now_, moment_before_);
  return sums;
}

std::size_t Planar::bytes_per_iteration(const RigidProblem<2>& problem) {
  std::size_t ends = 0;
  for (std::size_t slot = 0; slot < problem.contacts(); ++slot) {
    ends += static_cast<std::size_t>(problem.parts(slot).second) < problem.bodies() ? 2 : 1;
  }
  // As in Balls.
  const std::size_t per_contact = (sizeof(Row) + 3 * sizeof(Impulses)) / lanes + 3 * sizeof(Quad);
  return problem.contacts() * per_contact + ends * (sizeof(std::int32_t) + sizeof(Quad)) +
         problem.bodies() * (sizeof(Mass) + sizeof(std::int32_t) + 4 * sizeof(Quad));
}

double Planar::step_bodies(double beta) {
  const Quad onward = all_quad(static_cast<float>(beta));
  // What the second and the first body of a contact take of what it hands on.
  const Quad shares[2] = {{1.0F, 1.0F, 0.0F, 1.0F}, {-1.0F, -1.0F, -1.0F, 0.0F}};
  const auto block = [&](std::size_t begin, std::size_t end, Sum& total) {
    Quad energy{};
    for (std::size_t k = begin; k < end; ++k) {
      const std::size_t i = order_.body(k);
      Quad received{};
      for (const std::int32_t* at = order_.begin(i); at != order_.end(i); ++at) {
        const auto entry = static_cast<std::size_t>(*at);
        received = fused(shares[entry & 1], handed_on_[entry >> 1], received);
      }
      received += __builtin_shufflevector(received, Quad{}, 4, 4, 3, 4);
      const Mass& mass = mass_[i];
      const Quad now = mass.inverse * received;
      const Quad change = now - extrapolated_[i];
      energy = fused(mass.mass * change, change, energy);
      extrapolated_[i] = fused(onward, now - velocity_[i], now);
      velocity_[i] = now;
    }
    total.value = sum(energy);
  };
  return reduce_blocks(order_.size(), body_scratch_, block).value;
}

}  // namespace gluey
