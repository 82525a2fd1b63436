// SPDX-License-Identifier: Apache-2.0
// The program: its command line, and how its process ends.
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "apps/freeplay/command.h"
#include "apps/freeplay/command_line.h"
#include "apps/freeplay/say.h"
#ifdef FREEPLAY_IPOPT
#include "io/ipopt.h"
#endif
#ifdef FREEPLAY_NLOPT
#include "freeplay/study.h"
#endif

namespace freeplay {
namespace {

/// Before the first object of any file is made, which takes memory too.
[[gnu::constructor(101)]] void say_how_it_ends() { std::set_terminate(end_on_terminate); }

#if !defined(FREEPLAY_SANITIZED) && !defined(FREEPLAY_COVERAGE)
/// The program never calls exit() itself, see below: HDF5 1.10 does where an allocation of its own fails.
void end_for_a_library() {
  std::fputs("freeplay: out of memory in a library; results that were recorded until now are kept\n", stderr);
  std::_Exit(kMemory);
}
#endif

/// Ends the program without the clean-up of the libraries: nothing of ours is left for it to do, and where memory is
/// short it does not come to an end. HDF5 1.10 closes itself in an endless loop after an allocation of its own failed,
/// and OpenBLAS waits for its threads, which ask for 128 MB until they get them.
int end_with(int code) {
#if defined(FREEPLAY_SANITIZED) || defined(FREEPLAY_COVERAGE)
  return code;  // leaks and coverage are reported on the way out
#else
  std::fflush(nullptr);
  std::_Exit(code);
#endif
}

}  // namespace
}  // namespace freeplay

int main(int argc, char** argv) {
#ifdef FREEPLAY_IPOPT
  freeplay::use_ipopt();
#endif
#ifdef FREEPLAY_NLOPT
  freeplay::use_nlopt();
#endif
#if !defined(FREEPLAY_SANITIZED) && !defined(FREEPLAY_COVERAGE)
  std::atexit(freeplay::end_for_a_library);
#endif
  std::signal(SIGXFSZ, SIG_IGN);  // a file-size limit is then an error of the record, which says so
  const int code = freeplay::run_command_line(argc, argv);
  const char* const failure = freeplay::output_failure();
  if (*failure == '\0') return freeplay::end_with(code);
  std::fprintf(stderr, "freeplay: standard output could not be written: %s\n", failure);
  return freeplay::end_with(code == freeplay::kOk ? freeplay::kUsage : code);
}
