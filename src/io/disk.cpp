#include "io/disk.hpp"

#include <gluey/errors.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <thread>

namespace gluey::io {

void throw_write_error(const std::string& file, int error_number) {
  throw Error(fmt::format("cannot write '{}': {}", file, std::generic_category().message(error_number)));
}

OutputFile::OutputFile(const std::string& path) {
  const Handle access = write_access(failure_);
  const hid_t file = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access);
  if (file < 0 && failure_.number != 0) {
    hdf5_cause();  // forgets HDF5's records: the errno says it better
    throw_write_error(path, failure_.number);
  }
  file_ = Handle(file, H5Fclose);
}

void OutputFile::check_disk() const {
  if (failure_.number != 0) {
    throw Hdf5Failure("the disk refused a write");
  }
}

void OutputFile::close() { file_.close(); }

std::string temporary_name(const std::string& path) { return path + ".tmp"; }

void write_hdf5(const std::string& path, const std::function<void(OutputFile&)>& fill) {
  const QuietHdf5 quiet;
  const std::string temporary = temporary_name(path);
  std::string cause;
  int number = 0;
  try {
    OutputFile file(temporary);
    try {
      fill(file);
      file.close();
    } catch (const Hdf5Failure& failure) {
      cause = failure.what();
    }
    number = file.error_number();  // what the system said comes before what HDF5 made of it
  } catch (...) {
    ::unlink(temporary.c_str());
    throw;
  }
  if (number == 0 && cause.empty() && ::rename(temporary.c_str(), path.c_str()) != 0) {
    number = errno;
  }
  if (number != 0 || !cause.empty()) {
    ::unlink(temporary.c_str());
    if (number != 0) {
      throw_write_error(path, number);
    }
    throw Error(fmt::format("cannot write '{}': {}", path, cause));
  }
  sync_folder(folder_of(path));
}

void sync_folder(const std::string& folder) {
  // Some file systems cannot sync a folder; the rename itself has then been done all the same.
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor >= 0) {
    ::fsync(descriptor);
    ::close(descriptor);
  }
}

std::string folder_of(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

namespace {

/// Whether another process has it. A viewer that looks for a run holds the lock for an instant; one that stays is a run's.
bool locked_by_another(int descriptor) {
  for (int tries = 20; ::flock(descriptor, LOCK_EX | LOCK_NB) != 0; --tries) {
    if (errno != EWOULDBLOCK) {
      return false;  // a file system without locks is no reason not to run
    }
    if (tries == 0) {
      return true;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return false;
}

}  // namespace

bool folder_is_locked(const std::string& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) {
    return errno != ENOENT;  // a run that has ended in order leaves no folder
  }
  // Shared, so that those who look do not take each other for the run.
  const bool locked = ::flock(descriptor, LOCK_SH | LOCK_NB) != 0;
  ::close(descriptor);
  return locked;
}

FolderLock::FolderLock(const std::string& folder, const std::string& file)
    : descriptor_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  if (descriptor_ < 0) {
    throw_write_error(folder, errno);
  }
  if (locked_by_another(descriptor_)) {
    ::close(descriptor_);
    throw Error(fmt::format("cannot write '{}': another run is writing it", file));
  }
}

FolderLock::~FolderLock() { ::close(descriptor_); }

ReaderWatch::ReaderWatch(const std::string& file) : descriptor_(::open(file.c_str(), O_RDONLY | O_CLOEXEC)) {}

ReaderWatch::~ReaderWatch() { ::close(descriptor_); }

void ReaderWatch::wait(std::chrono::milliseconds limit) const {
  const auto end = std::chrono::steady_clock::now() + limit;
  while (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK &&
         std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

}  // namespace gluey::io
