#pragma once
// The one description of every key of a scene. describe() walks over a scene and names each field once, with its type,
// unit, range, default and meaning; who walks decides what becomes of that:
//
//   Reader      (reader.hpp)     takes the values from TOML and reports what is wrong with them
//   Printer     (printer.hpp)    writes the scene as TOML with every default filled in
//   Documenter  (reference.cpp)  writes the page of keys
//
// A key is added by one line in a describe function; it is then read, checked, printed and documented.

#include "scene/options.hpp"

#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace gluey::scene {

/// What is known about a key besides its type. Bounds hold for every component of a vector and every entry of a list.
struct Rule {
  std::string_view help = {};
  std::string_view unit = {};
  double above = -infinity;    // value > above
  double minimum = -infinity;  // value ≥ minimum
  double maximum = infinity;   // value ≤ maximum
  bool required = false;
  std::string_view fallback = {};  // the default in words, where it is not a constant; filled in by complete()
  double absent = std::numeric_limits<double>::quiet_NaN();  // the value that stands for "not given"; never printed
  int only = 0;                                              // 2 or 3: a key of that dimension only
  bool minus_infinity = false;                               // "-inf" is a value
  bool direction = false;                                    // a vector ≠ 0, scaled to length 1
  bool increasing = false;                                   // entries of a list grow
  bool fixed = false;                                        // a length that may not be random
  std::size_t at_least = 0;                                  // entries of a list
  std::size_t exactly = 0;
  std::size_t at_most = 0;  // entries of a list; one number then needs no brackets
};

struct Choice {
  std::string_view name;
  std::string_view help = {};
  int only = 0;  // 2 or 3: a choice of that dimension only
};

/// The words a key may hold.
struct Choices {
  std::vector<Choice> available;
};

class Visitor {
 public:
  virtual ~Visitor() = default;

  virtual void number(std::string_view key, double& value, const Rule& rule) = 0;
  virtual void optional_number(std::string_view key, std::optional<double>& value, const Rule& rule) = 0;
  /// A number or one of `words`; `word` is empty where it is a number.
  virtual void number_or_word(std::string_view key, std::string_view& word, double& value,
                              const std::vector<std::string_view>& words, const Rule& rule) = 0;
  virtual void integer(std::string_view key, std::int64_t& value, const Rule& rule) = 0;
  virtual void flag(std::string_view key, bool& value, const Rule& rule) = 0;
  virtual void text(std::string_view key, std::string& value, const Rule& rule) = 0;
  virtual void word(std::string_view key, std::string& value, const Choices& choices, const Rule& rule) = 0;
  /// A list of texts; any text if there are no choices.
  virtual void words(std::string_view key, std::vector<std::string>& value, const Choices& choices,
                     const Rule& rule) = 0;
  /// The dimension, 2 or 3; what comes after it may depend on it.
  virtual void dimension(std::string_view key, int& value, const Rule& rule) = 0;

  virtual void vector(std::string_view key, Vector& value, const Rule& rule) = 0;
  /// True or false for each direction.
  virtual void flags(std::string_view key, std::vector<bool>& value, const Rule& rule) = 0;
  virtual void numbers(std::string_view key, std::vector<double>& value, const Rule& rule) = 0;
  virtual void vectors(std::string_view key, std::vector<Vector>& value, const Rule& rule) = 0;
  /// An angular velocity: one number in 2D, a vector in 3D.
  virtual void spin(std::string_view key, Vector& value, const Rule& rule) = 0;
  /// Moments of inertia: one number or, in 3D, three; "auto" is the empty vector.
  virtual void moments(std::string_view key, Vector& value, const Rule& rule) = 0;
  /// A number, [min, max], or a table that describe_distribution() describes.
  virtual void length(std::string_view key, Length& value, const Rule& rule) = 0;
  /// An angle in 2D; [w, x, y, z] or { axis, angle } in 3D.
  virtual void orientation(std::string_view key, Vector& value, const Rule& rule) = 0;
  /// An orientation, or "random": then the vector is empty. `random` is the default.
  virtual void orientation_or_random(std::string_view key, Vector& value, bool random, const Rule& rule) = 0;
  virtual void orientations(std::string_view key, std::vector<Vector>& value, const Rule& rule) = 0;

