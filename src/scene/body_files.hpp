#pragma once
// Bodies that stand in a file: rows of a CSV table, or a frame of an earlier result.

#include "scene/build.hpp"
#include "scene/options.hpp"
#include "scene/restore.hpp"

#include <string>
#include <vector>

namespace gluey::scene {

struct ReadBody {
  BodyOptions options;  ///< the table's, with what the file says laid over it
  Vector position, orientation;
  // Of a result: the shape in the body's own frame.
  std::string name = {}, kind = {}, description = {};
  double radius = 0.0;
  bool own_mass = false, own_inertia = false;  ///< whether the row says so
};

/// The rows of a CSV file. `options.shape` is the shape of all where it has a kind; otherwise they are spheres. What is wrong in
/// it belongs to the key that names it.
std::vector<ReadBody> csv_bodies(const Bodies& options, const std::string& key, int dimension,
                                 const BuildContext& context);

/// The bodies of a frame, and all but the place of its contacts.
std::vector<ReadBody> frame_bodies(const Bodies& options, const std::string& key, int dimension,
                                   const BuildContext& context, RestoredContacts& restored);

}  // namespace gluey::scene
