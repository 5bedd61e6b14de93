#include "reproduce/funnel.hpp"

#include "reproduce/whole_run.hpp"

namespace gluey::app {

Results funnel_run(Report& report, bool gluey) {
  std::vector<std::string> overrides = {"time.step=0.0005", "time.steps=14226", "output.every=474"};
  if (report.quick()) {
    overrides = {"time.step=0.005", "time.steps=300", "output.every=100", "bodies[0].count=300"};
  }
  if (!gluey) {
    overrides.emplace_back("contact.law=inelastic");
  }
  return run_scene(report, builtin_scene("funnel", overrides), gluey ? "funnel-gluey" : "funnel-dry");
}

}  // namespace gluey::app
