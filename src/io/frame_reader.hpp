#pragma once
// Frames of an open result, many at a time: each column is read once for all of them.

#include "io/column_reader.hpp"

#include <gluey/results.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace gluey::io {

class FrameReader {
 public:
  /// Unpacked frames that are held at a time, in bytes; one frame at least. A larger block would not be read faster.
  static constexpr std::size_t kMemory = 16 << 20;

  FrameReader(hid_t file, const FrameArrays& arrays);

  /// How many of these frames, from the first on, may be read at once.
  [[nodiscard]] std::size_t fitting(std::span<const std::int64_t> numbers);
  /// Reads the frames of these numbers; they take the place of those read before.
  void read(std::span<const std::int64_t> numbers);
  /// The k-th of those read. Any thread may call it.
  void get(std::size_t k, Frame& frame) const;
  /// Gives the memory of what was read back. What the next frames are likely to need, a chunk of each column, stays.
  void release();

 private:
  struct Field {
    std::unique_ptr<ColumnReader> column;  // none: the file does not have it, or it is not asked for
    bool of_contacts = false;
  };
  struct Times {  // of steps
    std::vector<std::int64_t> step;
    std::vector<double> time, overlap;
    double first_frame = 0.0;
  };
  void add_fields(const FrameArrays& arrays);
  [[nodiscard]] RowRange contacts_of(std::int64_t number);
  void read_times();
  [[nodiscard]] std::optional<std::size_t> row_of_step(std::int64_t step) const;
  [[nodiscard]] double length_of_step(std::size_t row) const;

  hid_t file_;
  std::vector<Field> fields_;                         // in the order in which Frame's fields are visited
  const ColumnReader* step_ = nullptr;                // of them
  bool overlaps_ = false;                             // are asked for
  const ColumnReader* length_ = nullptr;              // where the file tells the lengths of steps
  std::optional<std::vector<std::int64_t>> fence_{};  // of contacts
  std::optional<Times> times_{};

  // Of what was read last.
  std::vector<std::size_t> first_contact_;     // of each frame, counted from the first contact read; and their end
  std::vector<double> step_length_, overlap_;  // of each frame
};

}  // namespace gluey::io
