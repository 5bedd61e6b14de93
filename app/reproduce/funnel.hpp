#pragma once
// The run that figures 17 and 18 of Lefebvre 2009 share: 3000 discs through a funnel onto a wheel.

#include <gluey/results.hpp>

#include "reproduce/experiment.hpp"

namespace gluey::app {

/// Dry or gluey, γ ≥ −10, for the paper's 14 226 steps. The paper does not give its time step; with 0.0005 the funnel is half way
/// through at that step, as in its figures. Quick: a tenth of the discs, large steps.
Results funnel_run(Report& report, bool gluey);

}  // namespace gluey::app
