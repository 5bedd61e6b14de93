#include "io/keep_earlier.hpp"

#include "io/checkpoint.hpp"
#include "io/xdmf.hpp"

#include <gluey/errors.hpp>
#include <gluey/results.hpp>

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <system_error>

namespace gluey::io {
namespace {

namespace fs = std::filesystem;

/// `to` becomes another name of `from`, in place of what had that name.
bool name_again(const std::string& from, const std::string& to) {
  std::error_code error;
  fs::remove(to, error);
  fs::create_hard_link(from, to, error);
  if (error) {  // a file system without second names
    fs::rename(from, to, error);
  }
  return !error;
}

}  // namespace

std::string kept_name(const std::string& file) {
  const fs::path path(file);
  return (path.parent_path() / (path.stem().string() + ".old" + path.extension().string())).string();
}

std::string keep_earlier(const std::string& file) {
  std::error_code error;
  if (!fs::is_regular_file(file, error) || fs::file_size(file, error) == 0) {
    return {};
  }
  const std::string kept = kept_name(file);
  std::vector<double> times;
  int dimension = 2;
  std::size_t bodies = 0;
  {
    const Results earlier(file);
    if (!earlier.complete() || earlier.frames() < 2) {
      return {};
    }
    times = earlier.times();
    dimension = earlier.constants().dimension;
    bodies = earlier.constants().bodies.radius.size();
  }
  const bool again = fs::exists(kept, error);
  const std::string checkpoint = checkpoint_file(kept);
  fs::remove(checkpoint, error);
  if (!name_again(file, kept)) {
    throw Error(
        fmt::format("cannot keep the finished result '{}' as '{}'; choose another name with -o, or replace it with "
                    "--force",
                    file, kept));
  }
  if (fs::exists(checkpoint_file(file), error)) {
    name_again(checkpoint_file(file), checkpoint);
  }
  write_xdmf(xdmf_file(kept), fs::path(kept).filename().string(), dimension, bodies, times);
  return fmt::format("{} was a finished result: it is kept as {}{}; --force (in Python force=True) keeps nothing", file,
                     kept, again ? ", in place of the one kept before" : "");
}

}  // namespace gluey::io
