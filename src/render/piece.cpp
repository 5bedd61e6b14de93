#include "render/piece.hpp"

#include "figure/outline.hpp"
#include "figure/surface.hpp"

#include <nlohmann/json.hpp>

#include <array>
#include <cmath>
#include <numbers>

namespace gluey::render {

namespace {

using Json = nlohmann::json;

Vec<3> point_of(const Json& list) {
  Vec<3> point = Vec<3>::Zero();
  for (std::size_t k = 0; k < list.size() && k < 3; ++k) {
    point[static_cast<Eigen::Index>(k)] = list[k].get<double>();
  }
  return point;
}

std::vector<Vec<3>> points_of(const Json& lists) {
  std::vector<Vec<3>> points;
  for (const Json& list : lists) {
    points.push_back(point_of(list));
  }
  return points;
}

std::vector<Vec<3>> rectangle(double x0, double y0, double x1, double y1) {
  return {{x0, y0, 0.0}, {x1, y0, 0.0}, {x1, y1, 0.0}, {x0, y1, 0.0}};
}

/// The six sides of a box, anticlockwise seen from outside; from inside where `inward`.
std::vector<Piece> sides(const Vec<3>& lower, const Vec<3>& upper, bool inward) {
  const std::array<const Vec<3>*, 2> ends = {&lower, &upper};
  std::vector<Piece> pieces;
  for (int axis = 0; axis < 3; ++axis) {
    const int u = (axis + 1) % 3;
    const int v = (axis + 2) % 3;
    for (std::size_t end = 0; end < 2; ++end) {
      Piece piece{.kind = inward ? Piece::Kind::wall : Piece::Kind::face};
      static constexpr std::array<std::array<std::size_t, 2>, 4> around = {{{0, 0}, {1, 0}, {1, 1}, {0, 1}}};
      for (const auto& [a, b] : around) {
        Vec<3> corner;
        corner[axis] = (*ends[end])[axis];
        corner[u] = (*ends[a])[u];
        corner[v] = (*ends[b])[v];
        piece.points.push_back(corner);
      }
      const bool outward = end == 1;
      if (outward == inward) {
        std::swap(piece.points[1], piece.points[3]);
      }
      piece.normal = (outward == inward ? -1.0 : 1.0) * Vec<3>::Unit(axis);
      pieces.push_back(piece);
    }
  }
  return pieces;
}

/// A hub with blades from the centre to `radius`.
std::vector<Piece> wheel(const Json& shape) {
  const auto radius = shape.at("radius").get<double>();
  const auto half = 0.5 * shape.at("thickness").get<double>();
  const auto paddles = shape.at("paddles").get<int>();
  std::vector<Piece> pieces;
  for (int k = 0; k < paddles; ++k) {
    const Eigen::Quaterniond turn(Eigen::AngleAxisd(2.0 * std::numbers::pi * k / paddles, Vec<3>::UnitZ()));
    const Piece blade{.kind = Piece::Kind::solid, .points = rectangle(0.0, -half, radius, half)};
    pieces.push_back(placed(blade, {Vec<3>::Zero(), {turn}}));
  }
  pieces.push_back({.kind = Piece::Kind::ball, .points = {Vec<3>::Zero()}, .radius = shape.at("hub").get<double>()});
  return pieces;
}

/// Facets of shapes that have no simpler pieces. A compound places its parts itself.
std::vector<Piece> facets(Json shape, std::size_t dimension) {
  // As many as make it look round; an obstacle may be as large as the picture.
  constexpr int fineness = 16;
  shape.erase("position");
  shape.erase("orientation");
  const std::string text = shape.dump();
  std::vector<Piece> pieces;
  const std::vector<figure::Solid> solids = figure::solids_of(text, dimension);
  if (dimension == 2) {
    for (const figure::Solid& solid : solids) {
      pieces.push_back({.kind = Piece::Kind::solid, .points = figure::outline_of(solid)});
    }
    return pieces;
  }
  const figure::Surface surface =
      solids.empty() ? figure::surface_of(figure::mesh_of(text)) : figure::surface_of(solids, fineness);
  for (std::size_t face = 0; face < surface.faces.size(); ++face) {
    Piece piece{.kind = Piece::Kind::face,
                .normal = surface.normal(face),
                .facet = true,
                .two_sided = surface.two_sided,
                .sharp = surface.sharp[face]};
    for (const int corner : surface.faces[face]) {
      piece.points.push_back(surface.points[static_cast<std::size_t>(corner)]);
    }
    pieces.push_back(std::move(piece));
  }
  return pieces;
}

std::vector<Piece> compound(const Json& shape, std::size_t dimension) {
  std::vector<Piece> pieces;
  int number = 0;
  for (const Json& part : shape.at("parts")) {
    Pose<3> pose;
    if (part.contains("position")) {
      pose.position = point_of(part["position"]);
    }
    if (part.contains("orientation")) {
      const auto numbers = part["orientation"].get<std::vector<double>>();
      pose.orientation.quaternion = numbers.size() == 4
                                        ? Eigen::Quaterniond(numbers[0], numbers[1], numbers[2], numbers[3])
                                        : Eigen::Quaterniond(Eigen::AngleAxisd(numbers.at(0), Vec<3>::UnitZ()));
    }
    for (const Piece& piece : pieces_of(part.dump(), dimension)) {
      pieces.push_back(placed(piece, pose));
      pieces.back().part = number;
    }
    ++number;
  }
  return pieces;
}

}  // namespace

std::vector<Piece> pieces_of(const std::string& text, std::size_t dimension) {
  const Json shape = Json::parse(text);
  const auto kind = shape.at("kind").get<std::string>();
  const bool planar = dimension == 2;
  if (kind == "plane") {
    return {
        {.kind = Piece::Kind::plane, .points = {Vec<3>::Zero()}, .normal = point_of(shape.at("normal")).normalized()}};
  }
  if (kind == "sphere") {
    return {{.kind = Piece::Kind::ball, .points = {Vec<3>::Zero()}, .radius = shape.at("radius").get<double>()}};
  }
  if (kind == "capsule") {
    const Vec<3> end = 0.5 * shape.at("length").get<double>() * Vec<3>::UnitX();
    return {{.kind = Piece::Kind::capsule, .points = {-end, end}, .radius = shape.at("radius").get<double>()}};
  }
  if (kind == "segment") {
    return {{.kind = Piece::Kind::line, .points = {point_of(shape.at("from")), point_of(shape.at("to"))}}};
  }
  if (kind == "chain") {
    Piece line{.kind = Piece::Kind::line, .points = points_of(shape.at("points"))};
    if (line.points.size() > 3 && line.points.front() == line.points.back()) {
      line.points.pop_back();
      line.closed = true;
    }
    return {line};
  }
  if (kind == "polygon") {
    return {{.kind = Piece::Kind::solid, .points = points_of(shape.at("points"))}};
  }
  if (kind == "box") {
    const Vec<3> half = 0.5 * point_of(shape.at("size"));
    if (planar) {
      return {{.kind = Piece::Kind::solid, .points = rectangle(-half[0], -half[1], half[0], half[1])}};
    }
    return sides(-half, half, false);
  }
  if (kind == "box-walls") {
    const Vec<3> lower = point_of(shape.at("lower"));
    const Vec<3> upper = point_of(shape.at("upper"));
    if (planar) {
      return {{.kind = Piece::Kind::room, .points = rectangle(lower[0], lower[1], upper[0], upper[1])}};
    }
    return sides(lower, upper, true);
  }
  if (kind == "wheel") {
    return wheel(shape);
  }
  if (kind == "compound") {
    return compound(shape, dimension);
  }
  return facets(shape, dimension);
}

Piece placed(const Piece& piece, const Pose<3>& pose) {
  Piece result = piece;
  for (Vec<3>& point : result.points) {
    point = pose.to_world(point);
  }
  result.normal = pose.orientation.apply(piece.normal);
  return result;
}

}  // namespace gluey::render
