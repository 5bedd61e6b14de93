#pragma once
// A text file written piece by piece.

#include <fmt/format.h>

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
    fmt::format_to(std::back_inserter(waiting_), format, std::forward<Values>(values)...);
    flush_if_much();
  }
  /// Text as it is.
  void add_text(std::string_view text) {
    waiting_.append(text);
    flush_if_much();
  }
  /// Ends the file and gives it its name.
  void close();

 private:
  void flush_if_much() {
    if (waiting_.size() > 1 << 20) {
      flush();
    }
  }
  void flush();
  [[noreturn]] void give_up(int error_number);

  std::string path_;
  std::FILE* file_;
  fmt::memory_buffer waiting_;
};

}  // namespace gluey::io
