#include "bind.hpp"

PYBIND11_MODULE(_gluey, module) {
  using namespace gluey::python;
  module.doc() = "The compiled part of gluey. Use the package `gluey`.";
  bind_errors(module);
  bind_scene(module);
  bind_frame(module);
  bind_report(module);
  bind_step_contacts(module);
  bind_simulation(module);
  bind_results(module);
  bind_run(module);
  bind_statistics(module);
  bind_solve(module);
  bind_view(module);
  module.def("version", &gluey::version, "\"0.1.0\"");
}
