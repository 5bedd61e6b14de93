#include "film/films.hpp"

#include "core/state.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gluey {
namespace {

constexpr const char* film_owner = "films";
constexpr std::int64_t film_version = 1;

/// Corners come nearer than the point whose film they take over: by so much of ln D it is measured again.
constexpr double nearer = 0.05;
/// … but not below this, in radii: positions carry the error of their steps, ln D does not.
constexpr double measurable = 1e-6;
/// ln of the least share of a flat contact's resistance that a point has.
constexpr double least_share = -200.0;
/// A contact holds at its threshold: films further away than that many are not its own.
constexpr double near_threshold = 1.5;

struct FilmWork {
  double dissipated = 0.0, driven = 0.0;
  void add(const FilmWork& other) {
    dissipated += other.dissipated;
    driven += other.driven;
  }
};

/// eʸ⁺ˢ − eʸ.
double growth_of(double y, double s) {
  return std::abs(s) < 1.0 ? std::exp(y) * std::expm1(s) : std::exp(y + s) - std::exp(y);
}

/// The root s of eʸ (eˢ − 1) + k s = w: how ln D changes in an implicit step, for D = eʸ, k = h k_1 and w = h u. The left side
/// grows and is convex, so Newton's method comes down from the right. eʸ may be nothing: s is w/k then.
double implicit_step(double y, double k, double w) {
  constexpr int iteration_limit = 200;
  constexpr double near = 1e-9;  // the next step squares it
  const double a = std::exp(y);
  double s = w > 0.0 ? std::min(w / k, std::log(w + a) - y) : 0.0;
  for (int iteration = 0; iteration < iteration_limit; ++iteration) {
    const double growth = growth_of(y, s);
    const double change = (growth + k * s - w) / (growth + a + k);
    s -= change;
    if (!(std::abs(change) > near * std::abs(s))) {
      return s;
    }
  }
  return s;
}

/// The mean of 1/D where ln D goes from y to y + s: resistances of that give the impulse −μ_c s.
double mean_over(double y, double s) { return s == 0.0 ? std::exp(-y) : std::abs(s) / std::abs(growth_of(y, s)); }

}  // namespace

template <int D>
Films<D>::Films(const LawTable& laws) {
  for (std::size_t a = 0; a < laws.materials(); ++a) {
    for (std::size_t b = 0; b < laws.materials(); ++b) {
      const LawOptions& law = laws.between(a, b);
      range_ = law.lubricates() ? std::max(range_, law.film.range) : range_;
    }
  }
  graph.rubs = true;
  graph.adds = false;
}

template <int D>
void Films<D>::find(const World<D>& world, const Candidates<D>& candidates, const Ranges& ranges) {
  graph.find(world, candidates, ranges);
}

