// SPDX-License-Identifier: Apache-2.0
#include "io/commit_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>

#include "base/index.h"
#include "io/commit_log.h"
#include "io/file_locks.h"

namespace freeplay {

std::function<void(int)> CommitFile::before_change;

CommitFile::~CommitFile() { close(); }

bool CommitFile::fail(const char* action) {
  // errno can be 0 when the system wrote nothing and gave no reason.
  if (failure_.empty()) failure_ = std::string(action) + ": " + (errno ? std::strerror(errno) : "no reason");
  return false;
}

void CommitFile::create(const std::string& path) {
  descriptor_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor_ < 0) throw std::runtime_error(std::string("cannot be created: ") + std::strerror(errno));
  take_run_lock(descriptor_);
  if (!set_length(0)) throw std::runtime_error(failure_);
  reserve();
}

void CommitFile::reserve() {
  // Enough for the commits of some hundred channels, so that the run itself need not allocate.
  pages_.reserve(1024);
  page_bytes_.reserve(1024 * page_size);
  log_.reserve(1024 * (page_size + entry_size));
  scratch_.reserve(1 << 16);
}

void CommitFile::open_to_append(const std::string& path) {
  open_as(path, O_RDWR);
  take_run_lock(descriptor_);
  keep_readers_out(descriptor_);
  keeps_readers_out_ = true;
  find_length();
  reserve();
  read_trailer();
  // A log that a kill left behind is carried out; a seal is cut off, for it will not fit any more.
  const bool alone = begin_commit(descriptor_, true);
  if (recovered_ && !copy_pages_home()) throw std::runtime_error(failure_);
  if (!set_length(allocated_)) throw std::runtime_error(failure_);
  if (alone) end_commit(descriptor_);
  pages_.clear();
  page_bytes_.clear();
  recovered_ = false;
}

void CommitFile::open_as(const std::string& path, int flags) {
  descriptor_ = ::open(path.c_str(),
                       flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);  // no waiting for the other end of a pipe
  if (descriptor_ < 0) throw std::runtime_error(std::string("cannot be opened: ") + std::strerror(errno));
  find_length();
}

/// Once more under a lock: before, it may have been in the middle of a commit.
void CommitFile::find_length() {
  struct stat about;
  if (::fstat(descriptor_, &about) != 0 || !S_ISREG(about.st_mode)) {
    throw std::runtime_error("is not a regular file");
  }
  committed_ = end_ = allocated_ = static_cast<std::uint64_t>(about.st_size);
}

std::vector<CommitFile::Page>::iterator CommitFile::find_page(std::uint64_t offset) {
  return std::lower_bound(pages_.begin(), pages_.end(), offset,
                          [](const Page& page, std::uint64_t value) { return page.offset < value; });
}

bool CommitFile::read_disk(std::uint64_t offset, std::span<std::byte> out) {
  std::size_t done = 0;
  while (done < out.size()) {
    const ssize_t n =
        ::pread(descriptor_, out.data() + done, out.size() - done, static_cast<off_t>(offset + done));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return fail("cannot read");
    if (n == 0) break;
    done += idx(n);
  }
  std::fill(out.begin() + static_cast<std::ptrdiff_t>(done), out.end(), std::byte{0});
  return true;
}

bool CommitFile::write_disk(std::uint64_t offset, std::span<const std::byte> bytes) {
  if (before_change) before_change(descriptor_);
  std::size_t done = 0;
  while (done < bytes.size()) {
    errno = 0;
    const ssize_t n =
        ::pwrite(descriptor_, bytes.data() + done, bytes.size() - done, static_cast<off_t>(offset + done));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return fail("cannot write");
    done += idx(n);
  }
  end_ = std::max(end_, offset + bytes.size());
  return true;
}

bool CommitFile::set_length(std::uint64_t bytes) {
  if (before_change) before_change(descriptor_);
  if (::ftruncate(descriptor_, static_cast<off_t>(bytes)) != 0) return fail("cannot change the length");
  end_ = bytes;
  return true;
}

void CommitFile::write(std::uint64_t offset, std::span<const std::byte> bytes) {
  if (lost()) return hold(offset, bytes);
  if (offset < committed_) {
    const auto held = idx(std::min<std::uint64_t>(bytes.size(), committed_ - offset));
    hold(offset, bytes.first(held));
    offset += held;
    bytes = bytes.subspan(held);
  }
  if (!bytes.empty() && !write_disk(offset, bytes)) hold(offset, bytes);
}

