#pragma once
// One time step (Lefebvre algorithm 3.3 in impulses, models.md):
//
//   move obstacles ▸ free velocity ▸ find contacts ▸ pose the step problem ▸ solve ▸ settle velocities ▸ advance
//
// where films of fluid resist (film/films.hpp) they slow the free velocity; with bodies poured before and drained after, where there are inlets and outlets (gates.cpp).
//
// The free velocity comes before the contacts because it tells how far each body can get: the range within which contacts
// are sought follows from it, body by body. Should a body be pushed further than its range by the solve, and into
// something that was not looked at, contacts are sought again with what was learnt and the problem is solved again.
//
// The solve gives the velocities by which bodies move. Those that they keep differ where bodies overlapped, or where impulses would have given energy
// (safe.cpp).

#include "core/counting_sort.hpp"
#include "film/films.hpp"
#include "force/forces.hpp"
#include "law/law.hpp"
#include "proximity/contact_graph.hpp"
#include "solver/result.hpp"
#include "step/energy_guard.hpp"
#include "step/own_law.hpp"
#include "step/settings.hpp"
#include "step/stage_clock.hpp"
#include "step/surfaces.hpp"
#include "world/free_rotation.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace gluey {

template <int D>
class Problem;
template <int D>
class RigidProblem;
template <int D>
struct StepProblem;
struct Quality;

/// What a step did.
template <int D>
struct StepOutcome {
  double length = 0.0;     ///< h
  double reference = 0.0;  ///< the velocity that the step has to stop (accuracy.hpp)
  double tolerance = 0.0;  ///< on the residual, a velocity
  solver::Result solve;
  bool missed = false;  ///< the accuracy asked for
  std::size_t contacts = 0;
  int searches = 0;          ///< searches for contacts
  std::int64_t inexact = 0;  ///< distances between shapes that are fallbacks
  int halvings = 0;
  std::int64_t tunnelling = 0;  ///< bodies that moved beyond their range, obstacles that moved beyond a radius
  double overlap = 0.0;         ///< the deepest of all pairs, where the step has left them
  double recovered = 0.0;       ///< the deepest overlap that the step began with and took back
  double recovery_work = 0.0;   ///< against the forces, as overlapping bodies were moved apart
  double kept = 1.0;  ///< the smallest share of its impulses that an island kept, so that contacts give no energy
  double kinetic_energy = 0.0, potential_energy = 0.0;
  /// What the turning of bodies with unequal moments of inertia did to the kinetic energy: their angular momentum is kept, so that an impulse
  /// that turns them on within the step changes it, by O(h) of the impulse's own part.
  double turning = 0.0;
  std::vector<Vec<D>> obstacle_force;    ///< mean over the step, on each obstacle
  std::vector<Spin<D>> obstacle_torque;  ///< about the obstacle's position

  /// Where films resist: what they did, and where the energy of the step went. With V of before the step, V' that films leave,
  /// V'' that contacts leave, h V° by which bodies move, and forces F (torques with them, drag at V'' where it is implicit),
  ///     K'' − K = h F·V° + driven − viscous − numerical − projection.
  std::size_t films = 0;
  std::int64_t film_iterations = 0;
  double driven = 0.0;   ///< −Σ p·s, the work of walls that move and of images that drift, whose surfaces move by s
  double viscous = 0.0;  ///< Σ κ u²
  double numerical = 0.0;   ///< ½‖V' − V‖² − turning
  double projection = 0.0;  ///< ½‖V'' − V'‖² − Σ p·u'' + h F·(V° − V'), u'' that of the surfaces
};

template <int D>
class Stepper {
 public:
  Stepper(World<D> world, Forces<D> forces, LawTable laws, StepSettings settings);
  Stepper(Stepper&& other) noexcept;
  Stepper& operator=(Stepper&& other) noexcept;
  ~Stepper();

  /// One step, not beyond `limit` (the end of the run). Throws Error on a non-finite state.
  const StepOutcome<D>& step(double limit);

