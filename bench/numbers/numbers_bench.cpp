// SPDX-License-Identifier: Apache-2.0
// What it costs to set a number of a model and start again, consistent start included, beside reading the file
// and assembling it again, in the same run. CPU time, the fastest of nine repetitions.
#include <fmt/core.h>

#include <algorithm>
#include <string>

#include "bench/fastest.h"
#include "freeplay/assemble.h"
#include "freeplay/model.h"
#include "tests/kit/places.h"

namespace freeplay::bench {
namespace {

constexpr double kMost = 20;  ///< bound on the slider-crank [µs]

double compare(const std::string& example, const std::string& path) {
  const std::string file = source_folder() + "/examples/" + example + "/model.toml";
  const Assembly assembly = assemble(read_model(file));
  Numbers& numbers = *assembly.numbers;
  const int index = numbers.find(path);
  const double value = numbers.get(index);
  const double set = fastest(2000, [&](int i) {
    numbers.set(index, value * (1 + 1e-6 * (i % 7)));
    numbers.reset();
  });
  const double again = fastest(20, [&](int i) {
    assemble(read_model(file, {{path, fmt::format("{:.17g}", value * (1 + 1e-6 * (i % 7)))}}));
  });
  fmt::print("{:<26}{:<26}{:>10.1f}{:>14.1f}{:>10.0f}\n", example, path, set, again, again / set);
  return set;
}

int run() {
  fmt::print("{:<26}{:<26}{:>10}{:>14}{:>10}\n", "example", "number", "set [us]", "read [us]", "ratio");
  double worst = 0;
  for (const char* path : {"joint.guide.clearance", "body.crank.mass", "contact.friction.mu", "gravity[1]"})
    worst = std::max(worst, compare("slider_crank", path));
  compare("four_bar", "body.coupler.mass");
  compare("spatial_slider_crank", "body.crank.mass");
  compare("spatial_slider_crank", "body.rod.orientation.angle");
  compare("box_on_incline_3d", "shape.box.size[0]");
  compare("file_cutting_machine", "joint.cam.base_radius");
  fmt::print("slider_crank: at most {:.1f} us, bound {:.0f} us: {}\n", worst, kMost,
             worst < kMost ? "ok" : "missed");
  return worst < kMost ? 0 : 1;
}

}  // namespace
}  // namespace freeplay::bench

int main() { return freeplay::bench::run(); }
