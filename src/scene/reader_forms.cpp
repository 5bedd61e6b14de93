// Values that may be written in several forms: lengths (a number, a range, a distribution) and orientations (an angle,
// a quaternion, an axis with an angle).

#include "scene/found.hpp"
#include "scene/reader.hpp"
#include "scene/wording.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numeric>

namespace gluey::scene {
namespace {

/// What is wrong with a distribution whose values are right one by one: the key and the message; nothing if it is good.
std::pair<std::string, std::string> contradiction(const Length& length) {
  switch (length.kind) {
    case Length::Kind::uniform:
      if (length.minimum > length.maximum) {
        return {"maximum", fmt::format("must be >= minimum = {}", length.minimum)};
      }
      break;
    case Length::Kind::normal:
    case Length::Kind::lognormal:
      // A mean outside would have almost every draw rejected.
      if (length.mean < length.minimum || length.mean > length.maximum) {
        return {"mean", fmt::format("must lie between minimum = {} and maximum = {}", length.minimum, length.maximum)};
      }
      break;
    case Length::Kind::table:
      if (!length.weights.empty() && length.weights.size() != length.values.size()) {
        return {"weights", fmt::format("must be as many as values, {}", length.values.size())};
      }
      if (!length.weights.empty() && std::accumulate(length.weights.begin(), length.weights.end(), 0.0) <= 0.0) {
        return {"weights", "must not all be zero"};
      }
      break;
  }
  return {};
}

/// The quaternion of a turn by `angle` about the unit vector `axis`.
Vector quaternion(const Vector& axis, double angle) {
  const double sine = std::sin(angle / 2);
  return {std::cos(angle / 2), sine * axis[0], sine * axis[1], sine * axis[2]};
}

}  // namespace

void Reader::length(std::string_view key, Length& value, const Rule& rule) {
  const std::string one = with_bounds("a number", rule);
  const std::string allowed = rule.fixed ? one : one + ", [min, max] or a table with \"distribution\"";
  const toml::node* node = find(key, rule, allowed);
  if (node == nullptr) {
    return;
  }
  const std::string path = path_of(key);
  if (const toml::table* table = node->as_table(); table != nullptr && !rule.fixed) {
    value = {};  // a default of fixed length would bound the draws
    within(table, path, [&] { describe_distribution(*this, value); });
    if (problems_.clean(path)) {
      if (value.kind == Length::Kind::table && value.weights.empty()) {
        value.weights.assign(value.values.size(), 1.0);
      }
      if (const auto [where, what] = contradiction(value); !what.empty()) {
        problems_.report(path + "." + where, fmt::format("found {}, {}", found_text(*table->get(where)), what));
      }
    }
  } else if (node->is_array() && !rule.fixed) {
    Vector range;
    if (read_numbers(*node, path, rule, 2, "[min, max]", range)) {
      if (range[0] > range[1]) {
        report_found(path, *node, "[min, max] with min <= max");
      }
      value.minimum = range[0];
      value.maximum = range[1];
    }
  } else if (read_number(*node, path, rule, allowed, value.minimum)) {
    value.maximum = value.minimum;
  }
}

std::string Reader::orientation_allowed() const {
  return dimension_ == 2 ? "an angle in radians" : "[w, x, y, z] or { axis = [x, y, z], angle = a }";
}

bool Reader::read_orientation(const toml::node& node, const std::string& path, Vector& value) {
  if (dimension_ == 0) {
    return false;
  }
  if (dimension_ == 2) {
    value.assign(1, 0.0);
    return read_number(node, path, {}, orientation_allowed(), value[0]);
  }
  const toml::table* table = node.as_table();
  if (table == nullptr) {
    Vector found;
    if (!read_numbers(node, path, {}, 4, orientation_allowed(), found)) {
      return false;
    }
    if (!scale_to_one(found)) {
      report_found(path, node, "different from zero");
      return false;
    }
    value = std::move(found);
    return true;
  }
  Vector axis;
  double angle = 0.0;
  within(table, path, [&] {
    vector("axis", axis, {.required = true, .direction = true});
    number("angle", angle, {.required = true});
  });
  if (!problems_.clean(path)) {
    return false;
  }
  value = quaternion(axis, angle);
  return true;
}

void Reader::orientation(std::string_view key, Vector& value, const Rule& rule) {
  value = dimension_ == 3 ? Vector{1.0, 0.0, 0.0, 0.0} : Vector{0.0};
  if (const toml::node* node = find(key, rule, orientation_allowed())) {
    read_orientation(*node, path_of(key), value);
  }
}

void Reader::orientation_or_random(std::string_view key, Vector& value, bool random, const Rule& rule) {
  const std::string allowed = orientation_allowed() + " or \"random\"";
  const toml::node* node = find(key, rule, allowed);
  if (node != nullptr ? is_word(*node, "random") : random) {
    value.clear();
  } else if (node != nullptr && node->is_string()) {
    report_found(path_of(key), *node, allowed);
  } else {
    value = dimension_ == 3 ? Vector{1.0, 0.0, 0.0, 0.0} : Vector{0.0};
    if (node != nullptr) {
      read_orientation(*node, path_of(key), value);
    }
  }
}

void Reader::orientations(std::string_view key, std::vector<Vector>& value, const Rule& rule) {
  const toml::node* node = find(key, rule, "an array of orientations");
  if (node == nullptr) {
    return;
  }
  const std::string path = path_of(key);
  const toml::array* array = node->as_array();
  if (array == nullptr) {
    report_found(path, *node, "an array of orientations, each " + orientation_allowed());
    return;
  }
  value.assign(array->size(), {});
  for (std::size_t i = 0; i < array->size(); ++i) {
    read_orientation((*array)[i], fmt::format("{}[{}]", path, i), value[i]);
  }
}

}  // namespace gluey::scene
