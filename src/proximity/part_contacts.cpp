// Contacts of balls with the parts of obstacles. Parts and their bodies are cut into pieces of about equal size, so that a plane before a
// million bodies is shared out as a mesh of a million triangles is.

#include "core/parallel.hpp"
#include "geometry/distance/points.hpp"
#include "geometry/distance/table.hpp"
#include "proximity/contact_graph.hpp"

#include <algorithm>
#include <atomic>

namespace gluey {
namespace {

/// Closest point of part p of an obstacle to a body at `local`, both in the obstacle's frame. Where that point lies on
/// or within another part that is nearer (two boxes side by side, a paddle's root in its hub), the other part owns the
/// contact, so that coplanar neighbours make one contact.
template <int D, class Shape>
Closest<D> closest_owned(const Vec<D>& local, const Shape& shape, const Obstacle<D>& obstacle, std::size_t p,
                         double within, double slack) {
  Closest<D> near = closest(local, shape);
  if (!near.owned || obstacle.parts.size() == 1 || near.distance > within || !std::isfinite(shape.extent())) {
    return near;
  }
  const Vec<D> point = local - near.distance * near.outward;
  for (std::size_t q = 0; q < obstacle.parts.size() && near.owned; ++q) {
    if (q == p) {
      continue;
    }
    const Part<D>& other = obstacle.parts[q];
    if (std::holds_alternative<Plane<D>>(other) || part_closest<D>(point, other).distance > slack) {
      continue;
    }
    const Closest<D> rival = part_closest<D>(local, other);
    // Both sides compare the same two numbers, so that one of them keeps the contact and the other does not.
    near.owned = !(rival.owned && (rival.distance < near.distance || (rival.distance == near.distance && q < p)));
  }
  return near;
}

/// A plane where it stands: the distance of x is n·x − d.
template <int D>
struct PlaneInSpace {
  PlaneInSpace(const Pose<D>& pose, const Plane<D>& plane)
      : normal(pose.orientation.apply(plane.normal)), offset(normal.dot(pose.to_world(plane.point))) {}
  Vec<D> normal;
  double offset;
};

}  // namespace

template <int D>
template <class Shape>
Closest<D> ContactGraph<D>::met(const World<D>& world, const Candidates<D>& candidates, const Ranges& ranges,
                                const Shape& shape, std::size_t part, std::size_t body) const {
  const auto& name = candidates.parts[part];
  const auto k = static_cast<std::size_t>(name.obstacle);
  const Obstacle<D>& obstacle = world.obstacles[k];
  const double radius = world.bodies.radius[body];
  const double within = radius + ranges.body[body] + ranges.obstacle[k];
  Closest<D> near = closest_owned(obstacle.pose.to_local(world.bodies.position[body]), shape, obstacle,
                                  static_cast<std::size_t>(name.part), within, 1e-9 * radius);
  near.owned = near.owned && near.distance <= within;
  if (!near.owned && !ahead_.empty()) {
    const auto at = std::lower_bound(ahead_.begin(), ahead_.end(), std::pair(part, body),
                                     [](const Ahead& a, const auto& b) { return std::pair(a.part, a.body) < b; });
    if (at != ahead_.end() && at->part == part && at->body == body) {
      return {at->distance, at->outward, true};
    }
  }
  return near;
}

template <int D>
void ContactGraph<D>::cut_into_pieces(const World<D>& world, const Candidates<D>& candidates) {
  const std::size_t n = world.bodies.size();
  pieces_.clear();
  std::size_t room = 0;  // in the last one
  for (std::size_t p = 0; p < candidates.parts.size(); ++p) {
    const std::size_t begin = candidates.parts[p].bounded ? static_cast<std::size_t>(candidates.part_row[p]) : 0;
    const std::size_t end = candidates.parts[p].bounded ? static_cast<std::size_t>(candidates.part_row[p + 1]) : n;
    const bool bounded = candidates.parts[p].bounded;
    if (bounded && begin < end && end - begin <= room) {
      pieces_.back().last_part = p;
      room -= end - begin;
      continue;
    }
    room = bounded && begin == end ? room : 0;
    for (std::size_t at = begin; at < end; at += block_size) {
      const std::size_t until = std::min(end, at + block_size);
      pieces_.push_back({p, p, at, until});
      room = bounded && until == end && at == begin ? block_size - (until - at) : 0;
    }
  }
}

/// visit(part, shape, body) for the tests of a piece.
template <int D>
template <class Visit>
void ContactGraph<D>::for_piece(const World<D>& world, const Candidates<D>& candidates, const Piece& piece,
                                const Visit& visit) const {
  const Bodies<D>& bodies = world.bodies;
  for (std::size_t p = piece.first_part; p <= piece.last_part; ++p) {
    const auto& name = candidates.parts[p];
    const Obstacle<D>& obstacle = world.obstacles[static_cast<std::size_t>(name.obstacle)];
    std::visit(
        [&](const auto& shape) {
          if (!name.bounded) {
            for (std::size_t i = piece.begin; i < piece.end; ++i) {
              if (bodies.here(i)) {
                visit(p, shape, i);
              }
            }
            return;
          }
          const std::size_t begin =
              p == piece.first_part ? piece.begin : static_cast<std::size_t>(candidates.part_row[p]);
          const std::size_t end = p == piece.first_part && p == piece.last_part
                                      ? piece.end
                                      : static_cast<std::size_t>(candidates.part_row[p + 1]);
          for (std::size_t k = begin; k < end; ++k) {
            visit(p, shape, static_cast<std::size_t>(candidates.part_body[k]));
          }
        },
        obstacle.parts[static_cast<std::size_t>(name.part)]);
  }
}

template <int D>
void ContactGraph<D>::find_with_parts(const World<D>& world, const Candidates<D>& candidates, const Ranges& ranges) {
  const Bodies<D>& bodies = world.bodies;
  cut_into_pieces(world, candidates);
  if (with_parts_.size() < pieces_.size()) {
    with_parts_.resize(pieces_.size());
  }
  for_each_piece(pieces_.size(), [&](std::size_t at) {
    const Piece& piece = pieces_[at];
    std::vector<WithPart>& found = with_parts_[at];
    found.clear();
    if (!candidates.parts[piece.first_part].bounded) {
      const std::size_t p = piece.first_part;
      const auto k = static_cast<std::size_t>(candidates.parts[p].obstacle);
      const Obstacle<D>& obstacle = world.obstacles[k];
      const PlaneInSpace<D> plane(
          obstacle.pose, std::get<Plane<D>>(obstacle.parts[static_cast<std::size_t>(candidates.parts[p].part)]));
      for (std::size_t i = piece.begin; i < piece.end; ++i) {
        const double gap = plane.normal.dot(bodies.position[i]) - plane.offset - bodies.radius[i];
        if (gap <= ranges.body[i] + ranges.obstacle[k] && bodies.here(i)) {
          found.push_back({static_cast<std::int32_t>(p), static_cast<std::int32_t>(i), gap, -plane.normal});
        }
      }
      return;
    }
    for_piece(world, candidates, piece, [&](std::size_t p, const auto& shape, std::size_t i) {
      const Closest<D> near = met(world, candidates, ranges, shape, p, i);
      if (near.owned) {
        const auto k = static_cast<std::size_t>(candidates.parts[p].obstacle);
        found.push_back({static_cast<std::int32_t>(p), static_cast<std::int32_t>(i), near.distance - bodies.radius[i],
                         -world.obstacles[k].pose.orientation.apply(near.outward)});
      }
    });
  });
  before_piece_.assign(pieces_.size() + 1, 0);
  for (std::size_t at = 0; at < pieces_.size(); ++at) {
    before_piece_[at] = with_parts_[at].size();
  }
  exclusive_scan(before_piece_);
}

/// Puts what was found behind the pairs of bodies; rows of parts begin at row_[n].
template <int D>
void ContactGraph<D>::fill_with_parts(const World<D>& world, const Candidates<D>& candidates) {
  const std::size_t n = world.bodies.size(), parts = candidates.parts.size(), pairs = contacts.pairs;
  const std::size_t found = before_piece_.back();
  part_of_.resize(found);
  for_each_piece(pieces_.size(), [&](std::size_t at) {
    std::size_t k = before_piece_[at];
    for (const WithPart& one : with_parts_[at]) {
      const auto& name = candidates.parts[static_cast<std::size_t>(one.part)];
      const std::size_t c = pairs + k;
      contacts.first[c] = one.body;
      contacts.second[c] = static_cast<std::int32_t>(n) + name.obstacle;
      contacts.feature[c] = name.part;
      contacts.normal[c] = one.normal;
      contacts.gap[c] = one.gap;
      part_of_[k++] = one.part;
    }
  });
  const auto begins_at = [&](std::size_t from, std::size_t to, std::size_t k) {
    for (std::size_t p = from; p < to; ++p) {
      row_[n + p] = static_cast<std::int64_t>(pairs + k);
    }
  };
  parallel_for(found, [&](std::size_t k) {
    begins_at(k == 0 ? 0 : static_cast<std::size_t>(part_of_[k - 1]) + 1, static_cast<std::size_t>(part_of_[k]) + 1, k);
  });
  begins_at(found == 0 ? 0 : static_cast<std::size_t>(part_of_[found - 1]) + 1, parts + 1, found);
}

template <int D>
bool ContactGraph<D>::look_ahead(const World<D>& world, const Candidates<D>& candidates, const Ranges& ranges,
                                 const std::vector<Vec<D>>& velocity, double h, double slack) {
  if (!world.plain() || std::none_of(world.obstacles.begin(), world.obstacles.end(),
                                     [](const Obstacle<D>& obstacle) { return obstacle.parts.size() > 1; })) {
    return false;
  }
  const Bodies<D>& bodies = world.bodies;
  const std::size_t before = ahead_.size();
  cut_into_pieces(world, candidates);
  if (ahead_new_.size() < pieces_.size()) {
    ahead_new_.resize(pieces_.size());
  }
  for_each_piece(pieces_.size(), [&](std::size_t at) {
    std::vector<Ahead>& found = ahead_new_[at];
    found.clear();
    if (!candidates.parts[pieces_[at].first_part].bounded) {
      return;
    }
    for_piece(world, candidates, pieces_[at], [&](std::size_t p, const auto& shape, std::size_t i) {
      const auto& name = candidates.parts[p];
      const Obstacle<D>& obstacle = world.obstacles[static_cast<std::size_t>(name.obstacle)];
      if (obstacle.parts.size() == 1 || h * h * velocity[i].squaredNorm() <= slack * slack) {
        return;  // no deeper than that
      }
      const Vec<D> here = obstacle.pose.to_local(bodies.position[i]);
      const Vec<D> there = obstacle.pose.to_local(Vec<D>(bodies.position[i] + h * velocity[i]));
      if (closest(there, shape).distance - bodies.radius[i] >= -slack ||
          met(world, candidates, ranges, shape, p, i).owned) {
        return;
      }
      const Closest<D> near = closest_owned(there, shape, obstacle, static_cast<std::size_t>(name.part),
                                            bodies.radius[i], 1e-9 * bodies.radius[i]);
      if (near.owned) {
        found.push_back({p, i, near.outward, near.distance + near.outward.dot(here - there)});
      }
    });
  });
  for (std::size_t at = 0; at < pieces_.size(); ++at) {
    ahead_.insert(ahead_.end(), ahead_new_[at].begin(), ahead_new_[at].end());
  }
  if (ahead_.size() == before) {
    return false;
  }
  std::sort(ahead_.begin(), ahead_.end(),
            [](const Ahead& a, const Ahead& b) { return std::pair(a.part, a.body) < std::pair(b.part, b.body); });
  return true;
}

template <int D>
bool ContactGraph<D>::missed_with_parts(const World<D>& world, const Candidates<D>& candidates, const Ranges& looked_at,
                                        const std::vector<Vec<D>>& velocity, const std::vector<Spin<D>>& spin,
                                        double h) {
  const Bodies<D>& bodies = world.bodies;
  std::atomic<bool> found = false;
  cut_into_pieces(world, candidates);
  const auto look = [&](std::size_t k, std::size_t i, double gap, const Vec<D>& outward) {
    if (gap <= looked_at.body[i] + looked_at.obstacle[k]) {
      return;
    }
    const double opens = opening.velocity(velocity[i].norm() + spin[i].norm() * bodies.radius[i], spin[i].norm());
    if (gap + h * (outward.dot(velocity[i]) - opens) < 0.0) {
      found.store(true, std::memory_order_relaxed);
    }
  };
  for_each_piece(pieces_.size(), [&](std::size_t at) {
    const Piece& piece = pieces_[at];
    if (found.load(std::memory_order_relaxed)) {
      return;
    }
    if (!candidates.parts[piece.first_part].bounded) {
      const auto& name = candidates.parts[piece.first_part];
      const auto k = static_cast<std::size_t>(name.obstacle);
      const PlaneInSpace<D> plane(world.obstacles[k].pose,
                                  std::get<Plane<D>>(world.obstacles[k].parts[static_cast<std::size_t>(name.part)]));
      for (std::size_t i = piece.begin; i < piece.end; ++i) {
        if (bodies.here(i)) {
          look(k, i, plane.normal.dot(bodies.position[i]) - plane.offset - bodies.radius[i], plane.normal);
        }
      }
      return;
    }
    for_piece(world, candidates, piece, [&](std::size_t p, const auto& shape, std::size_t i) {
      const auto k = static_cast<std::size_t>(candidates.parts[p].obstacle);
      const Pose<D>& pose = world.obstacles[k].pose;
      const Closest<D> near = closest(pose.to_local(bodies.position[i]), shape);
      if (near.owned) {
        look(k, i, near.distance - bodies.radius[i], pose.orientation.apply(near.outward));
      }
    });
  });
  return found;
}

template void ContactGraph<2>::find_with_parts(const World<2>&, const Candidates<2>&, const Ranges&);
template void ContactGraph<3>::find_with_parts(const World<3>&, const Candidates<3>&, const Ranges&);
template void ContactGraph<2>::fill_with_parts(const World<2>&, const Candidates<2>&);
template void ContactGraph<3>::fill_with_parts(const World<3>&, const Candidates<3>&);
template bool ContactGraph<2>::look_ahead(const World<2>&, const Candidates<2>&, const Ranges&,
                                          const std::vector<Vec<2>>&, double, double);
template bool ContactGraph<3>::look_ahead(const World<3>&, const Candidates<3>&, const Ranges&,
                                          const std::vector<Vec<3>>&, double, double);
template bool ContactGraph<2>::missed_with_parts(const World<2>&, const Candidates<2>&, const Ranges&,
                                                 const std::vector<Vec<2>>&, const std::vector<Spin<2>>&, double);
template bool ContactGraph<3>::missed_with_parts(const World<3>&, const Candidates<3>&, const Ranges&,
                                                 const std::vector<Vec<3>>&, const std::vector<Spin<3>>&, double);

}  // namespace gluey
