#pragma once
// A scene as plain data: what the TOML file says with every default filled in (interface.md). Vectors have `dimension`
// components. The schema (schema.hpp) describes every field once; reading, checking, printing and the page of keys
// derive from it. Nothing here knows about TOML or about the engine.

#include "core/infinity.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace gluey::scene {

using Vector = std::vector<double>;

/// A length that may be drawn at random for each body: fixed (minimum = maximum) or uniform between the two, normal or
/// lognormal (mean and deviation of the length itself, redrawn until within [minimum, maximum] and > 0) or one of a
/// table of values, each as often as its weight says.
struct Length {
  enum class Kind { uniform, normal, lognormal, table };
  Kind kind = Kind::uniform;
  double minimum = 0.0, maximum = 0.0;
  double mean = 0.0, deviation = 0.0;
  std::vector<double> values{}, weights{};
  bool operator==(const Length&) const = default;
};

/// A shape; which fields count depends on `kind` (table in interface.md).
struct Shape {
  std::string kind;
  Length radius;                                       // sphere, capsule, wheel
  Length length;                                       // capsule: between the two centres, along x
  Vector normal;                                       // plane; of length 1
  Vector from, to;                                     // segment
  Vector size;                                         // box
  Vector radii;                                        // ellipsoid, superellipsoid
  Vector exponents;                                    // superellipsoid: one or (3D) two
  Vector lower, upper;                                 // box-walls
  std::vector<Vector> points;                          // chain, polygon, polyhedron
  std::string file;                                    // polyhedron, mesh: instead of points
  std::vector<std::array<std::int32_t, 3>> triangles;  // mesh: corners, once the file is read
  int paddles = 0;                                     // wheel
  double thickness = 0.0, hub = 0.0;
  std::vector<Shape> parts;                      // compound
  Length scale{.minimum = 1.0, .maximum = 1.0};  // on all its lengths; not of a sphere
  // Placement of a part within a compound.
  Vector position;
  Vector orientation;  // {angle} in 2D, {w,x,y,z} of length 1 in 3D
  bool operator==(const Shape&) const = default;
};

struct Time {
  bool automatic = false;  // step = "auto" or "adaptive"
  bool adaptive = false;   // step = "adaptive"
  double step = 0.0;
  double end = infinity;  // one of end and steps is given
  std::int64_t steps = -1;
  double displacement = 0.1;  // automatic: largest displacement in a step, in radii of the body
  double tolerance = 1e-3;    // adaptive: on the error of a step
  double step_min = 0.0, step_max = infinity;
  bool operator==(const Time&) const = default;
};

/// The box that repeats itself along the directions that are periodic. Under shear the upper image moves along x by
/// shear_rate · (height) relative to the lower one, y being the direction of the gradient.
struct Domain {
  Vector lower, upper;
  std::vector<bool> periodic;
  double shear_rate = 0.0;
  bool operator==(const Domain&) const = default;
};

/// A force per unit mass, piecewise constant: values[k] from times[k] until times[k+1].
struct ForceTable {
  std::vector<double> times;
  std::vector<Vector> values;
  bool operator==(const ForceTable&) const = default;
};

/// A prescribed flow; which fields count depends on `kind`.
struct Flow {
  std::string kind;
  Vector velocity;                        // uniform
  double rate = 0.0;                      // shear, oscillating-shear
  double omega = 0.0;                     // oscillating-shear, vortex
  double speed = 0.0;                     // poiseuille, pipe, taylor-green
  double lower = 0.0, upper = 0.0;        // poiseuille: where the walls are
  double radius = 0.0;                    // pipe
  double length = 0.0;                    // taylor-green
  double core = infinity;                 // vortex
  Vector center;                          // all but uniform, poiseuille and grid
  Vector axis;                            // vortex in 3D; of length 1
  std::string along = "x", across = "y";  // shear, oscillating-shear, poiseuille; along: pipe
  std::string file;                       // grid
  bool operator==(const Flow&) const = default;
};

struct Drag {
  std::optional<double> tau, viscosity;  // one of the two
  enum class Scheme { explicitly, implicitly };
  Scheme scheme = Scheme::explicitly;
  bool rotation = true;
  bool operator==(const Drag&) const = default;
};

struct Noise {
  double sigma = 0.0;
  bool operator==(const Noise&) const = default;
};

