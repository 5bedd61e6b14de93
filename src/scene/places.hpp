#pragma once
// Where the keys of a scene stand: in its file, or on the command line for those that an override brought.

#include <gluey/errors.hpp>

#include <toml++/toml.h>

#include <string>
#include <string_view>

namespace gluey::scene {

class Places {
 public:
  /// `root` is the tree of the file with the overrides laid over it.
  Places(std::string file, toml::table root) : file_(std::move(file)), root_(std::move(root)) {}

  /// A problem of the value at `path` ("body[2].shape.radius"). Its place is the value's, or that of the innermost
  /// table around it that is in the file.
  [[nodiscard]] SceneProblem problem(std::string_view path, std::string what) const;

 private:
  std::string file_;
  toml::table root_;
};

/// Where the value at `path` stands; failing that, the innermost table around it whose place is known.
toml::source_region place_of(const toml::table& root, std::string_view path);
/// A problem at a place of `file`, or of an override.
SceneProblem problem_at(const std::string& file, const toml::source_region& place, std::string_view path,
                        std::string what);

}  // namespace gluey::scene
