#pragma once
// The HDF5 file driver all files are written through. HDF5 1.10 cannot give up a file whose writing fails: it keeps
// what it could not write, fails again on closing and may end the process. This driver therefore remembers the first
// failure, lets HDF5 believe that all is well from then on, and so leaves a file that closes cleanly and an errno that
// says what happened. Whoever writes asks for the failure and throws the file away.

#include "io/handle.hpp"

namespace gluey::io {

/// The first failure of a system call on a file; number = 0: none.
struct WriteFailure {
  int number = 0;  // as errno
};

/// File access through this driver. `failure` must outlive the file. The file is synced to disk when it is closed.
Handle write_access(WriteFailure& failure);

}  // namespace gluey::io
