#include "render/veil.hpp"

#include "render/bounds.hpp"

#include <algorithm>

namespace gluey::render {

namespace {

// A pillar among many bodies hides a few of them and is a solid all the same.
constexpr double share_hidden = 0.1;

/// The distance of a point from the line of sight's part between the eye and the body.
double distance(const Vec<3>& point, const Vec<3>& eye, const Vec<3>& body) {
  const Vec<3> sight = body - eye;
  const double along = std::clamp((point - eye).dot(sight) / sight.squaredNorm(), 0.0, 1.0);
  return (eye + along * sight - point).norm();
}

bool face_hides(const Piece& face, const Vec<3>& eye, const Vec<3>& body) {
  const double before = face.normal.dot(eye - face.points[0]);
  const double behind = face.normal.dot(body - face.points[0]);
  if (before * behind >= 0.0 || (before < 0.0 && !face.two_sided)) {
    return false;
  }
  const Vec<3> through = eye + before / (before - behind) * (body - eye);
  for (std::size_t k = 0; k < face.points.size(); ++k) {
    const Vec<3> side = face.points[(k + 1) % face.points.size()] - face.points[k];
    if (side.cross(through - face.points[k]).dot(face.normal) < 0.0) {
      return false;
    }
  }
  return true;
}

/// Whether the body's centre is behind the piece.
bool hides(const Piece& piece, const Vec<3>& eye, const Vec<3>& body) {
  if (piece.kind == Piece::Kind::face) {
    return face_hides(piece, eye, body);
  }
  if (piece.kind == Piece::Kind::ball) {
    return distance(piece.points[0], eye, body) < piece.radius;
  }
  if (piece.kind == Piece::Kind::capsule) {
    // As a row of balls, close enough for the purpose.
    constexpr int balls = 32;
    for (int k = 0; k <= balls; ++k) {
      const double part = static_cast<double>(k) / balls;
      if (distance(piece.points[0] + part * (piece.points[1] - piece.points[0]), eye, body) < piece.radius) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace

Veils::Veils(const std::vector<Snapshot>& snapshots, const Vec<3>& eye) {
  for (const Snapshot& snapshot : snapshots) {
    const std::vector<std::vector<Piece>> obstacles = obstacle_pieces(snapshot);
    for (std::size_t obstacle = 0; obstacle < obstacles.size(); ++obstacle) {
      std::size_t hidden = 0;
      std::set<std::pair<std::size_t, int>> parts;
      for (std::size_t body = 0; body < snapshot.bodies(); ++body) {
        bool seen = true;
        for (const Piece& piece : obstacles[obstacle]) {
          if (hides(piece, eye, snapshot.position(body))) {
            parts.emplace(obstacle, piece.part);
            seen = false;
          }
        }
        hidden += seen ? 0 : 1;
      }
      // The parts of one obstacle hide together what none of them may hide alone.
      if (static_cast<double>(hidden) > share_hidden * static_cast<double>(snapshot.bodies())) {
        veils_[snapshot.constants].merge(parts);
      }
    }
  }
}

bool Veils::hold(const Constants& constants, std::size_t obstacle, int part) const {
  const auto found = veils_.find(&constants);
  return found != veils_.end() && found->second.contains({obstacle, part});
}

}  // namespace gluey::render
