#include "render/snapshot.hpp"

#include <gluey/errors.hpp>

#include <fmt/format.h>

#include <numeric>

namespace gluey::render {

namespace {

/// Mean length of the steps between the frame and the one before; of the next ones for the first frame.
double step_length_at(const Results& results, std::size_t frame) {
  const std::vector<double>& times = results.times();
  const std::vector<std::int64_t>& steps = results.steps();
  const std::size_t last = frame > 0 ? frame : 1;
  if (last >= times.size() || steps[last] == steps[last - 1]) {
    return 1.0;
  }
  return (times[last] - times[last - 1]) / static_cast<double>(steps[last] - steps[last - 1]);
}

}  // namespace

Vec<3> Snapshot::row(const std::vector<double>& array, std::size_t index) const {
  const std::size_t d = dimension();
  return {array[index * d], array[index * d + 1], d == 3 ? array[index * d + 2] : 0.0};
}

double Snapshot::force(std::size_t contact) const { return row(frame.contact_impulse, contact).norm() / step_length; }

Pose<3> Snapshot::pose(const std::vector<double>& positions, const std::vector<double>& orientations,
                       std::size_t index) const {
  Pose<3> pose{row(positions, index)};
  if (dimension() == 2) {
    pose.orientation.quaternion = Eigen::AngleAxisd(orientations[index], Vec<3>::UnitZ());
  } else {
    const double* q = orientations.data() + 4 * index;
    pose.orientation.quaternion = Eigen::Quaterniond(q[0], q[1], q[2], q[3]);
  }
  return pose;
}

Snapshot take_snapshot(const Results& results, std::int64_t frame, const std::string& title, bool trails) {
  const std::int64_t count = results.frames();
  if (frame >= count || frame < -count) {
    throw Error(fmt::format("there is no frame {}: the result has {} frames, 0 to {}", frame, count, count - 1));
  }
  const std::int64_t index = frame < 0 ? frame + count : frame;
  Snapshot snapshot{.constants = &results.constants(),
                    .frame = results.frame(index),
                    .step_length = step_length_at(results, static_cast<std::size_t>(index)),
                    .title = title};
  if (trails) {
    std::vector<std::int64_t> earlier(static_cast<std::size_t>(index));
    std::iota(earlier.begin(), earlier.end(), 0);
    snapshot.trail.resize(earlier.size());
    results.for_each_frame(earlier, {.places = true}, [&](std::size_t k, const Frame& past) -> Results::InTurn {
      snapshot.trail[k] = past.position;
      return {};
    });
  }
  if (!snapshot.frame.present.empty()) {
    PresentBodies here = present_bodies(results.constants(), snapshot.frame);
    snapshot.kept = std::make_shared<const Constants>(std::move(here.constants));
    snapshot.constants = snapshot.kept.get();
    snapshot.frame = std::move(here.frame);
    const std::size_t d = snapshot.dimension();
    for (std::vector<double>& position : snapshot.trail) {
      std::vector<double> rows;
      for (const std::size_t body : here.number) {
        rows.insert(rows.end(), position.begin() + static_cast<std::ptrdiff_t>(body * d),
                    position.begin() + static_cast<std::ptrdiff_t>((body + 1) * d));
      }
      position = std::move(rows);
    }
  }
  return snapshot;
}

}  // namespace gluey::render
