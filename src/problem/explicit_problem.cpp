#include "problem/explicit_problem.hpp"

#include "problem/metric.hpp"

#include <algorithm>

namespace gluey {

template <int D>
void ExplicitProblem<D>::pose(const std::vector<std::int64_t>& start, const std::vector<std::int32_t>& row,
                              const std::vector<double>& value, const std::vector<double>& q,
                              const std::vector<double>& friction) {
  const std::size_t count = friction.size();
  row_.assign(1, 0);
  column_.clear();
  block_.clear();
  std::vector<std::pair<std::int32_t, std::size_t>> found;  // contact, place in block_
  for (std::size_t c = 0; c < count; ++c) {
    found.clear();
    for (std::size_t axis = 0; axis < D; ++axis) {
      const std::size_t line = D * c + axis;
      for (auto k = static_cast<std::size_t>(start[line]); k < static_cast<std::size_t>(start[line + 1]); ++k) {
        const std::int32_t other = row[k] / D;
        auto known = std::find_if(found.begin(), found.end(), [&](const auto& entry) { return entry.first == other; });
        if (known == found.end()) {
          known = found.emplace(found.end(), other, block_.size());
          block_.push_back(Block::Zero());
          column_.push_back(static_cast<std::size_t>(other));
        }
        block_[known->second](static_cast<Eigen::Index>(axis), row[k] % D) += value[k];
      }
    }
    row_.push_back(static_cast<std::int64_t>(block_.size()));
  }

  cone_.assign(count, {});
  offset_.resize(count);
  double squared = 0.0;
  for (std::size_t c = 0; c < count; ++c) {
    offset_[c] = Eigen::Map<const Vec<D>>(q.data() + D * c);
    squared += offset_[c].squaredNorm();
    Block diagonal = Block::Identity();
    for (std::int64_t k = row_[c]; k < row_[c + 1]; ++k) {
      if (column_[static_cast<std::size_t>(k)] == c) {
        diagonal = block_[static_cast<std::size_t>(k)];
      }
    }
    cone_[c].friction = friction[c];
    cone_[c].shift = friction[c];
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
Quality ExplicitProblem<D>::quality(const double* impulse, const State* state) const {
  struct Sums {
    double squared = 0.0;
    Quality worst;
    void add(const Sums& other) {
      squared += other.squared;
      worst.add(other.worst);
    }
  };
  std::vector<Sums> scratch;
  const Sums sums = for_contacts(state, scratch, [&](const Cone<D>& cone, std::size_t at, const Vec<D>& u, Sums& s) {
    const Vec<D> p = Eigen::Map<const Vec<D>>(impulse + at);
    s.squared += (p - cone.plain_step(p, u, 1.0)).squaredNorm();
    s.worst.add({0.0, std::max(0.0, -u[0]), cone.complementarity(p, u)});
  });
  return {std::sqrt(sums.squared) / offset_norm_, sums.worst.overlap, sums.worst.complementarity};
}

template class ExplicitProblem<2>;
template class ExplicitProblem<3>;

}  // namespace gluey
