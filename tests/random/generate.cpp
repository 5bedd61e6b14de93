// A scene for every seed: bodies thrown together, on floors, in lines and stacks, over joints and seams; under any law. Distances and speeds
// are about 1, steps such that bodies meet within few of them.

#include "random/dice.hpp"
#include "random/tree.hpp"

#include <numbers>
#include <string>
#include <vector>

namespace gluey::test {
namespace {

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : dice_(seed, 77), d_(dice_.chance(0.5) ? 2 : 3) {
    scene_["title"] = "random scene " + std::to_string(seed);
    scene_["dimension"] = d_;
    scene_["seed"] = static_cast<int>(seed % 1000);
  }

  Tree make() {
    h_ = dice_.one_of({0.01, 0.02, 0.02, 0.03, 0.05});
    spheres_ = dice_.chance(0.3);
    films_ = dice_.chance(0.06);
    scene_["time"] = time();
    scene_["environment"] = Tree::object();
    scene_["contact"] = contact();
    scene_["body"] = Tree::array();
    scene_["obstacle"] = Tree::array();
    const double kind = dice_.between(0.0, 1.0);
    if (kind < 0.35) {
      cloud();
    } else if (kind < 0.65) {
      floor();
    } else if (kind < 0.85) {
      line_up();
    } else {
      over_joints();
    }
    environment();
    if (several_ && scene_["body"].size() + scene_["obstacle"].size() < 2) {
      scene_["contact"].erase("between");
      scene_["body"][0].erase("material");
    }
    if (scene_["obstacle"].empty()) {
      scene_.erase("obstacle");
    }
    if (scene_["environment"].empty()) {
      scene_.erase("environment");
    }
    Tree solver;
    solver["tolerance"] = dice_.one_of({1e-6, 1e-8, 1e-9});
    solver["max_iterations"] = 20000;
    scene_["solver"] = solver;
    if (films_) {
      scene_["solver"]["tolerance"] = 1e-8;
    }
    return scene_;
  }

 private:
  using Numbers = std::vector<double>;

  Numbers zero() const { return Numbers(static_cast<std::size_t>(d_), 0.0); }
  Numbers vector(double least, double most) {
    Numbers v;
    for (int k = 0; k < d_; ++k) {
      v.push_back(dice_.length(least, most));
    }
    return v;
  }
  Numbers unit(int axis, double length = 1.0) const {
    Numbers v = zero();
    v[static_cast<std::size_t>(axis)] = length;
    return v;
  }
  Numbers direction() {
    Numbers v;
    double norm = 0.0;
    do {
      v.clear();
      norm = 0.0;
      for (int k = 0; k < d_; ++k) {
        v.push_back(dice_.between(-1.0, 1.0));
        norm += v.back() * v.back();
      }
    } while (norm > 1.0 || norm < 0.01);
    for (double& x : v) {
      x = Dice::round(x / std::sqrt(norm));
    }
    return v;
  }
  Tree orientation() {
    if (d_ == 2) {
      return dice_.chance(0.15)
                 ? Tree(dice_.one_of({0.0, std::numbers::pi / 2, std::numbers::pi / 4, std::numbers::pi}))
                 : Tree(dice_.length(-3.1, 3.1));
    }
    if (dice_.chance(0.15)) {
      return Numbers{1.0, 0.0, 0.0, 0.0};
    }
    Tree turn;
    turn["axis"] = dice_.chance(0.3) ? unit(dice_.whole(0, 2)) : direction();
    turn["angle"] = dice_.length(-3.1, 3.1);
    return turn;
  }
  Tree spin(double most) {
    if (d_ == 2) {
      return dice_.length(-most, most);
    }
    return vector(-most, most);
  }

  Tree time() {
    Tree time;
    const double control = dice_.between(0.0, 1.0);
    if (control < 0.8) {
      time["step"] = h_;
      time["steps"] = dice_.whole(5, 40);
    } else {
      time["step"] = control < 0.9 ? "auto" : "adaptive";
      time["end"] = Dice::round(h_ * dice_.whole(5, 25));
      time["step_max"] = h_;
      time["step_min"] = Dice::round(0.05 * h_);
      if (control < 0.9) {
        time["displacement"] = dice_.one_of({0.05, 0.1, 0.3});
      } else {
        time["tolerance"] = dice_.one_of({1e-2, 1e-3});
      }
    }
    return time;
  }

