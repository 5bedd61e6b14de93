#pragma once
// A folder of its own for each test of files, and results whose every number tells where it belongs.

#include <gtest/gtest.h>
#include <gluey/results.hpp>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace gluey::io::samples {

class InFolder : public testing::Test {
 protected:
  InFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "gluey_io_XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
  }
  ~InFolder() override { std::filesystem::remove_all(folder_); }
  [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / name).string(); }
  /// Names in the folder, sorted.
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
      names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
  }

 private:
  std::filesystem::path folder_;
};

inline Constants constants(int dimension, std::size_t bodies, std::size_t obstacles) {
  Constants constants;
  constants.dimension = dimension;
  constants.scene = "title = \"Prüfung\"\n";
  for (std::size_t k = 0; k < bodies; ++k) {
    constants.bodies.name.push_back("body" + std::to_string(k));
    constants.bodies.label.emplace_back(k % 2 == 0 ? "weiß" : "");
    constants.bodies.shape_kind.emplace_back("sphere");
    constants.bodies.material.emplace_back("grain");
    constants.bodies.radius.push_back(1.0 + static_cast<double>(k));
    constants.bodies.mass.push_back(2.0 + static_cast<double>(k));
    constants.bodies.inertia.insert(constants.bodies.inertia.end(), dimension == 2 ? 1 : 3, 3.0);
  }
  for (std::size_t k = 0; k < obstacles; ++k) {
    constants.obstacles.name.push_back("wall" + std::to_string(k));
    constants.obstacles.label.emplace_back("");
    constants.obstacles.shape_kind.emplace_back("plane");
    constants.obstacles.material.emplace_back("steel");
    constants.obstacles.shape.emplace_back(R"({"kind":"plane"})");
  }
  return constants;
}

/// seed, seed + 0.001, …
inline std::vector<double> reals(double seed, std::size_t size) {
  std::vector<double> values(size);
  for (std::size_t k = 0; k < size; ++k) {
    values[k] = seed + static_cast<double>(k) / 1000.0;
  }
  return values;
}

/// Frame k of a run; it has k mod 4 contacts.
inline Frame frame(const Constants& constants, std::int64_t k) {
  const bool plane = constants.dimension == 2;
  const std::size_t d = plane ? 2 : 3, o = plane ? 1 : 4, w = plane ? 1 : 3;
  const std::size_t n = constants.bodies.radius.size(), obstacles = constants.obstacles.name.size();
  const auto contacts = static_cast<std::size_t>(k % 4);
  const auto seed = static_cast<double>(k);
  Frame frame;
  frame.time = 0.25 * seed;
  frame.step = 10 * k;
  frame.step_length = 0.125 + seed;
  frame.position = reals(seed + 0.1, n * d);
  frame.orientation = reals(seed + 0.2, n * o);
  frame.velocity = reals(seed + 0.3, n * d);
  frame.angular_velocity = reals(seed + 0.4, n * w);
  frame.obstacle_position = reals(seed + 0.5, obstacles * d);
  frame.obstacle_orientation = reals(seed + 0.6, obstacles * o);
  for (std::size_t c = 0; c < contacts; ++c) {
    frame.contact_pair.push_back(static_cast<std::int32_t>(c));
    frame.contact_pair.push_back(static_cast<std::int32_t>(n));
    frame.contact_feature.push_back(k + (std::int64_t{1} << 40));
  }
  frame.contact_normal = reals(seed + 0.7, contacts * d);
  frame.contact_point = reals(seed + 0.8, contacts * d);
  frame.contact_distance = reals(seed + 0.9, contacts);
  frame.contact_impulse = reals(-seed, contacts * d);
  frame.contact_gamma = reals(-seed - 1.0, contacts);
  return frame;
}

inline HistoryRow row(const Constants& constants, std::int64_t k) {
  const std::size_t d = constants.dimension == 2 ? 2 : 3, w = constants.dimension == 2 ? 1 : 3;
  const auto seed = static_cast<double>(k);
  HistoryRow row;
  row.step = k;
  row.time = 0.025 * seed;
  row.contacts = k % 5;
  row.iterations = 100 + k;
  row.residual = 1e-7 * seed;
  row.converged = k % 2 == 0;
  row.overlap = 1e-9 * seed;
  row.complementarity = 1e-8 * seed;
  row.kinetic_energy = seed + 0.5;
  row.potential_energy = -seed;
  row.wall_seconds = 0.125 * seed;
  row.obstacle_force = reals(seed, constants.obstacles.name.size() * d);
  row.obstacle_torque = reals(-seed, constants.obstacles.name.size() * w);
  row.clusters = 3 * k;
  row.largest_cluster = 2 * k;
  row.coordination = 0.75 * seed;
  row.stress = reals(seed + 0.25, d * d);
  row.volume = 5.0 + seed;
  return row;
}

