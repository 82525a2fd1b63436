// SPDX-License-Identifier: Apache-2.0
// The little that the writer and the reader share about the C interface of HDF5.
#pragma once

#include <hdf5.h>

#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace freeplay::hdf5 {

/// Held around every use of the library: HDF5 may be built without thread safety while runs of a study go
/// in parallel, and its own error printing is off for as long as this lives (only then: it is global).
class Scope {
 public:
  Scope();
  ~Scope();
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;

 private:
  static std::recursive_mutex& mutex();
  std::lock_guard<std::recursive_mutex> lock_;
  H5E_auto2_t print_ = nullptr;
  void* print_data_ = nullptr;
};

/// Where HDF5 got no memory the reason says so: the file need not be at fault.
inline constexpr const char* kNoMemory = " (HDF5 got no memory)";

/// The innermost entry of HDF5's error stack: where the trouble began.
std::string error_text();

/// HDF5 said no.
class Failure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// For what is called by HDF5, through which no exception may pass: it got no memory, and so will say no.
void note_no_memory() noexcept;

/// Throws Failure "cannot `action`: reason", or std::bad_alloc where no memory was noted.
[[noreturn]] void fail_to(const char* action);

/// Passes a non-negative result on; otherwise fails to do it.
template <class Result>
Result check(Result result, const char* action) {
  if (result < 0) fail_to(action);
  return result;
}

/// Owns an identifier and the function that closes it.
class Handle {
 public:
  using Close = herr_t (*)(hid_t);
  Handle() = default;
  Handle(hid_t id, Close close, const char* action) : id_(check(id, action)), close_(close) {}
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Handle& operator=(Handle&& other) noexcept {
    if (this != &other) {
      reset();
      id_ = std::exchange(other.id_, -1);
      close_ = other.close_;
    }
    return *this;
  }
  ~Handle() { reset(); }

  operator hid_t() const { return id_; }
  herr_t reset() { return id_ < 0 ? 0 : close_(std::exchange(id_, -1)); }

 private:
  hid_t id_ = -1;
  Close close_ = nullptr;
};

/// Address space kept for what HDF5 allocates itself: it crashes where that fails, in creating a file, in writing and in
/// closing. Given back before HDF5 closes what was written.
class Room {
 public:
  Room() = default;
  ~Room() { give_back(); }
  Room(const Room&) = delete;
  Room& operator=(const Room&) = delete;

  void take();  ///< throws std::bad_alloc where there is none
  void give_back() noexcept;

 private:
  void* kept_ = nullptr;
};

/// Throws std::bad_alloc unless HDF5 could allocate as much as one call of it needs, before it finds out itself.
void require_room();

/// Whether the file has it. A link that leads out of the file, or by a name instead of to an object, is a Failure before
/// anything follows it.
bool has_own_link(hid_t file, const std::string& path);

/// Opens a dataset whose numbers are in the file itself. Refused are links that lead elsewhere, external and virtual
/// storage, and filters that HDF5 would load as code: a file from anywhere must not make this program read other files
/// or run their plug-ins. Its memory, `cell_bytes` for each entry, is at most what the file can hold: no filter of
/// HDF5's own packs more than a thousandfold.
Handle open_own_dataset(hid_t file, const std::string& path, std::size_t cell_bytes);

/// Of all attributes of an object, by name.
std::vector<std::string> attribute_names(hid_t object);

/// UTF-8 text: of `size` bytes padded with zeros, or of any length (Python sees those as str).
Handle text_type(std::size_t size = H5T_VARIABLE);

// Attributes of the root group that are the writer's own; docs/result_file.md tells what they mean.
inline constexpr const char* format_attribute = "record_format";
inline constexpr const char* channels_attribute = "record_channels";
inline constexpr const char* tables_attribute = "record_tables";
inline constexpr const char* status_attribute = "status";
inline constexpr long long format_version = 1;
/// Numbers from which a run goes on: samples, NaN so far, tables, rows of each table, then Checkpoint::state.
inline constexpr const char* checkpoint_path = "/checkpoint";

inline bool is_reserved(const std::string& name) {
  return name == format_attribute || name == channels_attribute || name == tables_attribute ||
         name == status_attribute;
}

}  // namespace freeplay::hdf5
