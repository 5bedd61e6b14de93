#include "scene/csv.hpp"

#include "core/counted.hpp"
#include "scene/reader.hpp"

#include <gluey/errors.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <string_view>

namespace gluey::scene {
namespace {

[[noreturn]] void fail(const std::string& file, int line, int column, const std::string& what) {
  throw SceneError({SceneProblem{file, line, column, "", what}});
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) {
    text.remove_prefix(1);
  }
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r')) {
    text.remove_suffix(1);
  }
  return text;
}

/// The cells of a line with the columns (from 1) they begin in.
std::vector<std::pair<std::string_view, int>> split(std::string_view line) {
  std::vector<std::pair<std::string_view, int>> cells;
  std::size_t begin = 0;
  for (;;) {
    const std::size_t comma = line.find(',', begin);
    cells.emplace_back(trim(line.substr(begin, comma - begin)), static_cast<int>(begin) + 1);
    if (comma == std::string_view::npos) {
      return cells;
    }
    begin = comma + 1;
  }
}

}  // namespace

std::vector<CsvBody> read_csv(const std::string& file, int dimension) {
  std::ifstream stream(file);
  if (!stream) {
    fail(file, 0, 0, "cannot be read");
  }
  std::string line;
  if (!std::getline(stream, line)) {
    fail(file, 1, 1, "is empty; the first line must name the columns, such as x,y,r,m");
  }

  std::vector<std::string> position = {"x", "y"};
  std::vector<std::string> velocity = {"vx", "vy"};
  std::vector<std::string> orientation = {"angle"};
  if (dimension == 3) {
    position.emplace_back("z");
    velocity.emplace_back("vz");
    orientation = {"qw", "qx", "qy", "qz"};
  }
  std::vector<std::string> known = position;
  known.insert(known.end(), {"r", "m", "inertia", "label"});
  known.insert(known.end(), velocity.begin(), velocity.end());
  known.insert(known.end(), orientation.begin(), orientation.end());
  std::vector<std::string> columns;
  const std::string header = line;
  for (const auto& [name, column] : split(header)) {
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      fail(file, 1, column, fmt::format("unknown column \"{}\"; known: {}", name, fmt::join(known, ", ")));
    }
    if (std::find(columns.begin(), columns.end(), name) != columns.end()) {
      fail(file, 1, column, fmt::format("column \"{}\" stands twice", name));
    }
    columns.emplace_back(name);
  }
  for (const std::string& name : position) {
    if (std::find(columns.begin(), columns.end(), name) == columns.end()) {
      fail(file, 1, 1, fmt::format("column \"{}\" is missing", name));
    }
  }

  std::vector<CsvBody> bodies;
  for (int number = 2; std::getline(stream, line); ++number) {
    if (trim(line).empty()) {
      continue;
    }
    const auto cells = split(line);
    if (cells.size() != columns.size()) {
      fail(file, number, 1,
           fmt::format("found {}, the first line names {}", counted(cells.size(), "value", "values"),
                       counted(columns.size(), "column", "columns")));
    }
    CsvBody body;
    body.position.resize(static_cast<std::size_t>(dimension));
    for (std::size_t k = 0; k < cells.size(); ++k) {
      const auto& [text, column] = cells[k];
      if (columns[k] == "label") {
        body.label = text;
        continue;
      }
      double value = 0.0;
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
      if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) {
        fail(file, number, column, fmt::format("{}: found \"{}\", must be a number", columns[k], text));
      }
      if ((columns[k] == "r" || columns[k] == "m" || columns[k] == "inertia") && value <= 0.0) {
        fail(file, number, column, fmt::format("{}: found {}, must be > 0", columns[k], value));
      }
      const auto in_orientation = std::find(orientation.begin(), orientation.end(), columns[k]);
      const auto in_position = std::find(position.begin(), position.end(), columns[k]);
      const auto in_velocity = std::find(velocity.begin(), velocity.end(), columns[k]);
      if (in_position != position.end()) {
        body.position[static_cast<std::size_t>(in_position - position.begin())] = value;
      } else if (in_velocity != velocity.end()) {
        body.velocity.resize(static_cast<std::size_t>(dimension), 0.0);
        body.velocity[static_cast<std::size_t>(in_velocity - velocity.begin())] = value;
      } else if (in_orientation != orientation.end()) {
        body.orientation.resize(orientation.size(), 0.0);
        body.orientation[static_cast<std::size_t>(in_orientation - orientation.begin())] = value;
      } else if (columns[k] == "r") {
        body.radius = value;
      } else if (columns[k] == "m") {
        body.mass = value;
      } else {
        body.inertia = value;
      }
    }
    if (body.orientation.size() == 4 && !scale_to_one(body.orientation)) {
      fail(file, number, 1, "qw, qx, qy, qz: found only zeros");
    }
    bodies.push_back(std::move(body));
  }
  return bodies;
}

}  // namespace gluey::scene
