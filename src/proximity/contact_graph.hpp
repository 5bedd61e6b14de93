#pragma once
// From candidates to contacts: measures the gaps, keeps the pairs within range, and carries potential and impulse over
// from the last step's contacts. A contact is known again by its pair and, with an obstacle of several parts, the part.
// Where a body has slid from one part to another of the same obstacle (the joint of a chain), the new contact inherits
// from the one that vanished, provided the contact point moved no further along the obstacle than the body did: closest
// points on a convex surface never do, so a contact that jumped elsewhere does not inherit.
//
// Bodies that are no spheres, and periodic domains, make detailed contacts: several points a pair, known again by where they
// are (see detailed_contacts.cpp).

#include "geometry/closest.hpp"
#include "proximity/candidates.hpp"
#include "proximity/contacts.hpp"
#include "proximity/touching.hpp"

#include <compare>
#include <functional>
#include <vector>

namespace gluey {

struct State;
struct StateGroup;
class StateReader;

/// In the convex model of friction sliding opens a gap: a contact acts where D/h + u_n < μ |u_T| + μ_r |ω_T|. The largest of both of all
/// convex laws; 0 where there is none.
struct Opening {
  double friction = 0.0;  ///< μ
  double rolling = 0.0;   ///< μ_r

  /// By how much more than it moves a body's surface must be looked ahead of: it slides with `speed` and turns with `spin`.
  [[nodiscard]] double velocity(double speed, double spin) const { return friction * speed + rolling * spin; }
};

/// How many features contacts, detailed or not, may have of body i with body j, or with obstacle j − N: all are below that.
template <int D>
std::size_t feature_count(const World<D>& world, bool detailed, std::size_t i, std::size_t j);

template <int D>
class ContactGraph {
 public:
  /// The contacts at the bodies' present positions and the obstacles' present poses; stored values come from the last
  /// contacts that were kept. May be called again with larger ranges before keep().
  void find(const World<D>& world, const Candidates<D>& candidates, const Ranges& ranges);

  /// Whether a pair beyond the ranges `looked_at`, but within `ranges`, would overlap after moving for h with `velocity`
  /// and `spin`.
  [[nodiscard]] bool missed(const World<D>& world, const Candidates<D>& candidates, const Ranges& looked_at,
                            const Ranges& ranges, const std::vector<Vec<D>>& velocity, const std::vector<Spin<D>>& spin,
                            double h);

  /// Where parts of an obstacle meet, a ball has no contact with the next one as long as that is nearest at the joint, and may come into it within the
  /// step. Whether some ball that moves for h with `velocity` ends deeper than `slack` in a part that it has no contact with: the next find() then
  /// has these contacts too, until keep().
  [[nodiscard]] bool look_ahead(const World<D>& world, const Candidates<D>& candidates, const Ranges& ranges,
                                const std::vector<Vec<D>>& velocity, double h, double slack);

  /// The same for bodies of any shape, of several parts or beside obstacles of several; `there` is the world with the bodies where the step ends.
  /// What turning does to overlaps is of second order and no reason to look again.
  struct Begun {
    const std::vector<Vec<D>>& position;
    const std::vector<Rotation<D>>& orientation;
    const std::vector<Pose<D>>& obstacle;
    double time;
  };
  [[nodiscard]] bool look_ahead_detailed(const World<D>& there, const Candidates<D>& candidates, const Begun& begun,
                                         double slack);

  /// Whether the gap of a contact is none of distances, but along the normal that it will have where the step ends.
  [[nodiscard]] bool is_ahead(const World<D>& world, const Candidates<D>& candidates, std::size_t c) const;

  /// The step is done: what stands in `contacts` is what the next step carries over.
  void keep() {
    kept_ = true;
    ahead_.clear();
    ahead_points_.clear();
  }
  /// The step was given up: `contacts` are again those kept last.
  void go_back();

  /// Where an obstacle contact stood, in the obstacle's frame, to recognise sliding from part to part.
  struct Footprint {
    Vec<D> center;  ///< of the body
    Vec<D> point;   ///< closest point of the obstacle
  };

  /// The contacts of the last step with all their columns, and their footprints; whoever has the graph says what the potential is.
  /// read() changes nothing and throws Error where these cannot be contacts of this world; restore() then takes what it returned.
  void save(const World<D>& world, StateGroup& group, const ColumnLabel& potential = potential_label) const;
  struct Kept {
    Contacts<D> contacts;
    std::vector<Footprint> footprints;
  };
  [[nodiscard]] Kept read(StateReader& group, const World<D>& world,
                          const ColumnLabel& potential = potential_label) const;

  /// Puts contacts read from a file where the next find() carries them over from: as if they had just been kept.
  void restore(const World<D>& world, Contacts<D> saved, std::vector<Footprint> footprints);

  /// Shapes or obstacles were changed from outside: nothing measured of them holds.
  void invalidate() {
    touching_.forget();
    ahead_touching_.forget();
  }

