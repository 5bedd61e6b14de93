#pragma once
// Prescribed flows: the velocity U(x, t) that a fluid would have where a body is, whatever the bodies do, and the angular
// velocity Ω = ½ curl U with which it turns there. Of U = f e_a that is ½ ∇f × e_a.

#include "core/vector.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <variant>
#include <vector>

namespace gluey {

/// U constant.
template <int D>
struct UniformFlow {
  Vec<D> velocity = Vec<D>::Zero();

  [[nodiscard]] Vec<D> at(const Vec<D>& /*x*/, double /*t*/) const { return velocity; }
  [[nodiscard]] Spin<D> spin(const Vec<D>& /*x*/, double /*t*/) const { return Spin<D>::Zero(); }
};

/// U = γ̇ (x_b − c_b) e_a, along axis a with the gradient along axis b; with ω it swings, γ̇ sin(ωt), (4.1) of the
/// aggregation paper.
template <int D>
struct ShearFlow {
  double rate = 0.0;  ///< γ̇
  Vec<D> center = Vec<D>::Zero();
  int along = 0, across = 1;
  double omega = 0.0;  ///< 0: steady

  [[nodiscard]] Vec<D> at(const Vec<D>& x, double t) const;
  [[nodiscard]] Spin<D> spin(const Vec<D>& x, double t) const;

 private:
  [[nodiscard]] double rate_at(double t) const { return omega == 0.0 ? rate : rate * std::sin(omega * t); }
};

/// Between two walls, U = 4 u (x_b − l)(m − x_b)/(m − l)² e_a; nothing outside.
template <int D>
struct ChannelFlow {
  double speed = 0.0;  ///< u, half way
  double lower = 0.0, upper = 1.0;
  int along = 0, across = 1;

  [[nodiscard]] Vec<D> at(const Vec<D>& x, double t) const;
  [[nodiscard]] Spin<D> spin(const Vec<D>& x, double t) const;
};

/// In a round pipe, U = u (1 − s²/R²) e_a with s the distance from its axis; nothing outside.
struct PipeFlow {
  double speed = 0.0;  ///< u, on the axis
  double radius = 1.0;
  Vec<3> center = Vec<3>::Zero();
  int along = 0;

  [[nodiscard]] Vec<3> at(const Vec<3>& x, double t) const;
  [[nodiscard]] Spin<3> spin(const Vec<3>& x, double t) const;
};

/// U = ω × (x − c) within the core, falling off as 1/s outside, where nothing turns (Rankine). In 2D about e_z.
template <int D>
struct VortexFlow {
  Spin<D> omega = Spin<D>::Zero();
  Vec<D> center = Vec<D>::Zero();
  double core = std::numeric_limits<double>::infinity();  ///< radius

  [[nodiscard]] Vec<D> at(const Vec<D>& x, double t) const;
  [[nodiscard]] Spin<D> spin(const Vec<D>& x, double t) const;

 private:
  [[nodiscard]] Vec<D> from_axis(const Vec<D>& x) const;
};

/// Cells of size L/2: U = u (sin kx cos ky, −cos kx sin ky), k = 2π/L, about a corner of four cells.
template <int D>
struct TaylorGreenFlow {
  double speed = 0.0;
  double length = 1.0;  ///< L
  Vec<D> center = Vec<D>::Zero();

  [[nodiscard]] Vec<D> at(const Vec<D>& x, double t) const;
  [[nodiscard]] Spin<D> spin(const Vec<D>& x, double t) const;
};

/// Velocities on a grid, interpolated linearly in space and time; beyond the grid as at its border. Ω is that of the
/// interpolant: it jumps from cell to cell, and on the points between two it is that of the upper one.
template <int D>
struct GridFlow {
  Vec<D> origin = Vec<D>::Zero(), spacing = Vec<D>::Ones();
  std::array<std::size_t, D> count = {};
  std::vector<double> times = {0.0};
  std::vector<Vec<D>> velocity;  ///< [time][x][y]([z]), the last runs fastest

  [[nodiscard]] Vec<D> at(const Vec<D>& x, double t) const;
  [[nodiscard]] Spin<D> spin(const Vec<D>& x, double t) const;
};

template <int D>
struct FlowKinds;
template <>
struct FlowKinds<2> {
  using Variant =
      std::variant<UniformFlow<2>, ShearFlow<2>, ChannelFlow<2>, VortexFlow<2>, TaylorGreenFlow<2>, GridFlow<2>>;
};
template <>
struct FlowKinds<3> {
  using Variant = std::variant<UniformFlow<3>, ShearFlow<3>, ChannelFlow<3>, VortexFlow<3>, TaylorGreenFlow<3>,
                               GridFlow<3>, PipeFlow>;
};
template <int D>
using Flow = typename FlowKinds<D>::Variant;

}  // namespace gluey