template <int D>
void Films<D>::pose(const LawTable& laws, const World<D>& world, const Motion& motion, double smallest_radius) {
  const Bodies<D>& bodies = world.bodies;
  const std::size_t n = bodies.size();
  Contacts<D>& contacts = graph.contacts;
  const std::size_t count = contacts.size();
  between_.resize(count);
  reach_.resize(count);
  changed_.resize(count);
  whole_.resize(count);
  parallel_for(count, [&](std::size_t c) {
    FilmBetween& between = between_[c];
    between = film_between(laws, world, contacts, c, motion.mobility, motion.threshold_h, smallest_radius);
    const FilmOptions& film = between.law->film;
    reach_[c] = film.range > 0.0 ? film.range : range_;
    // Gaps are measured to where the obstacle will be; its motion is in the velocity.
    const double gap =
        c < contacts.pairs ? contacts.gap[c] : contacts.gap[c] - motion.h * contacts.normal[c].dot(motion.surface[c]);
    const FilmThreshold& threshold = between.threshold;
    const auto measured = [&](double from) { return std::log(std::max(gap, from) / film.range); };
    double& potential = contacts.potential[c];
    held_[c] = threshold.end == FilmEnd::glue && gap < near_threshold * threshold.distance ? held_[c] : 0.0;
    if (!between.law->lubricates() || gap > film.range) {
      between.resistance = {};
      potential = 0.0;
    } else if (held_[c] < 0.0) {
      potential = potential < 0.0 ? potential : std::log(threshold.distance / film.range);
    } else if (potential == 0.0) {
      potential = measured(threshold.thinnest);
    } else {
      const double again = measured(std::max(threshold.distance, measurable * smallest_radius));
      potential = again < potential - nearer ? again : potential;
    }
    if (between.mobility == 0.0) {
      between.resistance.normal = 0.0;  // there is nothing to slow
    }
    whole_[c] = between.resistance.normal;
    changed_[c] = contacts.potential[c];
  });
  share_resistances();
  index_.clear();
  for (std::size_t c = 0; c < count; ++c) {
    if (between_[c].resistance.normal > 0.0 || between_[c].resistance.tangential > 0.0) {
      index_.push_back(static_cast<std::int32_t>(c));
    }
  }

  system_.body.resize(n);
  system_.free.resize(n);
  system_.velocity.resize(n + 1);
  parallel_for(n, [&](std::size_t i) {
    auto& body = system_.body[i];
    const Rotation<D>& orientation = motion.rotation[i].orientation;
    const Spin<D>& inverse_inertia = motion.mobility.inverse_inertia[i];
    body.inverse_mass = motion.mobility.inverse_mass[i];
    body.mass = inverse_where_free(body.inverse_mass);
    body.inverse_inertia = in_space(orientation, inverse_inertia);
    body.inertia = in_space(orientation, inverse_where_free(inverse_inertia));
    Eigen::Map<Vec<D>>(system_.free[i].x) = motion.velocity[i];
    Eigen::Map<Spin<D>>(system_.free[i].x + D) = motion.rotation[i].angular_velocity;
    Eigen::Map<Vec<D>>(system_.velocity[i].x) = bodies.velocity[i];
    Eigen::Map<Spin<D>>(system_.velocity[i].x + D) = motion.rotation[i].angular_velocity;
    for (int axis = 0; axis < D; ++axis) {
      if (body.inverse_mass[axis] == 0.0) {
        system_.velocity[i].x[axis] = system_.free[i].x[axis];
      }
    }
  });
  system_.film.resize(index_.size());
  last_.resize(index_.size());
  const double again = motion.last_h > 0.0 ? motion.h / motion.last_h : 0.0;
  parallel_for(index_.size(), [&](std::size_t k) {
    const auto c = static_cast<std::size_t>(index_[k]);
    auto& film = system_.film[k];
    const auto i = static_cast<std::size_t>(contacts.first[c]);
    const auto j = static_cast<std::size_t>(contacts.second[c]);
    film.first = contacts.first[c];
    film.second = contacts.second[c];
    film.normal = contacts.normal[c];
    film.surface = motion.surface[c];
    film.arm_second.setZero();
    if (contacts.detailed) {
      film.arm_first = bodies.orientation[i].apply(contacts.local_first[c]);
      if (j < n) {
        film.arm_second = bodies.orientation[j].apply(contacts.local_second[c]);
      }
    } else {
      film.arm_first = bodies.radius[i] * contacts.normal[c];
      if (j < n) {
        film.arm_second = -bodies.radius[j] * contacts.normal[c];
      }
    }
    // Midway, where the material of both would be: turning about each other shears nothing and angular momentum stays.
    film.arm_first += 0.5 * contacts.gap[c] * contacts.normal[c];
    if (j < n) {
      film.arm_second -= 0.5 * contacts.gap[c] * contacts.normal[c];
    }
    last_[k] = again * impulse(c);
  });
  system_.list();
}

/// The points of each flat contact: those of the same two at the same place that face the same way.
template <int D>
void Films<D>::list_flat_contacts() {
  constexpr double parallel = 0.99;  // of normals: about 8°
  const Contacts<D>& contacts = graph.contacts;
  point_.clear();
  flat_.assign(1, 0);
  const auto same = [&](std::size_t a, std::size_t b) {
    return contacts.first[a] == contacts.first[b] && contacts.second[a] == contacts.second[b] &&
           contacts.image[a] == contacts.image[b];
  };
  taken_.assign(contacts.size(), 0);
  for (std::size_t first = 0; contacts.detailed && first < contacts.size(); ++first) {
    if (taken_[first] != 0) {
      continue;
    }
    for (std::size_t c = first; c < contacts.size() && same(first, c); ++c) {
      if (taken_[c] == 0 && contacts.normal[c].dot(contacts.normal[first]) > parallel) {
        taken_[c] = 1;
        point_.push_back(static_cast<std::int32_t>(c));
      }
    }
    if (point_.size() > flat_.back() + 1) {
      flat_.push_back(point_.size());
    } else {
      point_.resize(flat_.back());  // one point shares with nobody
    }
  }
}

