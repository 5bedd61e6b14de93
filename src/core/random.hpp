#pragma once
// Counter-based random numbers (Philox 4×32-10, Salmon et al. 2011): a pure function of (key, counter), so that the same
// numbers come out for any number of threads, in any order, and after a restart.

#include <array>
#include <cstdint>

namespace gluey {

/// Four 32-bit words from a 64-bit key and a 128-bit counter.
inline std::array<std::uint32_t, 4> philox(std::uint64_t key, std::uint64_t counter_low, std::uint64_t counter_high) {
  auto k0 = static_cast<std::uint32_t>(key);
  auto k1 = static_cast<std::uint32_t>(key >> 32);
  std::array<std::uint32_t, 4> c = {
      static_cast<std::uint32_t>(counter_low), static_cast<std::uint32_t>(counter_low >> 32),
      static_cast<std::uint32_t>(counter_high), static_cast<std::uint32_t>(counter_high >> 32)};
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t p0 = std::uint64_t{0xD2511F53} * c[0];
    const std::uint64_t p1 = std::uint64_t{0xCD9E8D57} * c[2];
    c = {static_cast<std::uint32_t>(p1 >> 32) ^ c[1] ^ k0, static_cast<std::uint32_t>(p1),
         static_cast<std::uint32_t>(p0 >> 32) ^ c[3] ^ k1, static_cast<std::uint32_t>(p0)};
    k0 += 0x9E3779B9U;
    k1 += 0xBB67AE85U;
  }
  return c;
}

/// A stream of uniform numbers for one purpose: (seed, stream) is the key, the draws are counted.
class RandomStream {
 public:
  RandomStream(std::uint64_t seed, std::uint64_t stream) : seed_(seed), stream_(stream) {}

  /// Uniform in [0, 1), 53 bits.
  double uniform() {
    const auto words = philox(seed_, count_++, stream_);
    const std::uint64_t bits = (std::uint64_t{words[0]} << 32) | words[1];
    return static_cast<double>(bits >> 11) * 0x1.0p-53;
  }
  double uniform(double minimum, double maximum) { return minimum + (maximum - minimum) * uniform(); }

 private:
  std::uint64_t seed_, stream_;
  std::uint64_t count_ = 0;
};

}  // namespace gluey
