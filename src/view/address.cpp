#include "view/address.hpp"

#include <charconv>

namespace gluey::view {
namespace {

/// Digits alone, as a number that is not negative.
std::optional<std::int64_t> whole_number(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() && value >= 0 ? std::optional(value) : std::nullopt;
}

/// Takes what stands before the next slash off the path.
std::string_view take_word(std::string_view& path) {
  const std::string_view word = path.substr(0, path.find('/'));
  path.remove_prefix(word.size());
  if (!path.empty()) {
    path.remove_prefix(1);
  }
  return word;
}

}  // namespace

std::optional<Address> parse_address(std::string_view path) {
  constexpr std::string_view prefix = "/api/run/";
  if (!path.starts_with(prefix) || path.ends_with('/')) {
    return std::nullopt;
  }
  path.remove_prefix(prefix.size());
  const std::optional<std::int64_t> run = whole_number(take_word(path));
  const std::string_view what = take_word(path);
  if (!run) {
    return std::nullopt;
  }
  Address address{static_cast<std::size_t>(*run), what, -1};
  if (what == "frame" || what == "contacts") {
    const std::optional<std::int64_t> step = whole_number(path);
    address.step = step.value_or(-1);
    return step ? std::optional(address) : std::nullopt;
  }
  const bool known = what == "header" || what == "bodies" || what == "times" || what == "history";
  return known && path.empty() ? std::optional(address) : std::nullopt;
}

Bytes fetch(Source& source, const Address& address) {
  return address.what == "header"    ? source.header()
         : address.what == "bodies"  ? source.bodies()
         : address.what == "times"   ? source.times()
         : address.what == "history" ? source.history()
         : address.what == "frame"   ? source.frame(address.step)
                                     : source.contacts(address.step);
}

}  // namespace gluey::view
