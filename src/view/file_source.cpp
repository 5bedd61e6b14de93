#include "view/file_source.hpp"

#include "view/encode.hpp"
#include "view/status.hpp"

#include <gluey/errors.hpp>

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace gluey::view {
namespace {

constexpr std::size_t cached_frames = 8;

}  // namespace

FileSource::FileSource(std::string file) : file_(std::move(file)), written_(is_being_written(file_)) { open(); }

FileSource::Stamp FileSource::stamp() const {
  struct stat found {};
  if (stat(file_.c_str(), &found) != 0) {
    return {};
  }
  return {found.st_ino, static_cast<std::uint64_t>(found.st_size), found.st_mtim.tv_sec, found.st_mtim.tv_nsec};
}

/// Reads the file anew. It is the same run as before where nothing that was there has changed or gone.
void FileSource::open() {
  stamp_ = stamp();
  try {
    Results fresh(file_);
    const bool same = results_ && fresh.constants().scene == results_->constants().scene &&
                      fresh.frames() >= results_->frames() &&
                      std::equal(results_->steps().begin(), results_->steps().end(), fresh.steps().begin());
    if (!same) {
      ++generation_;
      cache_.clear();
    }
    results_ = std::move(fresh);
    problem_.clear();
  } catch (const Error& error) {
    results_.reset();
    problem_ = error.what();
  }
  history_.reset();
}

bool FileSource::poll() {
  const std::scoped_lock lock(mutex_);
  // Before the file: where the run has let go, what it wrote last is there.
  const bool written = is_being_written(file_);
  const bool news = written != written_;
  written_ = written;
  if (stamp() == stamp_) {
    return news;
  }
  open();
  return true;
}

/// What `read` returns, or nothing where the file cannot be read; the status then says why.
template <class Read>
auto FileSource::guarded(const Read& read) -> decltype(read()) {
  const std::scoped_lock lock(mutex_);
  if (!results_) {
    return nullptr;
  }
  try {
    return read();
  } catch (const Error& error) {
    results_.reset();
    problem_ = error.what();
    return nullptr;
  }
}

std::string FileSource::status() {
  const std::scoped_lock lock(mutex_);
  Status status;
  status.generation = generation_;
  if (!results_) {
    status.state = "unreadable";
    status.message = problem_;
  } else {
    status.state = results_->complete() ? "complete" : written_ ? "running" : "stopped";
    status.frames = results_->frames();
    status.last = results_->frames() > 0 ? results_->steps().back() : -1;
  }
  return to_json(status);
}

Bytes FileSource::header() {
  return guarded([&] {
    const std::string name = std::filesystem::path(file_).filename().string();
    return encode_header({.name = name, .generation = generation_, .live = false}, results_->constants());
  });
}

Bytes FileSource::bodies() {
  return guarded([&] { return encode_bodies(results_->constants()); });
}

Bytes FileSource::times() {
  return guarded([&] { return encode_times(results_->steps(), results_->times()); });
}

Bytes FileSource::frame(std::int64_t step) {
  return guarded([&] {
    const Encoded* found = encoded(step);
    return found ? found->frame : nullptr;
  });
}

Bytes FileSource::contacts(std::int64_t step) {
  return guarded([&] {
    const Encoded* found = encoded(step);
    return found ? found->contacts : nullptr;
  });
}

Bytes FileSource::history() {
  return guarded([&] { return read_history().envelope; });
}

const FileSource::History& FileSource::read_history() {
  if (!history_) {
    History history;
    Envelope envelope;
    for (const HistoryRow& row : results_->history()) {
      history.steps.push_back(row.step);
      history.times.push_back(row.time);
      envelope.add(row);
    }
    history.envelope = envelope.encode();
    history_ = std::move(history);
  }
  return *history_;
}

double FileSource::step_length(std::int64_t step) {
  const History& history = read_history();
  const auto found = std::lower_bound(history.steps.begin(), history.steps.end(), step);
  if (found == history.steps.end() || *found != step) {
    return 0.0;
  }
  const auto row = static_cast<std::size_t>(found - history.steps.begin());
  return history.times[row] - (row > 0 ? history.times[row - 1] : 0.0);
}

const FileSource::Encoded* FileSource::encoded(std::int64_t step) {
  const auto cached =
      std::find_if(cache_.begin(), cache_.end(), [step](const Encoded& entry) { return entry.step == step; });
  if (cached != cache_.end()) {
    return &*cached;
  }
  const std::vector<std::int64_t>& steps = results_->steps();
  const auto found = std::lower_bound(steps.begin(), steps.end(), step);
  if (found == steps.end() || *found != step) {
    return nullptr;
  }
  const Frame frame = results_->frame(found - steps.begin());
  const double length = step_length(step);
  cache_.push_back({step, encode_frame(frame, length), encode_contacts(frame, length)});
  if (cache_.size() > cached_frames) {
    cache_.pop_front();
  }
  return &cache_.back();
}

}  // namespace gluey::view
