// SPDX-License-Identifier: Apache-2.0
#include "apps/freeplay/say.h"

#include <cerrno>
#include <cstring>
#include <string>

#include "base/printable.h"

namespace freeplay {
namespace {

int first_error = 0;  // of standard output

}  // namespace

void say_text(std::FILE* where, std::string_view text) {
  const std::string shown = printable(text);
  errno = 0;
  const bool taken = std::fwrite(shown.data(), 1, shown.size(), where) == shown.size();
  if (!taken && where == stdout && first_error == 0) first_error = errno != 0 ? errno : EIO;
}

void say_error(std::string_view text) { say_to(stderr, "freeplay: {}\n", text); }

const char* output_failure() {
  errno = 0;
  if (std::fflush(stdout) != 0 && first_error == 0) first_error = errno != 0 ? errno : EIO;
  return first_error == 0 ? "" : std::strerror(first_error);
}

}  // namespace freeplay
