#pragma once
// Whether a state belongs to a scene.

#include <string>

namespace gluey {

/// Where two resolved scenes part: "[time] step = 0.01 then, step = 0.02 now". Empty where they are the same but for what may
/// differ between a run and its continuation: how long it goes and what it writes.
std::string first_difference(const std::string& then, const std::string& now);

}  // namespace gluey
