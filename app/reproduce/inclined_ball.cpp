#include "reproduce/inclined_ball.hpp"

#include <gluey/simulation.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace gluey::app {

namespace {

constexpr double not_at_all = std::numeric_limits<double>::infinity();

using Axis3 = std::array<double, 3>;

double component(const Axis3& a, std::span<const double> b) {
  double sum = 0.0;
  for (std::size_t axis = 0; axis < b.size(); ++axis) {
    sum += a[axis] * b[axis];
  }
  return sum;
}

/// y is up. In space the plane leans neither along x nor along z.
struct PlaneAxes {
  Axis3 normal, down, axis;  // rolling is turning about the axis

  explicit PlaneAxes(const InclinedBall& ball) {
    const double tilt = std::atan(ball.slope), aside = ball.dimension == 2 ? 0.0 : 0.7;
    const double s = std::sin(tilt), c = std::cos(tilt);
    normal = {s * std::cos(aside), c, s * std::sin(aside)};
    down = {c * std::cos(aside), -s, c * std::sin(aside)};
    axis = {std::sin(aside), 0.0, -std::cos(aside)};  // normal × down
  }
};

std::string direction_text(const Axis3& direction, double length, int dimension) {
  std::vector<double> parts(static_cast<std::size_t>(dimension));
  for (std::size_t axis = 0; axis < parts.size(); ++axis) {
    parts[axis] = length * direction[axis];
  }
  return fmt::format("[{:.17g}]", fmt::join(parts, ", "));
}

std::string ball_contact_text(const InclinedBall& ball) {
  std::string text = fmt::format("law = \"{}\"\n", ball.law);
  if (ball.glues()) {
    text += std::isinf(ball.gamma_min) ? std::string("gamma_min = \"-inf\"\n")
                                       : fmt::format("gamma_min = {:.17g}\n", ball.gamma_min);
  }
  if (ball.rubs()) {
    text += fmt::format("friction = {:.17g}\nmodel = \"{}\"\n", ball.friction, ball.model);
  }
  return text;
}

std::string ball_scene_text(const InclinedBall& ball, const PlaneAxes& directions) {
  const int d = ball.dimension;
  const std::string force = std::isinf(ball.pulled)
                                ? std::string()
                                : fmt::format("force = {{ times = [{:.17g}], values = [{}] }}\n", ball.pulled,
                                              direction_text(directions.normal, ball.pull + ball.onto(), d));
  return fmt::format(
      R"(title = "A ball on an incline"
dimension = {dimension}
[time]
step = {step:.17g}
end = {end:.17g}
[environment]
gravity = {gravity}
{force}[contact]
{contact}[[body]]
shape = {{ kind = "sphere", radius = {radius} }}
position = {position}
velocity = {velocity}
mass = {mass}
[[obstacle]]
shape = {{ kind = "plane", normal = {normal} }}
[solver]
tolerance = 1e-13
)",
      fmt::arg("dimension", d), fmt::arg("step", ball.step), fmt::arg("end", ball.end),
      fmt::arg("gravity", direction_text({0.0, -1.0, 0.0}, InclinedBall::gravity, d)), fmt::arg("force", force),
      fmt::arg("contact", ball_contact_text(ball)), fmt::arg("radius", InclinedBall::radius),
      fmt::arg("position", direction_text(directions.normal, InclinedBall::radius + ball.height, d)),
      fmt::arg("velocity", direction_text(directions.down, ball.speed, d)), fmt::arg("mass", InclinedBall::mass),
      fmt::arg("normal", direction_text(directions.normal, 1.0, d)));
}

/// The times at which what acts on the ball changes.
struct BallPhases {
  double hit, impact, squeezed, pulled, released;

  explicit BallPhases(const InclinedBall& ball) {
    const double m = InclinedBall::mass;
    hit = std::sqrt(2.0 * ball.height / ball.onto());
    impact = ball.onto() * hit;
    squeezed = ball.law == "friction" ? hit
               : ball.rubs()          ? hit + std::max(0.0, (-ball.gamma_min / m - impact) / ball.onto())
                                      : not_at_all;
    pulled = ball.pulled;
    const double stored = std::min(-ball.gamma_min, m * (impact + ball.onto() * (pulled - hit)));
    released = ball.glues() ? pulled + stored / (m * ball.pull) : pulled;
  }
};

