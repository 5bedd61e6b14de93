#pragma once
// Texts as indices into a table of the different ones, in the order in which they come.

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace gluey {

struct Indexed {
  std::vector<std::string> table;
  std::vector<std::int32_t> index;

  explicit Indexed(const std::vector<std::string>& texts) {
    std::unordered_map<std::string, std::int32_t> known;
    for (const std::string& text : texts) {
      const auto [place, fresh] = known.emplace(text, static_cast<std::int32_t>(table.size()));
      if (fresh) {
        table.push_back(text);
      }
      index.push_back(place->second);
    }
  }
};

}  // namespace gluey
