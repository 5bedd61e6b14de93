#pragma once
// Where bodies of any shape touch each other and the obstacles: every pair of convex parts of a candidate pair is asked for
// its distance once, and what lies within range is put down, body by body.

#include "proximity/candidates.hpp"
#include "proximity/contacts.hpp"

#include <cstdint>
#include <vector>

namespace gluey {

template <int D>
class Touching {
 public:
  /// A point where a body touches another, or an obstacle (second = N + k).
  struct Point {
    std::int32_t second = 0, part_first = 0, part_second = 0;
    std::int32_t number = 0;  ///< among those of these two parts
    Image<D> image = {};      ///< of the second
    double gap = 0.0;
    Vec<D> normal = Vec<D>::Zero();                                      ///< from the body to the second
    Vec<D> local_first = Vec<D>::Zero(), local_second = Vec<D>::Zero();  ///< in the frames of the two
    double curvature_first = 0.0, curvature_second = 0.0;
  };

  /// Bodies are taken by fixed numbers, so that any number of threads finds the same.
  static constexpr std::size_t chunk_size = 32;
  struct Chunk {
    std::vector<Point> with_bodies, with_obstacles;           ///< of one body after the other
    std::vector<std::int32_t> count_bodies, count_obstacles;  ///< one a body
    std::int64_t inexact = 0;
    double deepest = 0.0;  ///< of two solid parts within each other, whoever owns their contact
  };

  void find(const World<D>& world, const Candidates<D>& candidates, const Ranges& ranges);
  /// Where the bodies that are asked for overlap obstacles, and nothing else.
  void find_within_obstacles(const World<D>& world, const Candidates<D>& candidates,
                             const std::vector<std::uint8_t>& asked);

  /// How deep a body is in an image of an obstacle (N + k), of the points that were found; 0 where it is not.
  [[nodiscard]] double depth(std::size_t body, std::int32_t obstacle, const Image<D>& image) const;

  /// Puts down one more point of a body, unless there is one of the same two parts.
  void insert(std::size_t body, bool with_obstacle, const Point& point);

  /// Shapes or obstacles were changed from outside.
  void forget() { forgotten_ = true; }

  [[nodiscard]] const std::vector<Chunk>& chunks() const { return chunks_; }
  /// Queries whose answer is a fallback.
  [[nodiscard]] std::int64_t inexact() const;

  /// A ball that holds a part.
  struct Ball {
    Vec<D> center;
    double radius;
  };

 private:
  struct Side {
    const Part<D>* parts;
    const Ball* balls;
    std::size_t count;
  };
  static double deepest_of_solids(const Side& first, const Part<D>* second, const std::vector<Point>& points,
                                  std::size_t begin);
  void prepare(const World<D>& world, const Ranges& ranges);
  template <class Visit>
  void for_each_body(std::size_t n, bool worth_threads, Visit&& visit);
  void find_around(const World<D>& world, const Candidates<D>& candidates, const Ranges& ranges, std::size_t i,
                   bool obstacles_alone, Chunk& chunk) const;
  void put_down(const Side& first, const Side& second, std::int32_t offset, const Point& named, const Pose<D>& pose,
                const Pose<D>& other, double within, std::vector<Point>& points, std::int64_t& inexact) const;

  /// What is asked of every candidate, in one place: where a body is and how far it reaches.
  struct Hull {
    Vec<D> position;
    double reach;
  };

  bool forgotten_ = false;
  std::vector<Hull> hulls_;
  Ranges touch_;  // none
  std::vector<std::vector<Ball>> shape_balls_;
  std::vector<std::vector<Ball>> obstacle_balls_;
  std::vector<Chunk> chunks_;
};

}  // namespace gluey
