#include "scene/read.hpp"

#include "scene/check.hpp"
#include "scene/overrides.hpp"
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
  return {std::move(scene), std::make_shared<const Places>(file, std::move(root))};
}

}  // namespace gluey::scene
