// SPDX-License-Identifier: Apache-2.0
// Memory that runs out anywhere: `operator new` fails once, at one call after the other, while a model is read, assembled,
// run, written, read back, exported and reported. Each time an exception must come out that says so, or all goes well. An
// exception where none may pass (through HDF5, a destructor, a noexcept function) ends the copy of this process that tries
// it by terminate(), and is found.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <map>
#include <new>
#include <string>

#include "freeplay/assemble.h"
#include "freeplay/model.h"
#include "freeplay/report.h"
#include "freeplay/results.h"
#include "freeplay/run.h"
#include "tests/kit/allocations.h"
#include "tests/kit/files.h"
#include "tests/test_models.h"

namespace freeplay {
namespace {

enum AllocationEnd { kWell = 0, kSaid = 5, kTerminated = 8, kUnsaid = 9 };

/// What `freeplay run`, `export` and `report` do, one after the other.
void read_run_and_report(const std::filesystem::path& folder) {
  const std::string file = (folder / "run.h5").string();
  const Model model = read_model(testing::source_path("examples/slider_crank/model.toml"),
                                 {{"run.end", "5e-5"}, {"run.record.every", "1e-5"}});
  const Assembly assembly = assemble(model);
  {
    const auto sink = write_hdf5(file, result_layout(model, *assembly.system, {}));
    simulate(*assembly.system, model.method, model.run, *sink);
  }
  export_csv(open_record(file), (folder / "csv").string());
  write_report(read_results({file}), (folder / "run.html").string());
}

/// How a copy of this process ends whose k-th allocation fails.
int end_of(const std::filesystem::path& folder, long k) {
  std::fflush(nullptr);
  const pid_t child = ::fork();
  if (child == 0) {
    std::set_terminate([] { std::_Exit(kTerminated); });
    int code = kWell;
    testing::fail_new(k);
    try {
      read_run_and_report(folder);
    } catch (const std::bad_alloc&) {
      code = kSaid;
    } catch (const std::exception& error) {
      testing::fail_new(-1);
      // The TOML library reads numbers through a stream, which keeps the exception and only says that it failed.
      const std::string said = error.what();
      const bool known =
          said.find("memory") != std::string::npos || said.find("not valid TOML") != std::string::npos;
      code = known ? kSaid : kUnsaid;
      if (code == kUnsaid) std::fprintf(stderr, "allocation %ld: %s\n", k, error.what());
    }
    std::_Exit(code);
  }
  int status = 0;
  if (child < 0 || ::waitpid(child, &status, 0) != child) return kUnsaid;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

TEST(AllocationFailures, NoneEscapes) {
  const testing::TempFolder folder;
  read_run_and_report(folder.path());  // with what is allocated once for all runs
  const long before = testing::news();
  read_run_and_report(folder.path());
  const long calls = testing::news() - before;
  // All of them, some ten thousands, take an hour: a few hundred are spread evenly, FREEPLAY_FAILING_ALLOCATIONS is another
  // number of them.
  const char* const given = std::getenv("FREEPLAY_FAILING_ALLOCATIONS");
  const long stride = std::max(1L, calls / (given != nullptr ? std::max(1L, std::atol(given)) : 211));
  std::map<int, long> ends;
  for (long k = 0; k < calls; k += stride) {
    const int end = end_of(folder.path(), k);
    ++ends[end];
    EXPECT_TRUE(end == kWell || end == kSaid) << "allocation " << k << ": " << end;
    const auto files = std::distance(std::filesystem::directory_iterator(folder.path()), {});
    EXPECT_EQ(files, 3) << "allocation " << k << " leaves a half file";
  }
  EXPECT_GT(ends[kSaid], 100);
  std::printf("%ld allocations, one of %ld failed: %ld ended with an exception, %ld without effect\n", calls,
              stride, ends[kSaid], ends[kWell]);
}

}  // namespace
}  // namespace freeplay
