// SPDX-License-Identifier: Apache-2.0
// The lift of a cam over its angle ψ, made of segments and repeated by every lobe.
//
//   s ↑    ╱│    ╱│          Where the lift drops at once the profile has branches, numbered on and on as the
//     │  ╱  │  ╱  │          cam turns: each is smooth between two drops, and goes on along its tangent
//     └─┴───┴─┴───┴──→ ψ     beyond them.
//       branch 0    1
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/index.h"
#include "laws/lift/lift_law.h"

namespace freeplay {

class CamProfile {
 public:
  /// Reports segments that do not add up to a lobe, lifts that jump up or do not return, slopes that jump.
  static std::optional<CamProfile> make(const std::vector<Choice>& segments, int lobes, const Where& where,
                                        const std::string& key, Diagnostics& problems);

  bool drops() const { return !drop_at_.empty(); }
  double largest() const { return largest_; }

  /// On a branch; a profile that does not drop has one only, and any number will do.
  LiftPoint at(double psi, double branch) const;
  /// The branch that ψ is on.
  double branch(double psi) const;
  /// Where a branch begins and ends.
  double begin(double branch) const;
  double end(double branch) const { return begin(branch + 1); }
  /// How many branches a lobe has.
  int branches() const { return drops() ? int_size(drop_at_) : 1; }
  /// Angle of one lobe.
  double lobe() const { return lobe_; }

 private:
  struct Segment {
    const LiftLaw* law;
    double start;  ///< from the begin of its run
  };
  /// What lies between two drops, or the whole lobe.
  struct Run {
    RecycledVector<Segment> segments;
    double angle = 0;
  };

  CamProfile() = default;
  void join_runs();
  bool slopes_agree(const std::vector<Choice>& segments, const std::string& key, Diagnostics& problems) const;
  LiftPoint on_run(const Run& run, double angle) const;

  RecycledVector<std::unique_ptr<LiftLaw>> laws_;
  RecycledVector<Run> runs_;
  RecycledVector<double> drop_at_;  ///< within the lobe, in (0, lobe]
  double lobe_ = 0, largest_ = 0, steepest_ = 0;
};

}  // namespace freeplay
