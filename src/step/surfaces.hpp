#pragma once
// How surfaces move where bodies touch.

#include "law/law.hpp"
#include "proximity/contacts.hpp"
#include "world/free_rotation.hpp"
#include "world/world.hpp"

#include <vector>

namespace gluey {

/// How obstacles' surfaces move at the contacts, and the gaps that make contacts bounce.
template <int D>
struct Surfaces {
  std::vector<Vec<D>> velocity;  ///< per contact, mean over the step; between bodies the drift of the second's image
  std::vector<Spin<D>> spin;     ///< per obstacle
  std::vector<double> drifted;   ///< gaps, by drift()

  /// At contacts found with the obstacles at the end of the step.
  void measure(const World<D>& world, const Contacts<D>& contacts, double h);
  /// Puts the gaps in place that ask for restitution.
  void bounce(const LawTable& laws, const World<D>& world, const Contacts<D>& contacts,
              const std::vector<Vec<D>>& free_velocity, const std::vector<FreeRotation<D>>& free_rotation, double h,
              std::vector<double>& gap);
  /// How the second's surface moves against the first's at the beginning of the step, at every contact.
  void relative(const World<D>& world, const Contacts<D>& contacts, std::vector<Vec<D>>& velocities);
  /// Gaps as they will be when the images have drifted for h.
  void drift(const Contacts<D>& contacts, const std::vector<double>& gaps, double h);

 private:
  std::vector<double> approach_, free_, carried_;
  std::vector<Vec<D>> arm_first_, arm_second_;
};

/// The point that friction acts at, seen from the centres of the two bodies: between two bodies it divides the gap in proportion to their
/// radii, so that angular momentum stays; of a body and an obstacle it is the body's that touches, and the second is 0.
template <int D>
void lever_arms(const World<D>& world, const Contacts<D>& contacts, std::vector<Vec<D>>& first,
                std::vector<Vec<D>>& second);

}  // namespace gluey
