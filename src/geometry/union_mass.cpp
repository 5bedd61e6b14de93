#include "geometry/union_mass.hpp"

#include "geometry/bounds.hpp"
#include "geometry/chord.hpp"
#include "geometry/mass_smooth.hpp"

#include <algorithm>
#include <limits>
#include <optional>

namespace gluey {
namespace {

/// Volume, ∫ x and the inertia about the origin, which add up.
template <int D>
struct Sum {
  using Tensor = decltype(MassProperties<D>::inertia);
  double volume = 0.0;
  Vec<D> first = Vec<D>::Zero();
  Tensor inertia = Tensor::Zero();

  /// How much the inertia about a point exceeds that about the centre, c away from it.
  static Tensor lever(double volume, const Vec<D>& c) {
    if constexpr (D == 2) {
      return Tensor(volume * c.squaredNorm());
    } else {
      return volume * (c.squaredNorm() * Tensor::Identity() - c * c.transpose());
    }
  }
  void add(const MassProperties<D>& mass, double sign = 1.0) {
    volume += sign * mass.volume;
    first += sign * mass.volume * mass.center;
    inertia += sign * (mass.inertia + lever(mass.volume, mass.center));
  }
  [[nodiscard]] MassProperties<D> about_center() const {
    const Vec<D> center = first / volume;
    return {volume, center, inertia - lever(volume, center)};
  }
};

template <int D>
MassProperties<D> mass_of(const Part<D>& part) {
  return std::visit(
      [](const auto& solid) {
        if constexpr (requires { mass_properties(solid); }) {
          return mass_properties(solid);
        } else {
          return MassProperties<D>{};  // a surface
        }
      },
      part);
}

/// Bounds of what any two of the parts may share.
template <int D>
std::optional<Bounds<D>> shared_bounds(const std::vector<Part<D>>& parts) {
  std::vector<Bounds<D>> all;
  all.reserve(parts.size());
  for (const Part<D>& part : parts) {
    all.push_back(part_bounds<D>(part, {}));
  }
  std::optional<Bounds<D>> shared;
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const Vec<D> lower = all[i].lower.cwiseMax(all[j].lower);
      const Vec<D> upper = all[i].upper.cwiseMin(all[j].upper);
      if ((upper - lower).minCoeff() <= 0.0) {
        continue;
      }
      shared =
          shared ? Bounds<D>{shared->lower.cwiseMin(lower), shared->upper.cwiseMax(upper)} : Bounds<D>{lower, upper};
    }
  }
  return shared;
}

/// A stretch of the line through x along the first axis, thickened to the cross-section `area`.
template <int D>
MassProperties<D> stretch(const Chord& chord, Vec<D> x, double area) {
  const double length = chord.to - chord.from;
  x[0] = 0.5 * (chord.from + chord.to);
  MassProperties<D> mass{area * length, x};
  const double spread = area * length * length * length / 12.0;
  if constexpr (D == 2) {
    mass.inertia(0, 0) = spread;
  } else {
    mass.inertia(1, 1) = mass.inertia(2, 2) = spread;
  }
  return mass;
}

/// Takes away what the parts cover along one ray beyond the first time.
template <int D>
void take_shared(Sum<D>& sum, std::vector<Chord>& chords, const Vec<D>& x, double area) {
  std::sort(chords.begin(), chords.end(), [](const Chord& a, const Chord& b) { return a.from < b.from; });
  double reached = -std::numeric_limits<double>::infinity();
  for (const Chord& chord : chords) {
    if (chord.from < reached) {
      sum.add(stretch<D>({chord.from, std::min(reached, chord.to)}, x, area), -1.0);
    }
    reached = std::max(reached, chord.to);
  }
}

}  // namespace

template <int D>
MassProperties<D> union_mass(const std::vector<Part<D>>& parts) {
  Sum<D> sum;
  for (const Part<D>& part : parts) {
    sum.add(mass_of<D>(part));
  }
  const std::optional<Bounds<D>> shared = shared_bounds<D>(parts);
  if (!shared) {
    return sum.about_center();
  }
  constexpr int rays = D == 2 ? 20000 : 300;  // along each direction across x
  const Vec<D> cell = (shared->upper - shared->lower) / rays;
  const double area = D == 2 ? cell[1] : cell[1] * cell[D - 1];
  std::vector<Chord> chords;
  for (int k = 0; k < (D == 2 ? rays : rays * rays); ++k) {
    Vec<D> x = shared->lower;
    x[0] = 0.0;
    x[1] += (k % rays + 0.5) * cell[1];
    if constexpr (D == 3) {
      const int row = k / rays;
      x[2] += (row + 0.5) * cell[2];
    }
    chords.clear();
    for (const Part<D>& part : parts) {
      const Chord found = chord<D>(part, x);
      if (found.from < found.to) {
        chords.push_back(found);
      }
    }
    take_shared<D>(sum, chords, x, area);
  }
  return sum.about_center();
}

template MassProperties<2> union_mass<2>(const std::vector<Part<2>>&);
template MassProperties<3> union_mass<3>(const std::vector<Part<3>>&);

}  // namespace gluey
