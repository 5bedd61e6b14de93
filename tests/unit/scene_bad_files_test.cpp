// Messages are part of the product. Every file in tests/scene/bad is a broken scene that begins with the messages it
// must be answered with, one comment a line: "# 5:8: time.step: found -1, must be > 0". Some show only when the scene is
// built; FOLDER in a message stands for the folder of the files.

#include <gluey/scene.hpp>
#include <gluey/simulation.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace gluey::scene_bad_files_test {
namespace {

const std::filesystem::path folder = std::filesystem::path(GLUEY_TEST_DATA) / "scene" / "bad";

std::vector<std::string> bad_scenes() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".toml") {
      names.push_back(entry.path().stem().string());
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

class BadScene : public testing::TestWithParam<std::string> {};

TEST_P(BadScene, IsAnsweredWithTheMessagesItBeginsWith) {
  const std::string name = GetParam() + ".toml";
  std::ifstream stream(folder / name);
  std::ostringstream text;
  text << stream.rdbuf();

  std::istringstream lines(text.str());
  std::string expected;
  for (std::string line; std::getline(lines, line) && line.starts_with("# ");) {
    expected += (expected.empty() ? "" : "\n") + name + ":" + line.substr(2);
  }
  ASSERT_FALSE(expected.empty());
  if (const std::size_t at = expected.find("FOLDER"); at != std::string::npos) {
    expected.replace(at, 6, folder.string());
  }

  try {
    const Simulation simulation(Scene::parse(text.str(), name, folder.string()));
    FAIL() << "accepted";
  } catch (const SceneError& error) {
    EXPECT_EQ(error.what(), expected);
  }
}

INSTANTIATE_TEST_SUITE_P(Files, BadScene, testing::ValuesIn(bad_scenes()),
                         [](const testing::TestParamInfo<std::string>& file) { return file.param; });

TEST(BadScenes, AreMany) { EXPECT_GE(bad_scenes().size(), 100U); }

std::string answer(const std::string& file) {
  try {
    Scene::load(file);
  } catch (const SceneError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(SceneFile, ThatIsNotThereIsRefused) {
  EXPECT_EQ(answer("/no/such/scene.toml"), "/no/such/scene.toml: no such file");
}

TEST(SceneFile, ThatIsAFolderIsRefused) {
  EXPECT_EQ(answer(folder.string()), folder.string() + ": is a folder, must be a scene file");
}

TEST(SceneFile, ThatIsEmptyMissesItsTime) {
  const std::string file = testing::TempDir() + "gluey_empty_scene.toml";
  std::ofstream(file).close();
  EXPECT_EQ(answer(file), file + ":1:1: time: missing; must be a table");
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace gluey::scene_bad_files_test
