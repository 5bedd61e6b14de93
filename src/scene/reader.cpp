// The structure: tables, arrays of tables, which keys a table has. Single values: reader_values.cpp.

#include "scene/reader.hpp"

#include "scene/found.hpp"
#include "scene/wording.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gluey::scene {
namespace {

bool contains(const std::vector<std::string_view>& list, std::string_view item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

std::string key_list(const std::vector<std::string_view>& keys, std::string_view last_word) {
  std::string text;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    text += i == 0 ? "" : i + 1 == keys.size() ? fmt::format(" {} ", last_word) : ", ";
    text += in_quotes(keys[i]);
  }
  return text;
}

}  // namespace

Reader::Reader(const toml::table& root, Problems& problems) : problems_(problems), frames_{Frame{&root, ""}} {}

void Reader::finish() { report_unknown_keys(); }

std::string Reader::path_of(std::string_view key) const {
  const std::string& path = frames_.back().path;
  return path.empty() ? std::string(key) : fmt::format("{}.{}", path, key);
}

bool Reader::overrides(const toml::node& node) const {
  const auto& path = node.source().path;
  const auto& file = frames_.front().table->source().path;
  return path && (!file || *path != *file);
}

const toml::node* Reader::find(std::string_view key, const Rule& rule, std::string_view allowed) {
  Frame& frame = frames_.back();
  const bool applies = rule.only == 0 || dimension_ == 0 || rule.only == dimension_;
  if (applies) {
    frame.known.push_back(key);
  }
  const toml::node* node = frame.table != nullptr ? frame.table->get(key) : nullptr;
  if (node != nullptr && !applies) {
    frame.known.push_back(key);
    problems_.report(path_of(key), fmt::format("only for dimension = {}", rule.only));
    return nullptr;
  }
  if (node == nullptr && rule.required && applies && frame.table != nullptr) {
    problems_.report(path_of(key), fmt::format("missing; must be {}", allowed));
  }
  return contains(frame.overruled, key) ? nullptr : node;
}

void Reader::report_found(std::string_view path, const toml::node& found, std::string_view allowed) {
  problems_.report(path, fmt::format("found {}, must be {}", found_text(found), allowed));
}

void Reader::within(const toml::table* table, std::string path, const std::function<void()>& keys) {
  frames_.push_back(Frame{table, std::move(path)});
  keys();
  report_unknown_keys();
  frames_.pop_back();
}

void Reader::table(std::string_view key, const Rule& rule, const std::function<void()>& keys) {
  const toml::node* node = find(key, rule, "a table");
  const toml::table* table = node != nullptr ? node->as_table() : nullptr;
  if (node != nullptr && table == nullptr) {
    const bool array_of_tables = node->is_array_of_tables();
    report_found(path_of(key), *node,
                 array_of_tables ? fmt::format("one table: write [{}]", path_of(key)) : std::string("a table"));
  }
  within(table, path_of(key), keys);
}

bool Reader::present(std::string_view key, bool) {
  Frame& frame = frames_.back();
  frame.known.push_back(key);
  return frame.table != nullptr && frame.table->contains(key);
}

void Reader::entries(std::string_view key, std::size_t, const Rule& rule,
                     const std::function<void(std::size_t)>& each) {
  const toml::node* node = find(key, rule, "an array of tables");
  if (node == nullptr) {
    return;
  }
  const std::string path = path_of(key);
  const toml::array* array = node->as_array();
  if (array == nullptr) {
    report_found(path, *node, fmt::format("an array of tables: write [[{}]]", path));
    return;
  }
  right_count(*array, path, rule);
  for (std::size_t i = 0; i < array->size(); ++i) {
    const std::string entry = fmt::format("{}[{}]", path, i);
    const toml::table* table = (*array)[i].as_table();
    if (table == nullptr) {
      report_found(entry, (*array)[i], "a table");
    }
    within(table, entry, [&] { each(i); });
  }
}

void Reader::kind(std::string_view key, std::string& value, const Choices& choices, const Rule& rule,
                  const std::function<void(const std::string&)>& keys) {
  const toml::node* node = find(key, rule, "one of " + listed(choice_names(choices, dimension_)));
  if (node != nullptr ? !read_word(*node, path_of(key), choices, value) : rule.required) {
    frames_.back().undecided = true;
    return;
  }
  frames_.back().context = fmt::format(" with {} = {}", key, in_quotes(value));
  keys(value);
}

void Reader::alternative(const std::vector<Choice>& leading, std::string_view,
                         const std::function<void(std::string_view)>& keys) {
  std::vector<std::string_view> names;
  names.reserve(leading.size());
  for (const Choice& choice : leading) {
    names.push_back(choice.name);
  }
  const std::string_view given = exclusive(names, true);
  if (given.empty()) {
    frames_.back().undecided = true;
    return;
  }
  frames_.back().context = fmt::format(" with {}", in_quotes(given));
  keys(given);
}

std::string_view Reader::exclusive(const std::vector<std::string_view>& keys, bool required) {
  Frame& frame = frames_.back();
  if (frame.table == nullptr) {
    return {};
  }
  std::vector<std::string_view> given;
  std::vector<std::string_view> overriding;
  for (const std::string_view key : keys) {
    if (const toml::node* node = frame.table->get(key)) {
      given.push_back(key);
      if (overrides(*node)) {
        overriding.push_back(key);
      }
    }
  }
  // --set steps=10 on a file that has `end`: the command line cannot take a key away, so it overrules it.
  if (given.size() > 1 && overriding.size() == 1) {
    for (const std::string_view key : given) {
      if (key != overriding.front()) {
        frame.overruled.push_back(key);
      }
    }
    given = overriding;
  }
  if (given.size() > 1) {
    problems_.report(path_of(given[1]),
                     fmt::format("found besides {}, give only one of {}", in_quotes(given[0]), key_list(keys, "and")));
  } else if (given.empty() && required) {
    problems_.report(frame.path, fmt::format("missing one of {}", key_list(keys, "and")));
  }
  return given.size() == 1 ? given.front() : std::string_view{};
}

void Reader::takes_over(std::string_view key, const std::vector<std::string_view>& others) {
  Frame& frame = frames_.back();
  const toml::node* taking = frame.table != nullptr ? frame.table->get(key) : nullptr;
  if (taking == nullptr || !overrides(*taking)) {
    return;
  }
  for (const std::string_view other : others) {
    if (const toml::node* node = frame.table->get(other); node != nullptr && !overrides(*node)) {
      frame.overruled.push_back(other);
    }
  }
}

void Reader::report_unknown_keys() {
  const Frame& frame = frames_.back();
  if (frame.table == nullptr || frame.undecided) {
    return;
  }
  std::vector<std::string> known(frame.known.begin(), frame.known.end());
  for (const auto& [key, node] : *frame.table) {
    if (contains(frame.known, key.str())) {
      continue;
    }
    std::string what;
    if (const std::string_view near = nearest(key.str(), frame.known); !near.empty()) {
      what = fmt::format("unknown key{}; did you mean {}?", frame.context, in_quotes(near));
    } else {
      what = fmt::format("unknown key{}; known: {}", frame.context, listed(known));
    }
    // A table made by an override has no place of its own, its keys have.
    problems_.report(key.source(), path_of(key.str()), what);
  }
}

}  // namespace gluey::scene
