#pragma once
// Writes a result file so that it can be opened at any instant, also after a kill, and at the end is one plain file.
//
//   X.h5                 what readers open; replaced as a whole by rename, never written in place
//   X.h5.parts/000007.h5 rows in sealed files, never written again; X.h5 shows them through virtual datasets
//   X.h5.checkpoint      the state to go on from
//   X.xdmf               the same frames for ParaView
//
// Rows gather in memory. Sealing writes them to a new part, syncs it to disk and then publishes a new X.h5 that also
// shows this part; readers see either the old or the new one. At the end all parts are copied into one plain file that
// takes the place of X.h5. HDF5's own single-writer/multiple-reader mode was not taken: plain readers cannot open its
// files while they are written, nor after a kill.

#include "io/checkpoint.hpp"

#include <gluey/results.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace gluey::io {

/// How a run ended: at its own end, or stopped on the way with a checkpoint to resume from.
enum class Ending { complete, stopped };

/// The defaults suit every run; tests set them lower.
struct WriterOptions {
  std::size_t memory = 64 << 20;  // bytes of rows in memory at which they are sealed
  double interval = 1.0;          // seconds between two publications, at least
  double interval_growth = 0.02;  // … as a fraction of the time since the writer was made
  std::size_t most_parts = 200;   // more are merged: a reader has them all open at once
};

/// Every function throws Error, naming the file and the cause, where the disk is full or the file cannot be written;
/// what was published before stays as it was and can be opened.
class Writer {
 public:
  /// A new run. Publishes a result without frames; an earlier result of that name, its parts and its checkpoint go
  /// only once this one is in place. Refused while another process writes the same file.
  Writer(const std::string& file, const Constants& constants, const WriterOptions& options = {});
  /// Goes on from a checkpoint: rows that were written after it are dropped.
  static Writer resume(const std::string& file, const Constants& constants, const Checkpoint& checkpoint,
                       const WriterOptions& options = {});
  /// Does not write: rows not yet sealed are lost, as by a kill. Call finish().
  ~Writer();
  Writer(Writer&&) noexcept;
  Writer& operator=(Writer&&) noexcept;

  /// Adds a row. Seals when the rows in memory have grown beyond a fixed bound.
  void add(const Frame& frame);
  void add(const HistoryRow& row);
  /// Call once a step, after its rows: publishes when the last time is long enough ago, so that a reader is never
  /// more than a second or 2 % of the run behind and writing takes at most some 5 % of the time.
  void tick();
  /// Seals, fills in the checkpoint's *_written and replaces the checkpoint file.
  void checkpoint(Checkpoint& checkpoint);
  /// Makes the result one plain file and removes the parts. If that fails, the result with its parts stays. The
  /// checkpoint stays too: a longer run can go on from it. Nothing can be added afterwards.
  void finish(Ending ending);

  [[nodiscard]] std::int64_t frames_written() const;
  [[nodiscard]] std::int64_t history_written() const;

 private:
  struct Implementation;
  explicit Writer(std::unique_ptr<Implementation> implementation);
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace gluey::io