  /// Moves overlapping bodies apart, as little as possible, velocities and potentials untouched. Returns the overlap left.
  double resolve_overlaps();
  /// Deepest overlap at the present positions, and the pair that has it.
  struct Overlap {
    double depth = 0.0;
    std::int32_t first = -1, second = -1;
  };
  Overlap deepest_overlap();

  /// All that the next step starts from, in groups of whoever it belongs to (state.cpp).
  void save(State& state) const;
  /// Goes on from what save() gave in the same scene. Throws Error where it is something else, and is then as it was.
  void restore(State& state);

  World<D> world;
  ContactGraph<D> graph;
  Films<D> films;
  OwnLaw<D> own_law;
  /// The velocities by which bodies moved in the last step: not their own where they were moved apart, too.
  [[nodiscard]] const std::vector<Vec<D>>& moved_by() const { return way_velocity_; }
  [[nodiscard]] const std::vector<Spin<D>>& turned_by() const { return way_spin_; }
  /// How deep the two of each contact were in each other when the last step began; no more than 0 where they were not. Not measured with films.
  [[nodiscard]] const std::vector<double>& begun_overlaps() const { return begun_overlap_; }
  double last_length = 0.0;     ///< h of the last step; the warm start is scaled by it
  double planned_length = 0.0;  ///< adaptive: h of the next step, unless it may not be as long; 0: none yet

  [[nodiscard]] const Forces<D>& forces() const { return forces_; }
  [[nodiscard]] Forces<D>& forces() { return forces_; }
  [[nodiscard]] const StepSettings& settings() const { return settings_; }
  [[nodiscard]] const LawTable& laws() const { return laws_; }
  [[nodiscard]] bool rubs() const { return rubs_; }
  /// Of the last step; which of the two depends on whether contacts turn bodies.
  [[nodiscard]] bool turns() const { return turns_; }
  [[nodiscard]] const Problem<D>& problem() const;
  [[nodiscard]] const RigidProblem<D>& rigid_problem() const;
  [[nodiscard]] double smallest_radius() const { return smallest_radius_; }

  /// Time spent in each stage so far.
  static constexpr std::array<std::string_view, 6> stage_names = {"move obstacles", "free velocity", "find contacts",
                                                                  "pose problem",   "solve",         "advance"};
  using Stages = std::array<StageTime, stage_names.size()>;
  Stages stages = {};

  /// Pose rigid_problem() in every step, also where nothing rubs and it is not what is solved.
  bool pose_in_full = false;

  /// Bodies or obstacles were changed from outside: nothing found earlier holds.
  void invalidate() {
    candidates_.invalidate();
    touching_.forget();
    graph.invalidate();
    forces_.pairs.graph.invalidate();
    films.graph.invalidate();
  }

