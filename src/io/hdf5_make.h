// SPDX-License-Identifier: Apache-2.0
// Makes groups and datasets that grow, without the times at which it did so: reruns are identical to the byte.
#pragma once

#include <cstddef>
#include <string>

#include "io/hdf5_handle.h"

namespace freeplay::hdf5 {

/// A creation list of `kind` that leaves out times.
Handle creation_list(hid_t kind);

struct DatasetShape {
  hsize_t width;     ///< of a row; 0: the dataset has one dimension
  std::size_t rows;  ///< in a block
  std::size_t row_bytes;
};

/// An empty dataset, and the groups it stands in.
Handle make_dataset(hid_t file, const std::string& path, hid_t type, const DatasetShape& shape,
                    bool many_texts);
Handle open_dataset(hid_t file, const std::string& path, const DatasetShape& shape);

}  // namespace freeplay::hdf5
