#include "render/spatial.hpp"

#include "render/legend.hpp"
#include "render/plane_patch.hpp"
#include "render/veil.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>

namespace gluey::render {

namespace {

constexpr double full_turn = 2.0 * std::numbers::pi;
// What is farthest away fades into the paper by this part.
constexpr double haze = 0.28;
// Opacity of solids that bodies are seen through.
constexpr double veil = 0.16;
// Behind a network the spheres shrink, else they would hide it.
constexpr double shrunken = 0.3;

/// One thing to paint, by its distance.
struct Item {
  double depth;
  std::function<void()> paint;
};

struct SpatialPanel {
  cairo_t* cairo;
  const Snapshot& snapshot;
  const Projection& projection;
  const Bounds& bounds;
  const PanelStyle& style;
  std::vector<Item> items = {};
  std::vector<Item> veils = {};

  [[nodiscard]] Color hazy(const Color& color, double depth) const {
    const double length = projection.farthest() - projection.nearest();
    return mix(color, paper, haze * std::clamp((depth - projection.nearest()) / length, 0.0, 1.0));
  }

  void trace(const std::vector<Vec<3>>& points) const {
    for (std::size_t k = 0; k < points.size(); ++k) {
      const Projection::Image at = projection.image(points[k]);
      (k == 0 ? cairo_move_to : cairo_line_to)(cairo, at.x, at.y);
    }
    cairo_close_path(cairo);
  }

  /// A radial gradient around the highlight stands for Lambert's law; an edge keeps neighbours apart.
  void paint_ball(const Projection::Image& at, double radius, const Color& plain) const {
    const Color color = hazy(plain, at.depth);
    const double r = at.scale * radius;
    cairo_arc(cairo, at.x, at.y, r, 0.0, full_turn);
    if (r < 2.0 * style.unit) {
      set_color(cairo, mix(color, outline_color, 0.2));
      cairo_fill(cairo);
      return;
    }
    cairo_pattern_t* gradient = cairo_pattern_create_radial(at.x - 0.36 * r, at.y - 0.42 * r, 0.03 * r, at.x - 0.1 * r,
                                                            at.y - 0.12 * r, 1.16 * r);
    const auto stop = [&](double place, const Color& shade) {
      cairo_pattern_add_color_stop_rgb(gradient, place, shade.red, shade.green, shade.blue);
    };
    stop(0.0, mix(color, paper, 0.72));
    stop(0.16, mix(color, paper, 0.36));
    stop(0.45, color);
    stop(0.8, mix(color, outline_color, 0.42));
    stop(1.0, mix(color, outline_color, 0.72));
    cairo_set_source(cairo, gradient);
    cairo_fill(cairo);
    cairo_pattern_destroy(gradient);
  }

  void add_ball(const Vec<3>& center, double radius, const Color& color) {
    const Projection::Image at = projection.image(center);
    items.push_back({at.depth, [this, at, radius, color] { paint_ball(at, radius, color); }});
  }

  /// Strokes on strokes, each narrower, lighter and nearer to the light, make it look round.
  void add_rod(const Vec<3>& from, const Vec<3>& to, double width, const Color& plain) {
    const Projection::Image a = projection.image(from);
    const Projection::Image b = projection.image(to);
    const double depth = 0.5 * (a.depth + b.depth);
    const double pixels = std::max(thinnest_line * style.unit, 0.5 * (a.scale + b.scale) * width);
    items.push_back({depth, [this, a, b, depth, pixels, plain] {
                       const Color color = hazy(plain, depth);
                       const std::array<std::pair<double, Color>, 4> layers = {{{1.0, mix(color, outline_color, 0.55)},
                                                                                {0.78, mix(color, outline_color, 0.2)},
                                                                                {0.5, color},
                                                                                {0.18, mix(color, paper, 0.4)}}};
                       cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
                       for (const auto& [part, shade] : layers) {
                         const double shift = 0.22 * (1.0 - part) * pixels;
                         cairo_move_to(cairo, a.x - shift, a.y - shift);
                         cairo_line_to(cairo, b.x - shift, b.y - shift);
                         cairo_set_line_width(cairo, part * pixels);
                         set_color(cairo, shade);
                         cairo_stroke(cairo);
                       }
                     }});
  }

  [[nodiscard]] bool turned_away(const Piece& face) const {
    return face.normal.dot(projection.eye() - face.points[0]) <= 0.0;
  }

  [[nodiscard]] Color face_color(const Piece& face) const {
    const double lit = 0.4 + 0.6 * std::max(0.0, face.normal.dot(projection.light()));
    return mix(mix(outline_color, solid_color, 0.55), solid_color, lit);
  }

  /// Over everything, in one piece: seams of patches would show.
  void add_veil(const Piece& face) {
    if (turned_away(face)) {
      return;
    }
    const double depth = projection.image(0.5 * (face.points[0] + face.points[2])).depth;
    veils.push_back({depth, [this, face] {
                       trace(face.points);
                       set_color(cairo, face_color(face), veil);
                       cairo_fill_preserve(cairo);
                       set_color(cairo, outline_color, 0.5);
                       cairo_set_line_width(cairo, 0.9 * style.unit);
                       cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
                       cairo_stroke(cairo);
                     }});
  }

  /// Makes a veil of what was added last.
  void turn_into_veil() {
    Item item = std::move(items.back());
    items.pop_back();
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
    const Vec<3> u = face.points[1] - face.points[0];
    const Vec<3> v = face.points[3] - face.points[0];
    const double patch = bounds.diagonal() / 40.0;
    const int rows = std::clamp(static_cast<int>(std::ceil(u.norm() / patch)), 1, 64);
    const int columns = std::clamp(static_cast<int>(std::ceil(v.norm() / patch)), 1, 64);
    for (int i = 0; i < rows; ++i) {
      for (int j = 0; j < columns; ++j) {
        const auto at = [&](int a, int b) {
          return Vec<3>(face.points[0] + static_cast<double>(a) / rows * u + static_cast<double>(b) / columns * v);
        };
        const std::vector<Vec<3>> corners = {at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)};
        const Projection::Image middle = projection.image(0.5 * (corners[0] + corners[2]));
        items.push_back({middle.depth, [this, corners, color, middle] {
                           trace(corners);
                           set_color(cairo, hazy(color, middle.depth));
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
    trace(corners);
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
          add_rod(from, to, width, color);
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
      add_ball(piece.points[0], piece.radius, solid_color);
    } else if (piece.kind == Piece::Kind::capsule) {
      add_rod(piece.points[0], piece.points[1], 2.0 * piece.radius, solid_color);
    } else {
      return;
    }
    if (veiled) {
      turn_into_veil();
    }
  }

  static void paint_from_far_to_near(std::vector<Item>& some) {
    std::stable_sort(some.begin(), some.end(), [](const Item& a, const Item& b) { return a.depth > b.depth; });
    for (const Item& item : some) {
      item.paint();
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
    const std::vector<double>& radius = snapshot.constants->bodies.radius;
    for (std::size_t body = 0; body < radius.size(); ++body) {
      add_ball(snapshot.position(body), (style.network ? shrunken : 1.0) * radius[body], style.colors[body]);
    }
    for (const Tube& tube : style.tubes) {
      add_rod(tube.from, tube.to, tube_share * tube.width, tube.color);
    }
    add_trails();
    draw_walls(walls, planes, false);
    paint_from_far_to_near(items);
    paint_from_far_to_near(veils);
    draw_walls(walls, planes, true);
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
