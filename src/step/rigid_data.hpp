#pragma once
// From bodies and contacts to the data of the step problem with friction.

#include "problem/rigid_problem.hpp"
#include "step/surfaces.hpp"
#include "world/mobility.hpp"

#include <vector>

namespace gluey {

template <int D>
void pose_rigid(const World<D>& world, const Contacts<D>& contacts, const Mobility<D>& mobility,
                const std::vector<Vec<D>>& free_velocity, const std::vector<FreeRotation<D>>& free_rotation,
                const Surfaces<D>& surfaces, const std::vector<double>& gap, const std::vector<ContactSet>& sets,
                double h, typename RigidProblem<D>::Data& data);

}  // namespace gluey
