#include "render/shade.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace gluey::render {

Color shaded(const Color& color, const Vec<3>& normal, const Projection& projection) {
  // Cosines of the angle to the light at the stops of a ball's gradient, and what is mixed in there: paper above zero,
  // the outline's colour below.
  struct Stop {
    double cosine, mixed;
  };
  static constexpr std::array<Stop, 5> stops = {{{-0.4, -0.66}, {0.0, -0.42}, {0.57, 0.0}, {0.88, 0.3}, {1.0, 0.6}}};
  const double cosine = std::clamp(normal.dot(projection.light()), stops.front().cosine, 1.0);
  const auto above = std::find_if(std::next(stops.begin()), std::prev(stops.end()),
                                  [&](const Stop& stop) { return stop.cosine >= cosine; });
  const Stop& low = *std::prev(above);
  const double part = (cosine - low.cosine) / (above->cosine - low.cosine);
  const double mixed = low.mixed + part * (above->mixed - low.mixed);
  return mixed >= 0.0 ? mix(color, paper, mixed) : mix(color, outline_color, -mixed);
}

}  // namespace gluey::render
