#include "io/text_file.hpp"

#include "io/disk.hpp"

#include <unistd.h>

#include <cerrno>

namespace gluey::io {

TextFile::TextFile(std::string path) : path_(std::move(path)), file_(std::fopen(temporary_name(path_).c_str(), "wbe")) {
  if (file_ == nullptr) {
    throw_write_error(path_, errno);
  }
}

TextFile::~TextFile() {
  if (file_ != nullptr) {  // left by an exception
    std::fclose(file_);
    ::unlink(temporary_name(path_).c_str());
  }
}

void TextFile::give_up(int error_number) {
  if (file_ != nullptr) {
    std::fclose(std::exchange(file_, nullptr));
  }
  ::unlink(temporary_name(path_).c_str());
  throw_write_error(path_, error_number);
}

void TextFile::put(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), file_) != text.size()) {
    give_up(errno);
  }
}

void TextFile::flush() {
  put({waiting_.data(), waiting_.size()});
  waiting_.clear();
}

void TextFile::add_text(std::string_view text) {
  flush();
  put(text);
}

void TextFile::close() {
  flush();
  if (std::fclose(std::exchange(file_, nullptr)) != 0 ||
      std::rename(temporary_name(path_).c_str(), path_.c_str()) != 0) {
    give_up(errno);
  }
}

}  // namespace gluey::io
