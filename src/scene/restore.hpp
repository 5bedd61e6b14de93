#pragma once
// Contacts of an earlier result's frame, put back between the bodies that were read from it. Contacts with obstacles are
// known by the obstacle's name.

#include "step/stepper.hpp"

#include <gluey/results.hpp>

#include <string>
#include <vector>

namespace gluey::scene {

struct RestoredContacts {
  std::size_t offset = 0;                        ///< number of the first body that was read
  std::size_t count = 0;                         ///< bodies read
  std::vector<std::string> obstacle_names = {};  ///< of the earlier run
  Constants::Domain domain = {};                 ///< likewise
  Frame frame = {};
};

template <int D>
void restore_contacts(Stepper<D>& stepper, const std::vector<RestoredContacts>& restored);

}  // namespace gluey::scene
