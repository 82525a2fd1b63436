// SPDX-License-Identifier: Apache-2.0
// What a friction law costs: force and rates at one point, for every registered law with the values of its
// demonstration (Marques2015, Table 3.2), with slip along a line and in the plane; in nanoseconds, and over
// Coulomb's law with a ramp in the same run.
//
// The points of a benchmark are the same for all laws: 256 slips, a quarter of them below, the others above
// the Stribeck velocity, with the states at random parts of their size, in sliding.
#include <benchmark/benchmark.h>
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "freeplay/friction_law.h"
#include "freeplay/spatial.h"
#include "rigs/friction_samples.h"

namespace freeplay::bench {
namespace {

constexpr std::size_t kPoints = 256;
constexpr int kRepetitions = 9;
constexpr double kSeconds = 0.02;  // least length of one repetition
const char* const kRamp = "coulomb, ramp";

/// A law with its points.
struct Case {
  Case(const FrictionLaw& friction, int d) : law(&friction) {
    std::mt19937_64 random(20150711);
    const auto uniform = [&](double low, double high) {
      return std::uniform_real_distribution<double>(low, high)(random);
    };
    const auto count = static_cast<std::size_t>(law->states(d));
    memory.resize(static_cast<std::size_t>(law->memory(d)));
    states.resize(kPoints * count);
    rates.resize(count);
    std::vector<double> begin(count);
    FrictionInput in;
    in.d = d;
    in.normal = 9.81;
    in.slip = {0.1, d > 1 ? 0.1 : 0, 0};
    in.z = begin.data();
    in.m = memory.data();
    law->start(in, begin.data(), memory.data());
    for (std::size_t i = 0; i < kPoints; ++i) {
      const double speed = std::pow(10.0, uniform(-4, 0)), angle = d > 1 ? uniform(0, 6.283185307179586) : 0;
      in.slip = {speed * std::cos(angle), speed * std::sin(angle), 0};
      in.hold = -1.0 * heading_of(in.slip);
      in.z = states.data() + i * count;
      for (std::size_t k = 0; k < count; ++k) {
        states[i * count + k] = begin[k] + uniform(-0.5, 0.5) * law->state_size(d, static_cast<int>(k));
      }
      points[i] = in;
    }
  }
  Case(const Case&) = delete;
  Case& operator=(const Case&) = delete;
  ~Case() = default;

  static Tangent heading_of(const Tangent& v) { return (1 / norm(v)) * v; }

  const FrictionLaw* law;
  std::vector<double> memory, states, rates;
  std::array<FrictionInput, kPoints> points;
};

void evaluate(benchmark::State& bench, Case& at) {
  for (auto _ : bench) {
    for (const FrictionInput& in : at.points) {
      Tangent force = at.law->force(in);
      at.law->rates(in, at.rates.data());
      benchmark::DoNotOptimize(force);
      benchmark::DoNotOptimize(at.rates.data());
      benchmark::ClobberMemory();
    }
  }
  bench.SetItemsProcessed(bench.iterations() * static_cast<long>(kPoints));
}

/// Keeps the fastest repetition of each.
class Fastest final : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.run_type != Run::RT_Iteration) continue;
      const double time = run.cpu_accumulated_time / static_cast<double>(run.iterations) / kPoints * 1e9;
      const auto [at, first] = times_.try_emplace(run.run_name.function_name, time);
      if (!first) at->second = std::min(at->second, time);
    }
  }
  double of(const std::string& name) const {
    const auto at = times_.find(name);
    return at == times_.end() ? 0 : at->second;
  }

 private:
  std::map<std::string, double> times_;  ///< [ns]
};

std::string case_name(const std::string& law, int d) { return law + "/" + std::to_string(d); }

int run(int argc, char** argv) {
  Diagnostics problems;
  std::vector<FrictionSpecimen> specimens = friction_specimens({}, {}, problems);
  if (problems.has_errors()) {
    for (const Diagnostic& problem : problems.all()) fmt::print("{}\n", to_string(problem));
    return 1;
  }
  std::vector<FrictionSpecimen> ramp = friction_specimens({"coulomb"}, {{"velocity", "1 mm/s"}}, problems);
  std::vector<std::pair<std::string, const FrictionLaw*>> laws = {{kRamp, ramp.at(0).law.get()}};
  for (const FrictionSpecimen& specimen : specimens)
    laws.emplace_back(specimen.entry->name, specimen.law.get());

  std::vector<std::unique_ptr<Case>> cases;
  for (const auto& [name, law] : laws) {
    for (const int d : {1, 2}) {
      Case& at = *cases.emplace_back(std::make_unique<Case>(*law, d));
      benchmark::RegisterBenchmark(case_name(name, d).c_str(),
                                   [&at](benchmark::State& bench) { evaluate(bench, at); })
          ->MinTime(kSeconds)
          ->Repetitions(kRepetitions);
    }
  }
  std::vector<char*> arguments(argv, argv + argc);
  std::string interleaved = "--benchmark_enable_random_interleaving=true";
  arguments.insert(arguments.begin() + 1, interleaved.data());
  int count = static_cast<int>(arguments.size());
  arguments.push_back(nullptr);
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return 1;
  Fastest times;
  benchmark::RunSpecifiedBenchmarks(&times);

  fmt::print("{:<28}{:>12}{:>10}{:>14}{:>10}\n", "friction law, force + rates", "line, ns", "x ramp",
             "plane, ns", "x ramp");
  for (const auto& [name, law] : laws) {
    const double line = times.of(case_name(name, 1)), plane = times.of(case_name(name, 2));
    if (line == 0 && plane == 0) continue;
    fmt::print("{:<28}{:>12.1f}{:>10.1f}{:>14.1f}{:>10.1f}\n", name, line,
               line / times.of(case_name(kRamp, 1)), plane, plane / times.of(case_name(kRamp, 2)));
  }
  return 0;
}

}  // namespace
}  // namespace freeplay::bench

int main(int argc, char** argv) { return freeplay::bench::run(argc, argv); }
