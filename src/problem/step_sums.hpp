#pragma once
// What a pass over the contacts of an accelerated iteration sums up; D is the diagonal of W.

namespace gluey {

struct StepSums {
  double step = 0.0;     ///< eᵀDe, e = p⁺ − y
  double onward = 0.0;   ///< eᵀD(p⁺ − p)
  double speed = 0.0;    ///< Σ |D e|², velocities squared
  double largest = 0.0;  ///< … and the largest of these
  void add(const StepSums& other) {
    step += other.step;
    onward += other.onward;
    speed += other.speed;
    largest = other.largest > largest || other.largest != other.largest ? other.largest : largest;
  }
};

}  // namespace gluey
