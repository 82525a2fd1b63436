// SPDX-License-Identifier: Apache-2.0
// Words on the command line, one a line, of the commands that neither compute nor write.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <vector>

#include "apps/freeplay/command.h"
#include "apps/freeplay/command_line.h"
#include "fuzz/input.h"
#include "fuzz/target.h"

namespace {

/// Nothing is seen of what is printed meanwhile; sanitizers go on speaking, for they take standard error.
class Silence {
 public:
  Silence() : kept_(::dup(STDOUT_FILENO)) { point_to(::open("/dev/null", O_WRONLY)); }
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;
  ~Silence() { point_to(kept_); }

 private:
  static void point_to(int file) {
    std::fflush(stdout);
    ::dup2(file, STDOUT_FILENO);
    ::close(file);
  }
  const int kept_;
};

}  // namespace

FREEPLAY_FUZZ_TARGET(words) {
  using namespace freeplay;
  constexpr std::array<const char*, 6> kCommands{"explain", "completion", "list",
                                                 "schema",  "manual",     "--help"};
  if (size == 0) return 0;
  std::vector<std::string> words{"freeplay", kCommands[data[0] % kCommands.size()]};
  std::string rest = fuzzing::text_of(data + 1, size - 1);
  rest.erase(std::remove(rest.begin(), rest.end(), '\0'), rest.end());
  for (std::size_t at = 0; at < rest.size() && words.size() < 8;) {
    const std::size_t end = std::min(rest.find('\n', at), rest.size());
    words.push_back(rest.substr(at, end - at));
    at = end + 1;
  }
  std::vector<char*> all;
  for (std::string& word : words) all.push_back(word.data());
  const Silence silence;
  const int code = run_command_line(static_cast<int>(all.size()), all.data());
  if (code != kOk && code != kUsage) fuzzing::found("words that end with another code");
  return 0;
}
