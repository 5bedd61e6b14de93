// The page of keys (docs/scene.md), written from the schema.

#include <gluey/scene.hpp>

#include "scene/schema.hpp"
#include "scene/wording.hpp"

#include <fmt/format.h>

#include <utility>

namespace gluey {
namespace scene {
namespace {

/// Text for a cell of a Markdown table.
std::string cell(std::string_view text) {
  std::string result;
  for (const char c : text) {
    result += c == '|' ? "\\|" : std::string(1, c);
  }
  return result;
}

std::string code(std::string_view text) { return fmt::format("`{}`", text); }

/// One section a table of the top level; the keys of tables within it are written with their path. Keys that depend on
/// a kind stand below a row that names it.
class Documenter final : public Visitor {
 public:
  [[nodiscard]] std::string text() && { return std::move(text_); }

  void begin_section(std::string_view title, std::string_view help) {
    text_ += fmt::format("\n## {}\n\n{}\n\n", title, help);
    text_ += "| key | type | unit | default | allowed | meaning |\n|---|---|---|---|---|---|\n";
  }

  void number(std::string_view key, double& value, const Rule& rule) override {
    row(key, "number", code(number_text(value)), bounds_text(rule), rule);
  }
  void optional_number(std::string_view key, std::optional<double>&, const Rule& rule) override {
    row(key, rule.minus_infinity ? "number or `\"-inf\"`" : "number", "", bounds_text(rule), rule);
  }
  void number_or_word(std::string_view key, std::string_view& word, double& value,
                      const std::vector<std::string_view>& words, const Rule& rule) override {
    std::string type = "number";
    for (const std::string_view known : words) {
      type += (known == words.back() ? " or " : ", ") + code(in_quotes(known));
    }
    row(key, type, code(word.empty() ? number_text(value) : in_quotes(word)), bounds_text(rule), rule);
  }
  void integer(std::string_view key, std::int64_t& value, const Rule& rule) override {
    row(key, "integer", code(std::to_string(value)), bounds_text(rule), rule);
  }
  void flag(std::string_view key, bool& value, const Rule& rule) override {
    row(key, "boolean", value ? "`true`" : "`false`", "`true`, `false`", rule);
  }
  void text(std::string_view key, std::string& value, const Rule& rule) override {
    row(key, "text", code(in_quotes(value)), "", rule);
  }
  void word(std::string_view key, std::string& value, const Choices& choices, const Rule& rule) override {
    row(key, "text", code(in_quotes(value)), meanings(choices), rule);
  }
  void words(std::string_view key, std::vector<std::string>&, const Choices& choices, const Rule& rule) override {
    const std::string type = rule.exactly > 0 ? fmt::format("{} texts", rule.exactly) : "array of texts";
    row(key, type, "`[]`", meanings(choices), rule);
  }
  void dimension(std::string_view key, int& value, const Rule& rule) override {
    row(key, "integer", code(std::to_string(value)), "`2`, `3`", rule);
  }
  void vector(std::string_view key, Vector&, const Rule& rule) override {
    const std::string bounds = bounds_text(rule);
    row(key, "vector", "zeros", rule.direction ? "not zero" : bounds.empty() ? "" : "each " + bounds, rule);
  }
  void flags(std::string_view key, std::vector<bool>&, const Rule& rule) override {
    row(key, "array of booleans", "all `false`", "`true`, `false` for each direction", rule);
  }
  void numbers(std::string_view key, std::vector<double>&, const Rule& rule) override {
    const std::string bounds = bounds_text(rule);
    row(key, rule.at_most > 0 ? "number or array of numbers" : "array of numbers", "",
        rule.increasing  ? "increasing"
        : bounds.empty() ? ""
                         : "each " + bounds,
        rule);
  }
  void vectors(std::string_view key, std::vector<Vector>&, const Rule& rule) override {
    row(key, "array of vectors", "", rule.at_least > 1 ? fmt::format("at least {}", rule.at_least) : "", rule);
  }
  void spin(std::string_view key, Vector&, const Rule& rule) override {
    row(key, "number; vector in 3D", "zero", "", rule);
  }
  void moments(std::string_view key, Vector&, const Rule& rule) override {
    row(key, "number or `\"auto\"`; in 3D also three numbers", "`\"auto\"`", bounds_text(rule), rule);
  }
  void length(std::string_view key, Length&, const Rule& rule) override {
    row(key, rule.fixed ? "number" : "[length](#lengths)", "", bounds_text(rule), rule);
  }
  void orientation(std::string_view key, Vector&, const Rule& rule) override {
    row(key, "[orientation](#orientations)", "not turned", "", rule);
  }
  void orientation_or_random(std::string_view key, Vector&, bool, const Rule& rule) override {
    row(key, "[orientation](#orientations) or `\"random\"`", "", "", rule);
  }
  void orientations(std::string_view key, std::vector<Vector>&, const Rule& rule) override {
    row(key, "array of [orientations](#orientations)", "", "", rule);
  }

