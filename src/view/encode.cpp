#include "view/encode.hpp"

#include "core/indexed.hpp"
#include "view/envelope.hpp"

#include <gluey/version.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <vector>

namespace gluey::view {
namespace {

using Json = nlohmann::ordered_json;

static_assert(std::endian::native == std::endian::little, "arrays are sent as they lie in memory");

void append(std::string& bytes, const void* data, std::size_t size) {
  bytes.append(static_cast<const char*>(data), size);
}

/// Doubles as floats: pictures need no more.
void append(std::string& bytes, const std::vector<double>& values) {
  const std::size_t start = bytes.size();
  bytes.resize(start + values.size() * sizeof(float));
  char* place = bytes.data() + start;
  for (const double value : values) {
    const auto narrow = static_cast<float>(value);
    std::memcpy(place, &narrow, sizeof narrow);
    place += sizeof narrow;
  }
}

void append(std::string& bytes, const std::vector<std::int32_t>& values) {
  append(bytes, values.data(), values.size() * sizeof(std::int32_t));
}

constexpr std::size_t prelude_size = 32;

void append_prelude(std::string& bytes, const Frame& frame, double step_length) {
  const auto contacts = static_cast<std::uint32_t>(frame.contact_gamma.size());
  const auto step = static_cast<double>(frame.step);
  append(bytes, "GLUE", 4);
  append(bytes, &contacts, sizeof contacts);
  append(bytes, &frame.time, sizeof frame.time);
  append(bytes, &step, sizeof step);
  append(bytes, &step_length, sizeof step_length);
}

Json field(const char* name, const char* type, int components) {
  return {{"name", name}, {"type", type}, {"components", components}};
}

}  // namespace

Bytes encode_header(const Identity& identity, const Constants& constants) {
  const int d = constants.dimension;
  const int o = d == 2 ? 1 : 4;
  const int w = d == 2 ? 1 : 3;
  const Constants::Bodies& bodies = constants.bodies;
  const bool named =
      std::any_of(bodies.name.begin(), bodies.name.end(), [](const std::string& name) { return !name.empty(); });

  Json obstacles = Json::array();
  for (std::size_t k = 0; k < constants.obstacles.name.size(); ++k) {
    Json shape = Json::parse(constants.obstacles.shape[k], nullptr, false);
    obstacles.push_back({{"name", constants.obstacles.name[k]},
                         {"label", constants.obstacles.label[k]},
                         {"material", constants.obstacles.material[k]},
                         {"kind", constants.obstacles.shape_kind[k]},
                         {"shape", shape.is_discarded() ? Json() : std::move(shape)}});
  }
  Json domain;
  if (!constants.domain.periodic.empty()) {
    domain = {{"lower", constants.domain.lower},
              {"upper", constants.domain.upper},
              {"periodic", Json::array()},
              {"shear_rate", constants.domain.shear_rate}};
    for (const std::uint8_t periodic : constants.domain.periodic) {
      domain["periodic"].push_back(periodic != 0);
    }
  }
  // Without a shape, or with one that is not understood, a body is a sphere.
  Json shapes = Json::array();
  for (const std::string& text : Indexed(bodies.shape).table) {
    Json shape = Json::parse(text, nullptr, false);
    shapes.push_back(shape.is_discarded() ? Json() : std::move(shape));
  }
  Json body_fields = {field("radius", "f4", 1), field("mass", "f4", 1),     field("inertia", "f4", w),
                      field("label", "i4", 1),  field("material", "i4", 1), field("kind", "i4", 1)};
  if (!bodies.shape.empty()) {
    body_fields.push_back(field("shape", "i4", 1));
  }
  const Json header = {
      {"name", identity.name},
      {"generation", identity.generation},
      {"live", identity.live},
      {"program_version", version()},
      {"dimension", d},
      {"bodies", bodies.radius.size()},
      {"labels", Indexed(bodies.label).table},
      {"materials", Indexed(bodies.material).table},
      {"kinds", Indexed(bodies.shape_kind).table},
      {"shapes", std::move(shapes)},
      {"names", named ? Json(bodies.name) : Json::array()},
      {"obstacles", std::move(obstacles)},
      {"domain", std::move(domain)},
      {"body_fields", std::move(body_fields)},
      {"frame_fields",
       {field("position", "f4", d), field("orientation", "f4", o), field("velocity", "f4", d),
        field("angular_velocity", "f4", w)}},
      {"obstacle_fields", {field("position", "f4", d), field("orientation", "f4", o)}},
      {"contact_fields",
       {field("pair", "i4", 2), field("normal", "f4", d), field("point", "f4", d), field("distance", "f4", 1),
        field("impulse", "f4", d), field("gamma", "f4", 1)}},
      {"history_fields", Envelope::names},
      {"scene", constants.scene},
  };
  return std::make_shared<const std::string>(header.dump(-1, ' ', false, Json::error_handler_t::replace));
}

Bytes encode_bodies(const Constants& constants) {
  auto bytes = std::make_shared<std::string>();
  append(*bytes, constants.bodies.radius);
  append(*bytes, constants.bodies.mass);
  append(*bytes, constants.bodies.inertia);
  append(*bytes, Indexed(constants.bodies.label).index);
  append(*bytes, Indexed(constants.bodies.material).index);
  append(*bytes, Indexed(constants.bodies.shape_kind).index);
  append(*bytes, Indexed(constants.bodies.shape).index);
  return bytes;
}

namespace {

/// Who is not present is nowhere: the page draws nothing there.
std::vector<double> shown_positions(const Frame& frame) {
  std::vector<double> position = frame.position;
  for (std::size_t i = 0; i < frame.present.size(); ++i) {
    if (frame.present[i] == 0) {
      const std::size_t d = position.size() / frame.present.size();
      std::fill_n(position.begin() + static_cast<std::ptrdiff_t>(i * d), d, std::numeric_limits<double>::quiet_NaN());
    }
  }
  return position;
}

}  // namespace

Bytes encode_frame(const Frame& frame, double step_length) {
  auto bytes = std::make_shared<std::string>();
  bytes->reserve(prelude_size + sizeof(float) * (frame.position.size() + frame.orientation.size() +
                                                 frame.velocity.size() + frame.angular_velocity.size() +
                                                 frame.obstacle_position.size() + frame.obstacle_orientation.size()));
  append_prelude(*bytes, frame, step_length);
  append(*bytes, shown_positions(frame));
  append(*bytes, frame.orientation);
  append(*bytes, frame.velocity);
  append(*bytes, frame.angular_velocity);
  append(*bytes, frame.obstacle_position);
  append(*bytes, frame.obstacle_orientation);
  return bytes;
}

Bytes encode_contacts(const Frame& frame, double step_length) {
  auto bytes = std::make_shared<std::string>();
  bytes->reserve(prelude_size + sizeof(float) * (frame.contact_pair.size() + 3 * frame.contact_normal.size() +
                                                 2 * frame.contact_gamma.size()));
  append_prelude(*bytes, frame, step_length);
  append(*bytes, frame.contact_pair);
  append(*bytes, frame.contact_normal);
  append(*bytes, frame.contact_point);
  append(*bytes, frame.contact_distance);
  append(*bytes, frame.contact_impulse);
  append(*bytes, frame.contact_gamma);
  return bytes;
}

}  // namespace gluey::view
