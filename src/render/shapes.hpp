#pragma once
// What bodies of a picture look like. Each different text of a shape is looked at once.

#include "figure/outline.hpp"
#include "figure/surface.hpp"
#include "render/snapshot.hpp"

#include <map>
#include <string>
#include <unordered_map>

namespace gluey::render {

class Shapes {
 public:
  explicit Shapes(const Snapshot& snapshot) : snapshot_(snapshot) {}

  /// Null for a ball (a disc) of the body's radius.
  const figure::Outline* outline(std::size_t body);
  const figure::Surface* surface(std::size_t body, int fineness);
  /// How thin the body is: a ball's radius, or that of its thinnest part.
  double girth(std::size_t body);
  /// The largest radius of its round parts.
  double roundness(std::size_t body);

 private:
  struct Known {
    std::vector<figure::Solid> solids;  ///< none for a ball
    double girth = 0.0, roundness = 0.0;
    std::unique_ptr<figure::Outline> outline = {};
    std::map<int, figure::Surface> surfaces = {};
  };
  /// Null for a ball.
  Known* find(std::size_t body);

  const Snapshot& snapshot_;
  std::unordered_map<std::string, Known> known_ = {};
};

}  // namespace gluey::render
