#include "figure/outline.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace gluey::figure {
namespace {

using std::numbers::pi;

// Fine enough to look round at the size of a page.
constexpr int around = 96;
// Where other parts may hide some of it, a line as long as the shape is cut into so many pieces.
constexpr int side_pieces = 160;

void add_arc(Line& line, const Vec<3>& center, double radius, double from, double to, int pieces, bool last) {
  for (int k = 0; k < pieces + (last ? 1 : 0); ++k) {
    const double angle = from + (to - from) * k / pieces;
    line.emplace_back(center + radius * Vec<3>(std::cos(angle), std::sin(angle), 0.0));
  }
}

/// As close as it gets to |x|^(2/p) without points that coincide.
Line local_outline(const Solid& solid) {
  Line line;
  switch (solid.kind) {
    case Solid::Kind::ball:
      add_arc(line, Vec<3>::Zero(), solid.radius, 0.0, 2.0 * pi, around, false);
      break;
    case Solid::Kind::capsule: {
      const Vec<3> end = 0.5 * solid.length * Vec<3>::UnitX();
      add_arc(line, end, solid.radius, -0.5 * pi, 0.5 * pi, around / 2, true);
      add_arc(line, -end, solid.radius, 0.5 * pi, 1.5 * pi, around / 2, true);
      break;
    }
    case Solid::Kind::oval:
      for (int k = 0; k < around; ++k) {
        const double angle = 2.0 * pi * k / around;
        line.emplace_back(solid.radii[0] * signed_power(std::cos(angle), 2.0 / solid.p),
                          solid.radii[1] * signed_power(std::sin(angle), 2.0 / solid.p), 0.0);
      }
      break;
    case Solid::Kind::corners:
      line = solid.points;
      break;
  }
  return line;
}

Line with_short_sides(const Line& line, double longest) {
  Line result;
  for (std::size_t k = 0; k < line.size(); ++k) {
    const Vec<3> side = line[(k + 1) % line.size()] - line[k];
    const int pieces = std::max(1, static_cast<int>(std::ceil(side.norm() / longest)));
    for (int piece = 0; piece < pieces; ++piece) {
      result.emplace_back(line[k] + static_cast<double>(piece) / pieces * side);
    }
  }
  return result;
}

/// The pieces of a closed line for which `seen` holds, joined where they follow each other.
template <class Seen>
std::vector<Line> kept(const Line& line, const Seen& seen) {
  std::vector<bool> keep(line.size());
  for (std::size_t k = 0; k < line.size(); ++k) {
    keep[k] = seen(line[k], line[(k + 1) % line.size()]);
  }
  if (std::find(keep.begin(), keep.end(), false) == keep.end()) {
    Line closed = line;
    closed.push_back(line.front());
    return {closed};
  }
  std::vector<Line> pieces;
  // From behind a gap, so that no piece is cut where the list begins.
  const auto gap = static_cast<std::size_t>(std::find(keep.begin(), keep.end(), false) - keep.begin());
  bool open = false;
  for (std::size_t step = 1; step <= line.size(); ++step) {
    const std::size_t k = (gap + step) % line.size();
    if (keep[k]) {
      if (!open) {
        pieces.push_back({line[k]});
      }
      pieces.back().push_back(line[(k + 1) % line.size()]);
    }
    open = keep[k];
  }
  return pieces;
}

}  // namespace

Line outline_of(const Solid& solid) {
  Line line = local_outline(solid);
  for (Vec<3>& point : line) {
    point = solid.pose.to_world(point);
  }
  return line;
}

Outline outline_of(const std::vector<Solid>& solids) {
  Outline outline;
  outline.girth = solids.empty() ? 0.0 : std::numeric_limits<double>::infinity();
  for (const Solid& solid : solids) {
    outline.insides.push_back(outline_of(solid));
    outline.girth = std::min(outline.girth, girth(solid));
    for (const Vec<3>& point : outline.insides.back()) {
      outline.reach = std::max(outline.reach, point.norm());
    }
  }
  const auto inside_any = [&](const Vec<3>& point, std::size_t but) {
    for (std::size_t k = 0; k < solids.size(); ++k) {
      if (k != but && contains(solids[k], point)) {
        return true;
      }
    }
    return false;
  };
  for (std::size_t k = 0; k < solids.size(); ++k) {
    const Line& line = outline.insides[k];
    if (solids.size() == 1) {
      outline.edges = kept(line, [](const Vec<3>&, const Vec<3>&) { return true; });
      break;
    }
    // Just outside, so that a side shared by two parts is seen by neither.
    const double step = 1e-3 * outline.reach;
    const auto seen = [&](const Vec<3>& from, const Vec<3>& to) {
      const Vec<3> side = to - from;
      const Vec<3> outward = Vec<3>(side[1], -side[0], 0.0).normalized();
      return !inside_any(0.5 * (from + to) + step * outward, k);
    };
    for (Line& piece : kept(with_short_sides(line, 2.0 * outline.reach / side_pieces), seen)) {
      outline.edges.push_back(std::move(piece));
    }
  }
  // It may come in again farther out.
  constexpr int steps = 400;
  for (int k = 0; k < steps && inside_any(outline.reach * k / steps * Vec<3>::UnitX(), solids.size()); ++k) {
    outline.tip = outline.reach * (k + 1) / steps;
  }
  return outline;
}

}  // namespace gluey::figure
