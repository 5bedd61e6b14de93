#pragma once
// The films between bodies of a step, for the laws `lubrication` and `lubricated` (law/film.hpp).
//
// Films have a contact graph of their own, which reaches to d_0. Between the free velocity and the contacts a step solves
// for the velocities that the films leave (film_system.hpp); to the contacts these are the free ones.
//
// The equation of a film between two surfaces alone,   D̈ = k_0 − k_1 Ḋ/D,   k_1 = μ_c W_nn,   integrates once:
//     Ḋ + k_1 ln D = a_1 + k_1 ln a_0 + k_0 t.
// Euler's implicit rule for that, D' = D + h u' with u' + k_1 ln D' = u + h k_0 + k_1 ln D, keeps it exactly for any h, is
// stable for any D, and never leaves D > 0. The unknown is s = ln D' − ln D; the film gives the impulse −μ_c s, which is the
// resistance h κ u' with κ the mean of μ_c/D between D and D'. With others about
//     predicted:  s from the velocity u that all impulses of the last step but the film's own would give, and with it κ;
//     solved:     V' with these resistances;
//     carried:    ln D ← ln D − p_n/μ_c   with the impulse p_n that the film then gave: what bodies lose in momentum films
//                 hold in ln D, film by film, to rounding (of a flat contact, whose points share one resistance, but for a
//                 point that comes down onto it within a step).
// (Maury's (20) has the change of G in k_0, too; a_1 = G^m V^m has it already.)
//
// lubrication: distances are carried and not measured, as ln D: they fall to e^−1000. A film that holds its bodies to 1 part in
// 10⁴ of what they would do without holds them: thinner ones resist no more (`stiffest`).
//
// lubricated: the same, as far as the threshold (law/film.hpp). There a contact takes over, and the film resists shearing only. What one
// gives the other by turns is counted in impulses, so that nothing is lost between them (hand_over.cpp):
//     the film ends within the step:    ln D stays at ln q_s; what the film gave beyond that, or short of it, is the contact's
//     the contact lets go in a step:    it gives what its potential holds, and the film resists from ln q_s on in the same step
// Let P be all the impulse that film and contact of two surfaces gave. Then μ_c ln D + P is constant as long as asperities do not touch,
// with ln D = ln q_s + γ/(6πμ) while the contact holds, whatever steps are long and however many bodies touch.

#include "film/film_system.hpp"
#include "law/contact_set.hpp"
#include "law/film.hpp"
#include "proximity/contact_graph.hpp"
#include "world/free_rotation.hpp"

#include <span>
#include <vector>

namespace gluey {

template <int D>
class Films {
 public:
  static constexpr double stiffest = 1e4;  ///< largest h κ W_nn

  Films() = default;
  explicit Films(const LawTable& laws);

  /// A step is tried: no contact has let go in it yet.
  void begin() { release_.clear(); }

  [[nodiscard]] bool any() const { return range_ > 0.0; }
  /// The largest d_0.
  [[nodiscard]] double range() const { return range_; }

  /// Films within reach; what they carried comes along.
  void find(const World<D>& world, const Candidates<D>& candidates, const Ranges& ranges);

  /// The bodies of a step, and what their films make of them: velocities are the free ones before, those that films leave after.
  struct Motion {
    double h = 0.0, last_h = 0.0;
    double threshold_h = 0.0;  ///< the step that thresholds are for
    Mobility<D> mobility;
    const std::vector<Vec<D>>& surface;  ///< per film
    const Contacts<D>& contacts;         ///< of the last step
    std::vector<Vec<D>>& velocity;
    std::vector<FreeRotation<D>>& rotation;
  };
  struct Outcome {
    std::size_t films = 0;
    typename FilmSystem<D>::Outcome solve;
    double dissipated = 0.0;  ///< Σ κ u², what the fluid takes in the step
    double driven = 0.0;  ///< −Σ p·s, what walls that move, and images that drift, give to bodies through their films
    double unresolved =
        0.0;  ///< ½h |u' − u|/D at the worst: what a step may have wrong of a film's distance, relative to it
  };
  void solve(const LawTable& laws, const World<D>& world, const Motion& motion, double smallest_radius,
             double tolerance, std::int64_t max_iterations);
  [[nodiscard]] const Outcome& outcome() const { return outcome_; }

