#pragma once
// Another program that is fed through its standard input: ffmpeg, gnuplot.

#include <sys/types.h>

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace gluey::render {

class ChildProcess {
 public:
  /// Starts the command in a folder ("" for the present one). Error, naming the Debian package, where it is not installed.
  ChildProcess(const std::vector<std::string>& command, const std::string& folder, const std::string& package);
  /// A program that has not come to its end is ended.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// Error, with what the program said, where it reads no more.
  void write(std::string_view bytes);
  /// Closes its input and waits. Error, with what it said, where it failed.
  void finish();

 private:
  [[noreturn]] void fail();
  int wait();

  std::string name_;
  pid_t process_ = -1;
  int input_ = -1;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> messages_;  // its stderr
};

}  // namespace gluey::render
