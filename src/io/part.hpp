#pragma once
// Parts: sealed files with some rows of each table, and the making of one file out of several.

#include "io/dataset.hpp"
#include "io/disk.hpp"
#include "io/row_buffer.hpp"

#include <string>
#include <vector>

namespace gluey::io {

struct Part {
  std::string name;  // "000007.h5", in the folder of parts
  Rows rows;         // how many count, from its first on; it may hold more, written after a checkpoint gone back to
};

/// "X.h5.parts"
std::string parts_folder(const std::string& result_file);

/// Rows of all parts together.
Rows total(const std::vector<Part>& parts);

/// The list of parts as an attribute of the published file, and back.
std::string to_text(const std::vector<Part>& parts);
std::vector<Part> parts_from_text(const std::string& text);

/// Writes the rows in memory as a part.
void write_part(const std::string& path, const std::vector<Column>& columns, const RowBuffer& buffer);

/// Copies rows `first` … `last − 1` of each table from an open result file, a bounded piece at a time. Makes the groups.
void copy_rows(hid_t source, OutputFile& target, const std::vector<Column>& columns, const Rows& first,
               const Rows& last, Storage storage);

}  // namespace gluey::io
