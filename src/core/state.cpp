#include "core/state.hpp"

#include <gluey/errors.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace gluey {
namespace {

[[noreturn]] void refuse_state(const std::string& source, const std::string& why) {
  throw Error(fmt::format("cannot go on from {}: {}", source, why));
}

const char* kind_of(const StateField::Values& values) {
  constexpr std::array<const char*, std::variant_size_v<StateField::Values>> kinds = {
      "real numbers", "64-bit integers", "32-bit integers", "unsigned 16-bit integers", "unsigned 8-bit integers"};
  return kinds[values.index()];
}

std::string shape_text(std::size_t entries, std::size_t width) {
  const std::string text = fmt::format("{} {}", entries, entries == 1 ? "entry" : "entries");
  return width == 1 ? text : fmt::format("{} of {} numbers", text, width);
}

}  // namespace

std::size_t StateField::entries() const {
  return std::visit([](const auto& numbers) { return numbers.size(); }, values) / std::max<std::size_t>(1, width);
}

StateField& StateReader::find(std::string_view field) const {
  const auto found = std::find_if(group_.fields.begin(), group_.fields.end(),
                                  [&](const StateField& one) { return one.name == field; });
  if (found == group_.fields.end()) {
    refuse_state(source_, fmt::format("it has no '{}/{}'", group_.name, field));
  }
  return *found;
}

void StateReader::expect_size(std::string_view field, const StateField& found, std::size_t count,
                              std::size_t width) const {
  if (found.entries() != count || found.width != width) {
    refuse(field,
           fmt::format("has {}, expected are {}", shape_text(found.entries(), found.width), shape_text(count, width)));
  }
}

void StateReader::expect_finite(std::string_view field, const double* numbers, std::size_t count,
                                std::size_t width) const {
  for (std::size_t k = 0; k < count; ++k) {
    if (!std::isfinite(numbers[k])) {
      refuse_entry(field, k / width, "a finite number");
    }
  }
}

void StateReader::refuse_kind(std::string_view field, const StateField& found, const StateField::Values& wanted) const {
  refuse(field, fmt::format("has {}, expected are {}", kind_of(found.values), kind_of(wanted)));
}

void StateReader::refuse_entry(std::string_view field, std::size_t entry, std::string_view wanted) const {
  refuse(field, fmt::format("is damaged: entry {} is not {}", entry, wanted));
}

void StateReader::refuse(std::string_view field, const std::string& why) const {
  refuse_state(source_, fmt::format("its '{}/{}' {}", group_.name, field, why));
}

StateGroup& State::add(std::string_view owner, std::int64_t version) {
  return groups.emplace_back(StateGroup{std::string(owner), version, {}, false});
}

StateReader State::open(std::string_view owner, std::int64_t version) {
  const auto found =
      std::find_if(groups.begin(), groups.end(), [&](const StateGroup& group) { return group.name == owner; });
  if (found == groups.end()) {
    refuse_state(source, fmt::format("it has no '{}'", owner));
  }
  if (found->version != version) {
    refuse_state(source,
                 fmt::format("its '{}' is of version {}, which {} gluey wrote; this one goes on from version {}", owner,
                             found->version, found->version > version ? "a newer" : "an earlier", version));
  }
  found->taken = true;
  return {source, *found};
}

void State::expect_all_taken() const {
  for (const StateGroup& group : groups) {
    if (!group.taken) {
      refuse_state(source, fmt::format("its '{}' is unknown to this gluey, or none of this scene's", group.name));
    }
    const auto left =
        std::find_if(group.fields.begin(), group.fields.end(), [](const StateField& field) { return !field.taken; });
    if (left != group.fields.end()) {
      refuse_state(
          source, fmt::format("its '{}/{}' is unknown to this gluey, or none of this scene's", group.name, left->name));
    }
  }
}

}  // namespace gluey
