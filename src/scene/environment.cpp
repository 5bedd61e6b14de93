#include "scene/environment.hpp"

#include "scene/convert.hpp"
#include "scene/flow_file.hpp"

namespace gluey::scene {
namespace {

int axis_of(const std::string& name) { return name[0] - 'x'; }

template <int D>
Spin<D> spin_of(const Flow& flow) {
  if constexpr (D == 2) {
    return Spin<2>(flow.omega);
  } else {
    return flow.omega * to_vec<3>(flow.axis);
  }
}

template <int D>
gluey::Flow<D> to_flow(const Flow& flow, const BuildContext& context) {
  const Vec<D> center = to_vec<D>(flow.center);
  const int along = axis_of(flow.along), across = axis_of(flow.across);
  if (flow.kind == "uniform") {
    return UniformFlow<D>{to_vec<D>(flow.velocity)};
  }
  if (flow.kind == "shear" || flow.kind == "oscillating-shear") {
    return ShearFlow<D>{flow.rate, center, along, across, flow.omega};
  }
  if (flow.kind == "poiseuille") {
    return ChannelFlow<D>{flow.speed, flow.lower, flow.upper, along, across};
  }
  if (flow.kind == "vortex") {
    return VortexFlow<D>{spin_of<D>(flow), center, flow.core};
  }
  if (flow.kind == "taylor-green") {
    return TaylorGreenFlow<D>{flow.speed, flow.length, center};
  }
  if constexpr (D == 3) {
    if (flow.kind == "pipe") {
      return PipeFlow{flow.speed, flow.radius, center, along};
    }
  }
  return read_flow<D>(flow.file, "environment.flow.file", context);
}

template <int D>
gluey::ForceTable<D> to_table(const ForceTable& force) {
  gluey::ForceTable<D> table;
  table.times = force.times;
  for (const Vector& value : force.values) {
    table.values.push_back(to_vec<D>(value));
  }
  return table;
}

template <int D>
gluey::Drag<D> to_drag(const Environment& environment, const BuildContext& context) {
  gluey::Drag<D> drag;
  if (environment.flow) {
    drag.flow = to_flow<D>(*environment.flow, context);
  }
  drag.tau = environment.drag->tau;
  drag.viscosity = environment.drag->viscosity.value_or(0.0);
  drag.implicit = environment.drag->scheme == Drag::Scheme::implicitly;
  drag.turns = environment.drag->rotation;
  return drag;
}

template <int D>
gluey::Field<D> to_field(const Field& field) {
  gluey::Field<D> result;
  const bool harmonic = field.kind == "harmonic";
  result.kind = harmonic ? gluey::Field<D>::Kind::harmonic : gluey::Field<D>::Kind::central;
  result.center = to_vec<D>(field.center);
  result.strength = harmonic ? field.stiffness : field.strength;
  result.exponent = field.exponent;
  result.core = field.core;
  result.per_mass = field.per_mass;
  return result;
}

template <int D>
void add_pair_forces(const Environment& environment, PairForces<D>& pairs) {
  if (const auto& of = environment.aggregation) {
    pairs.aggregation = gluey::Aggregation{.kappa = of->kappa, .epsilon = of->epsilon, .walls = of->walls};
  }
  if (const auto& of = environment.capillary) {
    pairs.capillary =
        gluey::Capillary{.tension = of->tension, .angle = of->angle, .volume = of->volume, .walls = of->walls};
  }
  if (const auto& of = environment.repulsion) {
    pairs.repulsion = gluey::Repulsion{.stiffness = of->stiffness, .reach = of->range, .walls = of->walls};
  }
}

}  // namespace

template <int D>
Forces<D> to_forces(const Scene& scene, const BuildContext& context) {
  const Environment& environment = scene.environment;
  Forces<D> forces;
  forces.gravity.acceleration = to_vec<D>(environment.gravity);
  forces.body_force.force = to_vec<D>(environment.body_force);
  if (environment.force) {
    forces.table = to_table<D>(*environment.force);
  }
  if (environment.buoyancy) {
    forces.buoyancy = gluey::Buoyancy<D>{environment.buoyancy->density, forces.gravity.acceleration};
  }
  if (environment.drag) {
    forces.drag = to_drag<D>(environment, context);
  }
  if (environment.noise) {
    forces.noise = gluey::Noise{environment.noise->sigma, scene.seed};
  }
  for (const Field& field : environment.field) {
    forces.fields.push_back(to_field<D>(field));
  }
  add_pair_forces(environment, forces.pairs);
  return forces;
}

template Forces<2> to_forces<2>(const Scene&, const BuildContext&);
template Forces<3> to_forces<3>(const Scene&, const BuildContext&);

}  // namespace gluey::scene
