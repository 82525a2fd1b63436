// SPDX-License-Identifier: Apache-2.0
#include "io/hdf5_handle.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <new>

namespace freeplay::hdf5 {
namespace {

constexpr std::uint64_t kMostPacked = 1100;  // deflate: 1032

thread_local bool no_memory_noted = false;

// HDF5's cache of metadata begins with 2 MiB, that of a dataset's chunks has 1 MiB; names and selections take less.
constexpr std::size_t kRoom = std::size_t{8} << 20;

/// HDF5 takes memory for a whole chunk, whatever is in it.
void require_small_chunks(hid_t made, std::uint64_t file_bytes, const std::string& path) {
  if (H5Pget_layout(made) != H5D_CHUNKED) return;
  hsize_t size[H5S_MAX_RANK] = {};
  const int rank = check(H5Pget_chunk(made, H5S_MAX_RANK, size), "read how a dataset is stored");
  constexpr std::uint64_t kLeast = std::uint64_t{64}
                                   << 20;  // small files have chunks that are larger than they
  std::uint64_t room = std::max(kMostPacked * file_bytes, kLeast);
  for (int i = 0; i < rank; ++i) room /= std::max<std::uint64_t>(size[i], 1);
  if (room == 0) throw Failure("'" + path + "' has chunks larger than the file can hold");
}

void require_own_storage(hid_t dataset, const std::string& path, std::uint64_t file_bytes) {
  const Handle made(H5Dget_create_plist(dataset), H5Pclose, "read how a dataset is stored");
  if (H5Pget_layout(made) == H5D_VIRTUAL || H5Pget_external_count(made) > 0)
    throw Failure("'" + path + "' is stored in other files");
  require_small_chunks(made, file_bytes, path);
  const int filters = check(H5Pget_nfilters(made), "read how a dataset is stored");
  for (int i = 0; i < filters; ++i) {
    unsigned flags = 0, settings = 0;
    std::size_t values = 0;
    const H5Z_filter_t filter =
        H5Pget_filter2(made, static_cast<unsigned>(i), &flags, &values, nullptr, 0, nullptr, &settings);
    if (filter < 0 || filter >= H5Z_FILTER_RESERVED)
      throw Failure("'" + path + "' needs a filter that is not HDF5's own");
  }
}

}  // namespace

void Room::take() {
  if (kept_ != nullptr) return;
  void* const got = ::mmap(nullptr, kRoom, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (got == MAP_FAILED) throw std::bad_alloc();
  kept_ = got;
}

void Room::give_back() noexcept {
  if (kept_ != nullptr) ::munmap(std::exchange(kept_, nullptr), kRoom);
}

void require_room() {
  Room room;
  room.take();
}

std::recursive_mutex& Scope::mutex() {
  static std::recursive_mutex the_mutex;
  return the_mutex;
}

namespace {

/// HDF5 1.10 does not survive its own start without memory: it is not begun before there is enough.
bool start() {
  require_room();
  if (H5open() < 0) throw std::bad_alloc();
  return true;
}

}  // namespace

Scope::Scope() : lock_(mutex()) {
  [[maybe_unused]] static const bool started = start();
  no_memory_noted = false;
  H5PLset_loading_state(0);  // a file must not make HDF5 load code
  H5Eget_auto2(H5E_DEFAULT, &print_, &print_data_);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

Scope::~Scope() { H5Eset_auto2(H5E_DEFAULT, print_, print_data_); }

std::string error_text() {
  struct Told {
    std::string text;
    bool starved = false, no_memory = false;
  } told;
  const auto visit = [](unsigned depth, const H5E_error2_t* entry, void* out) -> herr_t {
    Told& to = *static_cast<Told*>(out);
    try {  // no exception may pass through HDF5
      if (depth == 0 && entry->desc) to.text = entry->desc;
    } catch (const std::bad_alloc&) {
      to.no_memory = true;
    }
    to.starved = to.starved || entry->maj_num == H5E_RESOURCE;
    return 0;
  };
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, visit, &told);
  if (told.no_memory) throw std::bad_alloc();
  if (told.text.empty()) told.text = "HDF5 gives no reason";
  return told.starved ? told.text + kNoMemory : told.text;
}

void note_no_memory() noexcept { no_memory_noted = true; }

void fail_to(const char* action) {
  if (std::exchange(no_memory_noted, false)) throw std::bad_alloc();
  throw Failure(std::string("cannot ") + action + ": " + error_text());
}

bool has_own_link(hid_t file, const std::string& path) {
  for (std::size_t slash = path.find('/', 1);; slash = path.find('/', slash + 1)) {
    const std::string part = path.substr(0, slash);
    if (check(H5Lexists(file, part.c_str(), H5P_DEFAULT), "look for a dataset") == 0) return false;
    H5L_info_t link{};
    check(H5Lget_info(file, part.c_str(), &link, H5P_DEFAULT), "look for a dataset");
    if (link.type != H5L_TYPE_HARD) throw Failure("'" + part + "' is a link that leads elsewhere");
    if (slash == std::string::npos) return true;
  }
}

Handle open_own_dataset(hid_t file, const std::string& path, std::size_t cell_bytes) {
  require_room();
  if (!has_own_link(file, path)) throw Failure("'" + path + "' is missing");
  const Handle access(H5Pcreate(H5P_DATASET_ACCESS), H5Pclose, "open a dataset");
  check(H5Pset_chunk_cache(access, 0, 0, 0), "open a dataset");  // what is read goes where it is wanted
  Handle dataset(H5Dopen2(file, path.c_str(), access), H5Dclose, "open a dataset");
  hsize_t bytes = 0;
  check(H5Fget_filesize(file, &bytes), "read the size of the file");
  require_own_storage(dataset, path, bytes);
  const Handle space(H5Dget_space(dataset), H5Sclose, "read a size");
  const hssize_t cells = check(H5Sget_simple_extent_npoints(space), "read a size");
  if (static_cast<std::uint64_t>(cells) > kMostPacked * bytes / cell_bytes)
    throw Failure("'" + path + "' is larger than the file can hold");
  return dataset;
}

std::vector<std::string> attribute_names(hid_t object) {
  struct Names {
    std::vector<std::string> found;
    bool no_memory = false;
  } names;
  const auto visit = [](hid_t, const char* name, const H5A_info_t*, void* out) -> herr_t {
    auto& all = *static_cast<Names*>(out);
    try {  // no exception may pass through HDF5
      all.found.emplace_back(name);
    } catch (const std::bad_alloc&) {
      all.no_memory = true;
      return -1;
    }
    return 0;
  };
  const herr_t done = H5Aiterate2(object, H5_INDEX_NAME, H5_ITER_INC, nullptr, visit, &names);
  if (names.no_memory) throw std::bad_alloc();
  check(done, "list the attributes");
  return std::move(names.found);
}

Handle text_type(std::size_t size) {
  Handle type(H5Tcopy(H5T_C_S1), H5Tclose, "make a text type");
  check(H5Tset_size(type, size), "make a text type");
  check(H5Tset_cset(type, H5T_CSET_UTF8), "make a text type");
  if (size != H5T_VARIABLE) check(H5Tset_strpad(type, H5T_STR_NULLPAD), "make a text type");
  return type;
}

}  // namespace freeplay::hdf5
