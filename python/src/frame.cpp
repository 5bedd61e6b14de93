// One state of a simulation or result, its tables as arrays without copies.

#include "bind.hpp"

namespace gluey::python {
namespace {

std::size_t bodies(const FrameObject& object) { return object.constants->bodies.radius.size(); }
std::size_t obstacles(const FrameObject& object) { return object.constants->obstacles.name.size(); }
std::size_t contacts(const FrameObject& object) { return object.frame.contact_gamma.size(); }
std::size_t axes(const FrameObject& object) { return static_cast<std::size_t>(object.constants->dimension); }

/// A table of the frame; None where the frame has none such.
template <class Number>
py::object rows(const py::object& self, std::vector<Number> Frame::*member, std::size_t count, std::size_t columns) {
  const std::vector<Number>& numbers = self.cast<const FrameObject&>().frame.*member;
  if (numbers.size() != count * columns) {
    return py::none();
  }
  return read_only<Number>(numbers, table(count, columns), self);
}

template <class Class, class Number, class Count, class Columns>
void add(Class& bound, const char* name, std::vector<Number> Frame::*member, Count count, Columns columns,
         const char* text) {
  bound.def_property_readonly(
      name,
      [member, count, columns](const py::object& self) {
        const auto& object = self.cast<const FrameObject&>();
        return rows(self, member, count(object), columns(object));
      },
      text);
}

std::size_t one(const FrameObject& /*object*/) { return 1; }
std::size_t two(const FrameObject& /*object*/) { return 2; }
std::size_t turn(const FrameObject& object) { return orientation_size(object.constants->dimension); }
std::size_t spin(const FrameObject& object) { return spin_size(object.constants->dimension); }

py::dict body_columns(const Constants& constants) {
  const Constants::Bodies& bodies = constants.bodies;
  py::dict columns;
  columns["name"] = bodies.name;
  columns["label"] = bodies.label;
  columns["shape_kind"] = bodies.shape_kind;
  columns["material"] = bodies.material;
  columns["radius"] = own(std::vector(bodies.radius));
  columns["mass"] = own(std::vector(bodies.mass));
  columns["inertia"] = own(std::vector(bodies.inertia), table(bodies.radius.size(), spin_size(constants.dimension)));
  columns["shape"] = bodies.shape;
  return columns;
}

py::dict obstacle_columns(const Constants& constants) {
  py::dict columns;
  columns["name"] = constants.obstacles.name;
  columns["label"] = constants.obstacles.label;
  columns["shape_kind"] = constants.obstacles.shape_kind;
  columns["material"] = constants.obstacles.material;
  columns["shape"] = constants.obstacles.shape;
  return columns;
}

void bind_constants(py::module_& module) {
  py::class_<Constants, std::shared_ptr<Constants>>(module, "Constants", "What does not change during a run.")
      .def_readonly("dimension", &Constants::dimension)
      .def_readonly("scene", &Constants::scene, "The resolved TOML.")
      .def_property_readonly("bodies", &body_columns, "Columns by name.")
      .def_property_readonly("obstacles", &obstacle_columns, "Columns by name.")
      .def_property_readonly(
          "domain",
          [](const Constants& constants) -> py::object {
            const Constants::Domain& domain = constants.domain;
            if (domain.lower.empty()) {
              return py::none();
            }
            py::dict columns;
            columns["lower"] = domain.lower;
            columns["upper"] = domain.upper;
            columns["periodic"] = std::vector<bool>(domain.periodic.begin(), domain.periodic.end());
            columns["shear_rate"] = domain.shear_rate;
            return columns;
          },
          "The periodic domain, or None.")
      .def_readonly("outlets", &Constants::outlets, "Their names.")
      .def_readonly("films", &Constants::films, "Whether films of fluid resist.");
}

}  // namespace

void bind_frame(py::module_& module) {
  bind_constants(module);
  py::class_<FrameObject> frame(module, "Frame", "A state, its tables read-only arrays that keep it alive.");
  frame.def_property_readonly("constants", [](const FrameObject& object) { return object.constants; });
  frame.def_property_readonly("time", [](const FrameObject& object) { return object.frame.time; });
  frame.def_property_readonly("step", [](const FrameObject& object) { return object.frame.step; });
  frame.def_property_readonly("step_length", [](const FrameObject& object) { return object.frame.step_length; });
  add(frame, "position", &Frame::position, bodies, axes, "[N,d], within a periodic domain");
  add(frame, "velocity", &Frame::velocity, bodies, axes, "[N,d]");
  add(frame, "orientation", &Frame::orientation, bodies, turn, "[N] angles; 3D: [N,4] quaternions w,x,y,z");
  add(frame, "angular_velocity", &Frame::angular_velocity, bodies, spin, "[N]; 3D: [N,3]");
  add(frame, "image", &Frame::image, bodies, axes, "[N,d], or None where nothing is periodic");
  add(frame, "present", &Frame::present, bodies, one, "[N], or None where all bodies are");
  add(frame, "obstacle_position", &Frame::obstacle_position, obstacles, axes, "[K,d]");
  add(frame, "obstacle_orientation", &Frame::obstacle_orientation, obstacles, turn, "[K]; 3D: [K,4]");
  add(frame, "contact_pair", &Frame::contact_pair, contacts, two, "[C,2], an index ≥ N is an obstacle");
  add(frame, "contact_feature", &Frame::contact_feature, contacts, one, "[C]");
  add(frame, "contact_image", &Frame::contact_image, contacts, axes, "[C,d], or None");
  add(frame, "contact_normal", &Frame::contact_normal, contacts, axes, "[C,d], from the first to the second");
  add(frame, "contact_point", &Frame::contact_point, contacts, axes, "[C,d]");
  add(frame, "contact_distance", &Frame::contact_distance, contacts, one, "[C], the gap");
  add(frame, "contact_impulse", &Frame::contact_impulse, contacts, axes, "[C,d], on the second");
  add(frame, "contact_gamma", &Frame::contact_gamma, contacts, one, "[C]");
  add(frame, "contact_log_distance", &Frame::contact_log_distance, contacts, one, "[C], or None");
}

}  // namespace gluey::python
