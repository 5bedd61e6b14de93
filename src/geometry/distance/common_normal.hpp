#pragma once
// Signed distance of two convex shapes A (smooth) and B (smooth, or a polytope):
//     D = max over unit n of f(n) = n·(c_B − c_A) − h_A(n) − h_B(−n),
// reached where the surfaces have a common normal along the line of their closest points, x_B − x_A = D n. Apart, f is concave
// and the maximum unique; overlapping, the local maximum is meant that the contact began with.
//
//   1. Newton's method on the common normal, with one state (x, n) a surface (smooth_surface.hpp):
//      (R_A + R_B + D) δn = x_B − x_A across n. It starts from the growth direction, where copies of A and B grown
//      about their centres touch first: a convex problem, apart or not, whose solution at contact is the contact's.
//   2. Where it fails, or B has corners: the nearest points of copies of A and B shrunk by s < 1 until they are apart, by
//      support points alone (nearest_simplex.hpp), then 1. from there; s → 1 round by round.
//   3. At last the bare support-point search: f(n) of its best n is a lower bound of D whatever happens, and it is `exact`
//      where its bounds meet.
//
// Shapes give: center, turn, size(), reach(), height(n) and support(n) about the centre, moved(point, dx, dn); smooth ones
// at(n) and near(x, n); polytopes (polytope_corners.hpp) corner(n), offset(corner), feature(…), face(…), holds(point).

#include "geometry/distance/nearest_simplex.hpp"
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

template <int D, class A, class B>
class CommonNormalSearch {
 public:
  CommonNormalSearch(const A& a, const B& b, double within)
      : a_(a), b_(b), within_(within), between_(b.center - a.center), size_(a.size() + b.size()) {}

  CommonNormal<D> run() {
    const double apart = between_.norm();
    CommonNormal<D> result;
    if (apart - size_bound() > within_) {
      result.beyond = true;
      return result;
    }
    const Vec<D> start = apart > 1e-12 * size_ ? Vec<D>(between_ / apart) : shallowest_axis();
    note(start);
    if constexpr (B::smooth) {
      bool grown = true;
      const Vec<D> n = growth(start, grown);
      note(n);
      if (best_ <= within_ && newton(a_.near(a_.center + a_.support(n), n), b_.near(b_.center + b_.support(-n), -n), result) && (grown || best_ > 0.0)) {
        shallower(result);
        return settle(result);
      }
    }
    if (best_ > within_) {
      result.beyond = true;
      return result;
    }
    return shrinking();
  }

 private:
  const A& a_;
  const B& b_;
  double within_;
  Vec<D> between_;
  double size_;
  Vec<D> best_n_ = Vec<D>::UnitX();
  double best_ = -std::numeric_limits<double>::infinity();

  [[nodiscard]] double size_bound() const { return a_.reach() + b_.reach(); }
  [[nodiscard]] double value(const Vec<D>& n) const { return n.dot(between_) - a_.height(n) - b_.height(-n); }
  double note(const Vec<D>& n) {
    const double f = value(n);
    if (f > best_) {
      best_ = f;
      best_n_ = n;
    }
    return f;
  }

