// How deep bodies and obstacles were in each other when the step began.
//
// Gaps are those to where obstacles will be, along the normals there. Taking off what a surface moves along its normal leaves the gap of the
// beginning, h n·s − D of overlap, where a flat wall moves on. But the distance of convex bodies is a convex function of how they are shifted
// against each other, so that the overlap there was is never more than this, and where a corner or a round surface slides past a body it is less,
// or there was none at all. Bodies that are moved apart by more than they overlapped may go into each other. So what an obstacle that moves seems to
// overlap is measured with the obstacle where it stood.
//
// Gaps that are looked ahead to (look_ahead.cpp) are along normals of the end from the start, and no distances. To ask velocities for such an overlap would give
// energy. So of these what the obstacle's motion adds is left out, and no more.

#include "geometry/distance/table.hpp"
#include "step/step_problem.hpp"
#include "step/stepper.hpp"

#include <algorithm>
#include <atomic>

namespace gluey {
namespace {

/// How deep a ball is in an obstacle: at least in the part that it touches, and as it moves over a joint in another.
template <int D>
double depth_of_ball(const Vec<D>& center, double radius, const Obstacle<D>& obstacle, std::size_t touched,
                     double enough) {
  const Vec<D> local = obstacle.pose.to_local(center);
  double deepest = radius - part_closest<D>(local, obstacle.parts[touched]).distance;
  for (std::size_t k = 0; k < obstacle.parts.size() && deepest < enough; ++k) {
    deepest = std::max(deepest, radius - part_closest<D>(local, obstacle.parts[k]).distance);
  }
  return deepest;
}

}  // namespace

/// Of every contact; where there is none, minus a distance.
template <int D>
void Stepper<D>::measure_begun_overlaps(double h) {
  const Contacts<D>& contacts = graph.contacts;
  const std::size_t n = world.bodies.size();
  begun_overlap_.resize(contacts.size());
  // What obstacles that stand still overlap is told by the gap.
  const auto in_doubt = [&](std::size_t c) {
    return c >= contacts.pairs && begun_overlap_[c] > 0.0 && surfaces_.velocity[c] != Vec<D>::Zero();
  };
  std::vector<Largest> scratch;
  const double deepest =
      reduce_blocks(contacts.size(), scratch, [&](std::size_t begin, std::size_t end, Largest& part) {
        for (std::size_t c = begin; c < end; ++c) {
          const double moved = c < contacts.pairs ? 0.0 : h * contacts.normal[c].dot(surfaces_.velocity[c]);
          begun_overlap_[c] = moved - contacts.gap[c];
          part.put(in_doubt(c) ? begun_overlap_[c] : 0.0);
        }
      }).value;
  if (!(deepest > 0.0)) {
    return;
  }
  const auto change_poses = [&] {
    for (std::size_t k = 0; k < begun_poses_.size(); ++k) {
      std::swap(world.obstacles[k].pose, begun_poses_[k]);
    }
  };
  change_poses();
  if (contacts.detailed) {
    asked_.assign(n, 0);
    parallel_for(contacts.size(), [&](std::size_t c) {
      if (in_doubt(c)) {
        std::atomic_ref(asked_[static_cast<std::size_t>(contacts.first[c])]).store(1, std::memory_order_relaxed);
      }
    });
    touching_.find_within_obstacles(world, candidates_, asked_);
  }
  parallel_for(contacts.size(), [&](std::size_t c) {
    if (!in_doubt(c)) {
      return;
    }
    const auto i = static_cast<std::size_t>(contacts.first[c]);
    const double depth = contacts.detailed
                             ? touching_.depth(i, contacts.second[c], contacts.image[c])
                             : depth_of_ball(world.bodies.position[i], world.bodies.radius[i],
                                             world.obstacles[static_cast<std::size_t>(contacts.second[c]) - n],
                                             static_cast<std::size_t>(contacts.feature[c]), begun_overlap_[c]);
    const double ahead = graph.is_ahead(world, candidates_, c) ? -contacts.gap[c] : 0.0;
    begun_overlap_[c] = std::min(begun_overlap_[c], std::max(depth, ahead));
  });
  change_poses();
}

template void Stepper<2>::measure_begun_overlaps(double);
template void Stepper<3>::measure_begun_overlaps(double);

}  // namespace gluey
