// SPDX-License-Identifier: Apache-2.0
// freeplay_validate [--quick] [--compare] [FOLDER [CASE…]]: runs the long cases against papers and references, and
// writes their tables and plots into FOLDER/<case>/ (by default validation/ of the source tree). Exit code 1 when a
// bound is missed, and with --compare when a page differs from the one in validation/ by more than rounding may
// (compare.h). --quick: only cases that take seconds, compared.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#ifdef FREEPLAY_IPOPT
#include "io/ipopt.h"
#endif
#include "tests/kit/places.h"
#include "validation/belt_friction/belt_friction.h"
#include "validation/cam_follower/cam_follower.h"
#include "validation/compare.h"
#include "validation/contact_detection/contact_detection.h"
#include "validation/dead_points/dead_points.h"
#include "validation/dry_revolute/dry_revolute.h"
#include "validation/four_bar_spatial/four_bar_spatial.h"
#include "validation/friction_ends/friction_ends.h"
#include "validation/hertz/hertz.h"
#include "validation/joint_friction/joint_friction.h"
#include "validation/prismatic_clearance/prismatic_clearance.h"
#include "validation/prox_iteration/prox_iteration.h"
#include "validation/slider_crank/slider_crank.h"
#include "validation/slider_crank_compliant/slider_crank_compliant.h"
#include "validation/solvers/solvers.h"
#include "validation/spatial_bodies/spatial_bodies.h"
#include "validation/spatial_contact/spatial_contact.h"
#include "validation/spatial_revolute_play/spatial_revolute_play.h"
#include "validation/spatial_slider_crank/spatial_slider_crank.h"
#include "validation/stick_slip/stick_slip.h"
#include "validation/textbook/textbook.h"
#include "validation/trials/trials.h"
#include "validation/wrist_pin/wrist_pin.h"

namespace {

struct Case {
  const char* name;
  int (*run)(const std::string& folder);  // how many bounds it missed
  bool quick = false;                     // takes seconds
};

const std::filesystem::path kPages = std::filesystem::path(freeplay::source_folder()) / "validation";

constexpr Case kCases[] = {{"slider_crank", freeplay::validation::validate_slider_crank},
                           {"slider_crank_compliant", freeplay::validation::validate_slider_crank_compliant},
                           {"dry_revolute", freeplay::validation::validate_dry_revolute},
                           {"prismatic_clearance", freeplay::validation::validate_prismatic_clearance},
                           {"cam_follower", freeplay::validation::validate_cam_follower, true},
                           {"solvers", freeplay::validation::validate_solvers, true},
                           {"prox_iteration", freeplay::validation::validate_prox_iteration, true},
                           {"textbook", freeplay::validation::validate_textbook, true},
                           {"trials", freeplay::validation::validate_trials},
                           {"hertz", freeplay::validation::validate_hertz, true},
                           {"wrist_pin", freeplay::validation::validate_wrist_pin, true},
                           {"contact_detection", freeplay::validation::validate_contact_detection},
                           {"dead_points", freeplay::validation::validate_dead_points},
                           {"spatial_bodies", freeplay::validation::validate_spatial_bodies, true},
                           {"four_bar_spatial", freeplay::validation::validate_four_bar_spatial, true},
                           {"spatial_slider_crank", freeplay::validation::validate_spatial_slider_crank},
                           {"spatial_contact", freeplay::validation::validate_spatial_contact, true},
                           {"belt_friction", freeplay::validation::validate_belt_friction},
                           {"joint_friction", freeplay::validation::validate_joint_friction},
                           {"stick_slip", freeplay::validation::validate_stick_slip},
                           {"friction_ends", freeplay::validation::validate_friction_ends},
                           {"spatial_revolute_play", freeplay::validation::validate_spatial_revolute_play}};

struct Wishes {
  bool quick = false, compare = false;
  std::filesystem::path folder;
  std::vector<std::string> cases;  // none: all
};

Wishes read_wishes(int argc, char** argv) {
  Wishes wishes;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--quick" || word == "--compare") {
      wishes.compare = true;
      wishes.quick = wishes.quick || word == "--quick";
    } else if (wishes.folder.empty()) {
      wishes.folder = word;
    } else {
      wishes.cases.push_back(word);
    }
  }
  if (wishes.folder.empty()) wishes.folder = kPages;
  return wishes;
}

std::string read(const std::filesystem::path& path) {
  std::ifstream in(path);
  if (!in) throw std::runtime_error("cannot read " + path.string());
  return {std::istreambuf_iterator<char>(in), {}};
}

/// How many differences there are between the page as it was and as it is now; says which, up to ten of them.
int compare(const std::string& was, const std::filesystem::path& now) {
  const std::vector<std::string> found = freeplay::validation::differences(was, read(now));
  for (std::size_t i = 0; i < std::min<std::size_t>(found.size(), 10); ++i) {
    fmt::print(stderr, "{}:{}\n", now.string(), found[i]);
  }
  return static_cast<int>(found.size());
}

/// How many bounds the case missed and numbers it changed.
int run(const Case& one, const Wishes& wishes) {
  const std::filesystem::path at = wishes.folder / one.name;
  std::filesystem::create_directories(at);
  const std::string was = wishes.compare ? read(kPages / one.name / "results.md") : "";
  const auto start = std::chrono::steady_clock::now();
  const int missed = one.run(at.string());
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
  const int changed = wishes.compare ? compare(was, at / "results.md") : 0;
  fmt::print("{}: {}{} in {:.1f} s, see {}\n", one.name,
             missed == 0 ? "every bound holds" : fmt::format("{} bound(s) missed", missed),
             changed == 0 ? "" : fmt::format(", {} line(s) differ from the checked-in page", changed),
             wall.count(), (at / "results.md").string());
  std::fflush(stdout);
  return missed + changed;
}

}  // namespace

int main(int argc, char** argv) {
#ifdef FREEPLAY_IPOPT
  freeplay::use_ipopt();
#endif
  try {
    const Wishes wishes = read_wishes(argc, argv);
    for (const std::string& name : wishes.cases) {
      if (std::none_of(std::begin(kCases), std::end(kCases),
                       [&](const Case& one) { return one.name == name; })) {
        throw std::runtime_error("no case is called " + name);
      }
    }
    int wrong = 0;
    for (const Case& one : kCases) {
      const bool named = wishes.cases.empty() ||
                         std::find(wishes.cases.begin(), wishes.cases.end(), one.name) != wishes.cases.end();
      if (named && (one.quick || !wishes.quick)) wrong += run(one, wishes);
    }
    return wrong == 0 ? 0 : 1;
  } catch (const std::exception& error) {
    fmt::print(stderr, "freeplay_validate: {}\n", error.what());
    return 1;
  }
}
