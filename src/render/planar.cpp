#include "render/planar.hpp"

#include "render/domain.hpp"
#include "render/legend.hpp"
#include "render/planar_body.hpp"
#include "render/shapes.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace gluey::render {

namespace {

/// Draws one panel.
struct PlanarPanel {
  cairo_t* cairo;
  const Snapshot& snapshot;
  const PlanarView& view;
  const PanelStyle& style;

  void trace(const std::vector<Vec<3>>& points, bool closed) const {
    for (std::size_t k = 0; k < points.size(); ++k) {
      (k == 0 ? cairo_move_to : cairo_line_to)(cairo, view.x(points[k][0]), view.y(points[k][1]));
    }
    if (closed) {
      cairo_close_path(cairo);
    }
  }

  void trace(const Piece& piece) const {
    cairo_new_sub_path(cairo);
    const double radius = view.scale() * piece.radius;
    if (piece.kind == Piece::Kind::ball) {
      cairo_arc(cairo, view.x(piece.points[0][0]), view.y(piece.points[0][1]), radius, 0.0, 2.0 * std::numbers::pi);
      cairo_close_path(cairo);
    } else if (piece.kind == Piece::Kind::capsule) {
      const Vec<3> along = piece.points[1] - piece.points[0];
      // y points down in the picture: angles run the other way.
      const double angle = -std::atan2(along[1], along[0]);
      const double quarter = 0.5 * std::numbers::pi;
      cairo_arc(cairo, view.x(piece.points[1][0]), view.y(piece.points[1][1]), radius, angle - quarter,
                angle + quarter);
      cairo_arc(cairo, view.x(piece.points[0][0]), view.y(piece.points[0][1]), radius, angle + quarter,
                angle + 3.0 * quarter);
      cairo_close_path(cairo);
    } else {
      trace(piece.points, true);
    }
  }

  /// The side of the plane where nothing can be, hatched along its edge.
  void draw_plane(const Piece& plane) const {
    // A rectangle below the edge that reaches beyond all that is visible.
    const auto& [x0, y0, x1, y1] = view.visible();
    const Vec<3> middle(0.5 * (x0 + x1), 0.5 * (y0 + y1), 0.0);
    const double reach = std::hypot(x1 - x0, y1 - y0);
    const Vec<3> along(-plane.normal[1], plane.normal[0], 0.0);
    const Vec<3> foot = middle - plane.normal.dot(middle - plane.points[0]) * plane.normal;
    const Vec<3> left = foot - reach * along;
    const Vec<3> right = foot + reach * along;
    const Vec<3> depth = -2.0 * reach * plane.normal;
    trace({left, right, right + depth, left + depth}, true);
    set_color(cairo, solid_color);
    cairo_fill(cairo);
    trace({left, right}, false);
    set_color(cairo, outline_color);
    cairo_set_line_width(cairo, 1.6 * style.unit);
    cairo_stroke(cairo);
  }

  /// Walls of a room lie outside of it: the line begins where the free space ends.
  void draw_room(const Piece& room) const {
    const double width = 2.4 * style.unit;
    const Vec<3> middle = 0.5 * (room.points[0] + room.points[2]);
    const Vec<3> u = room.points[1] - room.points[0];
    const Vec<3> v = room.points[3] - room.points[0];
    const double shift = 0.5 * width / view.scale();
    const Vec<3> a = (0.5 + shift / u.norm()) * u;
    const Vec<3> b = (0.5 + shift / v.norm()) * v;
    trace({middle - a - b, middle + a - b, middle + a + b, middle - a + b}, true);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_MITER);
    cairo_set_line_width(cairo, width);
    set_color(cairo, outline_color);
    cairo_stroke(cairo);
  }

  void draw_obstacle(const std::vector<Piece>& pieces) const {
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    const auto is_solid = [](const Piece& piece) {
      return piece.kind == Piece::Kind::ball || piece.kind == Piece::Kind::capsule || piece.kind == Piece::Kind::solid;
    };
    for (const Piece& piece : pieces) {
      if (piece.kind == Piece::Kind::plane) {
        draw_plane(piece);
      } else if (piece.kind == Piece::Kind::room) {
        draw_room(piece);
      } else if (piece.kind == Piece::Kind::line) {
        trace(piece.points, piece.closed);
        cairo_set_line_width(cairo, 1.8 * style.unit);
        set_color(cairo, outline_color);
        cairo_stroke(cairo);
      }
    }
    // All edges first, then all insides: parts that overlap show one outline.
    for (const Piece& piece : pieces) {
      if (is_solid(piece)) {
        trace(piece);
        cairo_set_line_width(cairo, 1.8 * style.unit);
        set_color(cairo, outline_color);
        cairo_stroke(cairo);
      }
    }
    for (const Piece& piece : pieces) {
      if (is_solid(piece)) {
        trace(piece);
        set_color(cairo, solid_color);
        cairo_fill(cairo);
      }
    }
  }

