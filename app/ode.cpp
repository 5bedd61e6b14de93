// gluey ode: the papers' single-particle models as CSV.

#include <gluey/errors.hpp>
#include <gluey/ode.hpp>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <string_view>

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
    print("{},{},{},{},{}\n", trajectory.t[k], trajectory.q[k], std::log(trajectory.q[k]), trajectory.u[k],
          trajectory.gamma[k]);
  }
}

}  // namespace

void add_ode(CLI::App& app) {
  struct OdeCommand {
    std::string model = "gluey", force;
    ode::GlueyParticle particle;
  };
  auto command = std::make_shared<OdeCommand>();
  ode::GlueyParticle& particle = command->particle;
  particle.gamma_min = -std::numeric_limits<double>::infinity();

  CLI::App* ode_app = app.add_subcommand("ode", "One particle above a plane, as CSV t,q,ln_q,u,gamma");
  ode_app->add_option("--model", command->model, "gluey: algorithm 2.7 of Lefebvre 2009")->type_name("MODEL");
  ode_app->add_option("--q0", particle.q0, "Distance at t = 0 (1)")->type_name("Q");
  ode_app->add_option("--u0", particle.u0, "Velocity at t = 0 (0)")->type_name("U");
  ode_app->add_option("--mass", particle.mass, "Mass (1)")->type_name("M");
  ode_app->add_option("--gamma-min", particle.gamma_min, "Potential of touching asperities (-inf: smooth)")
      ->type_name("GAMMA");
  ode_app->add_option("--scaling", particle.scaling, "R in gamma' = -R lambda (1)")->type_name("R");
  ode_app->add_option("--step", particle.step, "Time step (0.01)")->type_name("H");
  ode_app->add_option("--end", particle.end, "Time to end at (5)")->type_name("T");
  ode_app->add_option("--force", command->force, "Force per unit mass, piecewise constant, e.g. 0:-2,2:2")
      ->type_name("TIME:VALUE,…");
  // The model is looked at before its options: each has its own.
  ode_app->allow_extras();
  ode_app->callback([command, ode_app] {
    if (command->model == "lubrication" || command->model == "threshold") {
      throw UsageError(fmt::format("--model {}: not in this version; it has: gluey", command->model));
    }
    if (command->model != "gluey") {
      throw UsageError(fmt::format("--model: found '{}', must be gluey", command->model));
    }
    if (const auto unknown = ode_app->remaining(); !unknown.empty()) {
      throw CLI::ExtrasError("ode", unknown);
    }
    command->particle.force = parse_force(command->force);
    ode::Trajectory trajectory;
    try {
      trajectory = ode::algorithm_2_7(command->particle);
    } catch (const Error& error) {  // only a parameter can be wrong
      throw UsageError(error.what());
    }
    print_trajectory(trajectory);
  });
}

}  // namespace gluey::app