inline void expect_same(const Frame& found, const Frame& expected) {
  EXPECT_EQ(found.time, expected.time);
  EXPECT_EQ(found.step, expected.step);
  EXPECT_EQ(found.step_length, expected.step_length);
  EXPECT_EQ(found.position, expected.position);
  EXPECT_EQ(found.orientation, expected.orientation);
  EXPECT_EQ(found.velocity, expected.velocity);
  EXPECT_EQ(found.angular_velocity, expected.angular_velocity);
  EXPECT_EQ(found.obstacle_position, expected.obstacle_position);
  EXPECT_EQ(found.obstacle_orientation, expected.obstacle_orientation);
  EXPECT_EQ(found.contact_pair, expected.contact_pair);
  EXPECT_EQ(found.contact_feature, expected.contact_feature);
  EXPECT_EQ(found.contact_normal, expected.contact_normal);
  EXPECT_EQ(found.contact_point, expected.contact_point);
  EXPECT_EQ(found.contact_distance, expected.contact_distance);
  EXPECT_EQ(found.contact_impulse, expected.contact_impulse);
  EXPECT_EQ(found.contact_gamma, expected.contact_gamma);
}

inline void expect_same(const HistoryRow& found, const HistoryRow& expected) {
  EXPECT_EQ(found.step, expected.step);
  EXPECT_EQ(found.time, expected.time);
  EXPECT_EQ(found.contacts, expected.contacts);
  EXPECT_EQ(found.iterations, expected.iterations);
  EXPECT_EQ(found.residual, expected.residual);
  EXPECT_EQ(found.converged, expected.converged);
  EXPECT_EQ(found.overlap, expected.overlap);
  EXPECT_EQ(found.complementarity, expected.complementarity);
  EXPECT_EQ(found.kinetic_energy, expected.kinetic_energy);
  EXPECT_EQ(found.potential_energy, expected.potential_energy);
  EXPECT_EQ(found.wall_seconds, expected.wall_seconds);
  EXPECT_EQ(found.obstacle_force, expected.obstacle_force);
  EXPECT_EQ(found.obstacle_torque, expected.obstacle_torque);
  EXPECT_EQ(found.clusters, expected.clusters);
  EXPECT_EQ(found.largest_cluster, expected.largest_cluster);
  EXPECT_EQ(found.coordination, expected.coordination);
  EXPECT_EQ(found.stress, expected.stress);
  EXPECT_EQ(found.volume, expected.volume);
}

/// The result holds the first so many frames and rows of the run, and nothing else.
inline void expect_run(const Results& results, const Constants& constants, std::int64_t frames, std::int64_t rows) {
  ASSERT_EQ(results.frames(), frames);
  for (std::int64_t k = 0; k < frames; ++k) {
    SCOPED_TRACE(k);
    expect_same(results.frame(k), frame(constants, k));
    EXPECT_EQ(results.times()[static_cast<std::size_t>(k)], frame(constants, k).time);
    EXPECT_EQ(results.steps()[static_cast<std::size_t>(k)], frame(constants, k).step);
  }
  const std::vector<HistoryRow> history = results.history();
  ASSERT_EQ(static_cast<std::int64_t>(history.size()), rows);
  for (std::int64_t k = 0; k < rows; ++k) {
    SCOPED_TRACE(k);
    expect_same(history[static_cast<std::size_t>(k)], row(constants, k));
  }
  EXPECT_EQ(results.constants().scene, constants.scene);
  EXPECT_EQ(results.constants().dimension, constants.dimension);
  EXPECT_EQ(results.constants().bodies.name, constants.bodies.name);
  EXPECT_EQ(results.constants().bodies.label, constants.bodies.label);
  EXPECT_EQ(results.constants().bodies.radius, constants.bodies.radius);
  EXPECT_EQ(results.constants().bodies.inertia, constants.bodies.inertia);
  EXPECT_EQ(results.constants().obstacles.name, constants.obstacles.name);
  EXPECT_EQ(results.constants().obstacles.shape, constants.obstacles.shape);
}

/// What `call` throws, as text; "" where it does not throw.
template <class Thrown, class Call>
std::string message_of(const Call& call) {
  try {
    call();
  } catch (const Thrown& error) {
    return error.what();
  }
  return "";
}

}  // namespace gluey::io::samples
