// SPDX-License-Identifier: Apache-2.0
// A model run and judged: how it ended, what it cost, whether its energies and overlaps are in order, whether it is right,
// and whether it said so where it is not. Every run is a process of its own with a limit of processor time.
//
// It is wrong when it is further from the same run at a tenth of its step (of its accuracy, if it chooses steps) than
// kWrong of the way that its bodies went, and further than twins whose starts differ by kTwin are from each other. Bodies
// that no two runs place alike say nothing about steps.
#pragma once

#include <string>
#include <vector>

namespace freeplay::testing {

constexpr double kTwin = 1e-9;   ///< of velocities, relative to √(g size) of the machine
constexpr double kWrong = 1e-2;  ///< of the way: as much as drawings show

/// One run of a model.
struct SingleRun {
  /// "complete", "failed", "limit" (of run.limits), "no end" (its processor time was used up), "refused" (no model),
  /// "crashed"
  std::string status;
  std::string message;                ///< what ended it
  std::vector<std::string> warnings;  ///< of its summary
  double done = 0;                    ///< share of the time that was simulated
  double cpu = 0;                     ///< [s]
  double energy_error = 0;            ///< the worst of the ledger, over its scale
  double gained = 0;   ///< energy out of nothing that contacts and drift removal gave, over the scale
  double overlap = 0;  ///< the deepest of all samples, over the clearance or size; of rigid contacts
  double size = 0;     ///< of the machine [m]
  std::vector<double> positions;  ///< of all bodies in all samples [m]
  int bodies = 0;
};

/// What is changed before a run.
enum class Variant { as_is, tenth, twin };

/// `text` is a model file; `seconds` of processor time.
SingleRun run_apart(const std::string& text, Variant variant, double seconds);

struct Judged {
  SingleRun run;
  double tenth = 0,
         twins = 0;  ///< largest distance of a body from where it is in the other run, over the way it went
  bool compared = false;  ///< all three ended
  bool wrong = false;

  bool warned() const { return !run.warnings.empty(); }
  /// In a few words that stay the same while the model shrinks; empty: in order.
  std::string verdict() const;
};

/// Without comparing: one run instead of three.
Judged judge(const std::string& text, double seconds, bool compare);

}  // namespace freeplay::testing
