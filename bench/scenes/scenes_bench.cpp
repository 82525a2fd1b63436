// SPDX-License-Identifier: Apache-2.0
// Dominoes, towers, heaps and a hopper in Freeplay, MuJoCo and Bullet: CPU time per simulated second, and whether what
// was computed is right: how deep things overlap, whether energy appears, what falls and when.
//
//   freeplay_scenes_bench [quick | all] [SECONDS] [SCENE]     time limit of a run, of one core; one scene only, by the
//                                                             beginning of its name
#include <fmt/format.h>

#include <cstdlib>
#include <functional>
#include <string_view>

#include "bench/scenes/scene.h"

namespace freeplay::bench {
namespace {

constexpr double kStep = 1e-4;

void print(const Scene& scene, const char* who, const Seen& seen) {
  int moving = 0;
  for (const Piece& piece : scene.pieces) moving += piece.mass > 0;
  fmt::print("{:<14} {:<34} {:>9.3g} {:>11.1e} {:>11.1e} {:>5}/{:<5} {:>8.3f}  {}\n", scene.name, who,
             seen.reached > 0 ? seen.cpu / seen.reached : 0.0, seen.overlap / scene.size(),
             seen.gained / seen.energy, seen.down, moving, seen.last_down,
             seen.failed.empty() ? "" : fmt::format("{} at {:.4g} s", seen.failed, seen.reached));
  std::fflush(stdout);
}

void compare(const Scene& scene, double patience, std::string_view only) {
  if (!std::string_view(scene.name).starts_with(only)) return;
  const auto freeplay = [&](const char* stepper, double tolerance) {
    return run_freeplay(scene, stepper, kStep, tolerance, patience);
  };
  print(scene, "Freeplay, symmetric", freeplay("symmetric", 1e-8));
  print(scene, "Freeplay, moreau", freeplay("moreau", 1e-8));
#ifdef FREEPLAY_BENCH_MUJOCO
  print(scene, "MuJoCo as it comes, 2 ms", run_mujoco(scene, false, 2e-3, patience));
  print(scene, "MuJoCo, stiff, 0.1 ms", run_mujoco(scene, true, kStep, patience));
#endif
#ifdef FREEPLAY_BENCH_BULLET
  print(scene, "Bullet as it comes, 1/240 s", run_bullet(scene, 1.0 / 240, 10, 1, patience));
  print(scene, "Bullet, 0.1 ms, 50 sweeps, x 100", run_bullet(scene, kStep, 50, 100, patience));
#endif
}

}  // namespace

void run(bool all, double patience, std::string_view only) {
#ifndef FREEPLAY_BENCH_MUJOCO
  fmt::print("MuJoCo: not found when this was configured (Debian: libmujoco-dev); left out\n");
#endif
#ifndef FREEPLAY_BENCH_BULLET
  fmt::print("Bullet: not found when this was configured (Debian: libbullet-dev); left out\n");
#endif
  fmt::print(
      "cpu: CPU seconds per simulated second; overlap: deepest, over the smallest half size; gained: most "
      "that the\n"
      "energy ever rose, over that of the start; down: pieces that lie or have fallen, and when the last one "
      "was\n\n");
  fmt::print("{:<14} {:<34} {:>9} {:>11} {:>11} {:>11} {:>8}\n", "scene", "program", "cpu", "overlap",
             "gained", "down", "last [s]");
  for (const int count : {10, 50, 200})
    if (all || count < 200) compare(dominoes(count), patience, only);
  for (const int count : {4, 10, 20}) compare(tower(count), patience, only);
  compare(crates(), patience, only);
  for (const int count : {100, 1000, 5000}) {
    if (!all && count > 1000) continue;
    compare(heap(count, true), patience, only);
    compare(heap(count, false), patience, only);
  }
  compare(hopper(), patience, only);
}

}  // namespace freeplay::bench

int main(int argc, char** argv) {
  const bool all = argc > 1 && std::string_view(argv[1]) == "all";
  freeplay::bench::run(all, argc > 2 ? std::atof(argv[2]) : 60, argc > 3 ? argv[3] : "");
}
