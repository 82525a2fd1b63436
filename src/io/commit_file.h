// SPDX-License-Identifier: Apache-2.0
// A file that changes from one consistent state to the next in one step, whenever its writer is killed.
//
// HDF5 changes metadata in place. Killed in mid-flush, a plain file loses datasets or, worse, reads wrong
// values without an error. Measured: 60 channels, blocks of 512 rows, a writer that does nothing else,
// killed 1 to 61 ms after its start; what a plain H5Fopen of HDF5 1.10.8 then saw:
//   earliest format, H5Fflush   of 300:   6 unreadable, 22 with wrong values (64 rows: 35 and 14)
//   1.8 format, H5Fflush        of 300:   7 unreadable, 20 with wrong values (64 rows: 37 and 20)
//   latest format, SWMR         of 300:   all refused; undamaged when opened for SWMR
//   1.8 format, through this    of 1000:  98 refused, the others right; read_record() right in all 1000
//
// How: bytes past the end of the last commit are written at once, for no committed metadata refer to
// them. Bytes before it stay in memory, as pages, until commit():
//   1. append the pages and a trailer with a checksum to the file (the redo log),
//   2. spoil the signature, copy the pages to their places, the one with the signature last,
//   3. cut the log off.
// Killed in 1, the old state stands untouched in front of a torn log. Killed in 2 or 3, the file ends with
// a complete log, and open() lays its pages over the file. The order of the system calls is all this
// needs: it protects from a killed process, not from a power cut (nothing is synced).
//
// seal() ends a finished file with a checksum of everything before it, which open() insists on: it guards
// the numbers, and HDF5, which does not check all of its own structures. HDF5 does not look behind what it
// allocated, and cuts the seal off when another program changes the file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace freeplay {

class CommitFile {
 public:
  CommitFile() = default;
  ~CommitFile();
  CommitFile(const CommitFile&) = delete;
  CommitFile& operator=(const CommitFile&) = delete;

  // These throw std::runtime_error with the reason alone; the caller knows what the user calls the file.
  void create(const std::string& path);
  /// For reading; a complete redo log is taken into account, a seal is checked. `stays`: for longer than a commit waits,
  /// until which no run is resumed in the file.
  void open(const std::string& path, bool stays = false);

  void keep_runs_out();  ///< none writes the file until it is closed; throws when one does

  /// To go on writing a file that this class has written, whole or left by a kill.
  void open_to_append(const std::string& path);

  /// Whether all that was read since open() still stands there: if so, all of it stood there at one moment.
  bool unchanged();

  /// Keeps what was read since open() in memory, as it was then, and lets commits pass from now on: numbers of samples
  /// that have been committed are never written again, all else is what was read. False: it has changed already.
  bool stand_still();

  /// Zeros past the end. `structure`: not the numbers of samples, but where they are.
  bool read(std::uint64_t offset, std::span<std::byte> out, bool structure = true);
  /// Never fails as its user sees it: what the disk refuses is held in memory, and the next commit says
  /// so. HDF5 1.10 crashes at exit when a write fails under it while it creates or closes a file.
  void write(std::uint64_t offset, std::span<const std::byte> bytes);
  std::uint64_t end() const { return end_; }
  /// What the next commit() makes the length of the file.
  std::uint64_t allocated() const { return allocated_; }
  void set_allocated(std::uint64_t bytes) { allocated_ = bytes; }

  bool commit();
  void seal();  ///< after the last commit
  /// No commit will follow: close() goes back to the last one.
  void abandon() { abandoned_ = true; }
  void abandon(const char* why) {
    abandoned_ = true;
    if (failure_.empty()) failure_ = why;
  }
  bool close();

  bool recovered() const { return recovered_; }            ///< open() found the log of a killed commit
  const std::string& failure() const { return failure_; }  ///< the first thing that went wrong

  /// For tests: called with the descriptor before each change of a file on disk.
  static std::function<void(int descriptor)> before_change;

 private:
  static constexpr std::uint64_t page_size = 512;
  struct Page {
    std::uint64_t offset;
    std::uint64_t length;  ///< page_size but for the page that holds the committed end
    std::size_t slot;      ///< of page_size bytes in page_bytes_
  };

  bool lost() const { return abandoned_ || !failure_.empty(); }
  std::vector<Page>::iterator find_page(std::uint64_t offset);
  void hold(std::uint64_t offset, std::span<const std::byte> bytes);
  bool read_disk(std::uint64_t offset, std::span<std::byte> out);
  bool is_held(std::uint64_t offset, std::uint64_t size);
  void keep_pages(std::uint64_t offset, std::uint64_t size);
  std::vector<long long> times_on_disk() const;
  bool write_disk(std::uint64_t offset, std::span<const std::byte> bytes);
  bool set_length(std::uint64_t bytes);
  void build_log(std::uint64_t position);
  void hold_first_page();
  bool copy_pages_home();
  std::uint64_t sum_of_disk(std::uint64_t length);
  void read_trailer();
  void open_as(const std::string& path, int flags);
  void find_length();
  void reserve();
  bool fail(const char* action);

  struct Read {
    std::uint64_t offset;
    std::size_t size;
    std::uint64_t checksum;
  };

  int descriptor_ = -1;
  bool remembers_ = false;  ///< what is read, for unchanged()
  std::vector<Read> reads_;
  std::vector<long long> stood_;    ///< length and time of writing when it stood still; empty: it does not
  bool keeps_readers_out_ = false;  ///< until the next commit
  bool reader_stays_ = false;       ///< a reader kept its lock for longer than a commit waits
  bool abandoned_ = false;
  bool recovered_ = false;
  std::uint64_t committed_ = 0;  ///< length at the last commit
  std::uint64_t end_ = 0;        ///< length on disk
  std::uint64_t allocated_ = 0;
  std::vector<Page> pages_;  ///< by offset; vectors keep their capacity from commit to commit
  std::vector<std::byte> page_bytes_;
  std::vector<std::byte> scratch_;
  std::vector<std::byte> log_;
  std::string failure_;
};

}  // namespace freeplay
