// gluey ode: the papers' single-particle models as CSV.
//
// Options are parsed for all models at once; one that the chosen model does not know is refused, not ignored.

#include <gluey/errors.hpp>
#include <gluey/ode.hpp>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "command.hpp"

namespace gluey::app {

namespace {

double number(std::string_view text, std::string_view whole) {
  text.remove_prefix(std::min(text.size(), text.find_first_not_of(' ')));
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) {
    throw UsageError(fmt::format("--force {}: found '{}', must be time:value,time:value,…", whole, text));
  }
  return value;
}

/// "0:-2,2:2"
ode::PiecewiseForce parse_force(std::string_view whole) {
  ode::PiecewiseForce force;
  std::string_view rest = whole;
  while (!rest.empty()) {
    const std::string_view entry = rest.substr(0, rest.find(','));
    const std::size_t colon = entry.find(':');
    if (colon == std::string_view::npos) {
      throw UsageError(fmt::format("--force {}: found '{}', must be time:value,time:value,…", whole, entry));
    }
    force.times.push_back(number(entry.substr(0, colon), whole));
    force.values.push_back(number(entry.substr(colon + 1), whole));
    rest.remove_prefix(std::min(rest.size(), entry.size() + 1));
  }
  return force;
}

void print_trajectory(const ode::Trajectory& trajectory) {
  print("t,q,ln_q,u,gamma\n");
  for (std::size_t k = 0; k < trajectory.t.size(); ++k) {
    print("{},{},{},{},{}\n", trajectory.t[k], trajectory.q[k], trajectory.ln_q[k], trajectory.u[k],
          trajectory.gamma[k]);
  }
}

struct OdeCommand {
  std::string model = "gluey", force, drag = "asymptotic";
  int algorithm = 2, dimension = 3;
  ode::GlueyParticle gluey;
  ode::LubricatedParticle lubricated;
  // Shared by the models.
  double q0 = 1.0, u0 = 0.0, mass = 1.0, step = 0.01, end = 5.0;
};

/// An option and the models that know it.
struct KnownBy {
  const char* option;
  bool gluey, lubrication, threshold;
};
constexpr std::array<KnownBy, 9> not_for_all = {{
    {"--gamma-min", true, false, false},
    {"--scaling", true, false, false},
    {"--epsilon", false, true, true},
    {"--dimension", false, true, true},
    {"--drag", false, true, true},
    {"--radius", false, true, true},
    {"--algorithm", false, false, true},
    {"--threshold-constant", false, false, true},
    {"--tolerance", false, false, true},
}};

void refuse_foreign_options(const CLI::App& app, const OdeCommand& command) {
  for (const KnownBy& known : not_for_all) {
    const bool ours = command.model == "gluey"         ? known.gluey
                      : command.model == "lubrication" ? known.lubrication
                                                       : known.threshold;
    if (!ours && app.count(known.option) > 0) {
      throw UsageError(fmt::format("{}: --model {} has no such option", known.option, command.model));
    }
  }
  // Each algorithm has its own.
  const auto only_with = [&](const char* option, int algorithm) {
    if (app.count(option) > 0 && (command.model != "threshold" || command.algorithm != algorithm)) {
      throw UsageError(fmt::format("{}: only --model threshold --algorithm {} has it", option, algorithm));
    }
  };
  only_with("--threshold-constant", 2);
  only_with("--tolerance", 3);
  only_with("--step-min", 3);
}

ode::Drag drag_of(const OdeCommand& command) {
  if (command.dimension != 2 && command.dimension != 3) {
    throw UsageError(fmt::format("--dimension: found {}, must be 2 or 3", command.dimension));
  }
  const bool plane = command.dimension == 2;
  if (command.drag == "asymptotic") {
    return plane ? ode::Drag::asymptotic_2d : ode::Drag::asymptotic_3d;
  }
  if (command.drag == "wall") {
    return plane ? ode::Drag::disc_at_line : ode::Drag::sphere_at_plane;
  }
  if (command.drag != "spheres") {
    throw UsageError(fmt::format("--drag: found '{}', must be asymptotic, wall or spheres", command.drag));
  }
  if (plane) {
    throw UsageError("--drag spheres: needs --dimension 3");
  }
  return ode::Drag::two_spheres;
}

ode::Trajectory compute(OdeCommand& command) {
  const ode::PiecewiseForce force = parse_force(command.force);
  const auto set_shared = [&](auto& particle) {
    particle.q0 = command.q0;
    particle.u0 = command.u0;
    particle.mass = command.mass;
    particle.step = command.step;
    particle.end = command.end;
    particle.force = force;
  };
  if (command.model == "gluey") {
    set_shared(command.gluey);
    return ode::algorithm_2_7(command.gluey);
  }
  ode::LubricatedParticle& particle = command.lubricated;
  set_shared(particle);
  particle.drag = drag_of(command);
  if (command.model == "lubrication") {
    // The solution itself, at every `step`.
    std::vector<double> times = {0.0};
    while (particle.step > 0.0 && particle.end / particle.step <= 1e9 && times.back() < particle.end * (1.0 - 1e-12)) {
      times.push_back(static_cast<double>(times.size()) * particle.step);
    }
    return ode::reference(particle, times);
  }
  switch (command.algorithm) {
    case 1:
      return ode::algorithm_1(particle);
    case 2:
      return ode::algorithm_2(particle);
    case 3:
      return ode::algorithm_3(particle);
    default:
      throw UsageError(fmt::format("--algorithm: found {}, must be 1, 2 or 3", command.algorithm));
  }
}

void run_ode(OdeCommand& command, const CLI::App& app) {
  if (command.model != "gluey" && command.model != "lubrication" && command.model != "threshold") {
    throw UsageError(fmt::format("--model: found '{}', must be gluey, lubrication or threshold", command.model));
  }
  if (const auto unknown = app.remaining(); !unknown.empty()) {
    throw CLI::ExtrasError("ode", unknown);
  }
  refuse_foreign_options(app, command);
  ode::Trajectory trajectory;
  try {
    trajectory = compute(command);
  } catch (const Error& error) {  // only a parameter can be wrong
    throw UsageError(error.what());
  }
  print_trajectory(trajectory);
  if (trajectory.q.back() < 0.0 || (trajectory.q.back() == 0.0 && command.model == "threshold")) {
    throw Error(
        fmt::format("algorithm 1: q = {:.3g} at t = {:.6g}, through the wall; a shorter --step, or --algorithm 2 or 3",
                    trajectory.q.back(), trajectory.t.back()));
  }
}

}  // namespace

