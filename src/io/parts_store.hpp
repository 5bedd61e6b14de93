#pragma once
// The parts of a running result on disk: their folder, their numbers, and what has become of old ones.

#include "io/disk.hpp"
#include "io/part.hpp"

#include <chrono>
#include <string>
#include <utility>
#include <vector>

namespace gluey::io {

class PartsStore {
 public:
  using Clock = std::chrono::steady_clock;

  /// Makes the folder of parts if need be, locks it and removes half-written files of a killed run.
  explicit PartsStore(const std::string& result_file);

  [[nodiscard]] const std::vector<Part>& parts() const { return parts_; }
  [[nodiscard]] std::string path(const Part& part) const { return folder_ + "/" + part.name; }

  /// A name no part of this folder has or had: a reader of an older publication never finds another part's rows.
  std::string new_name();
  void append(Part part) { parts_.push_back(std::move(part)); }
  /// Takes over the rows of a result up to `rows`: those of its parts, or the whole plain file as a part.
  void take_over(hid_t result, Rows rows);

  /// A merged part takes the place of parts `first` … `last − 1`, whose files stay for a while: readers of an earlier
  /// publication may be about to open them.
  void replace(std::size_t first, std::size_t last, Part merged);
  /// The stretch of `count` neighbouring parts with the fewest bytes: [first, first + count).
  [[nodiscard]] std::size_t smallest_stretch(std::size_t count) const;
  /// Removes replaced parts whose time is over.
  void remove_outdated();
  /// Removes files of the folder that are no part of this result.
  void remove_strangers();
  /// Removes the folder and all parts.
  void remove();

 private:
  std::string file_, folder_;
  FolderLock lock_;
  std::vector<Part> parts_;
  std::vector<std::pair<Clock::time_point, std::string>> replaced_;
  int next_number_ = 0;
};

}  // namespace gluey::io
