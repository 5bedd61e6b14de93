#pragma once
// Accelerated iterations on contacts in single precision (problem/pool.hpp, problem/single_bounds.hpp): what all kinds share.

#include "core/team.hpp"
#include "problem/step_sums.hpp"
#include "solver/momentum.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace gluey::solver {

class SingleIterations {
 public:
  /// `bound`: of the curvature, before the first step.
  SingleIterations(bool converged, double bound) : lipschitz_(converged, bound) {}

  /// Iterations until one after which ends(*this) holds, or `most`. limit(eᵀDe) is the most momentum that the next may have. Threads stay
  /// awake meanwhile, and each decides for itself what all decide. Returns how many there were.
  template <class Single, class Limit, class Ends>
  std::int64_t run(Single& single, Limit& limit, std::int64_t most, const Ends& ends) {
    std::int64_t done = 0;
    const SingleIterations begun = *this;
    const Limit begun_limit = limit;
    single.in_team([&](const Team& team, typename Single::Turn& turn) {
      SingleIterations own = begun;
      Limit own_limit = begun_limit;
      std::int64_t count = 0;
      do {
        own.advance(single, team, turn, own_limit);
        ++count;
      } while (count < most && !ends(own));
      if (team.leads()) {
        *this = own;
        limit = own_limit;
        done = count;
      }
    });
    return done;
  }

  /// Whether further iterations are of no use.
  [[nodiscard]] bool stuck() const { return stuck_; }
  /// The largest change of a contact, as a velocity.
  [[nodiscard]] double moved() const { return std::sqrt(sums_.largest) * lipschitz_.value(); }
  /// Contacts that open more slowly are worth iterating on: what moves little in an iteration will not move by much more than
  /// that in the next ones.
  [[nodiscard]] double margin(double tolerance) const {
    const double usual =
        contacts_ > 0 ? std::sqrt(sums_.speed / static_cast<double>(contacts_)) * lipschitz_.value() : 0.0;
    return 10.0 * std::max(2.5 * tolerance, usual);
  }
  /// When they are to be chosen again. Those left out are worst just before: the last choice leaves time to settle what it finds,
  /// and no other comes shortly before or after it.
  [[nodiscard]] static std::int64_t next_choice(std::int64_t iteration, std::int64_t limit) {
    const std::int64_t next = iteration + std::min<std::int64_t>(50, std::max<std::int64_t>(10, 2 * iteration));
    const std::int64_t last = limit - settling;
    return next + settling <= last ? next : iteration < last && last >= settling ? last : limit + 1;
  }

 private:
  static constexpr std::int64_t settling = 8;

  template <class Single, class Limit>
  void advance(Single& single, const Team& team, typename Single::Turn& turn, Limit& limit) {
    sums_ = single.step_contacts(team, turn, beta_, 1.0 / lipschitz_.value());
    beta_ = std::min(limit(sums_.step), momentum_.next(sums_.onward < 0.0));
    const double curvature = single.step_bodies(team, beta_);
    if (sums_.step > 0.0) {
      lipschitz_.meet(curvature / sums_.step);
    }
    // Nothing moved: once may mean that other contacts have to be chosen.
    stuck_ = (still_ && sums_.step == 0.0) || !std::isfinite(sums_.step);
    still_ = sums_.step == 0.0;
    contacts_ = single.contacts();
  }

  Momentum momentum_;
  Lipschitz lipschitz_;
  StepSums sums_;
  double beta_ = 0.0;
  std::size_t contacts_ = 0;
  bool still_ = false, stuck_ = false;
};

}  // namespace gluey::solver
