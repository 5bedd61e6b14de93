#pragma once
// X.h5, what readers open: while a run goes on, virtual datasets over the parts; at its end, one plain file.

#include "io/part.hpp"

#include <gluey/results.hpp>

#include <string>
#include <vector>

namespace gluey::io {

/// Replaces `file` by one that shows the rows of `parts`, which lie in parts_folder(file). Sources are named relative
/// to the file's own folder, so that both can be moved together.
void publish(const std::string& file, const Constants& constants, const std::vector<Column>& columns,
             const std::vector<Part>& parts);

/// Replaces a published `file` by a plain one with the same rows.
void publish_plain(const std::string& file, const Constants& constants, const std::vector<Column>& columns,
                   bool complete);

/// Opens a result for reading. Throws Error: not there, not HDF5, damaged, not gluey's, of a newer version.
Handle open_result(const std::string& file);

/// The parts behind an open result; none where it is a plain file.
std::vector<Part> parts_of(hid_t result);

/// The rows of an open result.
Rows rows_of(hid_t result);

/// Whether all parts behind a result are on disk. HDF5 reads rows of a missing part as fill values, without a word.
bool parts_present(const std::string& file, const std::vector<Part>& parts);

/// Throws Error "cannot read 'X.h5': …".
[[noreturn]] void throw_read_error(const std::string& file, const std::string& cause);

}  // namespace gluey::io
