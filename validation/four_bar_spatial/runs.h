// SPDX-License-Identifier: Apache-2.0
// The four-bar in the plane and in space at the same instant. For validation/ and tests/, hence everything
// inline.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "freeplay/assemble.h"
#include "freeplay/model.h"
#include "freeplay/record.h"
#include "run/simulate.h"
#include "tests/kit/places.h"

namespace freeplay::validation {

/// Formulations of the smooth steppers, each in the ways that it can be asked for.
struct FormulationCase {
  const char* name;
  const char* choice;
  bool exact;  ///< D u̇ = γ holds to rounding; with the penalty method to 1/α
};
inline constexpr FormulationCase kRedundantFormulations[] = {
    {"lagrange, elimination", R"({ name = "lagrange" })", true},
    {"lagrange, pivoted", R"({ name = "lagrange", solution = "pivoted" })", true},
    {"baumgarte", R"({ name = "baumgarte" })", true},
    {"penalty", R"({ name = "penalty" })", false},
    {"augmented_lagrangian", R"({ name = "augmented_lagrangian", tolerance = 1e-14 })", true},
    {"coordinate_partitioning", R"({ name = "coordinate_partitioning" })", true},
    {"projection", R"({ name = "projection" })", true},
    {"generalized_inverse, svd", R"({ name = "generalized_inverse" })", true},
    {"generalized_inverse, gram_schmidt", R"({ name = "generalized_inverse", method = "gram_schmidt" })",
     true},
    {"direct_correction", R"({ name = "direct_correction" })", true}};

/// Positions of the linkage at a crank angle, in closed form: angle and centre of every link.
struct FourBarPose {
  double crank, coupler, rocker;
  std::array<double, 2> at_coupler, at_rocker;
};
inline FourBarPose four_bar_pose(double crank) {
  const double ground = 0.4, r = 0.1, l = 0.35, s = 0.25;
  const double px = r * std::cos(crank), py = r * std::sin(crank);  // crank pin
  const double dx = ground - px, dy = -py, d = std::hypot(dx, dy);  // to the pivot
  const double along = (l * l - s * s + d * d) / (2 * d), up = std::sqrt(l * l - along * along);
  const double qx = px + (along * dx - up * dy) / d,
               qy = py + (along * dy + up * dx) / d;  // rocker pin, above
  return {crank,
          std::atan2(qy - py, qx - px),
          std::atan2(qy, qx - ground),
          {0.5 * (px + qx), 0.5 * (py + qy)},
          {0.5 * (ground + qx), 0.5 * qy}};
}

struct FourBarRun {
  RunSummary summary;
  MemoryRecord record;
};

/// `crank`: its angle at the start; `lateral`: gravity across the plane, which only the model in space has
/// [m/s²].
inline FourBarRun run_four_bar(bool space, double crank, const std::string& formulation, double end,
                               double lateral = 0) {
  const FourBarPose pose = four_bar_pose(crank);
  std::vector<Assignment> changes = {
      {"method.stepper", R"({ name = "runge_kutta", order = 8, accuracy = 1e-12 })"},
      {"method.formulation", formulation},
      {"run.end", fmt::format("{:.17g}", end)},
      {"run.record.every", fmt::format("{:.17g}", end / 10)}};
  const auto turn = [](double angle) {
    return fmt::format("{{ axis = [0, 0, 1], angle = {:.17g} }}", angle);
  };
  if (space) {
    changes.emplace_back("gravity", fmt::format("[0, -9.81, {:.17g}]", lateral));
    const std::array<double, 2> at_crank{0.05 * std::cos(crank), 0.05 * std::sin(crank)};
    const auto place = [&](const std::string& body, const std::array<double, 2>& at, double angle) {
      changes.emplace_back("body." + body + ".position", fmt::format("[{:.17g}, {:.17g}, 0]", at[0], at[1]));
      changes.emplace_back("body." + body + ".orientation", turn(angle));
    };
    place("crank", at_crank, pose.crank);
    place("coupler", pose.at_coupler, pose.coupler);
    place("rocker", pose.at_rocker, pose.rocker);
  } else {
    changes.emplace_back("body.crank.angle", fmt::format("{:.17g}", pose.crank));
    changes.emplace_back("body.coupler.angle", fmt::format("{:.17g}", pose.coupler));
    changes.emplace_back("body.rocker.angle", fmt::format("{:.17g}", pose.rocker));
  }
  const std::string file = source_folder() + (space ? "/examples/four_bar_spatial/model.toml"
                                                    : "/validation/four_bar_spatial/planar.toml");
  const Model model = read_model(file, changes);
  const Assembly assembly = assemble(model);
  MemoryRecord record(record_layout(*assembly.system, model.method, model.run.record));
  RunSummary summary = simulate(*assembly.system, model.method, model.run, record);
  return {std::move(summary), std::move(record)};
}

struct FourBarComparison {
  double acceleration = 0;  ///< largest difference, of centres and of angles × 0.1 m [m/s²]
  double reaction = 0;  ///< largest difference of forces in the plane and of moments about hinges [N], [N m]
};

/// Samples from the first to the last of a range.
inline FourBarComparison compare_four_bars(const FourBarRun& plane, const FourBarRun& space,
                                           std::size_t first, std::size_t last) {
  FourBarComparison out;
  for (const FourBarRun* run : {&plane, &space}) {
    if (run->summary.status != RunStatus::complete) return {std::nan(""), std::nan("")};
  }
  const auto values = [](const FourBarRun& run, const std::string& path) { return run.record.values(path); };
  for (const std::string body : {"crank", "coupler", "rocker"}) {
    const std::string at = "/body/" + body + "/";
    const std::vector<double> a = values(plane, at + "acceleration"), b = values(space, at + "acceleration"),
                              c = values(plane, at + "angular_acceleration"),
                              d = values(space, at + "angular_acceleration");
    for (std::size_t i = first; i <= last; ++i) {
      out.acceleration =
          std::max({out.acceleration, std::abs(a[2 * i] - b[3 * i]), std::abs(a[2 * i + 1] - b[3 * i + 1]),
                    std::abs(b[3 * i + 2]), 0.1 * std::abs(c[i] - d[3 * i + 2]), 0.1 * std::abs(d[3 * i]),
                    0.1 * std::abs(d[3 * i + 1])});
    }
  }
  for (const std::string joint : {"shaft", "crank_pin", "rocker_pin", "pivot"}) {
    const std::string at = "/joint/" + joint + "/";
    const std::vector<double> x = values(plane, at + "reaction_x"), y = values(plane, at + "reaction_y"),
                              force = values(space, at + "force"), moment = values(space, at + "moment");
    for (std::size_t i = first; i <= last; ++i) {
      out.reaction = std::max({out.reaction, std::abs(x[i] - force[3 * i]), std::abs(y[i] - force[3 * i + 1]),
                               std::abs(moment[3 * i + 2])});
    }
  }
  return out;
}

}  // namespace freeplay::validation
