#include "scene/convert.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gluey::scene {
namespace {

std::vector<Vec<2>> to_points(const std::vector<Vector>& points) {
  std::vector<Vec<2>> result;
  result.reserve(points.size());
  for (const Vector& point : points) {
    result.push_back(to_vec<2>(point));
  }
  return result;
}

/// Corners anticlockwise, whichever way the scene lists them.
Polygon to_polygon(const std::vector<Vector>& points) {
  Polygon polygon{to_points(points)};
  double area = 0.0;
  for (std::size_t k = 0; k < polygon.points.size(); ++k) {
    const Vec<2>& a = polygon.points[k];
    const Vec<2>& b = polygon.points[(k + 1) % polygon.points.size()];
    area += a[0] * b[1] - a[1] * b[0];
  }
  if (area < 0.0) {
    std::reverse(polygon.points.begin(), polygon.points.end());
  }
  return polygon;
}

}  // namespace

template <int D>
std::vector<Part<D>> to_parts(const Shape& shape) {
  if (shape.kind == "plane") {
    return {Plane<D>{Vec<D>::Zero(), to_vec<D>(shape.normal).normalized()}};
  }
  if (shape.kind == "sphere") {
    return {Sphere<D>{Vec<D>::Zero(), shape.radius.maximum}};
  }
  if (shape.kind == "capsule") {
    const Vec<D> end = 0.5 * shape.length * Vec<D>::UnitX();
    return {Segment<D>{.from = -end, .to = end, .radius = shape.radius.maximum}};
  }
  if (shape.kind == "box") {
    return {Box<D>{{}, 0.5 * to_vec<D>(shape.size)}};
  }
  if (shape.kind == "box-walls") {
    return box_walls<D>(to_vec<D>(shape.lower), to_vec<D>(shape.upper));
  }
  if (shape.kind == "compound") {
    std::vector<Part<D>> parts;
    for (const Shape& child : shape.parts) {
      const Pose<D> pose{to_vec<D>(child.position), to_rotation<D>(child.orientation)};
      for (const Part<D>& part : to_parts<D>(child)) {
        parts.push_back(placed<D>(part, pose));
      }
    }
    return parts;
  }
  if constexpr (D == 2) {
    if (shape.kind == "segment") {
      return {Segment<2>{.from = to_vec<2>(shape.from), .to = to_vec<2>(shape.to)}};
    }
    if (shape.kind == "chain") {
      return chain(to_points(shape.points));
    }
    if (shape.kind == "polygon") {
      return {to_polygon(shape.points)};
    }
    if (shape.kind == "wheel") {
      return wheel(shape.radius.maximum, shape.paddles, shape.thickness, shape.hub);
    }
  }
  return {};  // the schema admits no other kind
}

template <int D>
gluey::Motion<D> to_motion(const Motion& motion, const Vec<D>& position) {
  if (motion.kind == "rotation") {
    RotationMotion<D> rotation;
    rotation.center = motion.center.empty() ? position : to_vec<D>(motion.center);
    if constexpr (D == 2) {
      rotation.omega = Spin<2>(motion.omega);
    } else {
      rotation.omega = motion.omega * to_vec<3>(motion.axis).normalized();
    }
    return rotation;
  }
  if (motion.kind == "translation") {
    return TranslationMotion<D>{to_vec<D>(motion.velocity)};
  }
  if (motion.kind == "oscillation") {
    return OscillationMotion<D>{to_vec<D>(motion.amplitude), motion.frequency, motion.phase};
  }
  if (motion.kind == "table") {
    TableMotion<D> table;
    table.times = motion.times;
    for (const Vector& x : motion.positions) {
      table.positions.push_back(to_vec<D>(x));
    }
    if (table.positions.empty()) {
      table.positions.assign(table.times.size(), position);
    }
    for (const Vector& orientation : motion.orientations) {
      table.orientations.push_back(to_rotation<D>(orientation));
    }
    return table;
  }
  return FixedMotion{};
}

