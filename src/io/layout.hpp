#pragma once
// What a result file holds: tables, each a set of columns of equal length, as in interface.md.
//
//   bodies    /bodies/*                one row a body, constant
//   frames    /frames/*                one row a frame
//   contacts  /frames/contact_*        one row a contact; those of frame k are rows contact_offset[k] … [k+1]−1
//   history   /history/*               one row a step
//   shapes    /shapes/offset           one row a different shape of bodies, constant
//   letters   /shapes/json             the texts of the shapes; that of shape k is bytes offset[k] … [k+1]−1
//
// Parts, the published file and the final one all have this layout; a part holds some rows of each table.

#include "io/handle.hpp"

#include <gluey/results.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace gluey::io {

inline constexpr const char* kFormat = "gluey-trajectory";
inline constexpr int kVersion = 1;  // of the layout; a reader takes this and older ones

/// Shapes are long and bodies many, alike or not: each different one stands there once, as one run of bytes, which can be
/// compressed and need no padding. Only where a body is no sphere.
inline constexpr const char* kShapeIndex = "/bodies/shape_index";
inline constexpr const char* kShapeOffset = "/shapes/offset";
inline constexpr const char* kShapeText = "/shapes/json";
/// Before, each body had its text there, padded to the longest.
inline constexpr const char* kPaddedShape = "/bodies/shape";

enum class Table { bodies, frames, contacts, history, shapes, letters };

/// A number of rows, or a row, in each table.
struct Rows {
  std::array<hsize_t, 6> of{};
  hsize_t& operator[](Table table) { return of[static_cast<std::size_t>(table)]; }
  hsize_t operator[](Table table) const { return of[static_cast<std::size_t>(table)]; }
  [[nodiscard]] bool none() const { return *this == Rows{}; }
  friend Rows operator+(Rows a, const Rows& b) {
    for (std::size_t k = 0; k < a.of.size(); ++k) {
      a.of[k] += b.of[k];
    }
    return a;
  }
  friend bool operator==(const Rows&, const Rows&) = default;
};

enum class Element { real, integer, index, flag, text };  // float64, int64, int32, uint8, UTF-8 padded with zeros

struct Column {
  std::string path;  // "/frames/position"
  Table table;
  Element element;
  std::vector<hsize_t> extents;  // of one row: {N, d}
  std::size_t text_length = 0;   // bytes of a text
  bool fence = false;            // offsets: one entry more than rows, the end of one row being the next one's start

  [[nodiscard]] std::size_t element_size() const;
  [[nodiscard]] std::size_t row_size() const;  // bytes
  /// Entries along the first axis for so many rows of the table.
  [[nodiscard]] hsize_t entries(hsize_t rows) const { return rows + (fence ? 1 : 0); }
  /// {entries, extents…}
  [[nodiscard]] std::vector<hsize_t> shape(hsize_t entries) const;
  [[nodiscard]] Handle type() const;
};

/// The columns of a run. Names of bodies are texts of fixed length: HDF5 cannot compress strings of variable length,
/// nor show them through virtual datasets, and there may be a million.
std::vector<Column> columns(const Constants& constants);

// The fields behind the columns, in one place for writing and reading: `visit(name of the column, member)`.

template <class Bodies, class Visit>
void for_each_body_field(Bodies& bodies, const Visit& visit) {
  visit("/bodies/name", bodies.name);
  visit("/bodies/label", bodies.label);
  visit("/bodies/shape_kind", bodies.shape_kind);
  visit("/bodies/material", bodies.material);
  visit("/bodies/radius", bodies.radius);
  visit("/bodies/mass", bodies.mass);
  visit("/bodies/inertia", bodies.inertia);
}

