// How films and contacts of the lubricated law give each other the load. Both count what they gave in impulses, the film as
// −μ_c (ln D' − ln D), the contact as −(γ' − γ)/R, and 6πμ = R μ_c. At the threshold one goes on where the other ended:
//
//     film → contact    The film gave p_f and is at ln D_f, while ln q_s was its end. The contact gave p_c > 0 there. What the film has not
//                       in ln q_s is the contact's:  γ = −6πμ (ln q_s − ln D_f) − R p_c, as far as that is negative. Where it is
//                       not, the film is still thicker than its gap, and goes on.
//     contact → film    The contact pulls with all it holds, −γ/R, and lets go. With what is left of the step's velocity the
//                       film opens from ln q_s: the step is solved again with that film, and with the pull among its impulses.
//
// Without the second a film would miss the part of the step after the contact let go, which is ln(1 + h u/q_s) and not small where steps
// are longer than those the threshold is for. It need not be exact, since the film carries on what it gave; openings of less than `opened`
// are left to the next step.

#include "film/films.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gluey {
namespace {

/// Of the threshold: contacts that open by less within a step are not solved again.
constexpr double opened = 0.05;
/// … and potentials of films that are nearer than this to the threshold's are there.
constexpr double at_threshold = 1e-9;

/// The first contact of a list whose key is not below that of contact c of another.
template <int D>
std::size_t first_like(const Contacts<D>& list, const Contacts<D>& other, std::size_t c) {
  const auto wanted = contact_key(other, c);
  std::size_t begin = 0, end = list.size();
  while (begin < end) {
    const std::size_t middle = begin + (end - begin) / 2;
    if (contact_key(list, middle) < wanted) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  return begin;
}

/// visit(k) for the contacts of a list between the same two as contact c of another.
template <int D, class Visit>
void for_each_like(const Contacts<D>& list, const Contacts<D>& other, std::size_t c, Visit&& visit) {
  const auto wanted = contact_key(other, c);
  for (std::size_t k = first_like(list, other, c); k < list.size() && contact_key(list, k) == wanted; ++k) {
    if (!other.detailed || !list.detailed || list.image[k] == other.image[c]) {
      visit(k);
    }
  }
}

}  // namespace

/// γ of the contact at the same point, and the lowest of those between the same two.
template <int D>
void Films<D>::find_held(const Contacts<D>& contacts) {
  const Contacts<D>& films = graph.contacts;
  held_.assign(films.size(), 0.0);
  own_.assign(films.size(), 0.0);
  parallel_for(films.size(), [&](std::size_t c) {
    for_each_like(contacts, films, c, [&](std::size_t k) {
      held_[c] = std::min(held_[c], contacts.potential[k]);
      own_[c] = contacts.feature[k] == films.feature[c] ? contacts.potential[k] : own_[c];
    });
  });
}

template <int D>
void Films<D>::match(const Contacts<D>& contacts, const std::vector<FilmThreshold>& thresholds,
                     std::vector<double>& from) {
  const Contacts<D>& films = graph.contacts;
  film_of_.resize(contacts.size());
  from.resize(contacts.size());
  parallel_for(contacts.size(), [&](std::size_t k) {
    film_of_[k] = -1;
    for_each_like(films, contacts, k, [&](std::size_t c) {
      if (films.feature[c] == contacts.feature[k] && between_[c].resistance.normal > 0.0) {
        film_of_[k] = static_cast<std::int64_t>(c);
      }
    });
    from[k] = thresholds[k].end == FilmEnd::nothing ? std::numeric_limits<double>::infinity() : thresholds[k].distance;
    if (film_of_[k] >= 0 && thresholds[k].end == FilmEnd::glue) {
      // Surfaces that begin nearer than the threshold have a film that is as thin.
      const auto c = static_cast<std::size_t>(film_of_[k]);
      const double end = std::log(from[k] / between_[c].law->film.range);
      from[k] = films.potential[c] < end - at_threshold ? reach_[c] * std::exp(films.potential[c]) : from[k];
    }
  });
}

template <int D>
bool Films<D>::let_go(const Contacts<D>& contacts, const std::vector<FilmThreshold>& thresholds,
                      const std::vector<ContactSet>& sets, const std::vector<Vec<D>>& velocity,
                      const std::vector<Spin<D>>& spin, double h) {
  if (!release_.empty()) {
    return false;  // once
  }
  const std::size_t n = velocity.size();
  std::vector<std::int64_t> place(graph.contacts.size(), -1);
  parallel_for(index_.size(),
               [&](std::size_t k) { place[static_cast<std::size_t>(index_[k])] = static_cast<std::int64_t>(k); });
  std::vector<double> release(graph.contacts.size(), 0.0);
  std::vector<typename FilmSystem<D>::State> state(n + 1);
  parallel_for(n, [&](std::size_t i) {
    Eigen::Map<Vec<D>>(state[i].x) = velocity[i];
    Eigen::Map<Spin<D>>(state[i].x + D) = spin[i];
  });
  std::vector<Sum> scratch;
  const double count = reduce_blocks(contacts.size(), scratch, [&](std::size_t begin, std::size_t end, Sum& sum) {
                         for (std::size_t k = begin; k < end; ++k) {
                           if (film_of_[k] < 0 || thresholds[k].end != FilmEnd::glue ||
                               !(contacts.potential[k] < 0.0) || contacts.impulse[k] > sets[k].lower) {
                             continue;
                           }
                           const auto c = static_cast<std::size_t>(film_of_[k]);
                           const auto& film = system_.film[static_cast<std::size_t>(place[c])];
                           const double u = film.normal.dot(FilmSystem<D>::relative(film, state.data()) + film.surface);
                           if (h * u > opened * thresholds[k].distance) {
                             release[c] = u;
                             sum.value += 1.0;
                           }
                         }
                       }).value;
  if (count > 0.0) {
    release_ = std::move(release);
  }
  return count > 0.0;
}

/// Films that open from where their contacts let go have those contacts' pulls among their impulses.
template <int D>
void Films<D>::pull_released() {
  if (release_.empty()) {
    return;
  }
  parallel_for(system_.body.size(), [&](std::size_t i) {
    const auto pulled = system_.change(i, pull_);
    for (int k = 0; k < FilmSystem<D>::motion; ++k) {
      system_.free[i].x[k] += pulled.x[k];
    }
  });
}

/// Whether some contacts that let go would close again without what other contacts give: they let go in the solve of the contacts, and
/// their films begin in the next step.
template <int D>
bool Films<D>::holds_after_all() {
  if (release_.empty()) {
    return false;
  }
  std::vector<Sum> scratch;
  return reduce_blocks(index_.size(), scratch, [&](std::size_t begin, std::size_t end, Sum& sum) {
           for (std::size_t k = begin; k < end; ++k) {
             const auto c = static_cast<std::size_t>(index_[k]);
             const auto& film = system_.film[k];
             if (release_[c] > 0.0 &&
                 film.normal.dot(FilmSystem<D>::relative(film, system_.velocity.data()) + film.surface) < 0.0) {
               release_[c] = 0.0;
               sum.value += 1.0;
             }
           }
         }).value > 0.0;
}

template <int D>
void Films<D>::hand_over(Contacts<D>& contacts, const std::vector<FilmThreshold>& thresholds) {
  const Contacts<D>& films = graph.contacts;
  parallel_for(contacts.size(), [&](std::size_t k) {
    if (film_of_[k] < 0 || thresholds[k].end == FilmEnd::nothing) {
      return;
    }
    const auto c = static_cast<std::size_t>(film_of_[k]);
    const double p = contacts.impulse[k];
    const bool released = has_let_go(k);
    if (released) {
      contacts.potential[k] = 0.0;  // the film has given that
    }
    if (contacts.potential[k] < 0.0 || !(p > 0.0)) {
      return;
    }
    const FilmOptions& film = between_[c].law->film;
    const double mu = between_[c].resistance.normal;
    const double threshold = std::log(thresholds[k].distance / film.range);
    const double left = changed_[c] - p / mu;
    if (thresholds[k].end == FilmEnd::asperities) {
      changed_[c] = std::clamp(left, threshold, 0.0);
      return;
    }
    const double scale = film_potential(film) / whole_[c];  // R
    const double end = std::min(threshold, films.potential[c]);
    if (left < end) {
      contacts.potential[k] = -scale * mu * (end - changed_[c]);
      changed_[c] = end;
    } else {
      changed_[c] = std::min(0.0, left);
      contacts.potential[k] = 2.0 * scale * p;  // more than it gives back: it does not hold
    }
  });
}

template <int D>
void Films<D>::keep(const Contacts<D>& contacts) {
  graph.contacts.potential = changed_;
  thinned_.assign(changed_.size(), 0.0);
  parallel_for(contacts.size(), [&](std::size_t k) {
    if (film_of_[k] >= 0 && contacts.potential[k] < 0.0) {
      const auto c = static_cast<std::size_t>(film_of_[k]);
      thinned_[c] = contacts.potential[k] / film_potential(between_[c].law->film);
    }
  });
  graph.keep();
}

template void Films<2>::find_held(const Contacts<2>&);
template void Films<2>::match(const Contacts<2>&, const std::vector<FilmThreshold>&, std::vector<double>&);
template bool Films<2>::let_go(const Contacts<2>&, const std::vector<FilmThreshold>&, const std::vector<ContactSet>&,
                               const std::vector<Vec<2>>&, const std::vector<Spin<2>>&, double);
template void Films<2>::pull_released();
template bool Films<2>::holds_after_all();
template void Films<2>::hand_over(Contacts<2>&, const std::vector<FilmThreshold>&);
template void Films<2>::keep(const Contacts<2>&);
template void Films<3>::find_held(const Contacts<3>&);
template void Films<3>::match(const Contacts<3>&, const std::vector<FilmThreshold>&, std::vector<double>&);
template bool Films<3>::let_go(const Contacts<3>&, const std::vector<FilmThreshold>&, const std::vector<ContactSet>&,
                               const std::vector<Vec<3>>&, const std::vector<Spin<3>>&, double);
template void Films<3>::pull_released();
template bool Films<3>::holds_after_all();
template void Films<3>::hand_over(Contacts<3>&, const std::vector<FilmThreshold>&);
template void Films<3>::keep(const Contacts<3>&);

}  // namespace gluey