template <int D>
Forces<D> to_forces(const Environment& environment) {
  Forces<D> forces;
  forces.gravity.acceleration = to_vec<D>(environment.gravity);
  forces.body_force.force = to_vec<D>(environment.body_force);
  if (environment.force) {
    gluey::ForceTable<D> table;
    table.times = environment.force->times;
    for (const Vector& value : environment.force->values) {
      table.values.push_back(to_vec<D>(value));
    }
    forces.table = std::move(table);
  }
  return forces;
}

StepSettings to_settings(const Scene& scene) {
  StepSettings settings;
  settings.automatic = scene.time.automatic;
  settings.step = scene.time.step;
  settings.displacement = scene.time.displacement;
  settings.step_min = scene.time.step_min;
  settings.step_max = scene.time.step_max;
  if (!scene.contact.automatic_range) {
    settings.range = scene.contact.range;
  }
  settings.method = scene.solver.method;
  settings.tolerance = scene.solver.tolerance;
  settings.max_iterations = scene.solver.max_iterations;
  switch (scene.solver.on_failure) {
    case Solver::OnFailure::warn:
      settings.on_failure = OnFailure::warn;
      break;
    case Solver::OnFailure::stop:
      settings.on_failure = OnFailure::stop;
      break;
    case Solver::OnFailure::halve_step:
      settings.on_failure = OnFailure::halve_step;
      break;
  }
  return settings;
}

std::int32_t index_of(std::vector<std::string>& words, const std::string& word) {
  const auto found = std::find(words.begin(), words.end(), word);
  if (found != words.end()) {
    return static_cast<std::int32_t>(found - words.begin());
  }
  words.push_back(word);
  return static_cast<std::int32_t>(words.size() - 1);
}

std::string shape_json(const Shape& shape) {
  const auto list = [](const Vector& vector) { return fmt::format("[{}]", fmt::join(vector, ",")); };
  std::string text = fmt::format(R"({{"kind":"{}")", shape.kind);
  const auto put = [&](std::string_view key, const std::string& value) {
    text += fmt::format(R"(,"{}":{})", key, value);
  };
  if (shape.radius.maximum > 0.0) {
    put("radius", fmt::format("{}", shape.radius.maximum));
  }
  if (shape.kind == "capsule") {
    put("length", fmt::format("{}", shape.length));
  }
  if (shape.kind == "wheel") {
    put("paddles", fmt::format("{}", shape.paddles));
    put("thickness", fmt::format("{}", shape.thickness));
    put("hub", fmt::format("{}", shape.hub));
  }
  for (const auto& [key, vector] : {std::pair{"normal", &shape.normal},
                                    {"from", &shape.from},
                                    {"to", &shape.to},
                                    {"size", &shape.size},
                                    {"lower", &shape.lower},
                                    {"upper", &shape.upper},
                                    {"position", &shape.position},
                                    {"orientation", &shape.orientation}}) {
    if (!vector->empty()) {
      put(key, list(*vector));
    }
  }
  if (!shape.points.empty()) {
    std::vector<std::string> points;
    points.reserve(shape.points.size());
    for (const Vector& point : shape.points) {
      points.push_back(list(point));
    }
    put("points", fmt::format("[{}]", fmt::join(points, ",")));
  }
  if (!shape.parts.empty()) {
    std::vector<std::string> parts;
    parts.reserve(shape.parts.size());
    for (const Shape& part : shape.parts) {
      parts.push_back(shape_json(part));
    }
    put("parts", fmt::format("[{}]", fmt::join(parts, ",")));
  }
  return text + "}";
}

template std::vector<Part<2>> to_parts<2>(const Shape&);
template std::vector<Part<3>> to_parts<3>(const Shape&);
template gluey::Motion<2> to_motion<2>(const Motion&, const Vec<2>&);
template gluey::Motion<3> to_motion<3>(const Motion&, const Vec<3>&);

template Forces<2> to_forces<2>(const Environment&);
template Forces<3> to_forces<3>(const Environment&);

}  // namespace gluey::scene
