#pragma once
// Takes the values of a scene from TOML. Every value that is missing, of the wrong type or out of range and every key
// that is not known is reported; the field then keeps its default, so that reading goes on and finds all problems.

#include "scene/problems.hpp"
#include "scene/schema.hpp"

#include <toml++/toml.h>

#include <string>
#include <string_view>
#include <vector>

namespace gluey::scene {

/// Scales a vector to length 1; false if it is zero. One that has that length up to rounding stays as it is, so that a
/// printed scene reads back as the same scene.
bool scale_to_one(Vector& vector);

class Reader final : public Visitor {
 public:
  Reader(const toml::table& root, Problems& problems);

  /// Call after describe(): reports the keys of the top level that were not known.
  void finish();

  void number(std::string_view key, double& value, const Rule& rule) override;
  void optional_number(std::string_view key, std::optional<double>& value, const Rule& rule) override;
  void number_or_word(std::string_view key, std::string_view& word, double& value,
                      const std::vector<std::string_view>& words, const Rule& rule) override;
  void integer(std::string_view key, std::int64_t& value, const Rule& rule) override;
  void flag(std::string_view key, bool& value, const Rule& rule) override;
  void text(std::string_view key, std::string& value, const Rule& rule) override;
  void word(std::string_view key, std::string& value, const Choices& choices, const Rule& rule) override;
  void words(std::string_view key, std::vector<std::string>& value, const Choices& choices, const Rule& rule) override;
  void dimension(std::string_view key, int& value, const Rule& rule) override;
  void vector(std::string_view key, Vector& value, const Rule& rule) override;
  void flags(std::string_view key, std::vector<bool>& value, const Rule& rule) override;
  void numbers(std::string_view key, std::vector<double>& value, const Rule& rule) override;
  void vectors(std::string_view key, std::vector<Vector>& value, const Rule& rule) override;
  void spin(std::string_view key, Vector& value, const Rule& rule) override;
  void moments(std::string_view key, Vector& value, const Rule& rule) override;
  void length(std::string_view key, Length& value, const Rule& rule) override;
  void orientation(std::string_view key, Vector& value, const Rule& rule) override;
  void orientation_or_random(std::string_view key, Vector& value, bool random, const Rule& rule) override;
  void orientations(std::string_view key, std::vector<Vector>& value, const Rule& rule) override;
  void table(std::string_view key, const Rule& rule, const std::function<void()>& keys) override;
  bool present(std::string_view key, bool value_present) override;
  void entries(std::string_view key, std::size_t count, const Rule& rule,
               const std::function<void(std::size_t)>& each) override;
  void kind(std::string_view key, std::string& value, const Choices& choices, const Rule& rule,
            const std::function<void(const std::string&)>& keys) override;
  void alternative(const std::vector<Choice>& leading, std::string_view current,
                   const std::function<void(std::string_view)>& keys) override;
  std::string_view exclusive(const std::vector<std::string_view>& keys, bool required) override;
  void takes_over(std::string_view key, const std::vector<std::string_view>& others) override;

 private:
  /// The table being read.
  struct Frame {
    const toml::table* table;  // null: absent, every key takes its default
    std::string path;
    std::vector<std::string_view> known{};      // keys asked for so far
    std::vector<std::string_view> overruled{};  // keys of the file that an override excludes or replaces
    std::string context{};                      // what decided on the keys: " with kind = "plane""
    bool undecided = false;                     // which keys the table has could not be told
  };

  /// The value of a key; null, and reported if the key is required, where there is none. `allowed` completes
  /// "must be …".
  const toml::node* find(std::string_view key, const Rule& rule, std::string_view allowed);
  [[nodiscard]] std::string path_of(std::string_view key) const;
  void within(const toml::table* table, std::string path, const std::function<void()>& keys);
  /// Whether the value comes from the command line.
  [[nodiscard]] bool overrides(const toml::node& node) const;
  void report_unknown_keys();
  void report_found(std::string_view path, const toml::node& found, std::string_view allowed);

  bool read_word(const toml::node& node, const std::string& path, const Choices& choices, std::string& value);
  bool read_number(const toml::node& node, const std::string& path, const Rule& rule, std::string_view allowed,
                   double& value);
  bool read_numbers(const toml::node& node, const std::string& path, const Rule& rule, std::size_t size,
                    std::string_view allowed, Vector& value);
  bool read_vector(const toml::node& node, const std::string& path, const Rule& rule, Vector& value);
  bool read_orientation(const toml::node& node, const std::string& path, Vector& value);
  [[nodiscard]] std::string vector_allowed(const Rule& rule) const;
  [[nodiscard]] std::string orientation_allowed() const;
  /// Checks the number of entries of a list.
  bool right_count(const toml::array& array, const std::string& path, const Rule& rule);

  Problems& problems_;
  std::vector<Frame> frames_;
  int dimension_ = 0;  // 0: not known, because the file's was wrong; sizes are not checked then
};

}  // namespace gluey::scene
