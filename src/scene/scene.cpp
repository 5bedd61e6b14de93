// The public face of scenes (gluey/scene.hpp).

#include <gluey/scene.hpp>

#include "scene/options.hpp"
#include "scene/printer.hpp"
#include "scene/read.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace gluey {
namespace {

std::string read_file(const std::string& file) {
  const auto refuse = [&](const std::string& why) -> SceneError { return SceneError({{file, 0, 0, "", why}}); };
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(file, error);
  if (status.type() == std::filesystem::file_type::not_found) {
    throw refuse("no such file");
  }
  if (std::filesystem::is_directory(status)) {
    throw refuse("is a folder, must be a scene file");
  }
  errno = 0;
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  if (!stream || (stream.peek() != std::ifstream::traits_type::eof() && !(text << stream.rdbuf())) || stream.bad()) {
    throw refuse(std::string("cannot be read: ") + std::strerror(errno));
  }
  return text.str();
}

}  // namespace

Scene Scene::load(const std::string& file, const std::vector<std::string>& overrides) {
  const std::string folder = std::filesystem::path(file).parent_path().string();
  return parse(read_file(file), file, folder.empty() ? "." : folder, overrides);
}

Scene Scene::parse(std::string_view toml, const std::string& name, const std::string& folder,
                   const std::vector<std::string>& overrides) {
  Scene result;
  result.folder_ = folder;
  result.name_ = name.empty() ? "scene" : std::filesystem::path(name).stem().string();
  auto [options, warnings, places] = scene::read(toml, name, folder, overrides);
  if (options.output.file.empty()) {
    options.output.file = result.name_ + ".h5";
  }
  result.warnings_ = std::move(warnings);
  result.places_ = std::move(places);
  result.options_ = std::make_shared<const scene::Scene>(std::move(options));
  return result;
}

std::string Scene::resolved() const { return scene::print(*options_); }

}  // namespace gluey
