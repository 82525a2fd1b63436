// SPDX-License-Identifier: Apache-2.0
// Texts of attributes, read such that a damaged file cannot do harm.
//
// A text of variable length stands in HDF5's global heap, which has no checksum, and HDF5 1.10 trusts what it finds
// there: it copies as many bytes as the heap says into memory for as many as the attribute says, and looks up entries
// that the heap may not have. So HDF5 only hands out the references here; the heap is read and checked by ourselves
// [HDF5 File Format Specification 3.0, III.E, "Disk Format: Level 1E - Global Heap"].
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "io/commit_file.h"
#include "io/hdf5_handle.h"

namespace freeplay::hdf5 {

class TextReader {
 public:
  explicit TextReader(CommitFile& bytes) : bytes_(bytes) {}

  /// `count` texts of this type; what the file cannot hold is a Failure, before memory is asked for.
  std::vector<std::string> read(hid_t attribute, hid_t type, std::size_t count);

 private:
  /// A collection of texts, and where each of them begins and how long it is.
  struct Collection {
    std::vector<std::byte> bytes;
    std::map<std::uint64_t, std::pair<std::uint64_t, std::uint64_t>> objects;
  };
  std::vector<std::string> read_fixed(hid_t attribute, hid_t type, std::size_t count);
  std::vector<std::string> read_variable(hid_t attribute, std::size_t count);
  const Collection& collection(std::uint64_t address);
  /// No text stands twice in a file of ours: more than a few times its size is no honest file.
  void take(std::uint64_t bytes);

  CommitFile& bytes_;
  std::map<std::uint64_t, Collection> collections_;  ///< by address
  std::uint64_t taken_ = 0;                          ///< bytes of memory so far
};

}  // namespace freeplay::hdf5
