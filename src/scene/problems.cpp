#include "scene/problems.hpp"

#include "scene/places.hpp"

#include <algorithm>
#include <tuple>

namespace gluey::scene {

void Problems::report(std::string_view path, std::string what) {
  report(root_ != nullptr ? place_of(*root_, path) : toml::source_region{}, path, std::move(what));
}

void Problems::report(const toml::source_region& place, std::string_view path, std::string what) {
  problems_.push_back(problem_at(file_, place, path, std::move(what)));
}

void Problems::warn(std::string_view path, std::string what) {
  const toml::source_region place = root_ != nullptr ? place_of(*root_, path) : toml::source_region{};
  warnings_.push_back(problem_at(file_, place, path, std::move(what)));
}

void Problems::report_whole(std::string place, std::string_view path, std::string what) {
  problems_.push_back({std::move(place), 0, 0, std::string(path), std::move(what)});
}

bool Problems::clean(std::string_view path) const {
  return std::none_of(problems_.begin(), problems_.end(), [&](const SceneProblem& problem) {
    const std::string_view key = problem.key;
    return key.starts_with(path) && (key.size() == path.size() || key[path.size()] == '.' || key[path.size()] == '[');
  });
}

void Problems::throw_if_any() {
  if (problems_.empty()) {
    return;
  }
  std::stable_sort(problems_.begin(), problems_.end(), [&](const SceneProblem& a, const SceneProblem& b) {
    return std::tuple(a.file != file_, a.line, a.column) < std::tuple(b.file != file_, b.line, b.column);
  });
  // Several pairs of bodies may run into the same contradiction.
  const auto same = [](const SceneProblem& a, const SceneProblem& b) { return a.text() == b.text(); };
  problems_.erase(std::unique(problems_.begin(), problems_.end(), same), problems_.end());
  throw SceneError(std::move(problems_));
}

}  // namespace gluey::scene