/// A flat contact has several points, as many as its corners ask for: together they resist like one, each with its share of
/// Σ 1/D. A corner far off has none, so that nothing jumps where it comes into reach.
template <int D>
void Films<D>::share_resistances() {
  const Contacts<D>& contacts = graph.contacts;
  list_flat_contacts();
  share_.assign(contacts.detailed ? contacts.size() : 0, 1.0);
  thinnest_.assign(share_.size(), 0.0);
  for_flat_contacts([&](std::span<const std::int32_t> points) {
    double thinnest = 0.0, sum = 0.0;
    for (const std::int32_t point : points) {
      thinnest = std::min(thinnest, contacts.potential[static_cast<std::size_t>(point)]);
    }
    for (const std::int32_t point : points) {
      const auto c = static_cast<std::size_t>(point);
      share_[c] = std::exp(std::max(thinnest - contacts.potential[c], least_share));
      sum += share_[c];
    }
    for (const std::int32_t point : points) {
      const auto c = static_cast<std::size_t>(point);
      share_[c] /= sum;
      thinnest_[c] = thinnest;
      between_[c].resistance.normal *= share_[c];
      between_[c].resistance.tangential *= share_[c];
    }
  });
}

/// A corner with next to no share of the resistance may come down in one step. It does not get thinner than all that pushes the
/// points together could make the thinnest; the next step shares anew.
template <int D>
void Films<D>::limit_thinning() {
  for_flat_contacts([&](std::span<const std::int32_t> points) {
    double pushed = 0.0, whole = 0.0;
    for (const std::int32_t point : points) {
      const auto c = static_cast<std::size_t>(point);
      pushed += std::max(0.0, graph.contacts.impulse[c]);
      whole += between_[c].resistance.normal;
    }
    if (whole > 0.0) {
      for (const std::int32_t point : points) {
        const auto c = static_cast<std::size_t>(point);
        changed_[c] = std::max(changed_[c], thinnest_[c] - pushed / whole);
      }
    }
  });
}

/// Resistances over the step, from distances as they will be at its end.
template <int D>
void Films<D>::predict(const Motion& motion) {
  const Contacts<D>& contacts = graph.contacts;
  const std::size_t n = system_.body.size();
  const double h = motion.h;
  // U + M⁻¹ Gᵀ p of the last step's impulses: what resistances are predicted from, and where the solver starts.
  std::vector<typename FilmSystem<D>::State>& pushed = system_.velocity;
  before_.resize(index_.size());
  parallel_for(index_.size(), [&](std::size_t k) {
    const auto& film = system_.film[k];
    before_[k] = film.normal.dot(FilmSystem<D>::relative(film, pushed.data()) + film.surface);
  });
  parallel_for(n, [&](std::size_t i) {
    pushed[i] = system_.change(i, last_);
    for (int k = 0; k < FilmSystem<D>::motion; ++k) {
      pushed[i].x[k] += system_.free[i].x[k];
    }
  });
  resolved_.resize(index_.size());
  pull_.resize(index_.size());
  const bool flat = !share_.empty();
  parallel_for(index_.size(), [&](std::size_t k) {
    const auto c = static_cast<std::size_t>(index_[k]);
    const FilmBetween& between = between_[c];
    auto& film = system_.film[k];
    const double mu = between.resistance.normal;
    const double y = contacts.potential[c] + std::log(reach_[c]);
    const double u = film.normal.dot(FilmSystem<D>::relative(film, pushed.data()) + film.surface) -
                     between.mobility * film.normal.dot(last_[k]);
    double thinner = 0.0;  // by how much ln D changes
    film.along = 0.0;
    pull_[k].setZero();
    const double stiffness = h * mu * between.mobility;
    if (mu > 0.0 && !release_.empty() && release_[c] > 0.0) {
      thinner = std::max(0.0, implicit_step(y, stiffness, h * release_[c]));
      film.along = std::min(h * mu * mean_over(y, thinner), stiffest / between.mobility);
      pull_[k] = own_[c] * whole_[c] / film_potential(between.law->film) * film.normal;
    } else if (mu > 0.0 && held_[c] == 0.0) {
      thinner = implicit_step(y, stiffness, h * u);
      if (flat && share_[c] < 1.0) {
        const double together = thinnest_[c] - contacts.potential[c] + std::min(0.0, share_[c] * h * u / stiffness);
        thinner = std::max(thinner, together);
      }
      const double as_far = std::min(0.0, std::log(between.threshold.distance) - y);
      if (between.threshold.end != FilmEnd::nothing && thinner < as_far) {
        // As far as the threshold, and there the contact takes over.
        thinner = as_far;
        film.along = mu * thinner / (u - mu * thinner * between.mobility);
      } else {
        film.along = h * mu * mean_over(y, thinner);
      }
      film.along = std::min(film.along, stiffest / between.mobility);
    }
    const double resolved = resolved_distance(between.law->film, mu, between.mobility, motion.threshold_h);
    resolved_[k] = std::max({std::exp(y + thinner), resolved, between.threshold.distance});
    const double thinned = held_[c] < 0.0 ? held_[c] / film_potential(between.law->film) : 0.0;
    film.across = h * between.resistance.tangential * std::max(0.0, -(contacts.potential[c] + thinner + thinned));
  });
}

