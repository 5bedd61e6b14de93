#pragma once
// Bytes that were packed to be stored: deflated (RFC 1950), and shuffled as HDF5 does it.

#include <cstddef>
#include <span>

namespace gluey {

/// Inflates to all of `unpacked`; false where the bytes do not give just that many, or fail their checksum.
bool inflate(std::span<const std::byte> packed, std::span<std::byte> unpacked);

/// Shuffled bytes are first those of lowest address of all numbers, then those of the next address, and so on; bytes of like significance
/// side by side can be compressed. Sizes are equal, and a multiple of the numbers' size.
void unshuffle(std::span<const std::byte> shuffled, std::size_t number_size, std::span<std::byte> numbers);

}  // namespace gluey
