// The scene of a seed, how long it runs and how accurately it is solved.

#include "random/generator.hpp"

#include <cmath>
#include <numbers>
#include <string>

namespace gluey::test {

Generator::Generator(std::uint64_t seed) : dice_(seed, 77), how_(seed, 78), d_(dice_.chance(0.5) ? 2 : 3) {
  scene_["title"] = "random scene " + std::to_string(seed);
  scene_["dimension"] = d_;
  scene_["seed"] = static_cast<int>(seed % 1000);
}

Tree Generator::make() {
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
    for (Tree& body : scene_["body"]) {
      body.erase("material");
    }
  }
  if (scene_["obstacle"].empty()) {
    scene_.erase("obstacle");
  }
  if (scene_["environment"].empty()) {
    scene_.erase("environment");
  }
  scene_["solver"] = solver();
  return scene_;
}

Generator::Numbers Generator::vector(double least, double most) {
  Numbers v;
  for (int k = 0; k < d_; ++k) {
    v.push_back(dice_.length(least, most));
  }
  return v;
}

Generator::Numbers Generator::unit(int axis, double length) const {
  Numbers v = zero();
  v[static_cast<std::size_t>(axis)] = length;
  return v;
}

Generator::Numbers Generator::direction() {
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

Tree Generator::orientation() {
  if (d_ == 2) {
    return dice_.chance(0.15) ? Tree(dice_.one_of({0.0, std::numbers::pi / 2, std::numbers::pi / 4, std::numbers::pi}))
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

Tree Generator::spin(double most) {
  if (d_ == 2) {
    return dice_.length(-most, most);
  }
  return vector(-most, most);
}

double Generator::norm(const Numbers& v) {
  double sum = 0.0;
  for (const double x : v) {
    sum += x * x;
  }
  return std::sqrt(sum);
}

Tree Generator::time() {
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

Tree Generator::solver() {
  Tree solver;
  const double kind = how_.between(0.0, 1.0);
  if (kind < 0.6) {
    solver["tolerance"] = films_ ? 1e-8 : dice_.one_of({1e-6, 1e-8, 1e-9});
    solver["max_iterations"] = 20000;
    return solver;
  }
  solver["accuracy"] = kind < 0.75 ? "standard" : kind < 0.85 ? "draft" : kind < 0.9 ? "fine" : "standard";
  if (kind >= 0.9) {
    solver["max_iterations"] = how_.one_of({1, 2, 5, 20, 100});
  }
  if (how_.chance(0.2)) {
    solver["method"] = how_.one_of<std::string>({"apgd", "gauss-seidel"});
  }
  return solver;
}

Tree generate(std::uint64_t seed) { return Generator(seed).make(); }

}  // namespace gluey::test
