#pragma once
// What the schema cannot say of one key alone: defaults that follow from other keys, conditions that relate several.

#include "scene/options.hpp"
#include "scene/problems.hpp"

#include <string>

namespace gluey::scene {

/// Fills in the defaults that depend on other keys: γ_min, mass, the centre of a rotation.
void complete(Scene& scene);

/// Reports contradictions between keys. Values that were reported already are left alone. Relative file names are
/// looked up in `folder`.
void check(const Scene& scene, const std::string& folder, Problems& problems);

/// The shape at `path`, the files it names in `folder` (check_shapes.cpp).
void check_shape(const Shape& shape, const std::string& path, const std::string& folder, Problems& problems);
/// `lower` below `upper` in every component.
void check_box(const Vector& lower, const Vector& upper, const std::string& path, Problems& problems);
/// Laws between materials: those named must exist, a viscosity must give γ_min ≤ 0 (check_contacts.cpp).
void check_contacts(const Scene& scene, Problems& problems);

}  // namespace gluey::scene
