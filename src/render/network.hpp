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
  [[nodiscard]] std::optional<Legend> legend() const;

 private:
  [[nodiscard]] double strength(const Snapshot& snapshot, std::size_t contact) const;

  ContactNetwork kind_;
  Scale scale_;
};

}  // namespace gluey::render
