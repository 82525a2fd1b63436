// SPDX-License-Identifier: Apache-2.0
// Memory that runs out anywhere in a program that uses the library: `operator new` fails once, at one call after the other,
// while a model is read, assembled, run, written, read back, exported and reported. Each time an exception must come out
// that says so, or all goes well. An exception where none may pass (through HDF5, a destructor, a noexcept function) ends
// the copy of this process that tries it by terminate(), and is found. The commands of the program are tried in
// tests/commands_out_of_memory_test.cpp.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <map>
#include <new>
#include <string>
#include <vector>

#include "freeplay/assemble.h"
#include "freeplay/model.h"
#include "freeplay/report.h"
#include "freeplay/results.h"
#include "freeplay/run.h"
#include "tests/kit/allocations.h"
#include "tests/kit/files.h"
#include "tests/kit/out_of_memory.h"
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

/// How it ends: what was said is what the library's user is told.
int end_of_all(const std::filesystem::path& folder) {
  std::set_terminate([] { std::_Exit(kTerminated); });
  try {
    read_run_and_report(folder);
  } catch (const std::bad_alloc&) {
    return kSaid;
  } catch (const std::exception& error) {
    testing::fail_new(-1);
    const std::string said = error.what();
    std::fprintf(stderr, "%s\n", said.c_str());
    return said.find("out of memory") != std::string::npos ? kSaid : kUnsaid;
  }
  return kWell;
}

TEST(AllocationFailures, NoneEscapes) {
  const testing::TempFolder folder;
  read_run_and_report(folder.path());  // with what is allocated once for all runs
  const long before = testing::news();
  read_run_and_report(folder.path());
  std::map<int, long> ends;
  const std::vector<long> chosen = testing::calls_to_fail(testing::news() - before, 60);
  for (const long k : chosen) {
    const testing::Ended ended = testing::end_without_memory(k, [&] { return end_of_all(folder.path()); });
    ++ends[ended.code];
    EXPECT_TRUE(ended.code == kWell || ended.code == kSaid)
        << "allocation " << k << ": " << ended.code << ended.said;
    EXPECT_FALSE(ended.leaks) << "allocation " << k << ": " << ended.said;
    const auto files = std::distance(std::filesystem::directory_iterator(folder.path()), {});
    EXPECT_EQ(files, 3) << "allocation " << k << " leaves a half file";
  }
  EXPECT_GT(ends[kSaid], 30);
  std::printf("%zu allocations failed: %ld ended with an exception, %ld without effect\n", chosen.size(),
              ends[kSaid], ends[kWell]);
}

}  // namespace
}  // namespace freeplay
