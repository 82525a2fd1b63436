// SPDX-License-Identifier: Apache-2.0
// What a CommitFile appends to its file: the redo log of a commit, and the seal of a finished file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace freeplay {

// The log: `count` pairs (offset, length), then the bytes of all pages in that order, then this.
// The seal: this alone, about everything in front of it.
struct LogTrailer {
  char magic[16];
  std::uint64_t position;   ///< of the log in the file
  std::uint64_t allocated;  ///< length of the file once the log is applied
  std::uint64_t count;
  std::uint64_t checksum;  ///< of what the trailer is about and of the three numbers above
};
static_assert(sizeof(LogTrailer) == 48);

inline constexpr char log_magic[17] = "freeplay redo 1\n";
inline constexpr std::size_t entry_size = 2 * sizeof(std::uint64_t);

inline constexpr char seal_magic[17] = "freeplay seal 1\n";

// FNV-1a, eight bytes at a time; only the last piece may have a length that is no multiple of eight.
class LogChecksum {
 public:
  void add(std::span<const std::byte> bytes) {
    std::size_t i = 0;
    for (; i + 8 <= bytes.size(); i += 8) {
      std::uint64_t word;
      std::memcpy(&word, bytes.data() + i, 8);
      add(word);
    }
    for (; i < bytes.size(); ++i) add(std::to_integer<std::uint64_t>(bytes[i]));
  }
  std::uint64_t with(const LogTrailer& trailer) {
    add(trailer.position);
    add(trailer.allocated);
    add(trailer.count);
    return hash_;
  }

 private:
  void add(std::uint64_t word) { hash_ = ((hash_ ^ word) * 0x100000001b3u) ^ (hash_ >> 29); }
  std::uint64_t hash_ = 0xcbf29ce484222325u;
};

inline std::uint64_t log_sum(std::span<const std::byte> bytes) {
  LogChecksum sum;
  sum.add(bytes);
  return sum.with({});
}

inline std::uint64_t log_checksum(std::span<const std::byte> bytes, const LogTrailer& trailer) {
  LogChecksum sum;
  sum.add(bytes);
  return sum.with(trailer);
}

}  // namespace freeplay