  /// For equal centres: the axis along which the least motion separates.
  [[nodiscard]] Vec<D> shallowest_axis() const {
    Vec<D> best = Vec<D>::UnitX();
    for (int k = 0; k < 2 * D; ++k) {
      const Vec<D> n = k < D ? a_.turn.col(k) : b_.turn.col(k - D);
      best = value(n) > value(best) ? n : best;
    }
    return best;
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
      const double lowest = D == 2 ? S(0, 0) : 0.5 * S.trace() - std::hypot(0.5 * (S(0, 0) - S(D - 2, D - 2)), S(0, D - 2));
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

  CommonNormal<D> settle(CommonNormal<D>& result) const {
    result.beyond = (result.exact ? result.gap : best_) > within_;
    return result;
  }

  /// Support points of B − A, both shrunk by s about their centres and B moved by `shift`.
  auto difference(double s, const Vec<D>& shift) const {
    return [this, s, shift](const Vec<D>& n) {
      typename Simplex<D>::Corner corner;
      corner.a = s * a_.support(n);
      if constexpr (B::smooth) {
        corner.b = between_ + shift + s * b_.support(-n);
      } else {
        corner.feature = b_.corner(-n);
        corner.b = between_ + shift + s * b_.offset(corner.feature);
      }
      corner.w = corner.b - corner.a;
      return corner;
    };
  }
  /// Newton's method from where a search with shrunk shapes ended.
  bool polish(const Nearest<D>& found, double s, const Vec<D>& shift, CommonNormal<D>& result) {
    const Vec<D> x = a_.center + found.simplex.blend(&Simplex<D>::Corner::a) / s;
    const Vec<D> y = b_.center + (found.simplex.blend(&Simplex<D>::Corner::b) - between_ - shift) / s;
    if constexpr (B::smooth) {
      return newton(a_.near(x, found.n), b_.near(y, -found.n), result);
    } else {
      // The corners the search ended with may be a face's diagonal: then the face itself.
      return newton(a_.near(x, found.n), b_.feature(found.simplex, y, -found.n), result) ||
             newton(a_.near(x, found.n), b_.face(y, -found.n), result);
    }
  }

  CommonNormal<D> shrinking() {
    CommonNormal<D> result;
    const Vec<D> none = Vec<D>::Zero();
    for (int round = 0; round < 8; ++round) {
      // With t = n·c/H(n) copies shrunk by less than t are apart.
      const double t = best_n_.dot(between_) / (a_.height(best_n_) + b_.height(-best_n_));
      if (!(t > 1e-9)) {
        break;
      }
      const double s = std::min(1.0, t) * (1.0 - 0.2 * std::pow(0.25, round));
      const Nearest<D> found =
          nearest<D>(difference(s, none), best_n_, 0.1 * std::pow(0.25, round), 1e-13 * size_, 20 + 10 * round);
      note(found.n);
      if (best_ > within_) {
        result.beyond = true;
        return result;
      }
      if (polish(found, s, none, result)) {
        shallower(result);
        return settle(result);
      }
    }
    return bare();
  }

  /// Overlapping shapes may have several maxima. Copies shrunk by s, half-way from this one's t to 1, must overlap; where
  /// they are apart there may be a better one. Undecided is not exact. An overlap slight for the thickness needs no proof.
  void shallower(CommonNormal<D>& result) {
    for (int round = 0; round < 4 && -result.gap > 1e-3 * a_.radii.minCoeff(); ++round) {
      const double t = 1.0 + result.gap / (a_.height(result.n) + b_.height(-result.n));
      const double s = 0.5 * (1.0 + t);
      const Nearest<D> found = nearest<D>(difference(s, Vec<D>::Zero()), result.n, 0.01, 1e-15 * size_, 100);
      if (found.inside) {
        return;
      }
      note(found.n);
      CommonNormal<D> other;
      result.exact = found.lower > 0.0 && polish(found, s, Vec<D>::Zero(), other);
      if (!result.exact || !(other.gap > result.gap)) {
        return;
      }
      result = other;
    }
  }

  /// The search by support points alone. Overlapping, B is moved out along the best n, f(n') + τ n'·n: a proximal step, as
  /// n'·n = 1 − |n' − n|²/2, and f grows.
  CommonNormal<D> bare() {
    CommonNormal<D> result;
    Nearest<D> found;
    Vec<D> shift = Vec<D>::Zero();
    bool converged = false;
    for (int round = 0; round < 20 && !converged; ++round) {
      const double before = best_;
      const double tau = best_ > 0.0 ? 0.0 : -1.5 * best_ + 2e-3 * size_;
      shift = tau * best_n_;
      found = nearest<D>(difference(1.0, shift), best_n_, 0.0, 1e-13 * size_, 100);
      note(found.n);
      if (best_ > within_) {
        result.beyond = true;
        return result;
      }
      if (polish(found, 1.0, shift, result)) {
        return settle(result);
      }
      converged = tau == 0.0 && found.upper - found.lower <= 1e-11 * size_;
      if (best_ <= before && round > 0) {
        break;
      }
    }
    result.n = best_n_;
    result.gap = best_;
    result.first = a_.near(a_.center + found.simplex.blend(&Simplex<D>::Corner::a), best_n_);
    result.second.n = -best_n_;
    result.exact = converged;
    return result;
  }
};

}  // namespace gluey
