// SPDX-License-Identifier: Apache-2.0
// A compliant contact in Freeplay, Simbody and MuJoCo: CPU time per simulated second against the error of the
// second rebound, for a sphere that bounces elastically and for one that loses energy (drop.h).
//
//   freeplay_compliant_bench
#include <dlfcn.h>
#include <fmt/format.h>

#include <exception>
#include <string>
#include <vector>

#include "bench/compliant/drop.h"
#include "bench/compliant/reference.h"

namespace freeplay::bench {
namespace {

struct Row {
  std::string who, setting;
  Outcome outcome;
  double error = 0;  ///< of the second apex, over the height of the drop
};

Row row(const char* who, const std::string& setting, const Drop& drop, const Outcome& outcome, double apex) {
  return {who, setting, outcome, std::abs(outcome.apex(drop) - apex) / drop.height};
}

Bounces hunt_crossley(const Drop& drop) {
  return exact_bounces(drop, [&](double delta, double rate) {
    return drop.K * delta * std::sqrt(delta) * (1 + 1.5 * drop.c * rate) / drop.mass;
  });
}

void freeplay_rows(const Drop& drop, std::vector<Row>& rows) {
  const double apex = hunt_crossley(drop).apex;
  for (const char* stepper : {"runge_kutta", "adams", "bdf"}) {
    for (const double accuracy : {1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10})
      rows.push_back(row("Freeplay", fmt::format("{}, accuracy {:.0e}", stepper, accuracy), drop,
                         drop_freeplay(drop, stepper, accuracy), apex));
  }
}

#ifdef FREEPLAY_BENCH_SIMBODY
void simbody_rows(const Drop& drop, std::vector<Row>& rows) {
  // Its names must not meet those of SUNDIALS: it looks them up in itself first.
  static void* module = dlopen(FREEPLAY_BENCH_SIMBODY, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
  void* symbol = module ? dlsym(module, kDropSimbody) : nullptr;
  if (!symbol) {
    fmt::print("Simbody: the module could not be loaded ({})\n", dlerror());
    return;
  }
  const auto simbody = reinterpret_cast<DropSimbody>(symbol);
  const double apex = hunt_crossley(drop).apex;
  for (const double accuracy : {1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10}) {
    Outcome outcome;
    simbody(&drop, accuracy, &outcome);
    rows.push_back(
        row("Simbody", fmt::format("RungeKuttaMerson, accuracy {:.0e}", accuracy), drop, outcome, apex));
  }
}
#else
void simbody_rows(const Drop&, std::vector<Row>&) {
  fmt::print("Simbody: not found when this was configured (Debian: libsimbody-dev); left out\n");
}
#endif

#ifdef FREEPLAY_BENCH_MUJOCO
Bounces mujoco_bounces(const Drop& drop) {
  const MujocoContact its = mujoco_contact(drop);
  return exact_bounces(drop, [&](double delta, double rate) {
    return its.share * ((drop.linear_k * delta + drop.linear_b * rate) / its.impedance + drop.gravity);
  });
}

/// Stiffness and damping of MuJoCo's law for an impact as long and as lossy as the given one.
Drop fitted(Drop drop, const Bounces& wanted) {
  drop.linear_k = std::pow(M_PI / wanted.duration, 2);
  for (int i = 0; i < 4; ++i) {
    if (drop.c > 0) {
      double low = 0, high = 1;  // of the damping ratio
      for (int k = 0; k < 30; ++k) {
        const double ratio = 0.5 * (low + high);
        drop.linear_b = 2 * ratio * std::sqrt(drop.linear_k);
        (mujoco_bounces(drop).ratio > wanted.ratio ? low : high) = ratio;
      }
    }
    drop.linear_k *= std::pow(mujoco_bounces(drop).duration / wanted.duration, 2);
  }
  return drop;
}

void mujoco_rows(const Drop& given, std::vector<Row>& rows) {
  const Drop drop = fitted(given, hunt_crossley(given));
  const double apex = mujoco_bounces(drop).apex;
  for (const MujocoIntegrator integrator : {MujocoIntegrator::euler, MujocoIntegrator::rk4}) {
    for (const double step : {1e-3, 5e-4, 1e-4, 5e-5, 1e-5}) {
      const char* name = integrator == MujocoIntegrator::rk4 ? "RK4" : "Euler";
      rows.push_back(row("MuJoCo", fmt::format("{}, timestep {:.0e}", name, step), drop,
                         drop_mujoco(drop, integrator, step), apex));
    }
  }
}
#else
void mujoco_rows(const Drop&, std::vector<Row>&) {
  fmt::print("MuJoCo: not found when this was configured (Debian: libmujoco-dev); left out\n");
}
#endif

/// The fastest setting whose error, and that of every finer setting of the same method, is small enough: a
/// single small error may be luck.
const Row* fastest(const std::vector<Row>& rows, const std::string& who, double error) {
  const Row* best = nullptr;
  bool holds = false;
  std::string method;
  for (auto r = rows.rbegin(); r != rows.rend(); ++r) {
    if (r->who != who) continue;
    const std::string its = r->setting.substr(0, r->setting.find(','));
    if (its != method) holds = true;
    method = its;
    holds = holds && r->outcome.ok && r->error <= error;
    if (holds && (!best || r->outcome.seconds < best->outcome.seconds)) best = &*r;
  }
  return best;
}

void compare(const char* title, const Drop& drop) {
  const Bounces exact = hunt_crossley(drop);
  fmt::print("{}: restitution {:.4f} in the first impact, which lasts {:.2f} ms; second apex {:.6f} m\n",
             title, exact.ratio, 1e3 * exact.duration, exact.apex);
  std::vector<Row> rows;
  freeplay_rows(drop, rows);
  simbody_rows(drop, rows);
  mujoco_rows(drop, rows);
  fmt::print("{:<10}{:<36}{:>14}{:>9}{:>14}\n", "", "", "ms per s", "steps", "error of apex");
  for (const Row& r : rows) {
    if (r.outcome.ok)
      fmt::print("{:<10}{:<36}{:>14.3f}{:>9}{:>14.1e}\n", r.who, r.setting,
                 1e3 * r.outcome.seconds / drop.end, r.outcome.steps, r.error);
    else
      fmt::print("{:<10}{:<36}{:>14}\n", r.who, r.setting, "failed");
  }
  for (const double error : {1e-2, 1e-3, 1e-4, 1e-6}) {
    const Row* own = fastest(rows, "Freeplay", error);
    fmt::print("error at most {:.0e}:", error);
    for (const char* who : {"Freeplay", "Simbody", "MuJoCo"}) {
      const Row* its = fastest(rows, who, error);
      if (!its)
        fmt::print("  {} not reached", who);
      else if (its == own || !own)
        fmt::print("  {} {:.3f} ms", who, 1e3 * its->outcome.seconds / drop.end);
      else
        fmt::print("  {} {:.3f} ms ({:.1f} x)", who, 1e3 * its->outcome.seconds / drop.end,
                   its->outcome.seconds / own->outcome.seconds);
    }
    fmt::print("\n");
  }
  fmt::print("\n");
}

}  // namespace
}  // namespace freeplay::bench

int main() {
  using namespace freeplay::bench;
  try {
    fmt::print(
        "A sphere of 1 kg and 0.1 m falls 0.5 m on a plane and bounces twice within 1 s; K = 1e8 N/m^1.5.\n"
        "CPU time of one thread, the fastest of at least 5 repetitions; only steps are timed.\n\n");
    Drop drop;
    compare("elastic", drop);
    drop.c = 0.13;
    compare("with losses, c = 0.13 s/m", drop);
  } catch (const std::exception& error) {
    fmt::print(stderr, "freeplay_compliant_bench: {}\n", error.what());
    return 1;
  }
  return 0;
}
