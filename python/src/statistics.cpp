// Numbers of a frame (gluey/stats.hpp), as dicts and columns.

#include "bind.hpp"

namespace gluey::python {
namespace {

Joining joining(std::optional<double> within) { return {within}; }

py::dict statistics(const FrameObject& object, std::optional<double> within) {
  const FrameStatistics numbers = frame_statistics(*object.constants, object.frame, joining(within));
  py::dict values;
  values["time"] = numbers.time;
  values["step"] = numbers.step;
  values["kinetic_energy"] = numbers.kinetic_energy;
  values["momentum"] = own(std::vector(numbers.momentum));
  values["center_of_mass"] = own(std::vector(numbers.center_of_mass));
  values["contacts"] = numbers.contacts;
  values["glued"] = numbers.glued;
  values["gamma_min"] = numbers.gamma_min;
  values["gamma_mean"] = numbers.gamma_mean;
  values["clusters"] = numbers.clusters;
  values["largest_cluster"] = numbers.largest_cluster;
  values["mean_cluster"] = numbers.mean_cluster;
  values["weighted_cluster"] = numbers.weighted_cluster;
  values["coordination"] = numbers.coordination;
  values["overlap"] = numbers.overlap;
  values["speed_max"] = numbers.speed_max;
  values["speed_mean"] = numbers.speed_mean;
  return values;
}

/// The bodies of each cluster are in one list, those of cluster k from offset[k] to offset[k + 1].
py::dict clusters(const FrameObject& object, std::optional<double> within) {
  const auto d = static_cast<std::size_t>(object.constants->dimension);
  std::vector<double> mass, center, gyration, extent;
  std::vector<std::uint8_t> percolates;
  std::vector<std::int64_t> offset = {0}, size;
  std::vector<std::int32_t> bodies;
  const auto append = [](auto& all, const auto& some) { all.insert(all.end(), some.begin(), some.end()); };
  for (const Cluster& cluster : frame_clusters(*object.constants, object.frame, joining(within))) {
    size.push_back(static_cast<std::int64_t>(cluster.bodies.size()));
    append(bodies, cluster.bodies);
    offset.push_back(static_cast<std::int64_t>(bodies.size()));
    mass.push_back(cluster.mass);
    append(center, cluster.center);
    gyration.push_back(cluster.gyration_radius);
    append(extent, cluster.extent);
    append(percolates, cluster.percolates);
  }
  const std::size_t count = size.size();
  py::dict columns;
  columns["size"] = own(std::move(size));
  columns["mass"] = own(std::move(mass));
  columns["center"] = own(std::move(center), table(count, d));
  columns["gyration_radius"] = own(std::move(gyration));
  columns["extent"] = own(std::move(extent), table(count, d));
  columns["percolates"] = own(std::move(percolates), table(count, d)).attr("astype")("bool");
  columns["bodies"] = own(std::move(bodies));
  columns["offset"] = own(std::move(offset));
  return columns;
}

template <class Row, class Value>
py::array column(const std::vector<Row>& rows, Value Row::*member) {
  std::vector<Value> values;
  values.reserve(rows.size());
  for (const Row& row : rows) {
    values.push_back(row.*member);
  }
  return own(std::move(values));
}

py::dict profile(const FrameObject& object, int axis, int slices, const std::vector<double>& lower,
                 const std::vector<double>& upper) {
  const std::vector<ProfileRow> rows = frame_profile(*object.constants, object.frame, axis, slices, {lower, upper});
  std::vector<double> velocity;
  for (const ProfileRow& row : rows) {
    velocity.insert(velocity.end(), row.velocity.begin(), row.velocity.end());
  }
  py::dict columns;
  columns["from"] = column(rows, &ProfileRow::from);
  columns["to"] = column(rows, &ProfileRow::to);
  columns["bodies"] = column(rows, &ProfileRow::bodies);
  columns["solid"] = column(rows, &ProfileRow::solid);
  columns["velocity"] =
      own(std::move(velocity), table(rows.size(), static_cast<std::size_t>(object.constants->dimension)));
  columns["temperature"] = column(rows, &ProfileRow::temperature);
  columns["solid_fraction"] = column(rows, &ProfileRow::solid_fraction);
  return columns;
}

py::dict pairs(const FrameObject& object, double range, int bins) {
  const PairCorrelation found = pair_correlation(*object.constants, object.frame, range, bins);
  py::dict columns;
  columns["from"] = column(found.rows, &PairCorrelation::Row::from);
  columns["to"] = column(found.rows, &PairCorrelation::Row::to);
  columns["pairs"] = column(found.rows, &PairCorrelation::Row::pairs);
  columns["value"] = column(found.rows, &PairCorrelation::Row::value);
  return columns;
}

py::array stress(const FrameObject& object) {
  StressCell cell = frame_stress(*object.constants, object.frame).front();
  const auto d = static_cast<std::size_t>(object.constants->dimension);
  return own(std::move(cell.stress), table(d, d));
}

}  // namespace

void bind_statistics(py::module_& module) {
  module.def("statistics", &statistics, py::arg("frame"), py::arg("within"), "The numbers of `gluey stats`.");
  module.def("clusters", &clusters, py::arg("frame"), py::arg("within"), "Columns, the largest cluster first.");
  module.def("profile", &profile, py::arg("frame"), py::arg("axis"), py::arg("slices"), py::arg("lower"),
             py::arg("upper"), "Columns, one row a slice.");
  module.def("pair_correlation", &pairs, py::arg("frame"), py::arg("range"), py::arg("bins"), "Columns.");
  module.def("stress", &stress, py::arg("frame"), "[d,d], tension positive, of all bodies.");
}

}  // namespace gluey::python
