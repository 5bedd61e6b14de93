#include <gluey/errors.hpp>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "command.hpp"

namespace gluey::app {

namespace {

[[noreturn]] void write_failed() {
  // Read before anything else can change it.
  const int reason = errno;
  if (reason == EPIPE) {
    throw BrokenPipe{};
  }
  throw Error(fmt::format("cannot write to standard output: {}", std::strerror(reason)));
}

}  // namespace

void write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) {
    write_failed();
  }
}

void flush() {
  if (std::fflush(stdout) != 0) {
    write_failed();
  }
}

std::string here_text(std::int64_t present, const std::vector<std::pair<std::string, std::int64_t>>& taken) {
  std::string text = fmt::format("{} at the end", present);
  for (const auto& [outlet, bodies] : taken) {
    text += fmt::format(", {} took {}", outlet, bodies);
  }
  return text;
}

}  // namespace gluey::app
