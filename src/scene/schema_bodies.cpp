// Bodies, obstacles and how obstacles move.

#include "scene/schema.hpp"

namespace gluey::scene {
namespace {

/// Bodies are numbered by 32 bits.
constexpr double most_bodies = 1e9;

/// `fallback` is what the mass is where neither is given.
void describe_mass(Visitor& v, BodyOptions& body, std::string_view fallback = "`1.0`") {
  v.either("mass", body.mass,
           {.help = "mass; give this or `density`", .unit = "mass", .above = 0, .fallback = fallback}, "density",
           body.density,
           {.help = "mass per volume, per area in 2D", .unit = "mass/length^d", .above = 0, .fallback = "none"});
  v.moments("inertia", body.inertia,
            {.help = "moment of inertia, in 3D also three about the axes of the shape's frame, which are principal "
                     "then; \"auto\": from the shape",
             .unit = "mass·length²",
             .above = 0});
}

void describe_velocity(Visitor& v, BodyOptions& body) {
  v.vector("velocity", body.velocity, {.help = "velocity at the start", .unit = "length/time"});
  v.spin("angular_velocity", body.angular_velocity, {.help = "angular velocity at the start", .unit = "radians/time"});
  v.vector("force", body.force, {.help = "a force that acts on it all the time", .unit = "force"});
  v.spin("torque", body.torque, {.help = "a torque that acts on it all the time", .unit = "force·length"});
}

void describe_surface(Visitor& v, std::string& material, std::string& label, double& roughness) {
  v.text("material", material, {.help = "a name that `contact.between` refers to"});
  v.text("label", label, {.help = "carried to the output and the pictures"});
  v.number("roughness", roughness,
           {.help = "size of the asperities, for `contact.viscosity`", .unit = "length", .minimum = 0});
}

void describe_locked(Visitor& v, BodyOptions& body) {
  static const Choices freedoms{{{"x"}, {"y"}, {"z", "", 3}, {"rotation"}}};
  v.words("locked", body.locked, freedoms, {.help = "degrees of freedom that do not move"});
}

void describe_region(Visitor& v, Region& region) {
  static const Choices kinds{{{"box", "a box along the axes"}, {"sphere", "a ball, a disc in 2D"}}};
  v.kind("kind", region.kind, kinds, {.help = "form of the region"}, [&](const std::string& kind) {
    if (kind == "box") {
      v.vector("lower", region.lower, {.help = "lowest corner", .unit = "length", .required = true});
      v.vector("upper", region.upper, {.help = "highest corner", .unit = "length", .required = true});
    } else {
      v.vector("center", region.center, {.help = "centre", .unit = "length", .required = true});
      v.number("radius", region.radius, {.help = "radius", .unit = "length", .above = 0, .required = true});
    }
  });
}

}  // namespace

void describe_body(Visitor& v, Body& body) {
  v.text("name", body.name, {.help = "unique among bodies and obstacles"});
  v.table("shape", {.help = "shape", .required = true}, [&] { describe_body_shape(v, body.shape); });
  v.vector("position", body.position, {.help = "position of the centre of mass", .unit = "length", .required = true});
  v.orientation("orientation", body.orientation, {.help = "orientation of the shape's frame at the start"});
  describe_velocity(v, body);
  describe_mass(v, body);
  describe_locked(v, body);
  describe_surface(v, body.material, body.label, body.roughness);
}

void describe_bodies(Visitor& v, Bodies& bodies) {
  v.text("name", bodies.name, {.help = "unique among bodies and obstacles"});
  v.alternative(
      {{"count", "placed at random without overlap"}, {"file", "read from a file"}},
      bodies.file.empty() ? "count" : "file", [&](std::string_view leading) {
        if (leading == "count") {
          v.integer("count", bodies.count,
                    {.help = "number of bodies", .minimum = 1, .maximum = most_bodies, .required = true});
          v.table("region", {.help = "where they are placed, wholly inside", .required = true},
                  [&] { describe_region(v, bodies.region); });
          v.table("shape", {.help = "shape, drawn anew for each body", .required = true},
                  [&] { describe_body_shape(v, bodies.shape); });
          v.orientation_or_random(
              "orientation", bodies.orientation, bodies.shape.kind != "sphere",
              {.help = "orientation at the start; \"random\": each body its own, all equally likely",
               .fallback = "`\"random\"`; spheres are not turned"});
          describe_mass(v, bodies);
        } else {
          v.text(
              "file", bodies.file,
              {.help = "CSV with the columns x,y[,z],r,m[,inertia][,vx,vy[,vz]][,angle or qw,qx,qy,qz][,label], or a "
                       "result (.h5)",
               .required = true});
          if (v.present("shape", !bodies.shape.kind.empty())) {
            v.table("shape", {.help = "shape of all bodies of a CSV file", .fallback = "spheres with the column r"},
                    [&] { describe_body_shape(v, bodies.shape); });
          }
          describe_mass(v, bodies, "as the column says, else `1.0` with a warning");
          v.integer("frame", bodies.frame, {.help = "which frame of a result; negative ones count from the end"});
        }
        describe_velocity(v, bodies);
        describe_locked(v, bodies);
        describe_surface(v, bodies.material, bodies.label, bodies.roughness);
      });
}

void describe_inlet(Visitor& v, Inlet& inlet) {
  v.text("name", inlet.name, {.help = "unique among bodies and obstacles"});
  v.integer("count", inlet.count,
            {.help = "number of bodies it has to give", .minimum = 1, .maximum = most_bodies, .required = true});
  v.number("rate", inlet.rate,
           {.help = "bodies per time; one that finds no room waits", .unit = "1/time", .above = 0, .required = true});
  v.number("begin", inlet.begin, {.help = "when the first comes", .unit = "time", .minimum = 0});
  v.number("end", inlet.end,
           {.help = "when it closes", .unit = "time", .above = 0, .fallback = "none", .absent = infinity});
  v.table("region", {.help = "where they appear, at random, wholly inside", .required = true},
          [&] { describe_region(v, inlet.region); });
  v.table("shape", {.help = "shape, drawn anew for each body", .required = true},
          [&] { describe_body_shape(v, inlet.shape); });
  v.orientation_or_random("orientation", inlet.orientation, inlet.shape.kind != "sphere",
                          {.help = "orientation at the start; \"random\": each body its own, all equally likely",
                           .fallback = "`\"random\"`; spheres are not turned"});
  describe_mass(v, inlet);
  describe_velocity(v, inlet);
  describe_locked(v, inlet);
  describe_surface(v, inlet.material, inlet.label, inlet.roughness);
}

void describe_outlet(Visitor& v, Outlet& outlet) {
  v.text("name", outlet.name, {.help = "unique among bodies and obstacles"});
  v.table("region", {.help = "bodies leave when their centre comes to lie in it", .required = true},
          [&] { describe_region(v, outlet.region); });
}

void describe_obstacle(Visitor& v, Obstacle& obstacle) {
  v.text("name", obstacle.name, {.help = "unique among bodies and obstacles"});
  v.table("shape", {.help = "shape", .required = true}, [&] { describe_obstacle_shape(v, obstacle.shape); });
  v.vector("position", obstacle.position, {.help = "where the origin of the shape's frame lies", .unit = "length"});
  v.orientation("orientation", obstacle.orientation, {.help = "orientation of the shape's frame"});
  v.table("motion", {.help = "how it moves"}, [&] { describe_motion(v, obstacle.motion); });
  describe_surface(v, obstacle.material, obstacle.label, obstacle.roughness);
}

void describe_motion(Visitor& v, Motion& motion) {
  static const Choices kinds{{{"fixed", "stands still"},
                              {"rotation", "turns at a constant rate"},
                              {"translation", "moves at a constant velocity"},
                              {"oscillation", "swings by `amplitude · sin(2π frequency t + phase)`"},
                              {"table", "goes through given places, linear in between, held outside"}}};
  v.kind("kind", motion.kind, kinds, {.help = "kind of motion"}, [&](const std::string& kind) {
    if (kind == "rotation") {
      v.vector("center", motion.center,
               {.help = "the point that stays", .unit = "length", .fallback = "the obstacle's position"});
      v.number("omega", motion.omega, {.help = "angular velocity", .unit = "radians/time", .required = true});
      v.vector("axis", motion.axis, {.help = "direction of the axis", .required = true, .only = 3, .direction = true});
    } else if (kind == "translation") {
      v.vector("velocity", motion.velocity, {.help = "velocity", .unit = "length/time", .required = true});
    } else if (kind == "oscillation") {
      v.vector("amplitude", motion.amplitude, {.help = "amplitude and direction", .unit = "length", .required = true});
      v.number("frequency", motion.frequency,
               {.help = "cycles per time", .unit = "1/time", .minimum = 0, .required = true});
      v.number("phase", motion.phase, {.help = "phase at time 0", .unit = "radians"});
    } else if (kind == "table") {
      v.numbers("times", motion.times,
                {.help = "times", .unit = "time", .required = true, .increasing = true, .at_least = 1});
      v.vectors("positions", motion.positions,
                {.help = "position at each of `times`", .unit = "length", .fallback = "the obstacle's position"});
      v.orientations("orientations", motion.orientations,
                     {.help = "orientation at each of `times`", .fallback = "the obstacle's orientation"});
    }
  });
}

}  // namespace gluey::scene
