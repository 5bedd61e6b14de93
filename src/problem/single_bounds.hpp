#pragma once
// The contacts of a Problem<D> in single precision, for iterations that cost half as much and are on fewer contacts: on those
// that press, or are about to. Impulses are counted from a centre p_0 that is known in double precision,
//     p = p_0 + δ,   δ ≥ l − p_0,   w = W δ + (W p_0 + b),
// so that what rounding does is in proportion to what changes, and each new centre makes that less. One step of an iteration
// is that of pool.hpp with one number a contact: δ n is what a contact hands on to its bodies.

#include "problem/pool.hpp"
#include "problem/problem.hpp"
#include "problem/step_sums.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace gluey {

template <int D>
class SingleBounds {
 public:
  using Sums = StepSums;

  /// Starts at these impulses and their velocities, with all contacts.
  void load(const Problem<D>& problem, const double* impulse, const Packed<D>* velocity);
  /// The impulses now, within their bounds.
  void read(const Problem<D>& problem, double* impulse) const;
  /// Goes on from there, as if nothing had happened, with these as the centre: `impulse` as read, and its velocities. Contacts
  /// are those that are off their bound, or whose gap's velocity is below `margin`.
  void centre(const Problem<D>& problem, const double* impulse, const Packed<D>* velocity, double margin);

  /// As in Pool.
  struct Turn {
    Eight *now, *before;
  };
  template <class Body>
  void in_team(Body&& body) {
    contact_sums_.resize(std::max(contact_sums_.size(), block_count(rows_.size() * lanes)));
    body_sums_.resize(std::max(body_sums_.size(), block_count(order_.size())));
    bool turned = false;
    gluey::in_team(rows_.size() * lanes, [&](const Team& team) {
      Turn turn{now_.data(), before_.data()};
      body(team, turn);
      if (team.leads()) {
        turned = turn.now != now_.data();
      }
    });
    if (turned) {
      std::swap(now_, before_);
    }
  }
  Sums step_contacts(const Team& team, Turn& turn, double beta, double scale);
  /// Returns eᵀWe.
  double step_bodies(const Team& team, double beta);
  Sums step_contacts(double beta, double scale) { return contact_pass(*this, beta, scale); }
  double step_bodies(double beta) { return body_pass(*this, beta); }
  [[nodiscard]] const std::vector<double>& last_centre() const { return centre_; }
  /// In the iterations.
  [[nodiscard]] std::size_t contacts() const { return chosen_.size(); }
  /// Bytes that one moves where all contacts take part, for the benchmark's floor.
  [[nodiscard]] static std::size_t bytes_per_iteration(const Problem<D>& problem);

 private:
  struct Row {
    Eight normal[D], offset, inverse, lower;
    std::int32_t first[lanes], second[lanes];
  };
  struct Mass {
    Quad inverse, mass;
  };
  void place(const Problem<D>& problem, const double* impulse, const Packed<D>* velocity);
  void hand_on(std::size_t row, const Eight& change);

  double unit_ = 1.0;           // δ is kept times this, a W_cc: no larger or smaller than velocities are
  std::vector<double> centre_;  // p_0, per contact
  std::vector<float> earlier_;  // p⁻ − p when the centre changes
  std::vector<std::uint8_t> wanted_;
  std::vector<std::int32_t> chosen_;  // contacts
  std::vector<Row> rows_;
  std::vector<Eight> now_, before_;
  std::vector<Quad> handed_on_;
  std::vector<Mass> mass_;
  std::vector<Quad> velocity_, extrapolated_;  // per body, and one; from those of the centre
  BodyOrder order_;
  std::vector<Sums> contact_sums_;
  std::vector<Sum> body_sums_;
};

}  // namespace gluey
