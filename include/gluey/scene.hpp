#pragma once
// Scenes: a TOML file (interface.md, docs/scene.md), read and checked.

#include <gluey/errors.hpp>
#include <gluey/export.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace gluey {

namespace scene {
struct Scene;
class Places;
}  // namespace scene

class GLUEY_API Scene {
 public:
  /// Reads a file, lays the overrides ("time.step=1e-3", "obstacle[0].motion.omega=0.5") over it, checks everything.
  /// Throws SceneError with all problems found.
  static Scene load(const std::string& file, const std::vector<std::string>& overrides = {});
  /// The same from text; `name` stands for the file in messages, relative file names are looked up in `folder`. Without a name
  /// messages name the key alone: for text that a program wrote.
  static Scene parse(std::string_view toml, const std::string& name, const std::string& folder = ".",
                     const std::vector<std::string>& overrides = {});

  /// The scene as TOML with every default filled in. Reading it gives the same scene.
  [[nodiscard]] std::string resolved() const;
  /// What is odd but no error: keys without effect. What shows only when the scene is built: Simulation::warnings().
  [[nodiscard]] const std::vector<SceneProblem>& warnings() const { return warnings_; }
  /// Folder that relative file names in the scene refer to.
  [[nodiscard]] const std::string& folder() const { return folder_; }
  /// The scene's name: the file's without folder and ending.
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] const scene::Scene& options() const { return *options_; }
  /// Where its keys stand, for messages of what is found wrong while it is built.
  [[nodiscard]] const scene::Places& places() const { return *places_; }

 private:
  Scene() = default;
  std::shared_ptr<const scene::Scene> options_;
  std::shared_ptr<const scene::Places> places_;
  std::vector<SceneProblem> warnings_;
  std::string folder_, name_;
};

/// The reference page of all keys, as Markdown (docs/scene.md).
GLUEY_API std::string scene_reference();

/// A scene that comes with the program (the files of scenes/).
struct GLUEY_API BuiltinScene {
  std::string name, title, text;
  struct File {
    std::string name, text;
  };
  std::vector<File> files;  ///< those the scene reads, to lie beside it
};
GLUEY_API const std::vector<BuiltinScene>& builtin_scenes();

}  // namespace gluey
