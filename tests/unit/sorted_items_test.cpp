// Items by key, sets that are joined and loops that are shared out: what comes out is what one thread finds by the plainest code, for any number of
// threads.

#include "core/components.hpp"
#include "core/counting_sort.hpp"
#include "core/disjoint_sets.hpp"
#include "core/random.hpp"
#include "core/team.hpp"

#include <gtest/gtest.h>

#include <omp.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <vector>

namespace gluey::test::sorted_items_test {
namespace {

class WithThreads : public testing::TestWithParam<int> {
 protected:
  WithThreads() : before_(omp_get_max_threads()) { omp_set_num_threads(GetParam()); }
  ~WithThreads() override { omp_set_num_threads(before_); }

 private:
  int before_;
};
INSTANTIATE_TEST_SUITE_P(Numbers, WithThreads, testing::Values(1, 2, 3, 7), testing::PrintToStringParamName());

std::size_t below(RandomStream& random, std::size_t limit) {
  return std::min(limit - 1, static_cast<std::size_t>(random.uniform(0.0, static_cast<double>(limit))));
}

TEST_P(WithThreads, ItemsAreSortedByKeyAndStayInOrder) {
  RandomStream random(3, 1);
  for (const std::size_t items : {0UL, 1UL, 1000UL, 4095UL, 4096UL, 50'000UL, 700'000UL}) {
    for (const std::size_t keys : {1UL, 2UL, 1023UL, 1024UL, 1025UL, 300'000UL}) {
      std::vector<std::size_t> key(items);
      for (std::size_t& one : key) {
        one = below(random, keys + keys / 7 + 1);  // some have none
      }
      SortedItems sorted;
      sorted.sort(items, keys, [&](std::size_t k) { return key[k]; });
      std::vector<std::int32_t> expected;
      for (std::size_t k = 0; k < items; ++k) {
        if (key[k] < keys) {
          expected.push_back(static_cast<std::int32_t>(k));
        }
      }
      std::stable_sort(expected.begin(), expected.end(), [&](std::int32_t a, std::int32_t b) {
        return key[static_cast<std::size_t>(a)] < key[static_cast<std::size_t>(b)];
      });
      ASSERT_EQ(sorted.keys(), keys);
      ASSERT_TRUE(std::equal(expected.begin(), expected.end(), sorted.all().begin(), sorted.all().end()))
          << items << " items, " << keys << " keys";
      for (std::size_t k = 0; k < keys; ++k) {
        for (const std::int32_t item : sorted.items(k)) {
          ASSERT_EQ(key[static_cast<std::size_t>(item)], k);
        }
      }
    }
  }
}

TEST_P(WithThreads, JoinedSetsAreThoseOfTheirSmallestMembers) {
  RandomStream random(5, 2);
  for (const std::size_t members : {1UL, 10UL, 3000UL, 200'000UL}) {
    for (const double share : {0.0, 0.3, 0.5, 1.5}) {
      const auto joins = static_cast<std::size_t>(share * static_cast<double>(members));
      std::vector<std::pair<std::int32_t, std::int32_t>> pairs(joins);
      for (auto& [a, b] : pairs) {
        a = static_cast<std::int32_t>(below(random, members));
        b = static_cast<std::int32_t>(below(random, members));
      }
      Components found;
      found.reset(members);
      parallel_for(joins, [&](std::size_t k) { found.join(pairs[k].first, pairs[k].second); });
      found.settle();
      DisjointSets expected(members);
      for (const auto& [a, b] : pairs) {
        expected.join(static_cast<std::size_t>(a), static_cast<std::size_t>(b));
      }
      std::map<std::size_t, std::size_t> smallest;
      for (std::size_t k = 0; k < members; ++k) {
        const std::size_t least = smallest.try_emplace(expected.root(k), k).first->second;
        ASSERT_EQ(static_cast<std::size_t>(found.root(k)), least);
      }
    }
  }
}

TEST_P(WithThreads, AChainJoinedFromAllSidesIsOneSet) {
  constexpr std::size_t members = 100'000;
  Components found;
  found.reset(members);
  // Neighbours in an order that makes every thread climb the others' trees.
  parallel_for(members - 1, [&](std::size_t k) {
    const auto a = static_cast<std::int32_t>((k * 7919) % (members - 1));
    found.join(a + 1, a);
  });
  found.settle();
  for (std::size_t k = 0; k < members; ++k) {
    ASSERT_EQ(found.root(k), 0);
  }
}

TEST_P(WithThreads, CountsBecomeOffsets) {
  for (const std::size_t n : {0UL, 1UL, 1024UL, 4096UL, 100'001UL}) {
    std::vector<std::int64_t> counts(n), expected(n);
    for (std::size_t k = 0; k < n; ++k) {
      counts[k] = static_cast<std::int64_t>(k % 13);
    }
    std::exclusive_scan(counts.begin(), counts.end(), expected.begin(), std::int64_t{0});
    const std::int64_t total = std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
    EXPECT_EQ(exclusive_scan(counts), total);
    EXPECT_EQ(counts, expected);
  }
}

TEST_P(WithThreads, NumbersAreSelectedInOrder) {
  for (const std::size_t n : {0UL, 5UL, 4096UL, 123'456UL}) {
    std::vector<std::int32_t> found, expected;
    const auto wanted = [](std::size_t k) { return (k * 2654435761U) % 7 < 3; };
    select_numbers(n, found, wanted);
    for (std::size_t k = 0; k < n; ++k) {
      if (wanted(k)) {
        expected.push_back(static_cast<std::int32_t>(k));
      }
    }
    EXPECT_EQ(found, expected);
  }
}

TEST_P(WithThreads, ATeamAddsUpInTheOrderOfTheBlocks) {
  for (const std::size_t n : {100UL, 5000UL, 200'000UL}) {
    std::vector<Sum> scratch(block_count(n)), other(block_count(n)), reference;
    const auto sum = [](double scale) {
      return [scale](std::size_t begin, std::size_t end, Sum& block) {
        for (std::size_t k = begin; k < end; ++k) {
          block.value += scale / (1.0 + static_cast<double>(k));
        }
      };
    };
    // Passes that need the sum of the one before.
    double expected = 1.0;
    for (int pass = 0; pass < 20; ++pass) {
      expected = 1.0 / reduce_blocks(n, reference, sum(expected)).value;
    }
    double found = 0.0;
    int leaders = 0;
    in_team(n, [&](const Team& team) {
      double scale = 1.0;
      for (int pass = 0; pass < 20; ++pass) {
        scale = 1.0 / team.reduce_blocks(n, pass % 2 == 0 ? scratch : other, sum(scale)).value;
      }
      if (team.leads()) {
        found = scale;
        ++leaders;
      }
    });
    EXPECT_EQ(found, expected);
    EXPECT_EQ(leaders, 1);
  }
}

TEST(Coverage, CountsLoopsWithinLoopsOnce) {
  const int threads = omp_get_max_threads();
  omp_set_num_threads(1);
  coverage = {.on = true};
  const auto begin = std::chrono::steady_clock::now();
  std::vector<double> x(100'000, 1.0);
  for_each_by_turns(20, [&](std::size_t /*k*/, std::size_t /*thread*/) {
    parallel_for(x.size(), [&](std::size_t i) { x[i] *= 1.0000001; });
  });
  const double passed = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  EXPECT_GT(coverage.seconds, 0.0);
  EXPECT_LE(coverage.seconds, passed);
  const double before = coverage.seconds;
  parallel_for(100, [&](std::size_t i) { x[i] += 1.0; });  // too short for threads
  EXPECT_EQ(coverage.seconds, before);
  coverage = {};
  omp_set_num_threads(threads);
}

}  // namespace
}  // namespace gluey::test::sorted_items_test
