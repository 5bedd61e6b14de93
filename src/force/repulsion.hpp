#pragma once
// Soft repulsion: k (a − D) while the surfaces are less than a apart. Potential k (a − D)²/2.

namespace gluey {

struct Repulsion {
  double stiffness = 0.0;  ///< k
  double reach = 0.0;      ///< a
  bool walls = false;      ///< obstacles repel, too

  [[nodiscard]] double range() const { return reach; }
  [[nodiscard]] double force(double gap) const { return gap < reach ? stiffness * (reach - gap) : 0.0; }
  [[nodiscard]] double potential(double gap) const {
    return gap < reach ? 0.5 * stiffness * (reach - gap) * (reach - gap) : 0.0;
  }
};

}  // namespace gluey
