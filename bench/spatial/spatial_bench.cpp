// SPDX-License-Identifier: Apache-2.0
// Smooth motion in space: the spatial slider-crank of [Marques2015, section 2.4] for 20 s in Freeplay and
// Simbody at equal drift of the energy, the time of a right-hand side, and its cost against the number of
// bodies of a chain.
//
//   freeplay_spatial_bench [all]      all: every formulation with every stepper
#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "bench/spatial/freeplay_run.h"
#include "freeplay/assemble.h"
#include "freeplay/registry.h"
#include "tests/kit/places.h"

namespace freeplay::bench {
namespace {

constexpr double kAccuracies[] = {1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11};
constexpr double kDrifts[] = {1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8};

struct Row {
  std::string who, method;
  double accuracy = 0;
  Drift drift;
};

void add(std::vector<Row>& rows, Row row) {
  const Drift& drift = row.drift;
  if (drift.ok)
    fmt::print("{:<10}{:<34}{:>9.0e}{:>11.4f}{:>9}{:>10.1e}{:>18.10f}\n", row.who, row.method, row.accuracy,
               drift.seconds, drift.steps, drift.energy, drift.y);
  else
    fmt::print("{:<10}{:<34}{:>9.0e}{:>11}\n", row.who, row.method, row.accuracy, "failed");
  rows.push_back(std::move(row));
}

constexpr const char* kSteppers[] = {"name = \"runge_kutta\"", "name = \"runge_kutta\", order = 8",
                                     "name = \"adams\""};
constexpr const char* kStepperTitles[] = {"runge_kutta", "runge_kutta 8", "adams"};

void freeplay_rows(const SliderCrank& model, bool all, std::vector<Row>& rows) {
  for (const EntryInfo* formulation : registry("formulation").entries) {
    const std::string name = formulation->name;
    if (!all && name != "baumgarte" && name != "lagrange" && name != "direct_correction") continue;
    for (std::size_t s = 0; s < std::size(kSteppers); ++s) {
      for (const double accuracy : kAccuracies) {
        add(rows, {"Freeplay", fmt::format("{}, {}", kStepperTitles[s], name), accuracy,
                   run_slider_crank(model, {kSteppers[s], name, accuracy})});
      }
    }
  }
}

#ifdef FREEPLAY_BENCH_SIMBODY
void simbody_rows(const SliderCrank& model, std::vector<Row>& rows) {
  // Its names must not meet those of SUNDIALS: it looks them up in itself first.
  void* module = dlopen(FREEPLAY_BENCH_SIMBODY, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
  void* symbol = module ? dlsym(module, kSliderCrankSimbody) : nullptr;
  if (!symbol) {
    fmt::print("Simbody: the module of this benchmark does not load; build freeplay_simbody_spatial\n");
    return;
  }
  const auto simbody = reinterpret_cast<SliderCrankSimbody>(symbol);
  constexpr const char* kNames[] = {"RungeKuttaMerson", "RungeKuttaFehlberg"};
  for (int which = 0; which < 2; ++which) {
    for (const double accuracy : kAccuracies) {
      if (accuracy < 1e-10) continue;  // minutes
      Row row{"Simbody", kNames[which], accuracy, {}};
      simbody(&model, which, accuracy, &row.drift);
      add(rows, row);
    }
  }
}
#else
void simbody_rows(const SliderCrank&, std::vector<Row>&) {
  fmt::print("Simbody: not found when this was configured (Debian: libsimbody-dev); left out\n");
}
#endif

/// The fastest setting of a method whose drift, and that of every finer one, is small enough.
const Row* fastest(const std::vector<Row>& rows, const std::string& who, const std::string& method,
                   double drift) {
  const Row* best = nullptr;
  std::string its;
  bool holds = false;
  for (auto r = rows.rbegin(); r != rows.rend(); ++r) {
    if (r->who != who || (!method.empty() && r->method != method)) continue;
    if (r->method != its) holds = true;
    its = r->method;
    if (!r->drift.ok || r->drift.energy > drift) holds = false;
    if (holds && (!best || r->drift.seconds < best->drift.seconds)) best = &*r;
  }
  return best;
}

/// Every method against the fastest of Simbody at the same drift.
void print_ratios(const std::vector<Row>& rows) {
  fmt::print("\n{:<34}", "Energy drift at most");
  for (const double drift : kDrifts) fmt::print("{:>20.0e}", drift);
  fmt::print("\n");
  std::vector<std::string> methods{""};
  for (const Row& r : rows) {
    if (r.who == "Freeplay" && r.method != methods.back()) methods.push_back(r.method);
  }
  fmt::print("{:<34}", "Simbody, its fastest");
  for (const double drift : kDrifts) {
    const Row* its = fastest(rows, "Simbody", "", drift);
    fmt::print("{:>20}", its ? fmt::format("{:.3f} s", its->drift.seconds) : "not reached");
  }
  fmt::print("\n");
  for (const std::string& method : methods) {
    fmt::print("{:<34}", method.empty() ? "Freeplay, its fastest" : method);
    for (const double drift : kDrifts) {
      const Row* own = fastest(rows, "Freeplay", method, drift);
      const Row* its = fastest(rows, "Simbody", "", drift);
      std::string cell = own ? fmt::format("{:.4f} s", own->drift.seconds) : "not reached";
      if (own && its) cell += fmt::format(" ({:.1f} x)", its->drift.seconds / own->drift.seconds);
      fmt::print("{:>20}", cell);
    }
    fmt::print("\n");
  }
}

void print_right_sides() {
  const auto system =
      assemble(read_model(source_folder() + "/examples/spatial_slider_crank/model.toml")).system;
  fmt::print("A right-hand side of the spatial slider-crank (18 velocities, 17 rows) [µs]\n");
  for (const EntryInfo* formulation : registry("formulation").entries) {
    fmt::print("  {:<26}{:>8.2f}\n", formulation->name, 1e6 * right_side_seconds(*system, formulation->name));
  }
  fmt::print("\n");
}

}  // namespace
}  // namespace freeplay::bench

int main(int argc, char** argv) {
  using namespace freeplay::bench;
  std::setvbuf(stdout, nullptr, _IOLBF, 0);  // it takes minutes: show what is there
  try {
    const bool all = argc > 1 && std::string(argv[1]) == "all";
    fmt::print("CPU time of one thread, the fastest of 2 to {} repetitions; only steps are timed.\n\n",
               kRepetitions);
    print_right_sides();
    const SliderCrank model;
    std::vector<Row> rows;
    fmt::print("Spatial slider-crank, {} s; drift: largest |E - E(0)| over the largest kinetic energy\n",
               model.end);
    fmt::print("{:<10}{:<34}{:>9}{:>11}{:>9}{:>10}{:>18}\n", "", "", "accuracy", "CPU s", "steps", "drift",
               "slider y(20 s)");
    freeplay_rows(model, all, rows);
    simbody_rows(model, rows);
    print_ratios(rows);
    fmt::print("\n");
    print_chains();
  } catch (const std::exception& error) {
    fmt::print(stderr, "freeplay_spatial_bench: {}\n", error.what());
    return 1;
  }
  return 0;
}
