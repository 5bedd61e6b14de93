#include "io/export_files.hpp"
#include "io/labels.hpp"
#include "io/markup.hpp"
#include "io/poly_data.hpp"
#include "io/text_file.hpp"

#include <gluey/errors.hpp>

#include <fmt/format.h>

#include <cmath>
#include <filesystem>

namespace gluey::io {
namespace {

std::vector<std::int64_t> counted(std::size_t size, std::int64_t first) {
  std::vector<std::int64_t> numbers(size);
  for (std::size_t k = 0; k < size; ++k) {
    numbers[k] = first + static_cast<std::int64_t>(k);
  }
  return numbers;
}

void write_bodies(const std::string& path, const Constants& all, const Frame& all_of_frame, std::size_t d) {
  const auto [constants, frame, number] = present_bodies(all, all_of_frame);
  const std::size_t count = number.size();
  PolyData data(path, frame.time, count, count, 0);
  data.open(R"(PointData Scalars="radius" Vectors="velocity")");
  data.scalars("radius", constants.bodies.radius);
  data.vectors("velocity", frame.velocity, d);
  if (d == 2) {
    data.scalars("angular_velocity", frame.angular_velocity);
  } else {
    data.vectors("angular_velocity", frame.angular_velocity, 3);
  }
  if (d == 2) {
    data.scalars("angle", frame.orientation);
  } else {
    data.floats("quaternion", frame.orientation, 4);  // w, x, y, z
  }
  data.scalars("mass", constants.bodies.mass);
  // Numbers of labels are those of all bodies, so that they mean the same in every frame.
  const std::vector<int> labels = label_numbers(all.bodies.label);
  std::vector<int> label;
  label.reserve(count);
  for (const std::size_t body : number) {
    label.push_back(labels[body]);
  }
  data.scalars("label", label);
  data.scalars("body", std::vector<std::int64_t>(number.begin(), number.end()));
  data.close("PointData");
  data.open("Points");
  data.vectors("Points", frame.position, d);
  data.close("Points");
  data.open("Verts");
  data.scalars("connectivity", counted(count, 0));
  data.scalars("offsets", counted(count, 1));
  data.close("Verts");
  data.end();
}

// The points a contact's line passes: centre, contact point, other centre. A centre farther from the contact point than
// its body reaches lies across a periodic border and is left out.
std::vector<double> line_of(const Constants& constants, const Frame& frame, std::size_t contact, std::size_t d) {
  const double* point = frame.contact_point.data() + contact * d;
  std::vector<double> line;
  const auto add_centre = [&](std::int32_t body) {
    const auto index = static_cast<std::size_t>(body);
    if (index >= constants.bodies.radius.size()) {
      return;  // an obstacle
    }
    const double* centre = frame.position.data() + index * d;
    double square = 0.0;
    for (std::size_t j = 0; j < d; ++j) {
      square += (centre[j] - point[j]) * (centre[j] - point[j]);
    }
    if (std::sqrt(square) <= 1.01 * constants.bodies.radius[index] + std::abs(frame.contact_distance[contact])) {
      line.insert(line.end(), centre, centre + d);
    }
  };
  add_centre(frame.contact_pair[2 * contact]);
  line.insert(line.end(), point, point + d);
  add_centre(frame.contact_pair[2 * contact + 1]);
  return line;
}

void write_contacts(const std::string& path, const Constants& constants, const Frame& frame, std::size_t d) {
  std::vector<double> points;
  std::vector<std::int64_t> offsets;
  for (std::size_t contact = 0; contact < frame.contact_gamma.size(); ++contact) {
    const std::vector<double> line = line_of(constants, frame, contact, d);
    points.insert(points.end(), line.begin(), line.end());
    offsets.push_back(static_cast<std::int64_t>(points.size() / d));
  }
  PolyData data(path, frame.time, points.size() / d, 0, offsets.size());
  data.open(R"(CellData Scalars="gamma" Vectors="impulse")");
  data.scalars("gamma", frame.contact_gamma);
  data.scalars("distance", frame.contact_distance);
  data.vectors("impulse", frame.contact_impulse, d);
  data.vectors("normal", frame.contact_normal, d);
  data.close("CellData");
  data.open("Points");
  data.vectors("Points", points, d);
  data.close("Points");
  data.open("Lines");
  data.scalars("connectivity", counted(points.size() / d, 0));
  data.scalars("offsets", offsets);
  data.close("Lines");
  data.end();
}

void write_collection(const std::string& path, const std::vector<std::string>& files,
                      const std::vector<double>& times) {
  TextFile file(path);
  file.add("<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\">\n");
  file.add("<Collection>\n");
  for (std::size_t k = 0; k < files.size(); ++k) {
    const std::filesystem::path frame(files[k]);
    const std::string name = (frame.parent_path().filename() / frame.filename()).string();
    file.add("<DataSet timestep=\"{}\" part=\"0\" file=\"{}\"/>\n", times[k], escape_markup(name));
  }
  file.add("</Collection>\n</VTKFile>\n");
  file.close();
}

}  // namespace

std::vector<std::string> export_vtk(const Results& results, const std::vector<std::int64_t>& numbers,
                                    const std::string& base) {
  const Constants& constants = results.constants();
  const std::size_t d = constants.dimension == 2 ? 2 : 3;
  // One file a frame would bury what else is beside them.
  const std::string folder = base + "_frames";
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed) {
    throw Error(fmt::format("cannot make the folder '{}': {}", folder, failed.message()));
  }
  // Spheres are glyphs of their radius; other shapes come as they are.
  const bool shaped = !constants.bodies.shape.empty();
  std::vector<std::string> bodies, contacts, surfaces;
  std::vector<double> times;
  for (const std::int64_t k : numbers) {
    times.push_back(results.times()[static_cast<std::size_t>(k)]);
    bodies.push_back(fmt::format("{}/bodies_{:06}.vtp", folder, k));
    contacts.push_back(fmt::format("{}/contacts_{:06}.vtp", folder, k));
    if (shaped) {
      surfaces.push_back(fmt::format("{}/surfaces_{:06}.vtp", folder, k));
    }
  }
  results.for_each_frame(numbers, all_arrays, [&](std::size_t k, const Frame& frame) -> Results::InTurn {
    write_bodies(bodies[k], constants, frame, d);
    write_contacts(contacts[k], constants, frame, d);
    if (shaped) {
      write_surfaces(surfaces[k], constants, frame);
    }
    return {};
  });
  write_collection(base + ".pvd", bodies, times);
  write_collection(base + "_contacts.pvd", contacts, times);
  std::vector<std::string> files{base + ".pvd", base + "_contacts.pvd"};
  if (shaped) {
    write_collection(base + "_surfaces.pvd", surfaces, times);
    files.push_back(base + "_surfaces.pvd");
  }
  files.insert(files.end(), bodies.begin(), bodies.end());
  files.insert(files.end(), contacts.begin(), contacts.end());
  files.insert(files.end(), surfaces.begin(), surfaces.end());
  return files;
}

}  // namespace gluey::io
