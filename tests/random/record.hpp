#pragma once
// What is known of one step, put down by whoever watches it: the state before and after, the free motion, the contacts with what they
// carried and what they transmitted. Checks take nothing else, so that a test can disturb it and see them notice.

#include "law/law.hpp"
#include "proximity/contacts.hpp"
#include "random/convex.hpp"
#include "world/world.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace gluey::test {

template <int D>
struct State {
  std::vector<Vec<D>> position, velocity;
  std::vector<Rotation<D>> orientation;
  std::vector<Spin<D>> spin;
};

/// Which forces act beside contacts.
struct Acting {
  bool outside = false;  ///< anything that is no force between bodies
  bool films = false;
  bool drag = false;  ///< implicit: impulses act on more than the bodies' own inertia
};

template <int D>
struct StepRecord {
  std::int64_t number = 0;
  double time = 0.0, h = 0.0;  ///< when it began, and its length
  double last_h = 0.0;         ///< that of the step before
  double last_open = 0.0;      ///< gaps that the step before may have left where bodies touch
  double tolerance = 0.0;      ///< of the residual, a velocity
  double closed_gap = 0.0;     ///< gaps that solves leave where bodies touch
  bool solved = true;
  bool exact = true;       ///< no distance was a fallback
  bool tunnelled = false;  ///< the step says that something may have passed
  bool missed = false;     ///< the step says that it is less accurate than was asked for
  double told_overlap = 0.0, told_kinetic = 0.0, told_turning = 0.0, told_residual = 0.0;
  double told_recovered = 0.0, told_recovery_work = 0.0, told_kept = 1.0;
  Acting acting;

  const World<D>* world = nullptr;  ///< masses, shapes, materials; positions are those below
  const LawTable* laws = nullptr;
  /// Of shapes and of obstacles, in their frames.
  const std::vector<std::vector<Convex<D>>>*shapes = nullptr, *obstacles = nullptr;
  State<D> before, after;
  std::vector<Vec<D>> free_velocity;          ///< U
  std::vector<Rotation<D>> free_orientation;  ///< turned freely for the step
  std::vector<Spin<D>> free_spin;             ///< … and the spin then
  std::vector<Spin<D>> solved_spin;           ///< the spin that contacts leave, with the inertia of free_orientation
  std::vector<Spin<D>> unforced_spin;         ///< free_spin without what forces add
  std::vector<Vec<D>> way_velocity;           ///< by which bodies moved: not what they keep, where some overlapped
  std::vector<Spin<D>> way_spin;
  std::vector<Vec<D>> inverse_mass;  ///< what impulses act on
  std::vector<Spin<D>> inverse_inertia;
  std::vector<Pose<D>> obstacle_before, obstacle_after;
  Contacts<D> contacts;         ///< potentials are those after the step
  std::vector<double> carried;  ///< … and these those before

  [[nodiscard]] std::size_t bodies() const { return before.position.size(); }
  [[nodiscard]] Image<D> image(std::size_t c) const { return contacts.detailed ? contacts.image[c] : Image<D>{}; }
  [[nodiscard]] double outer(std::size_t i) const { return world->bodies.radius[i]; }
  [[nodiscard]] bool is_ball(std::size_t i) const { return world->bodies.shape[i] == Bodies<D>::sphere; }
};

/// The law between body i and j, or obstacle j − N.
template <int D>
const LawOptions& law_between(const StepRecord<D>& record, std::size_t i, std::size_t j) {
  const World<D>& world = *record.world;
  const std::size_t n = record.bodies();
  return record.laws->between(
      static_cast<std::size_t>(world.bodies.material[i]),
      static_cast<std::size_t>(j < n ? world.bodies.material[j] : world.obstacles[j - n].material));
}

/// Where a contact acts and how its two surfaces move, by the definitions of docs/theory.md.
template <int D>
struct ContactMotion {
  Vec<D> arm_first = Vec<D>::Zero(), arm_second = Vec<D>::Zero();
  Vec<D> surface = Vec<D>::Zero();         ///< of an obstacle, mean over the step; of an image its drift
  Spin<D> surface_spin = Spin<D>::Zero();  ///< of an obstacle
  Vec<D> relative = Vec<D>::Zero();        ///< of the bodies alone, after the solve
  Vec<D> way = Vec<D>::Zero();             ///< of the bodies alone, as they moved
  Vec<D> before = Vec<D>::Zero();          ///< of the surfaces, before the step
  Vec<D> free = Vec<D>::Zero();            ///< of the bodies alone, with the free motion
  Spin<D> rolling = Spin<D>::Zero();       ///< relative spin of the bodies alone, after the solve
  Eigen::Matrix<double, D, D> block = Eigen::Matrix<double, D, D>::Zero();  ///< W_cc
};
template <int D>
ContactMotion<D> motion_of(const StepRecord<D>& record, std::size_t c);

/// How deep the two surfaces were in each other when the step began: what an obstacle moves within the step is not among it.
template <int D>
double overlap_of(const StepRecord<D>& record, std::size_t c);
/// The gap that the law asks for: overlaps are taken back by moving bodies, and velocities know nothing of them; bounces ask for a velocity; glue
/// draws no wider gap together than has opened. An obstacle's motion is in it.
template <int D>
double asked_gap(const StepRecord<D>& record, std::size_t c);

/// For each body the one that stands for its island: contacts joined through bodies.
template <int D>
std::vector<std::size_t> islands_of(const StepRecord<D>& record);
/// How far a point of the body moved beyond what its velocities do, to take an overlap back; and how far it may.
template <int D>
double moved_apart(const StepRecord<D>& record, std::size_t i);
template <int D>
double longest_recovery(const StepRecord<D>& record);

struct Violation {
  std::string check;
  std::int64_t step = 0;
  std::string text;
  double figure = 0.0;  ///< by how much, in what is allowed
};
using Violations = std::vector<Violation>;

/// One function a family; each adds what it finds.
template <int D>
void check_gaps(const StepRecord<D>& record, Violations& found);
template <int D>
void check_overlap(const StepRecord<D>& record, Violations& found);
template <int D>
void check_momentum(const StepRecord<D>& record, Violations& found);
template <int D>
void check_energy(const StepRecord<D>& record, Violations& found);
template <int D>
void check_safe(const StepRecord<D>& record, Violations& found);
template <int D>
void check_law(const StepRecord<D>& record, Violations& found);

}  // namespace gluey::test
