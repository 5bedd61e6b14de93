#pragma once
// What is known of one step, put down by whoever watches it: the state before and after, the free motion, the contacts with what they
// carried and what they transmitted. Checks take nothing else, so that a test can disturb it and see them notice.

#include "law/law.hpp"
#include "proximity/contacts.hpp"
#include "random/convex.hpp"
#include "world/world.hpp"

#include <array>
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

/// What films of fluid did in a step, and what it tells of where the energy went.
template <int D>
struct FilmRecord {
  Contacts<D> list;                    ///< the films; impulses with friction, potentials ln(D/d_0) after the step
  std::vector<double> log_before;      ///< ln(D/d_0) when the step began
  std::vector<double> log_after;       ///< ln(D/d_0) after it, and where a contact holds beyond that what it stores
  std::vector<Vec<D>> last;            ///< the impulse that the step before left it with, where that is …
  std::vector<bool> known;             ///< … known for certain: points of flat contacts share theirs out
  std::vector<double> last_thickness;  ///< ln(D/d_0) that it left, likewise; 0 of a film that is new
  std::vector<bool> let_go;            ///< per contact: its film has its pull, and resists from where it held
  std::vector<Vec<D>> slowed;          ///< V', that films leave
  std::vector<Spin<D>> slowed_spin;    ///< … with the inertia of free_orientation
  double told_viscous = 0.0, told_driven = 0.0, told_numerical = 0.0, told_projection = 0.0;
  double told_residual = 0.0;  ///< of the momenta, relative to those of the free motion
  double threshold_h = 0.0;    ///< the step that thresholds are for
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
  std::vector<double>
      begun;  ///< how deep the two were in each other when the step began, as the step has it; none with films
  std::vector<double> pressed;  ///< normal impulses that contacts began with
  FilmRecord<D> films;

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

/// 1/r of the two surfaces of a contact or a film.
template <int D>
std::array<double, 2> curvatures_of(const StepRecord<D>& record, const Contacts<D>& list, std::size_t c);

/// What the film between the two of a contact ends in (docs/laws/lubricated.md): at `distance` a gluey contact takes over, or asperities touch, or
/// nothing does and bodies are kept so far apart. Films that are new are no thinner than `thinnest`.
struct FilmsEnd {
  bool glues = false, touches = false;
  double distance = 0.0, thinnest = 0.0;
};
template <int D>
FilmsEnd end_of_film(const StepRecord<D>& record, const Contacts<D>& list, std::size_t c);
/// The film of a contact, between the same two and at the same point; or as many as there are.
template <int D>
std::size_t film_of(const StepRecord<D>& record, std::size_t c);

/// μ_c and μ⊥ of a film by itself, and what part of it the points of a flat contact leave it: each of them by its 1/D.
struct Resistance {
  double along = 0.0, across = 0.0, share = 1.0;
  double least = -1e300;  ///< ln(D/d_0), below which all that pushes the points together could not bring the thinnest
};
template <int D>
Resistance resistance_of_film(const StepRecord<D>& record, std::size_t k);
/// What contact c, which pressed with p, and its film leave: γ, and ln(D/d_0) where one film is all that there is.
struct HandedOver {
  double potential = 0.0, thickness = 0.0;
};
template <int D>
HandedOver handed_over(const StepRecord<D>& record, std::size_t c, double scale, double limit);

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
/// Likewise of a film, with V' in `relative`; it acts midway between the surfaces.
template <int D>
ContactMotion<D> motion_of_film(const StepRecord<D>& record, std::size_t c);

/// How deep the two surfaces are in each other but for what the obstacle moves along the normal within the step. Where it is round, or a corner of it,
/// this is no less than what they were in each other when the step began.
template <int D>
double carried_overlap(const StepRecord<D>& record, std::size_t c);
/// How deep they were in each other when the step began.
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
template <int D>
void check_films(const StepRecord<D>& record, Violations& found);

}  // namespace gluey::test
