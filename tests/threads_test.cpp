// SPDX-License-Identifier: Apache-2.0
// Several machines at once in the threads of one process, from their files to their reports: nothing of one may show in
// another. Here the numbers are compared; `make check-threads` lets ThreadSanitizer watch the same.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "freeplay/assemble.h"
#include "freeplay/model.h"
#include "freeplay/report.h"
#include "freeplay/results.h"
#include "freeplay/run.h"
#include "tests/kit/files.h"
#include "tests/test_models.h"

namespace freeplay {
namespace {

struct Machine {
  const char* file;
  std::vector<Assignment> changes;
};

/// Both worlds, plane and space, steps that are given and steps that are chosen, formulas, statics and inverse dynamics.
const std::vector<Machine> kMachines = {
    {"examples/slider_crank/model.toml", {{"run.end", "2e-2"}}},
    {"examples/slider_crank_parameters/model.toml", {{"run.end", "5e-3"}, {"run.record.every", "1e-4"}}},
    {"examples/quick_return/model.toml", {{"run.end", "2e-2"}}},
    {"examples/spatial_slider_crank_play/model.toml", {{"run.end", "2e-2"}}},
    {"examples/door_hinge/model.toml", {{"run.end", "2e-2"}}},
    {"examples/gear_backlash/model.toml", {{"run.end", "1e-2"}}},
    {"examples/resting_play/model.toml", {}},
    {"examples/slider_crank_inverse/model.toml", {{"run.end", "1e-2"}}},
};

/// Reads, runs, writes and reports one of them; the table of all its channels as text.
std::string all_numbers(const Machine& machine, const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  const std::string file = (folder / "run.h5").string();
  const Model model = read_model(testing::source_path(machine.file), machine.changes);
  const Assembly assembly = assemble(model);
  const auto sink = write_hdf5(file, result_layout(model, *assembly.system));
  const RunSummary summary = simulate(*assembly.system, model.method, model.run, *sink);
  EXPECT_NE(summary_text(summary, *assembly.system), "");
  export_csv(open_record(file), folder.string());
  write_report(read_results({file}), (folder / "run.html").string());
  return testing::slurp(folder / "channels.csv");
}

TEST(Threads, RunsAtOnceAreTheRunsOneByOne) {
  const testing::TempFolder folder;
  std::vector<std::string> alone, together(2 * kMachines.size());
  for (std::size_t i = 0; i < kMachines.size(); ++i)
    alone.push_back(all_numbers(kMachines[i], folder.path() / ("alone" + std::to_string(i))));
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < together.size(); ++i) {
    threads.emplace_back([&, i] {
      together[i] =
          all_numbers(kMachines[i % kMachines.size()], folder.path() / ("thread" + std::to_string(i)));
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::size_t i = 0; i < together.size(); ++i) {
    const Machine& machine = kMachines[i % kMachines.size()];
    EXPECT_GT(std::count(together[i].begin(), together[i].end(), '\n'), 1) << machine.file;
    EXPECT_TRUE(together[i] == alone[i % kMachines.size()]) << machine.file;
  }
}

}  // namespace
}  // namespace freeplay
