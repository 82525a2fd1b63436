// SPDX-License-Identifier: Apache-2.0
#include "tests/kit/wait.h"

#include <signal.h>
#include <sys/wait.h>

#include <chrono>
#include <thread>

#include "freeplay/results.h"

namespace freeplay::testing {

bool wait_until(const std::function<bool()>& holds) {
  using Clock = std::chrono::steady_clock;
  for (const auto end = Clock::now() + std::chrono::minutes(10); Clock::now() < end;) {
    if (holds()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return holds();
}

namespace {

/// Stops the child; false if it has ended, which is left for waitpid.
bool stopped(int child) {
  kill(child, SIGSTOP);
  siginfo_t about{};
  const auto id = static_cast<id_t>(child);
  if (waitid(P_PID, id, &about, WSTOPPED | WEXITED | WNOWAIT) != 0 || about.si_code != CLD_STOPPED)
    return false;
  return waitid(P_PID, id, &about, WSTOPPED) == 0;
}

}  // namespace

bool wait_for_samples(int child, const std::filesystem::path& file, long long count) {
  bool recorded = false, ended = false;
  wait_until([&] {
    ended = !stopped(child);
    if (ended) return true;
    try {  // before the file has its name nothing is there to be read; from then on it always can be
      recorded = std::filesystem::exists(file) && read_record(file.string()).samples >= count;
    } catch (...) {
      kill(child, SIGKILL);  // nobody would let it go on
      throw;
    }
    kill(child, SIGCONT);
    return recorded;
  });
  return recorded && !ended;
}

}  // namespace freeplay::testing
