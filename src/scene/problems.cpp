#include "scene/problems.hpp"

#include <algorithm>
#include <charconv>
#include <tuple>

namespace gluey::scene {
namespace {

/// Takes the first step off a path: "body", "[2]" or ".radius" with its dot gone.
std::string_view take_step(std::string_view& path) {
  if (path.starts_with('.')) {
    path.remove_prefix(1);
  }
  const std::size_t end = path.starts_with('[') ? path.find(']') + 1 : std::min(path.find_first_of(".["), path.size());
  const std::string_view step = path.substr(0, end);
  path.remove_prefix(end);
  return step;
}

const toml::node* child(const toml::node& node, std::string_view step) {
  if (step.starts_with('[')) {
    std::size_t index = 0;
    std::from_chars(step.data() + 1, step.data() + step.size(), index);
    const toml::array* array = node.as_array();
    return array != nullptr ? array->get(index) : nullptr;
  }
  const toml::table* table = node.as_table();
  return table != nullptr ? table->get(step) : nullptr;
}

/// Where the value at `path` stands; failing that, the innermost table around it whose place is known.
toml::source_region place_of(const toml::table& root, std::string_view path) {
  toml::source_region place = root.source();
  const toml::node* node = &root;
  while (!path.empty()) {
    node = child(*node, take_step(path));
    if (node == nullptr) {
      break;
    }
    if (node->source().begin.line > 0) {
      place = node->source();
    }
  }
  return place;
}

}  // namespace

void Problems::report(std::string_view path, std::string what) {
  report(root_ != nullptr ? place_of(*root_, path) : toml::source_region{}, path, std::move(what));
}

void Problems::report(const toml::source_region& place, std::string_view path, std::string what) {
  SceneProblem problem{file_, static_cast<int>(place.begin.line), static_cast<int>(place.begin.column),
                       std::string(path), std::move(what)};
  if (place.path && *place.path != file_) {
    // An override: the whole of it is the place, a column inside it would not help.
    problem.file = *place.path;
    problem.line = problem.column = 0;
  }
  problems_.push_back(std::move(problem));
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
