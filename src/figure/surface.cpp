#include "figure/surface.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

namespace gluey::figure {
namespace {

using std::numbers::pi;

void append(Surface& surface, const Surface& other) {
  const auto first = static_cast<int>(surface.points.size());
  surface.points.insert(surface.points.end(), other.points.begin(), other.points.end());
  surface.normals.insert(surface.normals.end(), other.normals.begin(), other.normals.end());
  surface.sharp.insert(surface.sharp.end(), other.sharp.begin(), other.sharp.end());
  for (std::vector<int> face : other.faces) {
    for (int& corner : face) {
      corner += first;
    }
    surface.faces.push_back(std::move(face));
  }
}

/// A cube's faces in squares, blown up: facets of like size all over, whichever way it is seen.
Surface unit_sphere(int fineness) {
  Surface surface;
  for (int axis = 0; axis < 3; ++axis) {
    for (const double sign : {-1.0, 1.0}) {
      const auto first = static_cast<int>(surface.points.size());
      for (int i = 0; i <= fineness; ++i) {
        for (int j = 0; j <= fineness; ++j) {
          Vec<3> point;
          point[axis] = sign;
          // Equal angles rather than equal lengths.
          point[(axis + 1) % 3] = std::tan(0.25 * pi * (2.0 * i / fineness - 1.0));
          point[(axis + 2) % 3] = std::tan(0.25 * pi * (2.0 * j / fineness - 1.0));
          surface.points.push_back(point.normalized());
        }
      }
      for (int i = 0; i < fineness; ++i) {
        for (int j = 0; j < fineness; ++j) {
          const int at = first + i * (fineness + 1) + j;
          std::vector<int> face = {at, at + fineness + 1, at + fineness + 2, at + 1};
          if (sign < 0.0) {
            std::reverse(face.begin(), face.end());
          }
          surface.faces.push_back(std::move(face));
        }
      }
    }
  }
  surface.normals = surface.points;
  surface.sharp.assign(surface.faces.size(), 0);
  return surface;
}

/// |x|^p with the sign of x.
/// Along each direction u the point u / N(u), N the norm whose unit ball the shape is (superellipsoid.hpp).
Surface oval(const Solid& solid, int fineness) {
  Surface surface = unit_sphere(fineness);
  for (std::size_t k = 0; k < surface.points.size(); ++k) {
    const Vec<3> u = surface.points[k];
    const double across =
        std::pow(std::pow(std::abs(u[0]), solid.p) + std::pow(std::abs(u[1]), solid.p), 1.0 / solid.p);
    const double norm = std::pow(std::pow(across, solid.q) + std::pow(std::abs(u[2]), solid.q), 1.0 / solid.q);
    surface.points[k] = u.cwiseProduct(solid.radii) / norm;
    // The norm's gradient; on the axis it has no part across.
    Vec<3> gradient(0.0, 0.0, signed_power(u[2], solid.q - 1.0));
    if (across > 0.0) {
      const double share = std::pow(across, solid.q - 1.0);
      gradient[0] = share * signed_power(u[0] / across, solid.p - 1.0);
      gradient[1] = share * signed_power(u[1] / across, solid.p - 1.0);
    }
    surface.normals[k] = gradient.cwiseQuotient(solid.radii).normalized();
  }
  return surface;
}

/// Rings of points about x, from −x to +x, the first and the last shrunk to a point.
Surface capsule(const Solid& solid, int fineness) {
  struct Ring {
    double x, radius, slope;  // slope: the normal's part along x
  };
  std::vector<Ring> rings;
  const double half = 0.5 * solid.length;
  const auto cap = [&](double sign) {
    for (int k = 0; k <= fineness; ++k) {
      const double angle = 0.5 * pi * (sign < 0.0 ? fineness - k : k) / fineness;
      rings.push_back(
          {sign * (half + solid.radius * std::sin(angle)), solid.radius * std::cos(angle), sign * std::sin(angle)});
    }
  };
  cap(-1.0);
  // Short enough to be sorted among its neighbours.
  const int pieces = std::clamp(static_cast<int>(solid.length / solid.radius * fineness / 2.0), 1, 256);
  for (int k = 1; k < pieces; ++k) {
    rings.push_back({-half + solid.length * k / pieces, solid.radius, 0.0});
  }
  cap(1.0);
  const int sides = 4 * fineness;
  Surface surface;
  for (const Ring& ring : rings) {
    for (int k = 0; k < sides; ++k) {
      const double angle = 2.0 * pi * k / sides;
      const Vec<3> outward(0.0, std::cos(angle), std::sin(angle));
      surface.points.emplace_back(ring.x * Vec<3>::UnitX() + ring.radius * outward);
      surface.normals.emplace_back(ring.slope * Vec<3>::UnitX() + std::sqrt(1.0 - ring.slope * ring.slope) * outward);
    }
  }
  for (int ring = 0; ring + 1 < static_cast<int>(rings.size()); ++ring) {
    for (int k = 0; k < sides; ++k) {
      const int a = ring * sides + k, b = ring * sides + (k + 1) % sides;
      if (ring == 0) {
        surface.faces.push_back({a, a + sides, b + sides});
      } else if (ring + 2 == static_cast<int>(rings.size())) {
        surface.faces.push_back({a, a + sides, b});
      } else {
        surface.faces.push_back({a, a + sides, b + sides, b});
      }
      std::reverse(surface.faces.back().begin(), surface.faces.back().end());
    }
  }
  surface.sharp.assign(surface.faces.size(), 0);
  return surface;
}

/// Every face has corners of its own, as their normals are its own.
Surface flat(const std::vector<Vec<3>>& points, const std::vector<std::vector<int>>& faces) {
  Surface surface;
  for (const std::vector<int>& face : faces) {
    Vec<3> normal = Vec<3>::Zero();
    std::vector<int> corners;
    for (std::size_t k = 0; k < face.size(); ++k) {
      const Vec<3>& at = points.at(static_cast<std::size_t>(face[k]));
      const Vec<3>& next = points.at(static_cast<std::size_t>(face[(k + 1) % face.size()]));
      normal +=
          (at - points[static_cast<std::size_t>(face[0])]).cross(next - points[static_cast<std::size_t>(face[0])]);
      corners.push_back(static_cast<int>(surface.points.size()));
      surface.points.push_back(at);
    }
    surface.normals.resize(surface.points.size(), normal.normalized());
    surface.faces.push_back(std::move(corners));
    surface.sharp.push_back(~std::uint64_t{0});
  }
  return surface;
}

}  // namespace

Vec<3> Surface::middle(std::size_t face) const {
  Vec<3> sum = Vec<3>::Zero();
  for (const int corner : faces[face]) {
    sum += points[static_cast<std::size_t>(corner)];
  }
  return sum / static_cast<double>(faces[face].size());
}

Vec<3> Surface::normal(std::size_t face) const {
  Vec<3> sum = Vec<3>::Zero();
  for (const int corner : faces[face]) {
    sum += normals[static_cast<std::size_t>(corner)];
  }
  return sum.normalized();
}

Surface surface_of(const Solid& solid, int fineness) {
  Surface surface;
  switch (solid.kind) {
    case Solid::Kind::ball:
      surface = unit_sphere(fineness);
      for (Vec<3>& point : surface.points) {
        point *= solid.radius;
      }
      break;
    case Solid::Kind::capsule:
      surface = capsule(solid, std::max(2, fineness));
      break;
    case Solid::Kind::oval:
      surface = oval(solid, fineness);
      break;
    case Solid::Kind::corners:
      surface = flat(solid.points, solid.faces);
      break;
  }
  for (Vec<3>& point : surface.points) {
    point = solid.pose.to_world(point);
  }
  for (Vec<3>& normal : surface.normals) {
    normal = solid.pose.orientation.apply(normal);
  }
  return surface;
}

Surface surface_of(const std::vector<Solid>& solids, int fineness) {
  Surface all;
  double largest = 0.0;
  for (const Solid& solid : solids) {
    largest = std::max(largest, roundness(solid));
  }
  for (std::size_t k = 0; k < solids.size(); ++k) {
    const double share = largest > 0.0 ? roundness(solids[k]) / largest : 1.0;
    Surface surface = surface_of(solids[k], std::max(3, static_cast<int>(std::lround(share * fineness))));
    const auto hidden = [&](std::size_t face) {
      return std::any_of(solids.begin(), solids.end(), [&](const Solid& other) {
        return &other != &solids[k] &&
               std::all_of(surface.faces[face].begin(), surface.faces[face].end(), [&](int corner) {
                 return contains(other, surface.points[static_cast<std::size_t>(corner)]);
               });
      });
    };
    std::size_t left = 0;
    for (std::size_t face = 0; face < surface.faces.size(); ++face) {
      if (solids.size() == 1 || !hidden(face)) {
        surface.faces[left] = surface.faces[face];
        surface.sharp[left++] = surface.sharp[face];
      }
    }
    surface.faces.resize(left);
    surface.sharp.resize(left);
    append(all, surface);
  }
  return all;
}

Surface surface_of(const Mesh& mesh) {
  constexpr double smooth = 0.9;  // cosine of the largest angle that is no edge
  Surface surface = flat(mesh.points, mesh.faces);
  surface.two_sided = true;
  std::map<std::pair<int, int>, std::vector<std::size_t>> sides;
  const auto side = [&](const std::vector<int>& face, std::size_t k) {
    return std::minmax({face[k], face[(k + 1) % face.size()]});
  };
  for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
    for (std::size_t k = 0; k < mesh.faces[f].size(); ++k) {
      sides[side(mesh.faces[f], k)].push_back(f);
    }
  }
  for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
    surface.sharp[f] = 0;
    for (std::size_t k = 0; k < mesh.faces[f].size(); ++k) {
      const std::vector<std::size_t>& faces = sides[side(mesh.faces[f], k)];
      if (faces.size() != 2 || surface.normal(faces[0]).dot(surface.normal(faces[1])) < smooth) {
        surface.sharp[f] |= std::uint64_t{1} << std::min<std::size_t>(k, 63);
      }
    }
  }
  return surface;
}

}  // namespace gluey::figure
