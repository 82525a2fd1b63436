// SPDX-License-Identifier: Apache-2.0
#include "tests/kit/wait.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <exception>
#include <thread>

#include "io/record_file.h"

namespace freeplay::testing {

bool wait_until(const std::function<bool()>& holds) {
  using Clock = std::chrono::steady_clock;
  for (const auto end = Clock::now() + std::chrono::minutes(10); Clock::now() < end;) {
    if (holds()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return holds();
}

bool has_samples(const std::filesystem::path& file, long long count) {
  if (!std::filesystem::exists(file)) return false;
  try {
    return read_record(file.string()).samples >= count;
  } catch (const std::exception&) {  // caught between two writes
    return false;
  }
}

int start_program(const std::vector<std::string>& arguments, const std::filesystem::path& folder) {
  std::vector<char*> argv{const_cast<char*>("freeplay")};
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  const pid_t child = fork();
  if (child != 0) return child;
  const int nothing = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nothing < 0 || dup2(nothing, 1) < 0 || dup2(nothing, 2) < 0) _exit(98);
  if (!folder.empty() && chdir(folder.c_str()) != 0) _exit(99);
  execv(FREEPLAY_PROGRAM, argv.data());
  _exit(99);
}

bool running(int child) {
  siginfo_t ended{};
  return waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         ended.si_pid == 0;
}

}  // namespace freeplay::testing