struct Buoyancy {
  double density = 0.0;
  bool operator==(const Buoyancy&) const = default;
};

struct Field {
  std::string kind = "harmonic";  // harmonic | central
  Vector center;
  double stiffness = 0.0;                             // harmonic
  double strength = 0.0, exponent = 2.0, core = 0.0;  // central
  bool per_mass = false;
  bool operator==(const Field&) const = default;
};

struct Aggregation {
  double kappa = 0.0, epsilon = 0.0;
  bool walls = false;
  bool operator==(const Aggregation&) const = default;
};

struct Capillary {
  double tension = 0.0, angle = 0.0, volume = 0.0;
  bool walls = true;
  bool operator==(const Capillary&) const = default;
};

struct Repulsion {
  double stiffness = 0.0, range = 0.0;
  bool walls = false;
  bool operator==(const Repulsion&) const = default;
};

/// Everyone walks the shortest way to an exit, or as a field has it.
struct Crowd {
  Length speed;
  std::string file;                // a grid of directions; empty: the shortest way to an exit
  std::vector<std::string> exits;  // names of outlets; empty: all
  bool automatic_cell = true;      // cell = "auto"
  double cell = 0.0;
  bool operator==(const Crowd&) const = default;
};

struct Environment {
  Vector gravity;
  Vector body_force;
  std::optional<ForceTable> force;
  std::optional<Flow> flow;
  std::optional<Drag> drag;
  std::optional<Noise> noise;
  std::optional<Buoyancy> buoyancy;
  std::vector<Field> field;
  std::optional<Aggregation> aggregation;
  std::optional<Capillary> capillary;
  std::optional<Repulsion> repulsion;
  std::optional<Crowd> crowd;
  bool operator==(const Environment&) const = default;
};

/// The film of the laws lubrication and lubricated; D is the distance of the surfaces.
struct Lubrication {
  std::optional<double> viscosity{}, resistance{};  // one of the two: μ, or μ_c of the normal resistance μ_c/D
  std::optional<double> tangential_resistance{};  // μ⊥ of μ⊥ ln(d_0/D); with `resistance` only, 0 if not given there
  bool tangential = true;                         // whether there is a tangential resistance
  bool automatic_range = true;                    // range = "auto": the mean radius of the bodies
  double range = 0.0;                             // d_0
  double floor = 1e-6;                            // lubrication: smallest distance, in smallest radii
  double threshold_constant = 20.0;               // lubricated: C
  bool operator==(const Lubrication&) const = default;
};

/// The keys of [contact] that may differ between pairs of materials.
struct ContactLaw {
  enum class Law { inelastic, gluey, friction, gluey_friction, lubrication, lubricated };
  enum class Model { coulomb, convex };
  enum class Release { exact, lagged };
  enum class Scaling { unit, radius };
  Law law = Law::inelastic;
  std::optional<double> gamma_min;  // ≤ 0, −infinity for smooth (the default); absent: from viscosity
  std::optional<double> viscosity;  // with the roughness of both bodies; one of the two is set
  double reference_length = 1.0;
  Release release = Release::exact;
  Scaling scaling = Scaling::unit;
  double friction = 0.3;
  Model model = Model::coulomb;
  double rolling = 0.0;  // a length
  double restitution = 0.0;
  double restitution_velocity = 0.0;
  std::optional<Lubrication> lubrication;
  [[nodiscard]] bool rubs() const {
    return law == Law::friction || law == Law::gluey_friction ||
           (law == Law::lubricated && (friction > 0.0 || rolling > 0.0));
  }
  [[nodiscard]] bool glues() const { return law == Law::gluey || law == Law::gluey_friction || law == Law::lubricated; }
  [[nodiscard]] bool lubricates() const { return law == Law::lubrication || law == Law::lubricated; }
  [[nodiscard]] bool bounces() const { return law == Law::inelastic || law == Law::friction; }
  bool operator==(const ContactLaw&) const = default;
};

struct ContactBetween {
  std::array<std::string, 2> materials;
  ContactLaw law;  // the default law with this table's keys laid over it
  bool operator==(const ContactBetween&) const = default;
};

struct Contact {
  ContactLaw law;
  bool automatic_range = true;  // range = "auto"
  double range = 0.0;
  enum class InitialOverlap { error, resolve };
  InitialOverlap initial_overlap = InitialOverlap::error;
  std::vector<ContactBetween> between;
  bool operator==(const Contact&) const = default;
};

