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

#include "geometry/distance/common_normal_newton.hpp"
#include "geometry/distance/nearest_simplex.hpp"

namespace gluey {

template <int D, class B>
class CommonNormalSearch : private CommonNormalNewton<D, B> {
 public:
  using CommonNormalNewton<D, B>::CommonNormalNewton;

  CommonNormal<D> run() {
    const double apart = between_.norm();
    CommonNormal<D> result;
    if (apart - a_.reach() - b_.reach() > within_) {
      result.beyond = true;
      return result;
    }
    const Vec<D> start = apart > 1e-12 * size_ ? Vec<D>(between_ / apart) : shallowest_axis();
    note(start);
    if constexpr (B::smooth) {
      bool grown = true;
      const Vec<D> n = growth(start, grown);
      note(n);
      if (best_ <= within_ &&
          newton(a_.near(a_.center + a_.support(n), n), b_.near(b_.center + b_.support(-n), -n), result) &&
          (grown || best_ > 0.0)) {
        shallower(result);
        return settle(result.exact ? result : bare());
      }
    }
    if (best_ > within_) {
      result.beyond = true;
      return result;
    }
    return shrinking();
  }

 private:
  using Newton = CommonNormalNewton<D, B>;
  using Newton::a_, Newton::b_, Newton::within_, Newton::between_, Newton::size_, Newton::best_, Newton::best_n_;
  using Newton::growth, Newton::newton, Newton::note, Newton::value;

  /// For equal centres: the axis along which the least motion separates.
  [[nodiscard]] Vec<D> shallowest_axis() const {
    Vec<D> best = Vec<D>::UnitX();
    for (int k = 0; k < 2 * D; ++k) {
      const Vec<D> n = k < D ? a_.turn.col(k) : b_.turn.col(k - D);
      best = value(n) > value(best) ? n : best;
    }
    return best;
  }

  CommonNormal<D> settle(CommonNormal<D> result) const {
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
        return settle(result.exact ? result : bare());
      }
    }
    return bare();
  }

  /// The ways out along the axes of both, and across the faces that look there. A body that is deep in a wide floor is far from the middle
  /// of the floor: copies shrunk about their centres know the way to the floor's end before they know the way up.
  void note_sides() {
    for (int k = 0; k < 2 * D; ++k) {
      for (const double side : {-1.0, 1.0}) {
        const Vec<D> n = side * (k < D ? a_.turn.col(k) : b_.turn.col(k - D));
        note(n);
        if constexpr (!B::smooth) {
          const SurfacePoint<D> face = b_.face(b_.center, -n);
          if (face.flat == 2) {
            note(-face.axis);
          }
        }
      }
    }
  }

  /// Overlapping shapes may have several maxima. Copies shrunk half-way from this one's t to 1 must overlap; where they are
  /// apart, t grows and there may be a better maximum. Undecided is not exact. An overlap slight for the thickness needs no
  /// proof.
  void shallower(CommonNormal<D>& result) {
    double t = 1.0 + result.gap / (a_.height(result.n) + b_.height(-result.n));
    for (int round = 0; round < 12 && -result.gap > 1e-3 * a_.radii.minCoeff(); ++round) {
      const double s = 0.5 * (1.0 + t);
      const Nearest<D> found = nearest<D>(difference(s, Vec<D>::Zero()), result.n, 0.01, 1e-15 * size_, 100);
      if (found.inside) {
        break;
      }
      if (!(found.lower > 0.0)) {
        result.exact = false;
        break;
      }
      t = s;
      note(found.n);
      CommonNormal<D> other;
      if (polish(found, s, Vec<D>::Zero(), other) && other.gap > result.gap) {
        result = other;
      }
    }
    if (-result.gap > 1e-3 * a_.radii.minCoeff()) {
      note_sides();
    }
    result.exact = result.exact && best_ <= result.gap + 1e-12 * size_;
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
        shallower(result);
        if (result.exact) {
          return settle(result);
        }
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
