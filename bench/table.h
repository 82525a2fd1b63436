// SPDX-License-Identifier: Apache-2.0
// The benchmarks' results in one table: time per step, ratios, targets.
#pragma once

#include <benchmark/benchmark.h>

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace freeplay::bench {

/// Keeps every repetition's time per step; prints one line per benchmark as it ends.
class StepTimes final : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context& context) override;
  void ReportRuns(const std::vector<Run>& runs) override;

  /// Nanoseconds per step of the fastest repetition; 0 when it was not run.
  double fastest(const std::string& name) const;
  /// Of every benchmark, at least.
  std::size_t repetitions() const;
  bool failed() const { return failed_; }

 private:
  std::map<std::string, std::vector<double>> times_;  ///< sorted
  bool failed_ = false;
};

/// Everything in one table, on standard output.
void print_table(const StepTimes& times);

}  // namespace freeplay::bench
