#pragma once
// HDF5 objects that close themselves, and HDF5's errors as exceptions instead of text on the terminal.

#include <hdf5.h>

#include <stdexcept>
#include <string>
#include <utility>

namespace gluey::io {

/// A call of HDF5 failed; what() is HDF5's own innermost reason. The functions of this folder that others call turn it
/// into an Error that names the file.
class Hdf5Failure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The reason of the last failure of HDF5 in this thread, which it forgets.
std::string hdf5_cause();

/// Passes on what an HDF5 call returned; throws Hdf5Failure where that is negative.
template <class Status>
Status check(Status status) {
  if (status < 0) {
    throw Hdf5Failure(hdf5_cause());
  }
  return status;
}

/// While it lives, HDF5 prints no errors in this thread. Another user of HDF5 in the process keeps its own setting.
class QuietHdf5 {
 public:
  QuietHdf5();
  ~QuietHdf5();
  QuietHdf5(const QuietHdf5&) = delete;
  QuietHdf5& operator=(const QuietHdf5&) = delete;

 private:
  H5E_auto2_t function_ = nullptr;
  void* data_ = nullptr;
};

/// Owns one identifier of HDF5.
class Handle {
 public:
  using Close = herr_t (*)(hid_t);
  Handle() = default;
  Handle(hid_t id, Close closer) : id_(check(id)), close_(closer) {}
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(id_, other.id_);
    std::swap(close_, other.close_);
    return *this;
  }
  ~Handle() {
    if (id_ >= 0) {
      close_(id_);
    }
  }
  operator hid_t() const { return id_; }
  /// Closes now and throws Hdf5Failure where that fails.
  void close() {
    if (id_ >= 0) {
      check(close_(std::exchange(id_, -1)));
    }
  }

 private:
  hid_t id_ = -1;
  Close close_ = nullptr;
};

}  // namespace gluey::io
