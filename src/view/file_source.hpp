#pragma once
// A result file as a run that the page shows. The file may grow, be left by its run before
// the end, be replaced by another run, or be unreadable.

#include "view/envelope.hpp"
#include "view/source.hpp"

#include <gluey/results.hpp>

#include <ctime>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace gluey::view {

class FileSource : public Source {
 public:
  explicit FileSource(std::string file);

  std::string status() override;
  Bytes header() override;
  Bytes bodies() override;
  Bytes times() override;
  Bytes frame(std::int64_t step) override;
  Bytes contacts(std::int64_t step) override;
  Bytes history() override;
  bool poll() override;

 private:
  /// Which bytes on disk were read: a running result is replaced as a whole, so one of these changes.
  struct Stamp {
    std::uint64_t inode = 0, size = 0;
    std::int64_t seconds = 0, nanoseconds = 0;
    bool operator==(const Stamp&) const = default;
  };
  /// The history, read when first asked for.
  struct History {
    std::vector<std::int64_t> steps;
    std::vector<double> times;
    Bytes envelope;
  };
  struct Encoded {
    std::int64_t step = 0;
    Bytes frame, contacts;
  };

  [[nodiscard]] Stamp stamp() const;
  void open();
  const History& read_history();
  double step_length(std::int64_t step);
  const Encoded* encoded(std::int64_t step);
  template <class Read>
  auto guarded(const Read& read) -> decltype(read());

  std::string file_;
  std::mutex mutex_;
  std::optional<Results> results_;
  bool written_;  // whether a run held the file when last looked
  Stamp stamp_;
  int generation_ = 0;
  std::string problem_;  // why there are no results
  std::optional<History> history_;
  std::deque<Encoded> cache_;  // a page asks for a frame and then for its contacts
};

}  // namespace gluey::view
