#include "stats/frame_view.hpp"

#include <gluey/errors.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace gluey {
namespace {

using stats::Box;
using stats::FrameView;
using stats::Number;
using stats::Point;
using Matrix = Eigen::Matrix3d;

struct Piece {
  Point from, to;
  [[nodiscard]] Point at(double share) const { return from + share * (to - from); }
};

/// Cuts a line where coordinate `axis` takes one of the values from + k · width, k whole, first ≤ k ≤ last.
template <class Visit>
void cut(const Piece& line, int axis, double from, double width, double first, double last, const Visit& visit) {
  const double a = (line.from[axis] - from) / width, b = (line.to[axis] - from) / width;
  const double from_cut = std::max(first, std::ceil(std::min(a, b))),
               to_cut = std::min(last, std::floor(std::max(a, b)));
  if (from_cut > to_cut) {  // most lines end in the cell they begin in
    visit(Piece{line.at(0.0), line.at(1.0)});
    return;
  }
  std::vector<double> shares{0.0};
  for (double k = from_cut; k <= to_cut; ++k) {
    const double share = (k - a) / (b - a);
    if (share > 0.0 && share < 1.0) {
      shares.push_back(share);
    }
  }
  shares.push_back(1.0);
  std::sort(shares.begin(), shares.end());
  for (std::size_t k = 0; k + 1 < shares.size(); ++k) {
    visit(Piece{line.at(shares[k]), line.at(shares[k + 1])});
  }
}

/// The region cut into equal cells.
class Grid {
 public:
  Grid(const FrameView& view, const Box& box, const std::vector<int>& cells) : view_(view), box_(box) {
    for (std::size_t axis = 0; axis < cells.size(); ++axis) {
      if (cells.size() != view.d || cells[axis] < 1) {
        throw Error(fmt::format("cells need {} numbers, each at least 1", view.d));
      }
      cells_[axis] = cells[axis];
    }
    for (int axis = 0; axis < 3; ++axis) {
      width_[axis] = box.size()[axis] / cells_[static_cast<std::size_t>(axis)];
    }
  }

  [[nodiscard]] std::size_t size() const { return along(0) * along(1) * along(2); }
  [[nodiscard]] std::size_t along(std::size_t axis) const { return static_cast<std::size_t>(cells_[axis]); }
  [[nodiscard]] double volume() const { return width_.prod(); }
  [[nodiscard]] Box cell(std::size_t index) const {
    const std::size_t row = index / along(0) % along(1), layer = index / along(0) / along(1);
    const Point number(static_cast<double>(index % along(0)), static_cast<double>(row), static_cast<double>(layer));
    return {box_.lower + number.cwiseProduct(width_), box_.lower + (number + Point::Ones()).cwiseProduct(width_)};
  }
  /// The cell that holds a point of the domain, or size().
  [[nodiscard]] std::size_t index(const Point& point) const {
    std::size_t index = 0;
    for (int axis = 2; axis >= 0; --axis) {
      if (axis >= static_cast<int>(view_.d)) {
        continue;
      }
      const double place = (point[axis] - box_.lower[axis]) / width_[axis];
      const int cells = cells_[static_cast<std::size_t>(axis)];
      const bool within = place >= 0.0 && place <= cells;
      if (!within) {
        return size();
      }
      index = index * static_cast<std::size_t>(cells) + static_cast<std::size_t>(std::min<double>(place, cells - 1));
    }
    return index;
  }

  /// visit(cell, share) for the parts of a line that lie in cells; beyond a periodic border it goes on at the other side.
  template <class Visit>
  void spread(const Point& from, const Point& branch, const Visit& visit) const {
    const double length = branch.norm();
    if (length > 0.0) {
      wrap({from, from + branch}, static_cast<int>(view_.d) - 1, [&](const Piece& piece) {
        cut_into_cells(piece, 0, [&](const Piece& part) {
          const std::size_t cell = index(part.at(0.5));
          if (cell < size()) {
            visit(cell, (part.to - part.from).norm() / length);
          }
        });
      });
    }
  }

 private:
  template <class Visit>
  void wrap(const Piece& line, int axis, const Visit& visit) const {
    if (axis < 0) {
      visit(line);
      return;
    }
    const auto along = static_cast<std::size_t>(axis);
    if (!view_.periodic(along)) {
      wrap(line, axis - 1, visit);
      return;
    }
    cut(line, axis, view_.lower(along), view_.period(along), -limit, limit, [&](const Piece& piece) {
      Number number = {};
      number[along] =
          -static_cast<std::int32_t>(std::floor((piece.at(0.5)[axis] - view_.lower(along)) / view_.period(along)));
      const Point shift = view_.shift(number);
      wrap({piece.from + shift, piece.to + shift}, axis - 1, visit);
    });
  }
  template <class Visit>
  void cut_into_cells(const Piece& line, int axis, const Visit& visit) const {
    if (axis == static_cast<int>(view_.d)) {
      visit(line);
      return;
    }
    cut(line, axis, box_.lower[axis], width_[axis], 0.0, cells_[static_cast<std::size_t>(axis)],
        [&](const Piece& piece) { cut_into_cells(piece, axis + 1, visit); });
  }

