// SPDX-License-Identifier: Apache-2.0
// Bytes of a fuzz target as a text, or as a file for readers that take a path.
#pragma once

#include <string>

#include "tests/kit/files.h"

namespace freeplay::fuzzing {

inline std::string text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

/// A file of the given name that holds the bytes, in a folder that lasts as long as the program.
inline std::string file_of(const std::string& name, const std::uint8_t* data, std::size_t size) {
  static const testing::TempFolder folder;
  const std::string path = folder / name;
  testing::spill(path, text_of(data, size));
  return path;
}

/// Says what a reader did wrong, and ends the program as libFuzzer expects of a finding.
[[noreturn]] inline void found(const char* what) {
  std::fputs(what, stderr);
  std::fputc('\n', stderr);
  std::abort();
}

}  // namespace freeplay::fuzzing
