#include "render/coloring.hpp"

#include "core/disjoint_sets.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

namespace gluey::render {

namespace {

constexpr int colored_clusters = 6;
constexpr Color small_cluster = color_of(0xbfc4cb);

/// Calls `visit(body, contact)` for the one or two bodies of every contact.
template <class Visit>
void for_each_side(const Snapshot& snapshot, const Visit& visit) {
  for (std::size_t c = 0; c < snapshot.contacts(); ++c) {
    for (std::size_t side = 0; side < 2; ++side) {
      const auto body = static_cast<std::size_t>(snapshot.frame.contact_pair[2 * c + side]);
      if (body < snapshot.bodies()) {
        visit(body, c);
      }
    }
  }
}

}  // namespace

std::vector<double> body_values(BodyColor by, const Snapshot& snapshot) {
  if (by == BodyColor::radius) {
    return snapshot.constants->bodies.radius;
  }
  std::vector<double> values(snapshot.bodies(), 0.0);
  if (by == BodyColor::gamma) {
    for_each_side(snapshot, [&](std::size_t body, std::size_t c) {
      values[body] = std::min(values[body], snapshot.frame.contact_gamma[c]);
    });
  } else if (by == BodyColor::force) {
    for_each_side(snapshot, [&](std::size_t body, std::size_t c) { values[body] += snapshot.force(c); });
  } else if (by == BodyColor::velocity) {
    for (std::size_t body = 0; body < values.size(); ++body) {
      values[body] = snapshot.row(snapshot.frame.velocity, body).norm();
    }
  }
  return values;
}

std::vector<int> cluster_ranks(const Snapshot& snapshot) {
  DisjointSets clusters(snapshot.bodies());
  for (std::size_t c = 0; c < snapshot.contacts(); ++c) {
    const auto a = static_cast<std::size_t>(snapshot.frame.contact_pair[2 * c]);
    const auto b = static_cast<std::size_t>(snapshot.frame.contact_pair[2 * c + 1]);
    const bool acts = snapshot.frame.contact_gamma[c] < 0.0 || snapshot.force(c) > 0.0;
    if (acts && a < snapshot.bodies() && b < snapshot.bodies()) {
      clusters.join(a, b);
    }
  }
  const std::vector<std::size_t> roots = clusters.roots();
  std::vector<std::int64_t> sizes(roots.size(), 0);
  for (const std::size_t root : roots) {
    ++sizes[root];
  }
  // Clusters of one size keep the order of their first bodies.
  std::vector<std::size_t> order(roots.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return sizes[a] > sizes[b]; });
  std::vector<int> rank_of_root(roots.size(), -1);
  for (std::size_t rank = 0; rank < order.size() && sizes[order[rank]] > 1; ++rank) {
    rank_of_root[order[rank]] = static_cast<int>(rank);
  }
  std::vector<int> ranks;
  ranks.reserve(roots.size());
  for (const std::size_t root : roots) {
    ranks.push_back(rank_of_root[root]);
  }
  return ranks;
}

Coloring::Coloring(BodyColor by, const std::vector<Snapshot>& snapshots, const Color& plain) : by_(by), plain_(plain) {
  if (by == BodyColor::label) {
    for (const Snapshot& snapshot : snapshots) {
      for (const std::string& label : snapshot.constants->bodies.label) {
        if (std::find(labels_.begin(), labels_.end(), label) == labels_.end()) {
          labels_.push_back(label);
        }
      }
    }
  }
  if (by == BodyColor::cluster) {
    for (const Snapshot& snapshot : snapshots) {
      for (const int rank : cluster_ranks(snapshot)) {
        clusters_ = std::max(clusters_, rank + 1);
        alone_ = alone_ || rank < 0;
      }
    }
  }
  if (!numbers()) {
    return;
  }
  std::vector<double> values;
  for (const Snapshot& snapshot : snapshots) {
    const std::vector<double> some = body_values(by, snapshot);
    values.insert(values.end(), some.begin(), some.end());
  }
  scale_ = robust_scale(std::move(values));
  // These have a natural zero.
  if (by == BodyColor::gamma) {
    scale_.high = 0.0;
  } else if (by != BodyColor::radius) {
    scale_.low = 0.0;
  }
  // Nothing is glued, or nothing moves: zero is then where it would be on any scale.
  if (!(scale_.low < scale_.high)) {
    (by == BodyColor::gamma ? scale_.low : scale_.high) += by == BodyColor::gamma ? -1.0 : 1.0;
  }
}

bool Coloring::numbers() const {
  return by_ == BodyColor::gamma || by_ == BodyColor::velocity || by_ == BodyColor::force || by_ == BodyColor::radius;
}

Color Coloring::label_color(const std::string& label) const {
  if (labels_.size() < 2 && !named_color(label)) {
    return plain_;
  }
  if (const std::optional<Color> named = named_color(label)) {
    return *named;
  }
  const auto place = std::find(labels_.begin(), labels_.end(), label) - labels_.begin();
  return category(static_cast<std::size_t>(place));
}

std::vector<Color> Coloring::colors(const Snapshot& snapshot) const {
  std::vector<Color> colors;
  colors.reserve(snapshot.bodies());
  if (numbers()) {
    for (const double value : body_values(by_, snapshot)) {
      colors.push_back(std::isfinite(value) ? viridis(scale_.part(value)) : faint_body);
    }
  } else if (by_ == BodyColor::label) {
    for (const std::string& label : snapshot.constants->bodies.label) {
      colors.push_back(label_color(label));
    }
  } else if (by_ == BodyColor::cluster) {
    for (const int rank : cluster_ranks(snapshot)) {
      colors.push_back(rank < 0                  ? faint_body
                       : rank < colored_clusters ? category(static_cast<std::size_t>(rank))
                                                 : small_cluster);
    }
  } else {
    colors.assign(snapshot.bodies(), plain_);
  }
  return colors;
}

std::optional<Legend> Coloring::legend() const {
  switch (by_) {
    case BodyColor::none:
      return std::nullopt;
    case BodyColor::gamma:
      return Legend{.title = "potential γ", .map = viridis, .scale = scale_};
    case BodyColor::velocity:
      return Legend{.title = "speed", .map = viridis, .scale = scale_};
    case BodyColor::force:
      return Legend{.title = "contact force", .map = viridis, .scale = scale_};
    case BodyColor::radius:
      return Legend{.title = "radius", .map = viridis, .scale = scale_};
    case BodyColor::label: {
      // Black discs and white discs explain themselves.
      if (labels_.size() < 2 || std::all_of(labels_.begin(), labels_.end(), named_color)) {
        return std::nullopt;
      }
      Legend legend{.title = "label"};
      for (const std::string& label : labels_) {
        legend.entries.push_back({label_color(label), label.empty() ? "none" : label});
      }
      return legend;
    }
    case BodyColor::cluster: {
      Legend legend{.title = "cluster"};
      for (int rank = 0; rank < std::min(clusters_, colored_clusters); ++rank) {
        static constexpr const char* names[] = {"largest", "second", "third", "fourth", "fifth", "sixth"};
        legend.entries.push_back({category(static_cast<std::size_t>(rank)), names[rank]});
      }
      if (clusters_ > colored_clusters) {
        legend.entries.push_back({small_cluster, "smaller"});
      }
      if (alone_) {
        legend.entries.push_back({faint_body, "alone"});
      }
      return legend;
    }
  }
  return std::nullopt;
}

}  // namespace gluey::render
