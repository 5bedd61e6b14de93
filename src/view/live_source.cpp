#include "view/live_source.hpp"

#include "view/encode.hpp"
#include "view/status.hpp"

#include <algorithm>
#include <utility>

namespace gluey::view {
namespace {

/// No screen shows more frames a second.
constexpr std::chrono::milliseconds frame_interval{33};

}  // namespace

LiveSource::LiveSource(std::string name, std::function<void()> news, std::size_t memory)
    : name_(std::move(name)), news_(std::move(news)), memory_(memory) {}

void LiveSource::begin(const Constants& constants, const std::string& file) {
  const Bytes header = encode_header({.name = name_, .generation = 1, .live = true}, constants);
  const Bytes bodies = encode_bodies(constants);
  {
    const std::scoped_lock lock(mutex_);
    header_ = header;
    bodies_ = bodies;
    file_ = file;
  }
  news_();
}

bool LiveSource::step(const StepReport& report) {
  step_length_ = report.step_length;
  {
    const std::scoped_lock lock(mutex_);
    envelope_.add(report.row);
  }
  return wanted_.load(std::memory_order_relaxed) && std::chrono::steady_clock::now() - last_frame_ >= frame_interval;
}

void LiveSource::frame(const Frame& frame, bool recorded) {
  const Kept entry{frame.step, frame.time, encode_frame(frame, step_length_), encode_contacts(frame, step_length_)};
  const bool told = wanted_.exchange(false);
  last_frame_ = std::chrono::steady_clock::now();
  {
    const std::scoped_lock lock(mutex_);
    newest_ = entry;
    if (recorded && recorded_++ % stride_ == 0) {
      keep(entry);
    }
  }
  if (told) {
    news_();
  }
}

void LiveSource::keep(const Kept& entry) {
  kept_.push_back(entry);
  kept_bytes_ += entry.size();
  if (kept_bytes_ <= memory_ || kept_.size() < 2) {
    return;
  }
  kept_bytes_ = 0;
  std::size_t left = 0;
  for (std::size_t k = 0; k < kept_.size(); k += 2) {
    kept_[left] = kept_[k];
    kept_bytes_ += kept_[left++].size();
  }
  kept_.resize(left);
  stride_ *= 2;
}

void LiveSource::end() {
  {
    const std::scoped_lock lock(mutex_);
    ended_ = true;
  }
  news_();
}

void LiveSource::attend() { wanted_ = true; }

std::string LiveSource::status() {
  const std::scoped_lock lock(mutex_);
  const bool beyond = newest_.frame && (kept_.empty() || kept_.back().step != newest_.step);
  Status status;
  status.frames = static_cast<std::int64_t>(kept_.size()) + (beyond ? 1 : 0);
  status.last = newest_.frame ? newest_.step : -1;
  if (ended_) {
    status.state = "ended";
    status.message = "gluey view " + file_;
  }
  return to_json(status);
}

Bytes LiveSource::header() {
  const std::scoped_lock lock(mutex_);
  return header_;
}

Bytes LiveSource::bodies() {
  const std::scoped_lock lock(mutex_);
  return bodies_;
}

Bytes LiveSource::times() {
  std::vector<std::int64_t> steps;
  std::vector<double> times;
  const std::scoped_lock lock(mutex_);
  for (const Kept& entry : kept_) {
    steps.push_back(entry.step);
    times.push_back(entry.time);
  }
  if (newest_.frame && (steps.empty() || steps.back() != newest_.step)) {
    steps.push_back(newest_.step);
    times.push_back(newest_.time);
  }
  return encode_times(steps, times);
}

const LiveSource::Kept* LiveSource::find(std::int64_t step) const {
  if (newest_.frame && newest_.step == step) {
    return &newest_;
  }
  const auto found = std::lower_bound(kept_.begin(), kept_.end(), step,
                                      [](const Kept& entry, std::int64_t value) { return entry.step < value; });
  return found != kept_.end() && found->step == step ? &*found : nullptr;
}

Bytes LiveSource::frame(std::int64_t step) {
  const std::scoped_lock lock(mutex_);
  // Who holds the newest, or asks for one that has been replaced, is ready for the next.
  if (step >= newest_.step || !find(step)) {
    wanted_ = true;
  }
  const Kept* found = find(step);
  return found ? found->frame : nullptr;
}

Bytes LiveSource::contacts(std::int64_t step) {
  const std::scoped_lock lock(mutex_);
  const Kept* found = find(step);
  return found ? found->contacts : nullptr;
}

Bytes LiveSource::history() {
  const std::scoped_lock lock(mutex_);
  return envelope_.encode();
}

}  // namespace gluey::view
