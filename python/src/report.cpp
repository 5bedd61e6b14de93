// What a step did, and the history of a run as columns.

#include "bind.hpp"

namespace gluey::python {
namespace {

template <class Value>
auto of_row(Value HistoryRow::*member) {
  return [member](const StepReport& report) { return report.row.*member; };
}

}  // namespace

void bind_report(py::module_& module) {
  py::class_<StepReport>(module, "StepReport", "What one step did.")
      .def_property_readonly("step", of_row(&HistoryRow::step), "Steps done, this one included.")
      .def_property_readonly("time", of_row(&HistoryRow::time), "At its end.")
      .def_property_readonly("contacts", of_row(&HistoryRow::contacts))
      .def_property_readonly("iterations", of_row(&HistoryRow::iterations))
      .def_property_readonly("residual", of_row(&HistoryRow::residual), "A velocity.")
      .def_property_readonly("converged", of_row(&HistoryRow::converged))
      .def_property_readonly("missed", of_row(&HistoryRow::missed), "The accuracy that was asked for.")
      .def_property_readonly("reference", of_row(&HistoryRow::reference), "The velocity that the step had to stop.")
      .def_property_readonly("residual_median", of_row(&HistoryRow::residual_median), "Of the contacts that act.")
      .def_property_readonly("residual_95", of_row(&HistoryRow::residual_95), "95 % of these are below.")
      .def_property_readonly("kept", of_row(&HistoryRow::kept),
                             "The smallest share of its impulses that an island kept, so that contacts give no energy.")
      .def_property_readonly("recovery_work", of_row(&HistoryRow::recovery_work),
                             "Against the forces, as overlapping bodies were moved apart.")
      .def_property_readonly("overlap", of_row(&HistoryRow::overlap), "The deepest it made, a length.")
      .def_property_readonly("complementarity", of_row(&HistoryRow::complementarity))
      .def_property_readonly("kinetic_energy", of_row(&HistoryRow::kinetic_energy))
      .def_property_readonly("potential_energy", of_row(&HistoryRow::potential_energy))
      .def_property_readonly("clusters", of_row(&HistoryRow::clusters))
      .def_property_readonly("largest_cluster", of_row(&HistoryRow::largest_cluster))
      .def_property_readonly("coordination", of_row(&HistoryRow::coordination))
      .def_property_readonly("obstacle_force", of_row(&HistoryRow::obstacle_force), "[K,d] one after the other.")
      .def_property_readonly("obstacle_torque", of_row(&HistoryRow::obstacle_torque))
      .def_readonly("step_length", &StepReport::step_length)
      .def_readonly("tolerance", &StepReport::tolerance, "What the residual was held against.")
      .def_readonly("promised", &StepReport::promised,
                    "Of residual_95 by the level of accuracy; 0 where the tolerance is.")
      .def_readonly("contact_searches", &StepReport::contact_searches)
      .def_readonly("tunnelling", &StepReport::tunnelling, "Bodies that moved beyond the range.")
      .def_readonly("inexact", &StepReport::inexact, "Distances for which a bound was taken.")
      .def_readonly("halvings", &StepReport::halvings)
      .def_readonly("solver", &StepReport::solver)
      .def("__repr__", [](const StepReport& report) {
        return py::str("<gluey.StepReport step {}, t = {}, {} contacts, {} iterations, residual {}>")
            .format(report.row.step, report.row.time, report.row.contacts, report.row.iterations, report.row.residual);
      });
}

}  // namespace gluey::python
