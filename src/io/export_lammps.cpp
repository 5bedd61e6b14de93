#include "io/export_files.hpp"
#include "io/labels.hpp"
#include "io/text_file.hpp"

#include <algorithm>
#include <array>

namespace gluey::io {
namespace {

struct Bounds {
  std::array<double, 3> lower{0.0, 0.0, 0.0}, upper{0.0, 0.0, 0.0};
};

// The box around all bodies of a frame; in 2D of unit thickness, as LAMMPS has it.
Bounds bounds_of(const Frame& frame, const std::vector<double>& radius, std::size_t d) {
  Bounds bounds;
  for (std::size_t body = 0; body < radius.size(); ++body) {
    for (std::size_t j = 0; j < d; ++j) {
      const double x = frame.position[body * d + j];
      bounds.lower[j] = body == 0 ? x - radius[body] : std::min(bounds.lower[j], x - radius[body]);
      bounds.upper[j] = body == 0 ? x + radius[body] : std::max(bounds.upper[j], x + radius[body]);
    }
  }
  if (d == 2) {
    bounds.lower[2] = -0.5;
    bounds.upper[2] = 0.5;
  }
  return bounds;
}

}  // namespace

std::vector<std::string> export_lammps(const Results& results, const std::string& base) {
  const Constants& constants = results.constants();
  const std::vector<double>& radius = constants.bodies.radius;
  const std::size_t d = constants.dimension == 2 ? 2 : 3;
  const std::vector<int> type = label_numbers(constants.bodies.label);
  TextFile file(base + ".dump");
  for (std::int64_t k = 0; k < results.frames(); ++k) {
    const Frame frame = results.frame(k);
    const Bounds bounds = bounds_of(frame, radius, d);
    file.add("ITEM: TIMESTEP\n{}\nITEM: NUMBER OF ATOMS\n{}\nITEM: BOX BOUNDS ff ff ff\n", frame.step, radius.size());
    for (std::size_t j = 0; j < 3; ++j) {
      file.add("{} {}\n", bounds.lower[j], bounds.upper[j]);
    }
    file.add("ITEM: ATOMS id type x y z radius vx vy vz\n");
    for (std::size_t body = 0; body < radius.size(); ++body) {
      const double* x = frame.position.data() + body * d;
      const double* v = frame.velocity.data() + body * d;
      file.add("{} {} {} {} {} {} {} {} {}\n", body + 1, type[body] + 1, x[0], x[1], d == 3 ? x[2] : 0.0, radius[body],
               v[0], v[1], d == 3 ? v[2] : 0.0);
    }
  }
  file.close();
  return {base + ".dump"};
}

}  // namespace gluey::io
