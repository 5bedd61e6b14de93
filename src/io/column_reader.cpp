#include "io/column_reader.hpp"

#include "core/workers.hpp"

#include <algorithm>
#include <cstring>
#include <span>
#include <unordered_map>

namespace gluey::io {
namespace {

/// Bytes of so many elements. A damaged file may claim any extents.
std::size_t bytes_of(std::size_t element_size, std::span<const hsize_t> extents) {
  constexpr std::size_t most = std::size_t{1} << 48;
  std::size_t bytes = element_size;
  for (const hsize_t extent : extents) {
    if (extent > 0 && bytes > most / extent) {
      throw Hdf5Failure("the extents of its arrays make no sense");
    }
    bytes *= extent;
  }
  return bytes;
}

}  // namespace

ColumnReader::ColumnReader(hid_t file, const std::string& path, hid_t type)
    : path_(path),
      dataset_(open_dataset(file, path)),
      type_(type),
      shape_(shape_of(dataset_)),
      element_size_(H5Tget_size(type)) {
  if (shape_.empty()) {
    throw Hdf5Failure(path + " is a single value, not an array");
  }
  bytes_of(element_size_, shape_);
  row_size_ = bytes_of(element_size_, std::span(shape_).subspan(1));
  const Handle stored(H5Dget_type(dataset_), H5Tclose);
  const Handle creation(H5Dget_create_plist(dataset_), H5Pclose);
  if (check(H5Tequal(stored, type)) > 0 && row_size_ > 0) {
    find_chunks(creation);
  }
}

void ColumnReader::find_chunks(hid_t creation) {
  packing_ = Packing::of(creation);
  if (!packing_) {
    return;
  }
  std::vector<hsize_t> chunk(shape_.size());
  const int axes = check(H5Pget_chunk(creation, static_cast<int>(chunk.size()), chunk.data()));
  if (static_cast<std::size_t>(axes) != shape_.size() || std::find(chunk.begin(), chunk.end(), 0) != chunk.end()) {
    throw Hdf5Failure("the chunks of " + path_ + " make no sense");
  }
  chunk_size_ = bytes_of(element_size_, chunk);
  rows_per_chunk_ = chunk[0];
  if (std::equal(chunk.begin() + 1, chunk.end(), shape_.begin() + 1)) {
    return;
  }
  // A chunk may be larger than the row that it is all of.
  const bool pieces_of_one_row =
      chunk[0] == 1 && chunk[1] < shape_[1] && std::equal(chunk.begin() + 2, chunk.end(), shape_.begin() + 2);
  if (!pieces_of_one_row) {
    packing_.reset();
    return;
  }
  piece_entries_ = chunk[1];
  piece_size_ = chunk_size_;
  chunks_per_row_ = (shape_[1] + piece_entries_ - 1) / piece_entries_;
}

hsize_t ColumnReader::chunk_at(std::size_t byte) const {
  const hsize_t row = byte / row_size_;
  return chunks_per_row_ > 1 ? row * chunks_per_row_ + (byte - row * row_size_) / piece_size_ : row / rows_per_chunk_;
}

ColumnReader::Stretch ColumnReader::stretch_of(hsize_t chunk) const {
  Stretch stretch{0, 0, std::vector<hsize_t>(shape_.size(), 0)};
  if (chunks_per_row_ > 1) {
    const hsize_t row = chunk / chunks_per_row_, piece = chunk % chunks_per_row_;
    stretch.offset[0] = row;
    stretch.offset[1] = piece * piece_entries_;
    stretch.begin = row * row_size_ + piece * piece_size_;
    stretch.end = std::min<std::size_t>(stretch.begin + piece_size_, (row + 1) * row_size_);
  } else {
    stretch.offset[0] = chunk * rows_per_chunk_;
    stretch.begin = stretch.offset[0] * row_size_;
    stretch.end = std::min<hsize_t>(stretch.offset[0] + rows_per_chunk_, shape_[0]) * row_size_;
  }
  return stretch;
}

void ColumnReader::plan(const std::vector<RowRange>& ranges, std::vector<ChunkTask>& tasks) {
  hsize_t rows = 0;
  for (const RowRange& range : ranges) {
    check_range(shape_, range.first, range.count);
    rows += range.count;
  }
  data_.resize(rows * row_size_);
  std::unordered_map<hsize_t, std::size_t> task_of;  // by chunk
  std::size_t to = 0;
  for (const RowRange& range : ranges) {
    const std::size_t begin = range.first * row_size_, end = begin + range.count * row_size_;
    if (!packing_) {
      read_entries(dataset_, type_, range.first, range.count, data_.data() + to);
      to += end - begin;
      continue;
    }
    for (std::size_t at = begin; at < end;) {
      const hsize_t chunk = chunk_at(at);
      const Stretch stretch = stretch_of(chunk);
      const std::size_t size = std::min(end, stretch.end) - at;
      if (chunk == kept_chunk_) {
        std::memcpy(data_.data() + to, kept_.data() + (at - stretch.begin), size);
      } else {
        const auto [place, fresh] = task_of.try_emplace(chunk, tasks.size());
        if (fresh) {
          tasks.push_back({.column = this, .chunk = chunk, .copies = {}});
        }
        tasks[place->second].copies.push_back({at - stretch.begin, to, size});
      }
      at += size;
      to += size;
    }
  }
  if (!task_of.empty()) {
    kept_chunk_.reset();
    tasks.back().keep = true;
  }
}

void ChunkTask::fetch() {
  const ColumnReader::Stretch stretch = column->stretch_of(chunk);
  hsize_t size = 0;
  check(H5Dget_chunk_storage_size(column->dataset_, stretch.offset.data(), &size));
  // HDF5 packs what becomes no larger than a thousandth and twelve bytes by it.
  if (size == 0 || size > column->chunk_size_ + column->chunk_size_ / 1000 + 12) {
    throw Hdf5Failure("a piece of " + column->path_ + " is missing or damaged");
  }
  packed.resize(size);
  check(H5Dread_chunk(column->dataset_, H5P_DEFAULT, stretch.offset.data(), &left_out, packed.data()));
}

void ChunkTask::unpack() {
  std::vector<std::byte> unpacked(column->chunk_size_);
  try {
    column->packing_->unpack(packed, left_out, unpacked);
  } catch (const Hdf5Failure&) {
    throw Hdf5Failure("a piece of " + column->path_ + " is damaged");
  }
  packed = {};
  for (const Copy& copy : copies) {
    std::memcpy(column->data_.data() + copy.to, unpacked.data() + copy.from, copy.size);
  }
  if (keep) {
    column->kept_ = std::move(unpacked);
    column->kept_chunk_ = chunk;
  }
}

void complete(std::vector<ChunkTask>& tasks, std::size_t memory) {
  constexpr std::size_t worth_threads = 256 * 1024;  // bytes; one chunk takes longer than a thread needs to begin
  for (std::size_t begin = 0, end = 0; begin < tasks.size(); begin = end) {
    std::size_t bytes = 0;
    for (; end < tasks.size() && bytes < memory; ++end) {
      tasks[end].fetch();
      bytes += tasks[end].packed.size();
    }
    const auto unpack = [&](std::size_t k, std::size_t /*worker*/) { tasks[begin + k].unpack(); };
    if (bytes > worth_threads) {
      for_each_by_workers(end - begin, unpack);
    } else {
      for (std::size_t k = 0; k < end - begin; ++k) {
        unpack(k, 0);
      }
    }
  }
}

}  // namespace gluey::io