  /// The keys of one law; `first` has all that it needs.
  Tree law() {
    Tree law;
    const double kind = dice_.between(0.0, 1.0);
    const auto rubs = [&] {
      law["friction"] = dice_.chance(0.1) ? 0.0 : dice_.chance(0.2) ? dice_.order(1.0, 10.0) : dice_.length(0.05, 1.0);
      if (dice_.chance(0.3)) {
        law["model"] = "convex";
      }
      if (dice_.chance(0.2)) {
        law["rolling"] = dice_.order(0.001, 0.1);
      }
    };
    const auto glues = [&] {
      const double which = dice_.between(0.0, 1.0);
      if (which < 0.5) {
        law["gamma_min"] = -dice_.order(0.01, 10.0);
      } else if (which < 0.7) {
        law["viscosity"] = dice_.order(0.001, 0.1);
        law["reference_length"] = 1.0;
        rough_ = true;
      }
      if (dice_.chance(0.3)) {
        law["scaling"] = "radius";
      }
      if (dice_.chance(0.1)) {
        law["release"] = "lagged";
      }
    };
    if (films_) {
      law["law"] = dice_.chance(0.5) ? "lubrication" : "lubricated";
      Tree film;
      film["viscosity"] = dice_.order(0.001, 0.3);
      film["range"] = dice_.length(0.05, 0.3);
      if (law["law"] == "lubricated" && dice_.chance(0.5)) {
        law["friction"] = dice_.length(0.1, 0.6);
        rough_ = true;
      }
      law["lubrication"] = film;
    } else if (kind < 0.25) {
      law["law"] = "inelastic";
      if (dice_.chance(0.25)) {
        law["restitution"] = dice_.length(0.1, 1.0);
      }
    } else if (kind < 0.5) {
      law["law"] = "gluey";
      glues();
    } else if (kind < 0.75) {
      law["law"] = "friction";
      rubs();
      if (dice_.chance(0.15)) {
        law["restitution"] = dice_.length(0.1, 0.9);
      }
    } else {
      law["law"] = "gluey-friction";
      glues();
      rubs();
    }
    return law;
  }

  Tree contact() {
    Tree contact = law();
    if (!films_ && dice_.chance(0.12)) {
      several_ = true;
      Tree one;
      one["materials"] = {"default", "other"};
      one.update(law());
      contact["between"] = Tree::array({one});
    }
    contact["initial_overlap"] = "resolve";
    return contact;
  }

  struct Sized {
    Tree shape;
    double outer;  ///< of a ball about its centre of mass
    double half;   ///< of its height as it stands, where known; else 0
  };

  Numbers scaled_direction(const Numbers& radii) {
    Numbers x = direction();
    for (std::size_t k = 0; k < x.size(); ++k) {
      x[k] = Dice::round(x[k] * radii[k]);
    }
    return x;
  }

