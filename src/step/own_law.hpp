#pragma once
// A law of the user's own (gluey/law.hpp), between the scene's laws and the step problem: it sees the contacts of the step and
// changes their sets before the solve, their potentials after it.

#include "law/law.hpp"
#include "step/surfaces.hpp"

#include <gluey/law.hpp>

#include <vector>

namespace gluey {

template <int D>
class OwnLaw {
 public:
  LawFunctions functions;

  [[nodiscard]] bool any() const { return functions.bounds || functions.potentials; }

  /// After contact_sets(). Throws Error, naming the contact, where a bound is no bound.
  void bound(const LawTable& laws, const World<D>& world, const Contacts<D>& contacts, Surfaces<D>& surfaces, double h,
             std::vector<ContactSet>& sets);
  /// After update_potentials(), of the contacts that bound() saw. Throws likewise.
  void update(const World<D>& world, double h, Contacts<D>& contacts);

 private:
  [[nodiscard]] StepContacts seen(const World<D>& world, const Contacts<D>& contacts, double h) const;

  std::vector<Vec<D>> velocity_;
  std::vector<double> gamma_;  // of before the step
  std::vector<double> lower_, friction_;
};

}  // namespace gluey
