// SPDX-License-Identifier: Apache-2.0
// freeplay_validate [FOLDER [CASE…]]: runs the long cases against papers and references, and writes their
// tables and plots into FOLDER/<case>/ (by default validation/ of the source tree). Exit code 1 when a bound
// is missed.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <string>

#ifdef FREEPLAY_IPOPT
#include "io/ipopt.h"
#endif
#include "validation/belt_friction/belt_friction.h"
#include "validation/cam_follower/cam_follower.h"
#include "validation/contact_detection/contact_detection.h"
#include "validation/dry_revolute/dry_revolute.h"
#include "validation/four_bar_spatial/four_bar_spatial.h"
#include "validation/hertz/hertz.h"
#include "validation/joint_friction/joint_friction.h"
#include "validation/prismatic_clearance/prismatic_clearance.h"
#include "validation/slider_crank/slider_crank.h"
#include "validation/slider_crank_compliant/slider_crank_compliant.h"
#include "validation/solvers/solvers.h"
#include "validation/spatial_bodies/spatial_bodies.h"
#include "validation/spatial_contact/spatial_contact.h"
#include "validation/spatial_revolute_play/spatial_revolute_play.h"
#include "validation/spatial_slider_crank/spatial_slider_crank.h"
#include "validation/stick_slip/stick_slip.h"
#include "validation/textbook/textbook.h"

namespace {

struct Case {
  const char* name;
  int (*run)(const std::string& folder);  // how many bounds it missed
};

constexpr Case kCases[] = {{"slider_crank", freeplay::validation::validate_slider_crank},
                           {"slider_crank_compliant", freeplay::validation::validate_slider_crank_compliant},
                           {"dry_revolute", freeplay::validation::validate_dry_revolute},
                           {"prismatic_clearance", freeplay::validation::validate_prismatic_clearance},
                           {"cam_follower", freeplay::validation::validate_cam_follower},
                           {"solvers", freeplay::validation::validate_solvers},
                           {"textbook", freeplay::validation::validate_textbook},
                           {"hertz", freeplay::validation::validate_hertz},
                           {"contact_detection", freeplay::validation::validate_contact_detection},
                           {"spatial_bodies", freeplay::validation::validate_spatial_bodies},
                           {"four_bar_spatial", freeplay::validation::validate_four_bar_spatial},
                           {"spatial_slider_crank", freeplay::validation::validate_spatial_slider_crank},
                           {"spatial_contact", freeplay::validation::validate_spatial_contact},
                           {"belt_friction", freeplay::validation::validate_belt_friction},
                           {"joint_friction", freeplay::validation::validate_joint_friction},
                           {"stick_slip", freeplay::validation::validate_stick_slip},
                           {"spatial_revolute_play", freeplay::validation::validate_spatial_revolute_play}};

}  // namespace

int main(int argc, char** argv) {
#ifdef FREEPLAY_IPOPT
  freeplay::use_ipopt();
#endif
  try {
    const std::filesystem::path folder =
        argc > 1 ? argv[1] : std::filesystem::path(FREEPLAY_SOURCE_DIR) / "validation";
    int missed = 0;
    for (const Case& one : kCases) {
      const bool wanted = argc <= 2 || std::any_of(argv + 2, argv + argc, [&](const char* name) {
                            return one.name == std::string(name);
                          });
      if (!wanted) continue;
      const std::filesystem::path at = folder / one.name;
      std::filesystem::create_directories(at);
      const auto start = std::chrono::steady_clock::now();
      const int here = one.run(at.string());
      const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
      fmt::print("{}: {} in {:.1f} s, see {}\n", one.name,
                 here == 0 ? "every bound holds" : fmt::format("{} bound(s) missed", here), wall.count(),
                 (at / "results.md").string());
      missed += here;
    }
    return missed == 0 ? 0 : 1;
  } catch (const std::exception& error) {
    fmt::print(stderr, "freeplay_validate: {}\n", error.what());
    return 1;
  }
}
