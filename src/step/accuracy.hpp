#pragma once
// How accurately a step is solved.
//
// What a residual means depends on what the step has to stop: contacts of a pile at rest have to stop g h, what gravity adds in a step. So
// residuals are compared with the reference velocity of the step
//     v_r = rms |U − V| + 10⁻³ max(rms |V − V̄|, v_o),
// over all bodies, U the free velocities, V those that the step begins with, V̄ their mean, and v_o the speed of the fastest obstacle: what forces add
// in a step and, where there are none, a thousandth of how bodies and obstacles move past each other.
//
// Iterations stop at a budget rather than at a loose tolerance: contacts that last start from the impulses of the last step, so that truncated solves go
// on converging from step to step unless a tolerance ends them. A budget grows with the number of layers n^(1/d), since weight travels one contact per
// iteration. docs/solvers/accuracy.md has what the levels cost and give.

#include "solver/result.hpp"

#include <string_view>

namespace gluey {

struct Accuracy {
  std::string_view name = "exact";
  double radii = 1e-6;     ///< the residual at which a step is solved, relative to smallest radius / step …
  double reference = 0.0;  ///< … or, where this is positive, relative to v_r
  solver::Budget budget = {};
  double promised =
      0.0;  ///< 95 % of the contacts of a step have residuals below this times v_r; 0: all are below the tolerance
  double overlap = 4e-6;  ///< of the smallest radius: bodies may begin a run as deep in each other as one leaves them
};

namespace accuracy {
inline constexpr Accuracy draft{"draft", 0.0, 0.01, {50.0, 3.0}, 4.0, 5e-2};
inline constexpr Accuracy standard{"standard", 0.0, 0.01, {100.0, 16.0}, 1.0, 2e-2};
inline constexpr Accuracy fine{"fine", 0.0, 0.001, {1000.0, 100.0}, 0.1, 2e-3};
inline constexpr Accuracy exact{};
}  // namespace accuracy

}  // namespace gluey
