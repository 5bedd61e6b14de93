// A scene and its mirror image, x against −x, step beside step: velocities are mirror images as long as the states are, where the solution is unique
// (without friction).

#include "random/audit.hpp"
#include "random/watch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string>

namespace gluey::test {
namespace {

/// A vector that a mirror turns round in x; of turns in space it is the other components.
Tree mirrored_vector(const Tree& v, bool turns) {
  Tree image = v;
  if (turns && v.is_number()) {
    return -v.get<double>();
  }
  for (std::size_t k = turns ? 1 : 0; k < (turns ? v.size() : 1); ++k) {
    image[k] = -v[k].get<double>();
  }
  return image;
}

Tree mirrored_orientation(const Tree& orientation) {
  Tree image = orientation;
  if (orientation.is_number()) {
    return -orientation.get<double>();
  }
  if (orientation.is_object()) {
    image["axis"] = mirrored_vector(orientation["axis"], true);
    return image;
  }
  image[2] = -orientation[2].get<double>();
  image[3] = -orientation[3].get<double>();
  return image;
}

/// Sets `possible` to false where there is something that it cannot mirror.
Tree mirrored(const Tree& tree, bool& possible) {
  static const std::set<std::string> vectors = {"position", "velocity", "amplitude", "normal",
                                                "force",    "gravity",  "body_force"};
  static const std::set<std::string> turns = {"angular_velocity", "torque"};
  static const std::set<std::string> lists = {"positions", "values", "points"};
  static const std::set<std::string> not_here = {"flow", "noise", "file", "shear_rate"};
  Tree image = tree;
  for (auto& [key, item] : image.items()) {
    possible = possible && not_here.count(key) == 0 && !(key == "kind" && item == "wheel");
    if (vectors.count(key) > 0 && item.is_array()) {
      item = mirrored_vector(item, false);
    } else if (turns.count(key) > 0) {
      item = mirrored_vector(item, true);
    } else if (key == "orientation") {
      item = mirrored_orientation(item);
    } else if (key == "omega") {
      // A flow's has no direction.
      item = image.contains("axis") ? item : Tree(-item.get<double>());
    } else if (key == "axis") {
      item = mirrored_vector(item, true);
    } else if (lists.count(key) > 0 && item.is_array() && !item.empty() && item[0].is_array()) {
      for (Tree& v : item) {
        v = mirrored_vector(v, false);
      }
      if (key == "points") {
        std::reverse(item.begin(), item.end());  // the same way round
      }
    } else if (item.is_object()) {
      item = mirrored(item, possible);
    } else if (item.is_array()) {
      for (Tree& one : item) {
        one = one.is_object() ? mirrored(one, possible) : one;
      }
    }
  }
  if (image.contains("lower") && image.contains("upper")) {
    const double lower = image["lower"][0].get<double>();
    image["lower"][0] = -image["upper"][0].get<double>();
    image["upper"][0] = -lower;
  }
  return image;
}

template <int D>
Vec<D> reflected(Vec<D> x) {
  x[0] = -x[0];
  return x;
}
Spin<2> reflected_spin(const Spin<2>& spin) { return -spin; }
Spin<3> reflected_spin(const Spin<3>& spin) { return {spin[0], -spin[1], -spin[2]}; }

template <int D>
void compare(const Scene& scene, const Scene& image, Violations& found) {
  Watch<D> watch(scene), other(image);
  // Films between faces that touch all over begin at distances that rounding makes.
  if (watch.stepper().rubs() || watch.stepper().settings().accuracy.budget.given()) {
    return;
  }
  double light = std::numeric_limits<double>::infinity(), heavy = 0.0;
  for (const double mass : watch.stepper().world.bodies.mass) {
    light = std::min(light, mass);
    heavy = std::max(heavy, mass);
  }
  // How far the two are from each other's images: small differences grow from impact to impact.
  double apart = 0.0;
  constexpr double too_far = 1e-8, growth = 1e4;
  while (!watch.finished() && apart < too_far) {
    const StepRecord<D> mine = watch.step(), theirs = other.step();
    if (mine.h != theirs.h || !mine.solved || !theirs.solved || !mine.exact || !theirs.exact) {
      return;
    }
    double off = 0.0, speed = 0.0;
    for (std::size_t i = 0; i < mine.bodies(); ++i) {
      off = std::max({off, (reflected<D>(mine.after.velocity[i]) - theirs.after.velocity[i]).norm(),
                      mine.outer(i) * (reflected_spin(mine.after.spin[i]) - theirs.after.spin[i]).norm()});
      speed = std::max({speed, mine.after.velocity[i].norm(), mine.before.velocity[i].norm()});
    }
    const double allowed = 100.0 * (1.0 + static_cast<double>(mine.contacts.size())) * mine.tolerance * heavy / light +
                           1e-6 * speed + growth * apart / mine.h;
    if (off > allowed) {
      found.push_back({"mirrored", mine.number, fmt::format("velocities differ by {:.3g}, {:.3g} may be", off, allowed),
                       off / allowed});
      return;
    }
    for (std::size_t i = 0; i < mine.bodies(); ++i) {
      apart = std::max(apart, (reflected<D>(mine.after.position[i]) - theirs.after.position[i]).norm() + mine.h * off);
    }
  }
}

}  // namespace

Violations check_mirrored(const Tree& tree) {
  Violations found;
  bool possible = true;
  const Tree image = mirrored(tree, possible);
  if (!possible) {
    return found;
  }
  const Scene scene = read_scene(tree), there = read_scene(image);
  if (tree.value("dimension", 2) == 2) {
    compare<2>(scene, there, found);
  } else {
    compare<3>(scene, there, found);
  }
  return found;
}

}  // namespace gluey::test
