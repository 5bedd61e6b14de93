#pragma once
// Who may ask, and for what. A page of another site can make the browser send requests to 127.0.0.1, but under that
// site's own name: with DNS rebinding its name leads here, and the Host header still tells. Any port is allowed, so
// that a tunnel (ssh -L) from another one works.

#include <string_view>

namespace gluey::view {

/// Whether a Host header names this machine: 127.0.0.1, localhost or [::1], with or without a port.
inline bool is_own_host(std::string_view host) {
  constexpr std::string_view names[] = {"127.0.0.1", "localhost", "[::1]"};
  for (const std::string_view name : names) {
    if (!host.starts_with(name)) {
      continue;
    }
    const std::string_view rest = host.substr(name.size());
    if (rest.empty() || (rest.size() > 1 && rest.size() <= 6 && rest[0] == ':' &&
                         rest.find_first_not_of("0123456789", 1) == std::string_view::npos)) {
      return true;
    }
  }
  return false;
}

}  // namespace gluey::view
