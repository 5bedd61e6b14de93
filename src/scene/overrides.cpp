#include "scene/overrides.hpp"

#include "scene/found.hpp"
#include "scene/wording.hpp"

#include <fmt/format.h>

#include <charconv>
#include <optional>

namespace gluey::scene {
namespace {

/// One step of a path: into a table by key (or an array by its entry's name), or into an array by index.
struct Step {
  std::string key;
  std::optional<std::size_t> index{};
};

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  return begin == std::string_view::npos ? "" : text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

/// Takes "key", "\"quoted key\"" or "[3]" off the path; nothing if it does not begin with one.
std::optional<Step> take_step(std::string_view& path) {
  Step step;
  std::size_t end = 0;
  if (path.starts_with('[')) {
    std::size_t index = 0;
    const auto [rest, error] = std::from_chars(path.data() + 1, path.data() + path.size(), index);
    if (error != std::errc{} || rest == path.data() + path.size() || *rest != ']') {
      return std::nullopt;
    }
    step.index = index;
    end = static_cast<std::size_t>(rest - path.data()) + 1;
  } else if (path.starts_with('"')) {
    end = path.find('"', 1);
    if (end == std::string_view::npos) {
      return std::nullopt;
    }
    step.key = path.substr(1, end - 1);
    ++end;
  } else {
    end = std::min(path.find_first_of(".[\" \t"), path.size());
    step.key = path.substr(0, end);
  }
  path.remove_prefix(end);
  return step.index || !step.key.empty() ? std::optional(step) : std::nullopt;
}

std::optional<std::vector<Step>> parse_path(std::string_view path) {
  std::vector<Step> steps;
  while (true) {
    const std::optional<Step> step = take_step(path);
    if (!step || (steps.empty() && step->index)) {
      return std::nullopt;
    }
    steps.push_back(*step);
    if (path.empty()) {
      return steps;
    }
    if (path.starts_with('.')) {
      path.remove_prefix(1);
    } else if (!path.starts_with('[')) {
      return std::nullopt;
    }
  }
}

/// The value as a table with the one key "value"; its nodes carry `place`.
toml::table parse_value(std::string_view text, const std::string& place) {
  try {
    toml::table parsed = toml::parse(fmt::format("value = {}", text), place);
    if (parsed.size() == 1) {
      return parsed;
    }
  } catch (const toml::parse_error&) {
    // What looks like an array, a table or a quoted text was meant as one: its fault is worth reporting.
    if (text.find_first_of("[{\"'") == 0) {
      throw;
    }
  }
  return toml::parse(fmt::format("value = {}", in_quotes(text)), place);
}

class Override {
 public:
  Override(std::string_view text, Problems& problems) : place_(fmt::format("--set {}", text)), problems_(problems) {}

  void lay(toml::table& root, std::string_view text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos) {
      problems_.report_whole(place_, "", "must be key=value");
      return;
    }
    const std::string_view path = trimmed(text.substr(0, equals));
    const std::string_view value_text = trimmed(text.substr(equals + 1));
    const std::optional<std::vector<Step>> steps = parse_path(path);
    if (!steps) {
      problems_.report_whole(place_, "", "must be key=value with a key such as time.step or obstacle[0].motion.omega");
      return;
    }
    if (value_text.empty()) {
      problems_.report_whole(place_, path, "missing value");
      return;
    }
    try {
      toml::table parsed = parse_value(value_text, place_);
      toml::node& value = *parsed.get("value");
      if (toml::node* target = walk(root, *steps, value.source())) {
        replace(*target, steps->back(), value);
      }
    } catch (const toml::parse_error& error) {
      problems_.report_whole(place_, path, fmt::format("not valid TOML: {}", error.description()));
    }
  }

 private:
  /// The table or array that holds the last step.
  toml::node* walk(toml::table& root, const std::vector<Step>& steps, const toml::source_region& region) {
    toml::node* node = &root;
    for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
      const Step& step = steps[i];
      toml::table* table = node->as_table();
      if (table != nullptr && !step.index && !table->contains(step.key) && !steps[i + 1].index) {
        table->insert(toml::key(step.key, toml::source_region(region)), toml::table{});
      }
      node = child(*node, step);
      if (node == nullptr) {
        return nullptr;
      }
      path_ += step.index ? fmt::format("[{}]", *step.index) : (path_.empty() ? "" : ".") + step.key;
    }
    return node;
  }

  toml::node* child(toml::node& node, const Step& step) {
    if (toml::array* array = node.as_array()) {
      const std::optional<std::size_t> index = entry(*array, step);
      return index ? array->get(*index) : nullptr;
    }
    toml::table* table = node.as_table();
    if (table == nullptr || step.index) {
      problems_.report_whole(
          place_, path_, fmt::format("found {}, must be {}", found_text(node), step.index ? "an array" : "a table"));
      return nullptr;
    }
    toml::node* found = table->get(step.key);
    if (found == nullptr) {
      problems_.report_whole(place_, path_, fmt::format("there is no {}", in_quotes(step.key)));
    }
    return found;
  }

  std::optional<std::size_t> entry(const toml::array& array, const Step& step) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < array.size(); ++i) {
      const toml::table* table = array[i].as_table();
      const auto name = table != nullptr ? (*table)["name"].value<std::string>() : std::nullopt;
      if (step.index ? *step.index == i : name == step.key) {
        return i;
      }
      if (name) {
        names.push_back(in_quotes(*name));
      }
    }
    problems_.report_whole(place_, path_,
                           step.index ? fmt::format("found index {}, there are {} entries", *step.index, array.size())
                                      : fmt::format("no entry has the name {}; there are: {}", in_quotes(step.key),
                                                    names.empty() ? "none with a name" : listed(names)));
    return std::nullopt;
  }

  void replace(toml::node& target, const Step& step, toml::node& value) {
    // Nodes keep their place when moved, not when copied.
    const toml::source_region region = value.source();
    if (toml::table* table = target.as_table(); table != nullptr && !step.index) {
      std::move(value).visit([&]<class Node>(Node&& node) {
        table->insert_or_assign(toml::key(step.key, toml::source_region(region)), std::forward<Node>(node));
      });
    } else if (toml::array* array = target.as_array()) {
      if (const std::optional<std::size_t> index = entry(*array, step)) {
        const auto position = array->cbegin() + static_cast<std::ptrdiff_t>(*index);
        std::move(value).visit([&]<class Node>(Node&& node) { array->replace(position, std::forward<Node>(node)); });
      }
    } else {
      child(target, step);
    }
  }

  std::string place_;
  Problems& problems_;
  std::string path_;
};

}  // namespace

void lay_overrides(toml::table& root, const std::vector<std::string>& overrides, Problems& problems) {
  for (const std::string& text : overrides) {
    Override(text, problems).lay(root, text);
  }
}

}  // namespace gluey::scene