  virtual void table(std::string_view key, const Rule& rule, const std::function<void()>& keys) = 0;
  /// Whether a table that may be absent is there; `value_present` says so of the scene in memory.
  virtual bool present(std::string_view key, bool value_present) = 0;
  virtual void entries(std::string_view key, std::size_t count, const Rule& rule,
                       const std::function<void(std::size_t)>& each) = 0;

  /// A word that decides which other keys the table has.
  virtual void kind(std::string_view key, std::string& value, const Choices& choices, const Rule& rule,
                    const std::function<void(const std::string&)>& keys) = 0;
  /// Keys of which exactly one is there, and which decide which other keys the table has.
  virtual void alternative(const std::vector<Choice>& leading, std::string_view current,
                           const std::function<void(std::string_view)>& keys) = 0;
  /// Keys that exclude each other; returns the one given. Say it before the keys themselves.
  virtual std::string_view exclusive(const std::vector<std::string_view>& keys, bool required) = 0;
  /// A key that, on the command line, takes the place of others in the file. Say it before those.
  virtual void takes_over(std::string_view /*key*/, const std::vector<std::string_view>& /*others*/) {}

  /// A number or the word "auto".
  void number_or_auto(std::string_view key, bool& automatic, double& value, const Rule& rule);

  /// An enumeration; `choices` name its values in order.
  template <class Enumeration>
  void choice(std::string_view key, Enumeration& value, const Choices& choices, const Rule& rule) {
    std::string name(choices.available[static_cast<std::size_t>(value)].name);
    word(key, name, choices, rule);
    for (std::size_t i = 0; i < choices.available.size(); ++i) {
      if (choices.available[i].name == name) {
        value = static_cast<Enumeration>(i);
      }
    }
  }

  /// A table that may be absent.
  template <class Options, class Describe>
  void optional_table(std::string_view key, std::optional<Options>& options, const Rule& rule,
                      const Describe& describe_keys) {
    if (present(key, options.has_value())) {
      if (!options) {
        options.emplace();
      }
      table(key, rule, [&] { describe_keys(*this, *options); });
    }
  }

  /// An array of tables; entries that are read start as copies of `prototype`.
  template <class Entry, class Describe>
  void tables(std::string_view key, std::vector<Entry>& list, const Entry& prototype, const Rule& rule,
              const Describe& describe_entry) {
    entries(key, list.size(), rule, [&](std::size_t i) {
      if (list.size() <= i) {
        list.resize(i + 1, prototype);
      }
      describe_entry(list[i]);
    });
  }

  /// Two numbers of which at most one is given; it replaces the other.
  void either(std::string_view first, std::optional<double>& first_value, const Rule& first_rule,
              std::string_view second, std::optional<double>& second_value, const Rule& second_rule);
};

/// The whole scene. The parts below are for its use, except where a value has more than one form.
void describe(Visitor& visitor, Scene& scene);

void describe_environment(Visitor& visitor, Environment& environment);
void describe_body(Visitor& visitor, Body& body);
void describe_bodies(Visitor& visitor, Bodies& bodies);
void describe_inlet(Visitor& visitor, Inlet& inlet);
void describe_outlet(Visitor& visitor, Outlet& outlet);
void describe_obstacle(Visitor& visitor, Obstacle& obstacle);
void describe_body_shape(Visitor& visitor, Shape& shape);
void describe_obstacle_shape(Visitor& visitor, Shape& shape);
void describe_motion(Visitor& visitor, Motion& motion);
/// The table form of a length.
void describe_distribution(Visitor& visitor, Length& length);

}  // namespace gluey::scene