/// Only periodic domains have these …
inline constexpr const char* kImage = "/frames/image";
inline constexpr const char* kContactImage = "/frames/contact_image";
/// … only scenes in which bodies come or go these …
inline constexpr const char* kPresent = "/frames/present";
inline constexpr const char* kPresentNow = "/history/present";
inline constexpr const char* kTaken = "/history/taken";
/// … only those with films of fluid these …
inline constexpr const char* kLogDistance = "/frames/contact_log_distance";
inline constexpr const char* kFilms = "/history/films";
inline constexpr const char* kFilmIterations = "/history/film_iterations";
inline constexpr const char* kDissipation = "/history/dissipation";
/// … and files of earlier versions do not have these.
inline constexpr const char* kStepLength = "/frames/step_length";
inline constexpr std::string_view kStepStatistics[] = {"/history/clusters", "/history/largest_cluster",
                                                       "/history/coordination", "/history/stress", "/history/volume"};
inline constexpr std::string_view kAccuracy[] = {"/history/reference",   "/history/residual_median",
                                                 "/history/residual_95", "/history/missed",
                                                 "/history/kept",        "/history/recovery_work"};

/// Whether a result is whole without the column.
inline bool may_be_missing(std::string_view path) {
  return path == kImage || path == kContactImage || path == kPresent || path == kPresentNow || path == kTaken ||
         path == kStepLength || path == kLogDistance || path == kFilms || path == kFilmIterations ||
         path == kDissipation ||
         std::find(std::begin(kStepStatistics), std::end(kStepStatistics), path) != std::end(kStepStatistics) ||
         std::find(std::begin(kAccuracy), std::end(kAccuracy), path) != std::end(kAccuracy);
}

template <class SomeFrame, class Visit>
void for_each_frame_field(SomeFrame& frame, const Visit& visit) {
  visit("/frames/time", frame.time);
  visit("/frames/step", frame.step);
  visit(kStepLength, frame.step_length);
  visit("/frames/position", frame.position);
  visit(kImage, frame.image);
  visit(kPresent, frame.present);
  visit("/frames/orientation", frame.orientation);
  visit("/frames/velocity", frame.velocity);
  visit("/frames/angular_velocity", frame.angular_velocity);
  visit("/frames/obstacle_position", frame.obstacle_position);
  visit("/frames/obstacle_orientation", frame.obstacle_orientation);
}

template <class SomeFrame, class Visit>
void for_each_contact_field(SomeFrame& frame, const Visit& visit) {
  visit("/frames/contact_pair", frame.contact_pair);
  visit("/frames/contact_feature", frame.contact_feature);
  visit(kContactImage, frame.contact_image);
  visit("/frames/contact_normal", frame.contact_normal);
  visit("/frames/contact_point", frame.contact_point);
  visit("/frames/contact_distance", frame.contact_distance);
  visit("/frames/contact_impulse", frame.contact_impulse);
  visit("/frames/contact_gamma", frame.contact_gamma);
  visit(kLogDistance, frame.contact_log_distance);
}

template <class Row, class Visit>
void for_each_history_field(Row& row, const Visit& visit) {
  visit("/history/step", row.step);
  visit("/history/time", row.time);
  visit("/history/contacts", row.contacts);
  visit("/history/iterations", row.iterations);
  visit("/history/residual", row.residual);
  visit("/history/converged", row.converged);
  visit("/history/reference", row.reference);
  visit("/history/residual_median", row.residual_median);
  visit("/history/residual_95", row.residual_95);
  visit("/history/missed", row.missed);
  visit("/history/kept", row.kept);
  visit("/history/recovery_work", row.recovery_work);
  visit("/history/overlap", row.overlap);
  visit("/history/complementarity", row.complementarity);
  visit("/history/kinetic_energy", row.kinetic_energy);
  visit("/history/potential_energy", row.potential_energy);
  visit("/history/wall_seconds", row.wall_seconds);
  visit("/history/obstacle_force", row.obstacle_force);
  visit("/history/obstacle_torque", row.obstacle_torque);
  visit("/history/clusters", row.clusters);
  visit("/history/largest_cluster", row.largest_cluster);
  visit("/history/coordination", row.coordination);
  visit("/history/stress", row.stress);
  visit("/history/volume", row.volume);
  visit(kFilms, row.films);
  visit(kFilmIterations, row.film_iterations);
  visit(kDissipation, row.dissipation);
  visit(kPresentNow, row.present);
  visit(kTaken, row.taken);
}

}  // namespace gluey::io
