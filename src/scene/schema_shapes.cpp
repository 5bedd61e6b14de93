// Shapes, and lengths that are drawn at random.

#include "scene/schema.hpp"

namespace gluey::scene {
namespace {

/// Who has the shape: that decides on what may be drawn at random.
enum class Owner { body, obstacle, part };

void describe_scale(Visitor& v, Shape& shape, Owner owner) {
  v.length(
      "scale", shape.scale,
      {.help = "factor on all lengths of the shape", .above = 0, .fallback = "`1.0`", .fixed = owner != Owner::body});
}

/// The keys of one kind of shape, the same wherever that kind may stand.
void describe_shape_keys(Visitor& v, Shape& shape, std::string_view kind, Owner owner) {
  const bool random = owner == Owner::body;
  const Rule radius{.help = "radius", .unit = "length", .above = 0, .required = true, .fixed = !random};
  const Rule radii{.help = "half the lengths of the axes", .unit = "length", .above = 0, .required = true};
  if (kind == "sphere") {
    v.length("radius", shape.radius, radius);
  } else if (kind == "plane") {
    v.vector("normal", shape.normal,
             {.help = "direction that points to the free side", .required = true, .direction = true});
  } else if (kind == "segment") {
    v.vector("from", shape.from, {.help = "one end", .unit = "length", .required = true});
    v.vector("to", shape.to, {.help = "the other end", .unit = "length", .required = true});
  } else if (kind == "capsule") {
    v.length("radius", shape.radius, radius);
    v.length("length", shape.length,
             {.help = "distance of the two centres, along x",
              .unit = "length",
              .above = 0,
              .required = true,
              .fixed = !random});
  } else if (kind == "box") {
    v.vector("size", shape.size, {.help = "lengths of the edges", .unit = "length", .above = 0, .required = true});
  } else if (kind == "box-walls") {
    v.vector("lower", shape.lower, {.help = "lowest corner", .unit = "length", .required = true});
    v.vector("upper", shape.upper, {.help = "highest corner", .unit = "length", .required = true});
  } else if (kind == "ellipsoid") {
    v.vector("radii", shape.radii, radii);
  } else if (kind == "superellipsoid") {
    v.vector("radii", shape.radii, radii);
    v.numbers("exponents", shape.exponents,
              {.help = "p in (x/a)^p + (y/b)^p ≤ 1; in 3D p and q in ((x/a)^p + (y/b)^p)^(q/p) + (z/c)^q ≤ 1, one "
                       "number for both",
               .minimum = 1.1,
               .maximum = 20,
               .required = true,
               .at_least = 1,
               .at_most = 2});
  } else if (kind == "polygon") {
    v.vectors(
        "points", shape.points,
        {.help = "corners in order, either way round; convex", .unit = "length", .required = true, .at_least = 3});
  } else if (kind == "polyhedron") {
    v.exclusive({"points", "file"}, true);
    v.vectors("points", shape.points,
              {.help = "points whose convex hull it is; give this or `file`",
               .unit = "length",
               .fallback = "none",
               .at_least = 4});
    v.text("file", shape.file,
           {.help = "surface (STL, OBJ) whose convex hull it is; give this or `points`", .fallback = "none"});
  } else if (kind == "mesh") {
    v.text("file", shape.file, {.help = "surface of triangles (STL, OBJ), may be concave", .required = true});
  } else if (kind == "chain") {
    v.vectors("points", shape.points,
              {.help = "ends of the segments, in order", .unit = "length", .required = true, .at_least = 2});
  } else if (kind == "wheel") {
    v.length("radius", shape.radius, {.help = "radius", .unit = "length", .above = 0, .required = true, .fixed = true});
    std::int64_t paddles = shape.paddles;
    v.integer("paddles", paddles, {.help = "number of paddles", .minimum = 1, .maximum = 1000, .required = true});
    shape.paddles = static_cast<int>(paddles);
    v.number("thickness", shape.thickness,
             {.help = "thickness of a paddle", .unit = "length", .above = 0, .required = true});
    v.number("hub", shape.hub, {.help = "radius of the disc in the middle", .unit = "length", .minimum = 0});
  }
  // Elsewhere only what comes from a file may be in other units.
  if (kind != "sphere" && (random || kind == "polyhedron" || kind == "mesh")) {
    describe_scale(v, shape, owner);
  }
}

using Kinds = std::vector<Choice>;

/// The solid convex kinds, which may stand everywhere.
Kinds convex_kinds() {
  return {{"sphere", "a disc in 2D"},
          {"capsule", "all points near a segment"},
          {"box", "a solid box around its position"},
          {"ellipsoid", "an ellipse in 2D"},
          {"superellipsoid", "between an ellipsoid and a box"},
          {"polygon", "a solid convex polygon", 2},
          {"polyhedron", "a solid convex polyhedron", 3}};
}

Choices with(Kinds first, const Kinds& more) {
  first.insert(first.end(), more.begin(), more.end());
  return {std::move(first)};
}

void describe_parts(Visitor& v, Shape& shape, const Choices& kinds) {
  v.tables("parts", shape.parts, {}, {.help = "the parts", .required = true, .at_least = 1}, [&](Shape& part) {
    v.kind("kind", part.kind, kinds, {.help = "kind of the part", .required = true}, [&](const std::string& kind) {
      describe_shape_keys(v, part, kind, Owner::part);
      v.vector("position", part.position, {.help = "place in the compound's frame", .unit = "length"});
      v.orientation("orientation", part.orientation, {.help = "orientation in the compound's frame"});
    });
  });
}

void describe_shape(Visitor& v, Shape& shape, Owner owner, const Choices& kinds, const Choices& part_kinds) {
  v.kind("kind", shape.kind, kinds, {.help = "kind of shape", .required = true}, [&](const std::string& kind) {
    if (kind == "compound") {
      describe_parts(v, shape, part_kinds);
    }
    describe_shape_keys(v, shape, kind, owner);
  });
}

}  // namespace

void describe_body_shape(Visitor& v, Shape& shape) {
  static const Choices kinds = with(
      convex_kinds(), {{"compound", "parts joined rigidly, they may overlap"}, {"wheel", "paddles around a hub", 2}});
  static const Choices parts{convex_kinds()};
  describe_shape(v, shape, Owner::body, kinds, parts);
}

void describe_obstacle_shape(Visitor& v, Shape& shape) {
  static const Choices kinds = with({{"plane", "a half space, through `position`"},
                                     {"segment", "a thin wall", 2},
                                     {"chain", "a polyline of thin walls", 2},
                                     {"box-walls", "the inside of a box"},
                                     {"mesh", "a surface of triangles", 3},
                                     {"wheel", "paddles around a hub", 2},
                                     {"compound", "parts joined rigidly"}},
                                    convex_kinds());
  static const Choices parts = with(convex_kinds(), {{"segment", "a thin wall", 2}});
  describe_shape(v, shape, Owner::obstacle, kinds, parts);
}

void describe_distribution(Visitor& v, Length& length) {
  // In the order of Length::Kind.
  static const Choices kinds{{{"uniform", "any length between `minimum` and `maximum`"},
                              {"normal", "redrawn until between `minimum` and `maximum`"},
                              {"lognormal", "redrawn until between `minimum` and `maximum`"},
                              {"table", "one of `values`, each as often as its weight says"}}};
  const auto describe_kind = [&](const std::string& kind) {
    for (std::size_t i = 0; i < kinds.available.size(); ++i) {
      if (kinds.available[i].name == kind) {
        length.kind = static_cast<Length::Kind>(i);
      }
    }
    if (kind == "table") {
      v.numbers("values", length.values,
                {.help = "the lengths", .unit = "length", .above = 0, .required = true, .at_least = 1});
      v.numbers("weights", length.weights,
                {.help = "how often each is drawn, relative to the others", .minimum = 0, .fallback = "all the same"});
      return;
    }
    const bool uniform = kind == "uniform";
    if (!uniform) {
      v.number("mean", length.mean, {.help = "mean of the length", .unit = "length", .above = 0, .required = true});
      v.number("deviation", length.deviation,
               {.help = "standard deviation of the length", .unit = "length", .above = 0, .required = true});
      length.maximum = length.maximum > 0 ? length.maximum : infinity;
    }
    v.number("minimum", length.minimum,
             {.help = "no shorter than this",
              .unit = "length",
              .above = uniform ? 0 : -infinity,
              .minimum = uniform ? -infinity : 0,
              .required = uniform});
    v.number("maximum", length.maximum,
             {.help = "no longer than this",
              .unit = "length",
              .above = 0,
              .required = uniform,
              .fallback = "none",
              .absent = infinity});
  };
  std::string name(kinds.available[static_cast<std::size_t>(length.kind)].name);
  v.kind("distribution", name, kinds, {.help = "how lengths are drawn", .required = true}, describe_kind);
}

}  // namespace gluey::scene
