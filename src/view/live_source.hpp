#pragma once
// A run of this process as the page sees it.
//
//   run's thread                                        server's threads
//   step()   history row; asks for a frame ◀── wanted_ ── a page has fetched the newest frame (or has just come)
//   frame()  encodes, replaces the newest  ── news_ ──▶  pages are told, and fetch it if they can keep up
//
// So frames are made no faster than they are read, and a page that stops reading stops asking. Frames of the result
// are kept as well, so that a page can go back; when they fill their memory every second one is dropped, and of those
// that follow only each second is kept. The lock is held for moving pointers only.

#include "view/envelope.hpp"
#include "view/source.hpp"

#include <gluey/run.hpp>

#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

namespace gluey::view {

class LiveSource : public Source, public RunObserver {
 public:
  /// `news` is called where pages should be told; `memory` is for frames kept, in bytes.
  LiveSource(std::string name, std::function<void()> news, std::size_t memory = 256 << 20);

  void begin(const Constants& constants, const std::string& file) override;
  bool step(const StepReport& report) override;
  void frame(const Frame& frame, bool recorded) override;
  void end() override;

  std::string status() override;
  Bytes header() override;
  Bytes bodies() override;
  Bytes times() override;
  Bytes frame(std::int64_t step) override;
  Bytes contacts(std::int64_t step) override;
  Bytes history() override;
  void attend() override;

 private:
  struct Kept {
    std::int64_t step = 0;
    double time = 0.0;
    Bytes frame, contacts;
    [[nodiscard]] std::size_t size() const { return frame->size() + contacts->size(); }
  };

  void keep(const Kept& entry);
  [[nodiscard]] const Kept* find(std::int64_t step) const;

  const std::string name_;
  const std::function<void()> news_;
  const std::size_t memory_;

  // The run's thread alone.
  double step_length_ = 0.0;
  std::chrono::steady_clock::time_point last_frame_;
  std::size_t recorded_ = 0, stride_ = 1, kept_bytes_ = 0;

  std::atomic<bool> wanted_ = false;

  std::mutex mutex_;  // for all below
  Bytes header_, bodies_;
  std::vector<Kept> kept_;
  Kept newest_;
  Envelope envelope_;
  std::string file_;
  bool ended_ = false;
};

}  // namespace gluey::view
