#include "io/handle.hpp"

namespace gluey::io {

std::string hdf5_cause() {
  std::string cause;
  // Upward visits the innermost record first; it says what happened, the others only on whose behalf.
  const auto keep_first = [](unsigned, const H5E_error2_t* record, void* data) -> herr_t {
    auto& text = *static_cast<std::string*>(data);
    if (text.empty() && record->desc != nullptr) {
      text = record->desc;
    }
    return 0;
  };
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, keep_first, &cause);
  H5Eclear2(H5E_DEFAULT);
  return cause.empty() ? "HDF5 gave no reason" : cause;
}

QuietHdf5::QuietHdf5() {
  H5Eget_auto2(H5E_DEFAULT, &function_, &data_);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

QuietHdf5::~QuietHdf5() { H5Eset_auto2(H5E_DEFAULT, function_, data_); }

}  // namespace gluey::io
