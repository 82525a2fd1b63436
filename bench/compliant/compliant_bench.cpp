// SPDX-License-Identifier: Apache-2.0
// A compliant contact in Freeplay, Simbody and MuJoCo: CPU time per simulated second against the error of the
// second rebound, for a sphere that bounces elastically and for one that loses energy (drop.h); and the time
// of a mechanism with play in four joints, with every stepper and every detection of contacts
// (quick_return.h).
//
//   freeplay_compliant_bench
#include <dlfcn.h>
#include <fmt/format.h>

#include <exception>
#include <iterator>
#include <string>
#include <vector>

#include "bench/compliant/drop.h"
#include "bench/compliant/quick_return.h"
#include "bench/compliant/reference.h"

namespace freeplay::bench {
namespace {

constexpr double kHeights[] = {0.47, 0.485, 0.5, 0.515, 0.53};  // [m]

struct Row {
  std::string who, setting;
  bool ok = true;
  double seconds = 0, steps = 0;  ///< means over the heights
  double error = 0;               ///< of the second apex over the height, the largest
};

/// `run` drops the sphere, `exact` knows its apex.
template <class Run, class Exact>
Row measure_heights(const char* who, std::string setting, Drop drop, Run run, Exact exact) {
  Row row{who, std::move(setting)};
  for (const double height : kHeights) {
    drop.height = height;
    const Outcome outcome = run(drop);
    row.ok = row.ok && outcome.ok;
    row.seconds += outcome.seconds / std::size(kHeights);
    row.steps += static_cast<double>(outcome.steps) / std::size(kHeights);
    row.error = std::max(row.error, std::abs(outcome.apex(drop) - exact(drop)) / height);
  }
  return row;
}

Bounces hunt_crossley(const Drop& drop) {
  return exact_bounces(drop, [&](double delta, double rate) {
    return drop.K * delta * std::sqrt(delta) * (1 + 1.5 * drop.c * rate) / drop.mass;
  });
}

double hunt_crossley_apex(const Drop& drop) { return hunt_crossley(drop).apex; }

void freeplay_rows(const Drop& drop, std::vector<Row>& rows) {
  for (const char* stepper : {"runge_kutta", "adams", "bdf"}) {
    for (const double accuracy : {1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10})
      rows.push_back(measure_heights(
          "Freeplay", fmt::format("{}, accuracy {:.0e}", stepper, accuracy), drop,
          [&](const Drop& its) { return drop_freeplay(its, stepper, accuracy); }, hunt_crossley_apex));
  }
}

#ifdef FREEPLAY_BENCH_SIMBODY
void simbody_rows(const Drop& drop, std::vector<Row>& rows) {
  // Its names must not meet those of SUNDIALS: it looks them up in itself first.
  static void* module = dlopen(FREEPLAY_BENCH_SIMBODY, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
  void* symbol = module ? dlsym(module, kDropSimbody) : nullptr;
  if (!symbol) {
    fmt::print(
        "Simbody: the module of this benchmark is not there or does not load; build the target "
        "freeplay_simbody; left out\n");
    return;
  }
  const auto simbody = reinterpret_cast<DropSimbody>(symbol);
  for (const double accuracy : {1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10}) {
    const auto run = [&](const Drop& its) {
      Outcome outcome;
      simbody(&its, accuracy, &outcome);
      return outcome;
    };
    rows.push_back(measure_heights("Simbody", fmt::format("RungeKuttaMerson, accuracy {:.0e}", accuracy),
                                   drop, run, hunt_crossley_apex));
  }
}
#else
void simbody_rows(const Drop&, std::vector<Row>&) {
  fmt::print("Simbody: not found when this was configured (Debian: libsimbody-dev); left out\n");
}
#endif

#ifdef FREEPLAY_BENCH_MUJOCO
Bounces mujoco_bounces(const Drop& drop, int impacts = 1000) {
  const MujocoContact its = mujoco_contact(drop);
  return exact_bounces(
      drop,
      [&](double delta, double rate) {
        return its.share * ((drop.linear_k * delta + drop.linear_b * rate) / its.impedance + drop.gravity);
      },
      impacts);
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
        (mujoco_bounces(drop, 1).ratio > wanted.ratio ? low : high) = ratio;
      }
    }
    drop.linear_k *= std::pow(mujoco_bounces(drop, 1).duration / wanted.duration, 2);
  }
  return drop;
}

void mujoco_rows(const Drop& given, std::vector<Row>& rows) {
  const Drop drop = fitted(given, hunt_crossley(given));
  for (const MujocoIntegrator integrator : {MujocoIntegrator::euler, MujocoIntegrator::rk4}) {
    for (const double step : {1e-3, 5e-4, 1e-4, 5e-5, 1e-5}) {
      const char* name = integrator == MujocoIntegrator::rk4 ? "RK4" : "Euler";
      rows.push_back(measure_heights(
          "MuJoCo", fmt::format("{}, timestep {:.0e}", name, step), drop,
          [&](const Drop& its) { return drop_mujoco(its, integrator, step); },
          [](const Drop& its) { return mujoco_bounces(its).apex; }));
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
    holds = holds && r->ok && r->error <= error;
    if (holds && (!best || r->seconds < best->seconds)) best = &*r;
  }
  return best;
}

void compare(const char* title, const Drop& drop) {
  const Bounces exact = hunt_crossley(drop);
  fmt::print(
      "{}: from 0.5 m restitution {:.4f} in the first impact, which lasts {:.2f} ms; second apex {:.6f} m\n",
      title, exact.ratio, 1e3 * exact.duration, exact.apex);
  std::vector<Row> rows;
  freeplay_rows(drop, rows);
  simbody_rows(drop, rows);
  mujoco_rows(drop, rows);
  fmt::print("{:<10}{:<36}{:>14}{:>9}{:>14}\n", "", "", "ms per s", "steps", "error of apex");
  for (const Row& r : rows) {
    if (r.ok)
      fmt::print("{:<10}{:<36}{:>14.3f}{:>9.0f}{:>14.1e}\n", r.who, r.setting, 1e3 * r.seconds / drop.end,
                 r.steps, r.error);
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
        fmt::print("  {} {:.3f} ms", who, 1e3 * its->seconds / drop.end);
      else
        fmt::print("  {} {:.3f} ms ({:.1f} x)", who, 1e3 * its->seconds / drop.end,
                   its->seconds / own->seconds);
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
        "A sphere of 1 kg and 0.1 m falls 0.47 to 0.53 m on a plane and bounces twice within 1 s; K = 1e8"
        " N/m^1.5.\n"
        "CPU time of one thread, the fastest repetition; only steps are timed. Means over 5 heights, the "
        "largest error.\n\n");
    Drop drop;
    compare("elastic", drop);
    drop.c = 0.13;
    compare("with losses, c = 0.13 s/m", drop);
    print_quick_return();
  } catch (const std::exception& error) {
    fmt::print(stderr, "freeplay_compliant_bench: {}\n", error.what());
    return 1;
  }
  return 0;
}
