#pragma once
// What a run keeps to go on bit for bit: arrays of numbers by name, free of any file format (io/state_file.hpp writes and reads files of it).
//
// Whoever has something to keep is an owner: the bodies, the contacts, the films, … Each has a group of fields of its own, with a version that
// its owner raises when the meaning of a field changes. Integers are kept as integers.
//
//     void save(State& state) const {                          void restore(State& state) {
//       StateGroup& group = state.add("walls", 1);                StateReader group = state.open("walls", 1);
//       group.put("position", "length", position);                position = group.take<Vec<D>>("position", walls);
//     }                                                         }
//
// A field that is missing, or of another size or kind than its owner expects, is one Error that names owner and field; so is, at the end
// (expect_all_taken), one that nobody took.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace gluey {

namespace detail {
/// The numbers of which an item consists, one after the other in memory: it may be a number, an enumerator, a vector, or have an array `number`.
template <class Item>
auto number_of() {
  if constexpr (std::is_enum_v<Item>) {
    return std::underlying_type_t<Item>{};
  } else if constexpr (std::is_arithmetic_v<Item>) {
    return Item{};
  } else if constexpr (requires { typename Item::Scalar; }) {
    return typename Item::Scalar{};
  } else {
    return std::remove_cvref_t<decltype(std::declval<Item>().number[0])>{};
  }
}
}  // namespace detail
template <class Item>
using NumberOf = decltype(detail::number_of<Item>());
template <class Item>
inline constexpr std::size_t numbers_per = sizeof(Item) / sizeof(NumberOf<Item>);

struct StateField {
  using Values = std::variant<std::vector<double>, std::vector<std::int64_t>, std::vector<std::int32_t>,
                              std::vector<std::uint16_t>, std::vector<std::uint8_t>>;
  std::string name, unit;
  std::size_t width = 1;  ///< numbers per entry
  Values values;
  bool taken = false;

  [[nodiscard]] std::size_t entries() const;
};

/// The fields of one owner.
struct StateGroup {
  std::string name;
  std::int64_t version = 1;
  std::vector<StateField> fields;
  bool taken = false;

  template <class Item>
  void put(std::string_view field, std::string_view unit, const std::vector<Item>& items) {
    std::vector<NumberOf<Item>> numbers(items.size() * numbers_per<Item>);
    if (!items.empty()) {
      std::memcpy(numbers.data(), items.data(), items.size() * sizeof(Item));
    }
    fields.push_back({std::string(field), std::string(unit), numbers_per<Item>, std::move(numbers)});
  }
  template <class Number>
  void put_one(std::string_view field, std::string_view unit, Number number) {
    put(field, unit, std::vector<Number>{number});
  }
};

/// Takes the fields of a group, each once.
class StateReader {
 public:
  StateReader(const std::string& source, StateGroup& group) : source_(source), group_(group) {}

  /// How many entries a field has. Throws Error where there is no such field.
  [[nodiscard]] std::size_t entries(std::string_view field) const { return find(field).entries(); }

  /// The entries of a field, of which there must be so many.
  template <class Item>
  [[nodiscard]] std::vector<Item> take(std::string_view field, std::size_t count) {
    using Number = NumberOf<Item>;
    StateField& found = find(field);
    auto* numbers = std::get_if<std::vector<Number>>(&found.values);
    if (numbers == nullptr) {
      refuse_kind(field, found, StateField::Values(std::vector<Number>{}));
    }
    expect_size(field, found, count, numbers_per<Item>);
    found.taken = true;
    if constexpr (std::is_same_v<Item, Number>) {
      return std::move(*numbers);
    } else {
      std::vector<Item> items(count);
      if (count > 0) {
        std::memcpy(static_cast<void*>(items.data()), numbers->data(), count * sizeof(Item));
      }
      return items;
    }
  }
  template <class Number>
  [[nodiscard]] Number take_one(std::string_view field) {
    return take<Number>(field, 1)[0];
  }

  /// Refuses a field, naming its first entry, where some entry c has not good(c).
  template <class Good>
  void expect(std::string_view field, std::size_t count, std::string_view wanted, const Good& good) const {
    for (std::size_t c = 0; c < count; ++c) {
      if (!good(c)) {
        refuse_entry(field, c, wanted);
      }
    }
  }
  /// … where a number is not finite.
  template <class Item>
  void expect_finite(std::string_view field, const std::vector<Item>& items) const {
    if constexpr (std::is_same_v<NumberOf<Item>, double>) {
      expect_finite(field, items.empty() ? nullptr : reinterpret_cast<const double*>(items.data()),
                    items.size() * numbers_per<Item>, numbers_per<Item>);
    }
  }

 private:
  [[nodiscard]] StateField& find(std::string_view field) const;
  void expect_size(std::string_view field, const StateField& found, std::size_t count, std::size_t width) const;
  void expect_finite(std::string_view field, const double* numbers, std::size_t count, std::size_t width) const;
  [[noreturn]] void refuse_kind(std::string_view field, const StateField& found,
                                const StateField::Values& wanted) const;
  [[noreturn]] void refuse_entry(std::string_view field, std::size_t entry, std::string_view wanted) const;
  [[noreturn]] void refuse(std::string_view field, const std::string& why) const;

  const std::string& source_;
  StateGroup& group_;
};

struct State {
  std::string source = "the saved state";  ///< as messages name it
  std::deque<StateGroup> groups;           ///< references to them last

  /// A new group to put fields into.
  StateGroup& add(std::string_view owner, std::int64_t version);
  /// The group of an owner that knows fields of this version. Throws Error where it is not there or of another version.
  [[nodiscard]] StateReader open(std::string_view owner, std::int64_t version);
  /// Throws Error where some field was not taken: it is not known here.
  void expect_all_taken() const;
};

}  // namespace gluey
