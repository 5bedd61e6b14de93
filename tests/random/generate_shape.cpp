// Shapes of random scenes.

#include "random/generator.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace gluey::test {

Generator::Numbers Generator::scaled_direction(const Numbers& radii) {
  Numbers x = direction();
  for (std::size_t k = 0; k < x.size(); ++k) {
    x[k] = Dice::round(x[k] * radii[k]);
  }
  return x;
}

Generator::Sized Generator::shape(double r) {
  const auto last = static_cast<std::size_t>(d_ - 1);
  Tree s;
  const int kind = spheres_ ? 0 : dice_.whole(0, d_ == 2 ? 8 : 7);
  switch (kind) {
    case 1: {
      const double length = dice_.length(0.3, 2.0) * r;
      s["kind"] = "capsule";
      s["radius"] = r;
      s["length"] = length;
      return {s, 0.5 * length + r, r};
    }
    case 2: {
      Numbers size = vector(0.6 * r, 2.5 * r);
      if (dice_.chance(0.4)) {
        size.assign(size.size(), 2.0 * r);
      }
      s["kind"] = "box";
      s["size"] = size;
      return {s, 0.5 * norm(size), 0.5 * size[last]};
    }
    case 3: {
      const Numbers radii = vector(0.4 * r, 1.5 * r);
      s["kind"] = "ellipsoid";
      s["radii"] = radii;
      return {s, *std::max_element(radii.begin(), radii.end()), radii[last]};
    }
    case 4: {
      const Numbers radii = vector(0.5 * r, 1.4 * r);
      s["kind"] = "superellipsoid";
      s["radii"] = radii;
      if (d_ == 2) {
        s["exponents"] = dice_.length(1.3, 8.0);
      } else {
        s["exponents"] = {dice_.length(1.3, 6.0), dice_.length(1.3, 6.0)};
      }
      return {s, norm(radii), radii[last]};
    }
    case 5:
      return corners(r);
    case 6:
      return compound(r);
    case 8:
      s["kind"] = "wheel";
      s["radius"] = r;
      s["paddles"] = dice_.whole(2, 5);
      s["thickness"] = Dice::round(0.3 * r);
      s["hub"] = Dice::round(0.4 * r);
      return {s, 1.05 * r, 0.0};
    default:
      s["kind"] = "sphere";
      s["radius"] = r;
      return {s, r, r};
  }
}

Generator::Sized Generator::corners(double r) {
  Tree s, points = Tree::array();
  const Numbers radii = vector(0.6 * r, 1.4 * r);
  double outer = 0.0;
  if (d_ == 2) {
    const int count = dice_.whole(3, 7);
    double angle = dice_.between(0.0, 6.0);
    for (int k = 0; k < count; ++k) {
      points.push_back(Numbers{Dice::round(radii[0] * std::cos(angle)), Dice::round(radii[1] * std::sin(angle))});
      angle += 2.0 * std::numbers::pi / count * dice_.between(0.8, 1.2);
    }
    s["kind"] = "polygon";
  } else {
    if (dice_.chance(0.2)) {
      for (const auto& corner : {Numbers{1, 1, 1}, Numbers{1, -1, -1}, Numbers{-1, 1, -1}, Numbers{-1, -1, 1}}) {
        points.push_back(Numbers{Dice::round(r * corner[0]), Dice::round(r * corner[1]), Dice::round(r * corner[2])});
      }
      outer = 2.0 * r;
    } else {
      const int count = dice_.whole(5, 10);
      for (int k = 0; k < count; ++k) {
        points.push_back(scaled_direction(radii));
      }
    }
    s["kind"] = "polyhedron";
  }
  outer = std::max(outer, 1.8 * *std::max_element(radii.begin(), radii.end()));
  s["points"] = points;
  return {s, outer, 0.0};
}

Generator::Sized Generator::compound(double r) {
  Tree parts = Tree::array();
  const int count = dice_.whole(2, 3);
  for (int k = 0; k < count; ++k) {
    Tree part;
    const int kind = dice_.whole(0, 2);
    if (kind == 0) {
      part["kind"] = "sphere";
      part["radius"] = Dice::round(dice_.length(0.4, 0.8) * r);
    } else if (kind == 1) {
      part["kind"] = "box";
      part["size"] = vector(0.5 * r, 1.3 * r);
    } else {
      part["kind"] = "capsule";
      part["radius"] = Dice::round(0.4 * r);
      part["length"] = Dice::round(0.8 * r);
    }
    Numbers at = zero();
    at[0] = Dice::round((k - 0.5 * (count - 1)) * 0.8 * r);
    if (k == 2) {
      at[1] = Dice::round(0.7 * r);
    }
    part["position"] = at;
    if (kind > 0 && dice_.chance(0.5)) {
      part["orientation"] = orientation();
    }
    parts.push_back(part);
  }
  Tree s;
  s["kind"] = "compound";
  s["parts"] = parts;
  return {s, 3.0 * r, 0.0};
}

}  // namespace gluey::test
