// Single values: numbers, texts, words. Vectors and lists: reader_vectors.cpp.

#include "scene/found.hpp"
#include "scene/reader.hpp"
#include "scene/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gluey::scene {
namespace {

std::string number_allowed(const Rule& rule) {
  return with_bounds("a number", rule) + (rule.minus_infinity ? " or \"-inf\"" : "");
}

}  // namespace

bool Reader::read_number(const toml::node& node, const std::string& path, const Rule& rule, std::string_view allowed,
                         double& value) {
  if (!node.is_number()) {
    report_found(path, node, allowed);
    return false;
  }
  // Not node.value<double>(), which has no value for an integer that a double rounds.
  const double found =
      node.is_integer() ? static_cast<double>(node.as_integer()->get()) : node.as_floating_point()->get();
  if (!std::isfinite(found)) {
    report_found(path, node, rule.minus_infinity ? allowed : "a finite number");
    return false;
  }
  if (!within_bounds(rule, found)) {
    report_found(path, node, bounds_text(rule));
    return false;
  }
  value = found;
  return true;
}

bool Reader::right_count(const toml::array& array, const std::string& path, const Rule& rule) {
  if (rule.exactly > 0 && array.size() != rule.exactly) {
    problems_.report(path, fmt::format("found {}, must be {}", entries_text(array.size()), rule.exactly));
    return false;
  }
  if (array.size() < rule.at_least) {
    problems_.report(path, fmt::format("found {}, must be at least {}", entries_text(array.size()), rule.at_least));
    return false;
  }
  if (rule.at_most > 0 && array.size() > rule.at_most) {
    problems_.report(path, fmt::format("found {}, must be at most {}", entries_text(array.size()), rule.at_most));
    return false;
  }
  return true;
}

void Reader::number(std::string_view key, double& value, const Rule& rule) {
  const std::string allowed = number_allowed(rule);
  if (const toml::node* node = find(key, rule, allowed)) {
    read_number(*node, path_of(key), rule, allowed, value);
  }
}

void Reader::optional_number(std::string_view key, std::optional<double>& value, const Rule& rule) {
  const std::string allowed = number_allowed(rule);
  const toml::node* node = find(key, rule, allowed);
  if (node == nullptr) {
    return;
  }
  double found = 0.0;
  if (rule.minus_infinity && (is_word(*node, "-inf") || node->value<double>() == -infinity)) {
    value = -infinity;
  } else if (read_number(*node, path_of(key), rule, allowed, found)) {
    value = found;
  }
}

void Reader::number_or_word(std::string_view key, std::string_view& word, double& value,
                            const std::vector<std::string_view>& words, const Rule& rule) {
  std::string allowed = number_allowed(rule);
  for (const std::string_view known : words) {
    allowed += (known == words.back() ? " or " : ", ") + in_quotes(known);
  }
  const toml::node* node = find(key, rule, allowed);
  if (node == nullptr) {
    return;
  }
  const auto found = std::find_if(words.begin(), words.end(), [&](auto known) { return is_word(*node, known); });
  word = found != words.end() ? *found : std::string_view{};
  if (word.empty()) {
    read_number(*node, path_of(key), rule, allowed, value);
  }
}

void Reader::integer(std::string_view key, std::int64_t& value, const Rule& rule) {
  const std::string allowed = with_bounds("an integer", rule);
  const toml::node* node = find(key, rule, allowed);
  if (node == nullptr) {
    return;
  }
  if (!node->is_integer()) {
    report_found(path_of(key), *node, allowed);
  } else if (!within_bounds(rule, static_cast<double>(node->as_integer()->get()))) {
    report_found(path_of(key), *node, bounds_text(rule));
  } else {
    value = node->as_integer()->get();
  }
}

void Reader::flag(std::string_view key, bool& value, const Rule& rule) {
  if (const toml::node* node = find(key, rule, "true or false")) {
    if (node->is_boolean()) {
      value = node->as_boolean()->get();
    } else {
      report_found(path_of(key), *node, "true or false");
    }
  }
}

void Reader::text(std::string_view key, std::string& value, const Rule& rule) {
  if (const toml::node* node = find(key, rule, "a text")) {
    if (node->is_string()) {
      value = node->as_string()->get();
    } else {
      report_found(path_of(key), *node, "a text in quotes");
    }
  }
}

bool Reader::read_word(const toml::node& node, const std::string& path, const Choices& choices, std::string& value) {
  const std::vector<std::string> names = choice_names(choices, dimension_);
  const std::string allowed = names.size() == 1 ? names.front() : "one of " + listed(names);
  if (!node.is_string()) {
    report_found(path, node, allowed);
    return false;
  }
  const std::string& found = node.as_string()->get();
  std::vector<std::string_view> known;
  for (const Choice& choice : choices.available) {
    if (choice.name == found) {
      if (choice.only == 0 || dimension_ == 0 || choice.only == dimension_) {
        value = found;
        return true;
      }
      problems_.report(path, fmt::format("found {}, only for dimension = {}; available: {}", in_quotes(found),
                                         choice.only, listed(names)));
      return false;
    }
    known.push_back(choice.name);
  }
  const std::string_view near = nearest(found, known);
  const std::string hint = near.empty() ? "" : fmt::format("; did you mean {}?", in_quotes(near));
  report_found(path, node, allowed + hint);
  return false;
}

void Reader::word(std::string_view key, std::string& value, const Choices& choices, const Rule& rule) {
  if (const toml::node* node = find(key, rule, "one of " + listed(choice_names(choices, dimension_)))) {
    read_word(*node, path_of(key), choices, value);
  }
}

void Reader::words(std::string_view key, std::vector<std::string>& value, const Choices& choices, const Rule& rule) {
  const std::string allowed = rule.exactly > 0 ? fmt::format("{} texts", rule.exactly) : "an array of texts";
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
  if (!right_count(*array, path, rule)) {
    return;
  }
  value.clear();
  for (std::size_t i = 0; i < array->size(); ++i) {
    const std::string entry = fmt::format("{}[{}]", path, i);
    std::string word;
    if (!choices.available.empty()) {
      read_word((*array)[i], entry, choices, word);
    } else if ((*array)[i].is_string()) {
      word = (*array)[i].as_string()->get();
    } else {
      report_found(entry, (*array)[i], "a text in quotes");
    }
    value.push_back(word);
  }
}

void Reader::dimension(std::string_view key, int& value, const Rule& rule) {
  dimension_ = value;
  if (const toml::node* node = find(key, rule, "2 or 3")) {
    const auto found = node->is_integer() ? node->as_integer()->get() : 0;
    if (found == 2 || found == 3) {
      dimension_ = value = static_cast<int>(found);
    } else {
      report_found(path_of(key), *node, "2 or 3");
      dimension_ = 0;
    }
  }
}

}  // namespace gluey::scene
