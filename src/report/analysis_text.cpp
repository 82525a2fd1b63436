// SPDX-License-Identifier: Apache-2.0
#include "report/analysis_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace freeplay {
namespace {

void line(std::string& out, const char* label, const std::string& value) {
  out += fmt::format("  {:<20}{}\n", label, value);
}

/// Natural frequencies of the motions that are held.
std::string frequencies(const AnalysisSummary& analysis) {
  constexpr std::size_t kMost = 6;
  std::vector<std::string> parts;
  for (const double value : analysis.eigenvalues) {
    if (value <= 0) continue;
    if (parts.size() == kMost) {
      parts.emplace_back("…");
      break;
    }
    parts.push_back(fmt::format("{:.4g}", std::sqrt(value) / (2 * M_PI)));
  }
  return parts.empty() ? "" : fmt::format("{} Hz, undamped", fmt::join(parts, ", "));
}

std::string stability_text(const AnalysisSummary& analysis) {
  if (analysis.freedoms == 0) return "nothing is free to move";
  if (analysis.stability == "stable") return fmt::format("stable; {} gives way first", analysis.softest);
  if (analysis.stability == "neutral")
    return fmt::format("neutral: no force holds {} where it is", analysis.softest);
  return fmt::format("UNSTABLE: {} moves away; draw it a little aside to find the stable position",
                     analysis.softest);
}

void statics_lines(std::string& out, const RunSummary& summary) {
  const AnalysisSummary& analysis = summary.analysis;
  line(out, "equilibrium",
       summary.status == RunStatus::complete
           ? fmt::format("found in {} iteration{}, {} free motion{}", analysis.iterations,
                         analysis.iterations == 1 ? "" : "s", analysis.freedoms,
                         analysis.freedoms == 1 ? "" : "s")
           : fmt::format("not found in {} iterations", analysis.iterations));
  if (summary.status != RunStatus::complete) return;
  line(out, "it is", stability_text(analysis));
  if (const std::string text = frequencies(analysis); !text.empty()) line(out, "small vibrations", text);
  if (summary.compliant.started > 0) {
    line(out, "contacts that touch",
         fmt::format("{}, pressed by at most {:.6g} N at {}{}", summary.compliant.started,
                     summary.compliant.peak_force, summary.peak_force_contact,
                     summary.steps.worst_penetration > 0 && !summary.worst_contact.empty()
                         ? fmt::format(", {:.4g} m deep at {}", summary.steps.worst_penetration,
                                       summary.worst_contact)
                         : ""));
  }
  line(out, "potential energy", fmt::format("{:.6g} J", summary.end.total()));
}

void driven_lines(std::string& out, const RunSummary& summary) {
  const AnalysisSummary& analysis = summary.analysis;
  line(out, analysis.mode == "kinematics" ? "kinematics" : "inverse dynamics",
       fmt::format("{:.9g} s, {} samples, {} positions solved in {} iterations", summary.t_end,
                   summary.samples, analysis.pieces, analysis.iterations));
  if (summary.samples > 0) {
    line(out, "nearest dead point",
         fmt::format("pivot {:.2g} at t = {:.6g} s (0 is one)", analysis.worst_pivot,
                     analysis.worst_pivot_time));
  }
}

}  // namespace

std::string analysis_text(const RunSummary& summary) {
  std::string out;
  if (summary.analysis.mode == "statics") {
    statics_lines(out, summary);
  } else {
    driven_lines(out, summary);
  }
  line(out, "wall time", fmt::format("{:.3g} s", summary.wall_seconds));
  return out + undetermined_text(summary);
}

std::string undetermined_text(const RunSummary& summary) {
  constexpr std::size_t kMost = 5;
  std::string out;
  for (std::size_t i = 0; i < std::min(kMost, summary.undetermined.size()); ++i) {
    out +=
        fmt::format("  note: {}{}\n", summary.undetermined[i],
                    summary.analysis.mode == "dynamics" ? "" : "; recorded are the least that are possible");
  }
  if (summary.undetermined.size() > kMost)
    out += fmt::format("  note: and {} more such groups of joints\n", summary.undetermined.size() - kMost);
  return out;
}

void add_analysis(const RunSummary& summary, nlohmann::ordered_json& json) {
  const AnalysisSummary& analysis = summary.analysis;
  json["mode"] = analysis.mode;
  if (!summary.undetermined.empty()) json["undetermined_reactions"] = summary.undetermined;
  if (analysis.mode == "dynamics") return;
  json["iterations"] = analysis.iterations;
  if (analysis.mode == "statics") {
    json["stability"] = analysis.stability;
    json["freedoms"] = analysis.freedoms;
    json["softest_coordinate"] = analysis.softest;
    json["eigenvalues"] = analysis.eigenvalues;
    return;
  }
  json["pieces"] = analysis.pieces;
  json["worst_pivot"] = analysis.worst_pivot;
  json["worst_pivot_time"] = analysis.worst_pivot_time;
}

}  // namespace freeplay
