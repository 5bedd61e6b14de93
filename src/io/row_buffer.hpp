#pragma once
// Rows that wait in memory for the next part.

#include "io/layout.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace gluey::io {

class RowBuffer {
 public:
  /// `contacts`: contact rows written before this buffer; contact_offset counts from the beginning of the run.
  RowBuffer(const std::vector<Column>& columns, hsize_t contacts);
  RowBuffer(const RowBuffer&) = delete;
  RowBuffer& operator=(const RowBuffer&) = delete;

  void add(const Constants::Bodies& bodies);
  void add(const Frame& frame);
  void add(const HistoryRow& row);

  [[nodiscard]] const Rows& rows() const { return rows_; }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  /// Rows of a column, one after another.
  [[nodiscard]] const std::vector<std::byte>& values(const Column& column) const;
  /// Forgets the rows; the next ones follow on them.
  void clear();

 private:
  struct Waiting {
    const Column* column;
    std::vector<std::byte> values;
  };
  /// Appends one row, or all rows, of a column after checking their number of elements.
  void append(const std::string& path, const void* values, std::size_t elements, hsize_t rows);
  void append_fence(const char* path, hsize_t end);
  /// Rows of offsets begin with an entry more. All shapes are in the first part, of which the others' entry is not shown.
  void begin_fences();
  void add_shapes(const std::vector<std::string>& shapes);

  std::vector<Column> columns_;
  std::map<std::string, Waiting> waiting_;
  Rows rows_;
  hsize_t contacts_;  // since the beginning of the run
  std::size_t bytes_ = 0;
};

}  // namespace gluey::io
