#pragma once
// Contacts as tubes: darker for a more negative potential (Lefebvre 2009, figure 18), or thicker for a larger force.

#include "render/color.hpp"
#include "render/legend.hpp"
#include "render/snapshot.hpp"

#include <gluey/render.hpp>

#include <optional>
#include <vector>

namespace gluey::render {

struct Tube {
  Vec<3> from, to;
  Color color;
  double width = 0.0;     ///< in the units of the result
  double strength = 0.0;  ///< 0 to 1; the strong are drawn over the weak
};

class Network {
 public:
  /// One scale for all of the snapshots.
  Network(ContactNetwork kind, const std::vector<Snapshot>& snapshots);

  /// Tubes between the centres of bodies, or from a centre to the point where an obstacle is touched; weak ones first.
  [[nodiscard]] std::vector<Tube> tubes(const Snapshot& snapshot) const;
  /// `scale`: CSS pixels of a tube that is one unit of length wide. The samples are as thick as the tubes.
  [[nodiscard]] std::optional<Legend> legend(double scale) const;

 private:
  [[nodiscard]] double strength(const Snapshot& snapshot, std::size_t contact) const;

  [[nodiscard]] double force_width(double part) const;

  ContactNetwork kind_;
  Scale scale_;
  double radius_ = 0.0;  // (girth) of a body in the middle of all, the measure of forces' widths
  bool pushes_ = false, pulls_ = false;
};

}  // namespace gluey::render
