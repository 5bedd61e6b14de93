// How the bodies of random scenes are put: where they meet, and at what.

#include "random/generator.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace gluey::test {

void Generator::cloud() {
  Numbers lower(static_cast<std::size_t>(d_), -1.5), upper(static_cast<std::size_t>(d_), 1.5);
  const bool walls = dice_.chance(0.2);
  const bool periodic = !walls && dice_.chance(0.35);
  heavy_ = dice_.one_of({0.0, 0.3, 1.0});
  wide_ = dice_.one_of({0.0, 0.0, 0.5});
  struct Placed {
    Numbers at;
    double outer;
  };
  std::vector<Placed> placed;
  const auto is_free = [&](const Numbers& at, double outer) {
    for (const Placed& other : placed) {
      double sum = 0.0;
      for (std::size_t k = 0; k < at.size(); ++k) {
        double away = at[k] - other.at[k];
        away -= periodic ? 3.0 * std::round(away / 3.0) : 0.0;
        sum += away * away;
      }
      if (std::sqrt(sum) < outer + other.outer + 0.005) {
        return false;
      }
    }
    return true;
  };
  if (walls) {
    Tree box;
    box["kind"] = "box-walls";
    box["lower"] = lower;
    box["upper"] = upper;
    add_obstacle(box, zero());
  } else if (dice_.chance(periodic ? 0.15 : 0.35)) {
    const Sized sized = shape(dice_.length(0.2, 0.4));
    Tree& obstacle = add_obstacle(sized.shape, zero(), true);
    if (sized.shape["kind"] != "sphere") {
      obstacle["orientation"] = orientation();
    }
    placed.push_back({zero(), 1.3 * sized.outer});
  }
  const int count = dice_.whole(2, d_ == 2 ? 9 : 10);
  for (int k = 0; k < count; ++k) {
    const Sized sized = shape(draw_radius());
    const double room = walls ? 1.5 - sized.outer - 0.01 : periodic ? 1.5 : 1.2;
    for (int tries = 0; tries < 60 && room > 0.0; ++tries) {
      Numbers at = vector(-room, room);
      if (!is_free(at, sized.outer)) {
        continue;
      }
      placed.push_back({at, sized.outer});
      Tree& body = add_body(sized, at);
      if (sized.shape["kind"] != "sphere") {
        body["orientation"] = orientation();
      }
      const double speed = dice_.length(0.0, 3.0);
      Numbers velocity = direction();
      for (std::size_t a = 0; a < velocity.size(); ++a) {
        velocity[a] = Dice::round(velocity[a] * 0.5 - speed * at[a]);
      }
      body["velocity"] = velocity;
      if (dice_.chance(0.7)) {
        body["angular_velocity"] = spin(dice_.one_of({1.0, 5.0}));
      }
      break;
    }
  }
  if (periodic) {
    Tree domain;
    domain["lower"] = lower;
    domain["upper"] = upper;
    Tree directions = Tree::array();
    const bool all = dice_.chance(0.5);
    for (int k = 0; k < d_; ++k) {
      directions.push_back(all || k == 0 || dice_.chance(0.5));
    }
    domain["periodic"] = directions;
    if (directions[1] && scene_["obstacle"].empty() && dice_.chance(0.4)) {
      domain["shear_rate"] = dice_.length(-0.8, 0.8);
    }
    scene_["domain"] = domain;
  }
}

Tree Generator::plane(const Numbers& normal) {
  Tree plane;
  plane["kind"] = "plane";
  plane["normal"] = normal;
  return plane;
}

void Generator::lay_floor() {
  Tree floor;
  const int kind = dice_.whole(0, 3);
  if (kind == 0) {
    add_obstacle(plane(unit(d_ - 1)), zero());
  } else if (kind == 1) {
    floor["kind"] = "box";
    Numbers size(static_cast<std::size_t>(d_), 6.0);
    size.back() = 1.0;
    floor["size"] = size;
    add_obstacle(floor, unit(d_ - 1, -0.5));
  } else if (d_ == 2) {
    floor["kind"] = "chain";
    Tree points = Tree::array();
    double x = -3.0;
    const bool flat = dice_.chance(0.5);
    while (x < 3.0) {
      points.push_back(Numbers{Dice::round(x), flat ? 0.0 : dice_.length(-0.3, 0.0)});
      x += dice_.length(0.2, 1.0);
    }
    floor["points"] = points;
    add_obstacle(floor, zero());
  } else {
    floor["kind"] = "mesh";
    floor["file"] = dice_.one_of<std::string>({"flat.obj", "flat.obj", "bumps.obj", "table.obj"});
    add_obstacle(floor, zero());
  }
}

void Generator::floor() {
  lay_floor();
  gravity_ = dice_.chance(0.8);
  heavy_ = dice_.one_of({0.0, 0.3});
  const int count = dice_.whole(1, d_ == 2 ? 6 : 7);
  double x = -2.0, height = 0.0;
  for (int k = 0; k < count; ++k) {
    const Sized sized = shape(draw_radius());
    x += sized.outer + dice_.length(0.0, 0.2);
    if (x + sized.outer > 2.5) {
      height += 1.3;
      x = -2.0 + sized.outer;
    }
    const bool stands = sized.half > 0.0 && height == 0.0 && dice_.chance(0.6);
    Numbers at = zero();
    at[0] = Dice::round(x);
    at.back() = height + (stands ? sized.half + gap() : sized.outer + dice_.length(0.0, 0.1));
    if (d_ == 3) {
      at[1] = dice_.length(-0.5, 0.5);
    }
    Tree& body = add_body(sized, at);
    if (!stands && sized.shape["kind"] != "sphere") {
      body["orientation"] = orientation();
    }
    if (dice_.chance(0.8)) {
      Numbers velocity = vector(-1.0, 1.0);
      velocity.back() = dice_.length(-2.0, 0.3);
      body["velocity"] = velocity;
    }
    if (dice_.chance(0.5)) {
      body["angular_velocity"] = spin(4.0);
    }
    x += sized.outer;
  }
}

