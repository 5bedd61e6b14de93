#include "io/write_driver.hpp"

#include <H5FDpublic.h>
#if H5_VERSION_GE(1, 13, 0)
#include <H5FDdevelop.h>
#endif

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

namespace gluey::io {
namespace {

struct Access {
  WriteFailure* failure;
};

struct OpenFile : H5FD_t {
  int descriptor = -1;
  haddr_t allocated = 0;  // HDF5's "end of address space"
  haddr_t written = 0;    // the file's length
  WriteFailure* failure = nullptr;

  void remember(int number) const {
    if (failure->number == 0) {
      failure->number = number;
    }
  }
};

OpenFile& of(H5FD_t* file) { return *static_cast<OpenFile*>(file); }

H5FD_t* open_file(const char* name, unsigned /*flags*/, hid_t access, haddr_t /*limit*/) {
  const auto* info = static_cast<const Access*>(H5Pget_driver_info(access));
  auto file = std::make_unique<OpenFile>();
  file->failure = info->failure;
  file->descriptor = ::open(name, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file->descriptor < 0) {
    file->remember(errno);
    return nullptr;
  }
  return file.release();
}

herr_t close_file(H5FD_t* base) {
  const std::unique_ptr<OpenFile> file(static_cast<OpenFile*>(base));
  if (file->failure->number == 0 && ::fsync(file->descriptor) != 0) {
    file->remember(errno);
  }
  if (::close(file->descriptor) != 0) {
    file->remember(errno);
  }
  return 0;
}

herr_t query(const H5FD_t* /*file*/, unsigned long* flags) {
  *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
           H5FD_FEAT_AGGREGATE_SMALLDATA;
  return 0;
}

haddr_t get_allocated(const H5FD_t* file, H5FD_mem_t /*kind*/) { return static_cast<const OpenFile*>(file)->allocated; }

herr_t set_allocated(H5FD_t* file, H5FD_mem_t /*kind*/, haddr_t address) {
  of(file).allocated = address;
  return 0;
}

haddr_t get_written(const H5FD_t* file, H5FD_mem_t /*kind*/) { return static_cast<const OpenFile*>(file)->written; }

herr_t read_bytes(H5FD_t* base, H5FD_mem_t /*kind*/, hid_t /*transfer*/, haddr_t address, size_t size, void* buffer) {
  const OpenFile& file = of(base);
  auto* bytes = static_cast<char*>(buffer);
  while (size > 0) {
    const ssize_t got = ::pread(file.descriptor, bytes, size, static_cast<off_t>(address));
    if (got < 0 && errno == EINTR) {
      continue;
    }
    if (got < 0) {
      file.remember(errno);
    }
    if (got <= 0) {  // beyond the end of the file all is zero
      std::memset(bytes, 0, size);
      return 0;
    }
    bytes += got;
    address += static_cast<haddr_t>(got);
    size -= static_cast<size_t>(got);
  }
  return 0;
}

herr_t write_bytes(H5FD_t* base, H5FD_mem_t /*kind*/, hid_t /*transfer*/, haddr_t address, size_t size,
                   const void* buffer) {
  OpenFile& file = of(base);
  const auto* bytes = static_cast<const char*>(buffer);
  file.written = std::max(file.written, address + size);
  while (size > 0 && file.failure->number == 0) {
    const ssize_t put = ::pwrite(file.descriptor, bytes, size, static_cast<off_t>(address));
    if (put < 0) {
      if (errno != EINTR) {
        file.remember(errno);
      }
      continue;
    }
    bytes += put;
    address += static_cast<haddr_t>(put);
    size -= static_cast<size_t>(put);
  }
  return 0;
}

herr_t truncate(H5FD_t* base, hid_t /*transfer*/, hbool_t /*closing*/) {
  OpenFile& file = of(base);
  if (file.written != file.allocated) {
    if (file.failure->number == 0 && ::ftruncate(file.descriptor, static_cast<off_t>(file.allocated)) != 0) {
      file.remember(errno);
    }
    file.written = file.allocated;
  }
  return 0;
}

hid_t register_driver() {
  static H5FD_class_t driver{};
#if H5_VERSION_GE(1, 13, 0)
  driver.version = H5FD_CLASS_VERSION;
  driver.value = static_cast<H5FD_class_value_t>(H5_VFD_RESERVED + 71);
#endif
  driver.name = "gluey";
  driver.maxaddr = static_cast<haddr_t>(1) << 62;
  driver.fc_degree = H5F_CLOSE_STRONG;
  driver.fapl_size = sizeof(Access);
  driver.open = open_file;
  driver.close = close_file;
  driver.query = query;
  driver.get_eoa = get_allocated;
  driver.set_eoa = set_allocated;
  driver.get_eof = get_written;
  driver.read = read_bytes;
  driver.write = write_bytes;
  driver.truncate = truncate;
  // One free list a kind of data; metadata kinds share theirs, as HDF5's own drivers have it.
  const H5FD_mem_t kinds[] = H5FD_FLMAP_DICHOTOMY;
  std::copy(std::begin(kinds), std::end(kinds), std::begin(driver.fl_map));
  return H5FDregister(&driver);
}

}  // namespace

Handle write_access(WriteFailure& failure) {
  static const hid_t driver = register_driver();
  Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  const Access info{&failure};
  check(H5Pset_driver(access, check(driver), &info));
  check(H5Pset_fclose_degree(access, H5F_CLOSE_STRONG));
  // Virtual datasets need a reader of 1.10 anyway; its format spares small files two thirds of their bytes.
  check(H5Pset_libver_bounds(access, H5F_LIBVER_V110, H5F_LIBVER_V110));
  return access;
}

}  // namespace gluey::io
