#pragma once
// A text file written piece by piece.

#include <fmt/format.h>

#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>
#include <utility>

namespace gluey::io {

/// Throws Error where the file cannot be written. Under its own name only once it is complete.
class TextFile {
 public:
  explicit TextFile(std::string path);
  ~TextFile();
  TextFile(const TextFile&) = delete;
  TextFile& operator=(const TextFile&) = delete;

  template <class... Values>
  void add(fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(fmt::appender(waiting_), format, std::forward<Values>(values)...);
    if (waiting_.size() > kMuch) {
      flush();
    }
  }
  /// Text as it is.
  void add_text(std::string_view text);
  /// Ends the file and gives it its name.
  void close();

 private:
  static constexpr std::size_t kMuch = 1 << 20;

  void flush();
  void put(std::string_view text);
  [[noreturn]] void give_up(int error_number);

  std::string path_;
  std::FILE* file_;
  fmt::memory_buffer waiting_;
};

}  // namespace gluey::io
