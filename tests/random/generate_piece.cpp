// A body, an obstacle, its motion, in random scenes.

#include "random/generator.hpp"

#include <cmath>

namespace gluey::test {

Tree& Generator::add_body(const Sized& sized, const Numbers& at) {
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

Tree& Generator::add_obstacle(const Tree& shape, const Numbers& at, bool may_move) {
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

Tree Generator::motion(const Numbers& at) {
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

}  // namespace gluey::test
