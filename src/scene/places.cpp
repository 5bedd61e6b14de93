#include "scene/places.hpp"

#include <algorithm>
#include <charconv>

namespace gluey::scene {
namespace {

/// Takes the first step off a path: "body", "[2]" or ".radius" with its dot gone.
std::string_view take_key(std::string_view& path) {
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

}  // namespace

toml::source_region place_of(const toml::table& root, std::string_view path) {
  toml::source_region place = root.source();
  const toml::node* node = &root;
  while (!path.empty()) {
    node = child(*node, take_key(path));
    if (node == nullptr) {
      break;
    }
    if (node->source().begin.line > 0) {
      place = node->source();
    }
  }
  return place;
}

SceneProblem problem_at(const std::string& file, const toml::source_region& place, std::string_view path,
                        std::string what) {
  SceneProblem problem{file, static_cast<int>(place.begin.line), static_cast<int>(place.begin.column),
                       std::string(path), std::move(what)};
  if (place.path && *place.path != file) {
    // An override: the whole of it is the place, a column inside it would not help.
    problem.file = *place.path;
    problem.line = problem.column = 0;
  }
  if (problem.file.empty()) {
    problem.line = problem.column = 0;  // of a text that nobody sees
  }
  return problem;
}

SceneProblem Places::problem(std::string_view path, std::string what) const {
  return problem_at(file_, place_of(root_, path), path, std::move(what));
}

}  // namespace gluey::scene
