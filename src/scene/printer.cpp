#include "scene/printer.hpp"

#include "scene/schema.hpp"
#include "scene/wording.hpp"

#include <fmt/format.h>

#include <utility>

namespace gluey::scene {
namespace {

/// Tables of the top level get a header and a line for each key; what lies deeper is written in one line, { … }.
class Printer final : public Visitor {
 public:
  [[nodiscard]] std::string text() && { return std::move(text_); }

  void number(std::string_view key, double& value, const Rule& rule) override {
    if (value != rule.absent) {
      put(key, number_text(value));
    }
  }
  void optional_number(std::string_view key, std::optional<double>& value, const Rule& rule) override {
    if (value) {
      put(key, rule.minus_infinity && *value == -infinity ? in_quotes("-inf") : number_text(*value));
    }
  }
  void number_or_word(std::string_view key, std::string_view& word, double& value, const std::vector<std::string_view>&,
                      const Rule&) override {
    put(key, word.empty() ? number_text(value) : in_quotes(word));
  }
  void integer(std::string_view key, std::int64_t& value, const Rule& rule) override {
    if (static_cast<double>(value) != rule.absent) {
      put(key, std::to_string(value));
    }
  }
  void flag(std::string_view key, bool& value, const Rule&) override { put(key, value ? "true" : "false"); }
  void text(std::string_view key, std::string& value, const Rule& rule) override {
    if (!value.empty() || rule.fallback.empty()) {
      put(key, in_quotes(value));
    }
  }
  void word(std::string_view key, std::string& value, const Choices&, const Rule&) override {
    put(key, in_quotes(value));
  }
  void words(std::string_view key, std::vector<std::string>& value, const Choices&, const Rule&) override {
    put(key, array(value, in_quotes));
  }
  void dimension(std::string_view key, int& value, const Rule&) override {
    dimension_ = value;
    put(key, std::to_string(value));
  }

  void vector(std::string_view key, Vector& value, const Rule& rule) override {
    if (rule.only == 0 || rule.only == dimension_) {
      put(key, vector_text(value));
    }
  }
  void flags(std::string_view key, std::vector<bool>& value, const Rule&) override {
    std::vector<std::string> words;
    words.reserve(value.size());
    for (const bool flag : value) {
      words.emplace_back(flag ? "true" : "false");
    }
    put(key, "[" + listed(words) + "]");
  }
  void numbers(std::string_view key, std::vector<double>& value, const Rule&) override { put(key, vector_text(value)); }
  void vectors(std::string_view key, std::vector<Vector>& value, const Rule& rule) override {
    if (!value.empty() || rule.fallback.empty()) {
      put(key, array(value, vector_text));
    }
  }
  void spin(std::string_view key, Vector& value, const Rule&) override { put(key, angle_or_vector(value)); }
  void moments(std::string_view key, Vector& value, const Rule&) override {
    put(key, value.empty() ? in_quotes("auto") : angle_or_vector(value));
  }
  void length(std::string_view key, Length& value, const Rule&) override {
    if (value.kind != Length::Kind::uniform) {
      in_one_line(key, [&] { describe_distribution(*this, value); });
    } else if (value.minimum == value.maximum) {
      put(key, number_text(value.minimum));
    } else {
      put(key, vector_text({value.minimum, value.maximum}));
    }
  }
  void orientation(std::string_view key, Vector& value, const Rule&) override { put(key, angle_or_vector(value)); }
  void orientation_or_random(std::string_view key, Vector& value, bool, const Rule&) override {
    put(key, value.empty() ? in_quotes("random") : angle_or_vector(value));
  }
  void orientations(std::string_view key, std::vector<Vector>& value, const Rule& rule) override {
    if (!value.empty() || rule.fallback.empty()) {
      put(key, array(value, angle_or_vector));
    }
  }

  void table(std::string_view key, const Rule&, const std::function<void()>& keys) override {
    if (path_.empty()) {
      under_header(key, "[", "]", keys);
    } else {
      in_one_line(key, keys);
    }
  }
  bool present(std::string_view, bool value_present) override { return value_present; }
  void entries(std::string_view key, std::size_t count, const Rule&,
               const std::function<void(std::size_t)>& each) override {
    if (inline_depth_ > 0) {
      separate();
      text_ += fmt::format("{} = [", key);
      for (std::size_t i = 0; i < count; ++i) {
        text_ += i > 0 ? ", " : "";
        braces([&] { each(i); });
      }
      text_ += "]";
      return;
    }
    for (std::size_t i = 0; i < count; ++i) {
      under_header(key, "[[", "]]", [&] { each(i); });
    }
  }

  void kind(std::string_view key, std::string& value, const Choices&, const Rule&,
            const std::function<void(const std::string&)>& keys) override {
    put(key, in_quotes(value));
    keys(value);
  }
  void alternative(const std::vector<Choice>&, std::string_view current,
                   const std::function<void(std::string_view)>& keys) override {
    keys(current);
  }
  std::string_view exclusive(const std::vector<std::string_view>&, bool) override { return {}; }

 private:
  template <class Item, class Text>
  static std::string array(const std::vector<Item>& items, const Text& text) {
    std::vector<std::string> texts;
    texts.reserve(items.size());
    for (const Item& item : items) {
      texts.push_back(text(item));
    }
    return "[" + listed(texts) + "]";
  }
  static std::string vector_text(const Vector& value) { return array(value, number_text); }
  static std::string angle_or_vector(const Vector& value) {
    return value.size() == 1 ? number_text(value[0]) : vector_text(value);
  }

  /// What comes between one key of an inline table and the next.
  void separate() {
    text_ += first_ ? "" : ", ";
    first_ = false;
  }
  void put(std::string_view key, std::string_view value) {
    if (inline_depth_ > 0) {
      separate();
      text_ += fmt::format("{} = {}", key, value);
    } else {
      text_ += fmt::format("{} = {}\n", key, value);
    }
  }
  void under_header(std::string_view key, std::string_view open, std::string_view close,
                    const std::function<void()>& keys) {
    const std::string outer = path_;
    path_ += (outer.empty() ? "" : ".") + std::string(key);
    text_ += fmt::format("\n{}{}{}\n", open, path_, close);
    keys();
    path_ = outer;
  }
  void braces(const std::function<void()>& keys) {
    text_ += "{ ";
    const bool outer_first = std::exchange(first_, true);
    ++inline_depth_;
    keys();
    --inline_depth_;
    first_ = outer_first;
    text_ += " }";
  }
  void in_one_line(std::string_view key, const std::function<void()>& keys) {
    if (inline_depth_ > 0) {
      separate();
    }
    text_ += fmt::format("{} = ", key);
    braces(keys);
    text_ += inline_depth_ > 0 ? "" : "\n";
  }

  std::string text_;
  std::string path_;  // of the header above
  int inline_depth_ = 0;
  bool first_ = true;  // no key yet in this inline table
  int dimension_ = 0;
};

}  // namespace

std::string print(const Scene& scene) {
  Scene copy = scene;  // describe() may write to what it walks over; a printer does not, but the types do not say so
  Printer printer;
  describe(printer, copy);
  return std::move(printer).text() + std::string(resolved_mark);
}

}  // namespace gluey::scene
