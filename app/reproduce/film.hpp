#pragma once
// The lubricated particle of Hillairet, Lozinski and Szopos 2011, section 4.2, which figures 3 to 6 share.

#include <gluey/ode.hpp>

#include <string>
#include <vector>

#include "reproduce/experiment.hpp"

namespace gluey::app {

/// q₀ = 1 at rest, force −2 until t = 2, then +2; n = ε q^{−3/2} in 2D, ε/q in 3D.
ode::LubricatedParticle pushed_in_a_film(int dimension, double epsilon, double step, double end = 4.0);

/// The reference at the rows of `found`, good enough to compare time steps with.
ode::Trajectory reference_at(const ode::LubricatedParticle& particle, const std::vector<double>& times);
/// Over the rows until t = 4, where the paper's figures end.
double error_until_4(const ode::Trajectory& found, const ode::Trajectory& exact);
/// The last row that is not later than t.
std::size_t row_until(const ode::Trajectory& found, double t);
double smallest_q(const ode::Trajectory& found);
/// q at which a trajectory is frozen first; 0 where it never is.
double frozen_at(const ode::Trajectory& found);

/// 0, …, end in `rows` equal parts.
std::vector<double> equal_times(double end, int rows);
PlotSeries q_of_t(const std::string& title, const ode::Trajectory& trajectory,
                  PlotSeries::Style style = PlotSeries::Style::line);
void write_film(Report& report, const std::string& name, const ode::Trajectory& found, const ode::Trajectory& exact);

}  // namespace gluey::app
