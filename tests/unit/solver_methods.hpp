#pragma once
// The solvers in the table, for tests that ask the same of each.

#include "solver/solver.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace gluey {

template <int D>
std::vector<std::string> method_names() {
  std::vector<std::string> names;
  for (const auto& named : solver::methods<Problem<D>>()) {
    names.emplace_back(named.name);
  }
  return names;
}

/// As GoogleTest wants names of tests.
inline std::string test_name(std::string name) {
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

}  // namespace gluey
