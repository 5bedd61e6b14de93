#include "render/network.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace gluey::render {

namespace {

constexpr Color push = color_of(0x0b5394), pull = color_of(0xd55e00);
constexpr Color (*darker_below)(double) = [](double part) { return grey_of(1.0 - part); };
// Widths in radii of the smaller body.
constexpr double gamma_width = 0.55, force_width = 1.1, thinnest = 0.08;

bool pulls(const Snapshot& snapshot, std::size_t c) {
  return snapshot.row(snapshot.frame.contact_impulse, c).dot(snapshot.row(snapshot.frame.contact_normal, c)) < 0.0;
}

/// Ends of the tube. Bodies that touch across a periodic border are not neighbours in the picture: half a tube each.
std::vector<std::array<Vec<3>, 2>> ends(const Snapshot& snapshot, std::size_t c) {
  const auto a = static_cast<std::size_t>(snapshot.frame.contact_pair[2 * c]);
  const auto b = static_cast<std::size_t>(snapshot.frame.contact_pair[2 * c + 1]);
  const Vec<3> from = snapshot.position(a);
  if (b >= snapshot.bodies()) {
    return {{from, snapshot.row(snapshot.frame.contact_point, c)}};
  }
  const std::vector<double>& radius = snapshot.constants->bodies.radius;
  const Vec<3> to = snapshot.position(b);
  const double reach = radius[a] + radius[b];
  if ((to - from).norm() <= 2.0 * reach + std::abs(snapshot.frame.contact_distance[c])) {
    return {{from, to}};
  }
  const Vec<3> normal = snapshot.row(snapshot.frame.contact_normal, c);
  return {{from, Vec<3>(from + radius[a] * normal)}, {to, Vec<3>(to - radius[b] * normal)}};
}

}  // namespace

Network::Network(ContactNetwork kind, const std::vector<Snapshot>& snapshots) : kind_(kind) {
  std::vector<double> values;
  for (const Snapshot& snapshot : snapshots) {
    for (std::size_t c = 0; c < snapshot.contacts(); ++c) {
      const double value = kind == ContactNetwork::gamma ? snapshot.frame.contact_gamma[c] : snapshot.force(c);
      if (value != 0.0) {
        values.push_back(value);
      }
    }
  }
  if (values.empty()) {
    scale_ = kind == ContactNetwork::gamma ? Scale{-1.0, 0.0} : Scale{0.0, 1.0};
    return;
  }
  scale_ = robust_scale(std::move(values));
  if (kind == ContactNetwork::gamma) {
    scale_.high = 0.0;
  } else {
    scale_.low = 0.0;
  }
}

double Network::strength(const Snapshot& snapshot, std::size_t contact) const {
  switch (kind_) {
    case ContactNetwork::none:
      return 0.0;
    case ContactNetwork::gamma: {
      const double gamma = snapshot.frame.contact_gamma[contact];
      return gamma < 0.0 ? 1.0 - scale_.part(gamma) : 0.0;
    }
    case ContactNetwork::force:
      return scale_.part(snapshot.force(contact));
  }
  return 0.0;
}

std::vector<Tube> Network::tubes(const Snapshot& snapshot) const {
  std::vector<Tube> tubes;
  const std::vector<double>& radius = snapshot.constants->bodies.radius;
  for (std::size_t c = 0; c < snapshot.contacts(); ++c) {
    const double part = strength(snapshot, c);
    if (part <= 0.0) {
      continue;
    }
    const auto a = static_cast<std::size_t>(snapshot.frame.contact_pair[2 * c]);
    const auto b = static_cast<std::size_t>(snapshot.frame.contact_pair[2 * c + 1]);
    const double smaller = b < snapshot.bodies() ? std::min(radius[a], radius[b]) : radius[a];
    Tube tube{.from = {}, .to = {}, .color = grey_of(part), .width = gamma_width * smaller, .strength = part};
    if (kind_ == ContactNetwork::force) {
      tube.color = pulls(snapshot, c) ? pull : push;
      tube.width = std::max(thinnest, force_width * part) * smaller;
    }
    for (const auto& [from, to] : ends(snapshot, c)) {
      tube.from = from;
      tube.to = to;
      tubes.push_back(tube);
    }
  }
  std::stable_sort(tubes.begin(), tubes.end(), [](const Tube& a, const Tube& b) { return a.strength < b.strength; });
  return tubes;
}

std::optional<Legend> Network::legend() const {
  if (kind_ == ContactNetwork::gamma) {
    return Legend{.title = "γ of contacts", .map = darker_below, .scale = scale_};
  }
  if (kind_ == ContactNetwork::force) {
    Legend legend{.title = "force of contacts"};
    legend.entries = {{push, "pushes", 0.5}, {pull, "pulls", 0.5}};
    for (const double part : {1.0, 0.5}) {
      legend.entries.push_back({color_of(0x70767e), tick_texts({part * scale_.high}).front(), part});
    }
    return legend;
  }
  return std::nullopt;
}

}  // namespace gluey::render
