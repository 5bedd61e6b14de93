#include "render/facet.hpp"

#include <algorithm>
#include <cmath>

namespace gluey::render {

namespace {

double longest_side(const Facet& facet) {
  double longest = 0.0;
  for (std::size_t k = 0; k < facet.points.size(); ++k) {
    longest = std::max(longest, (facet.points[(k + 1) % facet.points.size()] - facet.points[k]).norm());
  }
  return longest;
}

/// A triangle in n² smaller ones.
void split_triangle(const Facet& triangle, int n, std::vector<Facet>& facets) {
  const Vec<3>& origin = triangle.points[0];
  const Vec<3> u = (triangle.points[1] - origin) / n;
  const Vec<3> v = (triangle.points[2] - origin) / n;
  const auto at = [&](int i, int j) { return Vec<3>(origin + i * u + j * v); };
  for (int i = 0; i < n; ++i) {
    for (int j = 0; i + j < n; ++j) {
      Facet facet{{at(i, j), at(i + 1, j), at(i, j + 1)}};
      const std::uint64_t first = j == 0 && is_sharp(triangle, 0) ? 1U : 0U;
      const std::uint64_t second = i + j + 1 == n && is_sharp(triangle, 1) ? 2U : 0U;
      const std::uint64_t third = i == 0 && is_sharp(triangle, 2) ? 4U : 0U;
      facet.sharp = first | second | third;
      facets.push_back(facet);
      if (i + j + 2 <= n) {
        facets.push_back({{at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)}});
      }
    }
  }
}

}  // namespace

bool is_sharp(const Facet& facet, std::size_t side) {
  return (facet.sharp >> std::min<std::size_t>(side, 63) & 1) != 0;
}

std::vector<Facet> split(const Facet& face, double longest) {
  // A mesh of millions of facets would say no more.
  constexpr int finest = 24;
  const int n = std::clamp(static_cast<int>(std::ceil(longest_side(face) / longest)), 1, finest);
  if (n == 1) {
    return {face};
  }
  std::vector<Facet> facets;
  if (face.points.size() == 3) {
    split_triangle(face, n, facets);
    return facets;
  }
  Vec<3> middle = Vec<3>::Zero();
  for (const Vec<3>& point : face.points) {
    middle += point / static_cast<double>(face.points.size());
  }
  for (std::size_t k = 0; k < face.points.size(); ++k) {
    const Vec<3>& from = face.points[k];
    const Vec<3>& to = face.points[(k + 1) % face.points.size()];
    const Facet slice{{from, to, middle}, is_sharp(face, k) ? 1U : 0U};
    split_triangle(slice, std::clamp(static_cast<int>(std::ceil(longest_side(slice) / longest)), 1, finest), facets);
  }
  return facets;
}

}  // namespace gluey::render
