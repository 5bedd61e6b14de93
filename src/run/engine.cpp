#include "run/engine.hpp"

#include "core/counted.hpp"
#include "io/velocity_grid.hpp"
#include "run/problem_file.hpp"
#include "run/shared_state.hpp"
#include "run/snapshot.hpp"
#include "run/step_statistics.hpp"
#include "scene/build.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace gluey {
namespace {

template <int D>
class EngineOf final : public Engine {
 public:
  EngineOf(Stepper<D> stepper, std::string scene) : stepper_(std::move(stepper)), scene_(std::move(scene)) {}

  StepReport step(double limit) override {
    if (shared_.take_changes(stepper_.world.bodies)) {
      stepper_.invalidate();
    }
    const StepOutcome<D>& outcome = stepper_.step(limit);
    shared_.follow(stepper_.world.bodies);
    StepReport report;
    report.step_length = outcome.length;
    report.tolerance = outcome.tolerance;
    report.promised = stepper_.settings().accuracy.promised * outcome.reference;
    report.contact_searches = outcome.searches;
    report.tunnelling = outcome.tunnelling;
    report.inexact = outcome.inexact;
    report.halvings = outcome.halvings;
    report.solver = outcome.solve.method;
    HistoryRow& row = report.row;
    row.step = stepper_.world.step;
    row.time = stepper_.world.time;
    row.contacts = static_cast<std::int64_t>(outcome.contacts);
    row.iterations = outcome.solve.iterations;
    row.residual = outcome.solve.residual;
    row.converged = outcome.solve.converged();
    row.reference = outcome.reference;
    row.residual_median = outcome.solve.residual_median;
    row.residual_95 = outcome.solve.residual_95;
    row.missed = outcome.missed;
    row.kept = outcome.kept;
    row.recovery_work = outcome.recovery_work;
    row.overlap = outcome.overlap;
    row.complementarity = outcome.solve.complementarity;
    row.kinetic_energy = outcome.kinetic_energy;
    row.potential_energy = outcome.potential_energy;
    for (const Vec<D>& force : outcome.obstacle_force) {
      row.obstacle_force.insert(row.obstacle_force.end(), force.begin(), force.end());
    }
    for (const Spin<D>& torque : outcome.obstacle_torque) {
      row.obstacle_torque.insert(row.obstacle_torque.end(), torque.begin(), torque.end());
    }
    if (stepper_.films.any()) {
      row.films = static_cast<std::int64_t>(outcome.films);
      row.film_iterations = outcome.film_iterations;
      row.dissipation = {outcome.viscous, outcome.numerical, outcome.projection};
    }
    StageClock clock;
    statistics_.measure(stepper_, row);
    clock.add_to(history_, 0);
    for (const Outlet<D>& outlet : stepper_.world.outlets) {
      row.taken.push_back(outlet.taken);
    }
    return report;
  }

  [[nodiscard]] double time() const override { return stepper_.world.time; }
  [[nodiscard]] std::int64_t steps() const override { return stepper_.world.step; }
  [[nodiscard]] int dimension() const override { return D; }
  [[nodiscard]] std::size_t bodies() const override { return stepper_.world.bodies.size(); }
  [[nodiscard]] std::size_t obstacles() const override { return stepper_.world.obstacles.size(); }
  [[nodiscard]] std::int64_t present() const override {
    const auto& presence = stepper_.world.bodies.presence;
    return comes_and_goes(stepper_.world) ? std::count(presence.begin(), presence.end(), Presence::here) : -1;
  }
  [[nodiscard]] std::vector<std::pair<std::string, std::int64_t>> outlets() const override {
    std::vector<std::pair<std::string, std::int64_t>> taken;
    taken.reserve(stepper_.world.outlets.size());
    for (const Outlet<D>& outlet : stepper_.world.outlets) {
      taken.emplace_back(outlet.name.empty() ? fmt::format("outlet {}", taken.size()) : outlet.name, outlet.taken);
    }
    return taken;
  }
  [[nodiscard]] double smallest_radius() const override { return stepper_.smallest_radius(); }

  std::span<double> positions() override { return shared_.positions(stepper_.world.bodies); }
  std::span<double> velocities() override { return flat(stepper_.world.bodies.velocity); }
  std::span<double> orientations() override { return shared_.orientations(stepper_.world.bodies); }
  std::span<double> angular_velocities() override { return flat(stepper_.world.bodies.angular_velocity); }
  void set_gamma(std::span<const double> gamma) override {
    std::vector<double>& potential = stepper_.graph.contacts.potential;
    if (stepper_.films.any()) {
      throw Error("the potentials of contacts cannot be set where films carry them");
    }
    if (gamma.size() != potential.size()) {
      throw Error(fmt::format("found {} potentials for {}", gamma.size(),
                              counted(static_cast<std::int64_t>(potential.size()), "contact", "contacts")));
    }
    if (!std::all_of(gamma.begin(), gamma.end(), [](double value) { return value <= 0.0; })) {
      throw Error("the potentials of contacts must be ≤ 0");
    }
    std::copy(gamma.begin(), gamma.end(), potential.begin());
  }

