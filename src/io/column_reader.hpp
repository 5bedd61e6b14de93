#pragma once
// One column of an open result, read many rows at a time: its dataset stays open, each chunk is unpacked once for all of them, and by
// several threads. HDF5 itself is called by the thread that plans and fetches, and by no other.

#include "io/dataset.hpp"
#include "io/packed_chunk.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gluey::io {

/// Rows `first` … `first + count − 1` of a dataset.
struct RowRange {
  hsize_t first = 0, count = 0;
};

class ColumnReader;

/// A chunk that some rows are in: where it is, and where its bytes go.
struct ChunkTask {
  struct Copy {
    std::size_t from, to, size;  // bytes: in the chunk, in the column's memory
  };
  ColumnReader* column;
  hsize_t chunk;
  std::vector<Copy> copies;
  bool keep = false;                // the rows read next are likely to begin in it
  std::vector<std::byte> packed{};  // as the file has it
  std::uint32_t left_out = 0;       // filters

  void fetch();   ///< from the file
  void unpack();  ///< and copies; one task by one thread, any number of them at a time
};

class ColumnReader {
 public:
  /// Numbers of the file become `type`.
  ColumnReader(hid_t file, const std::string& path, hid_t type);

  [[nodiscard]] std::size_t row_size() const { return row_size_; }  // bytes
  /// Makes room for these ranges of rows, one after another, adds to `tasks` what must be unpacked for them, and reads at once what needs no
  /// unpacking.
  void plan(const std::vector<RowRange>& ranges, std::vector<ChunkTask>& tasks);
  /// The rows of the last plan, once its tasks are done.
  [[nodiscard]] const std::byte* data() const { return data_.data(); }
  /// Gives their memory back.
  void release() { data_ = {}; }

 private:
  friend struct ChunkTask;
  /// Where a chunk is: a chunk is a stretch of the bytes of all rows.
  struct Stretch {
    std::size_t begin, end;
    std::vector<hsize_t> offset;  // of its first element in the dataset
  };
  void find_chunks(hid_t creation);
  [[nodiscard]] hsize_t chunk_at(std::size_t byte) const;
  [[nodiscard]] Stretch stretch_of(hsize_t chunk) const;

  std::string path_;
  Handle dataset_;
  hid_t type_;
  std::vector<hsize_t> shape_;
  std::size_t element_size_, row_size_;
  std::vector<std::byte> data_;

  // Of datasets in chunks that are whole rows or pieces of one row. Others are read through HDF5.
  std::optional<Packing> packing_;
  std::size_t chunk_size_ = 0;  // bytes, unpacked
  hsize_t rows_per_chunk_ = 1;
  hsize_t chunks_per_row_ = 1, piece_entries_ = 1;  // where rows are cut along their first axis
  std::size_t piece_size_ = 0;

  std::optional<hsize_t> kept_chunk_;
  std::vector<std::byte> kept_;
};

/// Does the tasks, by several threads, holding little more of the file's bytes at a time than `memory`.
void complete(std::vector<ChunkTask>& tasks, std::size_t memory);

}  // namespace gluey::io