void add_ode(CLI::App& app) {
  auto command = std::make_shared<OdeCommand>();
  command->gluey.gamma_min = -std::numeric_limits<double>::infinity();
  ode::LubricatedParticle& lubricated = command->lubricated;

  CLI::App* ode_app = app.add_subcommand("ode", "One particle above a plane, as CSV t,q,ln_q,u,gamma");
  ode_app
      ->add_option(
          "--model", command->model,
          "gluey: algorithm 2.7 of Lefebvre 2009 (the default); lubrication: q'' = -n(q) q' + f solved to 1e-10 in "
          "ln q; threshold: the same by an algorithm of Hillairet, Lozinski, Szopos 2011")
      ->type_name("MODEL");
  ode_app->add_option("--q0", command->q0, "Distance at t = 0 (1)")->type_name("Q");
  ode_app->add_option("--u0", command->u0, "Velocity at t = 0 (0)")->type_name("U");
  ode_app->add_option("--mass", command->mass, "Mass (1)")->type_name("M");
  ode_app
      ->add_option("--step", command->step, "Time step; of rows for lubrication, the first one for algorithm 3 (0.01)")
      ->type_name("H");
  ode_app->add_option("--end", command->end, "Time to end at (5)")->type_name("T");
  ode_app->add_option("--force", command->force, "Force per unit mass, piecewise constant, e.g. 0:-2,2:2")
      ->type_name("TIME:VALUE,…");

  const char* const gluey_group = "Options of --model gluey";
  ode_app->add_option("--gamma-min", command->gluey.gamma_min, "Potential of touching asperities (-inf: smooth)")
      ->type_name("GAMMA")
      ->group(gluey_group);
  ode_app->add_option("--scaling", command->gluey.scaling, "R in gamma' = -R lambda (1)")
      ->type_name("R")
      ->group(gluey_group);

  const char* const film_group = "Options of --model lubrication and threshold";
  ode_app->add_option("--dimension", command->dimension, "m n = E/q^(3/2) in 2, E/q in 3 (3)")
      ->type_name("2|3")
      ->group(film_group);
  ode_app->add_option("--epsilon", lubricated.epsilon, "E, of the drag near contact (0.1)")
      ->type_name("E")
      ->group(film_group);
  ode_app
      ->add_option(
          "--drag", command->drag,
          "asymptotic: as above at any distance (the default); wall: exact, disc or sphere at a wall; spheres: "
          "exact, two equal spheres")
      ->type_name("DRAG")
      ->group(film_group);
  ode_app->add_option("--radius", lubricated.radius, "Of disc or spheres, for exact drags (1)")
      ->type_name("R")
      ->group(film_group);

  const char* const threshold_group = "Options of --model threshold";
  ode_app->add_option("--algorithm", command->algorithm, "1: Euler; 2: frozen below a threshold; 3: adaptive steps (2)")
      ->type_name("1|2|3")
      ->group(threshold_group);
  ode_app->add_option("--threshold-constant", lubricated.threshold_constant, "C: frozen where n(q) >= 1/(C H) (20)")
      ->type_name("C")
      ->group(threshold_group);
  ode_app->add_option("--tolerance", lubricated.tolerance, "Error a step of algorithm 3 may make (1e-5)")
      ->type_name("TOL")
      ->group(threshold_group);
  ode_app
      ->add_option("--step-min", lubricated.step_min, "Where algorithm 3 would need shorter steps it freezes q (1e-3)")
      ->type_name("H")
      ->group(threshold_group);
  // The model is looked at before its options: each has its own.
  ode_app->allow_extras();
  ode_app->callback([command, ode_app] { run_ode(*command, *ode_app); });
}

}  // namespace gluey::app
