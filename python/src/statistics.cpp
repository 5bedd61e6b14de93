// Numbers of a frame (gluey/stats.hpp), as dicts and columns.

#include "bind.hpp"

namespace gluey::python {
namespace {

Joining joining(std::optional<double> within) { return {within}; }

py::dict statistics(const FrameObject& object, std::optional<double> within) {
  const py::dict columns =
      statistics_columns({frame_statistics(*object.constants, object.frame, joining(within))}, *object.constants);
  py::dict values;
  for (const auto& [name, column] : columns) {
    const py::object value = column[py::int_(0)];
    values[name] = py::isinstance<py::array>(value) ? value : value.attr("item")();
  }
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

py::dict statistics_columns(const std::vector<FrameStatistics>& rows, const Constants& constants) {
  const auto vectors = [&](std::vector<double> FrameStatistics::*member) {
    std::vector<double> values;
    for (const FrameStatistics& row : rows) {
      values.insert(values.end(), (row.*member).begin(), (row.*member).end());
    }
    return own(std::move(values), table(rows.size(), static_cast<std::size_t>(constants.dimension)));
  };
  py::dict columns;
  columns["time"] = column(rows, &FrameStatistics::time);
  columns["step"] = column(rows, &FrameStatistics::step);
  columns["kinetic_energy"] = column(rows, &FrameStatistics::kinetic_energy);
  columns["momentum"] = vectors(&FrameStatistics::momentum);
  columns["center_of_mass"] = vectors(&FrameStatistics::center_of_mass);
  columns["contacts"] = column(rows, &FrameStatistics::contacts);
  columns["glued"] = column(rows, &FrameStatistics::glued);
  columns["gamma_min"] = column(rows, &FrameStatistics::gamma_min);
  columns["gamma_mean"] = column(rows, &FrameStatistics::gamma_mean);
  columns["clusters"] = column(rows, &FrameStatistics::clusters);
  columns["largest_cluster"] = column(rows, &FrameStatistics::largest_cluster);
  columns["mean_cluster"] = column(rows, &FrameStatistics::mean_cluster);
  columns["weighted_cluster"] = column(rows, &FrameStatistics::weighted_cluster);
  columns["coordination"] = column(rows, &FrameStatistics::coordination);
  columns["overlap"] = column(rows, &FrameStatistics::overlap);
  columns["speed_max"] = column(rows, &FrameStatistics::speed_max);
  columns["speed_mean"] = column(rows, &FrameStatistics::speed_mean);
  return columns;
}

void bind_statistics(py::module_& module) {
  module.def("statistics", &statistics, py::arg("frame"), py::arg("within"), "The numbers of `gluey stats`.");
  module.def("clusters", &clusters, py::arg("frame"), py::arg("within"), "Columns, the largest cluster first.");
  module.def("profile", &profile, py::arg("frame"), py::arg("axis"), py::arg("slices"), py::arg("lower"),
             py::arg("upper"), "Columns, one row a slice.");
  module.def("pair_correlation", &pairs, py::arg("frame"), py::arg("range"), py::arg("bins"), "Columns.");
  module.def("stress", &stress, py::arg("frame"), "[d,d], tension positive, of all bodies.");
}

}  // namespace gluey::python
