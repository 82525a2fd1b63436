// SPDX-License-Identifier: Apache-2.0
#include "tests/kit/out_of_memory.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "tests/kit/allocations.h"
#include "tests/kit/files.h"

#if defined(__SANITIZE_ADDRESS__)
#define FREEPLAY_FINDS_LEAKS 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define FREEPLAY_FINDS_LEAKS 1
#endif
#endif

#ifdef FREEPLAY_FINDS_LEAKS
// As in sanitizer/lsan_interface.h, a header that g++ does not bring.
extern "C" int __lsan_do_recoverable_leak_check();  // NOLINT
#endif

namespace freeplay::testing {
namespace {

constexpr unsigned kLongest = 60;  // seconds, for what takes a fraction of one

bool finds_leaks() {
#ifdef FREEPLAY_FINDS_LEAKS
  return __lsan_do_recoverable_leak_check() != 0;
#else
  return false;
#endif
}

[[noreturn]] void do_work(long call, const std::function<int()>& work, const std::string& said,
                          const std::string& end) {
  const int err = ::open(said.c_str(), O_CREAT | O_TRUNC | O_WRONLY, 0600);
  const int out = ::open("/dev/null", O_WRONLY);
  ::dup2(err, STDERR_FILENO);
  ::dup2(out, STDOUT_FILENO);
  ::alarm(kLongest);
  const long before = news();
  fail_new(call);
  const int code = work();
  fail_new(-1);
  const long calls = news() - before;
  std::fflush(nullptr);
  ::alarm(0);
  const bool leaks = finds_leaks();
  std::ofstream(end) << calls << ' ' << leaks;
  std::_Exit(code);
}

/// Whether a leak of the report is ours. HDF5 leaves memory that it took itself behind where a call fails, and nlohmann's
/// JSON, when one is made from a list, what it has of it.
bool has_own_leak(const std::string& report) {
  const std::string head = " leak of ";
  for (std::size_t at = report.find(head); at != std::string::npos;) {
    const std::size_t next = report.find(head, at + 1);
    const std::string one = report.substr(at, next - at);
    const bool theirs = one.find("libhdf5") != std::string::npos ||
                        one.find("::basic_json(std::initializer_list") != std::string::npos;
    if (!theirs) return true;
    at = next;
  }
  return false;
}

}  // namespace

Ended end_without_memory(long call, const std::function<int()>& work) {
  static const TempFolder folder;
  const std::string said = folder / "err.txt", end = folder / "end.txt";
  std::filesystem::remove(end);
  std::fflush(nullptr);
  const pid_t child = ::fork();
  if (child == 0) do_work(call, work, said, end);
  int status = 0;
  Ended ended;
  if (child < 0 || ::waitpid(child, &status, 0) != child) return ended;
  if (WIFEXITED(status)) ended.code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) ended.signal = WTERMSIG(status);
  ended.said = slurp(said);
  std::ifstream(end) >> ended.calls >> ended.leaks;
  ended.leaks = ended.leaks && has_own_leak(ended.said);
  return ended;
}

std::vector<long> calls_to_fail(long calls, long wanted) {
  if (const char* const given = std::getenv("FREEPLAY_FAILING_ALLOCATIONS"))
    wanted = std::max(4L, std::atol(given));
  std::vector<long> chosen;
  const long first = std::min(calls, wanted / 4), spread = std::min(calls, wanted) - first;
  for (long k = 0; k < first; ++k) chosen.push_back(k);
  for (long i = 0; i < spread; ++i) chosen.push_back(first + (calls - first) * i / spread);
  return chosen;
}

}  // namespace freeplay::testing
