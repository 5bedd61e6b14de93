#pragma once
// Ctrl-C and SIGTERM end a run after its current step; a second Ctrl-C ends the program at once.

#include <atomic>

namespace gluey::app {

/// The signal that asked for the end, 0 so far.
extern std::atomic<int> stop_signal;

void catch_stop_signals();

}  // namespace gluey::app
