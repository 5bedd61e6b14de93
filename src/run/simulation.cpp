#include <gluey/errors.hpp>
#include <gluey/simulation.hpp>

#include "run/engine.hpp"
#include "scene/options.hpp"

#include <utility>

namespace gluey {

struct Simulation::Implementation {
  std::unique_ptr<Engine> engine;
  scene::Time time;
  bool stop_on_failure = false;
};

Simulation::Simulation(const Scene& scene) : implementation_(std::make_unique<Implementation>()) {
  implementation_->engine = make_engine(scene);
  implementation_->time = scene.options().time;
  implementation_->stop_on_failure = scene.options().solver.on_failure == scene::Solver::OnFailure::stop;
}
Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;

StepReport Simulation::step() {
  StepReport report = implementation_->engine->step(implementation_->time.end);
  if (!report.row.converged && implementation_->stop_on_failure) {
    throw Error(failure_text(report));
  }
  return report;
}

void Simulation::add_force(BodyForceFunction function) { implementation_->engine->add_force(std::move(function)); }

bool Simulation::finished() const {
  const scene::Time& time = implementation_->time;
  return (time.steps >= 0 && steps() >= time.steps) || reached(this->time(), time);
}
double Simulation::time() const { return implementation_->engine->time(); }
std::int64_t Simulation::steps() const { return implementation_->engine->steps(); }
int Simulation::dimension() const { return implementation_->engine->dimension(); }
std::size_t Simulation::bodies() const { return implementation_->engine->bodies(); }
std::size_t Simulation::obstacles() const { return implementation_->engine->obstacles(); }
std::span<double> Simulation::positions() { return implementation_->engine->positions(); }
std::span<double> Simulation::velocities() { return implementation_->engine->velocities(); }
Constants Simulation::constants() const { return implementation_->engine->constants(); }
Frame Simulation::frame(bool contacts) const { return implementation_->engine->frame(contacts); }

}  // namespace gluey