  /// Contacts of the step that solve() was for: which film each has, and the film's thickness where its potential is 0, `from`.
  void match(const Contacts<D>& contacts, const std::vector<FilmThreshold>& thresholds, std::vector<double>& from);
  /// Whether the film of contact k gives the pull of its potential, and resists from there on.
  [[nodiscard]] bool has_let_go(std::size_t k) const {
    return !release_.empty() && film_of_[k] >= 0 && release_[static_cast<std::size_t>(film_of_[k])] > 0.0;
  }
  /// Contacts that let go within the step and open by a good part of their threshold in the rest of it: their films are to be solved
  /// with them. Whether there are any.
  bool let_go(const Contacts<D>& contacts, const std::vector<FilmThreshold>& thresholds,
              const std::vector<ContactSet>& sets, const std::vector<Vec<D>>& velocity,
              const std::vector<Spin<D>>& spin, double h);
  /// Contacts take over from films that ended in the step; before potentials are updated by what contacts gave.
  void hand_over(Contacts<D>& contacts, const std::vector<FilmThreshold>& thresholds);

  /// The step is done: distances are carried on.
  void keep(const Contacts<D>& contacts);

  /// What the next step starts from: read() changes nothing, restore() then puts it in place.
  void save(const World<D>& world, State& state) const;
  [[nodiscard]] typename ContactGraph<D>::Kept read(State& state, const World<D>& world) const;
  void restore(const World<D>& world, typename ContactGraph<D>::Kept kept);

  /// ln D of film c of the graph, and what pushed its second body in the step.
  [[nodiscard]] double log_distance(std::size_t c) const {
    const double thinned = c < thinned_.size() ? thinned_[c] : 0.0;
    return graph.contacts.potential[c] + thinned + std::log(c < reach_.size() ? reach_[c] : range_);
  }
  [[nodiscard]] Vec<D> impulse(std::size_t c) const {
    return graph.contacts.impulse[c] * graph.contacts.normal[c] + graph.contacts.friction[c];
  }

  /// What films did to obstacles, mean over the step; about their positions.
  void add_to_obstacles(const World<D>& world, double h, std::vector<Vec<D>>& force,
                        std::vector<Spin<D>>& torque) const;

  /// Films, and contacts of the same step, as one list: impulses are the sums of both.
  [[nodiscard]] Contacts<D> joined(const Contacts<D>& touching, std::vector<double>& log_distance) const;

  /// `potential` is ln(D/d_0) ≤ 0, and 0 of a film that is new; while a contact holds, where it took over.
  ContactGraph<D> graph;

 private:
  void pose(const LawTable& laws, const World<D>& world, const Motion& motion, double smallest_radius);
  void list_flat_contacts();
  void share_resistances();
  void limit_thinning();
  void predict(const Motion& motion);
  void find_held(const Contacts<D>& contacts);
  void pull_released();
  bool holds_after_all();

  template <class Act>
  void for_flat_contacts(Act&& act) const {
    for (std::size_t k = 0; k + 1 < flat_.size(); ++k) {
      act(std::span(point_).subspan(flat_[k], flat_[k + 1] - flat_[k]));
    }
  }

  double range_ = 0.0;
  std::vector<FilmBetween> between_;   // per contact of the graph
  std::vector<double> reach_;          // d_0 of each
  std::vector<std::int32_t> point_;    // contacts that are points of flat ones, one flat contact after the other
  std::vector<std::size_t> flat_;      // where each begins there, and the end
  std::vector<std::uint8_t> taken_;    // whether a contact is in one
  std::vector<double> share_;          // of the resistance, among its points; empty where contacts are not detailed
  std::vector<double> thinnest_;       // potential among them
  std::vector<double> whole_;          // μ_c of the whole flat contact
  std::vector<double> held_;           // lowest γ of the contacts between the same two
  std::vector<double> own_;            // γ of the contact that is the film's own
  std::vector<double> release_;        // how fast that opens when it has let go in the step, or 0; empty where none has
  std::vector<Vec<D>> pull_;           // and what it pulls with, per film that resists
  std::vector<double> thinned_;        // ln D beyond the potential, by the contact
  std::vector<std::int64_t> film_of_;  // per contact, or −1
  std::vector<double> changed_;        // potential after the step
  std::vector<std::int32_t> index_;    // contact of each film that resists
  std::vector<Vec<D>> last_;           // last step's impulses
  std::vector<double> before_;         // u of each before the step
  std::vector<double> resolved_;       // the distance that the step is to resolve it by
  FilmSystem<D> system_;
  Outcome outcome_;
};

}  // namespace gluey
