#pragma once
// Which solids of a picture in space stand between the camera and the bodies. They are drawn as veils: what happens behind
// them, in a box for example, is what the picture is about.

#include "render/snapshot.hpp"

#include <map>
#include <set>
#include <utility>
#include <vector>

namespace gluey::render {

class Veils {
 public:
  /// From all of the snapshots together: a solid that a movie shows as a veil is one throughout.
  Veils(const std::vector<Snapshot>& snapshots, const Vec<3>& eye);

  /// Whether a part of an obstacle is a veil.
  [[nodiscard]] bool hold(const Constants& constants, std::size_t obstacle, int part) const;

 private:
  std::map<const Constants*, std::set<std::pair<std::size_t, int>>> veils_;
};

}  // namespace gluey::render
