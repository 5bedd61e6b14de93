// The table of experiments. A new one: its file in this folder, its declaration in experiment.hpp, its line here.

#include <array>

#include "reproduce/experiment.hpp"

namespace gluey::app {

std::span<const Experiment> experiments() {
  static constexpr std::array<Experiment, 26> table = {{
      {"lefebvre/fig2", "smooth particle above a plane, pushed then pulled", lefebvre_fig2},
      {"lefebvre/fig3", "lubrication tends to the gluey particle as the viscosity vanishes", lefebvre_fig3},
      {"lefebvre/fig4", "a plane coated with a layer of viscous fluid", lefebvre_fig4},
      {"lefebvre/fig5", "the same with large time steps; order of convergence", lefebvre_fig5},
      {"lefebvre/fig12", "rough particle above a plane, gamma_min = -3", lefebvre_fig12},
      {"lefebvre/rough-viscous", "release time against viscosity, radius and roughness", lefebvre_rough_viscous},
      {"lefebvre/fig15", "gluey billiard: two discs meet, turn together and part", lefebvre_fig15},
      {"lefebvre/fig16", "gluey lotto: dry, rough and smooth discs in a turning box", lefebvre_fig16},
      {"lefebvre/fig17", "3000 discs through funnel and wheel, dry and gluey (minutes)", lefebvre_fig17},
      {"lefebvre/fig18", "the potentials around the wheel of figure 17 (minutes)", lefebvre_fig18},
      {"hillairet/table1", "coefficient of lubrication for water and glycerin", hillairet_table1},
      {"hillairet/fig3", "algorithms 1 and 2 in a film, epsilon = 0.1", hillairet_fig3},
      {"hillairet/fig4", "the same with epsilon = 0.001: algorithm 1 goes through the wall", hillairet_fig4},
      {"hillairet/fig5", "algorithm 2 for several thresholds", hillairet_fig5},
      {"hillairet/fig6", "algorithm 3: adaptive steps, automatic threshold", hillairet_fig6},
      {"hillairet/fig7", "drag on a disc near a wall, exact beside its asymptote", hillairet_fig7},
      {"hillairet/prop2", "lower bound of the return time, random forces", hillairet_prop2},
      {"hillairet/prop3", "bound of the velocity below the threshold, random forces", hillairet_prop3},
      {"hillairet/prop4", "error of the threshold for forces that push, then pull", hillairet_prop4},
      {"hillairet/prop5", "upper bound of the return time, random forces", hillairet_prop5},
      {"canum/incline", "a disc and a ball on an inclined plane with every law: slide, roll, pull-off", canum_incline},
      {"canum/order", "order one in dt of every law, from flight to pull-off", canum_order},
      {"canum/heap", "a heap runs down a plane: friction, viscosity, and both (minutes)", canum_heap},
      {"aggregation/shear", "1000 discs that stick to each other in an oscillating shear flow", aggregation_shear},
      {"aggregation/langevin", "500, 2000 and 5000 discs that stick under random forces", aggregation_langevin},
      {"lubrication/channel", "4000 bodies of many shapes fall through a channel, films between them (minutes)",
       lubrication_channel},
  }};
  return table;
}

}  // namespace gluey::app
