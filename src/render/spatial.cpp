#include "render/spatial.hpp"

#include "render/domain.hpp"
#include "render/legend.hpp"
#include "render/painter.hpp"
#include "render/plane_patch.hpp"
#include "render/shapes.hpp"
#include "render/veil.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace gluey::render {

namespace {

// Opacity of solids that bodies are seen through.
constexpr double veil = 0.16;
// Behind a network the spheres shrink, else they would hide it.
constexpr double shrunken = 0.3;

struct SpatialPanel {
  cairo_t* cairo;
  const Snapshot& snapshot;
  const Projection& projection;
  const Bounds& bounds;
  const PanelStyle& style;
  Painter things{cairo, projection, style.unit};
  std::vector<Painter::Item> veils = {};

  void add_body(std::size_t body, Shapes& shapes) {
    const double size = style.network ? shrunken : 1.0;
    const double radius = snapshot.constants->bodies.radius[body];
    const Projection::Image at = projection.image(snapshot.position(body));
    const double girth = size * shapes.girth(body);
    // Facets of a few pixels each; fewer would be seen as such, more would only take time.
    const double pixels = at.scale * size * shapes.roundness(body) / style.unit;
    const int fineness = std::clamp(static_cast<int>(pixels / 2.0), 5, 24);
    const figure::Surface* surface = shapes.surface(body, fineness);
    if (surface == nullptr || at.scale * size * radius < 2.0 * style.unit) {
      things.add_ball(snapshot.position(body), size * radius, style.colors[body]);
      return;
    }
    const Pose<3> pose = snapshot.pose(snapshot.frame.position, snapshot.frame.orientation, body);
    things.add_facets(*surface, pose, size, girth, style.colors[body]);
  }

  [[nodiscard]] bool turned_away(const Piece& face) const {
    return !face.two_sided && face.normal.dot(projection.eye() - face.points[0]) <= 0.0;
  }

  [[nodiscard]] Color face_color(const Piece& face) const {
    // Of a sheet the side is lit that is seen.
    const bool back = face.two_sided && face.normal.dot(projection.eye() - face.points[0]) <= 0.0;
    const double lit = 0.4 + 0.6 * std::max(0.0, (back ? -1.0 : 1.0) * face.normal.dot(projection.light()));
    return mix(mix(outline_color, solid_color, 0.55), solid_color, lit);
  }

  /// Over everything, in one piece: seams of patches would show.
  void add_veil(const Piece& face) {
    if (turned_away(face)) {
      return;
    }
    const double depth = projection.image(0.5 * (face.points[0] + face.points[2])).depth;
    veils.push_back({depth, [this, face] {
                       things.trace(face.points);
                       set_color(cairo, face_color(face), veil);
                       cairo_fill(cairo);
                       face.facet ? things.trace_edges({face.points, face.sharp}) : things.trace(face.points);
                       set_color(cairo, outline_color, 0.5);
                       cairo_set_line_width(cairo, 0.9 * style.unit);
                       cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
                       cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
                       cairo_stroke(cairo);
                     }});
  }

  /// Makes a veil of what was added last.
  void turn_into_veil() {
    Painter::Item item = std::move(things.items.back());
    things.items.pop_back();
    veils.push_back({item.depth, [this, paint = std::move(item.paint)] {
                       cairo_push_group(cairo);
                       paint();
                       cairo_pop_group_to_source(cairo);
                       cairo_paint_with_alpha(cairo, 2.0 * veil);
                     }});
  }

  /// Faces that look at the camera, in patches small enough to be sorted among the bodies.
  void add_face(const Piece& face) {
    if (turned_away(face)) {
      return;
    }
    const Color color = face_color(face);
    const double patch = bounds.diagonal() / 40.0;
    if (face.facet) {
      for (const Facet& facet : split({face.points, face.sharp}, patch)) {
        things.add_facet(facet, color, mix(color, outline_color, 0.5));
      }
      return;
    }
    const Vec<3> u = face.points[1] - face.points[0];
    const Vec<3> v = face.points[3] - face.points[0];
    const int rows = std::clamp(static_cast<int>(std::ceil(u.norm() / patch)), 1, 64);
    const int columns = std::clamp(static_cast<int>(std::ceil(v.norm() / patch)), 1, 64);
    for (int i = 0; i < rows; ++i) {
      for (int j = 0; j < columns; ++j) {
        const auto at = [&](int a, int b) {
          return Vec<3>(face.points[0] + static_cast<double>(a) / rows * u + static_cast<double>(b) / columns * v);
        };
        const std::vector<Vec<3>> corners = {at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)};
        const Projection::Image middle = projection.image(0.5 * (corners[0] + corners[2]));
        things.items.push_back({middle.depth, [this, corners, color, middle] {
                                  things.trace(corners);
                                  set_color(cairo, things.hazy(color, middle.depth));
                                  cairo_fill_preserve(cairo);
                                  // Closes the seam that smooth edges leave between neighbours.
                                  cairo_set_line_width(cairo, 0.8 * style.unit);
                                  cairo_stroke(cairo);
                                }});
      }
    }
  }

