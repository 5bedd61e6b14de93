#pragma once
// What the library throws. It never prints and never exits.

#include <gluey/export.hpp>

#include <stdexcept>
#include <string>
#include <vector>

namespace gluey {

/// A failure while running: disk full, non-finite state, a step that did not converge under on_failure = "stop",
/// a result file that cannot be read. The message is complete; show it as it is. (Exit code 1.)
class GLUEY_API Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// One problem of a scene and its place. `line` and `column` count from 1; 0 where the place is not in a file.
struct GLUEY_API SceneProblem {
  std::string file;  ///< the file, or "--set" for an override on the command line; empty where nobody sees the text
  int line = 0;
  int column = 0;
  std::string key;   ///< dotted path such as "contact.gamma_min" or "body[2].shape.radius"
  std::string what;  ///< what was found, what is allowed, the nearest known key
  /// "lotto.toml:12:8: time.step: found -1, must be > 0"
  [[nodiscard]] std::string text() const;
};

/// A scene that cannot be run, with every problem found in it. what() lists them all, one a line. (Exit code 2.)
class GLUEY_API SceneError : public Error {
 public:
  explicit SceneError(std::vector<SceneProblem> problems);
  [[nodiscard]] const std::vector<SceneProblem>& problems() const { return problems_; }

 private:
  std::vector<SceneProblem> problems_;
};

}  // namespace gluey
