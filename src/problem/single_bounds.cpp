#include "problem/single_bounds.hpp"

#include <algorithm>

namespace gluey {

template <int D>
void SingleBounds<D>::load(const Problem<D>& problem, const double* impulse, const Packed<D>* velocity) {
  const std::size_t n = problem.bodies();
  unit_ = 1.0;
  for (std::size_t c = 0; c < problem.contacts(); ++c) {
    if (problem.movable(c)) {
      unit_ = problem.diagonal(c);
      break;
    }
  }
  mass_.resize(n);
  parallel_for(n, [&](std::size_t i) {
    mass_[i] = Mass{};
    for (int axis = 0; axis < D; ++axis) {
      mass_[i].inverse[axis] = static_cast<float>(problem.inverse_mass(static_cast<std::int32_t>(i))[axis] / unit_);
      mass_[i].mass[axis] = static_cast<float>(problem.mass(i)[axis] * unit_);
    }
  });
  velocity_.assign(n + 1, Quad{});
  extrapolated_ = velocity_;
  earlier_.assign(problem.contacts(), 0.0F);
  chosen_.resize(problem.contacts());
  parallel_for(chosen_.size(), [&](std::size_t c) { chosen_[c] = static_cast<std::int32_t>(c); });
  place(problem, impulse, velocity);
}

template <int D>
void SingleBounds<D>::read(const Problem<D>& problem, double* impulse) const {
  parallel_for(centre_.size(), [&](std::size_t c) { impulse[c] = centre_[c]; });
  parallel_for(chosen_.size(), [&](std::size_t at) {
    const auto c = static_cast<std::size_t>(chosen_[at]);
    // At the bound exactly: laws ask whether it is.
    const float change = now_[at / lanes][at % lanes];
    impulse[c] = change == rows_[at / lanes].lower[at % lanes]
                     ? problem.lower(c)
                     : std::max(problem.lower(c), centre_[c] + static_cast<double>(change) / unit_);
  });
}

template <int D>
void SingleBounds<D>::centre(const Problem<D>& problem, const double* impulse, const Packed<D>* velocity,
                             double margin) {
  parallel_for(earlier_.size(), [&](std::size_t c) { earlier_[c] = 0.0F; });
  parallel_for(chosen_.size(), [&](std::size_t at) {
    earlier_[static_cast<std::size_t>(chosen_[at])] = before_[at / lanes][at % lanes] - now_[at / lanes][at % lanes];
  });
  wanted_.resize(problem.contacts());
  parallel_for(problem.contacts(), [&](std::size_t c) {
    problem.at(c, velocity, [&](const Bound& set, std::size_t /*at*/, const Vec<1>& w) {
      // One that has just come to its bound still has momentum.
      wanted_[c] = impulse[c] > set.lower || w[0] < margin || earlier_[c] != 0.0F ? 1 : 0;
    });
  });
  select_numbers(wanted_.size(), chosen_, [&](std::size_t c) { return wanted_[c] != 0; });
  parallel_for(velocity_.size(), [&](std::size_t i) {
    extrapolated_[i] -= velocity_[i];
    velocity_[i] = Quad{};
  });
  place(problem, impulse, velocity);
  parallel_for(mass_.size(), [&](std::size_t i) {
    if (!order_.touches(i)) {
      extrapolated_[i] = Quad{};
    }
  });
}

template <int D>
void SingleBounds<D>::place(const Problem<D>& problem, const double* impulse, const Packed<D>* velocity) {
  centre_.resize(problem.contacts());
  parallel_for(centre_.size(), [&](std::size_t c) { centre_[c] = impulse[c]; });
  const std::size_t count = (chosen_.size() + lanes - 1) / lanes;
  rows_.resize(count);
  now_.resize(count);
  before_.resize(count);
  handed_on_.resize(count * lanes);
  parallel_for(count, [&](std::size_t k) {
    Row& row = rows_[k];
    now_[k] = Eight{};
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const std::size_t at = k * lanes + lane;
      if (at >= chosen_.size()) {
        // What fills the last row up is open and moves nobody.
        for (int axis = 0; axis < D; ++axis) {
          row.normal[axis][lane] = 0.0F;
        }
        row.offset[lane] = row.inverse[lane] = 1.0F;
        row.lower[lane] = before_[k][lane] = 0.0F;
        row.first[lane] = row.second[lane] = static_cast<std::int32_t>(problem.bodies());
        continue;
      }
      const auto c = static_cast<std::size_t>(chosen_[at]);
      for (int axis = 0; axis < D; ++axis) {
        row.normal[axis][lane] = static_cast<float>(problem.normal(c)[axis]);
      }
      problem.at(c, velocity, [&](const Bound& set, std::size_t /*at*/, const Vec<1>& w) {
        row.offset[lane] = static_cast<float>(w[0]);
        row.inverse[lane] = static_cast<float>(unit_ / set.diagonal);
        row.lower[lane] = static_cast<float>((set.lower - impulse[c]) * unit_);
      });
      row.first[lane] = problem.first(c);
      row.second[lane] = problem.second(c);
      before_[k][lane] = earlier_[c];
    }
  });
  const auto contact = [&](std::size_t at) { return static_cast<std::size_t>(chosen_[at]); };
  order_.build(
      problem.bodies(), chosen_.size(), [&](std::size_t at) { return problem.first(contact(at)); },
      [&](std::size_t at) { return problem.second(contact(at)); });
}