void Generator::line_up() {
  const bool on_floor = dice_.chance(0.4);
  const double r = dice_.length(0.2, 0.4);
  const int axis = on_floor ? 0 : dice_.whole(0, d_ - 1);
  const int kind = dice_.whole(0, 4);
  Tree s;
  double half = r, stands = r;  // along the axis, and above the floor
  Tree turn;
  if (kind == 0) {
    s["kind"] = "box";
    s["size"] = Numbers(static_cast<std::size_t>(d_), 2.0 * r);
  } else if (kind == 1) {
    const double length = dice_.length(0.2, 0.6);
    s["kind"] = "capsule";
    s["radius"] = r;
    s["length"] = length;
    half = axis == 0 ? 0.5 * length + r : r;
  } else if (kind == 2) {
    s["kind"] = "ellipsoid";
    Numbers radii = vector(0.2, 0.4);
    s["radii"] = radii;
    half = radii[static_cast<std::size_t>(axis)];
    stands = radii.back();
  } else if (kind == 3) {
    s["kind"] = "superellipsoid";
    Numbers radii = vector(0.2, 0.4);
    s["radii"] = radii;
    if (d_ == 2) {
      s["exponents"] = 4.0;
    } else {
      s["exponents"] = {4.0, 3.0};
    }
    half = radii[static_cast<std::size_t>(axis)];
    stands = radii.back();
  } else {
    s["kind"] = "sphere";
    s["radius"] = r;
  }
  if (on_floor) {
    lay_floor();
    gravity_ = true;
  }
  const int count = dice_.whole(2, 5);
  double x = 0.0;
  for (int k = 0; k < count; ++k) {
    Numbers at = zero();
    at[static_cast<std::size_t>(axis)] = x;
    if (on_floor) {
      at.back() = stands + gap();
    }
    if (dice_.chance(0.1)) {
      at[static_cast<std::size_t>((axis + 1) % d_)] += dice_.one_of({1e-15, 1e-9, 0.1});
    }
    Tree& body = add_body({s, 0.0, 0.0}, at);
    Numbers velocity = zero();
    velocity[static_cast<std::size_t>(axis)] = dice_.length(-1.0, 1.0) - 0.5 * k;
    body["velocity"] = velocity;
    if (dice_.chance(0.2)) {
      body["angular_velocity"] = spin(2.0);
    }
    x += 2.0 * half + gap();
  }
  if (!on_floor && dice_.chance(0.3)) {
    Numbers at = zero();
    at[static_cast<std::size_t>(axis)] = x + gap();
    if (dice_.chance(0.5)) {
      add_obstacle(plane(unit(axis, -1.0)), [&] {
        at[static_cast<std::size_t>(axis)] -= half;
        return at;
      }());
    } else {
      add_obstacle(s, at);
    }
  }
}

void Generator::over_joints() {
  gravity_ = dice_.chance(0.7);
  Tree floor;
  Numbers at = zero();
  const int kind = dice_.whole(0, 2);
  if (kind == 0 || (kind == 1 && d_ == 3)) {  // boxes side by side
    for (const double side : {-0.5, 0.5}) {
      Tree box;
      box["kind"] = "box";
      box["size"] = Numbers(static_cast<std::size_t>(d_), 1.0);
      Numbers place = unit(d_ - 1, -0.5);
      place[0] = side;
      add_obstacle(box, place, false);
    }
  } else if (d_ == 2) {
    floor["kind"] = "chain";
    const double bend = dice_.one_of({0.0, 0.0, 0.1, -0.1, 0.5, -0.5});
    Tree points = Tree::array({Numbers{-1.0, bend}, Numbers{0.0, 0.0}, Numbers{0.7, bend}, Numbers{1.5, bend}});
    if (dice_.chance(0.5)) {
      points = Tree::array({points[3], points[2], points[1], points[0]});
    }
    floor["points"] = points;
    add_obstacle(floor, zero(), dice_.chance(0.5));
  } else {
    floor["kind"] = "mesh";
    floor["file"] = dice_.one_of<std::string>({"flat.obj", "ridge.obj", "table.obj"});
    add_obstacle(floor, zero(), dice_.chance(0.5));
  }
  const Sized sized = shape(dice_.length(0.15, 0.4));
  at[0] = dice_.one_of({0.0, 0.0, 0.7, 1e-9, 0.1});
  if (d_ == 3) {
    at[1] = dice_.one_of({0.0, 0.0, 0.3});
  }
  const bool stands = sized.half > 0.0 && dice_.chance(0.6);
  at.back() = 0.5 * (kind != 0 && d_ == 2) + (stands ? sized.half + gap() : sized.outer + dice_.length(0.0, 0.05));
  if (stands) {
    at.back() -= 0.5 * (kind != 0 && d_ == 2);
  }
  Tree& body = add_body(sized, at);
  if (!stands && sized.shape["kind"] != "sphere" && dice_.chance(0.6)) {
    body["orientation"] = orientation();
  }
  Numbers velocity = zero();
  velocity[0] = dice_.one_of({0.0, 0.0, 0.5, -1.0});
  velocity.back() = dice_.length(-2.0, 0.0);
  body["velocity"] = velocity;
  if (dice_.chance(0.4)) {
    body["angular_velocity"] = spin(3.0);
  }
}

}  // namespace gluey::test
