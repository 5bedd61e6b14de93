#pragma once
// The algebra of the cone L = {x_0 ≥ |x_1|} in one to three dimensions (Alizadeh and Goldfarb 2003): its product
// x∘y = (x·y, x_0 y_1 + y_0 x_1), and the scaling of Nesterov and Todd by which a pair (z, s) inside L becomes one point.

#include <algorithm>
#include <cmath>

namespace gluey::solver {

struct Triple {
  double x[3] = {};
  double& operator[](int i) { return x[i]; }
  double operator[](int i) const { return x[i]; }
};

inline double tail(const Triple& a) { return std::sqrt(a[1] * a[1] + a[2] * a[2]); }
inline double dot(const Triple& a, const Triple& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
inline Triple operator+(const Triple& a, const Triple& b) { return {{a[0] + b[0], a[1] + b[1], a[2] + b[2]}}; }
inline Triple operator-(const Triple& a, const Triple& b) { return {{a[0] - b[0], a[1] - b[1], a[2] - b[2]}}; }
inline Triple operator*(double f, const Triple& a) { return {{f * a[0], f * a[1], f * a[2]}}; }
/// x_0² − |x_1|², without the cancellation.
inline double determinant(const Triple& a) { return (a[0] - tail(a)) * (a[0] + tail(a)); }
inline bool inside(const Triple& a) { return a[0] > tail(a); }

inline Triple product(const Triple& a, const Triple& b) {
  return {{dot(a, b), a[0] * b[1] + b[0] * a[1], a[0] * b[2] + b[0] * a[2]}};
}

/// y with a∘y = b.
inline Triple quotient(const Triple& b, const Triple& a) {
  const double first = (a[0] * b[0] - a[1] * b[1] - a[2] * b[2]) / determinant(a);
  return {{first, (b[1] - a[1] * first) / a[0], (b[2] - a[2] * first) / a[0]}};
}

/// The symmetric V with V z = V⁻¹ s, V² = η²(2 w wᵀ − J).
struct Scaling {
  double eta = 1.0;
  Triple w = {{1.0, 0.0, 0.0}};

  Scaling() = default;
  Scaling(const Triple& s, const Triple& z) {
    const double ds = std::sqrt(std::max(determinant(s), 1e-300)), dz = std::sqrt(std::max(determinant(z), 1e-300));
    const Triple a = (1.0 / ds) * s, b = (1.0 / dz) * z;
    const double f = 0.5 / std::sqrt(0.5 * (1.0 + dot(a, b)));
    w = {{f * (a[0] + b[0]), f * (a[1] - b[1]), f * (a[2] - b[2])}};
    eta = std::sqrt(ds / dz);
  }
  [[nodiscard]] Triple times(const Triple& x) const { return apply(eta, 1.0, x); }
  [[nodiscard]] Triple inverse_times(const Triple& x) const { return apply(1.0 / eta, -1.0, x); }
  /// (V²)_ij.
  [[nodiscard]] double square(int i, int j) const {
    return eta * eta * (2.0 * w[i] * w[j] - (i != j ? 0.0 : i == 0 ? 1.0 : -1.0));
  }

 private:
  [[nodiscard]] Triple apply(double factor, double sign, const Triple& x) const {
    const double d = sign * (w[1] * x[1] + w[2] * x[2]);
    const double g = sign * (x[0] + d / (1.0 + w[0]));
    return {{factor * (w[0] * x[0] + d), factor * (x[1] + w[1] * g), factor * (x[2] + w[2] * g)}};
  }
};

/// The largest t with x + t d in the cone, x inside; 1e300 where there is none.
inline double step_to_boundary(const Triple& x, const Triple& d) {
  const double a = determinant(d), b = x[0] * d[0] - x[1] * d[1] - x[2] * d[2], c = std::max(determinant(x), 0.0);
  double t = d[0] < 0.0 ? -x[0] / d[0] : 1e300;
  const double discriminant = b * b - a * c;
  if (discriminant >= 0.0 && (b < 0.0 || a < 0.0)) {
    const double root = b < 0.0 ? c / (std::sqrt(discriminant) - b) : (-b - std::sqrt(discriminant)) / a;
    if (root >= 0.0) {
      t = std::min(t, root);
    }
  }
  return t;
}

}  // namespace gluey::solver