template <int D>
void SingleBounds<D>::hand_on(std::size_t k, const Eight& change) {
  Eight pushed[3] = {};
  for (int axis = 0; axis < D; ++axis) {
    pushed[axis] = rows_[k].normal[axis] * change;
  }
  Eight pairs[4];
  rows_in_pairs(pushed, pairs);
  for (std::size_t lane = 0; lane < 4; ++lane) {
    handed_on_[k * lanes + lane] = low_half(pairs[lane]);
    handed_on_[k * lanes + lane + 4] = high_half(pairs[lane]);
  }
}

template <int D>
StepSums SingleBounds<D>::step_contacts(const Team& team, Turn& turn, double beta, double scale) {
  const Eight onward = all_eight(static_cast<float>(beta)), t = all_eight(static_cast<float>(scale));
  const auto block = [&](std::size_t begin, std::size_t end, Sums& sums) {
    static_assert(block_size % lanes == 0);
    Eight step{}, along{}, speed{}, most{};
    for (std::size_t k = begin / lanes; k < end / lanes; ++k) {
      const Row& row = rows_[k];
      Eight pairs[4], v[3];  // v_j − v_i
      for (std::size_t lane = 0; lane < 4; ++lane) {
        const auto state = [&](const std::int32_t(&body)[lanes]) {
          return joined(extrapolated_[static_cast<std::size_t>(body[lane])],
                        extrapolated_[static_cast<std::size_t>(body[lane + 4])]);
        };
        pairs[lane] = state(row.second) - state(row.first);
      }
      columns_of_pairs(pairs, v);
      Eight u = row.offset;
      for (int axis = 0; axis < D; ++axis) {
        u = fused(row.normal[axis], v[axis], u);
      }
      const Eight p = turn.now[k];
      const Eight y = fused(onward, p - turn.before[k], p);
      const Eight next = larger(fused(-t * row.inverse, u, y), row.lower);
      const Eight e = next - y;
      const Eight along_diagonal = e / row.inverse;
      turn.before[k] = next;  // they change places after the loop
      hand_on(k, next);
      step = fused(along_diagonal, e, step);
      along = fused(along_diagonal, next - p, along);
      const Eight squared = along_diagonal * along_diagonal;
      speed += squared;
      most = larger(most, squared);
    }
    sums = {sum(step), sum(along), sum(speed), largest(most)};
  };
  const Sums sums = team.reduce_blocks(rows_.size() * lanes, contact_sums_, block);
  std::swap(turn.now, turn.before);
  return sums;
}

template <int D>
std::size_t SingleBounds<D>::bytes_per_iteration(const Problem<D>& problem) {
  std::size_t ends = 0;
  for (std::size_t c = 0; c < problem.contacts(); ++c) {
    ends += static_cast<std::size_t>(problem.second(c)) < problem.bodies() ? 2 : 1;
  }
  // As in Balls, with a number in place of a vector.
  const std::size_t per_contact = (sizeof(Row) + 3 * sizeof(Eight)) / lanes + 3 * sizeof(Quad);
  return problem.contacts() * per_contact + ends * (sizeof(std::int32_t) + sizeof(Quad)) +
         problem.bodies() * (sizeof(Mass) + sizeof(std::int32_t) + 4 * sizeof(Quad));
}

template <int D>
double SingleBounds<D>::step_bodies(const Team& team, double beta) {
  const Quad onward = all_quad(static_cast<float>(beta));
  const Quad signs[2] = {all_quad(1.0F), all_quad(-1.0F)};
  const auto block = [&](std::size_t begin, std::size_t end, Sum& total) {
    Quad energy{};
    for (std::size_t k = begin; k < end; ++k) {
      const std::size_t i = order_.body(k);
      Quad received{};
      for (const std::int32_t end_of : order_.ends(i)) {
        const auto entry = static_cast<std::size_t>(end_of);
        received = fused(signs[entry & 1], handed_on_[entry >> 1], received);
      }
      const Quad now = mass_[i].inverse * received;
      const Quad change = now - extrapolated_[i];
      energy = fused(mass_[i].mass * change, change, energy);
      extrapolated_[i] = fused(onward, now - velocity_[i], now);
      velocity_[i] = now;
    }
    total.value = sum(energy);
  };
  return team.reduce_blocks(order_.size(), body_sums_, block).value;
}

template class SingleBounds<2>;
template class SingleBounds<3>;

}  // namespace gluey
