#pragma once
// A disc or a ball on a plane that leans, which canum/incline and canum/order share: by the whole engine, and in closed form.
//
// Gravity g, a_t = g sin α along the plane and a_n = g cos α onto it; radius r, mass m, moment of inertia k m r², k = 1/2 for a
// disc and 2/5 for a ball. Along the plane it moves with v, it turns with ω, and ϱ = r ω is counted so that ϱ = v is rolling. What
// the laws of models.md make of it, in continuous time:
//   flight         v' = a_t, ϱ' = 0, until it hits with the speed w
//   hit            its normal velocity is gone; Coulomb's friction changes v by −f and ϱ by f/k, f = min(μ w, slip k/(1 + k))
//   film           γ' = −m a_n from −m w on; nothing rubs until γ = γ_min, if ever
//   solids rub     v' = a_t − μ a_n, ϱ' = μ a_n/k while it slips; from then on, where tan α ≤ μ (1 + k)/k, v' = ϱ' = a_t/(1 + k)
//   pulled off     by A beyond the weight: γ' = m A while γ < 0, then it leaves with the acceleration A

#include <gluey/scene.hpp>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace gluey::app {

struct InclinedBall {
  static constexpr double gravity = 10.0, radius = 0.5, mass = 2.0;

  int dimension = 2;
  std::string law = "friction";
  std::string model = "coulomb";
  double friction = 0.2;  ///< μ
  double gamma_min = -std::numeric_limits<double>::infinity();
  double slope = 0.75;                                      ///< tan α
  double height = 0.0;                                      ///< above the plane at first
  double speed = 0.0;                                       ///< along it
  double pulled = std::numeric_limits<double>::infinity();  ///< from when on
  double pull = 0.0;                                        ///< A
  double step = 0.01, end = 1.0;

  [[nodiscard]] double inertia_ratio() const { return dimension == 2 ? 0.5 : 0.4; }        ///< k
  [[nodiscard]] double along() const { return gravity * slope / std::hypot(1.0, slope); }  ///< a_t
  [[nodiscard]] double onto() const { return gravity / std::hypot(1.0, slope); }           ///< a_n
  /// tan α/μ up to which it rolls: 3 for a disc, 7/2 for a ball.
  [[nodiscard]] double transition() const { return (1.0 + inertia_ratio()) / inertia_ratio(); }
  [[nodiscard]] bool glues() const { return law == "gluey" || law == "gluey-friction"; }
  [[nodiscard]] bool rubs() const { return law == "friction" || law == "gluey-friction"; }
};

/// Where it is: along the plane, turned by angle/r, above the plane; and how fast.
struct BallState {
  double x = 0.0, v = 0.0, angle = 0.0, spin = 0.0, gap = 0.0, rise = 0.0, gamma = 0.0;
  [[nodiscard]] double slip() const { return v - spin; }
};

struct BallPath {
  std::vector<double> t;
  std::vector<BallState> state;

  [[nodiscard]] const BallState& last() const { return state.back(); }
  [[nodiscard]] std::vector<double> column(double BallState::*quantity) const;
};

/// The scene, run step by step.
BallPath by_the_engine(const InclinedBall& ball);
/// In closed form. It hits before it is pulled.
BallState exact(const InclinedBall& ball, double t);
BallPath exact(const InclinedBall& ball, const std::vector<double>& times);
/// When a film is squeezed out, and when the ball leaves the plane.
double squeezed_out(const InclinedBall& ball);
double released(const InclinedBall& ball);

}  // namespace gluey::app
