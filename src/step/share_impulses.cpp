// How the points of flat contacts share what the solve found for them together.

#include "step/least_impulses.hpp"
#include "step/step_problem.hpp"
#include "step/stepper.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace gluey {
namespace {

constexpr double same_normal = 1e-6;

Eigen::Matrix<double, 2, 1> axes_across(const Vec<2>& n) { return Vec<2>(-n[1], n[0]); }
Eigen::Matrix<double, 3, 2> axes_across(const Vec<3>& n) {
  Eigen::Matrix<double, 3, 2> axes;
  axes.col(0) = n.unitOrthogonal();
  axes.col(1) = n.cross(axes.col(0));
  return axes;
}

/// Half the way to either neighbour around the border.
template <int D>
void weigh(std::vector<FlatPoint<D>>& points) {
  constexpr double least = 1e-6;  // of a contact's size: no corner is nothing
  const auto along = [](const FlatPoint<D>& point) {
    if constexpr (D == 3) {
      return std::atan2(point.place[2], point.place[1]);
    } else {
      return point.place[1];
    }
  };
  std::vector<std::pair<double, std::size_t>> order;
  for (std::size_t k = 0; k < points.size(); ++k) {
    order.emplace_back(along(points[k]), k);
    points[k].weight = least;
  }
  std::sort(order.begin(), order.end());
  for (std::size_t k = 0; k < order.size(); ++k) {
    if (D == 2 && k + 1 == order.size()) {
      break;  // a line ends, a border does not
    }
    FlatPoint<D>&here = points[order[k].second], &next = points[order[k + 1 < order.size() ? k + 1 : 0].second];
    const double half = 0.5 * (next.place - here.place).norm();
    here.weight += half;
    next.weight += half;
  }
}

}  // namespace

/// Contacts without friction, whose solve is not unique where a pair has many points (least_impulses.hpp). Velocities stay.
template <int D>
void Stepper<D>::share_impulses() {
  Contacts<D>& contacts = graph.contacts;
  if (!turns_ || !contacts.detailed || world.shapes.empty()) {
    return;
  }
  const auto same_pair = [&](std::size_t a, std::size_t b) {
    return contacts.first[a] == contacts.first[b] && contacts.second[a] == contacts.second[b];
  };
  const auto rubs = [&](std::size_t c) { return sets_[c].friction > 0.0 || sets_[c].rolling > 0.0; };
  parallel_for(contacts.size(), [&](std::size_t begin) {
    if (begin > 0 && same_pair(begin - 1, begin)) {
      return;  // taken with the first of the pair
    }
    std::size_t end = begin + 1;
    while (end < contacts.size() && same_pair(begin, end)) {
      ++end;
    }
    if (end - begin < 3) {
      return;
    }
    const Rotation<D>& turn = world.bodies.orientation[static_cast<std::size_t>(contacts.first[begin])];
    std::vector<std::uint8_t> taken(end - begin, 0);
    std::vector<std::size_t> group;
    std::vector<FlatPoint<D>> points;
    for (std::size_t a = begin; a < end; ++a) {
      if (taken[a - begin] != 0 || rubs(a)) {
        continue;
      }
      group.clear();
      Vec<D> middle = Vec<D>::Zero();
      for (std::size_t c = a; c < end; ++c) {
        if (taken[c - begin] == 0 && !rubs(c) && contacts.image[c] == contacts.image[a] &&
            (contacts.normal[c] - contacts.normal[a]).norm() <= same_normal) {
          taken[c - begin] = 1;
          group.push_back(c);
          middle += contacts.local_first[c];
        }
      }
      if (group.size() < 3) {
        continue;
      }
      middle /= static_cast<double>(group.size());
      double size = 0.0;
      for (const std::size_t c : group) {
        size = std::max(size, (contacts.local_first[c] - middle).norm());
      }
      const auto axes = axes_across(contacts.normal[a]);
      points.clear();
      for (const std::size_t c : group) {
        FlatPoint<D> point;
        point.place[0] = 1.0;
        if (size > 0.0) {
          point.place.template tail<D - 1>() =
              axes.transpose() * turn.apply(Vec<D>(contacts.local_first[c] - middle)) / size;
        }
        point.lower = sets_[c].lower;
        point.impulse = std::max(point.lower, contacts.impulse[c]);
        problem_->rigid.at(problem_->rigid.slot(c), problem_->rigid_change.data(),
                           [&](const auto& /*set*/, std::size_t /*component*/, const auto& u) {
                             point.open = contacts.impulse[c] <= point.lower && u[0] > outcome_.tolerance;
                           });
        points.push_back(point);
      }
      weigh(points);
      take_least_impulses<D>(points);
      for (std::size_t k = 0; k < group.size(); ++k) {
        contacts.impulse[group[k]] = points[k].impulse;
      }
    }
  });
}

template void Stepper<2>::share_impulses();
template void Stepper<3>::share_impulses();

}  // namespace gluey
