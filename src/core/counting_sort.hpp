#pragma once
// Items sorted by small keys, by several threads: which items have a key, in ascending order. The contacts of a body, the members of an
// island, the bodies in a cell. What comes out does not depend on the number of threads.
//
// Two passes. Blocks of items first sort theirs into buckets of a thousand keys each, one behind the other as the blocks are; then every
// bucket is sorted by itself, in memory that is near.

#include "core/parallel.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace gluey {

class CountingSort {
 public:
  /// Of items [0, items) those with key(item) < keys: item[start[k] … start[k+1]) have the key k.
  template <class Key>
  void sort(std::size_t items, std::size_t keys, Key&& key, std::vector<std::int32_t>& start,
            std::vector<std::int32_t>& item) {
    if (static_cast<std::int64_t>(block_count(items)) < blocks_worth_threads) {
      sort_alone(items, keys, key, start, item);
      return;
    }
    const std::size_t buckets = (keys >> bucket_bits) + 1;
    const std::size_t length = block_size * std::max<std::size_t>(1, block_count(items) / most_blocks);
    const std::size_t blocks = (items + length - 1) / length;
    const auto for_items = [&](std::size_t block, const auto& visit) {
      for (std::size_t k = block * length; k < std::min(items, (block + 1) * length); ++k) {
        const auto its = static_cast<std::size_t>(key(k));
        if (its < keys) {
          visit(its, static_cast<std::int32_t>(k));
        }
      }
    };
    // Counted by bucket, then block: scanned in this order they are the places where each block's items of a bucket begin.
    place_.assign(buckets * blocks + 1, 0);
    for_each_piece(blocks, [&](std::size_t block) {
      for_items(block,
                [&](std::size_t its, std::int32_t /*item*/) { ++place_[(its >> bucket_bits) * blocks + block]; });
    });
    const auto found = static_cast<std::size_t>(exclusive_scan(place_));
    begin_.resize(buckets + 1);
    for (std::size_t bucket = 0; bucket < buckets; ++bucket) {
      begin_[bucket] = place_[bucket * blocks];
    }
    begin_[buckets] = static_cast<std::int32_t>(found);
    bucketed_.resize(found);
    for_each_piece(blocks, [&](std::size_t block) {
      for_items(block, [&](std::size_t its, std::int32_t k) {
        bucketed_[static_cast<std::size_t>(place_[(its >> bucket_bits) * blocks + block]++)] = {
            static_cast<std::int32_t>(its), k};
      });
    });
    start.resize(keys + 1);
    item.resize(found);
    for_each_piece(buckets, [&](std::size_t bucket) {
      const std::size_t first = bucket << bucket_bits, last = std::min(keys, first + bucket_size);
      const std::span<const Found> mine = std::span(bucketed_).subspan(
          static_cast<std::size_t>(begin_[bucket]), static_cast<std::size_t>(begin_[bucket + 1] - begin_[bucket]));
      std::int32_t next[bucket_size + 1] = {};
      for (const Found& one : mine) {
        ++next[static_cast<std::size_t>(one.key) - first];
      }
      std::int32_t at = begin_[bucket];
      for (std::size_t k = first; k < last; ++k) {
        start[k] = at;
        at += next[k - first];
        next[k - first] = start[k];
      }
      for (const Found& one : mine) {
        item[static_cast<std::size_t>(next[static_cast<std::size_t>(one.key) - first]++)] = one.item;
      }
    });
    start[keys] = static_cast<std::int32_t>(found);
  }

 private:
  static constexpr int bucket_bits = 10;
  static constexpr std::size_t bucket_size = std::size_t{1} << bucket_bits, most_blocks = 256;
  struct Found {
    std::int32_t key, item;
  };

  template <class Key>
  void sort_alone(std::size_t items, std::size_t keys, Key&& key, std::vector<std::int32_t>& start,
                  std::vector<std::int32_t>& item) {
    start.assign(keys + 1, 0);
    for (std::size_t k = 0; k < items; ++k) {
      if (const auto its = static_cast<std::size_t>(key(k)); its < keys) {
        ++start[its];
      }
    }
    item.resize(static_cast<std::size_t>(exclusive_scan(start)));
    place_.assign(start.begin(), start.end());
    for (std::size_t k = 0; k < items; ++k) {
      if (const auto its = static_cast<std::size_t>(key(k)); its < keys) {
        item[static_cast<std::size_t>(place_[its]++)] = static_cast<std::int32_t>(k);
      }
    }
  }

  std::vector<std::int32_t> place_, begin_;
  std::vector<Found> bucketed_;
};

/// Items by key, and what it takes to sort them.
class SortedItems {
 public:
  template <class Key>
  void sort(std::size_t items, std::size_t keys, Key&& key) {
    sort_.sort(items, keys, key, start_, item_);
  }
  [[nodiscard]] std::size_t keys() const { return start_.size() - 1; }
  /// Those of a key, ascending.
  [[nodiscard]] std::span<const std::int32_t> items(std::size_t key) const {
    return std::span(item_).subspan(static_cast<std::size_t>(start_[key]), static_cast<std::size_t>(count(key)));
  }
  [[nodiscard]] std::int32_t start(std::size_t key) const { return start_[key]; }
  [[nodiscard]] std::int32_t count(std::size_t key) const { return start_[key + 1] - start_[key]; }
  /// Those of the first key, then those of the second, …
  [[nodiscard]] std::span<const std::int32_t> all() const { return item_; }

 private:
  CountingSort sort_;
  std::vector<std::int32_t> start_{0}, item_;
};

}  // namespace gluey
