// SPDX-License-Identifier: Apache-2.0
#include "io/hdf5_put.h"

namespace freeplay::hdf5 {

Handle utf8_names(hid_t kind) {
  Handle list(H5Pcreate(kind), H5Pclose, "make a creation list");
  check(H5Pset_char_encoding(list, H5T_CSET_UTF8), "choose UTF-8");
  return list;
}

namespace {

/// An attribute of `space` that replaces one of the same name.
Handle make_attribute(hid_t object, const std::string& name, hid_t type, hid_t space) {
  if (check(H5Aexists(object, name.c_str()), "look for an attribute") > 0) {
    check(H5Adelete(object, name.c_str()), "replace an attribute");
  }
  const Handle names = utf8_names(H5P_ATTRIBUTE_CREATE);
  return {H5Acreate2(object, name.c_str(), type, space, names, H5P_DEFAULT), H5Aclose, "make an attribute"};
}

// HDF5 ends a text at a zero byte; one inside would silently lose what follows.
std::string without_zeros(std::string text) {
  for (std::size_t at; (at = text.find('\0')) != std::string::npos;) text.replace(at, 1, "\uFFFD");
  return text;
}

}  // namespace

void put(hid_t object, const std::string& name, const Attribute& value) {
  const Handle scalar(H5Screate(H5S_SCALAR), H5Sclose, "make a dataspace");
  if (const auto* text = std::get_if<std::string>(&value)) {
    const Handle type = text_type();
    const Handle attribute = make_attribute(object, name, type, scalar);
    const std::string clean = without_zeros(*text);
    const char* const pointer = clean.c_str();
    check(H5Awrite(attribute, type, &pointer), "write an attribute");
  } else if (const auto* number = std::get_if<double>(&value)) {
    const Handle attribute = make_attribute(object, name, H5T_IEEE_F64LE, scalar);
    check(H5Awrite(attribute, H5T_NATIVE_DOUBLE, number), "write an attribute");
  } else {
    const Handle attribute = make_attribute(object, name, H5T_STD_I64LE, scalar);
    check(H5Awrite(attribute, H5T_NATIVE_LLONG, &std::get<long long>(value)), "write an attribute");
  }
}

void put(hid_t object, const std::string& name, const std::vector<std::string>& texts) {
  const hsize_t count = texts.size();
  const Handle space(count ? H5Screate_simple(1, &count, nullptr) : H5Screate(H5S_NULL), H5Sclose,
                     "make a dataspace");
  const Handle type = text_type();
  const Handle attribute = make_attribute(object, name, type, space);
  if (texts.empty()) return;
  std::vector<std::string> clean;
  std::vector<const char*> pointers;
  for (const std::string& text : texts) clean.push_back(without_zeros(text));
  for (const std::string& text : clean) pointers.push_back(text.c_str());
  check(H5Awrite(attribute, type, pointers.data()), "write an attribute");
}

}  // namespace freeplay::hdf5
