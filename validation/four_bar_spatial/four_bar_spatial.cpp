// SPDX-License-Identifier: Apache-2.0
#include "validation/four_bar_spatial/four_bar_spatial.h"

#include <numbers>

#include "freeplay/diagnostics.h"
#include "validation/four_bar_spatial/runs.h"
#include "validation/page.h"

namespace freeplay::validation {
namespace {

constexpr double kLateral = 3;  // m/s², gravity across the plane
constexpr double kShort = 1e-3;

double last_z(const FourBarRun& run, const std::string& joint) {
  return run.record.values("/joint/" + joint + "/force")[2];  // of the first sample
}

void positions(Page& page) {
  page.heading("Accelerations and reactions in the plane of motion");
  page.paragraph(
      "At 24 positions of the crank, 120 rpm, with gravity of 3 m/s² across the plane in the model in space. "
      "Accelerations of centres and of angles (× 0.1 m), and reactions in the plane, against the planar "
      "model with "
      "`lagrange`: the largest difference. The last two columns: the force across the plane at the shaft and "
      "at the pivot at a crank angle of 60°. The "
      "mechanism does not "
      "determine them; their sum it does.");
  std::vector<std::vector<std::string>> rows;
  for (const FormulationCase& one : kRedundantFormulations) {
    FourBarComparison worst;
    for (int i = 0; i < 24; ++i) {
      const double crank = (i + 0.25) * std::numbers::pi / 12;
      const FourBarComparison here =
          compare_four_bars(run_four_bar(false, crank, R"({ name = "lagrange" })", kShort),
                            run_four_bar(true, crank, one.choice, kShort, kLateral), 0, 0);
      worst.acceleration = std::max(worst.acceleration, here.acceleration);
      worst.reaction = std::max(worst.reaction, here.reaction);
    }
    const FourBarRun shown = run_four_bar(true, std::numbers::pi / 3, one.choice, kShort, kLateral);
    const double shaft = last_z(shown, "shaft"), pivot = last_z(shown, "pivot");
    rows.push_back({fmt::format("`{}`", one.name), short_number(worst.acceleration),
                    short_number(worst.reaction), fmt::format("{:.6f}", shaft),
                    fmt::format("{:.6f}", pivot)});
    // the penalty method lets joints give way by 1/α = 1e-7 of the forces over the mass
    const double bound = one.exact ? 5e-11 : 2e-5;
    page.at_most(fmt::format("{}: accelerations [m/s²]", one.name), worst.acceleration, bound);
    page.at_most(fmt::format("{}: reactions in the plane [N]", one.name), worst.reaction,
                 one.exact ? 2e-12 : bound);
    page.at_most(fmt::format("{}: sum of the forces across the plane [N]", one.name),
                 std::abs(shaft + pivot + kLateral * 1.1), bound);
    if (std::string(one.name) == "lagrange, elimination")
      page.at_most("lagrange, elimination: force across the plane at the pivot [N]", std::abs(pivot), 1e-10);
  }
  page.table({"formulation", "acceleration [m/s²]", "reaction [N]", "shaft, z [N]", "pivot, z [N]"}, rows);
}

void motion(Page& page) {
  page.heading("A quarter of a second");
  page.paragraph(
      "`runge_kutta` of order 8, accuracy 1e-12, the same formulation in both models, and each also with "
      "`correction = \"mass\"`: largest differences over all samples.");
  std::vector<std::vector<std::string>> rows;
  for (const FormulationCase& one : kRedundantFormulations) {
    const std::string name = one.name;
    for (const bool corrected : {false, true}) {
      if (corrected && (name == "coordinate_partitioning" || name == "direct_correction")) continue;
      std::string choice = one.choice;
      if (corrected) choice.insert(choice.size() - 2, R"(, correction = "mass")");
      const FourBarRun plane = run_four_bar(false, std::numbers::pi / 3, choice, 0.25);
      const FourBarRun space = run_four_bar(true, std::numbers::pi / 3, choice, 0.25, kLateral);
      const FourBarComparison found = compare_four_bars(plane, space, 0, 10);
      const std::string label = name + (corrected ? ", corrected" : "");
      rows.push_back({fmt::format("`{}`{}", name, corrected ? ", corrected" : ""),
                      fmt::format("{}", space.summary.steps.steps), short_number(found.acceleration),
                      short_number(found.reaction)});
      if (!one.exact) continue;
      page.at_most(label + ": accelerations over 0.25 s [m/s²]", found.acceleration, 4e-9);
      page.at_most(label + ": reactions over 0.25 s [N]", found.reaction, 4e-9);
    }
  }
  page.table({"formulation", "steps", "acceleration [m/s²]", "reaction [N]"}, rows);
}

void undetermined(Page& page) {
  page.heading("What the mechanism does not determine");
  const FourBarRun run =
      run_four_bar(true, std::numbers::pi / 3, R"({ name = "lagrange" })", kShort, kLateral);
  const auto& attributes = run.record.final_attributes();
  const auto text = [&](const std::string& name) {
    const auto found = attributes.find(name);
    return found == attributes.end() ? std::string() : std::get<std::string>(found->second);
  };
  const std::string flagged = text("undetermined_reactions"), sentence = text("redundant_joints");
  page.paragraph("Attribute `undetermined_reactions` of the result: `" + flagged + "`.");
  page.paragraph("Attribute `redundant_joints`, and the note of the summary: *" + sentence + "*.");
  int wrong = 0, missing = 0;
  for (const std::string joint : {"shaft", "crank_pin", "rocker_pin", "pivot"}) {
    for (const char* component : {".force.x", ".force.y", ".moment.z"})
      wrong += flagged.find(joint + component) != std::string::npos ? 1 : 0;
    for (const char* component : {".force.z", ".moment.x", ".moment.y"})
      missing += flagged.find(joint + component) == std::string::npos ? 1 : 0;
    missing += sentence.find("'" + joint + "'") == std::string::npos ? 1 : 0;
  }
  page.at_most("components in the plane that are flagged", wrong, 0);
  page.at_most("components across the plane that are not flagged, joints that are not named", missing, 0);

  page.paragraph(
      "The closed form (2.50) of Marques2015 needs independent rows. What a model says that asks for it:");
  std::string refusal = "nothing";
  try {
    run_four_bar(true, std::numbers::pi / 3, R"({ name = "lagrange", solution = "closed_form" })", kShort);
  } catch (const ModelError& error) {
    for (const Diagnostic& one : error.diagnostics()) {
      if (one.severity == Severity::error) refusal = one.message + "\n    " + one.hint;
    }
  }
  page.paragraph("```text\n" + refusal + "\n```");
  const bool named = refusal.find("'pivot'") != std::string::npos &&
                     refusal.find("generalized_inverse") != std::string::npos;
  page.at_least("the refusal of the closed form names the joint and formulations that would do",
                named ? 1 : 0, 1);
}

}  // namespace

int validate_four_bar_spatial(const std::string& folder) {
  Page page("Planar four-bar in space: results");
  positions(page);
  motion(page);
  undetermined(page);
  page.write(folder + "/results.md");
  return page.missed();
}

}  // namespace freeplay::validation