  /// Walls whose free side is seen lie behind everything and are filled; the others would hide everything: their edges only.
  void draw_wall(const std::vector<Vec<3>>& corners, const Vec<3>& normal, bool front) const {
    if (corners.size() < 3 || (normal.dot(projection.eye() - corners[0]) <= 0.0) != front) {
      return;
    }
    things.trace(corners);
    if (!front) {
      const double lit = 0.35 + 0.65 * std::max(0.0, normal.dot(projection.light()));
      set_color(cairo, mix(color_of(0xd4d9df), color_of(0xf6f7f9), lit));
      cairo_fill_preserve(cairo);
    }
    set_color(cairo, outline_color, front ? 0.35 : 0.6);
    cairo_set_line_width(cairo, (front ? 0.7 : 1.0) * style.unit);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    cairo_stroke(cairo);
  }

  void draw_walls(const std::vector<Piece>& walls, const std::vector<Piece>& planes, bool front) const {
    for (const Piece& wall : walls) {
      draw_wall(wall.points, wall.normal, front);
    }
    for (const Piece& plane : planes) {
      draw_wall(plane_patch(plane, bounds, planes), plane.normal, front);
    }
  }

  /// Edges of a periodic domain: those of sides seen from within lie behind the bodies, the others before them.
  void draw_domain(bool front) const {
    const std::optional<Domain> domain = Domain::of(*snapshot.constants);
    if (!domain) {
      return;
    }
    const Vec<3>& a = domain->lower;
    const Vec<3>& b = domain->upper;
    const std::string box = fmt::format(R"({{"kind":"box-walls","lower":[{},{},{}],"upper":[{},{},{}]}})", a[0], a[1],
                                        a[2], b[0], b[1], b[2]);
    for (const Piece& side : pieces_of(box, 3)) {
      if ((side.normal.dot(projection.eye() - side.points[0]) <= 0.0) == front) {
        things.trace(side.points);
      }
    }
    const std::array<double, 2> dashes = {6.0 * style.unit, 4.0 * style.unit};
    cairo_set_dash(cairo, dashes.data(), 2, 0.0);
    set_color(cairo, outline_color, front ? 0.35 : 0.6);
    cairo_set_line_width(cairo, 0.8 * style.unit);
    cairo_stroke(cairo);
    cairo_set_dash(cairo, nullptr, 0, 0.0);
  }

  void add_trails() {
    if (snapshot.trail.empty()) {
      return;
    }
    const double width = 0.004 * bounds.diagonal();
    for (std::size_t body = 0; body < snapshot.bodies(); ++body) {
      const Color color = mix(style.colors[body], outline_color, 0.3);
      for (std::size_t k = 1; k <= snapshot.trail.size(); ++k) {
        const Vec<3> from = snapshot.row(snapshot.trail[k - 1], body);
        const Vec<3> to = k < snapshot.trail.size() ? snapshot.row(snapshot.trail[k], body) : snapshot.position(body);
        // A jump over half of what is seen is a periodic border.
        if ((to - from).norm() < 0.3 * bounds.diagonal()) {
          things.add_rod(from, to, width, color);
        }
      }
    }
  }

  void add_solid(const Piece& piece, bool veiled) {
    if (piece.kind == Piece::Kind::face) {
      veiled ? add_veil(piece) : add_face(piece);
      return;
    }
    if (piece.kind == Piece::Kind::ball) {
      things.add_ball(piece.points[0], piece.radius, solid_color);
    } else if (piece.kind == Piece::Kind::capsule) {
      things.add_rod(piece.points[0], piece.points[1], 2.0 * piece.radius, solid_color);
    } else {
      return;
    }
    if (veiled) {
      turn_into_veil();
    }
  }

  void draw() {
    std::vector<Piece> walls;
    std::vector<Piece> planes;
    const std::vector<std::vector<Piece>> obstacles = obstacle_pieces(snapshot);
    for (std::size_t k = 0; k < obstacles.size(); ++k) {
      for (const Piece& piece : obstacles[k]) {
        if (piece.kind == Piece::Kind::wall) {
          walls.push_back(piece);
        } else if (piece.kind == Piece::Kind::plane) {
          planes.push_back(piece);
        } else {
          add_solid(piece, style.veils != nullptr && style.veils->hold(*snapshot.constants, k, piece.part));
        }
      }
    }
    Shapes shapes(snapshot);
    for (std::size_t body = 0; body < snapshot.bodies(); ++body) {
      add_body(body, shapes);
    }
    for (const Tube& tube : style.tubes) {
      things.add_rod(tube.from, tube.to, tube_share * tube.width, tube.color);
    }
    add_trails();
    draw_walls(walls, planes, false);
    draw_domain(false);
    Painter::paint(things.items);
    Painter::paint(veils);
    draw_walls(walls, planes, true);
    draw_domain(true);
  }
};

}  // namespace

void draw_spatial(cairo_t* cairo, const Snapshot& snapshot, const Projection& projection, const Bounds& bounds,
                  const Cell& cell, const PanelStyle& style) {
  cairo_save(cairo);
  cairo_rectangle(cairo, cell.x, cell.y, cell.width, cell.height);
  cairo_clip(cairo);
  SpatialPanel{cairo, snapshot, projection, bounds, style}.draw();
  cairo_restore(cairo);
}

}  // namespace gluey::render
