#include "problem/explicit_problem.hpp"

#include "problem/metric.hpp"

#include <algorithm>

namespace gluey {

template <int D>
void ExplicitProblem<D>::pose(const Assembled& problem) {
  const std::size_t count = problem.contact.size();
  std::vector<std::vector<std::pair<std::int32_t, Block>>> rows(count);
  const auto add = [&](std::int32_t row, std::int32_t column, double value) {
    auto& blocks = rows[static_cast<std::size_t>(row / D)];
    auto known = std::find_if(blocks.rbegin(), blocks.rend(), [&](const auto& b) { return b.first == column / D; });
    if (known == blocks.rend()) {
      blocks.emplace_back(column / D, Block::Zero());
      known = blocks.rbegin();
    }
    known->second(row % D, column % D) = value;
  };
  const std::vector<double>& mirrored = problem.upper.empty() ? problem.value : problem.upper;
  for (std::size_t j = 0; j < problem.size(); ++j) {
    for (auto k = static_cast<std::size_t>(problem.start[j]); k < static_cast<std::size_t>(problem.start[j + 1]); ++k) {
      const auto column = static_cast<std::int32_t>(j);
      add(problem.row[k], column, problem.value[k]);
      if (problem.row[k] != column) {
        add(column, problem.row[k], mirrored[k]);
      }
    }
  }
  row_.assign(1, 0);
  column_.clear();
  block_.clear();
  for (auto& blocks : rows) {
    std::sort(blocks.begin(), blocks.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [column, block] : blocks) {
      column_.push_back(static_cast<std::size_t>(column));
      block_.push_back(block);
    }
    row_.push_back(static_cast<std::int64_t>(block_.size()));
  }

  cone_.assign(count, {});
  offset_.resize(count);
  double squared = 0.0;
  for (std::size_t c = 0; c < count; ++c) {
    offset_[c] = Eigen::Map<const Vec<D>>(problem.offset.data() + D * c);
    squared += offset_[c].squaredNorm();
    Block diagonal = Block::Identity();
    for (std::int64_t k = row_[c]; k < row_[c + 1]; ++k) {
      if (column_[static_cast<std::size_t>(k)] == c) {
        diagonal = block_[static_cast<std::size_t>(k)];
      }
    }
    cone_[c].friction = problem.contact[c].parameter;
    cone_[c].shift = problem.contact[c].parameter;
    set_metric(diagonal, cone_[c]);
  }
  offset_norm_ = squared > 0.0 ? std::sqrt(squared) : 1.0;
}

template <int D>
void ExplicitProblem<D>::velocities(const double* impulse, State* state) const {
  parallel_for(contacts(), [&](std::size_t c) { state[c] = product(c, impulse); });
  state[contacts()] = {};
}

template <int D>
double ExplicitProblem<D>::curvature_bound() const {
  std::vector<Largest> scratch;
  return reduce_blocks(contacts(), scratch,
                       [&](std::size_t begin, std::size_t end, Largest& most) {
                         for (std::size_t c = begin; c < end; ++c) {
                           most.put(static_cast<double>(row_[c + 1] - row_[c]));
                         }
                       })
      .value;
}

template <int D>
Quality ExplicitProblem<D>::quality(const double* impulse, const State* state) const {
  std::vector<Quality> scratch;
  Quality quality = for_contacts(state, scratch, [&](const Cone<D>& cone, std::size_t at, const Vec<D>& u, Quality& q) {
    const Vec<D> p = Eigen::Map<const Vec<D>>(impulse + at);
    const double residual = (p - cone.plain_step(p, u, 1.0)).norm() / offset_norm_;
    q.put(residual, residual, !p.isZero(0.0));
    q.put_rest(std::max(0.0, -u[0]), cone.complementarity(p, u));
  });
  quality.residual = std::sqrt(quality.squares);
  return quality;
}

template class ExplicitProblem<2>;
template class ExplicitProblem<3>;

}  // namespace gluey
