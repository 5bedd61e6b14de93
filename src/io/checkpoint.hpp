#pragma once
// Everything a run needs to go on bit for bit: what it has written and counted, and the engine's state, each owner's fields by name. It lives
// in `X.h5.checkpoint` beside the result X.h5 and is replaced atomically; Writer::checkpoint writes it.

#include "core/state.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace gluey::io {

struct Checkpoint {
  State state;                      // what the next step starts from
  std::string scene;                // the resolved TOML, to refuse another scene
  std::int64_t frames_written = 0;  // rows of /frames, /history and contact rows that belong before this state
  std::int64_t history_written = 0;
  std::int64_t contacts_written = 0;
  std::string tally;  // what the run has counted so far (run/tally.hpp)
  double wall_seconds = 0.0;
};

/// The checkpoint beside a result file. None where there is no checkpoint, or where it was left over by an earlier run
/// that this result file has replaced. Throws Error where it is there and cannot be read.
std::optional<Checkpoint> read_checkpoint(const std::string& result_file);

/// Replaces the checkpoint beside `result_file`: complete and on disk, or the old one as it was. Throws Error.
void write_checkpoint(const std::string& result_file, const Checkpoint& checkpoint);

/// The same for a file by its own name, whatever result it belongs to.
Checkpoint read_checkpoint_from(const std::string& path);
void write_checkpoint_to(const std::string& path, const Checkpoint& checkpoint);

/// "X.h5.checkpoint"
std::string checkpoint_file(const std::string& result_file);

}  // namespace gluey::io
