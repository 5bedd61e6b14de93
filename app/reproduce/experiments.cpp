// The table of experiments. A new one: its file in this folder, its declaration in experiment.hpp, its line here.

#include <array>

#include "reproduce/experiment.hpp"

namespace gluey::app {

std::span<const Experiment> experiments() {
  static constexpr std::array<Experiment, 10> table = {{
      {"lefebvre/fig2", "smooth particle above a plane, pushed then pulled", lefebvre_fig2},
      {"lefebvre/fig5", "the same with large time steps; order of convergence", lefebvre_fig5},
      {"lefebvre/fig12", "rough particle above a plane, gamma_min = -3", lefebvre_fig12},
      {"lefebvre/rough-viscous", "release time against viscosity, radius and roughness", lefebvre_rough_viscous},
      {"lefebvre/fig15", "gluey billiard: two discs meet, turn together and part", lefebvre_fig15},
      {"lefebvre/fig16", "gluey lotto: dry, rough and smooth discs in a turning box", lefebvre_fig16},
      {"lefebvre/fig17", "3000 discs through funnel and wheel, dry and gluey (minutes)", lefebvre_fig17},
      {"lefebvre/fig18", "the potentials around the wheel of figure 17 (minutes)", lefebvre_fig18},
      {"aggregation/shear", "1000 discs that stick to each other in an oscillating shear flow", aggregation_shear},
      {"aggregation/langevin", "500, 2000 and 5000 discs that stick under random forces", aggregation_langevin},
  }};
  return table;
}

}  // namespace gluey::app
