#pragma once
// A whole random scene, run and checked; and made small where it fails.

#include "random/record.hpp"
#include "random/tree.hpp"

#include <cstdint>
#include <string>

namespace gluey::test {

struct Audit {
  std::string refused;  ///< why the scene could not be built; an error of the generator unless it says "overlap"
  std::string broke;    ///< what a step threw
  Violations violations;
  std::int64_t steps = 0, unsolved = 0, contacts = 0, pulls = 0, rubs = 0;
};

/// Runs a scene to its end, or to the first steps that violate something; may print the contacts of these.
Audit audit(const Tree& scene, bool tell = false);
/// Beside it the checks of whole runs, which take longer.
Audit audit_all(const Tree& scene);

/// The same bits for any number of threads and after a restart; one story in files, history, summary and statistics. Another scene in
/// place of the second run shows that it can fail.
Violations check_whole(const Tree& scene, const Tree& again);
/// One step from the same state as another one sees it; to show that it can fail, gravity may be left as it was.
Violations check_moved(const Tree& scene, bool turns_gravity = true);

/// The scene beside its mirror image.
Violations check_mirrored(const Tree& scene);

/// The smallest scene found that still has a violation of the same check.
Tree shrink(Tree scene, const std::string& check);

}  // namespace gluey::test
