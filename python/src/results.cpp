// Result files, read frame by frame.

#include "bind.hpp"

#include <algorithm>
#include <atomic>
#include <optional>

namespace gluey::python {
namespace {

struct ResultsObject {
  explicit ResultsObject(const std::string& file)
      : results(file), constants(std::make_shared<const Constants>(results.constants())) {}
  Results results;
  std::shared_ptr<const Constants> constants;
};

/// A column of tables, all of one shape; nothing where the file has none.
template <class Number>
void add_tables(py::dict& columns, const char* name, const std::vector<HistoryRow>& rows,
                std::vector<Number> HistoryRow::*member, const std::vector<std::size_t>& shape) {
  std::size_t size = 1;
  std::vector<py::ssize_t> full = {static_cast<py::ssize_t>(rows.size())};
  for (const std::size_t length : shape) {
    size *= length;
    full.push_back(static_cast<py::ssize_t>(length));
  }
  std::vector<Number> values;
  for (const HistoryRow& row : rows) {
    if ((row.*member).size() != size) {
      return;
    }
    values.insert(values.end(), (row.*member).begin(), (row.*member).end());
  }
  if (size > 0) {
    columns[name] = own(std::move(values), std::move(full));
  }
}

py::object flags(const std::vector<HistoryRow>& rows, bool HistoryRow::*member) {
  std::vector<std::uint8_t> values;
  values.reserve(rows.size());
  for (const HistoryRow& row : rows) {
    values.push_back(row.*member ? 1 : 0);
  }
  return own(std::move(values)).attr("astype")("bool");
}

py::dict history(const ResultsObject& object) {
  std::vector<HistoryRow> rows;
  {
    const py::gil_scoped_release unlocked;
    rows = object.results.history();
  }
  py::dict columns;
  columns["step"] = column(rows, &HistoryRow::step);
  columns["time"] = column(rows, &HistoryRow::time);
  columns["contacts"] = column(rows, &HistoryRow::contacts);
  columns["iterations"] = column(rows, &HistoryRow::iterations);
  columns["residual"] = column(rows, &HistoryRow::residual);
  columns["converged"] = flags(rows, &HistoryRow::converged);
  columns["reference"] = column(rows, &HistoryRow::reference);
  columns["residual_median"] = column(rows, &HistoryRow::residual_median);
  columns["residual_95"] = column(rows, &HistoryRow::residual_95);
  columns["missed"] = flags(rows, &HistoryRow::missed);
  columns["kept"] = column(rows, &HistoryRow::kept);
  columns["recovery_work"] = column(rows, &HistoryRow::recovery_work);
  columns["overlap"] = column(rows, &HistoryRow::overlap);
  columns["complementarity"] = column(rows, &HistoryRow::complementarity);
  columns["kinetic_energy"] = column(rows, &HistoryRow::kinetic_energy);
  columns["potential_energy"] = column(rows, &HistoryRow::potential_energy);
  columns["wall_seconds"] = column(rows, &HistoryRow::wall_seconds);
  columns["clusters"] = column(rows, &HistoryRow::clusters);
  columns["largest_cluster"] = column(rows, &HistoryRow::largest_cluster);
  columns["coordination"] = column(rows, &HistoryRow::coordination);
  columns["volume"] = column(rows, &HistoryRow::volume);
  const Constants& constants = *object.constants;
  const auto d = static_cast<std::size_t>(constants.dimension);
  const std::size_t k = constants.obstacles.name.size();
  add_tables(columns, "stress", rows, &HistoryRow::stress, {d, d});
  add_tables(columns, "obstacle_force", rows, &HistoryRow::obstacle_force, {k, d});
  add_tables(columns, "obstacle_torque", rows, &HistoryRow::obstacle_torque, {k, spin_size(constants.dimension)});
  if (constants.comings_and_goings) {
    columns["present"] = column(rows, &HistoryRow::present);
    add_tables(columns, "taken", rows, &HistoryRow::taken, {constants.outlets.size()});
  }
  if (constants.films) {
    columns["films"] = column(rows, &HistoryRow::films);
    columns["film_iterations"] = column(rows, &HistoryRow::film_iterations);
    add_tables(columns, "dissipation", rows, &HistoryRow::dissipation, {3});
  }
  return columns;
}

py::dict statistics_of_frames(const ResultsObject& object, const std::vector<std::int64_t>& numbers,
                              std::optional<double> within) {
  std::vector<FrameStatistics> rows;
  {
    const py::gil_scoped_release unlocked;
    rows = frame_statistics(object.results, numbers, {within});
  }
  return statistics_columns(rows, *object.constants);
}

/// One array of many frames, [F, entries]; None where the file does not have it.
template <class Number>
py::object stacked(const ResultsObject& object, std::vector<Number> Frame::*member, const FrameArrays& arrays,
                   const std::vector<std::int64_t>& numbers, std::size_t entries) {
  std::vector<Number> values(numbers.size() * entries);
  std::atomic<bool> missing = false;
  {
    const py::gil_scoped_release unlocked;
    object.results.for_each_frame(numbers, arrays, [&](std::size_t k, const Frame& frame) -> Results::InTurn {
      const std::vector<Number>& row = frame.*member;
      if (row.size() == entries) {
        std::copy(row.begin(), row.end(), values.begin() + static_cast<std::ptrdiff_t>(k * entries));
      } else {
        missing = true;
      }
      return {};
    });
  }
  if (missing) {
    return py::none();
  }
  return own(std::move(values), {static_cast<py::ssize_t>(numbers.size()), static_cast<py::ssize_t>(entries)});
}

py::object array_of_frames(const ResultsObject& object, const std::string& name,
                           const std::vector<std::int64_t>& numbers) {
  const std::size_t n = object.constants->bodies.radius.size();
  const auto d = static_cast<std::size_t>(object.constants->dimension);
  if (name == "position") {
    return stacked(object, &Frame::position, {.places = true}, numbers, n * d);
  }
  if (name == "image") {
    return stacked(object, &Frame::image, {.places = true}, numbers, n * d);
  }
  if (name == "velocity") {
    return stacked(object, &Frame::velocity, {.motion = true}, numbers, n * d);
  }
  if (name == "orientation") {
    return stacked(object, &Frame::orientation, {.orientations = true}, numbers,
                   n * orientation_size(object.constants->dimension));
  }
  throw Error("no array of frames is called " + name);
}

}  // namespace

void bind_results(py::module_& module) {
  py::class_<ResultsObject>(module, "Results", "A result file, finished, running or killed.")
      .def(py::init<const std::string&>(), py::arg("file"))
      .def_property_readonly("constants", [](const ResultsObject& self) { return self.constants; })
      .def_property_readonly("frames", [](const ResultsObject& self) { return self.results.frames(); })
      .def_property_readonly("times", [](const ResultsObject& self) { return own(std::vector(self.results.times())); })
      .def_property_readonly("steps", [](const ResultsObject& self) { return own(std::vector(self.results.steps())); })
      .def(
          "frame",
          [](const ResultsObject& self, std::int64_t number) {
            const py::gil_scoped_release unlocked;
            return FrameObject{self.results.frame(number), self.constants};
          },
          py::arg("number"), "Frame `number`; negative ones count from the end.")
      .def("statistics", &statistics_of_frames, py::arg("numbers"), py::arg("within"),
           "The numbers of `gluey stats` of these frames, as columns.")
      .def(
          "array_of_frames", &array_of_frames, py::arg("name"), py::arg("numbers"),
          "position, velocity, orientation or image of these frames, a row each; None where the file does not have it.")
      .def("history", &history, "Columns by name, one row a step.")
      .def_property_readonly("program_version",
                             [](const ResultsObject& self) { return self.results.program_version(); })
      .def_property_readonly("complete", [](const ResultsObject& self) { return self.results.complete(); })
      .def_property_readonly("has_contacts", [](const ResultsObject& self) { return self.results.has_contacts(); });
  module.def("is_being_written", &is_being_written, py::arg("file"), "Whether a run writes this result now.");
  module.def(
      "export_results",
      [](const ResultsObject& self, const std::string& file, const std::string& format, const std::string& output,
         const std::vector<std::int64_t>& numbers) {
        const py::gil_scoped_release unlocked;
        return export_results(self.results, file, format, output, numbers);
      },
      py::arg("results"), py::arg("file"), py::arg("format"), py::arg("output"), py::arg("numbers"),
      "Writes the frames as vtk, xdmf, csv or lammps; the files written.");
}

}  // namespace gluey::python
