#include "film/film_system.hpp"

#include "core/disjoint_sets.hpp"

#include <cmath>

namespace gluey {
namespace {

/// Sums of one pass over the bodies.
struct Sums {
  double first = 0.0, second = 0.0;
  void add(const Sums& other) {
    first += other.first;
    second += other.second;
  }
};

template <int N>
Eigen::Map<const Vec<N>> components(const Packed<N>& state) {
  return Eigen::Map<const Vec<N>>(state.x);
}

/// M V of a body.
template <int D>
Vec<FilmSystem<D>::motion> momentum(const typename FilmSystem<D>::Body& body,
                                    const typename FilmSystem<D>::State& state) {
  Vec<FilmSystem<D>::motion> result;
  result.template head<D>() = body.mass.cwiseProduct(Eigen::Map<const Vec<D>>(state.x));
  result.template tail<FilmSystem<D>::spin>() = body.inertia * Eigen::Map<const Spin<D>>(state.x + D);
  return result;
}

/// r·M⁻¹r; what cannot move has no part in it.
template <int D>
double weight(const typename FilmSystem<D>::Body& body, const Vec<FilmSystem<D>::motion>& r) {
  const auto turning = r.template tail<FilmSystem<D>::spin>();
  return body.inverse_mass.dot(r.template head<D>().cwiseAbs2()) + turning.dot(body.inverse_inertia * turning);
}

}  // namespace

template <int D>
void FilmSystem<D>::list() {
  const std::size_t n = body.size();
  parallel_for(film.size(), [&](std::size_t k) {
    film[k].second = static_cast<std::int32_t>(std::min(static_cast<std::size_t>(film[k].second), n));
  });
  ends_.sort(2 * film.size(), n, [&](std::size_t end) {
    return static_cast<std::size_t>(end % 2 == 0 ? film[end / 2].first : film[end / 2].second);
  });
  const auto all = ends_.all();
  entry_.resize(all.size());
  parallel_for(all.size(), [&](std::size_t at) {
    const std::int32_t k = all[at] / 2;
    const Film& f = film[static_cast<std::size_t>(k)];
    entry_[at] = all[at] % 2 == 0 ? Entry{f.arm_first, -1.0, k} : Entry{f.arm_second, 1.0, k};
  });
}

template <int D>
Vec<FilmSystem<D>::motion> FilmSystem<D>::gathered(std::size_t i, const std::vector<Vec<D>>& f) const {
  Vec<D> sum = Vec<D>::Zero();
  Spin<D> turning = Spin<D>::Zero();
  for (std::int32_t k = ends_.start(i); k < ends_.start(i + 1); ++k) {
    const Entry& entry = entry_[static_cast<std::size_t>(k)];
    const Vec<D> push = entry.sign * f[static_cast<std::size_t>(entry.film)];
    sum += push;
    turning += moment(entry.arm, push);
  }
  Vec<motion> result;
  result.template head<D>() = sum;
  result.template tail<spin>() = turning;
  return result;
}

template <int D>
typename FilmSystem<D>::State FilmSystem<D>::change(std::size_t i, const std::vector<Vec<D>>& p) const {
  const Vec<motion> total = gathered(i, p);
  State state;
  Eigen::Map<Vec<D>>(state.x) = body[i].inverse_mass.cwiseProduct(total.template head<D>());
  Eigen::Map<Spin<D>>(state.x + D) = body[i].inverse_inertia * total.template tail<spin>();
  return state;
}

/// Each body's own block of the matrix, inverted; components that cannot move stay as they are.
template <int D>
void FilmSystem<D>::precondition() {
  inverse_.resize(body.size());
  parallel_for(body.size(), [&](std::size_t i) {
    const Body& b = body[i];
    if (ends_.count(i) == 0) {
      inverse_[i].setZero();
      inverse_[i].template topLeftCorner<D, D>() = b.inverse_mass.asDiagonal();
      inverse_[i].template bottomRightCorner<spin, spin>() = b.inverse_inertia;
      return;
    }
    Eigen::Matrix<double, D, D> pushing = b.mass.asDiagonal();
    Turning turning = b.inertia;
    Eigen::Matrix<double, D, spin> mixed = Eigen::Matrix<double, D, spin>::Zero();
    for (std::int32_t k = ends_.start(i); k < ends_.start(i + 1); ++k) {
      const Entry& entry = entry_[static_cast<std::size_t>(k)];
      const Film& f = film[static_cast<std::size_t>(entry.film)];
      // ω ↦ ω × arm, column by column.
      Eigen::Matrix<double, D, spin> lever;
      for (int axis = 0; axis < spin; ++axis) {
        lever.col(axis) = cross(Spin<D>(Spin<D>::Unit(axis)), entry.arm);
      }
      const Eigen::Matrix<double, D, D> resistance =
          f.across * Eigen::Matrix<double, D, D>::Identity() + (f.along - f.across) * f.normal * f.normal.transpose();
      const Eigen::Matrix<double, D, spin> levered = resistance * lever;
      pushing += resistance;
      mixed += levered;
      turning += lever.transpose() * levered;
    }
    for (int axis = 0; axis < D; ++axis) {
      if (b.inverse_mass[axis] == 0.0) {
        pushing.row(axis).setZero();
        pushing.col(axis).setZero();
        pushing(axis, axis) = 1.0;
        mixed.row(axis).setZero();
      }
    }
    if (b.inverse_inertia.isZero(0.0)) {
      turning.setIdentity();
      mixed.setZero();
    }
    const Eigen::Matrix<double, D, D> p = pushing.inverse();
    const Eigen::Matrix<double, D, spin> q = p * mixed;
    const Turning s = Turning(turning - mixed.transpose() * q).inverse();
    inverse_[i].template topLeftCorner<D, D>() = p + q * s * q.transpose();
    inverse_[i].template topRightCorner<D, spin>() = -q * s;
    inverse_[i].template bottomLeftCorner<spin, D>() = -(q * s).transpose();
    inverse_[i].template bottomRightCorner<spin, spin>() = s;
    for (int axis = 0; axis < D; ++axis) {
      if (b.inverse_mass[axis] == 0.0) {
        inverse_[i].row(axis).setZero();
      }
    }
    if (b.inverse_inertia.isZero(0.0)) {
      inverse_[i].template bottomRows<spin>().setZero();
    }
  });
}

/// Impulses of velocities that are not the solution's may drive: films are stiff, and a small velocity that is wrong is a large impulse. All that
/// films join has its impulses shortened, p → τp with the largest τ ≤ 1 for which Σ τp·u(τ) ≤ 0, u = G (U + τ M⁻¹ Gᵀ p) + s. The solution
/// itself has Σ p·u = −Σ u·K u.
template <int D>
void FilmSystem<D>::keep_energy() {
  const std::size_t n = body.size();
  DisjointSets sets(n);
  for (const Film& f : film) {
    if (static_cast<std::size_t>(f.second) < n) {
      sets.join(static_cast<std::size_t>(f.first), static_cast<std::size_t>(f.second));
    }
  }
  const std::vector<std::size_t> root = sets.roots();
  work_.assign(n, {});
  std::copy(free.begin(), free.end(), velocity.begin());
  for (std::size_t k = 0; k < film.size(); ++k) {
    work_[root[static_cast<std::size_t>(film[k].first)]].linear +=
        impulse[k].dot(relative(film[k], velocity.data()) + film[k].surface);
  }
  for (std::size_t i = 0; i < n; ++i) {
    const State pushed = change(i, impulse);
    work_[root[i]].quadratic += components<motion>(pushed).dot(gathered(i, impulse));
  }
  for (std::size_t k = 0; k < film.size(); ++k) {
    const Work& work = work_[root[static_cast<std::size_t>(film[k].first)]];
    if (!(work.linear + work.quadratic <= 0.0)) {
      impulse[k] *= work.linear < 0.0 ? -work.linear / work.quadratic : 0.0;
    }
  }
}

template <int D>
typename FilmSystem<D>::Outcome FilmSystem<D>::solve(double tolerance, std::int64_t max_iterations) {
  const std::size_t n = body.size();
  precondition();
  impulse.resize(film.size());
  force_.resize(film.size());
  residual_.resize(n);
  product_.resize(n);
  scaled_.resize(n);
  direction_.resize(n + 1);
  direction_[n] = State{};
  velocity.resize(n + 1);
  velocity[n] = State{};

  std::vector<Sums> scratch;
  const auto resist = [&](const State* state, bool with_surface, std::vector<Vec<D>>& f) {
    parallel_for(film.size(), [&](std::size_t k) {
      const Vec<D> u = relative(film[k], state);
      f[k] = resisted(film[k], with_surface ? Vec<D>(u + film[k].surface) : u);
    });
  };
  const auto precondition_residual = [&](std::size_t i, Sums& sums) {
    scaled_[i].noalias() = inverse_[i] * residual_[i];
    sums.first += residual_[i].dot(scaled_[i]);
    sums.second += weight<D>(body[i], residual_[i]);
  };

  resist(velocity.data(), true, force_);
  Sums now = reduce_blocks(n, scratch, [&](std::size_t begin, std::size_t end, Sums& sums) {
    for (std::size_t i = begin; i < end; ++i) {
      residual_[i] = momentum<D>(body[i], free[i]) - momentum<D>(body[i], velocity[i]) - gathered(i, force_);
      precondition_residual(i, sums);
      Eigen::Map<Vec<motion>>(direction_[i].x) = scaled_[i];
    }
  });
  const double scale = std::sqrt(reduce_blocks(n, scratch, [&](std::size_t begin, std::size_t end, Sums& sums) {
                                   for (std::size_t i = begin; i < end; ++i) {
                                     sums.first += weight<D>(body[i], momentum<D>(body[i], free[i]));
                                   }
                                 }).first);
  Outcome outcome;
  const double goal = tolerance * std::max(scale, std::sqrt(now.second));
  while (std::sqrt(now.second) > goal && outcome.iterations < max_iterations) {
    ++outcome.iterations;
    resist(direction_.data(), false, force_);
    const double curvature = reduce_blocks(n, scratch, [&](std::size_t begin, std::size_t end, Sums& sums) {
                               for (std::size_t i = begin; i < end; ++i) {
                                 product_[i] = momentum<D>(body[i], direction_[i]) + gathered(i, force_);
                                 sums.first += components<motion>(direction_[i]).dot(product_[i]);
                               }
                             }).first;
    if (!(curvature > 0.0)) {
      break;
    }
    const double step = now.first / curvature;
    const Sums next = reduce_blocks(n, scratch, [&](std::size_t begin, std::size_t end, Sums& sums) {
      for (std::size_t i = begin; i < end; ++i) {
        Eigen::Map<Vec<motion>>(velocity[i].x) += step * components<motion>(direction_[i]);
        residual_[i] -= step * product_[i];
        precondition_residual(i, sums);
      }
    });
    const double turn = next.first / now.first;
    parallel_for(n, [&](std::size_t i) {
      Eigen::Map<Vec<motion>> direction(direction_[i].x);
      direction = scaled_[i] + turn * direction;
    });
    now = next;
  }
  outcome.residual = scale > 0.0 ? std::sqrt(now.second) / scale : 0.0;
  outcome.converged = std::sqrt(now.second) <= goal;

  resist(velocity.data(), true, impulse);
  parallel_for(film.size(), [&](std::size_t k) { impulse[k] = -impulse[k]; });
  if (!outcome.converged) {
    keep_energy();
  }
  parallel_for(n, [&](std::size_t i) {
    if (ends_.count(i) == 0) {
      velocity[i] = free[i];
      return;
    }
    const State added = change(i, impulse);
    for (int k = 0; k < motion; ++k) {
      velocity[i].x[k] = free[i].x[k] + added.x[k];
    }
  });
  return outcome;
}

template class FilmSystem<2>;
template class FilmSystem<3>;

}  // namespace gluey
