// Forces, fields and fluids of random scenes.

#include "random/generator.hpp"

#include <string>

namespace gluey::test {

void Generator::environment() {
  Tree& environment = scene_["environment"];
  const bool sheared = scene_.contains("domain") && scene_["domain"].contains("shear_rate");
  if (gravity_) {
    environment["gravity"] = unit(d_ - 1, dice_.one_of({-1.0, -5.0, -10.0}));
    if (dice_.chance(0.2)) {
      environment["gravity"] = vector(-5.0, 5.0);
    }
  }
  if (dice_.chance(0.5)) {
    return;
  }
  if (dice_.chance(0.1)) {
    environment["body_force"] = vector(-1.0, 1.0);
  }
  if (dice_.chance(0.1)) {
    Tree table;
    table["times"] = {0.0, 0.1};
    table["values"] = {vector(-2.0, 2.0), vector(-2.0, 2.0)};
    environment["force"] = table;
  }
  if (dice_.chance(0.05)) {
    environment["buoyancy"]["density"] = 0.5;
  }
  if (!sheared && dice_.chance(0.25)) {
    Tree field;
    if (dice_.chance(0.5)) {
      field["stiffness"] = dice_.length(0.5, 5.0);
    } else {
      field["kind"] = "central";
      field["strength"] = dice_.length(0.2, 2.0);
      field["exponent"] = dice_.one_of({0.0, 1.0, 2.0});
      field["core"] = 0.2;
    }
    if (!scene_.contains("domain")) {
      environment["field"] = Tree::array({field});
    }
  }
  if (dice_.chance(0.3)) {
    Tree drag;
    drag["scheme"] = dice_.chance(0.5) ? "implicit" : "explicit";
    drag["tau"] = dice_.order(0.1, 2.0);
    if (drag["scheme"] == "implicit" && dice_.chance(0.5)) {
      drag.erase("tau");
      drag["viscosity"] = dice_.order(0.001, 0.1);
    }
    environment["drag"] = drag;
    if (!scene_.contains("domain") && dice_.chance(0.6)) {
      Tree flow;
      flow["kind"] = dice_.one_of<std::string>({"uniform", "shear", "oscillating-shear", "taylor-green"});
      if (flow["kind"] == "uniform") {
        flow["velocity"] = vector(-1.0, 1.0);
      } else if (flow["kind"] == "taylor-green") {
        flow["speed"] = 1.0;
        flow["length"] = 2.0;
      } else {
        flow["rate"] = dice_.length(-2.0, 2.0);
        if (flow["kind"] == "oscillating-shear") {
          flow["omega"] = 3.0;
        }
      }
      environment["flow"] = flow;
    }
  }
  if (dice_.chance(0.1)) {
    environment["noise"]["sigma"] = dice_.length(0.1, 1.0);
  }
  if (dice_.chance(0.12)) {
    environment["aggregation"]["kappa"] = dice_.length(0.05, 1.0);
    environment["aggregation"]["epsilon"] = dice_.length(0.02, 0.2);
    environment["aggregation"]["walls"] = dice_.chance(0.5);
  }
  if (dice_.chance(0.12)) {
    environment["capillary"]["tension"] = dice_.length(0.05, 1.0);
    environment["capillary"]["volume"] = dice_.order(1e-4, 1e-2);
  }
  if (dice_.chance(0.12)) {
    environment["repulsion"]["stiffness"] = dice_.length(1.0, 20.0);
    environment["repulsion"]["range"] = dice_.length(0.02, 0.1);
    environment["repulsion"]["walls"] = dice_.chance(0.5);
  }
}

}  // namespace gluey::test
