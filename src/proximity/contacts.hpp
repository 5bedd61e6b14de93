#pragma once
// The contacts of a step as structure of arrays: pairs of bodies first, ordered by (first, second), then bodies with
// obstacles, ordered by (part of an obstacle, body), or by (body, obstacle) where contacts are detailed. The order is a
// function of the state alone.

#include "core/parallel.hpp"
#include "world/domain.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

namespace gluey {

/// Features of detailed contacts are numbered by parts of both, and this many points of the two.
inline constexpr std::int64_t points_a_pair = 8;

/// Which contacts have a column: `rubbing` where laws have friction, `detailed` where bodies are no spheres, or domains periodic.
enum class ColumnOf { all, rubbing, detailed };
/// What a lasting contact begins the next step with: nothing, as the value is measured anew; last step's value, which grows with the
/// length of the step where it is an impulse; or the larger one where two contacts become one.
enum class Carried { anew, potential, impulse, largest };

/// What a column is called in checkpoints.
struct ColumnLabel {
  std::string_view name, unit;
};

/// … the potential of contacts of laws; that of films is something else.
inline constexpr ColumnLabel potential_label = {"potential", "impulse·R"};

/// A line of the table Contacts::columns().
template <auto member_, ColumnOf of_, Carried carried_>
struct ContactColumn {
  static constexpr auto member = member_;
  static constexpr ColumnOf of = of_;
  static constexpr Carried carried = carried_;
  ColumnLabel label;
};

template <int D>
struct Contacts {
  std::size_t pairs = 0;              ///< contacts between bodies; the rest are with obstacles
  std::vector<std::int32_t> first;    ///< a body
  std::vector<std::int32_t> second;   ///< a body > first, or N + obstacle
  std::vector<std::int64_t> feature;  ///< the obstacle's part, 0 between bodies; detailed: parts of both and the point
  std::vector<Vec<D>> normal;         ///< unit, from first to second
  std::vector<double> gap;            ///< signed distance D_c
  std::vector<double> potential;      ///< γ_c ≤ 0, carried over
  std::vector<double> impulse;        ///< normal impulse p_c; last step's on entry to the solve
  bool rubs = false;                  ///< whether contacts have the following three; the others leave them empty
  std::vector<Vec<D>> friction;       ///< impulse across the normal, on the second body
  std::vector<Spin<D>> moment;        ///< impulsive moment against rolling, on the second body
  std::vector<std::uint16_t> shaken;  ///< by impulses that changed much, and how often (step/forget.hpp)

  bool detailed = false;        ///< whether contacts have the following: bodies that are no spheres, periodic domains
  std::vector<Image<D>> image;  ///< of the second
  std::vector<Vec<D>> local_first, local_second;          ///< the points that touch, in the frames of the two
  std::vector<double> curvature_first, curvature_second;  ///< of the surfaces there, 1/r

  /// All columns. A new one has its member above and its line here: sizes, what lasting contacts keep and what checkpoints hold follow.
  static constexpr auto columns() {
    using enum ColumnOf;
    using enum Carried;
    return std::tuple(
        ContactColumn<&Contacts::first, all, anew>{{"first", ""}},
        ContactColumn<&Contacts::second, all, anew>{{"second", ""}},
        ContactColumn<&Contacts::feature, all, anew>{{"feature", ""}},
        ContactColumn<&Contacts::normal, all, anew>{{"normal", ""}},
        ContactColumn<&Contacts::gap, all, anew>{{"gap", "length"}},
        ContactColumn<&Contacts::potential, all, Carried::potential>{potential_label},
        ContactColumn<&Contacts::impulse, all, Carried::impulse>{{"impulse", "impulse"}},
        ContactColumn<&Contacts::friction, rubbing, Carried::impulse>{{"friction", "impulse"}},
        ContactColumn<&Contacts::moment, rubbing, Carried::impulse>{{"moment", "impulse·length"}},
        ContactColumn<&Contacts::shaken, rubbing, largest>{{"shaken", ""}},
        ContactColumn<&Contacts::image, ColumnOf::detailed, anew>{{"image", ""}},
        ContactColumn<&Contacts::local_first, ColumnOf::detailed, anew>{{"local_first", "length"}},
        ContactColumn<&Contacts::local_second, ColumnOf::detailed, anew>{{"local_second", "length"}},
        ContactColumn<&Contacts::curvature_first, ColumnOf::detailed, anew>{{"curvature_first", "1/length"}},
        ContactColumn<&Contacts::curvature_second, ColumnOf::detailed, anew>{{"curvature_second", "1/length"}});
  }
  /// visit(column) for every line of the table.
  template <class Visit>
  static constexpr void for_each_column(const Visit& visit) {
    std::apply([&](const auto&... column) { (visit(column), ...); }, columns());
  }
  [[nodiscard]] bool has(ColumnOf of) const {
    return of == ColumnOf::all || (of == ColumnOf::rubbing ? rubs : detailed);
  }

