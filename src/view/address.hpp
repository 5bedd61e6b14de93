#pragma once
// Addresses of what a run has: /api/run/R/WHAT, and /api/run/R/frame/STEP or /contacts/STEP.

#include "view/source.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace gluey::view {

struct Address {
  std::size_t run = 0;
  std::string_view what;   // header | bodies | times | history | frame | contacts
  std::int64_t step = -1;  // of frame and contacts
};

/// Nothing where the path is not exactly one of these; `what` points into it.
std::optional<Address> parse_address(std::string_view path);

Bytes fetch(Source& source, const Address& address);

}  // namespace gluey::view
