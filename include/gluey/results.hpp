#pragma once
// Result files (HDF5, interface.md), read back. The data are flat row-major arrays without the engine's types.
// d = dimension, N bodies, K obstacles, C contacts of the frame. An orientation is an angle in 2D (o = 1), a quaternion
// w,x,y,z in 3D (o = 4); an angular velocity has w = 1 or 3 components.

#include <gluey/export.hpp>

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace gluey {

/// Written once a run: /bodies, /obstacles and the file's attributes.
struct Constants {
  int dimension = 2;
  std::string scene;  // the resolved TOML
  struct Bodies {
    std::vector<std::string> name, label, shape_kind, material;
    std::vector<double> radius, mass;
    std::vector<double> inertia;  // [N] in 2D, [N,3] in 3D: about the axes of the body's frame
    /// The shape in full in the body's frame, as JSON (format: docs/results.md), an empty text for a sphere; none where all bodies
    /// are spheres. The radius is that of a ball about the position that holds the body.
    std::vector<std::string> shape;
  } bodies;
  struct Obstacles {
    std::vector<std::string> name, label, shape_kind, material;
    std::vector<std::string> shape;  // the shape in full, as JSON, for viewers
  } obstacles;
  /// Where a direction is periodic, else empty: [d] each.
  struct Domain {
    std::vector<double> lower, upper;
    std::vector<std::uint8_t> periodic;
    double shear_rate = 0.0;
  } domain;
  bool comings_and_goings = false;   ///< whether bodies come or go: frames say who is present
  std::vector<std::string> outlets;  ///< their names
  bool films = false;                ///< whether films of fluid resist: contacts are all that are in their range
};

/// One row of /frames.
struct Frame {
  double time = 0.0;
  std::int64_t step = 0;
  double step_length = 0.0;  ///< h of the step that led here, over which an impulse is a force; 0 in a first frame
  /// The deepest overlap here, as the history has it, which knows of places that are no contacts: within a wheel. Not a number where nobody told.
  double overlap = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> position, orientation, velocity, angular_velocity;  // [N,d] [N,o] [N,d] [N,w]
  std::vector<std::int32_t> image;    // [N,d] in a periodic domain: bodies have come to position + image × period
  std::vector<std::uint8_t> present;  // [N] where bodies come or go: 1 for those that are here; else empty, all are
  std::vector<double> obstacle_position, obstacle_orientation;  // [K,d] [K,o]
  std::vector<std::int32_t> contact_pair;                       // [C,2], index ≥ N: obstacle
  std::vector<std::int64_t> contact_feature;                    // [C]
  /// [C,d] in a periodic domain: the first touches the second's image that stands at its position + contact_image × period.
  std::vector<std::int32_t> contact_image;
  std::vector<double> contact_normal, contact_point;  // [C,d]
  std::vector<double> contact_distance;               // [C]
  std::vector<double> contact_impulse;                // [C,d]
  std::vector<double> contact_gamma;                  // [C]
  std::vector<double> contact_log_distance;           // [C] where films resist: ln D, D being what they carry
};

/// Which arrays of frames to read, besides time, step and its length. The others stay empty, and their part of the file is not touched.
struct FrameArrays {
  bool places = false;           ///< position, image, present
  bool orientations = false;     ///< orientation
  bool motion = false;           ///< velocity, angular_velocity
  bool obstacles = false;        ///< obstacle_position, obstacle_orientation
  bool contacts = false;         ///< contact_pair, _image, _distance, _impulse, _gamma
  bool contact_points = false;   ///< contact_point
  bool contact_details = false;  ///< contact_feature, _normal, _log_distance
};
inline constexpr FrameArrays all_arrays = {true, true, true, true, true, true, true};

/// A frame with the bodies that are present alone, and the constants that go with it.
struct PresentBodies {
  Constants constants;
  Frame frame;
  std::vector<std::size_t> number;  ///< of each of them in the result
};
GLUEY_API PresentBodies present_bodies(const Constants& constants, const Frame& frame);

/// One row of /history.
struct HistoryRow {
  std::int64_t step = 0;
  double time = 0.0;
  std::int64_t contacts = 0;
  std::int64_t iterations = 0;
  double residual = 0.0;  // the largest of all contacts, a velocity
  bool converged = true;  // to the residual at which steps are solved
  double overlap = 0.0;   // largest, in length
  double complementarity = 0.0;
  double kinetic_energy = 0.0, potential_energy = 0.0;
  double wall_seconds = 0.0;
  std::vector<double> obstacle_force;   // [K,d], mean over the step, on the obstacle
  std::vector<double> obstacle_torque;  // [K,w], about the obstacle's position
  // By the contacts that press or are glued (stats.hpp). Files of earlier versions do not know: −1, not a number, empty.
  std::int64_t clusters = -1, largest_cluster = -1;
  double coordination = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> stress;  // [d,d], of all bodies over `volume`
  double volume = std::numeric_limits<double>::quiet_NaN();
  // How accurate the step is (docs/solvers/accuracy.md); files of earlier versions do not know.
  double reference = std::numeric_limits<double>::quiet_NaN();        // the velocity that it has to stop
  double residual_median = std::numeric_limits<double>::quiet_NaN();  // of contacts that act
  double residual_95 = std::numeric_limits<double>::quiet_NaN();      // 95 % of these are below
  bool missed = false;                                                // the accuracy that was asked for
  double kept = 1.0;  // the smallest share of its impulses that an island kept, so that contacts give no energy
  double recovery_work = 0.0;  // against the forces, as overlapping bodies were moved apart
  // Where bodies come or go: how many are here, and how many each outlet has taken so far.
  std::int64_t present = -1;
  std::vector<std::int64_t> taken;
  // Where films resist: how many, the iterations for their velocities, and what became of the step's energy: what the fluid
  // took, what the time step did, what keeping bodies apart did.
  std::int64_t films = -1, film_iterations = -1;
  std::vector<double> dissipation;
};

/// A result file, finished, running or killed. Throws Error where it cannot be read.
class GLUEY_API Results {
 public:
  explicit Results(const std::string& file);
  ~Results();
  Results(Results&&) noexcept;
  Results& operator=(Results&&) noexcept;

  [[nodiscard]] const Constants& constants() const;
  [[nodiscard]] std::int64_t frames() const;
  [[nodiscard]] const std::vector<double>& times() const;        // [F]
  [[nodiscard]] const std::vector<std::int64_t>& steps() const;  // [F]
  /// Frame k; negative k counts from the end.
  [[nodiscard]] Frame frame(std::int64_t k) const;
  /// All frames' numbers, or every so many-th one's.
  [[nodiscard]] std::vector<std::int64_t> numbers(std::int64_t every = 1) const;
  /// What remains to be done about a frame in its turn; may be empty.
  using InTurn = std::function<void()>;
  /// Calls work(k, frame) for each of these frames, the k-th of the numbers, in several threads at a time and in any order; and what the
  /// calls return one after another in the order of the numbers, in the thread that called this. The way to go through many frames: the file
  /// is read in large pieces that are unpacked once, by all threads. In memory are about 50 MB at most, or a few times one frame if that is
  /// more, and what the calls return for as many frames. Numbers are those of `frame`.
  void for_each_frame(const std::vector<std::int64_t>& numbers, const FrameArrays& arrays,
                      const std::function<InTurn(std::size_t, const Frame&)>& work) const;
  [[nodiscard]] std::vector<HistoryRow> history() const;
  [[nodiscard]] std::string program_version() const;
  [[nodiscard]] int format_version() const;
  /// Whether the run came to its end (its data are then in one plain file).
  [[nodiscard]] bool complete() const;
  /// Whether frames hold their contacts (output.contacts); without them there are none to count.
  [[nodiscard]] bool has_contacts() const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

/// Whether a run writes this result at this moment; it may have been killed otherwise. True, too, where the file system has no
/// locks to ask.
GLUEY_API bool is_being_written(const std::string& file);

/// Writes the frames for other programs: "vtk" (a .pvd, and one .vtp a frame in a folder), "xdmf", "csv", "lammps" (dump text, for
/// OVITO). Returns the files written. `numbers` are those of the frames; none: all.
GLUEY_API std::vector<std::string> export_results(const Results& results, const std::string& file,
                                                  const std::string& format, const std::string& output,
                                                  const std::vector<std::int64_t>& numbers = {});

}  // namespace gluey