/// The place along the plane and the angle, moved on piece by piece.
struct BallOnItsWay {
  const InclinedBall& ball;
  BallState state;

  void glide(double time, double acceleration, double spin) {
    state.x += state.v * time + 0.5 * acceleration * time * time;
    state.angle += state.spin * time + 0.5 * spin * time * time;
    state.v += acceleration * time;
    state.spin += spin * time;
  }
  /// Coulomb's friction by an impulse of the normal force.
  void jolt(double impact) {
    const double k = ball.inertia_ratio();
    const double f = std::min(ball.friction * impact, state.slip() * k / (1.0 + k));
    state.v -= f;
    state.spin += f / k;
  }
  void rub(double time) {
    const double k = ball.inertia_ratio();
    const double slowed = ball.friction * ball.onto();
    const double slip_rate = ball.along() - slowed * (1.0 + 1.0 / k);
    const double slips = slip_rate > 0.0 ? not_at_all : state.slip() > 0.0 ? -state.slip() / slip_rate : 0.0;
    const double sliding = std::min(time, slips);
    glide(sliding, ball.along() - slowed, slowed / k);
    glide(time - sliding, ball.along() / (1.0 + k), ball.along() / (1.0 + k));
  }
};

}  // namespace

std::vector<double> BallPath::column(double BallState::*quantity) const {
  std::vector<double> values;
  values.reserve(state.size());
  for (const BallState& one : state) {
    values.push_back(one.*quantity);
  }
  return values;
}

BallPath by_the_engine(const InclinedBall& ball) {
  const PlaneAxes directions(ball);
  Simulation simulation(Scene::parse(ball_scene_text(ball, directions), "inclined-ball"));
  BallPath path;
  double angle = 0.0, before = 0.0;
  const auto record = [&] {
    const std::span<const double> omega = simulation.angular_velocities();
    const double turning = ball.dimension == 2 ? -omega[0] : component(directions.axis, omega);
    const Frame frame = simulation.frame();
    BallState state;
    state.x = component(directions.down, simulation.positions());
    state.v = component(directions.down, simulation.velocities());
    state.spin = InclinedBall::radius * turning;
    angle += (simulation.time() - before) * state.spin;
    before = simulation.time();
    state.angle = angle;
    state.gap = component(directions.normal, simulation.positions()) - InclinedBall::radius;
    state.rise = component(directions.normal, simulation.velocities());
    state.gamma = frame.contact_gamma.empty() ? 0.0 : frame.contact_gamma.front();
    path.t.push_back(simulation.time());
    path.state.push_back(state);
  };
  record();
  while (!simulation.finished()) {
    simulation.step();
    record();
  }
  return path;
}

BallState exact(const InclinedBall& ball, double t) {
  const BallPhases phases(ball);
  const double m = InclinedBall::mass;
  BallOnItsWay way{ball, {.v = ball.speed}};
  way.glide(std::min(t, phases.hit), ball.along(), 0.0);
  BallState& state = way.state;
  if (t < phases.hit) {
    state.rise = -ball.onto() * t;
    state.gap = ball.height - 0.5 * ball.onto() * t * t;
    return state;
  }
  if (ball.law == "friction") {
    way.jolt(phases.impact);
  }
  const double pressed = std::min(t, phases.pulled);
  const double free = std::min(pressed, phases.squeezed);
  way.glide(free - phases.hit, ball.along(), 0.0);
  way.rub(pressed - free);
  if (ball.glues()) {
    state.gamma = std::max(ball.gamma_min, -m * (phases.impact + ball.onto() * (pressed - phases.hit)));
  }
  if (t > phases.pulled) {
    const double off = std::max(0.0, t - phases.released);
    way.glide(t - phases.pulled, ball.along(), 0.0);
    state.gamma = off > 0.0 || !ball.glues() ? 0.0 : state.gamma + m * ball.pull * (t - phases.pulled);
    state.rise = ball.pull * off;
    state.gap = 0.5 * ball.pull * off * off;
  }
  return state;
}

BallPath exact(const InclinedBall& ball, const std::vector<double>& times) {
  BallPath path{times, {}};
  for (const double t : times) {
    path.state.push_back(exact(ball, t));
  }
  return path;
}

double squeezed_out(const InclinedBall& ball) { return BallPhases(ball).squeezed; }
double released(const InclinedBall& ball) { return BallPhases(ball).released; }

}  // namespace gluey::app
