#include "run/problem_file.hpp"

#include "io/fclib.hpp"
#include "problem/assemble_rigid.hpp"

#include <gluey/errors.hpp>

#include <fmt/format.h>

namespace gluey {

template <int D>
void write_problem(const Stepper<D>& stepper, const std::string& file) {
  const RigidProblem<D>& problem = stepper.rigid_problem();
  const Contacts<D>& contacts = stepper.graph.contacts;
  const auto refuse = [&](const char* what) {
    throw Error(fmt::format("the problem of step {} cannot be written: {}, which FCLIB's format does not know",
                            stepper.world.step, what));
  };
  if (problem.resists_rolling()) {
    refuse("contacts resist rolling");
  }
  if (problem.contacts() == 0) {
    throw Error(fmt::format("the problem of step {} cannot be written: there are no contacts", stepper.world.step));
  }
  std::vector<double> components(problem.components());
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    if (problem.equations(problem.slot(c)).set.lower < 0.0) {
      refuse("contacts are glued");
    }
    typename RigidProblem<D>::Impulse impulse;
    impulse.normal = contacts.impulse[c];
    if (contacts.rubs) {
      impulse.tangential = contacts.friction[c];
    }
    problem.load(c, contacts.normal[c], impulse, components.data());
  }
  AssembledRigid<D> assembled;
  assembled.assemble(problem, {}, true);
  std::vector<double> impulse;
  assembled.to_axes(problem, components.data(), impulse);
  std::vector<double> velocity(impulse.size());
  assembled.problem.velocities(impulse, velocity);
  io::write_fclib(file, assembled.problem, velocity, impulse);
}

template void write_problem<2>(const Stepper<2>&, const std::string&);
template void write_problem<3>(const Stepper<3>&, const std::string&);

}  // namespace gluey
