#pragma once
// Newton's method for the common normal of two convex surfaces, and where it starts (common_normal.hpp).

#include "geometry/distance/smooth_surface.hpp"

namespace gluey {

/// What a search found, in the working frame.
template <int D>
struct CommonNormal {
  Vec<D> n = Vec<D>::UnitX();
  double gap = 0.0;  ///< f(n)
  SurfacePoint<D> first, second;
  bool exact = false;
  bool beyond = false;  ///< further apart than asked for; nothing else is set
};

/// Orthonormal vectors across the unit vector n.
inline Eigen::Matrix<double, 2, 1> across(const Vec<2>& n) { return {-n[1], n[0]}; }
inline Eigen::Matrix<double, 3, 2> across(const Vec<3>& n) {
  Eigen::Matrix<double, 3, 2> basis;
  basis.col(0) = n.unitOrthogonal();
  basis.col(1) = n.cross(basis.col(0));
  return basis;
}

/// S⁻¹ rhs for symmetric S, shifted to be positive definite where it is not.
template <int N>
Eigen::Matrix<double, N, 1> solve_damped(Eigen::Matrix<double, N, N> S, const Eigen::Matrix<double, N, 1>& rhs,
                                         double least) {
  if constexpr (N == 1) {
    return rhs / std::max(S(0, 0), least);
  } else {
    const double mean = 0.5 * (S(0, 0) + S(1, 1));
    const double lowest = mean - std::hypot(0.5 * (S(0, 0) - S(1, 1)), S(0, 1));
    if (lowest < least) {
      S.diagonal().array() += least - lowest;
    }
    const double det = S(0, 0) * S(1, 1) - S(0, 1) * S(0, 1);
    return Eigen::Matrix<double, 2, 1>(S(1, 1) * rhs[0] - S(0, 1) * rhs[1], S(0, 0) * rhs[1] - S(0, 1) * rhs[0]) / det;
  }
}

template <int D, class B>
class CommonNormalNewton {
 public:
  CommonNormalNewton(const SmoothSurface<D>& a, const B& b, double within)
      : a_(a), b_(b), within_(within), between_(b.center - a.center), size_(a.size() + b.size()) {}

 protected:
  const SmoothSurface<D>& a_;
  const B& b_;
  double within_;
  Vec<D> between_;
  double size_;
  Vec<D> best_n_ = Vec<D>::UnitX();
  double best_ = -std::numeric_limits<double>::infinity();

  [[nodiscard]] double value(const Vec<D>& n) const { return n.dot(between_) - a_.height(n) - b_.height(-n); }
  double note(const Vec<D>& n) {
    const double f = value(n);
    if (f > best_) {
      best_ = f;
      best_n_ = n;
    }
    return f;
  }

  /// min of H(n) = h_A(n) + h_B(−n) on the plane n·(c_B − c_A) = const, by damped Newton steps, to 1e-4 of H.
  [[nodiscard]] Vec<D> growth(const Vec<D>& start, bool& converged) const {
    const double apart = between_.norm();
    if (!(apart > 1e-12 * size_)) {
      return start;
    }
    const Vec<D> line = between_ / apart;
    const auto basis = across(line);
    Vec<D> n = line;
    double height = a_.height(n) + b_.height(-n);
    converged = false;
    for (int iteration = 0; iteration < 30 && !converged; ++iteration) {
      const double length = n.norm();
      const SurfacePoint<D> p = a_.at(n / length);
      const SurfacePoint<D> q = b_.at(-n / length);
      const Eigen::Matrix<double, D - 1, 1> slope = basis.transpose() * (p.x - a_.center - (q.x - b_.center));
      const Eigen::Matrix<double, D - 1, D - 1> bend = basis.transpose() * (p.R + q.R) * basis / length;
      const Eigen::Matrix<double, D - 1, 1> y = solve_damped<D - 1>(bend, slope, 1e-9 * size_);
      const double decrease = slope.dot(y);
      if (decrease < 1e-4 * height) {
        converged = true;
        n -= basis * y;
        break;
      }
      bool better = false;
      for (double part = 1.0; part > 1e-4 && !better; part *= 0.4) {
        const Vec<D> trial = n - part * basis * y;
        const double h = a_.height(trial) + b_.height(-trial);
        if (h < height - 0.1 * part * decrease) {
          better = true;
          n = trial;
          height = h;
        }
      }
      if (!better) {
        break;
      }
    }
    return n.normalized();
  }

