// SPDX-License-Identifier: Apache-2.0
// A virtual file driver, the interface HDF5 documents for where its bytes go.
#include "io/hdf5_driver.h"

#if H5_VERSION_GE(1, 13, 0)
#include <H5FDdevelop.h>
#endif

#include <limits>
#include <new>

namespace freeplay::hdf5 {
namespace {

// HDF5 copies this by its bytes with the access list.
struct AccessInfo {
  CommitFile* file;
};

struct DriverFile {
  H5FD_t base;  ///< first: HDF5 hands out pointers to it
  CommitFile* file;
};

CommitFile& commit_file(H5FD_t* file) { return *reinterpret_cast<DriverFile*>(file)->file; }
const CommitFile& commit_file(const H5FD_t* file) { return *reinterpret_cast<const DriverFile*>(file)->file; }

constexpr haddr_t max_address = static_cast<haddr_t>(std::numeric_limits<off_t>::max());

H5FD_t* driver_open(const char*, unsigned, hid_t access, haddr_t) {
  const auto* const info = static_cast<const AccessInfo*>(H5Pget_driver_info(access));
  if (!info) return nullptr;
  auto* const opened = new (std::nothrow) DriverFile{};
  if (!opened) {
    info->file->abandon("out of memory");
    note_no_memory();
    return nullptr;
  }
  opened->file = info->file;
  return &opened->base;
}

// The CommitFile stays open: its owner decides about the last commit.
herr_t driver_close(H5FD_t* file) {
  delete reinterpret_cast<DriverFile*>(file);
  return 0;
}

herr_t driver_query(const H5FD_t*, unsigned long* flags) {
  *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
           H5FD_FEAT_AGGREGATE_SMALLDATA | H5FD_FEAT_DEFAULT_VFD_COMPATIBLE;
  return 0;
}

haddr_t driver_get_eoa(const H5FD_t* file, H5FD_mem_t) { return commit_file(file).allocated(); }

herr_t driver_set_eoa(H5FD_t* file, H5FD_mem_t, haddr_t address) {
  commit_file(file).set_allocated(address);
  return 0;
}

haddr_t driver_get_eof(const H5FD_t* file, H5FD_mem_t) { return commit_file(file).end(); }

bool in_range(haddr_t address, size_t size) {
  return address <= max_address && size <= max_address - address;
}

herr_t driver_read(H5FD_t* file, H5FD_mem_t kind, hid_t, haddr_t address, size_t size, void* out) {
  if (!in_range(address, size)) return -1;
  try {  // no exception may pass through HDF5
    const bool structure = kind != H5FD_MEM_DRAW;
    return commit_file(file).read(address, {static_cast<std::byte*>(out), size}, structure) ? 0 : -1;
  } catch (const std::bad_alloc&) {
    commit_file(file).abandon("out of memory");
    note_no_memory();
    return -1;
  }
}

herr_t driver_write(H5FD_t* file, H5FD_mem_t, hid_t, haddr_t address, size_t size, const void* bytes) {
  if (!in_range(address, size)) return -1;
  try {
    commit_file(file).write(address, {static_cast<const std::byte*>(bytes), size});
  } catch (const std::bad_alloc&) {  // the last commit stands, and no other will follow
    commit_file(file).abandon("out of memory");
  }
  return 0;
}

H5FD_class_t make_class() {
  H5FD_class_t driver{};
#if H5_VERSION_GE(1, 13, 2)
  driver.version = H5FD_CLASS_VERSION;
  driver.value = static_cast<H5FD_class_value_t>(512);  // of the range HDF5 leaves to others
#endif
  driver.name = "freeplay_commit";
  driver.maxaddr = max_address;
  driver.fc_degree = H5F_CLOSE_WEAK;
  driver.fapl_size = sizeof(AccessInfo);
  driver.open = driver_open;
  driver.close = driver_close;
  driver.query = driver_query;
  driver.get_eoa = driver_get_eoa;
  driver.set_eoa = driver_set_eoa;
  driver.get_eof = driver_get_eof;
  driver.read = driver_read;
  driver.write = driver_write;
  const H5FD_mem_t map[] = H5FD_FLMAP_DICHOTOMY;  // as the default driver: metadata here, samples there
  for (int i = 0; i < H5FD_MEM_NTYPES; ++i) driver.fl_map[i] = map[i];
  return driver;
}

hid_t driver_id() {
  static const H5FD_class_t driver = make_class();
  static hid_t id = H5I_INVALID_HID;
  // Registered again when somebody has shut the library down with H5close().
  if (H5Iget_type(id) != H5I_VFL) id = check(H5FDregister(&driver), "register the file driver");
  return id;
}

}  // namespace

Handle access_through(CommitFile& file) {
  Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "make an access list");
  const AccessInfo info{&file};
  check(H5Pset_driver(access, driver_id(), &info), "set the file driver");
  return access;
}

}  // namespace freeplay::hdf5
