#pragma once
// Numbers from a result file: energies, contacts, clusters and their sizes, lifetimes, coordination, pair correlation,
// profiles, stress. Bodies that are not present do not count.
//
// d = dimension, N bodies; x_i, m_i, v_i place, mass and velocity of body i; p_c the impulse of contact c on the second of its
// pair, h the step it acted in (Frame::step_length), γ_c its potential. In a periodic domain bodies stand for all their images,
// and what crosses a border comes back at the other side.

#include <gluey/export.hpp>
#include <gluey/results.hpp>

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace gluey {

/// Which contacts join bodies: those that act, p_c ≠ 0 or γ_c < 0; or those whose gap (contact_distance) is at most `within`.
/// A result only has the contacts that were within range of the step.
struct Joining {
  std::optional<double> within = {};
};

/// A box. Empty: along a periodic direction the period, along the others from outermost surface to outermost surface.
struct Region {
  std::vector<double> lower = {}, upper = {};  // [d]
};
GLUEY_API Region frame_region(const Constants& constants, const Frame& frame);

/// One row a frame.
struct FrameStatistics {
  double time = 0.0;
  std::int64_t step = 0;
  double kinetic_energy = 0.0;                        ///< translation and rotation
  std::vector<double> momentum, center_of_mass;       // [d]
  std::int64_t contacts = 0;                          ///< with non-zero impulse or γ < 0
  std::int64_t glued = 0;                             ///< γ < 0
  double gamma_min = 0.0, gamma_mean = 0.0;           ///< over glued contacts
  std::int64_t clusters = 0, largest_cluster = 0;     ///< bodies joined by contacts
  double mean_cluster = 0.0, weighted_cluster = 0.0;  ///< sizes, see ClusterSizes
  double coordination = 0.0;                          ///< see Coordination
  /// Deepest overlap, a length: of two spheres from the frame's positions; of other contacts, obstacles included, from the
  /// distance the contact was found at, at the beginning of the step.
  double overlap = 0.0;
  double speed_max = 0.0, speed_mean = 0.0;
};
/// `joining` says what clusters and coordination go by.
GLUEY_API FrameStatistics frame_statistics(const Constants& constants, const Frame& frame, const Joining& joining = {});
/// What of a frame it looks at.
GLUEY_API FrameArrays arrays_for_statistics(const Constants& constants);
/// Of many frames, in the order of their numbers: by all threads.
GLUEY_API std::vector<FrameStatistics> frame_statistics(const Results& results,
                                                        const std::vector<std::int64_t>& numbers,
                                                        const Joining& joining = {});

/// Bodies that contacts join, directly or through others. Obstacles join nobody. Distances are those of the cluster in one
/// piece: the way along its contacts, across periodic borders.
struct Cluster {
  std::vector<std::int32_t> bodies;      ///< in order
  double mass = 0.0;                     ///< M = Σ m_i
  std::vector<double> center;            ///< c = Σ m_i x_i / M, brought back into a periodic domain; [d]
  double gyration_radius = 0.0;          ///< R_g² = Σ m_i |x_i − c|² / M, of the bodies' centres
  std::vector<double> extent;            ///< from outermost surface to outermost surface, [d]
  std::vector<std::uint8_t> percolates;  ///< whether it meets an image of itself, one period or more along; [d]
  [[nodiscard]] bool spans() const;  ///< along any direction: centre, radius and extent then depend on where it is cut
};
/// The largest first; a body alone is a cluster of one. With a body of infinite mass in it, all count alike for c and R_g.
GLUEY_API std::vector<Cluster> frame_clusters(const Constants& constants, const Frame& frame,
                                              const Joining& joining = {});

/// n_s clusters of size s: the number average Σ n_s s / Σ n_s and the weight average Σ n_s s² / Σ n_s s, which is the mean
/// size of the cluster of a body drawn at random.
struct ClusterSizes {
  struct Row {
    std::int64_t size = 0, clusters = 0;
  };
  std::vector<Row> rows;  ///< sizes that occur, smallest first
  double mean = 0.0, weighted = 0.0;
};
GLUEY_API ClusterSizes cluster_sizes(const std::vector<Cluster>& clusters);

/// s ≈ a R_g^D: least squares of ln s on ln R_g over clusters of at least `least` bodies that do not span the domain. The
/// error is D's standard error. Not a number where fewer than three clusters, or clusters of one radius, are left.
struct FractalFit {
  double dimension = 0.0, error = 0.0, prefactor = 0.0;
  std::int64_t clusters = 0;  ///< that were used
};
GLUEY_API FractalFit fractal_dimension(const std::vector<Cluster>& clusters, std::int64_t least = 5);

/// How long two bodies stay in contact, as far as frames show it: a contact begins half-way between the last frame without it
/// and the first with it, and ends likewise. Add the frames in order.
class GLUEY_API ContactLifetimes {
 public:
  /// A contact of two bodies from its first frame to its last.
  struct Contact {
    std::int32_t first = 0, second = 0;
    double begin = 0.0, end = 0.0;
    std::int64_t frames = 0;  ///< that show it
    bool made = true;         ///< false: there in the first frame, and so perhaps older
    bool broken = false;      ///< false: still there in the last frame
  };
  /// What happened between a frame and the one before it.
  struct Row {
    double time = 0.0;
    std::int64_t step = 0;
    std::int64_t contacts = 0;                     ///< now
    std::int64_t made = 0, broken = 0;             ///< since the frame before; in the first frame all are made
    std::int64_t ever_made = 0, ever_broken = 0;   ///< up to now
    double break_rate = 0.0;                       ///< broken / (contacts of the frame before · time since)
    [[nodiscard]] double broken_fraction() const;  ///< ever_broken / ever_made
  };

  explicit ContactLifetimes(const Constants& constants, const Joining& joining = {})
      : bodies_(static_cast<std::int32_t>(constants.bodies.radius.size())),
        dimension_(constants.dimension),
        joining_(joining) {}
  /// The pairs of bodies in contact in a frame, each once, in order.
  struct Touching {
    double time = 0.0;
    std::int64_t step = 0;
    std::vector<std::pair<std::int32_t, std::int32_t>> pairs;
  };
  /// For frames that are looked at by several threads and then added in order.
  [[nodiscard]] Touching touching(const Frame& frame) const;
  void add(const Touching& touching);
  void add(const Frame& frame) { add(touching(frame)); }

  [[nodiscard]] const std::vector<Row>& rows() const { return rows_; }
  /// Those that broke, in the order they did, then those that still are.
  [[nodiscard]] std::vector<Contact> contacts() const;
  /// Broken a unit of time and contact: Σ broken / Σ (end − begin), the most likely rate of a decay by chance. Its inverse is
  /// the mean lifetime.
  [[nodiscard]] double break_rate() const;

 private:
  std::int32_t bodies_;
  int dimension_;
  Joining joining_;
  std::vector<Contact> open_;  // in order of the pairs
  std::vector<Contact> ended_;
  std::vector<Row> rows_;
};

/// z_i, the number of bodies (images of one by themselves) and obstacles that body i has contact with, each counted once.
/// Rattlers have fewer than `least` such partners that are no rattlers themselves; what is left without them is the backbone.
struct Coordination {
  double mean = 0.0;                 ///< Σ z_i / N
  std::vector<std::int64_t> bodies;  ///< with z_i = 0, 1, 2, …
  std::int64_t rattlers = 0;
  double backbone_mean = 0.0;                 ///< over the backbone, partners that are rattlers left out
  std::vector<std::int64_t> backbone_bodies;  ///< with 0, 1, 2, … such partners
};
/// `least` = 0: d + 1, what it takes to hold a sphere without friction.
GLUEY_API Coordination coordination(const Constants& constants, const Frame& frame, const Joining& joining = {},
                                    int least = 0);

/// g(r), the number of pairs at distances from r to r + Δ over what N points at random in the region W would have:
///     g = Σ_{i≠j} 1[r ≤ |x_j − x_i| < r + Δ] / (N (N − 1) / V² ∫_shell w(x) dx),   w(x) = |W ∩ (W + x)|
/// Along periodic directions, where all images count, w has the period as a factor; along the others max(0, edge − |x|), so that
/// neighbours beyond an edge are not missed. The default region is here the box of the bodies' centres along directions
/// that are not periodic.
struct PairCorrelation {
  struct Row {
    double from = 0.0, to = 0.0;
    std::int64_t pairs = 0;  ///< each counted once
    double value = 0.0;      ///< g
  };
  std::vector<Row> rows;
  Region region;
  std::int64_t bodies = 0;  ///< centred in the region
};
/// `range` = 0: ten mean radii, or half of the shortest period if that is less. At most the shortest period.
GLUEY_API PairCorrelation pair_correlation(const Constants& constants, const Frame& frame, double range = 0.0,
                                           int bins = 100, const Region& region = {});

/// Profile of a frame along an axis, in equal slices of the region.
struct ProfileRow {
  double from = 0.0, to = 0.0;
  std::int64_t bodies = 0;       ///< centred in the slice
  double solid = 0.0;            ///< their area (2D) or volume (3D)
  std::vector<double> velocity;  ///< their mean, [d]
  double temperature = 0.0;      ///< (1/d) × mean of |v_i − velocity|²
  /// Share of the slice that bodies fill, where they cross its borders with the part that lies in it: segments of discs and
  /// caps of balls exactly, other shapes to about a thousandth of their volume. Bodies centred beside the region do not count.
  double solid_fraction = 0.0;
};
GLUEY_API std::vector<ProfileRow> frame_profile(const Constants& constants, const Frame& frame, int axis, int slices,
                                                const Region& region = {});

/// Stress, tension positive, of a cell of volume V:
///     σ_ab = −(1/V) [ Σ_c f_a l_b + Σ_i m_i v'_a v'_b ]
/// with f = p_c / h on the second of the pair and l from the centre of the first to the centre of the second (its image), or
/// to the point of contact on an obstacle. A contact counts with the part of l, drawn as a straight line, that lies in
/// the cell; so σ_ab A is force a through a face of normal b and area A, averaged over the cell. v' is a body's velocity less
/// the mean (by mass) of the bodies centred in the cell, in a sheared domain after its flow γ̇ y has been taken off.
struct GLUEY_API StressCell {
  std::vector<double> lower, upper;     // [d]
  std::int64_t bodies = 0;              ///< centred in it
  std::vector<double> stress, kinetic;  ///< [d,d]: σ, and what motion has in it
  double pressure = 0.0;                ///< p = −tr σ / d
  double shear = 0.0;  ///< q = √(s:s / 2), s the symmetric part of σ + p 1: in the plane (σ₁ − σ₂) / 2
  [[nodiscard]] double ratio() const;  ///< q / p
};
/// Cells a direction, [d]; none: the whole region. The first direction changes fastest. Not a number where impulses have no
/// step: in the first frame of a run that goes on from contacts of an earlier one.
GLUEY_API std::vector<StressCell> frame_stress(const Constants& constants, const Frame& frame,
                                               const std::vector<int>& cells = {}, const Region& region = {});
/// Pressure and shear of a stress, [d,d].
GLUEY_API std::pair<double, double> pressure_and_shear(const std::vector<double>& stress);

}  // namespace gluey