  /// Mismatch of two surface points: across the normal, in units of the size, and of the normals.
  struct State {
    SurfacePoint<D> p, q;
    Vec<D> n;  ///< of the flatter of the two
    double residual;
  };
  [[nodiscard]] State state(const SurfacePoint<D>& p, const SurfacePoint<D>& q) const {
    State s{p, q, p.R.trace() >= q.R.trace() ? p.n : Vec<D>(-q.n), 0.0};
    const Vec<D> d = q.x - p.x;
    s.residual = std::sqrt((d - s.n * s.n.dot(d)).squaredNorm() / (size_ * size_) + (p.n + q.n).squaredNorm());
    return s;
  }

  bool newton(const SurfacePoint<D>& p, const SurfacePoint<D>& q, CommonNormal<D>& result) {
    using Small = Eigen::Matrix<double, D - 1, 1>;
    State now = state(p, q);
    bool stable = true;
    for (int iteration = 0; iteration < 30 && now.residual > 1e-14; ++iteration) {
      const Vec<D> d = now.q.x - now.p.x;
      const auto basis = across(now.n);
      const double gap = now.n.dot(d);
      Eigen::Matrix<double, D - 1, D - 1> S = basis.transpose() * (now.p.R + now.q.R) * basis;
      S.diagonal().array() += gap;
      const Small rhs = basis.transpose() * (d - now.q.R * (now.n + now.q.n) - now.p.R * (now.n - now.p.n));
      Small y = solve_damped<D - 1>(S, rhs, 1e-9 * size_);
      const double length = y.norm();
      if (!(length < 1e3)) {
        y *= length > 0.0 ? 1e3 / length : 0.0;
      }
      const Vec<D> target = now.n + basis * y;
      const Vec<D> dp = target - now.p.n;
      const Vec<D> dq = -target - now.q.n;
      bool better = false;
      double alpha = 1.0;
      for (int halving = 0; halving < 10 && !better; ++halving, alpha *= 0.5) {
        const State trial =
            state(a_.moved(now.p, alpha * now.p.R * dp, alpha * dp), b_.moved(now.q, alpha * now.q.R * dq, alpha * dq));
        if (trial.residual < now.residual * (1.0 - 0.1 * alpha)) {
          now = trial;
          better = true;
        }
        if (now.residual < 1e-13) {
          break;
        }
      }
      if (!better) {
        break;
      }
      if (B::smooth && note(now.n) > within_) {
        return true;  // apart enough, whatever the maximum
      }
    }
    if (!(now.residual <= 1e-10)) {
      return false;
    }
    // A maximum, not a saddle: R_A + R_B + D ≥ 0. With D > 0 it is, and the only one.
    const double gap = note(now.n);
    if (gap < 0.0) {
      const auto basis = across(now.n);
      Eigen::Matrix<double, D - 1, D - 1> S = basis.transpose() * (now.p.R + now.q.R) * basis;
      S.diagonal().array() += gap;
      const double lowest =
          D == 2 ? S(0, 0) : 0.5 * S.trace() - std::hypot(0.5 * (S(0, 0) - S(D - 2, D - 2)), S(0, D - 2));
      stable = lowest >= -1e-9 * size_;
    }
    if (!stable || gap < best_ - 1e-12 * size_) {  // the other maximum is not the one meant
      return false;
    }
    if constexpr (!B::smooth) {
      if (!b_.holds(now.q, 1e-10 * size_)) {
        return false;
      }
    }
    result.n = now.n;
    result.gap = gap;
    result.first = now.p;
    result.second = now.q;
    result.exact = true;
    return true;
  }
};

}  // namespace gluey