  void table(std::string_view key, const Rule& rule, const std::function<void()>& keys) override {
    if (section_.empty()) {
      within_section(key, "[", "]", rule, keys);
    } else {
      row(key, "table", "", "", rule);
      within_path(fmt::format("{}.", key), keys);
    }
  }
  bool present(std::string_view, bool) override { return true; }
  void entries(std::string_view key, std::size_t, const Rule& rule,
               const std::function<void(std::size_t)>& each) override {
    // Written under a header in a scene file, except inside an inline table.
    if (path_.empty()) {
      within_section(key, "[[", "]]", rule, [&] { each(0); });
    } else {
      row(key, "array of tables", "", "", rule);
      within_path(fmt::format("{}[].", key), [&] { each(0); });
    }
  }

  void kind(std::string_view key, std::string& value, const Choices& choices, const Rule& rule,
            const std::function<void(const std::string&)>& keys) override {
    row(key, "text", code(in_quotes(value)), listed_as_code(choices), rule);
    for (const Choice& choice : choices.available) {
      case_row(fmt::format("{}{} = {}", path_, key, in_quotes(choice.name)), choice);
      keys(std::string(choice.name));
    }
  }
  void alternative(const std::vector<Choice>& leading, std::string_view,
                   const std::function<void(std::string_view)>& keys) override {
    for (const Choice& choice : leading) {
      case_row(fmt::format("with {}", choice.name), choice);
      keys(choice.name);
    }
  }
  std::string_view exclusive(const std::vector<std::string_view>&, bool) override { return {}; }

 private:
  void row(std::string_view key, std::string_view type, std::string_view value, std::string_view allowed,
           const Rule& rule) {
    const std::string_view fallback = rule.required ? "required" : rule.fallback.empty() ? value : rule.fallback;
    const std::string dimension = rule.only != 0 ? fmt::format(" ({}D only)", rule.only) : "";
    text_ += fmt::format("| `{}{}` | {} | {} | {} | {} | {}{} |\n", path_, key, cell(type), rule.unit, cell(fallback),
                         cell(allowed), cell(rule.help), dimension);
  }
  void case_row(std::string_view condition, const Choice& choice) {
    const std::string dimension = choice.only != 0 ? fmt::format(" ({}D only)", choice.only) : "";
    text_ += fmt::format("| **`{}`** | | | | | *{}{}* |\n", condition, cell(choice.help), dimension);
  }
  void within_section(std::string_view key, std::string_view open, std::string_view close, const Rule& rule,
                      const std::function<void()>& keys) {
    const std::string outer = section_;
    section_ += (outer.empty() ? "" : ".") + std::string(key);
    begin_section(fmt::format("`{}{}{}`", open, section_, close),
                  fmt::format("{}{}.", rule.help, rule.required ? "; required" : ""));
    keys();
    section_ = outer;
  }
  void within_path(const std::string& step, const std::function<void()>& keys) {
    const std::string outer = path_;
    path_ += step;
    keys();
    path_ = outer;
  }

  static std::string meanings(const Choices& choices) {
    std::vector<std::string> items;
    for (const Choice& choice : choices.available) {
      const std::string dimension = choice.only != 0 ? fmt::format(" ({}D only)", choice.only) : "";
      items.push_back(fmt::format("`{}`{}{}", in_quotes(choice.name), choice.help.empty() ? "" : " ", choice.help) +
                      dimension);
    }
    return fmt::format("{}", fmt::join(items, "; "));
  }
  static std::string listed_as_code(const Choices& choices) {
    return fmt::format("`{}`", fmt::join(choice_names(choices, 0), "`, `"));
  }

  std::string text_;
  std::string section_;  // header of the section, empty at the top level
  std::string path_;     // of a table within the section's, with a dot at its end
};

}  // namespace
}  // namespace scene

std::string scene_reference() {
  scene::Documenter page;
  page.begin_section("Top level", "Keys before the first table.");
  scene::Scene defaults;
  scene::describe(page, defaults);

  page.begin_section("Lengths",
                     "A length is a number, `[min, max]` (uniform between the two) or a table with these keys:");
  scene::Length length;
  scene::describe_distribution(page, length);

  return "# Scene file: all keys\n\n"
         "This page is written by the program from the schema that reads scene files. Units are the user's own: any\n"
         "consistent set. A *vector* is an array of as many numbers as the scene has dimensions, `[x, y]` or\n"
         "`[x, y, z]`. The tables may come in any order.\n\n"
         "Any key can be set from the command line: `gluey run scene.toml --set time.step=1e-3`.\n" +
         std::move(page).text() +
         "\n## Orientations\n\n"
         "In 2D an angle in radians. In 3D a quaternion `[w, x, y, z]` (scaled to length 1) or\n"
         "`{ axis = [x, y, z], angle = a }` with the angle in radians.\n";
}

}  // namespace gluey
