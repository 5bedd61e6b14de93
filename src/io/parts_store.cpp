#include "io/parts_store.hpp"

#include "io/published_file.hpp"

#include <gluey/errors.hpp>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <system_error>

namespace gluey::io {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds kGrace(60);

const std::string& make_folder(const std::string& folder, const std::string& file) {
  if (::mkdir(folder.c_str(), 0777) != 0 && errno != EEXIST) {
    throw_write_error(file, errno);
  }
  return folder;
}

void remove_file(const fs::path& path) {
  std::error_code ignored;  // a file that stays does no harm
  fs::remove(path, ignored);
}

}  // namespace

PartsStore::PartsStore(const std::string& result_file)
    : file_(result_file), folder_(make_folder(parts_folder(result_file), result_file)), lock_(folder_, result_file) {
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_, error)) {
    next_number_ = std::max(next_number_, std::atoi(entry.path().filename().c_str()) + 1);
    if (entry.path().extension() == ".tmp") {
      remove_file(entry.path());
    }
  }
  if (error) {
    throw_write_error(folder_, error.value());
  }
}

std::string PartsStore::new_name() { return fmt::format("{:06}.h5", next_number_++); }

void PartsStore::take_over(hid_t result, Rows rows) {
  std::vector<Part> there = parts_of(result);
  if (there.empty()) {
    // The plain file becomes a part under a second name; the first goes with the next publication.
    const Part plain{new_name(), rows_of(result)};
    if (::link(file_.c_str(), path(plain).c_str()) != 0) {
      std::error_code error;  // a file system without hard links
      fs::copy_file(file_, path(plain), error);
      if (error) {
        throw_write_error(path(plain), error.value());
      }
    }
    sync_folder(folder_);
    there = {plain};
  } else if (!parts_present(file_, there)) {
    throw_read_error(file_, "its parts in '" + folder_ + "' are missing");
  }
  for (Part& part : there) {
    for (std::size_t table = 0; table < rows.of.size(); ++table) {
      part.rows.of[table] = std::min(part.rows.of[table], rows.of[table]);
      rows.of[table] -= part.rows.of[table];
    }
    if (!part.rows.none()) {
      parts_.push_back(part);
    }
  }
  if (!rows.none()) {
    throw Error(fmt::format("cannot resume '{}': it has fewer rows than its checkpoint counts on", file_));
  }
}

void PartsStore::replace(std::size_t first, std::size_t last, Part merged) {
  for (std::size_t k = first; k < last; ++k) {
    replaced_.emplace_back(Clock::now(), path(parts_[k]));
  }
  parts_.erase(parts_.begin() + static_cast<std::ptrdiff_t>(first) + 1,
               parts_.begin() + static_cast<std::ptrdiff_t>(last));
  parts_[first] = std::move(merged);
}

std::size_t PartsStore::smallest_stretch(std::size_t count) const {
  std::vector<std::uintmax_t> sums{0};
  for (const Part& part : parts_) {
    std::error_code ignored;
    sums.push_back(sums.back() + fs::file_size(path(part), ignored));
  }
  std::size_t best = 0;
  for (std::size_t first = 0; first + count <= parts_.size(); ++first) {
    if (sums[first + count] - sums[first] < sums[best + count] - sums[best]) {
      best = first;
    }
  }
  return best;
}

void PartsStore::remove_outdated() {
  std::erase_if(replaced_, [](const auto& entry) {
    const bool over = Clock::now() - entry.first > kGrace;
    if (over) {
      remove_file(entry.second);
    }
    return over;
  });
}

void PartsStore::remove_strangers() {
  std::set<std::string> mine;
  for (const Part& part : parts_) {
    mine.insert(part.name);
  }
  std::error_code ignored;
  std::vector<fs::path> strangers;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_, ignored)) {
    if (!mine.contains(entry.path().filename().string())) {
      strangers.push_back(entry.path());
    }
  }
  std::for_each(strangers.begin(), strangers.end(), remove_file);
}

void PartsStore::remove() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

}  // namespace gluey::io
