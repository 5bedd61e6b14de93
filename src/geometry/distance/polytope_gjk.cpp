#include "geometry/distance/polytope_gjk.hpp"

#include <cmath>
#include <limits>

namespace gluey::polytope {
namespace {

template <int D>
struct Simplex {
  int count = 0;
  std::array<Vec<D>, D + 1> w;  ///< corners of B − A
  std::array<int, D + 1> a, b;  ///< and the points they are made of
};

/// The nearest point of a simplex: on its corners `pick`, with weights.
template <int D>
struct Nearest {
  double distance = std::numeric_limits<double>::infinity();
  Vec<D> normal = Vec<D>::UnitX();
  int count = 0;
  std::array<int, D> pick = {};
  std::array<double, D> weight = {};
  bool inside = false;  ///< the origin is in the simplex
};

template <int D>
void try_corner(const Simplex<D>& s, int i, Nearest<D>& best) {
  const double d = s.w[static_cast<std::size_t>(i)].norm();
  if (d < best.distance) {
    best = {d, d > 0.0 ? Vec<D>(s.w[static_cast<std::size_t>(i)] / d) : best.normal, 1, {i}, {1.0}};
  }
}

template <int D>
void try_edge(const Simplex<D>& s, int i, int j, Nearest<D>& best) {
  const Vec<D>& p = s.w[static_cast<std::size_t>(i)];
  const Vec<D> along = s.w[static_cast<std::size_t>(j)] - p;
  const double squared = along.squaredNorm();
  const double t = -p.dot(along) / squared;
  const bool between = t > 0.0 && t < 1.0;  // false also where t is not a number
  if (!between) {
    return;
  }
  if constexpr (D == 2) {
    const Vec<2> across = Vec<2>(along[1], -along[0]) / std::sqrt(squared);
    const double d = across.dot(p);
    if (std::abs(d) < best.distance) {
      best = {std::abs(d), d < 0.0 ? Vec<2>(-across) : across, 2, {i, j}, {1.0 - t, t}};
    }
  } else {
    Vec<3> v = p + t * along;
    v -= v.dot(along) / squared * along;  // across the edge to the last digit, however small it is
    const double d = v.norm();
    if (d < best.distance) {
      best = {d, d > 0.0 ? Vec<D>(v / d) : best.normal, 2, {i, j}, {1.0 - t, t}};
    }
  }
}

/// 3D: a triangle's plane. 2D: does the triangle hold the origin?
template <int D>
void try_triangle(const Simplex<D>& s, int i, int j, int k, double size, Nearest<D>& best) {
  const Vec<D>&p = s.w[static_cast<std::size_t>(i)], &q = s.w[static_cast<std::size_t>(j)],
        &r = s.w[static_cast<std::size_t>(k)];
  if constexpr (D == 2) {
    const auto area = [](const Vec<2>& u, const Vec<2>& v) { return u[0] * v[1] - u[1] * v[0]; };
    const double x = area(q, r), y = area(r, p), z = area(p, q);
    if (std::abs(x + y + z) > 1e-13 * size * size &&
        ((x > 0.0 && y > 0.0 && z > 0.0) || (x < 0.0 && y < 0.0 && z < 0.0))) {
      best.inside = true;
    }
  } else {
    const Vec<3> first = q - p, second = r - p;
    const Vec<3> normal = first.cross(second);
    const double squared = normal.squaredNorm();
    if (squared <= 1e-22 * first.squaredNorm() * second.squaredNorm()) {
      return;  // a sliver: its edges stand for it
    }
    const double x = normal.dot(q.cross(r)), y = normal.dot(r.cross(p)), z = normal.dot(p.cross(q));
    if (x < 0.0 || y < 0.0 || z < 0.0) {
      return;
    }
    const double length = std::sqrt(squared);
    const double d = normal.dot(p) / length;
    if (std::abs(d) < best.distance) {
      const double sum = x + y + z;
      best = {std::abs(d), normal / (d < 0.0 ? -length : length), 3, {i, j, k}, {x / sum, y / sum, z / sum}};
    }
  }
}

/// The newest corner is in the answer: the old ones alone gave the last one.
template <int D>
Nearest<D> nearest(const Simplex<D>& s, double size) {
  Nearest<D> best;
  const int last = s.count - 1;
  try_corner(s, last, best);
  for (int i = 0; i < last; ++i) {
    try_edge(s, i, last, best);
    for (int j = i + 1; j < last; ++j) {
      try_triangle(s, i, j, last, size, best);
    }
  }
  if constexpr (D == 3) {
    if (s.count == 4) {
      const auto volume = [&](std::size_t i, std::size_t j, std::size_t k) { return s.w[i].dot(s.w[j].cross(s.w[k])); };
      const double x = volume(1, 2, 3), y = -volume(0, 2, 3), z = volume(0, 1, 3), t = -volume(0, 1, 2);
      best.inside = std::abs(x + y + z + t) > 1e-13 * size * size * size &&
                    ((x > 0.0 && y > 0.0 && z > 0.0 && t > 0.0) || (x < 0.0 && y < 0.0 && z < 0.0 && t < 0.0));
    }
  }
  return best;
}

}  // namespace

template <int D>
Apart<D> gjk(const Core<D>& a, const Core<D>& b, double within) {
  const double size = a.size + b.size + (b.center - a.center).norm();
  Apart<D> result;
  Vec<D> direction = b.center - a.center;
  const double length = direction.norm();
  direction = length > 0.0 ? Vec<D>(direction / length) : Vec<D>(Vec<D>::UnitX());

  Simplex<D> simplex;
  Nearest<D> held;
  result.distance = std::numeric_limits<double>::infinity();
  result.bound = -result.distance;
  int on_a = 0, on_b = 0, stalled = 0;
  for (int iteration = 0; iteration < 64; ++iteration) {
    on_a = support<D>(a, direction, on_a);
    on_b = support<D>(b, -direction, on_b);
    const Vec<D> w = b.points[static_cast<std::size_t>(on_b)] - a.points[static_cast<std::size_t>(on_a)];
    const double bound = direction.dot(w);
    if (bound > within) {
      result.state = Cores::beyond;
      return result;
    }
    // Of directions whose distances agree to the last digit the one with the widest slab is the best.
    if (iteration > 0 && (held.distance < result.distance - 4e-16 * size || bound > result.bound)) {
      result.bound = bound;
      result.normal = held.normal;
      result.distance = held.distance;
      result.first.setZero();
      for (std::size_t k = 0; k < static_cast<std::size_t>(simplex.count); ++k) {
        result.first += held.weight[k] * a.points[static_cast<std::size_t>(simplex.a[k])];
      }
    }
    bool done = bound >= held.distance - 1e-16 * size;
    for (std::size_t k = 0; k < static_cast<std::size_t>(simplex.count); ++k) {
      done = done || (simplex.a[k] == on_a && simplex.b[k] == on_b);
    }
    if (done) {
      break;
    }
    const auto last = static_cast<std::size_t>(simplex.count++);
    simplex.w[last] = w;
    simplex.a[last] = on_a;
    simplex.b[last] = on_b;
    const Nearest<D> found = nearest(simplex, size);
    if (found.inside || found.distance <= 1e-15 * size) {
      result.distance = 0.0;
      return result;
    }
    if (found.distance >= held.distance && (found.distance > held.distance + 4e-16 * size || ++stalled > 6)) {
      break;  // as close as rounding lets it come
    }
    Simplex<D> kept;
    for (int k = 0; k < found.count; ++k) {
      const auto to = static_cast<std::size_t>(k), from = static_cast<std::size_t>(found.pick[to]);
      kept.w[to] = simplex.w[from];
      kept.a[to] = simplex.a[from];
      kept.b[to] = simplex.b[from];
    }
    kept.count = found.count;
    simplex = kept;
    held = found;
    direction = found.normal;
  }
  result.state = result.distance <= 1e-7 * size ? Cores::near : Cores::apart;
  return result;
}

template Apart<2> gjk<2>(const Core<2>&, const Core<2>&, double);
template Apart<3> gjk<3>(const Core<3>&, const Core<3>&, double);

}  // namespace gluey::polytope
