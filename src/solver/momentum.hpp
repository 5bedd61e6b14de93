#pragma once
// What the accelerated methods carry from one iteration to the next (apgd.cpp says how they go).

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace gluey::solver {

/// Momentum β = θ (1 − θ)/(θ² + θ⁺) (Nesterov 1983).
class Momentum {
 public:
  /// For the iteration after one that went on as before, or after one that turned back.
  double next(bool turns_back) {
    if (turns_back) {
      theta_ = 1.0;
      return 0.0;
    }
    const double next_theta = 0.5 * theta_ * (std::sqrt(theta_ * theta_ + 4.0) - theta_);
    const double beta = theta_ * (1.0 - theta_) / (theta_ * theta_ + next_theta);
    theta_ = next_theta;
    return beta;
  }

 private:
  double theta_ = 1.0;
};

/// With exact Coulomb friction (single.cpp): bound on the momentum, from what eᵀDe adds up to over stretches of iterations.
class MomentumLimit {
 public:
  double operator()(double step) {
    sum_ += step;
    if (++count_ % stretch == 0) {
      loss_ = sum_ > 0.8 * last_ ? std::min(0.5, 1.5 * loss_) : std::max(usual, loss_ / 1.2);
      last_ = sum_;
      sum_ = 0.0;
    }
    return 1.0 - loss_;
  }

 private:
  static constexpr int stretch = 100;
  static constexpr double usual = 0.1;
  double loss_ = usual, sum_ = 0.0, last_ = std::numeric_limits<double>::infinity();
  int count_ = 0;
};

/// L ≥ the curvature eᵀWe/eᵀDe met along the steps, let down slowly. Before any step there is only a bound of it: with less the
/// first step may climb, and where the iterations end with it, steps of time add that up without end.
class Lipschitz {
 public:
  /// A start that would do needs no large steps.
  Lipschitz(bool converged, double bound) : value_(converged ? 2.5 : 1.0), first_(std::max(bound, value_)) {}
  [[nodiscard]] double value() const { return first_ > 0.0 ? first_ : value_; }
  void meet(double curvature) {
    value_ = curvature > value_ ? curvature : std::max(curvature, 0.97 * value_);
    first_ = 0.0;
  }

 private:
  double value_, first_;
};

/// Gives up when the rate since the last look but one promises to be too slow.
class Patience {
 public:
  explicit Patience(double iterations) : iterations_(iterations), next_(iterations / 40.0) {}
  [[nodiscard]] bool due(double iteration) const { return iteration >= next_; }
  /// The first iteration after this one in which it is due.
  [[nodiscard]] std::int64_t next(std::int64_t iteration) const {
    constexpr double never = 1e18;
    return std::max(iteration + 1, static_cast<std::int64_t>(std::ceil(std::min(next_, never))));
  }
  /// Whether to give up, at a residual that is looked at in this iteration.
  bool ends(double iteration, double residual, double tolerance) {
    // The last look but one was at a quarter of the iterations. Rates get worse as the easy modes die out, so a third of the
    // patience is called enough.
    const double rate = std::log(before_ / residual) / (0.75 * iteration);
    const double left = rate > 0.0 ? std::log(residual / tolerance) / rate : iterations_;
    before_ = last_;
    last_ = residual;
    next_ = 2.0 * iteration;
    return left > iterations_ / 3.0 || iteration > iterations_;
  }

 private:
  double iterations_, next_;
  double last_ = std::numeric_limits<double>::infinity(), before_ = last_;
};

}  // namespace gluey::solver
