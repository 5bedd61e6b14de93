#include "render/network.hpp"

#include "render/shapes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace gluey::render {

namespace {

constexpr Color push = color_of(0x0b5394), pull = color_of(0xd55e00);
constexpr Color (*darker_below)(double) = [](double part) { return grey_of(1.0 - part); };
// In radii of the smaller body.
constexpr double gamma_width = 0.55;
// In radii of one body for all: equal forces have equal widths.
constexpr double thickest = 1.1, thinnest = 0.08;
// Of the legend, in CSS pixels.
constexpr double thickest_sample = 14.0;

/// The largest of 1, 2, 5, 10, … and 0.5, 0.2, 0.1, … that is not above.
double nice_below(double value) {
  const double power = std::pow(10.0, std::floor(std::log10(value) + 1e-9));
  const double digits = value / power * (1.0 + 1e-9);
  return (digits >= 5.0 ? 5.0 : digits >= 2.0 ? 2.0 : 1.0) * power;
}

double middle(std::vector<double> values) {
  if (values.empty()) {
    return 0.0;
  }
  const auto place = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), place, values.end());
  return *place;
}

bool pulls(const Snapshot& snapshot, std::size_t c) {
  return snapshot.row(snapshot.frame.contact_impulse, c).dot(snapshot.row(snapshot.frame.contact_normal, c)) < 0.0;
}

/// How far from the second of a pair stands the image of it that the first touches; nothing where the file does not tell.
std::optional<Vec<3>> image_of_second(const Snapshot& snapshot, std::size_t c) {
  const std::vector<std::int32_t>& image = snapshot.frame.contact_image;
  const Constants::Domain& domain = snapshot.constants->domain;
  if (image.empty() || domain.periodic.empty()) {
    return std::nullopt;
  }
  const std::size_t d = snapshot.dimension();
  Vec<3> away = Vec<3>::Zero();
  for (std::size_t axis = 0; axis < d; ++axis) {
    away[static_cast<int>(axis)] = image[c * d + axis] * (domain.upper[axis] - domain.lower[axis]);
  }
  away[0] += away[1] * domain.shear_rate * snapshot.frame.time;
  return away;
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
  if (const std::optional<Vec<3>> away = image_of_second(snapshot, c)) {
    const Vec<3> point = snapshot.row(snapshot.frame.contact_point, c);
    if (!away->isZero(0.0)) {
      return {{from, point}, {to, Vec<3>(point - *away)}};
    }
    if (snapshot.constants->bodies.shape.empty()) {
      return {{from, to}};
    }
    return {{from, point}, {point, to}};
  }
  const double reach = radius[a] + radius[b];
  if ((to - from).norm() <= 2.0 * reach + std::abs(snapshot.frame.contact_distance[c])) {
    if (snapshot.constants->bodies.shape.empty()) {
      return {{from, to}};
    }
    // The straight line would miss the place where they touch.
    const Vec<3> point = snapshot.row(snapshot.frame.contact_point, c);
    return {{from, point}, {point, to}};
  }
  const Vec<3> normal = snapshot.row(snapshot.frame.contact_normal, c);
  return {{from, Vec<3>(from + radius[a] * normal)}, {to, Vec<3>(to - radius[b] * normal)}};
}

}  // namespace

Network::Network(ContactNetwork kind, const std::vector<Snapshot>& snapshots) : kind_(kind) {
  std::vector<double> values, radii;
  for (const Snapshot& snapshot : snapshots) {
    Shapes shapes(snapshot);
    for (std::size_t body = 0; body < snapshot.bodies(); ++body) {
      radii.push_back(shapes.girth(body));
    }
    for (std::size_t c = 0; c < snapshot.contacts(); ++c) {
      const double value = kind == ContactNetwork::gamma ? snapshot.frame.contact_gamma[c] : snapshot.force(c);
      if (value != 0.0) {
        values.push_back(value);
        (pulls(snapshot, c) ? pulls_ : pushes_) = true;
      }
    }
  }
  radius_ = middle(std::move(radii));
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

double Network::force_width(double part) const { return std::max(thinnest, thickest * part) * radius_; }

std::vector<Tube> Network::tubes(const Snapshot& snapshot) const {
  std::vector<Tube> tubes;
  Shapes shapes(snapshot);
  for (std::size_t c = 0; c < snapshot.contacts(); ++c) {
    const double part = strength(snapshot, c);
    if (part <= 0.0) {
      continue;
    }
    const auto a = static_cast<std::size_t>(snapshot.frame.contact_pair[2 * c]);
    const auto b = static_cast<std::size_t>(snapshot.frame.contact_pair[2 * c + 1]);
    const double smaller = b < snapshot.bodies() ? std::min(shapes.girth(a), shapes.girth(b)) : shapes.girth(a);
    Tube tube{.from = {}, .to = {}, .color = grey_of(part), .width = gamma_width * smaller, .strength = part};
    if (kind_ == ContactNetwork::force) {
      tube.color = pulls(snapshot, c) ? pull : push;
      tube.width = force_width(part);
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

std::optional<Legend> Network::legend(double scale) const {
  if (kind_ == ContactNetwork::gamma) {
    return Legend{.title = "γ of contacts", .map = darker_below, .scale = scale_};
  }
  if (kind_ == ContactNetwork::force) {
    Legend legend{.title = "force of contacts"};
    // Where the thickest tubes are too thick for a legend, smaller forces are its samples.
    const double fits = std::min(1.0, thickest_sample / (scale * force_width(1.0)));
    const double large = nice_below(fits * scale_.high);
    const double small = nice_below(0.6 * large);
    const auto line = [&](double force) { return std::min(thickest_sample, scale * force_width(scale_.part(force))); };
    if (pushes_) {
      legend.entries.push_back({push, "pushes", line(large)});
    }
    if (pulls_) {
      legend.entries.push_back({pull, "pulls", line(large)});
    }
    const std::vector<std::string> texts = tick_texts({small, large});
    legend.entries.push_back({color_of(0x70767e), texts[1], line(large)});
    legend.entries.push_back({color_of(0x70767e), texts[0], line(small)});
    return legend;
  }
  return std::nullopt;
}

}  // namespace gluey::render
