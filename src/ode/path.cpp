// Boost 1.74's uBLAS, in which its Rosenbrock method is written, is C++17: so is this file (src/CMakeLists.txt).
// Where equations depend on time explicitly its method was measured to be of order 1. Both forms are therefore given without
// time: A(t) has a clock of its own as the second unknown.

#include "ode/path.hpp"

#include <gluey/errors.hpp>

#include <boost/numeric/odeint/stepper/rosenbrock4.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace gluey::ode {

namespace {

using Vector = boost::numeric::ublas::vector<long double>;
using Matrix = boost::numeric::ublas::matrix<long double>;
using Stepper = boost::numeric::odeint::rosenbrock4<long double>;

constexpr long double infinity = std::numeric_limits<long double>::infinity();

/// n is taken at the beginning of a step, and where it is huge the error estimate sees nothing of its change: so a step may
/// not change q by more than a fifth or so.
constexpr long double largest_change = 0.2L;

/// Unknowns y and the time since the step began.
struct FirstIntegral {
  const Resistance& resistance;
  long double total, force;

  void operator()(const Vector& x, Vector& rate, long double /*t*/) const {
    rate[0] = std::exp(-x[0]) * (total + force * x[1] - resistance.potential(x[0]));
    rate[1] = 1.0L;
  }
  void operator()(const Vector& x, Matrix& jacobian, long double /*t*/, Vector& time_derivative) const {
    const long double inverse = std::exp(-x[0]);
    jacobian(0, 0) = -inverse * (total + force * x[1] - resistance.potential(x[0])) - resistance.at(x[0]).n;
    jacobian(0, 1) = inverse * force;
    jacobian(1, 0) = jacobian(1, 1) = 0.0L;
    time_derivative[0] = time_derivative[1] = 0.0L;
  }
};

/// Unknowns y and w = ẏ.
struct SecondOrder {
  const Resistance& resistance;
  long double force;

  void operator()(const Vector& x, Vector& rate, long double /*t*/) const {
    rate[0] = x[1];
    rate[1] = std::exp(-x[0]) * force - (resistance.at(x[0]).n + x[1]) * x[1];
  }
  void operator()(const Vector& x, Matrix& jacobian, long double /*t*/, Vector& time_derivative) const {
    const Resistance::Value value = resistance.at(x[0]);
    jacobian(0, 0) = 0.0L;
    jacobian(0, 1) = 1.0L;
    jacobian(1, 0) = -std::exp(-x[0]) * force - value.slope * x[1];
    jacobian(1, 1) = -value.n - 2.0L * x[1];
    time_derivative[0] = time_derivative[1] = 0.0L;
  }
};

/// One step of length h from x; returns the factor by which the next may be longer, and whether this one was good.
struct Attempt {
  Vector x = Vector(2), error = Vector(2);
  bool good = false;
  long double factor = 1.0L;
};

template <class Equations>
void attempt(const Equations& equations, const Vector& from, long double h, long double tolerance, long double relative,
             Attempt& result) {
  static thread_local Stepper stepper;
  stepper.do_step(std::make_pair(equations, equations), from, 0.0L, result.x, h, result.error);
  const auto scaled = [&](std::size_t i) {
    return result.error[i] / (tolerance + relative * std::max(std::abs(from[i]), std::abs(result.x[i])));
  };
  const long double error = std::max(std::abs(scaled(0)), std::abs(scaled(1)));
  const long double change = std::abs(result.x[0] - from[0]) / largest_change;
  result.good = error <= 1.0L && change <= 1.0L;  // false for NaN
  // The estimate is of order h⁴.
  const long double wanted = 0.9L * std::min(std::pow(error, -0.25L), 1.0L / change);
  result.factor = wanted > 0.2L ? std::min(wanted, 5.0L) : 0.2L;  // 0.2 for NaN too
}

}  // namespace

Path::Path(const LubricatedParticle& particle, double tolerance)
    : table_(particle.force),
      resistance_(particle),
      tolerance_(tolerance),
      y_(std::log(static_cast<long double>(particle.q0))),
      w_(static_cast<long double>(particle.u0) / particle.q0),
      next_step_(1e-6L * std::max(particle.end, 1e-6)),
      total_(particle.u0 + resistance_.full_potential(y_)) {
  long double largest = 0.0L;
  for (const double value : table_.values) {
    largest = std::max(largest, std::abs(static_cast<long double>(value)));
  }
  slaved_below_ = resistance_.slaved_below(std::max(particle.end, 1e-6), largest);
  stretch_end_ = table_.times.empty() ? infinity : static_cast<long double>(table_.times.front());
  while (stretch_end_ <= 0.0L) {
    enter_stretch();
  }
}

/// The stretch that begins where the present one ends; A is continuous.
void Path::enter_stretch() {
  total_ = total();
  since_ = t_;
  force_ = table_.values[stretch_];
  ++stretch_;
  stretch_end_ = stretch_ < table_.times.size() ? static_cast<long double>(table_.times[stretch_]) : infinity;
}

/// Only where the film is to stay as thin: a particle thrown off a wall from within is not.
bool Path::slaved() const { return y_ <= slaved_below_ && total() <= resistance_.potential(slaved_below_); }

long double Path::velocity() const {
  if (slaved()) {
    return force_ / resistance_.at(y_).n;
  }
  return resistance_.asymptotic() ? total() - resistance_.potential(y_) : w_ * std::exp(y_);
}

void Path::advance(long double until) {
  while (t_ < until) {
    step(until);
  }
}

void Path::step(long double until) {
  const long double end = std::min(until, stretch_end_);
  if (t_ < end) {
    slaved() ? follow(end) : integrate(end);
  }
  while (t_ >= stretch_end_) {
    enter_stretch();
  }
}

/// N(y) = A(t) until the film is as thick as slaved_below_, which it leaves with the velocity that the force keeps up.
void Path::follow(long double until) {
  const long double edge = resistance_.potential(slaved_below_);
  const long double leaves = force_ > 0.0L ? t_ + (edge - total()) / force_ : infinity;
  if (leaves < until) {
    t_ = leaves;
    y_ = std::nextafter(slaved_below_, infinity);
    next_step_ = 1e-3L * resistance_.potential_slope(y_) / force_;
  } else {
    t_ = until;
    y_ = resistance_.inverse_potential(total());
  }
  w_ = force_ / resistance_.potential_slope(y_);
}

void Path::integrate(long double until) {
  // Kept from step to step: their storage is on the heap.
  static thread_local Attempt result;
  static thread_local Vector from(2);
  from[0] = y_;
  for (;;) {
    const long double h = std::min(next_step_, until - t_);
    if (resistance_.asymptotic()) {
      from[1] = 0.0L;
      attempt(FirstIntegral{resistance_, total(), force_}, from, h, tolerance_, 0.0L, result);
    } else {
      // Errors of w add up in y: a tenth of the tolerance, and relative to w, which is huge where q falls.
      from[1] = w_;
      attempt(SecondOrder{resistance_, force_}, from, h, 0.1L * tolerance_, 0.1L * tolerance_, result);
    }
    if (result.good) {
      // A step that was cut short says nothing against the one that was planned.
      next_step_ = h < next_step_ ? std::max(next_step_, h * result.factor) : h * result.factor;
      y_ = result.x[0];
      w_ = result.x[1];
      t_ = h < until - t_ ? t_ + h : until;
      return;
    }
    next_step_ = h * std::min(result.factor, 0.5L);
    if (!(next_step_ > std::numeric_limits<long double>::min())) {
      throw Error("the reference solution cannot go on: its values are out of range");
    }
  }
}

}  // namespace gluey::ode
