#pragma once
// A scene as a tree of keys, in the order of the file: what the generator makes, the shrinker cuts and the program reads as TOML.

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>

namespace gluey::test {

using Tree = nlohmann::ordered_json;

/// The scene file of a tree.
std::string to_toml(const Tree& scene);

/// A valid scene for every seed; always the same one.
Tree generate(std::uint64_t seed);

}  // namespace gluey::test
