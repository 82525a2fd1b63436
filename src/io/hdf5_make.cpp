// SPDX-License-Identifier: Apache-2.0
#include "io/hdf5_make.h"

#include "io/hdf5_put.h"

namespace freeplay::hdf5 {
namespace {

/// Not by HDF5's own "create intermediate groups": those carry the time of their creation.
void make_groups(hid_t file, const std::string& path) {
  for (std::size_t at = path.find('/', 1); at != std::string::npos; at = path.find('/', at + 1)) {
    const std::string group = path.substr(0, at);
    if (check(H5Lexists(file, group.c_str(), H5P_DEFAULT), "look for a group") > 0) continue;
    const Handle names = utf8_names(H5P_LINK_CREATE);
    const Handle creation = creation_list(H5P_GROUP_CREATE);
    const Handle made(H5Gcreate2(file, group.c_str(), names, creation, H5P_DEFAULT), H5Gclose,
                      "make a group");
  }
}

/// One block: what is written stays written. The default keeps 1 MiB per channel.
Handle access_list(const DatasetShape& shape) {
  Handle access(H5Pcreate(H5P_DATASET_ACCESS), H5Pclose, "make an access list");
  check(H5Pset_chunk_cache(access, 1, shape.rows * shape.row_bytes, 1.0), "choose the cache");
  return access;
}

}  // namespace

Handle creation_list(hid_t kind) {
  Handle list(H5Pcreate(kind), H5Pclose, "make a creation list");
  check(H5Pset_obj_track_times(list, false), "leave out times");
  return list;
}

Handle make_dataset(hid_t file, const std::string& path, hid_t type, const DatasetShape& shape,
                    bool many_texts) {
  make_groups(file, path);
  const int rank = shape.width ? 2 : 1;
  const hsize_t size[2] = {0, shape.width};
  const hsize_t limit[2] = {H5S_UNLIMITED, shape.width};
  const hsize_t chunk[2] = {shape.rows, shape.width};
  const Handle space(H5Screate_simple(rank, size, limit), H5Sclose, "make a dataspace");
  const Handle creation = creation_list(H5P_DATASET_CREATE);
  check(H5Pset_chunk(creation, rank, chunk), "choose the block size");
  if (many_texts) check(H5Pset_attr_phase_change(creation, 0, 0), "choose where attributes go");
  const Handle access = access_list(shape);
  const Handle names = utf8_names(H5P_LINK_CREATE);
  return {H5Dcreate2(file, path.c_str(), type, space, names, creation, access), H5Dclose, "make a dataset"};
}

Handle open_dataset(hid_t file, const std::string& path, const DatasetShape& shape) {
  return {H5Dopen2(file, path.c_str(), access_list(shape)), H5Dclose, "open a dataset"};
}

}  // namespace freeplay::hdf5
