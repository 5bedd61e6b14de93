// The top of a scene and its single tables. Bodies and obstacles: schema_bodies.cpp; shapes: schema_shapes.cpp.

#include "scene/schema.hpp"

namespace gluey::scene {
namespace {

void describe_time(Visitor& v, Time& time) {
  std::string_view step = time.adaptive ? "adaptive" : time.automatic ? "auto" : "";
  v.number_or_word(
      "step", step, time.step, {"auto", "adaptive"},
      {.help = "length of a time step; \"auto\": limited by `displacement`; \"adaptive\": also by the error "
               "of a step, which is to stay below `tolerance`",
       .unit = "time",
       .above = 0,
       .required = true});
  time.automatic = !step.empty();
  time.adaptive = step == "adaptive";
  v.exclusive({"end", "steps"}, true);
  v.number("end", time.end,
           {.help = "time at which the run ends; give this or `steps`",
            .unit = "time",
            .above = 0,
            .fallback = "none",
            .absent = infinity});
  v.integer("steps", time.steps,
            {.help = "number of steps after which the run ends; give this or `end`",
             .minimum = 0,
             .fallback = "none",
             .absent = -1});
  v.number("displacement", time.displacement,
           {.help = R"(with "auto" and "adaptive": largest displacement of a body in a step, relative to its radius)",
            .above = 0});
  v.number("tolerance", time.tolerance, {.help = "with \"adaptive\": the error a step may make", .above = 0});
  v.number("step_min", time.step_min,
           {.help = R"(with "auto" and "adaptive": steps are not made shorter than this; "adaptive" needs it, > 0)",
            .unit = "time",
            .above = time.adaptive ? 0 : -infinity,
            .minimum = time.adaptive ? -infinity : 0,
            .required = time.adaptive});
  v.number("step_max", time.step_max,
           {.help = R"(with "auto" and "adaptive": steps are not made longer than this)",
            .unit = "time",
            .above = 0,
            .fallback = "none",
            .absent = infinity});
}

void describe_domain(Visitor& v, Domain& domain) {
  v.vector("lower", domain.lower, {.help = "lowest corner", .unit = "length", .required = true});
  v.vector("upper", domain.upper, {.help = "highest corner", .unit = "length", .required = true});
  v.flags("periodic", domain.periodic,
          {.help = "directions along which what leaves at one side comes in at the other"});
  v.number(
      "shear_rate", domain.shear_rate,
      {.help = "the periodic images above move along x with shear_rate · (upper − lower) of y; needs both periodic",
       .unit = "1/time"});
}

/// `inherited` stands for the defaults on the page of keys where they come from another table.
void describe_lubrication(Visitor& v, Lubrication& film, std::string_view inherited) {
  const std::string_view none = inherited.empty() ? "none" : inherited;
  // A viscosity takes the place of both resistances.
  if (v.exclusive({"viscosity", "tangential_resistance"}, false) == "viscosity") {
    film.tangential_resistance.reset();
  }
  v.either(
      "viscosity", film.viscosity,
      {.help = "viscosity μ of the film: μ_c = 6πμ/R, R = (a + b)², and μ⊥ = (8π/5) μ (2a² + ab + 2b²)/(a + b)³ with "
               "the curvatures a, b of the surfaces; give this or `resistance`",
       .unit = "mass/(length·time)",
       .above = 0,
       .fallback = none},
      "resistance", film.resistance,
      {.help = "μ_c itself, the same for all; give this or `viscosity`",
       .unit = "force·time",
       .above = 0,
       .fallback = none});
  v.optional_number("tangential_resistance", film.tangential_resistance,
                    {.help = "with `resistance`: μ⊥ itself, the same for all",
                     .unit = "force·time/length",
                     .minimum = 0,
                     .fallback = inherited.empty() ? "`0.0`" : inherited});
  v.flag("tangential", film.tangential,
         {.help = "whether the film resists tangential motion, too", .fallback = inherited});
  v.number_or_auto("range", film.automatic_range, film.range,
                   {.help = "distance beyond which there is no resistance; \"auto\": the mean radius of the bodies",
                    .unit = "length",
                    .above = 0,
                    .fallback = inherited});
  v.number("floor", film.floor,
           {.help = "lubrication: distance that is kept, relative to the smallest radius",
            .above = 0,
            .fallback = inherited});
  v.number("threshold_constant", film.threshold_constant,
           {.help = "lubricated: C of the distance q_s = C·step·μ_c/(effective mass) at which the contact is gluey",
            .above = 0,
            .fallback = inherited});
}

/// `inherited` as above.
void describe_law(Visitor& v, ContactLaw& law, std::string_view inherited = {}) {
  static const Choices laws{
      {{"inelastic", "no overlap, no attraction"},
       {"gluey", "the contact pulls until its adhesion potential is used up"},
       {"friction", "Coulomb friction between dry solids"},
       {"gluey-friction", "gluey, and friction once the film is squeezed out (γ = γ_min)"},
       {"lubrication", "a viscous film resists, the more the thinner it is, and is never squeezed out"},
       {"lubricated", "lubrication down to a threshold, gluey there, with friction once squeezed out"}}};
  static const Choices models{{{"coulomb", "exact: no gap while sliding"},
                               {"convex", "Anitescu's: sliding opens the gap by friction·step·speed"}}};
  static const Choices releases{{{"exact", "the pull is bounded by what is left of the potential"},
                                 {"lagged", "the published algorithm, which lets go up to one step too late"}}};
  static const Choices scalings{{{"unit", "R = 1"}, {"radius", "R from the radii at the contact"}}};
  v.choice("law", law.law, laws, {.help = "the contact law", .fallback = inherited});
  v.either("gamma_min", law.gamma_min,
           {.help = "gluey: lowest adhesion potential γ; \"-inf\" for smooth solids; give this or `viscosity`",
            .unit = "impulse·R",
            .maximum = 0,
            .fallback = inherited.empty() ? "`\"-inf\"`" : inherited,
            .minus_infinity = true},
           "viscosity", law.viscosity,
           {.help = "gluey: viscosity μ of the film; γ_min = 6πμ ln((roughness of both)/reference_length)",
            .unit = "mass/(length·time)",
            .above = 0,
            .fallback = inherited.empty() ? "none" : inherited});
  v.number("reference_length", law.reference_length,
           {.help = "with `viscosity`: the length ℓ in γ_min; not below the roughness of two bodies together",
            .unit = "length",
            .above = 0,
            .fallback = inherited});
  v.choice("release", law.release, releases, {.help = "gluey: when a contact lets go", .fallback = inherited});
  v.choice("scaling", law.scaling, scalings,
           {.help = "gluey: how the potential is scaled, γ ← γ − R p", .fallback = inherited});
  v.number("friction", law.friction,
           {.help = "friction laws, lubricated: coefficient μ, the ratio of tangential to normal force at which a "
                    "contact slides",
            .minimum = 0,
            .fallback = inherited});
  v.choice("model", law.model, models,
           {.help = "friction laws, lubricated: how friction is modelled", .fallback = inherited});
  v.number("rolling", law.rolling,
           {.help = "friction laws, lubricated: rolling resistance μ_r, a moment up to μ_r p_n against rolling",
            .unit = "length",
            .minimum = 0,
            .fallback = inherited});
  v.number("restitution", law.restitution,
           {.help = "inelastic and friction: Newton's coefficient e, u_n after = −e · u_n before",
            .minimum = 0,
            .maximum = 1,
            .fallback = inherited});
  v.number(
      "restitution_velocity", law.restitution_velocity,
      {.help = "impacts slower than this do not bounce", .unit = "length/time", .minimum = 0, .fallback = inherited});
  v.optional_table("lubrication", law.lubrication,
                   {.help = "the film of the laws `lubrication` and `lubricated`, which need it: at a distance D its "
                            "normal resistance is μ_c/D, its tangential one μ⊥ ln(range/D)",
                    .fallback = inherited.empty() ? "none" : inherited},
                   [&](Visitor& w, Lubrication& film) { describe_lubrication(w, film, inherited); });
}

void describe_between(Visitor& v, ContactBetween& between) {
  std::vector<std::string> materials(between.materials.begin(), between.materials.end());
  v.words("materials", materials, {},
          {.help = "the two materials these keys are for; may be the same twice", .required = true, .exactly = 2});
  if (materials.size() == 2) {
    between.materials = {materials[0], materials[1]};
  }
  describe_law(v, between.law, "as in `[contact]`");
}

void describe_contact(Visitor& v, Contact& contact) {
  static const Choices overlaps{{{"error", "the scene is refused"}, {"resolve", "bodies are moved apart first"}}};
  describe_law(v, contact.law);
  v.number_or_auto("range", contact.automatic_range, contact.range,
                   {.help = "pairs closer than this are candidates for contact", .unit = "length", .above = 0});
  v.choice("initial_overlap", contact.initial_overlap, overlaps, {.help = "what to do if bodies overlap at the start"});
  ContactBetween prototype;
  prototype.law = contact.law;
  v.tables("between", contact.between, prototype,
           {.help = "The law between two materials; a key that is left out is as in `[contact]`", .fallback = "none"},
           [&](ContactBetween& between) { describe_between(v, between); });
}

void describe_solver(Visitor& v, Solver& solver) {
  static const Choices methods{{{"auto", "the method that suits the problem"},
                                {"uzawa", "projected gradient on the impulses, fixed step"},
                                {"apgd", "accelerated projected gradient with restart"},
                                {"spg", "spectral projected gradient"},
                                {"gauss-seidel", "contact after contact"},
                                {"interior-point", "Newton steps on a sparse factorisation"},
                                {"admm", "alternating directions on a sparse factorisation; friction only"}}};
  static const Choices failures{{{"warn", "go on and count it"},
                                 {"stop", "end the run with an error"},
                                 {"halve-step", "try again with half the step"}}};
  v.word("method", solver.method, methods, {.help = "how the step problem is solved"});
  static const Choices levels{{{"draft", "to look at: positions are usable, forces are not"},
                               {"standard", "what is measured differs less than between random seeds"},
                               {"fine", "for forces and contact numbers of single runs"},
                               {"exact", "every step to 1e-6 of smallest radius / step, as closed forms need"}}};
  v.takes_over("accuracy", {"tolerance", "max_iterations"});
  v.choice("accuracy", solver.accuracy, levels,
           {.help = "how accurately steps are solved: contact velocities relative to what forces add per step, within "
                    "a budget of iterations; on the command line it replaces the `tolerance` and `max_iterations` of "
                    "the file"});
  v.optional_number("tolerance", solver.tolerance,
                    {.help = "residual to which every step is solved, relative to smallest radius / step; it takes the "
                             "place of `accuracy`",
                     .above = 0,
                     .fallback = "that of `accuracy`"});
  v.integer(
      "max_iterations", solver.max_iterations,
      {.help = "iterations allowed per solve, in place of the budget of `accuracy`; with \"auto\" for each island, "
               "contacts joined through bodies; a step that begins with overlaps is solved twice",
       .minimum = 1,
       .fallback = "those of `accuracy`; 10000 with a `tolerance`",
       .absent = 0});
  v.choice("on_failure", solver.on_failure, failures,
           {.help = "what to do if a step misses its accuracy, or the tolerance where one is given"});
}

void describe_output(Visitor& v, Output& output) {
  v.text("file", output.file, {.help = "result file, HDF5", .fallback = "the scene's name with `.h5`"});
  if (v.exclusive({"every", "interval"}, false) == "interval") {
    output.every = 0;
  }
  v.integer("every", output.every,
            {.help = "steps from one stored frame to the next; give this or `interval`", .minimum = 1, .absent = 0});
  v.optional_number("interval", output.interval,
                    {.help = "time from one stored frame to the next; give this or `every`",
                     .unit = "time",
                     .above = 0,
                     .fallback = "none"});
  v.flag("contacts", output.contacts, {.help = "store contacts with impulse and γ"});
  v.number("checkpoint", output.checkpoint,
           {.help = "wall time between checkpoints; 0: after every step", .unit = "seconds", .minimum = 0});
}

}  // namespace

void Visitor::number_or_auto(std::string_view key, bool& automatic, double& value, const Rule& rule) {
  std::string_view word = automatic ? "auto" : "";
  number_or_word(key, word, value, {"auto"}, rule);
  automatic = !word.empty();
}

void Visitor::either(std::string_view first, std::optional<double>& first_value, const Rule& first_rule,
                     std::string_view second, std::optional<double>& second_value, const Rule& second_rule) {
  const std::string_view given = exclusive({first, second}, false);
  if (given == first) {
    second_value.reset();
  } else if (given == second) {
    first_value.reset();
  }
  optional_number(first, first_value, first_rule);
  optional_number(second, second_value, second_rule);
}

void describe(Visitor& v, Scene& scene) {
  v.text("title", scene.title, {.help = "one line that says what the scene is"});
  v.dimension("dimension", scene.dimension, {.help = "dimension d of space"});
  auto seed = static_cast<std::int64_t>(scene.seed);
  v.integer("seed", seed, {.help = "everything random derives from it", .minimum = 0});
  scene.seed = static_cast<std::uint64_t>(seed);

  v.table("time", {.help = "Time steps", .required = true}, [&] { describe_time(v, scene.time); });
  v.table("environment", {.help = "Forces from outside"}, [&] { describe_environment(v, scene.environment); });
  v.optional_table("domain", scene.domain, {.help = "A space that is periodic", .fallback = "none"}, describe_domain);
  v.table("contact", {.help = "The contact law"}, [&] { describe_contact(v, scene.contact); });
  v.tables("body", scene.body, {}, {.help = "One body"}, [&](Body& body) { describe_body(v, body); });
  v.tables("bodies", scene.bodies, {}, {.help = "Many bodies: placed at random without overlap, or read from a file"},
           [&](Bodies& bodies) { describe_bodies(v, bodies); });
  v.tables("inlet", scene.inlet, {}, {.help = "Where bodies come in while the run goes on"},
           [&](Inlet& inlet) { describe_inlet(v, inlet); });
  v.tables("outlet", scene.outlet, {},
           {.help = "Where bodies leave; what has left stays in the result with its number"},
           [&](Outlet& outlet) { describe_outlet(v, outlet); });
  v.tables("obstacle", scene.obstacle, {}, {.help = "A body that stands still or whose motion is prescribed"},
           [&](Obstacle& obstacle) { describe_obstacle(v, obstacle); });
  v.table("solver", {.help = "The solver of the step problem"}, [&] { describe_solver(v, scene.solver); });
  v.table("output", {.help = "The result file"}, [&] { describe_output(v, scene.output); });
}

}  // namespace gluey::scene
