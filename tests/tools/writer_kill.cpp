// Writes a result whose every number follows from its place, for tests/io/kill_writer.py, which kills it on the way.
//
//   writer_kill FILE FRAMES [stop-after FRAMES | new]
//
// Goes on from the checkpoint where there is one, unless "new" is said. Prints "finished" at the end.

#include "io/writer.hpp"

#include <gluey/errors.hpp>

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>

namespace {

constexpr std::size_t kBodies = 40, kObstacles = 2;

gluey::Constants constants() {
  gluey::Constants constants;
  constants.dimension = 2;
  constants.scene = "title = \"kill\"\n";
  for (std::size_t k = 0; k < kBodies; ++k) {
    constants.bodies.name.push_back("body" + std::to_string(k));
    constants.bodies.label.emplace_back(k % 2 == 0 ? "grün" : "");
    constants.bodies.shape_kind.emplace_back("sphere");
    constants.bodies.material.emplace_back("grain");
    constants.bodies.radius.push_back(0.5 + static_cast<double>(k));
    constants.bodies.mass.push_back(1.0);
    constants.bodies.inertia.push_back(0.5);
  }
  for (std::size_t k = 0; k < kObstacles; ++k) {
    constants.obstacles.name.push_back("wall" + std::to_string(k));
    constants.obstacles.label.emplace_back("");
    constants.obstacles.shape_kind.emplace_back("plane");
    constants.obstacles.material.emplace_back("steel");
    constants.obstacles.shape.emplace_back(R"({"kind":"plane"})");
  }
  return constants;
}

// value = frame + entry / 1000, in every array
std::vector<double> values(std::int64_t frame, std::size_t size) {
  std::vector<double> result(size);
  for (std::size_t k = 0; k < size; ++k) {
    result[k] = static_cast<double>(frame) + static_cast<double>(k) / 1000.0;
  }
  return result;
}

gluey::Frame frame(std::int64_t k) {
  const auto contacts = static_cast<std::size_t>(k % 5);
  gluey::Frame frame;
  frame.time = 0.5 * static_cast<double>(k);
  frame.step = 3 * k;
  frame.position = values(k, 2 * kBodies);
  frame.orientation = values(k, kBodies);
  frame.velocity = values(k, 2 * kBodies);
  frame.angular_velocity = values(k, kBodies);
  frame.obstacle_position = values(k, 2 * kObstacles);
  frame.obstacle_orientation = values(k, kObstacles);
  frame.contact_pair.assign(2 * contacts, static_cast<std::int32_t>(k));
  frame.contact_feature.assign(contacts, k);
  frame.contact_normal = values(k, 2 * contacts);
  frame.contact_point = values(k, 2 * contacts);
  frame.contact_distance = values(k, contacts);
  frame.contact_impulse = values(k, 2 * contacts);
  frame.contact_gamma = values(k, contacts);
  return frame;
}

// Two rows of history to each frame.
gluey::HistoryRow row(std::int64_t k) {
  gluey::HistoryRow row;
  row.step = k;
  row.time = static_cast<double>(k) / 4.0;
  row.contacts = k % 7;
  row.iterations = k;
  row.converged = k % 3 != 0;
  row.kinetic_energy = static_cast<double>(k);
  row.obstacle_force = values(k, 2 * kObstacles);
  row.obstacle_torque = values(k, kObstacles);
  row.stress = values(k, 4);
  return row;
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 3) {
    return 2;
  }
  const std::string file = arguments[1];
  const std::int64_t frames = std::atoll(arguments[2]);
  const std::string mode = count > 3 ? arguments[3] : "";
  const std::int64_t stop_after = mode == "stop-after" && count > 4 ? std::atoll(arguments[4]) : -1;
  try {
    // Seals and merges every few frames, so that a kill meets every stage of them.
    const gluey::io::WriterOptions options{16 << 10, 0.01, 0.0, 20};
    std::optional<gluey::io::Checkpoint> from;
    if (mode != "new") {
      from = gluey::io::read_checkpoint(file);
    }
    gluey::io::Writer writer = from ? gluey::io::Writer::resume(file, constants(), *from, options)
                                    : gluey::io::Writer(file, constants(), options);
    for (std::int64_t k = from ? from->frames_written : 0; k < frames; ++k) {
      writer.add(row(2 * k));
      writer.add(row(2 * k + 1));
      writer.add(frame(k));
      writer.tick();
      gluey::io::Checkpoint checkpoint;
      checkpoint.state.add("bodies", 1).put("position", "length", frame(k).position);
      checkpoint.scene = constants().scene;
      if (k + 1 == stop_after) {
        writer.checkpoint(checkpoint);
        writer.finish(gluey::io::Ending::stopped);
        std::puts("stopped");
        return 0;
      }
      if (k % 25 == 24) {
        writer.checkpoint(checkpoint);
      }
    }
    writer.finish(gluey::io::Ending::complete);
    std::puts("finished");
  } catch (const gluey::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
