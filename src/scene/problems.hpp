#pragma once
// Collects what is wrong with a scene, each problem with its place in the file or on the command line.

#include <gluey/errors.hpp>

#include <toml++/toml.h>

#include <string>
#include <string_view>
#include <vector>

namespace gluey::scene {

class Problems {
 public:
  explicit Problems(std::string file) : file_(std::move(file)) {}

  /// The tree in which places are looked up from now on; it must outlive this.
  void look_up_in(const toml::table& root) { root_ = &root; }

  /// A problem of the value at `path` ("body[2].shape.radius"). Its place is the value's, or that of the innermost
  /// table around it that is in the file.
  void report(std::string_view path, std::string what);
  /// A problem at a place that the caller knows.
  void report(const toml::source_region& place, std::string_view path, std::string what);
  /// A problem of the file as a whole, or of an override as a whole.
  void report_whole(std::string place, std::string_view path, std::string what);

  /// Something that is no error: kept apart, for Scene::warnings.
  void warn(std::string_view path, std::string what);
  [[nodiscard]] std::vector<SceneProblem> warnings() const { return warnings_; }

  /// Whether nothing was reported at the path or below it: only then does a check that relates values make sense.
  [[nodiscard]] bool clean(std::string_view path) const;
  /// Throws SceneError if there is any problem: those of the file in its order, then those of overrides.
  void throw_if_any();

 private:
  std::string file_;
  const toml::table* root_ = nullptr;
  std::vector<SceneProblem> problems_, warnings_;
};

}  // namespace gluey::scene
