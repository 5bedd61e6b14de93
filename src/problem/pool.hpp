#pragma once
// A pool: the contacts of a step problem whose sets are of one kind, in single precision, for iterations that need no more and should cost
// little. One iteration is two passes,
//     contacts:  y = p + β (p − p⁻);  p⁺ from y and the velocities u(v_y);  what p⁺ hands on to the two bodies is written down
//     bodies:    v⁺ by summing this up;  v_y = v⁺ + β (v⁺ − v).
// Nothing is scattered: every number is written by one thread. Eight contacts go side by side, as one row.
//
// Iterations are on contacts that may press, in a collapsing pile a third of those that are near.
//
// What differs from kind to kind is a struct of functions of plain values (KindOfContacts): what a contact and a row hold, how u follows
// from the velocities of two bodies, how p⁺ follows from y and u, what a contact hands on, and how a body answers. Balls, Solids and Planar are
// kinds; each header has its formulas.

#include "core/team.hpp"
#include "problem/body_order.hpp"
#include "problem/eight.hpp"
#include "problem/step_sums.hpp"

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace gluey {

/// Contacts side by side in a row.
inline constexpr std::size_t lanes = 8;

/// How many numbers an impulse has, and eight of them.
template <std::size_t count>
struct Impulses {
  Eight x[count];
};

template <class Kind>
concept KindOfContacts = requires(
    const typename Kind::Problem& problem, typename Kind::Contact& contact, const typename Kind::Contact& posed,
    typename Kind::Row& row, const typename Kind::Row& placed, const typename Kind::Body& body,
    const typename Kind::State& state, const typename Kind::State* states, typename Kind::State* handed,
    typename Kind::Sums& sums, const Impulses<Kind::numbers>& p, Impulses<Kind::numbers>& next, Eight eight,
    std::size_t number, std::int32_t nobody, float* into, double* components, const double* given, bool& convex) {
  /// Takes contact and body `number` over, as posed; not every problem is of the kind.
  { Kind::suits(problem) } -> std::same_as<bool>;
  { Kind::take(problem, number, contact, convex) } -> std::same_as<bool>;
  Kind::take_offset(problem, number, contact);
  { Kind::take_body(problem, number) } -> std::same_as<typename Kind::Body>;
  /// Impulses from and to the components of the problem.
  Kind::load(problem, number, posed, given, into);
  Kind::read(problem, number, posed, into, components);
  /// A contact that moves nobody, to fill rows up; into a lane of a row.
  { Kind::open(nobody) } -> std::same_as<typename Kind::Contact>;
  Kind::place(row, number, posed);
  /// How fast the gap opens.
  { Kind::opening(posed, state, state) } -> std::same_as<float>;
  /// p⁺ of a row. `next` holds p⁻ before and p⁺ after.
  Kind::step(placed, states, eight, eight, p, next, sums);
  { sums.sums() } -> std::same_as<StepSums>;
  /// What impulses hand on, `parts` states per contact; the answer M⁻¹ Σ of a body to what its contacts hand on; M times a state.
  Kind::hand_on(placed, p, handed);
  { Kind::answer(body, std::span<const std::int32_t>(), states) } -> std::same_as<typename Kind::State>;
  { Kind::weighed(body, state) } -> std::same_as<typename Kind::State>;
};

/// One pass by a team of its own.
template <class Single>
StepSums contact_pass(Single& single, double beta, double scale) {
  StepSums sums;
  single.in_team([&](const Team& team, typename Single::Turn& turn) {
    const StepSums all = single.step_contacts(team, turn, beta, scale);
    if (team.leads()) {
      sums = all;
    }
  });
  return sums;
}
template <class Single>
double body_pass(Single& single, double beta) {
  double energy = 0.0;
  single.in_team([&](const Team& team, typename Single::Turn& /*turn*/) {
    const double all = single.step_bodies(team, beta);
    if (team.leads()) {
      energy = all;
    }
  });
  return energy;
}

template <KindOfContacts Kind>
class Pool {
 public:
  using Problem = typename Kind::Problem;
  using Sums = StepSums;

  /// Takes the problem over, if it is of the kind; of one that was posed before only the offsets.
  bool pose(const Problem& problem);
  /// Starts from these impulses, with all contacts.
  void load(const Problem& problem, const double* impulse);
  /// Goes on with contacts that press, or whose gap's velocity is below `margin`, as if nothing had happened.
  void choose(double margin);
  void read(const Problem& problem, double* impulse);

  /// The impulses of now and of before change places after every pass over the contacts; each thread of a team knows for itself.
  struct Turn {
    Impulses<Kind::numbers>*now, *before;
  };
  /// body(team, turn) on several threads, which pass over contacts and bodies together.
  template <class Body>
  void in_team(Body&& body) {
    reserve_sums();
    std::size_t passes = 0;
    gluey::in_team(rows_.size() * lanes, [&](const Team& team) {
      Turn turn{now_.data(), before_.data()};
      body(team, turn);
      if (team.leads()) {
        passes = turn.now == now_.data() ? 0 : 1;
      }
    });
    if (passes % 2 != 0) {
      std::swap(now_, before_);
    }
  }
  Sums step_contacts(const Team& team, Turn& turn, double beta, double scale);
  /// Returns eᵀWe.
  double step_bodies(const Team& team, double beta);
  /// The same by itself.
  Sums step_contacts(double beta, double scale) { return contact_pass(*this, beta, scale); }
  double step_bodies(double beta) { return body_pass(*this, beta); }

  /// In the iterations.
  [[nodiscard]] std::size_t contacts() const { return chosen_.size(); }
  /// Whether the iterations descend on an objective: so without exact Coulomb friction.
  [[nodiscard]] bool convex() const { return convex_; }
  /// Bytes that one moves where all contacts take part, for the benchmark's floor.
  [[nodiscard]] static std::size_t bytes_per_iteration(const Problem& problem);

 private:
  using Contact = typename Kind::Contact;
  using Row = typename Kind::Row;
  using Body = typename Kind::Body;
  using State = typename Kind::State;
  /// Impulses of a contact between choices.
  struct Kept {
    float now[Kind::numbers], before[Kind::numbers];
  };
  void keep();
  void place_chosen();
  void reserve_sums() {
    contact_sums_.resize(std::max(contact_sums_.size(), block_count(rows_.size() * lanes)));
    body_sums_.resize(std::max(body_sums_.size(), block_count(order_.size())));
  }

  std::vector<Contact> contact_;  // by slot
  std::vector<Kept> kept_;
  std::vector<Body> body_;
  std::vector<State> velocity_, extrapolated_;  // by body, and one

  std::vector<std::uint8_t> wanted_;
  std::vector<std::int32_t> chosen_;  // slots
  std::vector<Row> rows_;
  std::vector<Impulses<Kind::numbers>> now_, before_;
  std::vector<State> handed_on_;
  BodyOrder order_;
  std::vector<Sums> contact_sums_;
  std::vector<Sum> body_sums_;
  bool convex_ = false, fits_ = false;
  std::uint64_t posed_ = 0;  // the problem's number
};

}  // namespace gluey
