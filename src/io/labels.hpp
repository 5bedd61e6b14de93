#pragma once
// Labels as numbers, for programs that know no texts.

#include <map>
#include <string>
#include <vector>

namespace gluey::io {

/// 0 for the label met first and all its likes, 1 for the next, …
inline std::vector<int> label_numbers(const std::vector<std::string>& labels) {
  std::map<std::string, int> known;
  std::vector<int> numbers;
  numbers.reserve(labels.size());
  for (const std::string& label : labels) {
    numbers.push_back(known.emplace(label, static_cast<int>(known.size())).first->second);
  }
  return numbers;
}

}  // namespace gluey::io
