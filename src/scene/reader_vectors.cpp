// Vectors and lists of numbers: their sizes, and each number in them.

#include "scene/found.hpp"
#include "scene/reader.hpp"
#include "scene/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gluey::scene {

bool scale_to_one(Vector& vector) {
  double largest = 0.0;
  for (const double component : vector) {
    largest = std::max(largest, std::abs(component));
  }
  if (largest == 0.0) {
    return false;
  }
  double square = 0.0;
  for (const double component : vector) {
    square += (component / largest) * (component / largest);
  }
  const double norm = largest * std::sqrt(square);
  if (std::abs(norm - 1.0) > 1e-14) {
    for (double& component : vector) {
      component = (component / largest) / std::sqrt(square);
    }
  }
  return true;
}

bool Reader::read_numbers(const toml::node& node, const std::string& path, const Rule& rule, std::size_t size,
                          std::string_view allowed, Vector& value) {
  const toml::array* array = node.as_array();
  if (array == nullptr || (size > 0 && array->size() != size)) {
    report_found(path, node, allowed);
    return false;
  }
  Vector found(array->size());
  bool good = true;
  for (std::size_t i = 0; i < array->size(); ++i) {
    good =
        read_number((*array)[i], fmt::format("{}[{}]", path, i), rule, with_bounds("a number", rule), found[i]) && good;
  }
  if (good) {
    value = std::move(found);
  }
  return good;
}

std::string Reader::vector_allowed(const Rule& rule) const {
  const std::string form = dimension_ == 2 ? "[x, y]" : dimension_ == 3 ? "[x, y, z]" : "an array of numbers";
  const std::string bounds = bounds_text(rule);
  return form + (bounds.empty() ? "" : ", each ") + bounds;
}

bool Reader::read_vector(const toml::node& node, const std::string& path, const Rule& rule, Vector& value) {
  Vector found;
  if (!read_numbers(node, path, rule, static_cast<std::size_t>(dimension_), vector_allowed(rule), found)) {
    return false;
  }
  if (rule.direction && !scale_to_one(found)) {
    report_found(path, node, "different from zero");
    return false;
  }
  value = std::move(found);
  return true;
}

void Reader::vector(std::string_view key, Vector& value, const Rule& rule) {
  if (const toml::node* node = find(key, rule, vector_allowed(rule))) {
    read_vector(*node, path_of(key), rule, value);
  } else if (value.empty() && rule.fallback.empty() && rule.only == 0) {
    value.assign(static_cast<std::size_t>(dimension_), 0.0);
  }
}

void Reader::flags(std::string_view key, std::vector<bool>& value, const Rule& rule) {
  const auto size = static_cast<std::size_t>(dimension_);
  value.assign(size, false);
  const std::string_view allowed = dimension_ == 3 ? "[x, y, z], each true or false" : "[x, y], each true or false";
  const toml::node* node = find(key, rule, allowed);
  if (node == nullptr || dimension_ == 0) {
    return;
  }
  const toml::array* array = node->as_array();
  if (array == nullptr || array->size() != size) {
    report_found(path_of(key), *node, allowed);
    return;
  }
  for (std::size_t i = 0; i < size; ++i) {
    if ((*array)[i].is_boolean()) {
      value[i] = (*array)[i].as_boolean()->get();
    } else {
      report_found(fmt::format("{}[{}]", path_of(key), i), (*array)[i], "true or false");
    }
  }
}

void Reader::numbers(std::string_view key, std::vector<double>& value, const Rule& rule) {
  const std::string_view allowed = rule.at_most > 0 ? "a number or an array of numbers" : "an array of numbers";
  const toml::node* node = find(key, rule, allowed);
  if (node == nullptr) {
    return;
  }
  const std::string path = path_of(key);
  if (node->is_number() && rule.at_most > 0) {
    double one = 0.0;
    if (read_number(*node, path, rule, allowed, one)) {
      value = {one};
    }
    return;
  }
  std::vector<double> found;
  if (!read_numbers(*node, path, rule, 0, allowed, found) || !right_count(*node->as_array(), path, rule)) {
    return;
  }
  for (std::size_t i = 1; rule.increasing && i < found.size(); ++i) {
    if (found[i] <= found[i - 1]) {
      problems_.report(fmt::format("{}[{}]", path, i),
                       fmt::format("found {} after {}, must increase", found_text((*node->as_array())[i]),
                                   found_text((*node->as_array())[i - 1])));
      return;
    }
  }
  value = std::move(found);
}

void Reader::vectors(std::string_view key, std::vector<Vector>& value, const Rule& rule) {
  const std::string allowed = "an array of " + (dimension_ == 0 ? "vectors" : vector_allowed({}));
  const toml::node* node = find(key, rule, allowed);
  if (node == nullptr) {
    return;
  }
  const std::string path = path_of(key);
  const toml::array* array = node->as_array();
  if (array == nullptr) {
    report_found(path, *node, allowed);
    return;
  }
  right_count(*array, path, rule);
  value.assign(array->size(), {});
  for (std::size_t i = 0; i < array->size(); ++i) {
    read_vector((*array)[i], fmt::format("{}[{}]", path, i), rule, value[i]);
  }
}

void Reader::spin(std::string_view key, Vector& value, const Rule& rule) {
  if (dimension_ == 3) {
    vector(key, value, rule);
    return;
  }
  double angular_velocity = 0.0;
  number(key, angular_velocity, rule);
  value = {angular_velocity};
}

void Reader::moments(std::string_view key, Vector& value, const Rule& rule) {
  const std::string one = with_bounds("a number", rule);
  const std::string allowed = one + (dimension_ == 3 ? ", three of them" : "") + " or \"auto\"";
  const toml::node* node = find(key, rule, allowed);
  if (node == nullptr || is_word(*node, "auto")) {
    return;
  }
  if (node->is_array() && dimension_ != 2) {
    read_numbers(*node, path_of(key), rule, 3, allowed, value);
    return;
  }
  double moment = 0.0;
  if (read_number(*node, path_of(key), rule, allowed, moment)) {
    value = {moment};
  }
}

}  // namespace gluey::scene
