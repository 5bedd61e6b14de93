#include "signals.hpp"

#include <unistd.h>

#include <csignal>

namespace gluey::app {

std::atomic<int> stop_signal = 0;
static_assert(std::atomic<int>::is_always_lock_free, "a signal handler may touch nothing else");

namespace {

extern "C" void on_stop_signal(int signal) {
  if (stop_signal.exchange(signal) != 0 && signal == SIGINT) {
    _exit(128 + SIGINT);
  }
}

}  // namespace

void catch_stop_signals() {
  struct sigaction action = {};
  action.sa_handler = on_stop_signal;
  action.sa_flags = SA_RESTART;  // writes of results go on undisturbed
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  // Beyond a file-size limit a write fails like one on a full disk, with an error that is told.
  std::signal(SIGXFSZ, SIG_IGN);
}

}  // namespace gluey::app