  void draw_disc(double x, double y, double radius, const Color& color) const {
    cairo_arc(cairo, x, y, radius, 0.0, 2.0 * std::numbers::pi);
    set_color(cairo, color);
    cairo_fill(cairo);
  }

  void draw_body(std::size_t body, const Vec<3>& at, Shapes& shapes, bool mark, const Color& edge) const {
    const Color& color = style.colors[body];
    if (const figure::Outline* outline = shapes.outline(body)) {
      Pose<3> pose = snapshot.pose(snapshot.frame.position, snapshot.frame.orientation, body);
      pose.position = at;
      draw_outline(cairo, *outline, pose, view, style.unit, color, edge, mark);
      return;
    }
    const double x = view.x(at[0]);
    const double y = view.y(at[1]);
    const double radius = view.scale() * snapshot.constants->bodies.radius[body];
    // The edge is a larger disc behind a smaller one: cheaper than a stroke, and the body is as large as it is.
    const double line = std::clamp(0.12 * radius, 0.35 * style.unit, 1.1 * style.unit);
    if (radius < 1.5 * style.unit) {
      draw_disc(x, y, radius, mix(color, edge, 0.25));
      return;
    }
    draw_disc(x, y, radius, edge);
    draw_disc(x, y, radius - line, color);
    if (mark && radius >= 5.0 * style.unit) {
      const double angle = snapshot.frame.orientation[body];
      const double light = 0.3 * color.red + 0.59 * color.green + 0.11 * color.blue;
      set_color(cairo, light > 0.45 ? outline_color : paper);
      cairo_set_line_width(cairo, line);
      cairo_move_to(cairo, x, y);
      cairo_line_to(cairo, x + (radius - line) * std::cos(angle), y - (radius - line) * std::sin(angle));
      cairo_stroke(cairo);
    }
  }

  /// Parts that stick out of a periodic side are drawn at the other.
  void clip_to(const Domain& domain) const {
    const auto& [x0, y0, x1, y1] = view.visible();
    const double left = domain.periodic[0] ? std::max(x0, domain.lower[0]) : x0;
    const double right = domain.periodic[0] ? std::min(x1, domain.upper[0]) : x1;
    const double bottom = domain.periodic[1] ? std::max(y0, domain.lower[1]) : y0;
    const double top = domain.periodic[1] ? std::min(y1, domain.upper[1]) : y1;
    cairo_rectangle(cairo, view.x(left), view.y(top), std::max(0.0, view.scale() * (right - left)),
                    std::max(0.0, view.scale() * (top - bottom)));
    cairo_clip(cairo);
  }

