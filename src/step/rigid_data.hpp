#pragma once
// From bodies and contacts to the data of the step problem with friction.

#include "law/law.hpp"
#include "problem/rigid_problem.hpp"
#include "proximity/contacts.hpp"
#include "world/free_rotation.hpp"
#include "world/world.hpp"

#include <vector>

namespace gluey {

/// How obstacles' surfaces move at the contacts, and the gaps that make contacts bounce.
template <int D>
struct Surfaces {
  std::vector<Vec<D>> velocity;  ///< per contact, mean over the step; 0 between bodies
  std::vector<Spin<D>> spin;     ///< per obstacle
  std::vector<double> gap;       ///< by bounce(): contacts.gap, or what asks for restitution

  /// At contacts found with the obstacles at the end of the step.
  void measure(const World<D>& world, const Contacts<D>& contacts, double h);
  void bounce(const LawTable& laws, const World<D>& world, const Contacts<D>& contacts,
              const std::vector<Vec<D>>& free_velocity, double h);

 private:
  std::vector<double> approach_, free_, carried_;
};

template <int D>
void pose_rigid(const World<D>& world, const Contacts<D>& contacts, const std::vector<Vec<D>>& free_velocity,
                const std::vector<FreeRotation<D>>& free_rotation, const Surfaces<D>& surfaces,
                const std::vector<double>& gap, const std::vector<ContactSet>& sets, double h,
                typename RigidProblem<D>::Data& data);

}  // namespace gluey
