#include "core/unpack.hpp"

#include <zlib.h>

#include <bit>
#include <cstdint>
#include <cstring>
#include <new>

namespace gluey {
namespace {

template <class Word>
void unshuffle_words(const std::byte* shuffled, std::size_t count, std::byte* numbers) {
  for (std::size_t i = 0; i < count; ++i) {
    Word word = 0;
    for (std::size_t k = 0; k < sizeof(Word); ++k) {
      word |= std::to_integer<Word>(shuffled[k * count + i]) << (8 * k);
    }
    std::memcpy(numbers + i * sizeof(Word), &word, sizeof(Word));
  }
}

}  // namespace

bool inflate(std::span<const std::byte> packed, std::span<std::byte> unpacked) {
  uLongf size = unpacked.size();
  const int status = uncompress(reinterpret_cast<Bytef*>(unpacked.data()), &size,
                                reinterpret_cast<const Bytef*>(packed.data()), packed.size());
  if (status == Z_MEM_ERROR) {
    throw std::bad_alloc();
  }
  return status == Z_OK && size == unpacked.size();
}

void unshuffle(std::span<const std::byte> shuffled, std::size_t number_size, std::span<std::byte> numbers) {
  constexpr bool little = std::endian::native == std::endian::little;
  const std::size_t count = shuffled.size() / number_size;
  if (little && number_size == 8) {
    unshuffle_words<std::uint64_t>(shuffled.data(), count, numbers.data());
  } else if (little && number_size == 4) {
    unshuffle_words<std::uint32_t>(shuffled.data(), count, numbers.data());
  } else {
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t k = 0; k < number_size; ++k) {
        numbers[i * number_size + k] = shuffled[k * count + i];
      }
    }
  }
}

}  // namespace gluey
