#include "scene/body_shapes.hpp"

#include "geometry/union_mass.hpp"
#include "scene/convert.hpp"

#include <cmath>
#include <numbers>
#include <numeric>

namespace gluey::scene {
namespace {

/// Standard normal, Box and Muller.
double draw_normal(RandomStream& random) {
  const double radius = std::sqrt(-2.0 * std::log(1.0 - random.uniform()));
  return radius * std::cos(2.0 * std::numbers::pi * random.uniform());
}

Length fixed(double value) { return {.minimum = value, .maximum = value}; }

}  // namespace

double draw(const Length& length, RandomStream& random) {
  switch (length.kind) {
    case Length::Kind::uniform:
      return length.minimum == length.maximum ? length.minimum : random.uniform(length.minimum, length.maximum);
    case Length::Kind::normal:
    case Length::Kind::lognormal: {
      // Drawn again until it falls within the cut.
      for (;;) {
        double value = length.mean + length.deviation * draw_normal(random);
        if (length.kind == Length::Kind::lognormal) {
          // mean and deviation are those of the length itself, not of its logarithm.
          const double ratio = length.deviation / length.mean;
          const double variance = std::log1p(ratio * ratio);
          value = length.mean * std::exp(std::sqrt(variance) * draw_normal(random) - 0.5 * variance);
        }
        if (value >= length.minimum && value <= length.maximum && value > 0.0) {
          return value;
        }
      }
    }
    case Length::Kind::table: {
      const double total = std::accumulate(length.weights.begin(), length.weights.end(), 0.0);
      double left = random.uniform() * total;
      for (std::size_t k = 0; k + 1 < length.values.size(); ++k) {
        left -= length.weights[k];
        if (left < 0.0) {
          return length.values[k];
        }
      }
      return length.values.back();
    }
  }
  return length.minimum;
}

Shape drawn(const Shape& shape, RandomStream& random) {
  Shape result = shape;
  result.radius = fixed(draw(shape.radius, random));
  result.length = fixed(draw(shape.length, random));
  result.scale = fixed(draw(shape.scale, random));
  return result;
}

template <int D>
BodyShape<D> sphere_shape(double r) {
  BodyShape<D> shape{.radius = r};
  shape.volume = D == 2 ? std::numbers::pi * r * r : 4.0 / 3.0 * std::numbers::pi * r * r * r;
  return shape;
}

template <int D>
BodyShape<D> BodyShapes<D>::take(const Shape& shape, bool keep_axes) {
  if (shape.kind == "sphere") {
    return sphere_shape<D>(shape.radius.maximum);
  }
  Shape unit = shape;
  unit.scale = fixed(1.0);
  if (!last_ || last_keeps_axes_ != keep_axes || last_shape_ != unit) {
    std::vector<Part<D>> parts = to_parts<D>(unit);
    if (unit.kind == "wheel" && unit.hub == 0.0) {
      parts.erase(parts.begin());  // a point that no one can touch, but as thin as nothing
    }
    last_ = make_shape<D>(unit.kind, parts, keep_axes);
    last_keeps_axes_ = keep_axes;
    last_shape_ = std::move(unit);
  }
  MadeShape<D> made = shape.scale.maximum == 1.0 ? *last_ : scaled<D>(*last_, shape.scale.maximum);
  BodyShape<D> result{.radius = made.shape.outer, .volume = made.volume, .inertia = made.inertia};
  result.turn = made.frame.orientation;
  result.index = index_of(std::move(made.shape));
  return result;
}

template <int D>
BodyShape<D> BodyShapes<D>::restore(const std::string& kind, const std::string& description) {
  const auto found = known_.find(kind + description);
  BodyShape<D> result;
  result.index = found != known_.end() ? found->second : index_of(shape_from<D>(kind, description));
  const auto [volume, fresh] = restored_volume_.try_emplace(result.index);
  if (fresh) {
    volume->second = union_mass<D>(world_.shapes[static_cast<std::size_t>(result.index)].parts).volume;
  }
  result.volume = volume->second;
  return result;
}

template <int D>
std::int32_t BodyShapes<D>::index_of(gluey::Shape<D> shape) {
  const auto [known, fresh] =
      known_.emplace(shape.kind + shape.description, static_cast<std::int32_t>(world_.shapes.size()));
  if (fresh) {
    world_.shapes.push_back(std::move(shape));
  }
  return known->second;
}

template BodyShape<2> sphere_shape<2>(double);
template BodyShape<3> sphere_shape<3>(double);
template class BodyShapes<2>;
template class BodyShapes<3>;

}  // namespace gluey::scene
