#pragma once
// A State (core/state.hpp) in an HDF5 file: each owner is a group /owner with an attribute `version`, each field a dataset
// /owner/field, [entries] or [entries, numbers per entry], as in memory: neither chunked nor compressed.

#include "core/state.hpp"
#include "io/disk.hpp"

namespace gluey::io {

void write_state(OutputFile& file, const State& state);

/// All groups of a file. What is no group of fields throws Error; messages call the file `state.source`.
void read_state(hid_t file, State& state);

}  // namespace gluey::io
