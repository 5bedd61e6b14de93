#pragma once
// Small texts that sources share.

#include "view/source.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace gluey::view {

struct Status {
  int generation = 1;
  std::int64_t frames = 0;
  std::int64_t last = -1;         // step of the newest frame
  const char* state = "running";  // running | complete | stopped | ended | unreadable
  std::string message;
};

std::string to_json(const Status& status);
/// Steps, then times, as doubles.
Bytes encode_times(const std::vector<std::int64_t>& steps, const std::vector<double>& times);

}  // namespace gluey::view
