// SPDX-License-Identifier: Apache-2.0
// Lets HDF5 read and write through a CommitFile.
#pragma once

#include "io/commit_file.h"
#include "io/hdf5_handle.h"

namespace freeplay::hdf5 {

/// The file access list that sends every byte of the one file opened with it through `file`, which must
/// outlive the HDF5 file. The name given to H5Fcreate or H5Fopen is not looked at.
Handle access_through(CommitFile& file);

}  // namespace freeplay::hdf5
