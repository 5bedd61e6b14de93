#include "geometry/surface_file.hpp"

#include <gluey/errors.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <string_view>

namespace gluey {
namespace {

struct Earlier {
  bool operator()(const Vec<3>& a, const Vec<3>& b) const {
    return std::lexicographical_compare(a.data(), a.data() + 3, b.data(), b.data() + 3);
  }
};

/// Collects triangles; equal points are one.
class Builder {
 public:
  std::int32_t point(const Vec<3>& x) {
    const auto [place, fresh] = number_.try_emplace(x, static_cast<std::int32_t>(mesh.points.size()));
    if (fresh) {
      mesh.points.push_back(x);
    }
    return place->second;
  }
  SurfaceMesh mesh;

 private:
  std::map<Vec<3>, std::int32_t, Earlier> number_;
};

/// A text file, line by line, word by word.
class Lines {
 public:
  Lines(std::string name, const std::string& text) : name_(std::move(name)), text_(text) {}

  /// The words of the next line that has any; false at the end.
  bool next(std::vector<std::string>& words) {
    words.clear();
    for (std::string line; words.empty() && std::getline(text_, line);) {
      ++line_;
      std::istringstream stream(line);
      for (std::string word; stream >> word;) {
        words.push_back(word);
      }
    }
    return !words.empty();
  }
  [[noreturn]] void fail(const std::string& what) const { throw Error(fmt::format("{}:{}: {}", name_, line_, what)); }
  [[nodiscard]] double number(const std::string& word) const {
    double value = 0.0;
    const std::string_view digits = word.starts_with('+') ? std::string_view(word).substr(1) : std::string_view(word);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc{} || end != digits.data() + digits.size() || !std::isfinite(value)) {
      fail(fmt::format("found \"{}\" where a finite number should be", word));
    }
    return value;
  }
  [[nodiscard]] Vec<3> vector(const std::vector<std::string>& words) const {
    if (words.size() < 4) {
      fail("a point needs three coordinates");
    }
    return {number(words[1]), number(words[2]), number(words[3])};
  }

 private:
  std::string name_;
  std::istringstream text_;
  int line_ = 0;
};

SurfaceMesh read_stl_text(const std::string& name, const std::string& text) {
  Lines lines(name, text);
  Builder builder;
  std::vector<std::string> words;
  std::vector<std::int32_t> corners;
  bool open = false;
  while (lines.next(words)) {
    if (words[0] == "facet") {
      if (open) {
        lines.fail("a facet begins before the last one has ended");
      }
      open = true;
      corners.clear();
    } else if (words[0] == "vertex") {
      if (!open) {
        lines.fail("a vertex outside a facet");
      }
      corners.push_back(builder.point(lines.vector(words)));
    } else if (words[0] == "endfacet") {
      if (!open || corners.size() != 3) {
        lines.fail(fmt::format("a facet with {} vertices, there must be 3", corners.size()));
      }
      builder.mesh.triangles.push_back({corners[0], corners[1], corners[2]});
      open = false;
    } else if (words[0] != "solid" && words[0] != "endsolid" && words[0] != "outer" && words[0] != "endloop") {
      lines.fail(fmt::format("found \"{}\", which STL does not know", words[0]));
    }
  }
  if (open) {
    lines.fail("the file ends within a facet");
  }
  return builder.mesh;
}

/// 80 bytes, the number of triangles, then for each a normal, three corners (floats) and two bytes.
SurfaceMesh read_stl_binary(const std::string& name, const std::string& bytes) {
  constexpr std::size_t header = 84, record = 50;
  std::uint32_t count = 0;
  if (bytes.size() < header) {
    throw Error(
        fmt::format("{}: no STL file: neither \"solid\" at its beginning nor the 84 bytes of a binary header", name));
  }
  std::memcpy(&count, bytes.data() + 80, sizeof count);
  if (bytes.size() < header + record * std::size_t{count}) {
    throw Error(fmt::format("{}: offset {}: the file ends, though its header promises {} triangles ({} bytes)", name,
                            bytes.size(), count, header + record * std::size_t{count}));
  }
  Builder builder;
  for (std::size_t k = 0; k < count; ++k) {
    std::array<std::int32_t, 3> corners{};
    for (std::size_t c = 0; c < 3; ++c) {
      std::array<float, 3> x{};
      const std::size_t offset = header + record * k + 12 * (c + 1);
      std::memcpy(x.data(), bytes.data() + offset, sizeof x);
      const Vec<3> point(x[0], x[1], x[2]);
      if (!point.allFinite()) {
        throw Error(fmt::format("{}: offset {}: a coordinate is not finite", name, offset));
      }
      corners[c] = builder.point(point);
    }
    builder.mesh.triangles.push_back(corners);
  }
  return builder.mesh;
}

SurfaceMesh read_obj(const std::string& name, const std::string& text) {
  Lines lines(name, text);
  Builder builder;
  std::vector<std::string> words;
  std::vector<std::int32_t> points;  // as the file counts them
  while (lines.next(words)) {
    if (words[0] == "v") {
      points.push_back(builder.point(lines.vector(words)));
    } else if (words[0] == "f") {
      std::vector<std::int32_t> corners;
      for (std::size_t k = 1; k < words.size() && words[k][0] != '#'; ++k) {
        // "7", "7/1", "7//2", "7/1/2": the first is the point, from 1, or from the last backwards where negative.
        const double index = lines.number(words[k].substr(0, words[k].find('/')));
        const double from_zero = index < 0.0 ? static_cast<double>(points.size()) + index : index - 1.0;
        if (from_zero != std::floor(from_zero) || from_zero < 0.0 || from_zero >= static_cast<double>(points.size())) {
          lines.fail(fmt::format("the face names point {}, there are {} so far", words[k], points.size()));
        }
        corners.push_back(points[static_cast<std::size_t>(from_zero)]);
      }
      if (corners.size() < 3) {
        lines.fail(fmt::format("a face with {} corners, there must be 3 at least", corners.size()));
      }
      for (std::size_t k = 1; k + 1 < corners.size(); ++k) {
        builder.mesh.triangles.push_back({corners[0], corners[k], corners[k + 1]});
      }
    }  // all else is about looks
  }
  return builder.mesh;
}

}  // namespace

