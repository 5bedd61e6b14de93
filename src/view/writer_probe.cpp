#include "view/writer_probe.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

namespace gluey::view {

bool is_being_written(const std::string& result_file) {
  std::error_code ignored;
  const std::filesystem::path real = std::filesystem::canonical(result_file, ignored);  // the parts lie beside it
  const std::string folder = (real.empty() ? result_file : real.string()) + ".parts";
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) {
    return errno != ENOENT;  // a run that has ended in order leaves no folder
  }
  // Shared, so that viewers do not take each other for the run; a run that begins now asks again (io/disk.cpp).
  const bool locked = ::flock(descriptor, LOCK_SH | LOCK_NB) != 0;
  ::close(descriptor);
  return locked;
}

}  // namespace gluey::view
