// SPDX-License-Identifier: Apache-2.0
// Writes attributes, names and texts in UTF-8.
#pragma once

#include <string>
#include <vector>

#include "freeplay/record.h"
#include "io/hdf5_handle.h"

namespace freeplay::hdf5 {

/// A creation list of `kind` for objects named in UTF-8.
Handle utf8_names(hid_t kind);

/// Adds an attribute or replaces one of the same name.
void put(hid_t object, const std::string& name, const Attribute& value);
void put(hid_t object, const std::string& name, const std::vector<std::string>& texts);

}  // namespace freeplay::hdf5