SurfaceMesh read_surface(const std::filesystem::path& file) {
  const std::string name = file.string();
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream content;
  if (!stream || !(content << stream.rdbuf())) {
    throw Error(fmt::format("{}: cannot be read, or is empty", name));
  }
  const std::string bytes = content.str();
  std::string ending = file.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(), [](unsigned char c) { return std::tolower(c); });
  SurfaceMesh mesh;
  if (ending == ".obj") {
    mesh = read_obj(name, bytes);
  } else if (ending == ".stl") {
    // Binary files may begin with "solid", too; their size tells them apart.
    std::uint32_t count = 0;
    if (bytes.size() >= 84) {
      std::memcpy(&count, bytes.data() + 80, sizeof count);
    }
    const bool sized = bytes.size() >= 84 && bytes.size() == 84 + 50 * std::size_t{count};
    mesh = !sized && bytes.starts_with("solid") ? read_stl_text(name, bytes) : read_stl_binary(name, bytes);
  } else {
    throw Error(fmt::format("{}: found the ending \"{}\", surfaces are read from .stl and .obj", name, ending));
  }
  if (mesh.triangles.empty()) {
    throw Error(fmt::format("{}: holds no triangle", name));
  }
  return mesh;
}

std::vector<Triangle> mesh_triangles(const SurfaceMesh& mesh) {
  const auto point = [&](std::int32_t k) -> const Vec<3>& { return mesh.points[static_cast<std::size_t>(k)]; };
  std::vector<std::array<std::int32_t, 3>> kept;
  for (const auto& t : mesh.triangles) {
    const Vec<3> e = point(t[1]) - point(t[0]), f = point(t[2]) - point(t[0]), g = f - e;
    if (e.cross(f).norm() > 1e-12 * std::max({e.squaredNorm(), f.squaredNorm(), g.squaredNorm()})) {
      kept.push_back(t);
    }
  }
  std::map<std::pair<std::int32_t, std::int32_t>, std::vector<std::pair<std::size_t, std::size_t>>> edges;
  std::vector<std::vector<std::size_t>> corner_of(mesh.points.size());
  for (std::size_t f = 0; f < kept.size(); ++f) {
    for (std::size_t k = 0; k < 3; ++k) {
      edges[std::minmax(kept[f][k], kept[f][(k + 1) % 3])].emplace_back(f, k);
      corner_of[static_cast<std::size_t>(kept[f][k])].push_back(f);
    }
  }
  std::vector<std::vector<std::int32_t>> spokes(mesh.points.size());
  for (const auto& [edge, sides] : edges) {
    spokes[static_cast<std::size_t>(edge.first)].push_back(edge.second);
    spokes[static_cast<std::size_t>(edge.second)].push_back(edge.first);
  }
  double size = 0.0;
  for (const Vec<3>& x : mesh.points) {
    size = std::max(size, (x - mesh.points[0]).norm());
  }
  std::vector<Triangle> triangles(kept.size());
  for (std::size_t f = 0; f < kept.size(); ++f) {
    Triangle& triangle = triangles[f];
    triangle.slack = 1e-12 * size;
    for (std::size_t k = 0; k < 3; ++k) {
      const auto corner = static_cast<std::size_t>(kept[f][k]);
      triangle.points[k] = mesh.points[corner];
      triangle.across[k] = point(kept[f][(k + 2) % 3]);
      const auto& sides = edges.at(std::minmax(kept[f][k], kept[f][(k + 1) % 3]));
      if (sides.size() == 2) {
        const auto& [other, edge] = sides[0].first == f ? sides[1] : sides[0];
        triangle.across[k] = point(kept[other][(edge + 2) % 3]);
        triangle.joined[k] = true;
      }
      triangle.yields[k] = corner_of[corner].front() != f;
      if (corner_of[corner].size() > 1 && !triangle.yields[k]) {
        for (const std::int32_t spoke : spokes[corner]) {
          triangle.spokes[k].push_back(point(spoke));
        }
      }
    }
  }
  return triangles;
}

}  // namespace gluey
