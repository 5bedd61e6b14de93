#include "io/packed_chunk.hpp"

#include "core/unpack.hpp"

#include <algorithm>
#include <array>
#include <memory>

namespace gluey::io {
namespace {

constexpr const char* kDamaged = "a piece of it is damaged";

}  // namespace

std::optional<Packing> Packing::of(hid_t creation) {
  if (H5Pget_layout(creation) != H5D_CHUNKED) {
    return {};
  }
  Packing packing;
  const int count = check(H5Pget_nfilters(creation));
  for (int k = 0; k < count; ++k) {
    unsigned flags = 0;
    std::array<unsigned, 8> values{};
    std::size_t size = values.size();
    const H5Z_filter_t filter =
        H5Pget_filter2(creation, static_cast<unsigned>(k), &flags, &size, values.data(), 0, nullptr, nullptr);
    if (filter == H5Z_FILTER_SHUFFLE && size > 0 && values[0] > 0) {
      packing.filters_.push_back(Filter::shuffle);
      packing.element_size_ = values[0];
    } else if (filter == H5Z_FILTER_DEFLATE) {
      packing.filters_.push_back(Filter::deflate);
    } else {
      return {};
    }
  }
  return packing;
}

void Packing::unpack(std::span<const std::byte> packed, std::uint32_t left_out, std::span<std::byte> unpacked) const {
  std::vector<Filter> applied;
  for (std::size_t k = 0; k < filters_.size(); ++k) {
    if ((left_out >> k & 1U) == 0) {
      applied.push_back(filters_[k]);
    }
  }
  if (applied.empty()) {
    if (packed.size() != unpacked.size()) {
      throw Hdf5Failure(kDamaged);
    }
    std::copy(packed.begin(), packed.end(), unpacked.begin());
  }
  std::unique_ptr<std::byte[]> between;  // what one filter leaves to the next
  while (!applied.empty()) {
    std::unique_ptr<std::byte[]> fresh;
    std::span<std::byte> target = unpacked;
    if (applied.size() > 1) {
      fresh = std::make_unique_for_overwrite<std::byte[]>(unpacked.size());
      target = {fresh.get(), unpacked.size()};
    }
    if (applied.back() == Filter::deflate) {
      if (!inflate(packed, target)) {
        throw Hdf5Failure(kDamaged);
      }
    } else if (packed.size() == target.size() && packed.size() % element_size_ == 0) {
      unshuffle(packed, element_size_, target);
    } else {
      throw Hdf5Failure(kDamaged);
    }
    applied.pop_back();
    between = std::move(fresh);
    packed = target;
  }
}

}  // namespace gluey::io
