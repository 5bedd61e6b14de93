#include "random/audit.hpp"

#include "random/watch.hpp"

#include <gluey/errors.hpp>

#include <fmt/format.h>

namespace gluey::test {
namespace {

template <int D>
std::string list(const Vec<D>& x) {
  return D == 2 ? fmt::format("({:.6g}, {:.6g})", x[0], x[1])
                : fmt::format("({:.6g}, {:.6g}, {:.6g})", x[0], x[1], x[D - 1]);
}

template <int D>
void print(const StepRecord<D>& record) {
  fmt::print("step {} of {:.6g}, tolerance {:.3g}, residual {:.3g}, kept {:.12g}, recovered {:.3g}\n", record.number,
             record.h, record.tolerance, record.told_residual, record.told_kept, record.told_recovered);
  for (std::size_t i = 0; i < record.bodies(); ++i) {
    fmt::print("  body {}: x {} v {} ω {:.6g} → v {} ω {:.6g}\n", i, list<D>(record.before.position[i]),
               list<D>(record.before.velocity[i]), record.before.spin[i].norm(), list<D>(record.after.velocity[i]),
               record.after.spin[i].norm());
  }
  for (std::size_t c = 0; c < record.contacts.size(); ++c) {
    const Contacts<D>& contacts = record.contacts;
    const ContactMotion<D> m = motion_of(record, c);
    fmt::print(
        "  contact {}-{} n {} at {} D {:.6g} p {:.6g} u {:.6g} D/h+u {:.3g} γ {:.6g} → {:.6g} slip {:.6g} friction "
        "{:.6g}\n",
        contacts.first[c], contacts.second[c], list<D>(contacts.normal[c]), list<D>(m.arm_first), contacts.gap[c],
        contacts.impulse[c], contacts.normal[c].dot(m.relative),
        contacts.gap[c] / record.h + contacts.normal[c].dot(m.relative), record.carried[c], contacts.potential[c],
        (m.relative + m.surface).norm(), contacts.rubs ? contacts.friction[c].norm() : 0.0);
  }
}

template <int D>
void run(const Scene& scene, Audit& audit, bool tell) {
  Watch<D> watch(scene);
  if (watch.stepper().world.bodies.size() == 0) {
    audit.refused = "no bodies";
    return;
  }
  while (!watch.finished() && audit.violations.size() < 5) {
    const StepRecord<D> record = watch.step();
    ++audit.steps;
    // Where a budget ends iterations, steps need not be solved.
    audit.unsolved += record.solved || watch.stepper().settings().accuracy.budget.given() ? 0 : 1;
    for (std::size_t c = 0; c < record.contacts.size(); ++c) {
      audit.contacts += record.contacts.impulse[c] != 0.0 ? 1 : 0;
      audit.pulls += record.contacts.impulse[c] < 0.0 ? 1 : 0;
      audit.rubs += record.contacts.rubs && !record.contacts.friction[c].isZero(0.0) ? 1 : 0;
    }
    check_gaps(record, audit.violations);
    check_overlap(record, audit.violations);
    check_momentum(record, audit.violations);
    check_energy(record, audit.violations);
    check_safe(record, audit.violations);
    check_law(record, audit.violations);
    check_films(record, audit.violations);
    if (tell && !audit.violations.empty()) {
      print(record);
      const auto deepest = watch.stepper().deepest_overlap();
      fmt::print("  deepest overlap {:.6g} of {} and {}\n", deepest.depth, deepest.first, deepest.second);
      for (const Violation& violation : audit.violations) {
        fmt::print("  {}: {}\n", violation.check, violation.text);
      }
    }
  }
}

}  // namespace

Audit audit(const Tree& tree, bool tell) {
  Audit audit;
  try {
    const Scene scene = read_scene(tree);
    if (tree.value("dimension", 2) == 2) {
      run<2>(scene, audit, tell);
    } else {
      run<3>(scene, audit, tell);
    }
  } catch (const SceneError& error) {
    audit.refused = error.what();
  } catch (const Error& error) {
    audit.broke = error.what();
    audit.violations.push_back({"broke", audit.steps, error.what(), 1.0});
  }
  return audit;
}

Audit audit_all(const Tree& tree) {
  Audit all = audit(tree);
  if (!all.refused.empty() || !all.violations.empty()) {
    return all;
  }
  try {
    for (const Violations& found : {check_moved(tree), check_mirrored(tree), check_whole(tree, tree)}) {
      all.violations.insert(all.violations.end(), found.begin(), found.end());
    }
  } catch (const Error& error) {
    all.violations.push_back({"broke", all.steps, error.what(), 1.0});
  }
  return all;
}

}  // namespace gluey::test