  [[nodiscard]] std::size_t size() const { return first.size(); }

  /// What lasting contacts keep from the step before; of the potential a part.
  void carry(std::size_t c, const Contacts& last, std::size_t old, double scale = 1.0) {
    for_each_carried(last, [&]<class Column>(const Column&) {
      const auto& kept = (last.*Column::member)[old];
      if constexpr (Column::carried == Carried::potential) {
        (this->*Column::member)[c] = scale * kept;
      } else {
        (this->*Column::member)[c] = kept;
      }
    });
  }
  /// A share of what a contact of the step before had comes to what this one has. Potentials that do not add up: the lower one stays.
  void add(std::size_t c, const Contacts& last, std::size_t old, double share, double scale, bool adds) {
    for_each_carried(last, [&]<class Column>(const Column&) {
      auto& value = (this->*Column::member)[c];
      const auto& kept = (last.*Column::member)[old];
      if constexpr (Column::carried == Carried::potential) {
        value = adds ? value + share * scale * kept : std::min(value, kept);
      } else if constexpr (Column::carried == Carried::impulse) {
        value += share * kept;
      } else {
        value = std::max(value, kept);
      }
    });
  }
  /// The impulses that contact c carries, for a step that is longer by this factor.
  void scale_impulses(std::size_t c, double factor) {
    for_each_carried(*this, [&]<class Column>(const Column&) {
      if constexpr (Column::carried == Carried::impulse) {
        (this->*Column::member)[c] *= factor;
      }
    });
  }
  void forget() {
    for_each_carried(*this, [&]<class Column>(const Column&) {
      auto& values = this->*Column::member;
      using Value = typename std::remove_cvref_t<decltype(values)>::value_type;
      if constexpr (std::is_arithmetic_v<Value>) {
        fill_all<Value>(values, values.size(), Value{0});
      } else {
        fill_all<Value>(values, values.size(), Value::Zero());
      }
    });
  }

  void resize(std::size_t count) {
    for_each_column([&]<class Column>(const Column&) { (this->*Column::member).resize(has(Column::of) ? count : 0); });
  }

 private:
  /// visit(column) for those that these and the contacts of the last step carry over.
  template <class Visit>
  void for_each_carried(const Contacts& last, const Visit& visit) const {
    const auto visit_those = [&]<ColumnOf of>() {
      if (has(of) && last.has(of)) {  // asked once, not for every column
        for_each_column([&]<class Column>(const Column& column) {
          if constexpr (Column::carried != Carried::anew && Column::of == of) {
            visit(column);
          }
        });
      }
    };
    visit_those.template operator()<ColumnOf::all>();
    visit_those.template operator()<ColumnOf::rubbing>();
    visit_those.template operator()<ColumnOf::detailed>();
  }
};

/// Contacts are ordered by this: those of two lists whose keys are equal are between the same two, and where contacts are not
/// detailed the same.
template <int D>
std::tuple<bool, std::int64_t, std::int64_t, std::int64_t> contact_key(const Contacts<D>& contacts, std::size_t c) {
  const bool obstacle = c >= contacts.pairs;
  if (obstacle && !contacts.detailed) {
    return {obstacle, contacts.second[c], contacts.feature[c], contacts.first[c]};
  }
  return {obstacle, contacts.first[c], contacts.second[c], 0};
}

}  // namespace gluey
