#include "io/part.hpp"

#include "io/dataset.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace gluey::io {
namespace {

// Bytes in memory while rows are copied from file to file.
constexpr hsize_t kCopyBytes = 16 * 1024 * 1024;

// Entries of a dataset's chunk along the first axis; 1 where it has no chunks.
hsize_t chunk_entries(hid_t dataset) {
  const Handle creation(H5Dget_create_plist(dataset), H5Pclose);
  if (H5Pget_layout(creation) != H5D_CHUNKED) {
    return 1;
  }
  hsize_t chunk[H5S_MAX_RANK];
  check(H5Pget_chunk(creation, H5S_MAX_RANK, chunk));
  return chunk[0];
}

}  // namespace

std::string parts_folder(const std::string& result_file) { return result_file + ".parts"; }

Rows total(const std::vector<Part>& parts) {
  Rows sum;
  for (const Part& part : parts) {
    sum = sum + part.rows;
  }
  return sum;
}

std::string to_text(const std::vector<Part>& parts) {
  nlohmann::json list = nlohmann::json::array();
  for (const Part& part : parts) {
    list.push_back({{"name", part.name}, {"rows", part.rows.of}});
  }
  return list.dump();
}

std::vector<Part> parts_from_text(const std::string& text) {
  std::vector<Part> parts;
  try {
    for (const nlohmann::json& entry : nlohmann::json::parse(text)) {
      Part part{entry.at("name"), {}};
      const auto rows = entry.at("rows").get<std::vector<hsize_t>>();  // older files have fewer tables
      std::copy_n(rows.begin(), std::min(rows.size(), part.rows.of.size()), part.rows.of.begin());
      parts.push_back(std::move(part));
    }
  } catch (const nlohmann::json::exception&) {
    throw Hdf5Failure("its list of parts makes no sense");
  }
  return parts;
}

void write_part(const std::string& path, const std::vector<Column>& columns, const RowBuffer& buffer) {
  write_hdf5(path, [&](OutputFile& file) {
    create_groups(file, columns);
    for (const Column& column : columns) {
      const hsize_t count = column.entries(buffer.rows()[column.table]);
      const Handle dataset = create_dataset(file, column, count, Storage::plain);
      write_entries(dataset, column.type(), 0, count, buffer.values(column).data());
      file.check_disk();
    }
  });
}

void copy_rows(hid_t source, OutputFile& target, const std::vector<Column>& columns, const Rows& first,
               const Rows& last, Storage storage) {
  create_groups(target, columns);
  std::vector<std::byte> piece;
  for (const Column& column : columns) {
    const hsize_t begin = first[column.table];
    const hsize_t count = column.entries(last[column.table] - begin);
    const Handle from = open_dataset(source, column.path);
    const Handle to = create_dataset(target, column, count, storage);
    if (column.row_size() == 0) {
      continue;
    }
    // Pieces of whole chunks: a chunk in two pieces would be compressed, read back and compressed again.
    const hsize_t chunk = chunk_entries(to);
    const hsize_t step = std::max<hsize_t>(1, kCopyBytes / (chunk * column.row_size())) * chunk;
    const Handle type = column.type();
    for (hsize_t entry = 0; entry < count; entry += step) {
      const hsize_t entries = std::min(step, count - entry);
      piece.resize(entries * column.row_size());
      read_entries(from, type, begin + entry, entries, piece.data());
      write_entries(to, type, entry, entries, piece.data());
      target.check_disk();
    }
  }
}

}  // namespace gluey::io
