// Makes a failing scene small: leaves out what it can, one thing after the other, as long as the same check fails; then writes plain numbers.

#include "random/audit.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace gluey::test {
namespace {

using Pointer = Tree::json_pointer;

/// Every place of a tree, the outermost first.
void places(const Tree& tree, const Pointer& here, std::vector<Pointer>& all) {
  if (tree.is_object()) {
    for (const auto& [key, item] : tree.items()) {
      all.push_back(here / key);
      places(item, here / key, all);
    }
  } else if (tree.is_array()) {
    for (std::size_t k = 0; k < tree.size(); ++k) {
      all.push_back(here / k);
      places(tree[k], here / k, all);
    }
  }
}

void remove(Tree& tree, const Pointer& place) {
  Tree& owner = tree[place.parent_pointer()];
  if (owner.is_array()) {
    owner.erase(static_cast<std::size_t>(std::stoul(place.back())));
  } else {
    owner.erase(place.back());
  }
}

}  // namespace

Tree shrink(Tree scene, const std::string& check) {
  const bool whole = audit(scene).violations.empty();
  const auto fails = [&](const Tree& candidate) {
    const Audit found = whole ? audit_all(candidate) : audit(candidate);
    return std::any_of(found.violations.begin(), found.violations.end(),
                       [&](const Violation& violation) { return violation.check == check; });
  };
  for (int round = 0; round < 4; ++round) {
    bool smaller = false;
    const auto attempt = [&](const Tree& candidate) {
      if (candidate == scene || !fails(candidate)) {
        return false;
      }
      scene = candidate;
      smaller = true;
      return true;
    };
    // Fewer things: the last first, so that places before stay what they are.
    std::vector<Pointer> all;
    places(scene, Pointer(), all);
    std::reverse(all.begin(), all.end());
    const auto depth = [](const Pointer& place) {
      const std::string text = place.to_string();
      return std::count(text.begin(), text.end(), '/');
    };
    std::stable_sort(all.begin(), all.end(), [&](const Pointer& a, const Pointer& b) { return depth(a) < depth(b); });
    for (const Pointer& place : all) {
      if (scene.contains(place)) {
        Tree candidate = scene;
        remove(candidate, place);
        attempt(candidate);
      }
    }
    // Fewer steps.
    if (scene.contains("time") && scene["time"].contains("steps")) {
      for (const int part : {16, 8, 4, 2}) {
        Tree candidate = scene;
        candidate["time"]["steps"] = std::max<int>(1, scene["time"]["steps"].get<int>() / part);
        attempt(candidate);
      }
      while (scene["time"]["steps"] > 1) {
        Tree candidate = scene;
        candidate["time"]["steps"] = scene["time"]["steps"].get<int>() - 1;
        if (!attempt(candidate)) {
          break;
        }
      }
    }
    // Plainer numbers.
    all.clear();
    places(scene, Pointer(), all);
    for (const Pointer& place : all) {
      if (!scene.contains(place) || !scene[place].is_number_float()) {
        continue;
      }
      const double x = scene[place].get<double>();
      for (const double plain : {0.0, 1.0, std::round(x), std::round(10.0 * x) / 10.0, std::round(100.0 * x) / 100.0}) {
        Tree candidate = scene;
        candidate[place] = plain;
        if (attempt(candidate)) {
          break;
        }
      }
    }
    if (!smaller) {
      break;
    }
  }
  return scene;
}

}  // namespace gluey::test
