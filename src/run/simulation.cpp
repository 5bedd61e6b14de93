#include <gluey/errors.hpp>
#include <gluey/simulation.hpp>

#include "io/checkpoint.hpp"
#include "run/engine.hpp"
#include "run/same_scene.hpp"
#include "run/tally.hpp"
#include "scene/options.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <utility>

namespace gluey {

struct Simulation::Implementation {
  std::unique_ptr<Engine> engine;
  std::string scene, name;  // resolved
  scene::Time time;
  bool stop_on_failure = false;
};

void set_threads(int threads) { omp_set_num_threads(std::max(1, threads)); }

Simulation::Simulation(const Scene& scene) : implementation_(std::make_unique<Implementation>()) {
  implementation_->engine = make_engine(scene);
  implementation_->scene = scene.resolved();
  implementation_->name = scene.name();
  implementation_->time = scene.options().time;
  implementation_->stop_on_failure = scene.options().solver.on_failure == scene::Solver::OnFailure::stop;
}
Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;

StepReport Simulation::step(double limit) {
  const double end = implementation_->time.end;
  StepReport report = implementation_->engine->step(end > time() ? std::min(limit, end) : limit);
  if (report.row.missed && implementation_->stop_on_failure) {
    throw Error(failure_text(report));
  }
  return report;
}

void Simulation::add_force(BodyForceFunction function) {
  implementation_->engine->add_force(as_load(std::move(function)));
}
void Simulation::add_force(BodyLoadFunction function) { implementation_->engine->add_force(std::move(function)); }

void Simulation::set_predictor(PredictorFunction function) {
  implementation_->engine->set_predictor(std::move(function));
}

void Simulation::set_law(LawFunctions functions) { implementation_->engine->set_law(std::move(functions)); }

const std::vector<SceneProblem>& Simulation::warnings() const { return implementation_->engine->warnings; }

bool Simulation::finished() const {
  const scene::Time& time = implementation_->time;
  return (time.steps >= 0 && steps() >= time.steps) || reached(this->time(), time);
}
double Simulation::time() const { return implementation_->engine->time(); }
std::int64_t Simulation::steps() const { return implementation_->engine->steps(); }
int Simulation::dimension() const { return implementation_->engine->dimension(); }
std::size_t Simulation::bodies() const { return implementation_->engine->bodies(); }
std::size_t Simulation::obstacles() const { return implementation_->engine->obstacles(); }
double Simulation::smallest_radius() const { return implementation_->engine->smallest_radius(); }
std::span<double> Simulation::positions() { return implementation_->engine->positions(); }
std::span<double> Simulation::velocities() { return implementation_->engine->velocities(); }
std::span<double> Simulation::orientations() { return implementation_->engine->orientations(); }
std::span<double> Simulation::angular_velocities() { return implementation_->engine->angular_velocities(); }
void Simulation::set_gamma(std::span<const double> gamma) { implementation_->engine->set_gamma(gamma); }
Constants Simulation::constants() const { return implementation_->engine->constants(); }
Frame Simulation::frame(bool contacts) const { return implementation_->engine->frame(contacts); }
std::vector<std::pair<std::string, double>> Simulation::stage_seconds() const {
  std::vector<std::pair<std::string, double>> seconds;
  for (const Stage& stage : implementation_->engine->stages()) {
    seconds.emplace_back(stage.name, stage.time.seconds);
  }
  return seconds;
}

void Simulation::save(const std::string& file) const {
  io::Checkpoint checkpoint;
  checkpoint.state = implementation_->engine->save();
  checkpoint.scene = implementation_->scene;
  checkpoint.tally = Tally().text();
  io::write_checkpoint_to(file, checkpoint);
}

void Simulation::restore(const std::string& file) {
  io::Checkpoint checkpoint = io::read_checkpoint_from(file);
  if (const std::string difference = first_difference(checkpoint.scene, implementation_->scene); !difference.empty()) {
    throw Error(fmt::format("{} was made by another scene than {}: {}", file, implementation_->name, difference));
  }
  implementation_->engine->restore(std::move(checkpoint.state));
}

}  // namespace gluey