  [[nodiscard]] Constants constants() const override { return take_constants(stepper_, scene_); }
  [[nodiscard]] Frame frame(bool contacts) const override { return take_frame(stepper_, contacts); }
  [[nodiscard]] State save() const override {
    State state;
    stepper_.save(state);
    return state;
  }
  void restore(State state) override {
    stepper_.restore(state);
    shared_.follow(stepper_.world.bodies);
  }

  [[nodiscard]] std::vector<Stage> stages() const override {
    std::vector<Stage> stages;
    for (std::size_t k = 0; k < stepper_.stages.size(); ++k) {
      stages.push_back({std::string(Stepper<D>::stage_names[k]), stepper_.stages[k]});
    }
    stages.push_back({"history", history_[0]});
    return stages;
  }

  void add_force(BodyLoadFunction function) override {
    stepper_.forces().user.push_back([this, function = std::move(function)](const World<D>& world, double h,
                                                                            std::vector<Vec<D>>& force,
                                                                            std::vector<Spin<D>>& torque) {
      const Bodies<D>& bodies = world.bodies;
      // Those that users see and may write to follow when the step is done.
      const BodyState state{world.time,
                            h,
                            flat(bodies.position),
                            flat(bodies.velocity),
                            flat(bodies.orientation, orientation_),
                            flat(bodies.angular_velocity)};
      function(state, flat(force), flat(torque));
    });
  }

  void set_predictor(PredictorFunction function) override {
    if (!function) {
      stepper_.forces().predictor = {};
      return;
    }
    stepper_.forces().predictor = [function = std::move(function)](const World<D>& world, double h,
                                                                   std::vector<Vec<D>>& velocity) {
      function(world.time, h, flat(world.bodies.position), flat(world.bodies.velocity), flat(velocity));
    };
  }

  void set_law(LawFunctions functions) override {
    if (stepper_.films.any() && (functions.bounds || functions.potentials)) {
      throw Error("a law of one's own does not go with films, which carry the potentials of contacts");
    }
    stepper_.own_law.functions = std::move(functions);
  }

  void keep_problem() override { stepper_.pose_in_full = true; }
  void write_problem(const std::string& file) const override { gluey::write_problem(stepper_, file); }

 private:
  Stepper<D> stepper_;
  std::string scene_;
  StepStatistics<D> statistics_;
  std::array<StageTime, 1> history_ = {};
  SharedState<D> shared_;
  std::vector<double> orientation_;  // as forces of users see it
};

}  // namespace

std::string failure_text(const StepReport& report) {
  const HistoryRow& row = report.row;
  const std::string iterations = counted(row.iterations, "iteration", "iterations");
  if (report.promised > 0.0) {
    return fmt::format(
        "step {} missed its accuracy: after {} 95 % of the contact velocities are right to {:.3g}, and {:.3g} was "
        "promised; a higher solver.accuracy or a smaller time.step "
        "would help",
        row.step, iterations, row.residual_95, report.promised);
  }
  return fmt::format("step {} did not converge: residual {:.3g} after {}, {:.3g} was asked for", row.step, row.residual,
                     iterations, report.tolerance);
}

BodyLoadFunction as_load(BodyForceFunction function) {
  return [function = std::move(function)](const BodyState& bodies, std::span<double> force, std::span<double>) {
    function(bodies.time, bodies.step, bodies.position, bodies.velocity, force);
  };
}

bool reached(double now, const scene::Time& time) {
  const double rounding = time.automatic ? 1e-12 * time.end : 1e-9 * time.step;
  return now >= time.end - (std::isfinite(time.end) ? rounding : 0.0);
}

std::unique_ptr<Engine> make_engine(const Scene& scene) {
  std::vector<SceneProblem> warnings = scene.warnings();
  const scene::BuildContext context{
      scene.places(), scene.folder(),
      [](const std::string& file, std::int64_t frame) {
        const Results results(file);
        const std::int64_t count = results.frames();
        const bool there = frame < count && frame >= -count;
        if (!there) {
          return scene::EarlierFrame{results.constants(), count, {}};
        }
        PresentBodies here = present_bodies(results.constants(), results.frame(frame));
        return scene::EarlierFrame{std::move(here.constants), count, std::move(here.frame)};
      },
      [](const std::string& file) {
        io::VelocityGrid grid = io::read_velocity_grid(file);
        return scene::VelocityGrid{std::move(grid.shape), std::move(grid.velocity), std::move(grid.origin),
                                   std::move(grid.spacing), std::move(grid.time)};
      },
      &warnings};
  std::unique_ptr<Engine> engine;
  if (scene.options().dimension == 2) {
    engine = std::make_unique<EngineOf<2>>(scene::build<2>(scene.options(), context), scene.resolved());
  } else {
    engine = std::make_unique<EngineOf<3>>(scene::build<3>(scene.options(), context), scene.resolved());
  }
  engine->warnings = std::move(warnings);
  return engine;
}

}  // namespace gluey
