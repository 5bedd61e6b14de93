// Contact laws of random scenes.

#include "random/generator.hpp"

namespace gluey::test {

Tree Generator::law() {
  Tree law;
  const double kind = dice_.between(0.0, 1.0);
  const auto rubs = [&] {
    law["friction"] = dice_.chance(0.1) ? 0.0 : dice_.chance(0.2) ? dice_.order(1.0, 10.0) : dice_.length(0.05, 1.0);
    if (dice_.chance(0.3)) {
      law["model"] = "convex";
    }
    if (dice_.chance(0.2)) {
      law["rolling"] = dice_.order(0.001, 0.1);
    }
  };
  const auto glues = [&] {
    const double which = dice_.between(0.0, 1.0);
    if (which < 0.5) {
      law["gamma_min"] = -dice_.order(0.01, 10.0);
    } else if (which < 0.7) {
      law["viscosity"] = dice_.order(0.001, 0.1);
      law["reference_length"] = 1.0;
      rough_ = true;
    }
    if (dice_.chance(0.3)) {
      law["scaling"] = "radius";
    }
    if (dice_.chance(0.1)) {
      law["release"] = "lagged";
    }
  };
  if (films_) {
    law["law"] = dice_.chance(0.5) ? "lubrication" : "lubricated";
    Tree film;
    film["viscosity"] = dice_.order(0.001, 0.3);
    film["range"] = dice_.length(0.05, 0.3);
    if (law["law"] == "lubricated" && dice_.chance(0.5)) {
      law["friction"] = dice_.length(0.1, 0.6);
      rough_ = true;
    }
    law["lubrication"] = film;
  } else if (kind < 0.25) {
    law["law"] = "inelastic";
    if (dice_.chance(0.25)) {
      law["restitution"] = dice_.length(0.1, 1.0);
    }
  } else if (kind < 0.5) {
    law["law"] = "gluey";
    glues();
  } else if (kind < 0.75) {
    law["law"] = "friction";
    rubs();
    if (dice_.chance(0.15)) {
      law["restitution"] = dice_.length(0.1, 0.9);
    }
  } else {
    law["law"] = "gluey-friction";
    glues();
    rubs();
  }
  return law;
}

Tree Generator::contact() {
  Tree contact = law();
  if (dice_.chance(films_ ? 0.4 : 0.12)) {
    several_ = true;
    Tree one;
    one["materials"] = {"default", "other"};
    // Beside films mostly a law without.
    const bool films = films_;
    films_ = films && dice_.chance(0.3);
    one.update(law());
    films_ = films;
    contact["between"] = Tree::array({one});
  }
  contact["initial_overlap"] = "resolve";
  return contact;
}

}  // namespace gluey::test
