// SPDX-License-Identifier: Apache-2.0
#include "report/facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "base/lines.h"
#include "base/number_text.h"
#include "freeplay/results.h"

namespace freeplay {
namespace {

/// How an attribute becomes a fact.
struct Line {
  const char* key;
  const char* group;
  const char* label;
  const char* unit;
  bool even_zero;  ///< zero is worth saying
};

constexpr std::array kLines = {
    Line{"wall_seconds", "run", "computed in", "s", true},
    Line{"degrees_of_freedom", "run", "degrees of freedom at the start", "", true},
    Line{"mode", "run", "mode", "", true},
    Line{"steps", "steps", "steps", "", true},
    Line{"substeps", "steps", "pieces between impacts", "", false},
    Line{"rejected_steps", "steps", "steps tried again", "", false},
    Line{"smallest_step", "steps", "shortest step", "s", false},
    Line{"largest_step", "steps", "longest step", "s", false},
    Line{"estimated_error", "steps", "estimated error, of the machine's size", "", false},
    Line{"evaluations", "steps", "right-hand sides", "", false},
    Line{"iterations", "steps", "iterations of Newton's method", "", false},
    Line{"crowded_steps", "steps", "steps with more impacts than could be told apart", "", false},
    Line{"time_stepped_steps", "steps", "steps whose rest was closed by time stepping", "", false},
    Line{"time_stepped_share", "steps", "their share of the simulated time", "", false},
    Line{"impact_solves", "contacts", "impacts", "", false},
    Line{"impacts_listed", "contacts", "rows in the list of impacts", "", false},
    Line{"impacts_without_restitution", "contacts", "impacts whose law had no solution with restitution", "",
         false},
    Line{"contacts_started", "contacts", "contacts that began", "", false},
    Line{"deepest_start", "contacts", "deepest beginning of a contact", "m", false},
    Line{"peak_normal_impulse", "contacts", "largest normal impulse", "N s", false},
    Line{"peak_normal_force", "contacts", "largest normal force", "N", false},
    Line{"worst_penetration", "contacts", "deepest penetration", "m", false},
    Line{"contact_solves", "contacts", "contact problems solved", "", false},
    Line{"worst_residual", "contacts", "worst residual", "", false},
    Line{"contact_solves_accepted", "contacts", "accepted beyond the tolerance", "", false},
    Line{"worst_residual_time", "contacts", "worst residual at", "s", false},
    Line{"contact_solves_handed_over", "contacts", "handed over to another solver", "", false},
    Line{"contact_solves_failed", "contacts", "unsolved", "", false},
    Line{"contact_solves_painleve", "contacts", "sliding jams (Painlevé)", "", false},
    Line{"energy_start", "energy", "kinetic and potential, at the start", "J", true},
    Line{"energy_end", "energy", "kinetic and potential, at the end", "J", true},
    Line{"energy_numerical", "energy", "numerical remainder", "J", true},
    Line{"energy_gained", "energy", "gained by contacts", "J", false},
    Line{"stability", "equilibrium", "stability", "", true},
    Line{"softest_coordinate", "equilibrium", "softest coordinate", "", true},
};

std::string with_unit(const std::string& number, const char* unit) {
  return *unit == 0 ? number : number + " " + unit;
}

void add_lines(const std::string& text, std::vector<std::string>& to) {
  std::string_view rest = text, line;
  while (take_line(rest, line)) {
    if (!line.empty()) to.emplace_back(line);
  }
}

}  // namespace

bool overlap_is_rounding(const RecordFile& record) {
  const auto found = record.attributes.find("worst_penetration_relative");
  const double* relative = found == record.attributes.end() ? nullptr : std::get_if<double>(&found->second);
  return relative != nullptr && *relative < 1e-12;
}

std::vector<Fact> facts_of(const Result& result) {
  std::vector<Fact> facts;
  const RecordFile& record = result.record;
  facts.push_back({"run", "file", result.file});
  facts.push_back({"run", "status", record.status.substr(0, record.status.find(':'))});  // why: a warning
  if (const std::string version = result.attribute("version"); !version.empty())
    facts.push_back({"run", "computed by", "Freeplay " + version});
  const std::vector<double> time = result.values("/time");
  if (!time.empty())
    facts.push_back({"run", "simulated", fmt::format("{:.9g} s to {:.9g} s", time.front(), time.back())});
  facts.push_back({"run", "samples", grouped(record.samples)});
  if (result.model) {
    const Method& method = result.model->method;
    facts.push_back({"run", "world", is_compliant(*result.model) ? "compliant" : "rigid"});
    if (is_dynamic(result.model->run)) facts.push_back({"steps", "stepper", method.stepper.name});
    if (!is_compliant(*result.model) && is_dynamic(result.model->run))
      facts.push_back({"contacts", "solver", method.solver.name});
  }
  for (const Line& line : kLines) {
    const auto found = record.attributes.find(line.key);
    if (found == record.attributes.end()) continue;
    if (std::string_view(line.key) == "worst_penetration" && overlap_is_rounding(record)) continue;
    if (const auto* whole = std::get_if<long long>(&found->second)) {
      if (*whole != 0 || line.even_zero)
        facts.push_back({line.group, line.label, with_unit(grouped(*whole), line.unit)});
    } else if (const auto* number = std::get_if<double>(&found->second)) {
      if (*number != 0 || line.even_zero)
        facts.push_back({line.group, line.label, with_unit(fmt::format("{:.6g}", *number), line.unit)});
    } else if (const std::string text = result.attribute(line.key); !text.empty()) {
      facts.push_back({line.group, line.label, text});
    }
  }
  std::stable_sort(facts.begin(), facts.end(), [](const Fact& a, const Fact& b) {
    constexpr std::array kOrder = {"run", "steps", "contacts", "energy", "equilibrium"};
    const auto rank = [&](const Fact& f) { return std::find(kOrder.begin(), kOrder.end(), f.group); };
    return rank(a) < rank(b);
  });
  return facts;
}

std::vector<std::string> doubts_of(const Result& result) {
  std::vector<std::string> doubts;
  if (result.record.status != "complete")
    doubts.push_back("the run did not reach its end: " + result.record.status);
  if (const std::string nan = result.attribute("nan_values"); !nan.empty() && nan != "0")
    doubts.push_back(nan + " recorded numbers are NaN");
  add_lines(result.attribute("warnings"), doubts);
  return doubts;
}

std::vector<std::string> warnings_of(const Result& result) {
  std::vector<std::string> warnings = doubts_of(result);
  add_lines(result.attribute("model_warnings"), warnings);
  add_lines(result.attribute("redundant_joints"), warnings);
  return warnings;
}

bool is_long_text(const std::string& key) {
  constexpr std::array kLong = {"model",    "understood",     "options", "record_channels", "record_tables",
                                "warnings", "model_warnings", "message", "status"};
  return std::find(kLong.begin(), kLong.end(), key) != kLong.end();
}

}  // namespace freeplay