  Sized shape(double r) {
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
  static double norm(const Numbers& v) {
    double sum = 0.0;
    for (const double x : v) {
      sum += x * x;
    }
    return std::sqrt(sum);
  }

  Sized corners(double r) {
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

  Sized compound(double r) {
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

  Tree& add_body(const Sized& sized, const Numbers& at) {
    Tree body;
    body["shape"] = sized.shape;
    body["position"] = at;
    if (dice_.chance(heavy_)) {
      body["mass"] = dice_.order(1e-3, 1e3);
    } else if (dice_.chance(0.7)) {
      body["density"] = 1.0;
    }
    if (dice_.chance(0.1)) {
      body["inertia"] = dice_.order(1e-3, 1.0);
    }
    if (rough_) {
      body["roughness"] = dice_.order(1e-4, 1e-2);
    }
    if (several_ && scene_["body"].size() % 2 == 0) {
      body["material"] = "other";
    }
    if (dice_.chance(0.03)) {
      body["locked"] = dice_.chance(0.5) ? Tree::array({"rotation"}) : Tree::array({"x"});
    }
    if (dice_.chance(driven_)) {
      body["force"] = vector(-1.0, 1.0);
      body["torque"] = spin(0.1);
    }
    scene_["body"].push_back(body);
    return scene_["body"].back();
  }
  Tree& add_obstacle(const Tree& shape, const Numbers& at, bool may_move = true) {
    Tree obstacle;
    obstacle["shape"] = shape;
    obstacle["position"] = at;
    if (rough_) {
      obstacle["roughness"] = dice_.order(1e-4, 1e-2);
    }
    if (may_move && dice_.chance(0.35)) {
      obstacle["motion"] = motion(at);
    }
    scene_["obstacle"].push_back(obstacle);
    return scene_["obstacle"].back();
  }
  Tree motion(const Numbers& at) {
    Tree motion;
    switch (dice_.whole(0, 3)) {
      case 0:
        motion["kind"] = "rotation";
        motion["omega"] = dice_.length(-1.0, 1.0);
        if (d_ == 3) {
          motion["axis"] = direction();
        }
        break;
      case 1:
        motion["kind"] = "translation";
        motion["velocity"] = vector(-0.5, 0.5);
        break;
      case 2:
        motion["kind"] = "oscillation";
        motion["amplitude"] = vector(-0.1, 0.1);
        motion["frequency"] = dice_.length(0.2, 2.0);
        if (dice_.chance(0.5)) {
          motion["phase"] = dice_.length(0.0, 6.0);
        }
        break;
      default: {
        motion["kind"] = "table";
        motion["times"] = {0.0, 0.1, 0.4};
        Numbers there = at, back = at;
        there[0] += 0.05;
        back[0] -= 0.05;
        back.back() += 0.03;
        motion["positions"] = {at, there, back};
        break;
      }
    }
    return motion;
  }

  double draw_radius() { return dice_.chance(wide_) ? dice_.order(0.03, 0.5) : dice_.length(0.15, 0.4); }

  /// Bodies of all kinds thrown at a point; sometimes around an obstacle, in a box, in a periodic domain.
  void cloud() {
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

  Tree plane(const Numbers& normal) {
    Tree plane;
    plane["kind"] = "plane";
    plane["normal"] = normal;
    return plane;
  }

  /// A floor at height 0: the gap of a shape that stands on it is known.
  void lay_floor() {
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

  void floor() {
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

  /// Of surfaces that are to be parallel: touching, all but, or near.
  double gap() { return dice_.one_of({0.0, 0.0, 1e-9, 1e-3, 0.02}); }

  /// Equal shapes in line, face to face, end to end, side by side.
  void line_up() {
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

  /// One body above a place where two parts of an obstacle meet.
  void over_joints() {
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

  void environment() {
    Tree& environment = scene_["environment"];
    const bool sheared = scene_.contains("domain") && scene_["domain"].contains("shear_rate");
    if (gravity_) {
      environment["gravity"] = unit(d_ - 1, dice_.one_of({-1.0, -5.0, -10.0}));
      if (dice_.chance(0.2)) {
        environment["gravity"] = vector(-5.0, 5.0);
      }
    }
    if (dice_.chance(0.5)) {
      return;
    }
    if (dice_.chance(0.1)) {
      environment["body_force"] = vector(-1.0, 1.0);
    }
    if (dice_.chance(0.1)) {
      Tree table;
      table["times"] = {0.0, 0.1};
      table["values"] = {vector(-2.0, 2.0), vector(-2.0, 2.0)};
      environment["force"] = table;
    }
    if (dice_.chance(0.05)) {
      environment["buoyancy"]["density"] = 0.5;
    }
    if (!sheared && dice_.chance(0.25)) {
      Tree field;
      if (dice_.chance(0.5)) {
        field["stiffness"] = dice_.length(0.5, 5.0);
      } else {
        field["kind"] = "central";
        field["strength"] = dice_.length(0.2, 2.0);
        field["exponent"] = dice_.one_of({0.0, 1.0, 2.0});
        field["core"] = 0.2;
      }
      if (!scene_.contains("domain")) {
        environment["field"] = Tree::array({field});
      }
    }
    if (dice_.chance(0.3)) {
      Tree drag;
      drag["scheme"] = dice_.chance(0.5) ? "implicit" : "explicit";
      drag["tau"] = dice_.order(0.1, 2.0);
      if (drag["scheme"] == "implicit" && dice_.chance(0.5)) {
        drag.erase("tau");
        drag["viscosity"] = dice_.order(0.001, 0.1);
      }
      environment["drag"] = drag;
      if (!scene_.contains("domain") && dice_.chance(0.6)) {
        Tree flow;
        flow["kind"] = dice_.one_of<std::string>({"uniform", "shear", "oscillating-shear", "taylor-green"});
        if (flow["kind"] == "uniform") {
          flow["velocity"] = vector(-1.0, 1.0);
        } else if (flow["kind"] == "taylor-green") {
          flow["speed"] = 1.0;
          flow["length"] = 2.0;
        } else {
          flow["rate"] = dice_.length(-2.0, 2.0);
          if (flow["kind"] == "oscillating-shear") {
            flow["omega"] = 3.0;
          }
        }
        environment["flow"] = flow;
      }
    }
    if (dice_.chance(0.1)) {
      environment["noise"]["sigma"] = dice_.length(0.1, 1.0);
    }
    if (dice_.chance(0.12)) {
      environment["aggregation"]["kappa"] = dice_.length(0.05, 1.0);
      environment["aggregation"]["epsilon"] = dice_.length(0.02, 0.2);
      environment["aggregation"]["walls"] = dice_.chance(0.5);
    }
    if (dice_.chance(0.12)) {
      environment["capillary"]["tension"] = dice_.length(0.05, 1.0);
      environment["capillary"]["volume"] = dice_.order(1e-4, 1e-2);
    }
    if (dice_.chance(0.12)) {
      environment["repulsion"]["stiffness"] = dice_.length(1.0, 20.0);
      environment["repulsion"]["range"] = dice_.length(0.02, 0.1);
      environment["repulsion"]["walls"] = dice_.chance(0.5);
    }
  }

  Dice dice_;
  int d_;
  double h_ = 0.01;
  bool spheres_ = false, films_ = false, rough_ = false, several_ = false, gravity_ = false;
  double heavy_ = 0.1, wide_ = 0.0, driven_ = 0.05;
  Tree scene_;
};

}  // namespace

Tree generate(std::uint64_t seed) { return Generator(seed).make(); }

}  // namespace gluey::test
