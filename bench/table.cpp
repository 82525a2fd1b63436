// SPDX-License-Identifier: Apache-2.0
#include "bench/table.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>

namespace freeplay::bench {
namespace {

enum class Target { none, at_most, at_least };

struct Row {
  const char* name;  ///< of the benchmark: who/stepper/what
  const char* label;
  const char* kernel;  ///< benchmark it is a multiple of, or nullptr
  const char* peer;    ///< benchmark it is faster than, or nullptr
  Target target = Target::none;
  double limit = 0;
};

constexpr const char* kSymmetric = "kernel/symmetric/flight";
constexpr const char* kMoreau = "kernel/moreau/flight";

// The limits are those the project set itself for the default stepper; `moreau` is held to the same.
constexpr Row kRows[] = {
    {kSymmetric, "kernel, symmetric, flight", nullptr, nullptr},
    {kMoreau, "kernel, moreau, flight", nullptr, nullptr},
    {"kernel/moreau/closed", "kernel, moreau, two closed contacts", kMoreau, nullptr},
    {"own/symmetric/flight", "own coordinates, symmetric, flight", kSymmetric, nullptr, Target::at_most, 7},
    {"own/moreau/flight", "own coordinates, moreau, flight", kMoreau, nullptr, Target::at_most, 7},
    {"own/symmetric/closed", "own coordinates, symmetric, two closed contacts", kSymmetric, nullptr},
    {"own/moreau/closed", "own coordinates, moreau, two closed contacts", kMoreau, nullptr},
    {"assembled/symmetric/flight", "assembled, symmetric, flight", kSymmetric, nullptr, Target::at_most, 17},
    {"assembled/moreau/flight", "assembled, moreau, flight", kMoreau, nullptr, Target::at_most, 17},
    {"assembled/symmetric/closed", "assembled, symmetric, two closed contacts", kSymmetric, nullptr,
     Target::at_most, 33},
    {"assembled/moreau/closed", "assembled, moreau, two closed contacts", kMoreau, nullptr, Target::at_most,
     33},
    {"kernel/moreau/run", "kernel, moreau, run", nullptr, "siconos_own/moreau_jean/run"},
    {"own/symmetric/run", "own coordinates, symmetric, run", nullptr, "siconos_own/moreau_jean/run",
     Target::at_least, 25},
    {"own/moreau/run", "own coordinates, moreau, run", nullptr, "siconos_own/moreau_jean/run",
     Target::at_least, 25},
    {"siconos_own/moreau_jean/run", "Siconos, own coordinates, run", nullptr, nullptr},
    {"assembled/symmetric/run", "assembled, symmetric, run", nullptr, "siconos_assembled/moreau_jean/run",
     Target::at_least, 10},
    {"assembled/moreau/run", "assembled, moreau, run", nullptr, "siconos_assembled/moreau_jean/run",
     Target::at_least, 10},
    {"siconos_assembled/moreau_jean/run", "Siconos, assembled, run", nullptr, nullptr},
    {"kernel/moreau/run_narrow", "kernel, moreau, run, d = 2b + c", nullptr,
     "siconos_own/moreau_jean/run_narrow"},
    {"own/symmetric/run_narrow", "own coordinates, symmetric, run, d = 2b + c", nullptr,
     "siconos_own/moreau_jean/run_narrow", Target::at_least, 25},
    {"own/moreau/run_narrow", "own coordinates, moreau, run, d = 2b + c", nullptr,
     "siconos_own/moreau_jean/run_narrow", Target::at_least, 25},
    {"siconos_own/moreau_jean/run_narrow", "Siconos, own coordinates, run, d = 2b + c", nullptr, nullptr},
    {"assembled/symmetric/run_narrow", "assembled, symmetric, run, d = 2b + c", nullptr,
     "siconos_assembled/moreau_jean/run_narrow", Target::at_least, 10},
    {"assembled/moreau/run_narrow", "assembled, moreau, run, d = 2b + c", nullptr,
     "siconos_assembled/moreau_jean/run_narrow", Target::at_least, 10},
    {"siconos_assembled/moreau_jean/run_narrow", "Siconos, assembled, run, d = 2b + c", nullptr, nullptr},
};

std::string steps_per_second(double ns) {
  const double rate = 1e9 / ns;
  return rate >= 1e6 ? fmt::format("{:.2f} M", 1e-6 * rate) : fmt::format("{:.1f} k", 1e-3 * rate);
}

std::string verdict(const Row& row, double ratio) {
  if (row.target == Target::none || ratio == 0) return "";
  const bool at_most = row.target == Target::at_most;
  const bool ok = at_most ? ratio <= row.limit : ratio >= row.limit;
  return fmt::format("{} {:2.0f}  {}", at_most ? "at most " : "at least", row.limit, ok ? "ok" : "missed");
}

}  // namespace

bool StepTimes::ReportContext(const Context& context) {
  fmt::print("{} processors; CPU time of one thread [ns per step]\n{:<44}{:>11}{:>11}{:>13}\n",
             context.cpu_info.num_cpus, "benchmark", "minimum", "median", "repetitions");
  return true;
}

void StepTimes::ReportRuns(const std::vector<Run>& runs) {
  std::string name;
  for (const Run& run : runs) {
    if (run.run_type != Run::RT_Iteration) continue;
    name = run.run_name.function_name;
    if (run.error_occurred) {
      fmt::print("{:<44} failed: {}\n", name, run.error_message);
      failed_ = true;
      return;
    }
    times_[name].push_back(1e9 / run.counters.at("items_per_second").value);
  }
  if (name.empty()) return;
  std::vector<double>& times = times_[name];
  std::sort(times.begin(), times.end());
  fmt::print("{:<44}{:11.1f}{:11.1f}{:13}\n", name, times.front(), times[times.size() / 2], times.size());
  std::fflush(stdout);
}

std::size_t StepTimes::repetitions() const {
  std::size_t fewest = 0;
  for (const auto& [name, times] : times_)
    fewest = fewest == 0 ? times.size() : std::min(fewest, times.size());
  return fewest;
}

double StepTimes::fastest(const std::string& name) const {
  const auto found = times_.find(name);
  return found == times_.end() ? 0 : found->second.front();
}

void print_table(const StepTimes& times) {
  fmt::print("\n{:<48}{:>10}{:>10}{:>11}{:>11}   {}\n", "slider-crank with play, Δt = 1e-5 s", "ns/step",
             "steps/s", "x kernel", "x Siconos", "target");
  for (const Row& row : kRows) {
    const double ns = times.fastest(row.name);
    if (ns == 0) continue;
    const double kernel = row.kernel == nullptr ? 0 : times.fastest(row.kernel);
    const double peer = row.peer == nullptr ? 0 : times.fastest(row.peer);
    const double ratio = kernel > 0 ? ns / kernel : peer / ns;
    const std::string text = ratio > 0 ? fmt::format("{:.1f}", ratio) : "";
    fmt::print("{:<48}{:>10.1f}{:>10}{:>11}{:>11}   {}\n", row.label, ns, steps_per_second(ns),
               kernel > 0 ? text : "", kernel > 0 ? "" : text, verdict(row, ratio));
  }
  fmt::print(
      "x kernel: time per step over that of the hand-written kernel of the same step in flight.\n"
      "x Siconos: steps per second over those of Siconos in the same kind of coordinates.\n"
      "run: t = 0..0.1 s, in a guide of d = 2(b + c) where nothing else is said.\n"
      "Fastest of {} repetitions, which were interleaved at random.\n",
      times.repetitions());
}

}  // namespace freeplay::bench