  /// Periodic sides, dashed.
  void draw_border(const Domain& domain) const {
    const Vec<3>& a = domain.lower;
    const Vec<3>& b = domain.upper;
    if (domain.periodic[0]) {
      trace({{a[0], a[1], 0.0}, {a[0], b[1], 0.0}}, false);
      trace({{b[0], a[1], 0.0}, {b[0], b[1], 0.0}}, false);
    }
    if (domain.periodic[1]) {
      trace({{a[0], a[1], 0.0}, {b[0], a[1], 0.0}}, false);
      trace({{a[0], b[1], 0.0}, {b[0], b[1], 0.0}}, false);
    }
    const std::array<double, 2> dashes = {6.0 * style.unit, 4.0 * style.unit};
    cairo_set_dash(cairo, dashes.data(), 2, 0.0);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_BUTT);
    cairo_set_line_width(cairo, 1.0 * style.unit);
    set_color(cairo, outline_color, 0.7);
    cairo_stroke(cairo);
    cairo_set_dash(cairo, nullptr, 0, 0.0);
  }

  void draw_bodies() const {
    const std::vector<double>& radii = snapshot.constants->bodies.radius;
    const auto& [x0, y0, x1, y1] = view.visible();
    const auto& turns = snapshot.frame.orientation;
    const bool marks = std::any_of(turns.begin(), turns.end(), [](double angle) { return angle != 0.0; });
    const Color edge = style.network ? mix(outline_color, paper, 0.55) : outline_color;
    const std::optional<Domain> domain = Domain::of(*snapshot.constants);
    Shapes shapes(snapshot);
    cairo_save(cairo);
    if (domain) {
      clip_to(*domain);
    }
    for (std::size_t body = 0; body < radii.size(); ++body) {
      const Vec<3> center = snapshot.position(body);
      const double r = radii[body];
      const std::vector<Vec<3>> shifts =
          domain ? domain->shifts(center, r, snapshot.frame.time) : std::vector{Vec<3>(Vec<3>::Zero())};
      for (const Vec<3>& shift : shifts) {
        const Vec<3> at = center + shift;
        if (at[0] + r >= x0 && at[0] - r <= x1 && at[1] + r >= y0 && at[1] - r <= y1) {
          draw_body(body, at, shapes, marks, edge);
        }
      }
    }
    cairo_restore(cairo);
    if (domain) {
      draw_border(*domain);
    }
  }

  void draw_trails() const {
    if (snapshot.trail.empty()) {
      return;
    }
    const auto& [x0, y0, x1, y1] = view.visible();
    const double jump = 0.5 * std::max(x1 - x0, y1 - y0);
    const bool few = snapshot.bodies() <= 12;
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_width(cairo, (few ? 1.5 : 0.8) * style.unit);
    for (std::size_t body = 0; body < snapshot.bodies(); ++body) {
      Vec<3> last = snapshot.row(snapshot.trail.front(), body);
      cairo_move_to(cairo, view.x(last[0]), view.y(last[1]));
      for (std::size_t k = 1; k <= snapshot.trail.size(); ++k) {
        const Vec<3> at = k < snapshot.trail.size() ? snapshot.row(snapshot.trail[k], body) : snapshot.position(body);
        // A jump over half the picture is a periodic border.
        ((at - last).norm() > jump ? cairo_move_to : cairo_line_to)(cairo, view.x(at[0]), view.y(at[1]));
        last = at;
      }
      set_color(cairo, mix(style.colors[body], outline_color, 0.45), few ? 1.0 : 0.45);
      cairo_stroke(cairo);
    }
  }

  void draw_tubes() const {
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    for (const Tube& tube : style.tubes) {
      cairo_move_to(cairo, view.x(tube.from[0]), view.y(tube.from[1]));
      cairo_line_to(cairo, view.x(tube.to[0]), view.y(tube.to[1]));
      cairo_set_line_width(cairo, std::max(thinnest_line * style.unit, tube.width * view.scale()));
      set_color(cairo, tube.color);
      cairo_stroke(cairo);
    }
  }
};

}  // namespace

PlanarView::PlanarView(const std::array<double, 4>& region, const Cell& cell) {
  const auto& [x0, y0, x1, y1] = region;
  scale_ = std::min(cell.width / (x1 - x0), cell.height / (y1 - y0));
  x_ = cell.x + 0.5 * cell.width - 0.5 * scale_ * (x0 + x1);
  y_ = cell.y + 0.5 * cell.height + 0.5 * scale_ * (y0 + y1);
  area_ = {x(x0), y(y1), scale_ * (x1 - x0), scale_ * (y1 - y0)};
  visible_ = {(cell.x - x_) / scale_, (y_ - cell.y - cell.height) / scale_, (cell.x + cell.width - x_) / scale_,
              (y_ - cell.y) / scale_};
}

void draw_planar(cairo_t* cairo, const Snapshot& snapshot, const PlanarView& view, const PanelStyle& style) {
  const PlanarPanel panel{cairo, snapshot, view, style};
  cairo_save(cairo);
  const auto& [x0, y0, x1, y1] = view.visible();
  const Cell cell =
      style.exact_area ? view.area() : Cell{view.x(x0), view.y(y1), view.scale() * (x1 - x0), view.scale() * (y1 - y0)};
  cairo_rectangle(cairo, cell.x, cell.y, cell.width, cell.height);
  cairo_clip(cairo);
  for (const std::vector<Piece>& pieces : obstacle_pieces(snapshot)) {
    panel.draw_obstacle(pieces);
  }
  panel.draw_trails();
  panel.draw_bodies();
  panel.draw_tubes();
  cairo_restore(cairo);
  if (style.exact_area) {
    cairo_rectangle(cairo, cell.x, cell.y, cell.width, cell.height);
    set_color(cairo, mix(ink, paper, 0.5));
    cairo_set_line_width(cairo, 0.8 * style.unit);
    cairo_stroke(cairo);
  }
}

}  // namespace gluey::render
