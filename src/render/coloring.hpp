#pragma once
// Colours of bodies: one scale for all panels of a picture, or all frames of a movie.

#include "render/color.hpp"
#include "render/legend.hpp"
#include "render/snapshot.hpp"

#include <gluey/render.hpp>

#include <optional>
#include <string>
#include <vector>

namespace gluey::render {

/// The number that a body's colour shows, one a body. For γ, velocity, force and radius.
std::vector<double> body_values(BodyColor by, const Snapshot& snapshot);

/// Rank of every body's cluster, 0 for the largest; bodies alone have rank −1.
std::vector<int> cluster_ranks(const Snapshot& snapshot);

class Coloring {
 public:
  /// The scale, or the list of labels, is made from all of the snapshots. `plain` is the colour of BodyColor::none.
  Coloring(BodyColor by, const std::vector<Snapshot>& snapshots, const Color& plain);

  [[nodiscard]] std::vector<Color> colors(const Snapshot& snapshot) const;
  /// None where the colours tell nothing apart.
  [[nodiscard]] std::optional<Legend> legend() const;

 private:
  [[nodiscard]] Color label_color(const std::string& label) const;
  [[nodiscard]] bool numbers() const;

  BodyColor by_;
  Color plain_;
  Scale scale_;
  std::vector<std::string> labels_;  // in order of appearance
  int clusters_ = 0;                 // of more than one body, at most in a snapshot
  bool alone_ = false;               // whether some body is in none
};

}  // namespace gluey::render