// HDF5 writes a whole node of a tree to change one entry of it: pages that stay as they are need no log.
void CommitFile::hold(std::uint64_t offset, std::span<const std::byte> bytes) {
  const std::uint64_t first = offset - offset % page_size;
  const std::uint64_t stop = offset + bytes.size();
  scratch_.resize(idx((stop - first + page_size - 1) / page_size * page_size));
  read_disk(first, scratch_);
  for (std::uint64_t at = first; at < stop; at += page_size) {
    const std::uint64_t from = std::max(offset, at);
    const std::uint64_t to = std::min(stop, at + page_size);
    const std::uint64_t length = lost() ? page_size : std::min(page_size, committed_ - at);
    const std::byte* const source = bytes.data() + (from - offset);
    const std::byte* const old = scratch_.data() + (at - first);
    auto page = find_page(at);
    if (page == pages_.end() || page->offset != at) {
      if (std::memcmp(source, old + (from - at), to - from) == 0) continue;
      page = pages_.insert(page, Page{at, 0, pages_.size()});
      page_bytes_.resize(pages_.size() * page_size);
    }
    std::byte* const target = page_bytes_.data() + page->slot * page_size;
    if (page->length < length) {  // new, or the page of the committed end after the disk refused
      std::memcpy(target + page->length, old + page->length, length - page->length);
      page->length = length;
    }
    std::memcpy(target + (from - at), source, to - from);
  }
}

void CommitFile::build_log(std::uint64_t position) {
  std::size_t bytes = pages_.size() * entry_size;
  for (const Page& page : pages_) bytes += page.length;
  log_.resize(bytes + sizeof(LogTrailer));
  std::byte* entry = log_.data();
  std::byte* content = log_.data() + pages_.size() * entry_size;
  for (const Page& page : pages_) {
    std::memcpy(entry, &page.offset, 8);
    std::memcpy(entry + 8, &page.length, 8);
    std::memcpy(content, page_bytes_.data() + page.slot * page_size, page.length);
    entry += entry_size;
    content += page.length;
  }
  LogTrailer trailer{{}, position, allocated_, pages_.size(), 0};
  std::memcpy(trailer.magic, log_magic, sizeof trailer.magic);
  trailer.checksum = log_checksum(std::span(log_).first(bytes), trailer);
  std::memcpy(log_.data() + bytes, &trailer, sizeof trailer);
}

// The log must hold the first page, changed or not, for copy_pages_home() spoils it on disk.
void CommitFile::hold_first_page() {
  if (pages_.front().offset == 0) return;
  const Page first{0, std::min(page_size, committed_), pages_.size()};
  page_bytes_.resize((pages_.size() + 1) * page_size);
  read_disk(0, std::span(page_bytes_).subspan(first.slot * page_size, page_size));
  pages_.insert(pages_.begin(), first);
}

// Without its signature no other program takes the file for HDF5 while it is a mixture of two states; the
// first page, which brings the signature back, is written last. Neighbouring pages stand side by side in
// the log, so that one call writes them all.
bool CommitFile::copy_pages_home() {
  const std::byte* const first = log_.data() + pages_.size() * entry_size;
  const char spoilt[9] = "freeplay";
  if (!write_disk(0, std::as_bytes(std::span(spoilt, 8)))) return false;
  const std::byte* content = first + pages_[0].length;
  for (std::size_t i = 1; i < pages_.size();) {
    std::uint64_t length = pages_[i].length;
    std::size_t j = i + 1;
    for (; j < pages_.size() && pages_[j].offset == pages_[i].offset + length; ++j)
      length += pages_[j].length;
    if (!write_disk(pages_[i].offset, {content, idx(length)})) return false;
    content += length;
    i = j;
  }
  return write_disk(0, {first, idx(pages_[0].length)});
}

bool CommitFile::commit() {
  if (lost()) return false;
  if (!pages_.empty()) {
    hold_first_page();
    const std::uint64_t position = std::max({end_, allocated_, committed_});
    build_log(position);
    if (!write_disk(position, log_)) return false;
    // From here the commit has happened: whatever fails now, the log at the end of the file repairs it.
    committed_ = end_;
  }
  // Readers that do not let go are waited for once; until they have, nobody is waited for again.
  const bool alone = begin_commit(descriptor_, !reader_stays_);
  reader_stays_ = !alone;
  const bool written = (pages_.empty() || copy_pages_home()) && set_length(allocated_);
  if (alone) end_commit(descriptor_);
  if (!written) return false;
  if (keeps_readers_out_) let_readers_in(descriptor_);
  keeps_readers_out_ = false;
  committed_ = allocated_;
  pages_.clear();
  page_bytes_.clear();
  return true;
}

bool CommitFile::close() {
  if (descriptor_ < 0) return true;
  if (lost() && end_ > committed_) set_length(committed_);
  const int result = ::close(descriptor_);
  descriptor_ = -1;
  return result == 0 || fail("cannot finish writing");
}

void CommitFile::seal() {
  if (lost()) return;
  LogTrailer trailer{{}, committed_, committed_, 0, sum_of_disk(committed_)};
  std::memcpy(trailer.magic, seal_magic, sizeof trailer.magic);
  if (write_disk(committed_, std::as_bytes(std::span(&trailer, 1)))) return;
  set_length(committed_);  // whole without it
  failure_.clear();
}

}  // namespace freeplay
