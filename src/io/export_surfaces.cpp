#include "figure/outline.hpp"
#include "figure/surface.hpp"
#include "io/labels.hpp"
#include "io/poly_data.hpp"

#include <unordered_map>

namespace gluey::io {
namespace {

using figure::Surface;

// Round enough for a glyph among many; ParaView smooths them by their normals.
constexpr int fineness = 5;

/// In the plane a polygon for each part.
Surface planar_surface(const std::vector<figure::Solid>& solids) {
  Surface surface;
  for (const figure::Solid& solid : solids) {
    std::vector<int> face;
    for (const Vec<3>& point : figure::outline_of(solid)) {
      face.push_back(static_cast<int>(surface.points.size()));
      surface.points.push_back(point);
      surface.normals.emplace_back(Vec<3>::UnitZ());
    }
    surface.faces.push_back(std::move(face));
  }
  return surface;
}

/// The surfaces of a result's bodies, each different one made once.
class Surfaces {
 public:
  explicit Surfaces(const Constants& constants) : constants_(constants) {}

  const Surface& of(std::size_t body) {
    const std::string& text = constants_.bodies.shape[body];
    const double radius = constants_.bodies.radius[body];
    const std::string key = text.empty() ? fmt::format("{}", radius) : text;
    const auto [place, fresh] = known_.try_emplace(key);
    if (fresh) {
      std::vector<figure::Solid> solids = {{.kind = figure::Solid::Kind::ball, .radius = radius}};
      if (!text.empty()) {
        solids = figure::solids_of(text, static_cast<std::size_t>(constants_.dimension));
      }
      place->second = constants_.dimension == 2 ? planar_surface(solids) : figure::surface_of(solids, fineness);
    }
    return place->second;
  }

 private:
  const Constants& constants_;
  std::unordered_map<std::string, Surface> known_ = {};
};

Pose<3> pose_of(const Frame& frame, std::size_t body, int dimension) {
  if (dimension == 2) {
    const double* x = frame.position.data() + 2 * body;
    return {{x[0], x[1], 0.0}, {Eigen::Quaterniond(Eigen::AngleAxisd(frame.orientation[body], Vec<3>::UnitZ()))}};
  }
  const double* x = frame.position.data() + 3 * body;
  const double* q = frame.orientation.data() + 4 * body;
  return {{x[0], x[1], x[2]}, {Eigen::Quaterniond(q[0], q[1], q[2], q[3])}};
}

}  // namespace

void write_surfaces(const std::string& path, const Constants& constants, const Frame& frame) {
  const auto d = static_cast<std::size_t>(constants.dimension);
  const std::vector<int> labels = label_numbers(constants.bodies.label);
  Surfaces surfaces(constants);
  std::vector<double> points, normals, velocity;
  std::vector<std::int64_t> corners, offsets, body_of, label_of;
  for (std::size_t body = 0; body < constants.bodies.radius.size(); ++body) {
    if (!frame.present.empty() && frame.present[body] == 0) {
      continue;
    }
    const Surface& surface = surfaces.of(body);
    const Pose<3> pose = pose_of(frame, body, constants.dimension);
    const auto first = static_cast<std::int64_t>(points.size() / 3);
    for (std::size_t k = 0; k < surface.points.size(); ++k) {
      const Vec<3> point = pose.to_world(surface.points[k]);
      const Vec<3> normal = pose.orientation.apply(surface.normals[k]);
      points.insert(points.end(), point.begin(), point.end());
      normals.insert(normals.end(), normal.begin(), normal.end());
    }
    for (const std::vector<int>& face : surface.faces) {
      for (const int corner : face) {
        corners.push_back(first + corner);
      }
      offsets.push_back(static_cast<std::int64_t>(corners.size()));
      body_of.push_back(static_cast<std::int64_t>(body));
      label_of.push_back(labels[body]);
      const double* v = frame.velocity.data() + d * body;
      velocity.insert(velocity.end(), {v[0], v[1], d == 3 ? v[2] : 0.0});
    }
  }
  PolyData data(path, frame.time, points.size() / 3, 0, 0, offsets.size());
  data.open(R"(PointData Normals="Normals")");
  data.floats("Normals", normals, 3);
  data.close("PointData");
  data.open(R"(CellData Scalars="body" Vectors="velocity")");
  data.scalars("body", body_of);
  data.scalars("label", label_of);
  data.floats("velocity", velocity, 3);
  data.close("CellData");
  data.open("Points");
  data.floats("Points", points, 3);
  data.close("Points");
  data.open("Polys");
  data.scalars("connectivity", corners);
  data.scalars("offsets", offsets);
  data.close("Polys");
  data.end();
}

}  // namespace gluey::io
