// SPDX-License-Identifier: Apache-2.0
// The reading side of CommitFile: logs and seals, and files that change while they are read.
#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "base/index.h"
#include "io/commit_file.h"
#include "io/commit_log.h"
#include "io/file_locks.h"

namespace freeplay {

void CommitFile::open(const std::string& path, bool stays) {
  open_as(path, O_RDONLY);
  if (stays) keep_resumed_runs_out(descriptor_);
  begin_reading(descriptor_);
  find_length();
  read_trailer();
  remembers_ = true;
}

void CommitFile::keep_runs_out() { freeplay::keep_runs_out(descriptor_); }

bool CommitFile::unchanged() {
  remembers_ = false;
  std::vector<std::byte> again;
  for (const Read& past : reads_) {
    again.resize(past.size);
    if (!read(past.offset, again) || log_sum(again) != past.checksum) return false;
  }
  return true;
}

bool CommitFile::is_held(std::uint64_t offset, std::uint64_t size) {
  auto page = find_page(offset - offset % page_size);
  for (std::uint64_t at = offset - offset % page_size; at < offset + size; at += page_size, ++page)
    if (page == pages_.end() || page->offset != at) return false;
  return true;
}

void CommitFile::keep_pages(std::uint64_t offset, std::uint64_t size) {
  const std::uint64_t first = offset - offset % page_size, stop = offset + size;
  scratch_.resize(idx((stop - first + page_size - 1) / page_size * page_size));
  read_disk(first, scratch_);
  for (std::uint64_t at = first; at < stop; at += page_size) {
    const auto page = find_page(at);
    if (page != pages_.end() && page->offset == at) continue;
    page_bytes_.insert(page_bytes_.end(), scratch_.begin() + static_cast<std::ptrdiff_t>(at - first),
                       scratch_.begin() + static_cast<std::ptrdiff_t>(at - first + page_size));
    pages_.insert(page, Page{at, page_size, pages_.size()});
  }
}

std::vector<long long> CommitFile::times_on_disk() const {
  struct stat about;
  if (::fstat(descriptor_, &about) != 0) return {};
  return {static_cast<long long>(about.st_size), static_cast<long long>(about.st_mtim.tv_sec),
          static_cast<long long>(about.st_mtim.tv_nsec)};
}

bool CommitFile::stand_still() {
  for (const Read& past : reads_) keep_pages(past.offset, past.size);
  if (!unchanged()) return false;
  reads_ = {};
  stood_ = times_on_disk();
  end_reading(descriptor_);
  return true;
}

bool CommitFile::read(std::uint64_t offset, std::span<std::byte> out, bool structure) {
  if (structure && !stood_.empty() && !is_held(offset, out.size()) && times_on_disk() != stood_) {
    failure_ = "changes while it is read: try once more";
    return false;
  }
  if (!read_disk(offset, out)) return false;
  const std::uint64_t stop = offset + out.size();
  for (auto page = find_page(offset - offset % page_size); page != pages_.end() && page->offset < stop;
       ++page) {
    const std::uint64_t from = std::max(offset, page->offset);
    const std::uint64_t to = std::min(stop, page->offset + page->length);
    if (from >= to) continue;
    std::memcpy(out.data() + (from - offset),
                page_bytes_.data() + page->slot * page_size + (from - page->offset), to - from);
  }
  if (remembers_) reads_.push_back({offset, out.size(), log_sum(out)});
  return true;
}

std::uint64_t CommitFile::sum_of_disk(std::uint64_t length) {
  LogChecksum sum;
  scratch_.resize(1 << 16);
  for (std::uint64_t at = 0; at < length; at += scratch_.size()) {
    const auto piece = idx(std::min<std::uint64_t>(scratch_.size(), length - at));
    if (!read_disk(at, std::span(scratch_).first(piece))) return 0;
    sum.add(std::span(scratch_).first(piece));
  }
  return sum.with(LogTrailer{{}, length, length, 0, 0});
}

void CommitFile::read_trailer() {
  LogTrailer trailer;
  if (end_ < sizeof trailer) return;
  if (!read_disk(end_ - sizeof trailer, std::as_writable_bytes(std::span(&trailer, 1)))) return;
  if (std::memcmp(trailer.magic, seal_magic, sizeof trailer.magic) == 0) {
    const std::uint64_t length = end_ - sizeof trailer;
    if (trailer.position != length || sum_of_disk(length) != trailer.checksum) {
      throw std::runtime_error("is damaged: its checksum does not fit its contents");
    }
    committed_ = end_ = allocated_ = length;
    return;
  }
  if (std::memcmp(trailer.magic, log_magic, sizeof trailer.magic) != 0) return;
  const std::uint64_t log_end = end_ - sizeof trailer;
  if (trailer.position > log_end || trailer.allocated > trailer.position) return;
  const std::uint64_t bytes = log_end - trailer.position;
  if (trailer.count > bytes / entry_size) return;
  if (trailer.count == 0) return;
  log_.resize(idx(bytes));
  if (!read_disk(trailer.position, log_) || log_checksum(log_, trailer) != trailer.checksum) return;

  const std::byte* content = log_.data() + trailer.count * entry_size;
  const std::byte* const stop = log_.data() + log_.size();
  page_bytes_.resize(idx(trailer.count * page_size));
  for (std::size_t i = 0; i < trailer.count; ++i) {
    Page page{0, 0, i};
    std::memcpy(&page.offset, log_.data() + i * entry_size, 8);
    std::memcpy(&page.length, log_.data() + i * entry_size + 8, 8);
    const std::uint64_t least =
        i == 0 ? 0 : pages_.back().offset + page_size;  // the first page is always there
    if (page.length > page_size || page.length > static_cast<std::uint64_t>(stop - content) ||
        page.offset % page_size != 0 || page.offset < least || (i == 0 && page.offset != 0)) {
      pages_.clear();
      return;
    }
    std::memcpy(page_bytes_.data() + i * page_size, content, page.length);
    content += page.length;
    pages_.push_back(page);
  }
  committed_ = end_ = allocated_ = trailer.allocated;
  recovered_ = true;
}

}  // namespace freeplay
