#include "io/layout.hpp"

#include <algorithm>

namespace gluey::io {
namespace {

std::size_t longest(const std::vector<std::string>& texts) {
  std::size_t length = 1;  // HDF5 has no texts of length 0
  for (const std::string& text : texts) {
    length = std::max(length, text.size());
  }
  return length;
}

}  // namespace

std::size_t Column::element_size() const {
  switch (element) {
    case Element::real:
      return sizeof(double);
    case Element::integer:
      return sizeof(std::int64_t);
    case Element::index:
      return sizeof(std::int32_t);
    case Element::flag:
      return sizeof(std::uint8_t);
    case Element::text:
      break;
  }
  return text_length;
}

std::size_t Column::row_size() const {
  std::size_t size = element_size();
  for (const hsize_t extent : extents) {
    size *= extent;
  }
  return size;
}

std::vector<hsize_t> Column::shape(hsize_t entries) const {
  std::vector<hsize_t> shape{entries};
  shape.insert(shape.end(), extents.begin(), extents.end());
  return shape;
}

Handle Column::type() const {
  switch (element) {
    case Element::real:
      return {H5Tcopy(H5T_NATIVE_DOUBLE), H5Tclose};
    case Element::integer:
      return {H5Tcopy(H5T_NATIVE_INT64), H5Tclose};
    case Element::index:
      return {H5Tcopy(H5T_NATIVE_INT32), H5Tclose};
    case Element::flag:
      return {H5Tcopy(H5T_NATIVE_UINT8), H5Tclose};
    case Element::text:
      break;
  }
  Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  check(H5Tset_size(type, text_length));
  check(H5Tset_cset(type, H5T_CSET_UTF8));
  check(H5Tset_strpad(type, H5T_STR_NULLPAD));
  return type;
}

std::vector<Column> columns(const Constants& constants) {
  const bool plane = constants.dimension == 2;
  const auto d = static_cast<hsize_t>(constants.dimension);
  const hsize_t n = constants.bodies.radius.size();
  const hsize_t k = constants.obstacles.name.size();
  using Extents = std::vector<hsize_t>;
  // An angle is one number, without an axis of its own.
  const auto with_axis = [plane](Extents leading, hsize_t components) {
    if (!plane) {
      leading.push_back(components);
    }
    return leading;
  };

  const Constants::Bodies& bodies = constants.bodies;
  std::vector<Column> list;
  const auto text = [&list](const char* path, const std::vector<std::string>& values) {
    list.push_back({path, Table::bodies, Element::text, {}, longest(values)});
  };
  text("/bodies/name", bodies.name);
  text("/bodies/label", bodies.label);
  text("/bodies/shape_kind", bodies.shape_kind);
  text("/bodies/material", bodies.material);
  const auto add = [&list](const char* path, Table table, Element element, Extents extents) {
    list.push_back({path, table, element, std::move(extents)});
  };
  add("/bodies/radius", Table::bodies, Element::real, {});
  add("/bodies/mass", Table::bodies, Element::real, {});
  add("/bodies/inertia", Table::bodies, Element::real, with_axis({}, 3));
  if (!bodies.shape.empty()) {
    add(kShapeIndex, Table::bodies, Element::index, {});
    add(kShapeOffset, Table::shapes, Element::integer, {});
    list.back().fence = true;
    add(kShapeText, Table::letters, Element::flag, {});
  }

  add("/frames/time", Table::frames, Element::real, {});
  add("/frames/step", Table::frames, Element::integer, {});
  add(kStepLength, Table::frames, Element::real, {});
  add("/frames/position", Table::frames, Element::real, {n, d});
  const bool periodic = !constants.domain.periodic.empty();
  if (periodic) {
    add(kImage, Table::frames, Element::index, {n, d});
  }
  if (constants.comings_and_goings) {
    add(kPresent, Table::frames, Element::flag, {n});
  }
  add("/frames/orientation", Table::frames, Element::real, with_axis({n}, 4));
  add("/frames/velocity", Table::frames, Element::real, {n, d});
  add("/frames/angular_velocity", Table::frames, Element::real, with_axis({n}, 3));
  add("/frames/obstacle_position", Table::frames, Element::real, {k, d});
  add("/frames/obstacle_orientation", Table::frames, Element::real, with_axis({k}, 4));
  add("/frames/contact_offset", Table::frames, Element::integer, {});
  list.back().fence = true;

  add("/frames/contact_pair", Table::contacts, Element::index, {2});
  add("/frames/contact_feature", Table::contacts, Element::integer, {});
  if (periodic) {
    add(kContactImage, Table::contacts, Element::index, {d});
  }
  add("/frames/contact_normal", Table::contacts, Element::real, {d});
  add("/frames/contact_point", Table::contacts, Element::real, {d});
  add("/frames/contact_distance", Table::contacts, Element::real, {});
  add("/frames/contact_impulse", Table::contacts, Element::real, {d});
  add("/frames/contact_gamma", Table::contacts, Element::real, {});
  if (constants.films) {
    add(kLogDistance, Table::contacts, Element::real, {});
    add(kFilms, Table::history, Element::integer, {});
    add(kFilmIterations, Table::history, Element::integer, {});
    add(kDissipation, Table::history, Element::real, {3});
  }

  for (const char* path :
       {"/history/step", "/history/contacts", "/history/iterations", "/history/clusters", "/history/largest_cluster"}) {
    add(path, Table::history, Element::integer, {});
  }
  for (const char* path : {"/history/time", "/history/residual", "/history/overlap", "/history/complementarity",
                           "/history/kinetic_energy", "/history/potential_energy", "/history/wall_seconds",
                           "/history/coordination", "/history/volume", "/history/reference", "/history/residual_median",
                           "/history/residual_95", "/history/kept", "/history/recovery_work"}) {
    add(path, Table::history, Element::real, {});
  }
  add("/history/converged", Table::history, Element::flag, {});
  add("/history/missed", Table::history, Element::flag, {});
  if (constants.comings_and_goings) {
    add(kPresentNow, Table::history, Element::integer, {});
    add(kTaken, Table::history, Element::integer, {constants.outlets.size()});
  }
  add("/history/obstacle_force", Table::history, Element::real, {k, d});
  add("/history/obstacle_torque", Table::history, Element::real, with_axis({k}, 3));
  add("/history/stress", Table::history, Element::real, {d, d});
  return list;
}

}  // namespace gluey::io
