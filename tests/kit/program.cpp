// SPDX-License-Identifier: Apache-2.0
#include "tests/kit/program.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

#include "tests/kit/files.h"

namespace freeplay::testing {

Called call_program(const std::filesystem::path& folder, const std::string& arguments, double limit) {
  // In the foreground: otherwise the program gets the signal twice, alone and with its group, and the second one ends it at once.
  const std::string within =
      limit > 0 ? "timeout --foreground --preserve-status -s INT -k 5 " + std::to_string(limit) + " " : "";
  const std::string command = "cd '" + folder.string() + "' && " + within + "'" FREEPLAY_PROGRAM "' " +
                              arguments + " >out.txt 2>err.txt";
  const int status = std::system(command.c_str());
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
  execv(FREEPLAY_PROGRAM, argv.data());
  _exit(99);
}

bool running(int child) {
  siginfo_t ended{};
  return waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         ended.si_pid == 0;
}

}  // namespace freeplay::testing
