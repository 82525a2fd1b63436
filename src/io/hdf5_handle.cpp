// SPDX-License-Identifier: Apache-2.0
#include "io/hdf5_handle.h"

namespace freeplay::hdf5 {

std::recursive_mutex& Scope::mutex() {
  static std::recursive_mutex the_mutex;
  return the_mutex;
}

Scope::Scope() : lock_(mutex()) {
  H5Eget_auto2(H5E_DEFAULT, &print_, &print_data_);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

Scope::~Scope() { H5Eset_auto2(H5E_DEFAULT, print_, print_data_); }

std::string error_text() {
  std::string text;
  const auto visit = [](unsigned depth, const H5E_error2_t* entry, void* out) -> herr_t {
    if (depth == 0 && entry->desc) *static_cast<std::string*>(out) = entry->desc;
    return 0;
  };
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, visit, &text);
  return text.empty() ? "HDF5 gives no reason" : text;
}

Handle text_type(std::size_t size) {
  Handle type(H5Tcopy(H5T_C_S1), H5Tclose, "make a text type");
  check(H5Tset_size(type, size), "make a text type");
  check(H5Tset_cset(type, H5T_CSET_UTF8), "make a text type");
  if (size != H5T_VARIABLE) check(H5Tset_strpad(type, H5T_STR_NULLPAD), "make a text type");
  return type;
}

}  // namespace freeplay::hdf5