 private:
  [[nodiscard]] double choose_length(double limit);
  /// What impulses of the step act on.
  [[nodiscard]] Mobility<D> mobility() const { return free_.mobility(world.bodies); }
  [[nodiscard]] double obstacle_step() const;
  [[nodiscard]] double drag_step() const;
  [[nodiscard]] double displacement_share(double h) const;
  [[nodiscard]] double step_error(double h) const;
  double adapt(double h);
  [[nodiscard]] double speed(std::size_t i, const Vec<D>& velocity, const Spin<D>& spin) const;
  [[nodiscard]] double reach_speed(std::size_t i, const Vec<D>& velocity, const Spin<D>& spin) const;
  void pour();
  void pour_back();
  void drain();
  [[nodiscard]] double find_step(double limit);
  void go_back();
  void try_step(double h);
  void move_freely(double h);
  void choose_tolerance(double h);
  void find_pair_forces();
  void solve_films(double h);
  [[nodiscard]] double threshold_length() const;
  void reach_thresholds();
  void pose_thresholds();
  void hold_at_thresholds(std::vector<double>& gap, double h);
  void leave_to_films(double h);
  /// Σ p·u'' and −Σ p·s of the contacts.
  struct ContactWork {
    double slipped = 0.0, driven = 0.0;
    void add(const ContactWork& other) {
      slipped += other.slipped;
      driven += other.driven;
    }
  };
  [[nodiscard]] ContactWork contact_work();
  void measure_films();
  void choose_ranges(double h);
  [[nodiscard]] double obstacle_travel(const Obstacle<D>& obstacle) const;
  void update_lists();
  void find_contacts(double h);
  void pose(double h);
  void pose_gaps(double h);
  void measure_begun_overlaps(double h);
  void move_apart(std::vector<double>& gap, double h);
  void change_gaps(double sign);
  void draw_together(std::vector<double>& gap, double h);
  void solve(double h);
  void load_impulse(std::size_t c, double share);
  solver::Result iterate(std::vector<double>& impulse, const solver::Settings& settings);
  [[nodiscard]] solver::Settings solver_settings(double h, double share = 1.0) const;
  void read_impulses(bool first);
  void push(const std::vector<double>& impulse, std::vector<Vec<D>>& velocity, std::vector<Spin<D>>& spin);
  [[nodiscard]] Quality quality() const;
  bool relax(double h);
  bool settle_velocities(double h);
  void look_at_energy(double h);
  void go_on(bool apart, double h);
  void keep_energy();
  bool limit_recovery(double h);
  void share_impulses();
  bool outran(double h, const std::vector<Vec<D>>& velocity, const std::vector<Spin<D>>& spin);
  bool look_ahead_of_shapes(double h, const std::vector<Vec<D>>& velocity, const std::vector<Spin<D>>& spin);
  void advance(double h);
  void measure(double h);

  Forces<D> forces_;
  LawTable laws_;
  StepSettings settings_;
  bool rubs_, bounces_, glues_;
  bool turns_;  // friction turns bodies, and so does every impulse beside the centre of a body that is no sphere
  double smallest_radius_ = 0.0;

  // What a step that is given up goes back to.
  struct Poured {
    std::size_t body;
    Vec<D> position;
    Rotation<D> orientation;
  };
  std::vector<Poured> poured_;
  std::vector<Pose<D>> poses_;        // of obstacles
  std::vector<Pose<D>> begun_poses_;  // likewise, as their motions give them at the time at which the step begins
  Candidates<D> candidates_;
  Ranges ranges_;       // of contacts
  Ranges looked_at_;    // those that were shorter than bodies moved
  Ranges list_ranges_;  // of the lists: pair forces may reach further
  std::vector<double> travel_;
  FreeMotion<D> free_;
  std::vector<Vec<D>> new_velocity_;
  std::vector<FreeRotation<D>> free_rotation_;
  std::vector<Spin<D>> new_spin_;
  std::vector<ContactSet> sets_;
  Surfaces<D> surfaces_;
  std::vector<double> gap_;  // that the step problem is posed with
  EnergyGuard<D> guard_;
  std::vector<Spin<D>> begun_spin_;
  std::vector<double> begun_overlap_;             // of each contact
  std::vector<std::uint8_t> asked_;               // bodies whose overlap with obstacles is measured
  std::vector<double> overlapping_, gap_change_;  // how much less than the gaps asked of velocities the gaps are
  std::vector<Vec<D>> way_velocity_;              // by which bodies move
  std::vector<Spin<D>> way_spin_;
  Touching<D> touching_;  // room to measure in
  std::vector<Vec<D>> there_;
  std::vector<Rotation<D>> turned_there_;

  // Films.
  Ranges film_ranges_;
  Surfaces<D> film_surfaces_;
  std::vector<Spin<D>> unresisted_;      // angular velocities, as bodies turned by them
  std::vector<Vec<D>> forced_, slowed_;  // U and V'
  std::vector<Spin<D>> slowed_spin_;
  std::vector<FilmThreshold> thresholds_;
  std::vector<std::uint8_t> pressed_;   // contacts, in the step before
  std::vector<double> full_thickness_;  // of a contact's film where its potential is 0

  std::unique_ptr<StepProblem<D>> problem_;
  SortedItems by_obstacle_;  // contacts, to sum up what obstacles feel
  StepOutcome<D> outcome_;
};

}  // namespace gluey
