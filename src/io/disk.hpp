#pragma once
// Files that are replaced as a whole: a reader, and a run after a crash, finds the old contents or the new, never a mixture.

#include "io/handle.hpp"
#include "io/write_driver.hpp"

#include <chrono>
#include <functional>
#include <string>

namespace gluey::io {

/// Throws Error: "cannot write 'X.h5': No space left on device".
[[noreturn]] void throw_write_error(const std::string& file, int error_number);

/// The HDF5 file being filled by `write_hdf5`.
class OutputFile {
 public:
  explicit OutputFile(const std::string& path);
  operator hid_t() const { return file_; }
  /// Throws Hdf5Failure once the disk has refused a write; ask after each large piece, so as not to go on in vain.
  void check_disk() const;
  /// 0, or the errno of the first write that failed.
  [[nodiscard]] int error_number() const { return failure_.number; }
  /// Writes out what HDF5 still holds and syncs the file.
  void close();

 private:
  WriteFailure failure_;  // before file_, which refers to it until it is closed
  Handle file_;
};

/// Lets `fill` write an HDF5 file under a temporary name, syncs it to disk and renames it to `path`. Where any of that
/// fails the temporary goes, `path` is as it was, and Error says why.
void write_hdf5(const std::string& path, const std::function<void(OutputFile&)>& fill);

/// The name under which `path` is written before it is renamed; what a killed run may leave behind.
std::string temporary_name(const std::string& path);

/// Makes the names in a folder (new, renamed, removed) durable.
void sync_folder(const std::string& folder);

/// The folder that holds `path`; "." where it names none.
std::string folder_of(const std::string& path);

/// Whether a process holds the lock below; false where there is no such folder.
bool folder_is_locked(const std::string& folder);

/// Keeps other processes from writing the same result. The system drops it when the process ends, however it ends.
class FolderLock {
 public:
  /// Throws Error where another process holds the lock; `file` is the result it is about.
  FolderLock(const std::string& folder, const std::string& file);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int descriptor_;
};

/// Readers of a file, also after it has been replaced by another of its name. HDF5 holds a shared lock on what it reads.
class ReaderWatch {
 public:
  explicit ReaderWatch(const std::string& file);
  ~ReaderWatch();
  ReaderWatch(const ReaderWatch&) = delete;
  ReaderWatch& operator=(const ReaderWatch&) = delete;
  /// Returns when nobody reads the file any more, or when the time is over.
  void wait(std::chrono::milliseconds limit) const;

 private:
  int descriptor_;
};

}  // namespace gluey::io