  static constexpr double limit = 1e6;  // periods that a branch may cross

  const FrameView& view_;
  Box box_;
  Number cells_ = {1, 1, 1};
  Point width_;
};

/// Σ f ⊗ l of each cell.
std::vector<Matrix> contact_sums(const FrameView& view, const Grid& grid) {
  std::vector<Matrix> sums(grid.size(), Matrix::Zero());
  const double h = view.frame.step_length > 0.0 ? view.frame.step_length : std::numeric_limits<double>::quiet_NaN();
  for (std::size_t c = 0; c < view.contacts(); ++c) {
    if (view.impulse(c).isZero(0.0)) {
      continue;
    }
    const Point branch = view.branch(c);
    const Matrix product = view.impulse(c) / h * branch.transpose();
    grid.spread(view.position(view.first(c)), branch,
                [&](std::size_t cell, double share) { sums[cell] += share * product; });
  }
  return sums;
}

/// Mass, momentum, Σ m v ⊗ v and number of the bodies centred in a cell.
struct Motion {
  std::int64_t bodies = 0;
  double mass = 0.0;
  Point momentum = Point::Zero();
  Matrix second = Matrix::Zero();

  /// Σ m v' ⊗ v'
  [[nodiscard]] Matrix fluctuation() const {
    return mass > 0.0 ? Matrix(second - momentum * momentum.transpose() / mass) : Matrix::Zero();
  }
};

std::vector<Motion> motions(const FrameView& view, const Grid& grid) {
  std::vector<Motion> cells(grid.size());
  for (std::size_t body = 0; body < view.bodies; ++body) {
    const std::size_t cell = grid.index(view.position(body));
    if (cell == grid.size()) {
      continue;
    }
    Motion& motion = cells[cell];
    ++motion.bodies;
    if (std::isfinite(view.mass(body))) {
      Point velocity = view.velocity(body);
      velocity[0] -= view.constants.domain.shear_rate * view.position(body)[1];
      motion.mass += view.mass(body);
      motion.momentum += view.mass(body) * velocity;
      motion.second += view.mass(body) * velocity * velocity.transpose();
    }
  }
  return cells;
}

std::vector<double> flat(const Matrix& matrix, int d) {
  std::vector<double> values;
  for (int a = 0; a < d; ++a) {
    for (int b = 0; b < d; ++b) {
      values.push_back(matrix(a, b));
    }
  }
  return values;
}

}  // namespace

double StressCell::ratio() const { return shear / pressure; }

std::pair<double, double> pressure_and_shear(const std::vector<double>& stress) {
  const int d = stress.size() == 4 ? 2 : 3;
  const auto at = [&](int a, int b) {
    return stress[static_cast<std::size_t>(a) * static_cast<std::size_t>(d) + static_cast<std::size_t>(b)];
  };
  double trace = 0.0, square = 0.0;
  for (int a = 0; a < d; ++a) {
    trace += at(a, a);
  }
  for (int a = 0; a < d; ++a) {
    for (int b = 0; b < d; ++b) {
      const double deviation = 0.5 * (at(a, b) + at(b, a)) - (a == b ? trace / d : 0.0);
      square += deviation * deviation;
    }
  }
  return {-trace / d, std::sqrt(0.5 * square)};
}

std::vector<StressCell> frame_stress(const Constants& constants, const Frame& frame, const std::vector<int>& cells,
                                     const Region& region) {
  if (!frame.present.empty()) {
    const PresentBodies here = present_bodies(constants, frame);
    return frame_stress(here.constants, here.frame, cells, region);
  }
  const FrameView view(constants, frame);
  const Grid grid(view, box_of(view, region), cells);
  const std::vector<Matrix> contacts = contact_sums(view, grid);
  const std::vector<Motion> motion = motions(view, grid);
  const auto d = static_cast<std::ptrdiff_t>(view.d);
  std::vector<StressCell> rows(grid.size());
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const Box box = grid.cell(k);
    rows[k].lower.assign(box.lower.begin(), box.lower.begin() + d);
    rows[k].upper.assign(box.upper.begin(), box.upper.begin() + d);
    rows[k].bodies = motion[k].bodies;
    const double share = grid.volume() > 0.0 ? -1.0 / grid.volume() : 0.0;
    const Matrix kinetic = share * motion[k].fluctuation();
    rows[k].kinetic = flat(kinetic, constants.dimension);
    rows[k].stress = flat(share * contacts[k] + kinetic, constants.dimension);
    std::tie(rows[k].pressure, rows[k].shear) = pressure_and_shear(rows[k].stress);
  }
  return rows;
}

}  // namespace gluey
