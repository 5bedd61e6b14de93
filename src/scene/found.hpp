#pragma once
// What stands in the file, in the words of a message.

#include <toml++/toml.h>

#include <string>
#include <string_view>

namespace gluey::scene {

/// The value as one would write it, cut short if it is long; "a table" for a table.
std::string found_text(const toml::node& node);
/// Whether the value is this text.
bool is_word(const toml::node& node, std::string_view word);

}  // namespace gluey::scene
