#pragma once
// A problem as the first of several pools that it suits.

#include "problem/step_sums.hpp"

#include <cstddef>
#include <tuple>

namespace gluey {

template <class... Pools>
class OneOf {
 public:
  using Sums = StepSums;
  /// Tries the first `tried` of them.
  template <class Problem>
  bool pose(const Problem& problem, std::size_t tried = sizeof...(Pools)) {
    return pose_from<0>(problem, tried);
  }
  /// visit(pool) of the one that was posed.
  template <class Visit>
  decltype(auto) visit(Visit&& visit) {
    return visit_from<0>(visit);
  }
  template <class Problem>
  void load(const Problem& problem, const double* impulse) {
    visit([&](auto& pool) { pool.load(problem, impulse); });
  }
  void choose(double margin) {
    visit([&](auto& pool) { pool.choose(margin); });
  }
  template <class Problem>
  void read(const Problem& problem, double* impulse) {
    visit([&](auto& pool) { pool.read(problem, impulse); });
  }
  StepSums step_contacts(double beta, double scale) {
    return visit([&](auto& pool) { return pool.step_contacts(beta, scale); });
  }
  double step_bodies(double beta) {
    return visit([&](auto& pool) { return pool.step_bodies(beta); });
  }
  [[nodiscard]] std::size_t contacts() {
    return visit([](auto& pool) { return pool.contacts(); });
  }
  [[nodiscard]] bool convex() {
    return visit([](auto& pool) { return pool.convex(); });
  }

 private:
  template <std::size_t which, class Problem>
  bool pose_from(const Problem& problem, std::size_t tried) {
    if constexpr (which == sizeof...(Pools)) {
      return false;
    } else {
      if (which >= tried) {
        return false;
      }
      posed_ = which;
      return std::get<which>(pools_).pose(problem) || pose_from<which + 1>(problem, tried);
    }
  }
  template <std::size_t which, class Visit>
  decltype(auto) visit_from(Visit& visit) {
    if constexpr (which + 1 == sizeof...(Pools)) {
      return visit(std::get<which>(pools_));
    } else {
      return posed_ == which ? visit(std::get<which>(pools_)) : visit_from<which + 1>(visit);
    }
  }

  std::tuple<Pools...> pools_;
  std::size_t posed_ = 0;
};

}  // namespace gluey
