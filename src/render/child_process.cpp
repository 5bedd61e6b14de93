#include "render/child_process.hpp"

#include <gluey/errors.hpp>

#include <fmt/format.h>

#include <fcntl.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

extern char** environ;  // NOLINT(readability-redundant-declaration): POSIX leaves it to the program

namespace gluey::render {

ChildProcess::ChildProcess(const std::vector<std::string>& command, const std::string& folder,
                           const std::string& package)
    : name_(command.front()), messages_(std::tmpfile(), std::fclose) {
  // A socket rather than a pipe: a program that has gone then gives an error, not a signal that ends us.
  std::array<int, 2> ends{};
  if (messages_ == nullptr || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    throw Error(fmt::format("cannot start {}: {}", name_, std::strerror(errno)));
  }
  input_ = ends[1];
  std::vector<char*> arguments;
  arguments.reserve(command.size() + 1);
  for (const std::string& word : command) {
    arguments.push_back(const_cast<char*>(word.c_str()));  // posix_spawn does not change them
  }
  arguments.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, fileno(messages_.get()), STDERR_FILENO);
  if (!folder.empty()) {
    posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  }
  const int failure = posix_spawnp(&process_, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[0]);
  if (failure != 0) {
    process_ = -1;
    close(input_);
    input_ = -1;
    throw Error(failure == ENOENT ? fmt::format("{} is not installed (Debian package {})", name_, package)
                                  : fmt::format("cannot start {}: {}", name_, std::strerror(failure)));
  }
}

ChildProcess::~ChildProcess() {
  if (process_ > 0) {
    kill(process_, SIGKILL);
    wait();
  }
}

int ChildProcess::wait() {
  if (input_ >= 0) {
    close(input_);
    input_ = -1;
  }
  int status = 0;
  while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
  }
  process_ = -1;
  return status;
}

void ChildProcess::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = send(input_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    } else if (errno != EINTR) {
      wait();
      fail();
    }
  }
}

void ChildProcess::finish() {
  if (wait() != 0) {
    fail();
  }
}

void ChildProcess::fail() {
  std::string said(2000, '\0');
  std::rewind(messages_.get());
  said.resize(std::fread(said.data(), 1, said.size(), messages_.get()));
  while (!said.empty() && (said.back() == '\n' || said.back() == ' ')) {
    said.pop_back();
  }
  throw Error(said.empty() ? fmt::format("{} failed", name_) : fmt::format("{} failed: {}", name_, said));
}

}  // namespace gluey::render
