#include "scene/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gluey::scene {
namespace {

/// Letters to insert, drop, change or swap with a neighbour to turn one word into the other (optimal string alignment).
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) {
    last[j] = j;
  }
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before_last[j - 2] + 1);
      }
    }
    before_last.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

}  // namespace

std::string number_text(double value) {
  if (std::isinf(value)) {
    return value > 0 ? "inf" : "-inf";
  }
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".en") == std::string::npos) {
    text += ".0";
  }
  return text;
}

std::string in_quotes(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    switch (c) {
      case '"':
        result += "\\\"";
        break;
      case '\\':
        result += "\\\\";
        break;
      case '\n':
        result += "\\n";
        break;
      case '\t':
        result += "\\t";
        break;
      case '\r':
        result += "\\r";
        break;
      default:
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
          result += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
        } else {
          result += c;
        }
    }
  }
  return result + "\"";
}

std::string listed(const std::vector<std::string>& items) { return fmt::format("{}", fmt::join(items, ", ")); }

std::string entries_text(std::size_t count) { return fmt::format("{} {}", count, count == 1 ? "entry" : "entries"); }

std::string bounds_text(const Rule& rule) {
  std::string text;
  const auto add = [&](const char* relation, double bound) {
    text += fmt::format("{}{} {}", text.empty() ? "" : " and ", relation, bound);
  };
  if (rule.above > -infinity) {
    add(">", rule.above);
  }
  if (rule.minimum > -infinity) {
    add(">=", rule.minimum);
  }
  if (rule.maximum < infinity) {
    add("<=", rule.maximum);
  }
  return text;
}

std::string with_bounds(std::string_view noun, const Rule& rule) {
  const std::string bounds = bounds_text(rule);
  return std::string(noun) + (bounds.empty() ? "" : " ") + bounds;
}

bool within_bounds(const Rule& rule, double value) {
  return value > rule.above && value >= rule.minimum && value <= rule.maximum;
}

std::vector<std::string> choice_names(const Choices& choices, int dimension) {
  std::vector<std::string> names;
  for (const Choice& choice : choices.available) {
    if (choice.only == 0 || dimension == 0 || choice.only == dimension) {
      names.push_back(in_quotes(choice.name));
    }
  }
  return names;
}

std::string_view nearest(std::string_view misspelt, const std::vector<std::string_view>& known) {
  std::string_view best;
  std::size_t best_score = std::max<std::size_t>(1, (misspelt.size() + 2) / 3) + 1;
  for (const std::string_view candidate : known) {
    std::size_t score = edit_distance(misspelt, candidate);
    // A beginning of at least three letters counts as one mistake.
    for (std::size_t length = 3; length < candidate.size(); ++length) {
      score = std::min(score, 1 + edit_distance(misspelt, candidate.substr(0, length)));
    }
    if (score < best_score && score < misspelt.size()) {
      best = candidate;
      best_score = score;
    }
  }
  return best;
}

}  // namespace gluey::scene
