#include "scene/read.hpp"

#include "scene/check.hpp"
#include "scene/idle_keys.hpp"
#include "scene/overrides.hpp"
#include "scene/printer.hpp"
#include "scene/problems.hpp"
#include "scene/reader.hpp"

#include <fmt/format.h>

namespace gluey::scene {
namespace {

toml::table parse(std::string_view text, const std::string& file, Problems& problems) {
  try {
    return toml::parse(text, file);
  } catch (const toml::parse_error& error) {
    problems.report(error.source(), "", fmt::format("not valid TOML: {}", error.description()));
    problems.throw_if_any();
    throw;
  }
}

/// Those that the file or an override gives.
void warn_of_idle_keys(const Scene& scene, const toml::table& root, bool printed, Problems& problems) {
  for (const IdleKey& key : idle_keys(scene)) {
    if (root.at_path(key.path) && !(printed && key.usual)) {
      problems.warn(key.path, fmt::format("has no effect: {}", key.reason));
    }
  }
}

}  // namespace

ReadScene read(std::string_view text, const std::string& file, const std::string& folder,
               const std::vector<std::string>& overrides) {
  Problems problems(file);
  toml::table root = parse(text, file, problems);
  lay_overrides(root, overrides, problems);
  problems.look_up_in(root);

  Scene scene;
  Reader reader(root, problems);
  describe(reader, scene);
  reader.finish();
  complete(scene);
  check(scene, folder, problems);
  problems.throw_if_any();
  warn_of_idle_keys(scene, root, text.ends_with(resolved_mark), problems);
  return {std::move(scene), problems.warnings(), std::make_shared<const Places>(file, std::move(root))};
}

}  // namespace gluey::scene
