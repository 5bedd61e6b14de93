#include "figure/extent.hpp"
#include "io/export_files.hpp"
#include "io/labels.hpp"
#include "io/text_file.hpp"

#include <algorithm>
#include <array>
#include <cmath>

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

/// Diameters along the body's own axes, as LAMMPS gives them since 2020, and as OVITO reads them.
std::vector<Vec<3>> diameters(const Constants& constants) {
  std::vector<Vec<3>> sizes;
  const std::vector<std::string>& shape = constants.bodies.shape;
  for (std::size_t body = 0; body < shape.size(); ++body) {
    const double ball = 2.0 * constants.bodies.radius[body];
    sizes.push_back(shape[body].empty()
                        ? Vec<3>(Vec<3>::Constant(ball))
                        : figure::diameters(shape[body], static_cast<std::size_t>(constants.dimension)));
    // A disc in the plane is a ball there; other shapes are as thick as they are thin.
    if (constants.dimension == 2) {
      sizes.back()[2] = sizes.back().head<2>().minCoeff();
    }
  }
  return sizes;
}

}  // namespace

std::vector<std::string> export_lammps(const Results& results, const std::string& base) {
  const Constants& constants = results.constants();
  const std::vector<double>& radius = constants.bodies.radius;
  const std::size_t d = constants.dimension == 2 ? 2 : 3;
  const std::vector<int> type = label_numbers(constants.bodies.label);
  const std::vector<Vec<3>> size = diameters(constants);
  TextFile file(base + ".dump");
  for (std::int64_t k = 0; k < results.frames(); ++k) {
    const Frame frame = results.frame(k);
    const PresentBodies here = present_bodies(constants, frame);
    const Bounds bounds = bounds_of(here.frame, here.constants.bodies.radius, d);
    file.add("ITEM: TIMESTEP\n{}\nITEM: NUMBER OF ATOMS\n{}\nITEM: BOX BOUNDS ff ff ff\n", frame.step,
             here.number.size());
    for (std::size_t j = 0; j < 3; ++j) {
      file.add("{} {}\n", bounds.lower[j], bounds.upper[j]);
    }
    file.add("ITEM: ATOMS id type x y z radius vx vy vz{}\n",
             size.empty() ? "" : " shapex shapey shapez quatw quati quatj quatk");
    for (const std::size_t body : here.number) {
      const double* x = frame.position.data() + body * d;
      const double* v = frame.velocity.data() + body * d;
      file.add("{} {} {} {} {} {} {} {} {}", body + 1, type[body] + 1, x[0], x[1], d == 3 ? x[2] : 0.0, radius[body],
               v[0], v[1], d == 3 ? v[2] : 0.0);
      if (!size.empty()) {
        const double half = d == 2 ? 0.5 * frame.orientation[body] : 0.0;
        const std::array<double, 4> flat{std::cos(half), 0.0, 0.0, std::sin(half)};
        const double* q = d == 2 ? flat.data() : frame.orientation.data() + 4 * body;
        file.add(" {} {} {} {} {} {} {}", size[body][0], size[body][1], size[body][2], q[0], q[1], q[2], q[3]);
      }
      file.add("\n");
    }
  }
  file.close();
  return {base + ".dump"};
}

}  // namespace gluey::io
