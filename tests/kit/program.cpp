// SPDX-License-Identifier: Apache-2.0
#include "tests/kit/program.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <fstream>
#include <sstream>
#include <thread>

#include "tests/kit/files.h"
#include "tests/kit/places.h"

namespace freeplay::testing {

namespace {

/// What a process has taken of the processor so far [s]; of a shell, what stands in its place.
double cpu_of(pid_t child) {
  std::ifstream file("/proc/" + std::to_string(child) + "/stat");
  std::string text;
  std::getline(file, text);
  std::istringstream after(
      text.substr(std::min(text.size(), text.rfind(')') + 1)));  // its name may have spaces
  std::string skipped;
  for (int i = 0; i < 11; ++i) after >> skipped;
  double user = 0, system = 0;
  after >> user >> system;
  return (user + system) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

/// Interrupts the child at the limit, and kills it when it does not mind.
void watch(pid_t child, double limit) {
  using Clock = std::chrono::steady_clock;
  constexpr double kClock = 20, kMore = 5;
  const Clock::time_point begin = Clock::now();
  bool interrupted = false;
  while (running(child)) {
    const double clock = std::chrono::duration<double>(Clock::now() - begin).count() / kClock;
    const double used = std::max(cpu_of(child), clock);
    if (!interrupted && used > limit) {
      kill(child, SIGINT);
      interrupted = true;
    }
    if (used > limit + kMore) kill(child, SIGKILL);
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

}  // namespace

Called call_program(const std::filesystem::path& folder, const std::string& arguments, double limit) {
  const std::string command =
      "cd '" + folder.string() + "' && exec '" + program_file() + "' " + arguments + " >out.txt 2>err.txt";
  const pid_t child = fork();
  if (child == 0) {
    execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
    _exit(99);
  }
  if (child > 0 && limit > 0) watch(child, limit);
  int status = 0;
  waitpid(child, &status, 0);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, slurp(folder / "out.txt"), slurp(folder / "err.txt")};
}

double cpu_of_children() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
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
  execv(program_file().c_str(), argv.data());
  _exit(99);
}

bool running(int child) {
  siginfo_t ended{};
  return waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         ended.si_pid == 0;
}

}  // namespace freeplay::testing
