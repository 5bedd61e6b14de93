#pragma once
// Chunks of a dataset as they lie in the file, packed by HDF5's filters, and their unpacking without HDF5: HDF5 does one thing at a time
// in a process, and unpacking is what takes the time.

#include "io/handle.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace gluey::io {

/// How the chunks of a dataset are packed, as far as gluey packs them: shuffled, deflated, both or neither.
class Packing {
 public:
  /// Nothing where other filters are in use, or there are no chunks.
  static std::optional<Packing> of(hid_t creation);

  /// Unpacks a chunk. Bit k of `left_out` says that filter k was left out for it, as HDF5 does where one does not pay. Throws Hdf5Failure
  /// where the chunk does not unpack to that size. Any thread may call it.
  void unpack(std::span<const std::byte> packed, std::uint32_t left_out, std::span<std::byte> unpacked) const;

 private:
  enum class Filter { shuffle, deflate };
  std::vector<Filter> filters_;  // in the order of packing
  std::size_t element_size_ = 1;
};

}  // namespace gluey::io