template <int D>
void Films<D>::solve(const LawTable& laws, const World<D>& world, const Motion& motion, double smallest_radius,
                     double tolerance, std::int64_t max_iterations) {
  find_held(motion.contacts);
  do {
    pose(laws, world, motion, smallest_radius);
    predict(motion);
    pull_released();
    outcome_.films = index_.size();
    outcome_.solve = system_.solve(tolerance, max_iterations);
  } while (holds_after_all());
  parallel_for(index_.size(), [&](std::size_t k) { system_.impulse[k] += pull_[k]; });

  Contacts<D>& contacts = graph.contacts;
  std::vector<FilmWork> scratch;
  const FilmWork work = reduce_blocks(index_.size(), scratch, [&](std::size_t begin, std::size_t end, FilmWork& part) {
    for (std::size_t k = begin; k < end; ++k) {
      const auto& film = system_.film[k];
      const Vec<D> u = FilmSystem<D>::relative(film, system_.velocity.data()) + film.surface;
      part.dissipated -= system_.impulse[k].dot(u);
      part.driven -= system_.impulse[k].dot(film.surface);
    }
  });
  outcome_.dissipated = work.dissipated;
  outcome_.driven = work.driven;
  std::vector<Largest> largest;
  outcome_.unresolved =
      reduce_blocks(index_.size(), largest, [&](std::size_t begin, std::size_t end, Largest& worst) {
        for (std::size_t k = begin; k < end; ++k) {
          const auto& film = system_.film[k];
          if (film.along > 0.0) {
            const double after = film.normal.dot(FilmSystem<D>::relative(film, system_.velocity.data()) + film.surface);
            worst.put(0.5 * motion.h * std::abs(after - before_[k]) / resolved_[k]);
          }
        }
      }).value;
  contacts.impulse.assign(contacts.size(), 0.0);
  contacts.friction.assign(contacts.size(), Vec<D>::Zero());
  parallel_for(index_.size(), [&](std::size_t k) {
    const auto c = static_cast<std::size_t>(index_[k]);
    const double p = system_.impulse[k].dot(contacts.normal[c]);
    contacts.impulse[c] = p;
    contacts.friction[c] = system_.impulse[k] - p * contacts.normal[c];
    const double resistance = between_[c].resistance.normal;
    if (system_.film[k].along > 0.0) {
      const double resisted = p - pull_[k].dot(contacts.normal[c]);
      changed_[c] = std::min(0.0, contacts.potential[c] - resisted / resistance);
    }
  });
  limit_thinning();
  parallel_for(system_.body.size(), [&](std::size_t i) {
    motion.velocity[i] = Eigen::Map<const Vec<D>>(system_.velocity[i].x);
    motion.rotation[i].angular_velocity = Eigen::Map<const Spin<D>>(system_.velocity[i].x + D);
  });
}

template <int D>
void Films<D>::save(const World<D>& world, State& state) const {
  graph.save(world, state.add(film_owner, film_version), {"log_distance", ""});
}

template <int D>
auto Films<D>::read(State& state, const World<D>& world) const -> typename ContactGraph<D>::Kept {
  StateReader group = state.open(film_owner, film_version);
  return graph.read(group, world, {"log_distance", ""});
}

template <int D>
void Films<D>::restore(const World<D>& world, typename ContactGraph<D>::Kept kept) {
  graph.restore(world, std::move(kept.contacts), std::move(kept.footprints));
}

template class Films<2>;
template class Films<3>;

}  // namespace gluey
