#pragma once
// The shapes of a scene's bodies: from the scene's words to entries of World::shapes, each distinct one once.

#include "core/random.hpp"
#include "scene/options.hpp"
#include "world/make_shape.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace gluey::scene {

/// A length drawn from its distribution.
double draw(const Length& length, RandomStream& random);

/// The shape with every length that is random drawn. Fixed ones draw nothing.
Shape drawn(const Shape& shape, RandomStream& random);

/// What a body gets from its shape.
template <int D>
struct BodyShape {
  std::int32_t index = gluey::Bodies<D>::sphere;  ///< in World::shapes
  double radius = 0.0;                            ///< of a ball about its centre that holds it
  double volume = 0.0;
  Spin<D> inertia = Spin<D>::Zero();  ///< at density 1; a sphere's is known to Bodies::add
  Rotation<D> turn = {};              ///< of the shape's axes in the user's frame
};

template <int D>
BodyShape<D> sphere_shape(double radius);

template <int D>
class BodyShapes {
 public:
  explicit BodyShapes(World<D>& world) : world_(world) {}

  /// The shape of lengths that are drawn; its surface is read. `keep_axes` as in make_shape.
  BodyShape<D> take(const Shape& shape, bool keep_axes);
  /// A shape as a result file has it; the radius of its ball and its inertia are in the file, too.
  BodyShape<D> restore(const std::string& kind, const std::string& description);

 private:
  std::int32_t index_of(gluey::Shape<D> shape);

  World<D>& world_;
  std::unordered_map<std::string, std::int32_t> known_;  ///< by kind and description
  std::unordered_map<std::int32_t, double> restored_volume_;
  // The last one made, at scale 1: bodies of a fill differ in their scale alone, or in nothing.
  Shape last_shape_;
  bool last_keeps_axes_ = false;
  std::optional<MadeShape<D>> last_;
};

}  // namespace gluey::scene
