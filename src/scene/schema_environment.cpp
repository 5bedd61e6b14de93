// What acts on the bodies from outside and between them: [environment].

#include "scene/schema.hpp"

namespace gluey::scene {
namespace {

void describe_force(Visitor& v, ForceTable& force) {
  v.numbers("times", force.times,
            {.help = "when each value begins to act; no force before the first, the last one lasts",
             .unit = "time",
             .required = true,
             .increasing = true,
             .at_least = 1});
  v.vectors("values", force.values,
            {.help = "force per unit mass, one vector for each of `times`",
             .unit = "length/time²",
             .required = true,
             .at_least = 1});
}

const Choices& axes() {
  static const Choices names{{{"x"}, {"y"}, {"z", {}, 3}}};
  return names;
}

void describe_center(Visitor& v, Flow& flow, std::string_view help) {
  v.vector("center", flow.center, {.help = help, .unit = "length"});
}

void describe_axes(Visitor& v, Flow& flow) {
  v.word("along", flow.along, axes(), {.help = "axis along which it flows"});
  v.word("across", flow.across, axes(), {.help = "axis along which its speed changes"});
}

void describe_speed(Visitor& v, Flow& flow, std::string_view where) {
  v.number("speed", flow.speed, {.help = where, .unit = "length/time", .required = true});
}

void describe_flow(Visitor& v, Flow& flow) {
  static const Choices kinds{{{"uniform", "the same velocity everywhere"},
                              {"shear", "rate · (distance from `center` along `across`), along `along`"},
                              {"oscillating-shear", "shear whose rate swings as sin(omega t)"},
                              {"poiseuille", "a parabola between two walls, nothing outside"},
                              {"pipe", "a paraboloid in a round pipe, nothing outside", 3},
                              {"vortex", "turns as a solid within `core`, falls off as 1/distance outside"},
                              {"taylor-green", "a lattice of vortices, speed · (sin kx cos ky, −cos kx sin ky)"},
                              {"grid", "velocities on the points of a grid, read from a file"}}};
  v.kind("kind", flow.kind, kinds, {.help = "kind of flow", .required = true}, [&](const std::string& kind) {
    if (kind == "uniform") {
      v.vector("velocity", flow.velocity, {.help = "velocity", .unit = "length/time", .required = true});
    } else if (kind == "shear" || kind == "oscillating-shear") {
      v.number("rate", flow.rate, {.help = "shear rate", .unit = "1/time", .required = true});
      if (kind == "oscillating-shear") {
        v.number("omega", flow.omega,
                 {.help = "angular frequency", .unit = "radians/time", .above = 0, .required = true});
      }
      describe_center(v, flow, "where it is at rest");
      describe_axes(v, flow);
    } else if (kind == "poiseuille") {
      describe_speed(v, flow, "speed half way between the walls");
      v.number("lower", flow.lower, {.help = "one wall, along `across`", .unit = "length", .required = true});
      v.number("upper", flow.upper, {.help = "the other", .unit = "length", .required = true});
      describe_axes(v, flow);
    } else if (kind == "pipe") {
      describe_speed(v, flow, "speed on the axis");
      v.number("radius", flow.radius, {.help = "radius of the pipe", .unit = "length", .above = 0, .required = true});
      describe_center(v, flow, "a point of its axis");
      v.word("along", flow.along, axes(), {.help = "axis along which it flows"});
    } else if (kind == "vortex") {
      v.number("omega", flow.omega, {.help = "angular velocity", .unit = "radians/time", .required = true});
      v.vector("axis", flow.axis, {.help = "direction of the axis", .required = true, .only = 3, .direction = true});
      describe_center(v, flow, "the point at rest");
      v.number("core", flow.core,
               {.help = "radius within which it turns as a solid",
                .unit = "length",
                .above = 0,
                .fallback = "none: everywhere",
                .absent = infinity});
    } else if (kind == "taylor-green") {
      describe_speed(v, flow, "largest speed");
      v.number("length", flow.length,
               {.help = "period; a vortex is half as wide", .unit = "length", .above = 0, .required = true});
      describe_center(v, flow, "a corner of four vortices");
    } else {
      v.text("file", flow.file,
             {.help = "CSV with columns x,y[,z],vx,vy[,vz], or HDF5 with `velocity` [(t,)x,y(,z),d], `origin`, "
                      "`spacing` and, with times, `time`",
              .required = true});
    }
  });
}

void describe_drag(Visitor& v, Drag& drag) {
  static const Choices schemes{
      {{"explicit", "drag of the old velocity and spin; steps up to twice the shortest relaxation time are stable"},
       {"implicit", "drag of the new velocity and spin; any tau"}}};
  v.exclusive({"tau", "viscosity"}, true);
  v.optional_number("tau", drag.tau,
                    {.help = "relaxation time: −m/tau (v − U); give this or `viscosity`",
                     .unit = "time",
                     .above = 0,
                     .fallback = "none"});
  v.optional_number("viscosity", drag.viscosity,
                    {.help = "of the fluid: −6π r viscosity (v − U), r of a ball of the body's volume",
                     .unit = "mass/(length·time)",
                     .above = 0,
                     .fallback = "none"});
  v.choice("scheme", drag.scheme, schemes, {.help = "how drag is discretised"});
  v.flag("rotation", drag.rotation,
         {.help = "whether drag turns bodies, too, towards half the vorticity of the flow: with the torque "
                  "−8π r³ viscosity (ω − ½ curl U), that is −4/3 r² m/tau (ω − ½ curl U)"});
}

void describe_field(Visitor& v, Field& field) {
  static const Choices kinds{
      {{"harmonic", "−stiffness · d"}, {"central", "−strength · d/(d² + core²)^((exponent+1)/2)"}}};
  v.kind("kind", field.kind, kinds, {.help = "kind of field, with d from the centre to the body"},
         [&](const std::string& kind) {
           v.vector("center", field.center, {.help = "where it points to", .unit = "length"});
           if (kind == "harmonic") {
             v.number("stiffness", field.stiffness, {.help = "stiffness", .unit = "force/length", .required = true});
           } else {
             v.number("strength", field.strength,
                      {.help = "strength; > 0 attracts", .unit = "force·length^exponent", .required = true});
             v.number("exponent", field.exponent, {.help = "how it falls off", .minimum = 0});
             v.number("core", field.core, {.help = "softens it near the centre", .unit = "length", .minimum = 0});
           }
           v.flag("per_mass", field.per_mass, {.help = "whether it acts on mass: the force is multiplied by it"});
         });
}

void describe_walls(Visitor& v, bool& walls) {
  v.flag("walls", walls, {.help = "whether it acts between bodies and obstacles, too"});
}

void describe_aggregation(Visitor& v, Aggregation& aggregation) {
  v.number(
      "kappa", aggregation.kappa,
      {.help = "depth of the potential kappa · tanh(gap/epsilon)", .unit = "energy", .minimum = 0, .required = true});
  v.number("epsilon", aggregation.epsilon, {.help = "its width", .unit = "length", .above = 0, .required = true});
  describe_walls(v, aggregation.walls);
}

void describe_capillary(Visitor& v, Capillary& capillary) {
  v.number("tension", capillary.tension,
           {.help = "surface tension of the liquid", .unit = "force/length", .above = 0, .required = true});
  v.number("volume", capillary.volume,
           {.help = "liquid in a bridge; it breaks at a gap of (1 + angle/2) volume^(1/3)",
            .unit = "length³",
            .above = 0,
            .required = true});
  v.number("angle", capillary.angle, {.help = "contact angle", .unit = "radians", .minimum = 0, .maximum = 1.5707963});
  describe_walls(v, capillary.walls);
}

void describe_repulsion(Visitor& v, Repulsion& repulsion) {
  v.number("stiffness", repulsion.stiffness,
           {.help = "stiffness", .unit = "force/length", .minimum = 0, .required = true});
  v.number("range", repulsion.range,
           {.help = "gap below which it acts", .unit = "length", .above = 0, .required = true});
  describe_walls(v, repulsion.walls);
}

void describe_crowd(Visitor& v, Crowd& crowd) {
  v.length("speed", crowd.speed,
           {.help = "speed of each, also random", .unit = "length/time", .above = 0, .required = true});
  v.text(
      "file", crowd.file,
      {.help = "directions on a grid, in a file as `flow.file` is: where they want to go, instead of the shortest way "
               "to an outlet; they stand where it is 0",
       .fallback = "none"});
  v.words("exits", crowd.exits, {}, {.help = "names of the outlets they walk to", .fallback = "all outlets"});
  v.number_or_auto("cell", crowd.automatic_cell, crowd.cell,
                   {.help = "spacing of the grid on which ways are found; \"auto\": half of the smallest radius",
                    .unit = "length",
                    .above = 0});
}

}  // namespace

void describe_environment(Visitor& v, Environment& environment) {
  v.vector("gravity", environment.gravity, {.help = "acceleration of every body", .unit = "length/time²"});
  v.vector("body_force", environment.body_force,
           {.help = "the same force on every body, whatever its mass", .unit = "force"});
  v.optional_table("force", environment.force,
                   {.help = "a force per unit mass that changes with time, piecewise constant", .fallback = "none"},
                   describe_force);
  v.optional_table("buoyancy", environment.buoyancy,
                   {.help = "the weight of the fluid that bodies displace", .fallback = "none"},
                   [](Visitor& w, Buoyancy& buoyancy) {
                     w.number("density", buoyancy.density,
                              {.help = "of the fluid", .unit = "mass/length^d", .minimum = 0, .required = true});
                   });
  v.optional_table("flow", environment.flow, {.help = "a prescribed flow, felt through `drag`", .fallback = "none"},
                   describe_flow);
  v.optional_table("drag", environment.drag, {.help = "drag in the flow, or in a fluid at rest", .fallback = "none"},
                   describe_drag);
  v.optional_table("noise", environment.noise, {.help = "Langevin noise on the velocities", .fallback = "none"},
                   [](Visitor& w, Noise& noise) {
                     w.number("sigma", noise.sigma,
                              {.help = "sigma·√step times a standard normal vector is added to each velocity in a step",
                               .unit = "length/time^1.5",
                               .minimum = 0,
                               .required = true});
                   });
  v.optional_table("aggregation", environment.aggregation,
                   {.help = "short-range attraction that makes bodies stick", .fallback = "none"},
                   describe_aggregation);
  v.optional_table("capillary", environment.capillary,
                   {.help = "liquid bridges between bodies that have touched", .fallback = "none"}, describe_capillary);
  v.optional_table("repulsion", environment.repulsion,
                   {.help = "soft repulsion, linear in the gap", .fallback = "none"}, describe_repulsion);
  v.optional_table(
      "crowd", environment.crowd,
      {.help = "bodies walk the shortest way to an outlet, or as a field says; forces and inertia do not count",
       .fallback = "none"},
      describe_crowd);
  v.tables("field", environment.field, Field{}, {.help = "fields about a centre, such as a trap", .fallback = "none"},
           [&](Field& field) { describe_field(v, field); });
}

}  // namespace gluey::scene
