#include "random/tree.hpp"

#include <fmt/format.h>

#include <cmath>

namespace gluey::test {
namespace {

std::string value(const Tree& tree) {
  if (tree.is_object()) {
    std::string text;
    for (const auto& [key, item] : tree.items()) {
      text += (text.empty() ? " " : ", ") + key + " = " + value(item);
    }
    return "{" + text + " }";
  }
  if (tree.is_array()) {
    std::string text;
    for (const Tree& item : tree) {
      text += (text.empty() ? "" : ", ") + value(item);
    }
    return "[" + text + "]";
  }
  if (tree.is_number_float()) {
    const double number = tree.get<double>();
    return number == std::floor(number) && std::abs(number) < 1e15 ? fmt::format("{:.1f}", number)
                                                                   : fmt::format("{}", number);
  }
  return tree.dump();  // texts, whole numbers and truths are written alike
}

void write_table(const Tree& table, std::string& text) {
  for (const auto& [key, item] : table.items()) {
    text += key + " = " + value(item) + "\n";
  }
}

bool is_list_of_tables(const Tree& tree) { return tree.is_array() && !tree.empty() && tree.front().is_object(); }

}  // namespace

std::string to_toml(const Tree& scene) {
  std::string text;
  for (const auto& [key, item] : scene.items()) {
    if (!item.is_object() && !is_list_of_tables(item) && !(item.is_array() && item.empty())) {
      text += key + " = " + value(item) + "\n";
    }
  }
  for (const auto& [key, item] : scene.items()) {
    if (item.is_object()) {
      text += "\n[" + key + "]\n";
      write_table(item, text);
    } else if (is_list_of_tables(item)) {
      for (const Tree& table : item) {
        text += "\n[[" + key + "]]\n";
        write_table(table, text);
      }
    }
  }
  return text;
}

}  // namespace gluey::test
