#pragma once
// A run as the page sees it, whether it comes from a file or from memory. Every function may be called from any thread.

#include <cstdint>
#include <memory>
#include <string>

namespace gluey::view {

/// What is sent, shared with whoever still sends it: a slow reader holds no lock.
using Bytes = std::shared_ptr<const std::string>;

class Source {
 public:
  Source() = default;
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
  virtual ~Source() = default;

  /// Where the run stands, as JSON: generation (another one: another run, forget what you know), frames, last (step of
  /// the newest frame), state and a message for people. States: running; complete; stopped, a result that its run left
  /// before the end; ended, a run in memory that is over; unreadable.
  virtual std::string status() = 0;
  /// What does not change, as JSON (encode.hpp). Null where the run cannot be read; status() says why.
  virtual Bytes header() = 0;
  virtual Bytes bodies() = 0;
  /// The steps of all frames, then their times: 2 F doubles.
  virtual Bytes times() = 0;
  /// The frame of this step, and its contacts; null where there is none (any more).
  virtual Bytes frame(std::int64_t step) = 0;
  virtual Bytes contacts(std::int64_t step) = 0;
  virtual Bytes history() = 0;

  /// A page has come.
  virtual void attend() {}
  /// Looks for news; whether there are any.
  virtual bool poll() { return false; }
};

}  // namespace gluey::view
