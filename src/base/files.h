// SPDX-License-Identifier: Apache-2.0
// Files that others made are read only where they are plain files, and files that we make are whole or not there.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace freeplay {

/// Opens a plain file for reading and returns its descriptor; -1 and a sentence in `wrong`, such as "is a folder", where
/// that is impossible. A pipe, device or socket is refused at once: nothing waits for its other end.
int open_plain_file(const std::string& path, std::string& wrong);

/// All bytes of a plain file of at most `most` bytes; what is wrong, or "".
std::string read_plain_file(const std::string& path, std::uint64_t most, std::string& bytes);

/// Its first bytes, at most `count`; fewer where there is less, none where there is no plain file that can be read.
std::string first_bytes(const std::string& path, std::size_t count);

/// A file that gets its name when it is complete: until keep(), what is written stands in NAME.PID.part, which vanishes
/// with this object. So a full disk or a mistake on the way leaves no half file, and the old one untouched.
/// All throw std::runtime_error "cannot write 'NAME': reason".
class NewFile {
 public:
  explicit NewFile(const std::string& path);
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  void write(std::string_view bytes);
  /// For libraries that write by themselves: they make this file anew.
  const std::string& part() const { return part_; }
  void keep();

 private:
  void flush();
  [[noreturn]] void fail(const char* otherwise) const;

  std::string path_, target_, part_;  ///< as the user calls it, with links followed, until it is kept
  std::string waiting_;
  int descriptor_ = -1;
};

/// The whole text as a NewFile.
void write_new_file(const std::string& path, std::string_view bytes);

}  // namespace freeplay