/// What [[body]] and [[bodies]] share.
struct BodyOptions {
  Shape shape;
  std::optional<double> mass, density;  // one of the two; mass = 1 if neither
  Vector inertia;                       // one or (3D) three moments; empty: from the shape
  Vector velocity;
  Vector angular_velocity;          // one component in 2D
  Vector force;                     // on this body all the time
  Vector torque;                    // likewise; one component in 2D
  std::vector<std::string> locked;  // "x", "y", "z", "rotation"
  std::string material = "default";
  std::string label;
  double roughness = 0.0;
  bool operator==(const BodyOptions&) const = default;
};

struct Body : BodyOptions {
  std::string name;
  Vector position;
  Vector orientation;  // {angle} or {w,x,y,z}
  bool operator==(const Body&) const = default;
};

struct Region {
  std::string kind = "box";  // box | sphere
  Vector lower, upper;
  Vector center;
  double radius = 0.0;
  bool operator==(const Region&) const = default;
};

struct Bodies : BodyOptions {
  std::string name;
  // A random fill …
  std::int64_t count = 0;
  Region region;
  Vector orientation;  // {angle} or {w,x,y,z}; empty: each body's own, at random
  // … or a file: CSV, or a frame of an earlier result (then shape, mass, density and inertia are the file's).
  std::string file;
  std::int64_t frame = -1;
  bool operator==(const Bodies&) const = default;
};

/// Pours bodies at a rate.
struct Inlet : BodyOptions {
  std::string name;
  std::int64_t count = 0;
  Region region;
  Vector orientation;  // as of Bodies
  double rate = 0.0;
  double begin = 0.0, end = infinity;
  bool operator==(const Inlet&) const = default;
};

/// Takes bodies away.
struct Outlet {
  std::string name;
  Region region;
  bool operator==(const Outlet&) const = default;
};

struct Motion {
  std::string kind = "fixed";  // fixed | rotation | translation | oscillation | table
  Vector center;               // rotation; default: the obstacle's position
  double omega = 0.0;
  Vector axis;       // rotation in 3D; of length 1
  Vector velocity;   // translation
  Vector amplitude;  // oscillation: amplitude · sin(2π frequency t + phase)
  double frequency = 0.0, phase = 0.0;
  std::vector<double> times;         // table, linear in between, held outside
  std::vector<Vector> positions;     // empty: the obstacle's own
  std::vector<Vector> orientations;  // angle or quaternion; empty: the obstacle's own
  bool operator==(const Motion&) const = default;
};

struct Obstacle {
  std::string name;
  Shape shape;
  Vector position;
  Vector orientation;
  Motion motion;
  std::string material = "default";
  std::string label;
  double roughness = 0.0;
  bool operator==(const Obstacle&) const = default;
};

struct Solver {
  std::string method = "auto";  // auto | uzawa | apgd | spg | gauss-seidel | interior-point
  enum class Accuracy { draft, standard, fine, exact };
  Accuracy accuracy = Accuracy::standard;
  std::optional<double>
      tolerance;  // on the step residual, relative to smallest radius / step; absent: that of `accuracy`
  std::int64_t max_iterations = 0;  // absent: those of `accuracy`
  enum class OnFailure { warn, stop, halve_step };
  OnFailure on_failure = OnFailure::warn;
  bool operator==(const Solver&) const = default;
};

struct Output {
  std::string file;                // default: the scene's name with .h5
  std::int64_t every = 1;          // steps; 0 where the interval counts
  std::optional<double> interval;  // or time
  bool contacts = true;
  double checkpoint = 300.0;  // wall seconds between checkpoints; 0: every step
  bool operator==(const Output&) const = default;
};

struct Scene {
  std::string title;
  int dimension = 2;
  std::uint64_t seed = 0;
  Time time;
  Environment environment;
  std::optional<Domain> domain;
  Contact contact;
  std::vector<Body> body;
  std::vector<Bodies> bodies;
  std::vector<Inlet> inlet;
  std::vector<Outlet> outlet;
  std::vector<Obstacle> obstacle;
  Solver solver;
  Output output;
  bool operator==(const Scene&) const = default;
};

}  // namespace gluey::scene
