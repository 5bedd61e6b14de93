#include "figure/extent.hpp"
#include "io/export_files.hpp"
#include "io/labels.hpp"
#include "io/text_file.hpp"

#include <fmt/compile.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

namespace gluey::io {
namespace {

struct Bounds {
  std::array<double, 3> lower{0.0, 0.0, 0.0}, upper{0.0, 0.0, 0.0};
};

/// The box of a periodic domain at one instant. Under shear the image above stands `tilt` further along x: LAMMPS's xy, of all equal
/// ones the least.
class Cell {
 public:
  Cell(const Constants::Domain& domain, std::size_t d, double time) : domain_(domain), d_(d) {
    if (any() && domain.shear_rate != 0.0) {
      drift_ = domain.shear_rate * period(1);
      tilt_ = std::remainder(drift_ * time, period(0));
      turns_ = std::lround((drift_ * time - tilt_) / period(0));
    }
  }

  [[nodiscard]] bool any() const {
    return std::any_of(domain_.periodic.begin(), domain_.periodic.end(), [](auto is) { return is != 0; });
  }
  [[nodiscard]] bool periodic(std::size_t axis) const {
    return axis < domain_.periodic.size() && domain_.periodic[axis] != 0;
  }
  [[nodiscard]] double period(std::size_t axis) const { return domain_.upper[axis] - domain_.lower[axis]; }
  [[nodiscard]] bool sheared() const { return domain_.shear_rate != 0.0; }

  /// The image of a body within the cell, with the velocity it has there, and which one it is: LAMMPS's ix iy iz. `come` [d], where
  /// there is one, says the same of the place x itself.
  std::array<long, 3> bring_in(std::array<double, 3>& x, std::array<double, 3>& v, const std::int32_t* come) const {
    std::array<long, 3> image{0, 0, 0};
    // Last to first: the shift across y moves along x.
    for (std::size_t axis = d_; axis-- > 0;) {
      if (!periodic(axis)) {
        continue;
      }
      const double lean = axis == 0 && sheared() ? tilt_ * (x[1] - domain_.lower[1]) / period(1) : 0.0;
      image[axis] = std::lround(std::floor((x[axis] - domain_.lower[axis] - lean) / period(axis)));
      const auto number = static_cast<double>(image[axis]);
      x[axis] -= number * period(axis);
      if (axis == 1) {
        x[0] -= number * tilt_;
        v[0] -= number * drift_;
      }
    }
    for (std::size_t axis = 0; axis < d_ && come != nullptr; ++axis) {
      image[axis] += come[axis] + (axis == 0 ? turns_ * come[1] : 0);
    }
    return image;
  }

  /// "ITEM: BOX BOUNDS …": directions that are not periodic as `around` has them.
  void write(fmt::memory_buffer& text, Bounds around) const {
    const fmt::appender end(text);
    for (std::size_t axis = 0; axis < d_; ++axis) {
      if (periodic(axis)) {
        around.lower[axis] = domain_.lower[axis];
        around.upper[axis] = domain_.upper[axis];
      }
    }
    fmt::format_to(end, "ITEM: BOX BOUNDS{}", sheared() ? " xy xz yz" : "");
    for (std::size_t axis = 0; axis < 3; ++axis) {
      // LAMMPS wants the third direction of a plane periodic.
      fmt::format_to(end, " {}", periodic(axis) || (axis >= d_ && any()) ? "pp" : "ff");
    }
    fmt::format_to(end, "\n");
    // The bounds of a tilted box are those of the box around it.
    around.lower[0] += std::min(0.0, tilt_);
    around.upper[0] += std::max(0.0, tilt_);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      fmt::format_to(end, "{} {}", around.lower[axis], around.upper[axis]);
      if (sheared()) {
        fmt::format_to(end, " {}", axis == 0 ? tilt_ : 0.0);
      }
      fmt::format_to(end, "\n");
    }
  }

 private:
  const Constants::Domain& domain_;
  std::size_t d_;
  double tilt_ = 0.0, drift_ = 0.0;
  long turns_ = 0;  ///< periods along x that the tilt leaves out
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

std::vector<std::string> export_lammps(const Results& results, const std::vector<std::int64_t>& numbers,
                                       const std::string& base) {
  const Constants& constants = results.constants();
  const std::vector<double>& radius = constants.bodies.radius;
  const std::size_t d = constants.dimension == 2 ? 2 : 3;
  const std::vector<int> type = label_numbers(constants.bodies.label);
  const std::vector<Vec<3>> size = diameters(constants);
  TextFile file(base + ".dump");
  const auto lines_of = [&](const Frame& frame) {
    const auto lines = std::make_shared<fmt::memory_buffer>();
    const fmt::appender end(*lines);
    const PresentBodies here = present_bodies(constants, frame);
    const Bounds bounds = bounds_of(here.frame, here.constants.bodies.radius, d);
    const Cell cell(constants.domain, d, frame.time);
    fmt::format_to(end, "ITEM: TIMESTEP\n{}\nITEM: NUMBER OF ATOMS\n{}\n", frame.step, here.number.size());
    cell.write(*lines, bounds);
    fmt::format_to(end, "ITEM: ATOMS id type x y z radius vx vy vz{}{}\n", cell.any() ? " ix iy iz" : "",
                   size.empty() ? "" : " shapex shapey shapez quatw quati quatj quatk");
    for (const std::size_t body : here.number) {
      std::array<double, 3> x{0.0, 0.0, 0.0}, v{0.0, 0.0, 0.0};
      std::copy_n(frame.position.begin() + static_cast<std::ptrdiff_t>(body * d), d, x.begin());
      std::copy_n(frame.velocity.begin() + static_cast<std::ptrdiff_t>(body * d), d, v.begin());
      const std::array<long, 3> image =
          cell.bring_in(x, v, frame.image.empty() ? nullptr : frame.image.data() + body * d);
      fmt::format_to(end, FMT_COMPILE("{} {} {} {} {} {} {} {} {}"), body + 1, type[body] + 1, x[0], x[1], x[2],
                     radius[body], v[0], v[1], v[2]);
      if (cell.any()) {
        fmt::format_to(end, FMT_COMPILE(" {} {} {}"), image[0], image[1], image[2]);
      }
      if (!size.empty()) {
        const double half = d == 2 ? 0.5 * frame.orientation[body] : 0.0;
        const std::array<double, 4> flat{std::cos(half), 0.0, 0.0, std::sin(half)};
        const double* q = d == 2 ? flat.data() : frame.orientation.data() + 4 * body;
        fmt::format_to(end, FMT_COMPILE(" {} {} {} {} {} {} {}"), size[body][0], size[body][1], size[body][2], q[0],
                       q[1], q[2], q[3]);
      }
      lines->push_back('\n');
    }
    return lines;
  };
  const FrameArrays arrays = {.places = true, .orientations = !size.empty(), .motion = true};
  results.for_each_frame(numbers, arrays, [&](std::size_t, const Frame& frame) -> Results::InTurn {
    return [&file, lines = lines_of(frame)] { file.add_text({lines->data(), lines->size()}); };
  });
  file.close();
  return {base + ".dump"};
}

}  // namespace gluey::io
