#include "scene/found.hpp"

#include "scene/wording.hpp"

namespace gluey::scene {

std::string found_text(const toml::node& node) {
  constexpr std::size_t longest_text = 60;
  constexpr std::size_t longest_list = 6;
  switch (node.type()) {
    case toml::node_type::string: {
      const std::string& text = node.as_string()->get();
      return text.size() <= longest_text ? in_quotes(text) : "a long text";
    }
    case toml::node_type::integer:
      return std::to_string(node.as_integer()->get());
    case toml::node_type::floating_point:
      return number_text(node.as_floating_point()->get());
    case toml::node_type::boolean:
      return node.as_boolean()->get() ? "true" : "false";
    case toml::node_type::array: {
      const toml::array& array = *node.as_array();
      if (node.is_array_of_tables()) {
        return "an array of tables";
      }
      std::string text;
      for (std::size_t i = 0; i < array.size() && i < longest_list; ++i) {
        text += (i > 0 ? ", " : "") + found_text(array[i]);
      }
      return "[" + text + (array.size() > longest_list ? ", ...]" : "]");
    }
    case toml::node_type::table:
      return "a table";
    default:
      return "a date or time";
  }
}

bool is_word(const toml::node& node, std::string_view word) {
  return node.is_string() && node.as_string()->get() == word;
}

}  // namespace gluey::scene
