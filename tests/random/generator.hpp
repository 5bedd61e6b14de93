#pragma once
// Draws the scene of a seed: bodies thrown together, on floors, in lines and stacks, over joints and seams; under any law. Distances and speeds
// are about 1, steps such that bodies meet within few of them.

#include "random/dice.hpp"
#include "random/tree.hpp"

#include <cstdint>
#include <vector>

namespace gluey::test {

class Generator {
 public:
  explicit Generator(std::uint64_t seed);
  Tree make();

 private:
  using Numbers = std::vector<double>;
  struct Sized {
    Tree shape;
    double outer;  ///< of a ball about its centre of mass
    double half;   ///< of its height as it stands, where known; else 0
  };

  // Vectors and turns.
  Numbers zero() const { return Numbers(static_cast<std::size_t>(d_), 0.0); }
  Numbers vector(double least, double most);
  Numbers unit(int axis, double length = 1.0) const;
  Numbers direction();
  Tree orientation();
  Tree spin(double most);
  static double norm(const Numbers& v);

  Tree time();
  /// Mostly to a tolerance at which laws can be checked; else as scenes of users are, down to a single iteration per step.
  Tree solver();
  /// The keys of one law; `first` has all that it needs.
  Tree law();
  Tree contact();

  // Shapes of about the radius r.
  Sized shape(double r);
  Sized corners(double r);
  Sized compound(double r);
  Numbers scaled_direction(const Numbers& radii);

  Tree& add_body(const Sized& sized, const Numbers& at);
  Tree& add_obstacle(const Tree& shape, const Numbers& at, bool may_move = true);
  Tree motion(const Numbers& at);
  double draw_radius() { return dice_.chance(wide_) ? dice_.order(0.03, 0.5) : dice_.length(0.15, 0.4); }
  /// Of surfaces that are to be parallel: touching, all but, or near.
  double gap() { return dice_.one_of({0.0, 0.0, 1e-9, 1e-3, 0.02}); }

  // How bodies are put.
  /// Bodies of all kinds thrown at a point; sometimes around an obstacle, in a box, in a periodic domain.
  void cloud();
  void floor();
  /// Equal shapes in line, face to face, end to end, side by side.
  void line_up();
  /// One body above a place where two parts of an obstacle meet.
  void over_joints();
  Tree plane(const Numbers& normal);
  /// A floor at height 0: the gap of a shape that stands on it is known.
  void lay_floor();

  void environment();

  Dice dice_, how_;  // of what happens, and of how accurately it is solved
  int d_;
  double h_ = 0.01;
  bool spheres_ = false, films_ = false, rough_ = false, several_ = false, gravity_ = false;
  double heavy_ = 0.1, wide_ = 0.0, driven_ = 0.05;
  Tree scene_;
};

}  // namespace gluey::test
