#pragma once
// Candidate pairs, found now and good for several steps.
//
// Every body i has a range ρ_i for the step at hand: a pair matters where its gap is ≤ ρ_i + ρ_j. Lists are built with
// larger margins s_i ≥ ρ_i, and hold every pair whose gap was ≤ s_i + s_j then. As long as
//     |x_i − x_i(built)| + ρ_i ≤ s_i      for every body, and likewise for every obstacle,
// no pair that matters can be missing (triangle inequality), so the list is used again. Fast bodies have large margins of
// their own and do not make everyone else's neighbourhood larger. A body that is no sphere is one for the cells; its pairs
// are then held against its bounding box, and its turning counts as moving.
//
// In a periodic domain the cells hold copies: every body where it stands within the domain, and once more for every image
// that reaches near enough to it from outside. A pair is a body and an image of another, or of itself.

#include "geometry/bounds.hpp"
#include "proximity/cells.hpp"
#include "world/world.hpp"

#include <cstdint>
#include <vector>

namespace gluey {

/// Ranges of the step at hand.
struct Ranges {
  std::vector<double> body;      ///< ρ_i
  std::vector<double> obstacle;  ///< ρ_k
};

template <int D>
class Candidates {
 public:
  /// Makes sure that the lists hold every pair within `ranges`; `travel[i]` is how far body i moves in a step, for the
  /// choice of its margin. Returns whether the lists were built anew.
  bool update(const World<D>& world, const Ranges& ranges, const std::vector<double>& travel);

  /// Partners j > i of body i, ascending: partner[row[i] … row[i+1]); where there are images, which one of j, and j ≥ i.
  std::vector<std::int64_t> row;
  std::vector<std::int32_t> partner;
  std::vector<Image<D>> image;

  /// The bounded parts of obstacles and the bodies near each, ascending: body[part_row[p] … part_row[p+1]).
  struct PartName {
    std::int32_t obstacle;
    std::int32_t part;
    bool bounded;  ///< a plane is not: it is tested against all bodies and has no list
  };
  std::vector<PartName> parts;
  std::vector<std::int64_t> part_row;
  std::vector<std::int32_t> part_body;
  std::vector<Image<D>> part_image;  ///< of the obstacle, where there are images

  /// The same by bodies, where bodies are no spheres or have images: near[near_row[i] … near_row[i+1]), ascending.
  struct NearPart {
    std::int32_t part;  ///< index into parts
    Image<D> image;
    auto operator<=>(const NearPart&) const = default;
  };
  std::vector<std::int64_t> near_row;
  std::vector<NearPart> near;

  /// Forgets the lists, so that the next update builds them (bodies were moved from outside).
  void invalidate() { built_ = false; }

 private:
  [[nodiscard]] bool valid(const World<D>& world, const Ranges& ranges) const;
  void build(const World<D>& world);
  [[nodiscard]] double largest_reach() const;
  void make_copies(const World<D>& world);
  template <class Consider>
  void list_pairs(const World<D>& world, const Consider& consider);
  void find_pairs(const World<D>& world);
  void give_to_lower_number(std::size_t n);
  void find_near_parts(const World<D>& world);
  void sort_by_bodies(std::size_t n);

  bool built_ = false;
  double built_time_ = 0.0;
  std::vector<Vec<D>> built_position_;
  std::vector<Rotation<D>> built_orientation_;  // where there are shapes
  std::vector<Bounds<D>> bounds_;               // likewise; with the margins
  std::vector<Pose<D>> built_pose_;
  std::vector<double> margin_, obstacle_margin_;  // s_i, s_k
  std::vector<double> reach_;                     // r_i + s_i
  std::vector<Cells<D>> levels_;                  // coarse to fine, each for sizes within a factor 4
  std::vector<std::int8_t> level_;                // of each body
  // Copies: those within the domain first, one a body.
  std::vector<Vec<D>> copy_position_;
  std::vector<double> copy_reach_;
  std::vector<std::int32_t> copy_body_;
  std::vector<Image<D>> copy_image_;
  std::vector<std::int64_t> images_before_;  // of each body, beyond those
  std::vector<double> obstacle_extent_;      // farthest bounded point from the obstacle's origin
  // While lists are built.
  std::vector<std::int32_t> members_, finder_, given_, given_row_, given_partner_, part_of_;
  std::vector<Image<D>> given_image_;
  CountingSort sort_;
  struct Near {
    std::int32_t part, body;
    Image<D> image;
  };
  std::vector<std::vector<Near>> near_parts_;  // by chunks of parts
  std::vector<std::int32_t> near_start_;
};

}  // namespace gluey
