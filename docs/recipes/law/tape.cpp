// A contact law of one's own. Tape sticks as well as it ever will after the lightest touch: p_n ≥ γ as the gluey law has it,
// but γ = γ_min wherever p_n > 0. A ball is pushed onto tape and pulled off with the force 2 from t = 2 on: however hard it was
// pushed, the pull must give |γ_min| = 6, and the ball leaves at t = 5 with the velocity 2 (t − 5).

#include <gluey/gluey.hpp>

#include <cmath>
#include <cstdio>
#include <span>
#include <string>

const char* const ball_on_tape = R"(
dimension = 2
time = { step = 0.01, end = 6.0 }
contact = { law = "gluey" }
solver = { tolerance = 1e-12 }
body = [{ shape = { kind = "sphere", radius = 0.5 }, position = [0.0, 1.5] }]
obstacle = [{ shape = { kind = "plane", normal = [0.0, 1.0] } }]
environment.force.times = [0.0, 2.0]
)";

/// What becomes of the potentials after the solve; gluey has filled in its own answer.
void tape(const gluey::StepContacts& contacts, std::span<double> gamma) {
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    if (contacts.impulse[c] > 0.0) {
      gamma[c] = -6.0;
    }
  }
}

int main() {
  bool right = true;
  for (const std::string push : {"-2.0", "-8.0"}) {
    const auto scene = gluey::Scene::parse(ball_on_tape, "tape.toml", ".",
                                           {"environment.force.values=[[0.0, " + push + "], [0.0, 2.0]]"});
    gluey::Simulation simulation(scene);
    simulation.set_law({.bounds = {}, .potentials = tape});
    while (!simulation.finished()) {
      simulation.step();
    }
    const double velocity = simulation.velocities()[1];
    std::printf("pushed with %s: velocity at the end %.6f, expected 2\n", push.c_str(), velocity);
    right = right && std::abs(velocity - 2.0) < 1e-9;
  }
  return right ? 0 : 1;
}
