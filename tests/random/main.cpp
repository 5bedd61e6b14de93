// gluey_random_tests --seed 17 | --seeds FIRST LAST [--shrink] [--whole] [--tell] [--out DIR] [--print]
// runs random scenes and says what they violate, one line each; without seeds it runs its tests.

#include "random/audit.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <omp.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

namespace {

using gluey::test::Audit;
using gluey::test::Tree;

void write(const std::filesystem::path& file, const std::string& text) { std::ofstream(file) << text; }

}  // namespace

int main(int count, char** arguments) {
  std::uint64_t first = 0, last = 99;
  bool seeds = false, small = false, print = false, tell = false, whole = false;
  std::filesystem::path out;
  const std::vector<std::string> words(arguments + 1, arguments + count);
  const auto number = [&](std::size_t k) {
    return k < words.size() ? std::strtoull(words[k].c_str(), nullptr, 10) : 0;
  };
  for (std::size_t k = 0; k < words.size(); ++k) {
    if (words[k] == "--seed") {
      first = last = number(++k);
      seeds = true;
    } else if (words[k] == "--seeds") {
      first = number(++k);
      last = number(++k);
      seeds = true;
    } else if (words[k] == "--shrink") {
      small = true;
    } else if (words[k] == "--print") {
      print = true;
    } else if (words[k] == "--whole") {
      whole = true;
    } else if (words[k] == "--tell") {
      tell = true;
    } else if (words[k] == "--out" && k + 1 < words.size()) {
      out = words[++k];
    }
  }
  if (!seeds) {
    testing::InitGoogleTest(&count, arguments);
    return RUN_ALL_TESTS();
  }
  omp_set_num_threads(1);
  if (!out.empty()) {
    std::filesystem::create_directories(out);
  }
  Audit total;
  std::map<std::string, int> refused, violated;
  int scenes = 0;
  for (std::uint64_t seed = first; seed <= last; ++seed) {
    const Tree scene = gluey::test::generate(seed);
    if (print) {
      fmt::print("{}", gluey::test::to_toml(scene));
    }
    const Audit found = whole ? gluey::test::audit_all(scene) : gluey::test::audit(scene);
    if (!found.refused.empty()) {
      ++refused[found.refused];
      continue;
    }
    ++scenes;
    total.steps += found.steps;
    total.unsolved += found.unsolved;
    total.contacts += found.contacts;
    total.pulls += found.pulls;
    total.rubs += found.rubs;
    if (found.violations.empty()) {
      continue;
    }
    const auto& worst = found.violations.front();
    ++violated[worst.check];
    fmt::print("seed {} step {} {}: {} ({:.3g})\n", seed, worst.step, worst.check, worst.text, worst.figure);
    if (small || tell || !out.empty()) {
      const Tree shown = small ? gluey::test::shrink(scene, worst.check) : scene;
      if (tell) {
        gluey::test::audit(shown, true);
      }
      if (!out.empty()) {
        write(out / fmt::format("{}-{}.toml", worst.check, seed), gluey::test::to_toml(shown));
      } else {
        fmt::print("{}\n", gluey::test::to_toml(shown));
      }
    }
  }
  for (const auto& [why, times] : refused) {
    fmt::print("refused {} times: {}\n", times, why);
  }
  for (const auto& [check, times] : violated) {
    fmt::print("violated by {} scenes: {}\n", times, check);
  }
  fmt::print("{} scenes, {} steps, {} not solved; {} contacts that pressed or pulled, {} pulled, {} rubbed\n", scenes,
             total.steps, total.unsolved, total.contacts, total.pulls, total.rubs);
  return violated.empty() ? 0 : 1;
}
