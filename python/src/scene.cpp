#include "bind.hpp"

namespace gluey::python {

void bind_scene(py::module_& module) {
  py::class_<Scene>(module, "Scene", "A scene, read and checked.")
      .def_static("load", &Scene::load, py::arg("file"), py::arg("overrides") = std::vector<std::string>(),
                  "Reads a file and lays overrides such as \"time.step=1e-3\" over it.")
      .def_static(
          "parse",
          [](const std::string& toml, const std::string& name, const std::string& folder,
             const std::vector<std::string>& overrides) { return Scene::parse(toml, name, folder, overrides); },
          py::arg("toml"), py::arg("name") = "scene", py::arg("folder") = ".",
          py::arg("overrides") = std::vector<std::string>(),
          "The same from text; `name` stands for the file in messages.")
      .def("resolved", &Scene::resolved, "The scene as TOML with every default filled in.")
      .def_property_readonly(
          "warnings",
          [](const Scene& scene) {
            std::vector<std::string> texts;
            for (const SceneProblem& warning : scene.warnings()) {
              texts.push_back(warning.text());
            }
            return texts;
          },
          "What is odd but no error: keys without effect.")
      .def_property_readonly("name", &Scene::name, "The file's name without folder and ending.")
      .def_property_readonly("folder", &Scene::folder, "Where the files it names are looked for.");

  module.def(
      "builtin_scenes",
      [] {
        py::dict scenes;
        for (const BuiltinScene& scene : builtin_scenes()) {
          scenes[py::str(scene.name)] = scene.text;
        }
        return scenes;
      },
      "The scenes that come with gluey: their TOML by name.");
}

}  // namespace gluey::python