  /// Of the contacts with obstacles, in order.
  [[nodiscard]] const std::vector<Footprint>& footprints() const { return footprint_; }

  Contacts<D> contacts;
  bool rubs = false;        ///< whether contacts carry friction
  bool adds = true;         ///< whether potentials of two points that become one are summed; else the lower one stays
  double closed_gap = 0.0;  ///< gaps that solves leave where bodies touch
  Opening opening;          ///< how far contacts act before they touch
  /// R of a contact: what passes to other parts never adds to |γ|/R. Without it R is 1.
  std::function<double(const World<D>&, const Contacts<D>&, std::size_t)> resistance;
  std::int64_t inexact = 0;  ///< distances of the last search that are fallbacks

 private:
  void swap_with_last();
  void find_pairs(const World<D>& world, const Candidates<D>& candidates, const Ranges& ranges);
  void carry_over();
  void inherit(const World<D>& world);
  void take_footprints(const World<D>& world);
  void find_detailed(const World<D>& world, const Candidates<D>& candidates, const Ranges& ranges);
  void carry_over_detailed(const World<D>& world);
  /// Contacts of one pair.
  struct Group {
    std::size_t begin, end;
  };
  /// A contact of now that may carry on one of before; the nearest come first, of equals the first.
  struct Heritage {
    double distance;
    std::size_t heir, source;
    auto operator<=>(const Heritage&) const = default;
  };
  /// Where the two points of a contact of before are now, and how far from there its heir may be.
  struct Source {
    Vec<D> on_first, on_second;
    double reach = 0.0;
  };
  void carry_pair(const World<D>& world, const Group& now, const Group& before, std::vector<Heritage>& near,
                  std::vector<Source>& sources);
  [[nodiscard]] bool closed_like(std::size_t c, const Source& source, double nearest, double size, double rise) const;
  [[nodiscard]] double scale_between(const World<D>& world, std::size_t c, std::size_t old) const;
  void spread(const World<D>& world, const Group& now, std::size_t old, const Source& source, double nearest,
              std::vector<Heritage>& near);
  [[nodiscard]] bool missed_detailed(const World<D>& world, const Candidates<D>& candidates, const Ranges& looked_at,
                                     const Ranges& ranges, const std::vector<Vec<D>>& velocity,
                                     const std::vector<Spin<D>>& spin, double h);

  /// A ball and a part that meet where the step ends; the gap is where it begins, along the normal there.
  struct Ahead {
    std::size_t part, body;
    Vec<D> outward;  // of the part, in its obstacle's frame
    double distance;
  };
  /// As closest_owned; not owned where the two have no contact.
  template <class Shape>
  [[nodiscard]] Closest<D> met(const World<D>& world, const Candidates<D>& candidates, const Ranges& ranges,
                               const Shape& shape, std::size_t part, std::size_t body) const;

  std::vector<Ahead> ahead_;                   // by part and body
  std::vector<std::vector<Ahead>> ahead_new_;  // by pieces

  /// Tests of balls against parts: bodies [begin, end) of the first part's list, or of all for a plane, up to the last one's end.
  struct Piece {
    std::size_t first_part, last_part, begin, end;
  };
  struct WithPart {
    std::int32_t part, body;
    double gap;
    Vec<D> normal;
  };
  void cut_into_pieces(const World<D>& world, const Candidates<D>& candidates);
  template <class Visit>
  void for_piece(const World<D>& world, const Candidates<D>& candidates, const Piece& piece, const Visit& visit) const;
  void find_with_parts(const World<D>& world, const Candidates<D>& candidates, const Ranges& ranges);
  void fill_with_parts(const World<D>& world, const Candidates<D>& candidates);
  [[nodiscard]] bool missed_with_parts(const World<D>& world, const Candidates<D>& candidates, const Ranges& looked_at,
                                       const std::vector<Vec<D>>& velocity, const std::vector<Spin<D>>& spin, double h);
  std::vector<Piece> pieces_;
  std::vector<std::vector<WithPart>> with_parts_;  // by pieces
  std::vector<std::size_t> before_piece_;
  std::vector<std::int32_t> part_of_;  // of what was found with parts
  struct AheadPoint {
    std::size_t body;
    bool with_obstacle;
    typename Touching<D>::Point point;
  };
  std::vector<AheadPoint> ahead_points_;
  Touching<D> ahead_touching_;
  Ranges ahead_ranges_;

  bool kept_ = false;
  std::vector<std::int64_t> row_;     // first contact of each body, then of each part; detailed: of each body again
  std::vector<Footprint> footprint_;  // of contacts.first[pairs …]
  std::vector<std::uint8_t> known_;   // contact was carried over
  std::vector<std::size_t> heirless_, new_;

  Touching<D> touching_;
  Contacts<D> last_;
  std::vector<std::int64_t> last_row_;
  std::vector<Footprint> last_footprint_;
  std::vector<std::uint8_t> last_used_;
};

}  // namespace gluey
