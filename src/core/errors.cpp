#include <gluey/errors.hpp>

#include <fmt/format.h>

namespace gluey {
namespace {

std::string list(const std::vector<SceneProblem>& problems) {
  std::string text;
  for (const SceneProblem& problem : problems) {
    text += (text.empty() ? "" : "\n") + problem.text();
  }
  return text;
}

}  // namespace

std::string SceneProblem::text() const {
  std::string place = file;
  if (line > 0) {
    place += fmt::format(":{}:{}", line, column);
  }
  return (file.empty() ? "" : place + ": ") + (key.empty() ? "" : key + ": ") + what;
}

SceneError::SceneError(std::vector<SceneProblem> problems) : Error(list(problems)), problems_(std::move(problems)) {}

}  // namespace gluey
