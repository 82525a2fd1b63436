// SPDX-License-Identifier: Apache-2.0
#include "tests/kit/places.h"
#include "validation/belt_friction/belt_friction.h"
#include "validation/belt_friction/runs.h"

namespace freeplay::validation {
namespace {

const std::string kRigidFile = source_folder() + "/validation/belt_friction/model_rigid.toml";

struct RigidRun {
  RunSummary summary;
  std::vector<belt_reference::Turn> turns;
  double creep = 0;  ///< largest |w| of a contact that sticks [m/s]
};

/// Where the block rubs: in a unilateral contact, or in the joint of the example.
struct Place {
  const char* name;
  std::string file, friction, channels, table;
};
const Place kPlaces[] = {{"contact", kRigidFile, "contact.friction", "/contact/surface/foot/", "/events"},
                         {"joint", kBeltFile, "joint.surface.friction", "/joint/surface/", "/joint_events"}};

RigidRun run_rigid(const BeltModel& belt, const Place& place, const std::string& stepper, double step) {
  const Model model = read_model(
      place.file, {{place.friction, friction_table(belt)},
                   {"method.stepper", fmt::format("{{ name = \"{}\", step = {} }}", stepper, step)},
                   {"run.record.every", "0"}});
  const Assembly assembly = assemble(model);
  MemoryRecord record(record_layout(*assembly.system, model.method, model.run.record));
  RigidRun run;
  run.summary = simulate(*assembly.system, model.method, model.run, record);
  const std::vector<double> slip = record.values(place.channels + "slip"),
                            mode = record.values(place.channels + "mode");
  std::vector<std::string> words;
  for (const Channel& channel : record.layout().channels) {
    if (channel.path == place.channels + "mode") words = channel.words;
  }
  const auto sticks = [&](double value) { return words.at(static_cast<std::size_t>(value)) == "stick"; };
  for (std::size_t i = 1; i < slip.size(); ++i) {
    if (sticks(mode[i])) run.creep = std::max(run.creep, std::abs(slip[i]));
  }
  for (const std::vector<double>& row : record.rows(place.table)) {
    if (row[0] <= step) continue;  // the contact of the start
    run.turns.push_back(
        {sticks(row.back()) ? belt_reference::Event::sticks : belt_reference::Event::slips, row[0]});
  }
  return run;
}

}  // namespace

void rigid_belt(Page& page) {
  page.heading("In the rigid world");
  page.paragraph(
      "Set-valued friction, once in a unilateral contact of the block with the belt (`model_rigid.toml`), "
      "once in the "
      "ideal joint of the example. Times at which it begins to slip and to stick [s], listed at the end of "
      "the step in "
      "which it does; the largest distance from the reference's in steps; the largest slip while it sticks.");
  std::vector<std::vector<std::string>> rows;
  for (const BeltModel& model : belt_models()) {
    const std::string law = model.law;
    if (law != "coulomb" && law != "coulomb_viscous" && law != "coulomb_stiction" && law != "stribeck")
      continue;
    for (const Place& place : kPlaces) {
      for (const std::string stepper : {"symmetric", "moreau"}) {
        for (const double step : {1e-3, 1e-4}) {
          const RigidRun run = run_rigid(model, place, stepper, step);
          const std::vector<belt_reference::Turn>& exact = reference_of(model)->turns;
          const std::string what = fmt::format("{} in a {}, {} at {:g} s: ", law, place.name, stepper, step);
          page.at_most(what + "run incomplete", run.summary.status == RunStatus::complete ? 0 : 1, 0);
          std::string listed;
          double worst = run.turns.size() == exact.size() ? 0 : std::numeric_limits<double>::quiet_NaN();
          for (std::size_t i = 0; i < run.turns.size(); ++i) {
            listed += fmt::format("{}{:.4f}", i > 0 ? ", " : "", run.turns[i].t);
            if (i < exact.size()) worst = std::max(worst, std::abs(run.turns[i].t - exact[i].t) / step);
          }
          rows.push_back({"`" + law + "`", place.name, "`" + stepper + "`", fmt::format("{:g}", step), listed,
                          fmt::format("{:.1f}", worst), short_number(run.creep)});
          // `moreau` is of first order in sliding: its later transitions are some steps off, at any step
          const double allowed = stepper == "moreau" ? 6 : 1 + 1e-9;
          page.at_most(what + "transitions, distance from the reference / step", worst, allowed);
          page.at_most(what + "slip in stick [m/s]", run.creep, 1e-14);
        }
      }
    }
  }
  page.table({"law", "friction in", "stepper", "step [s]", "slips, sticks, …", "distance / step",
              "slip in stick [m/s]"},
             rows);
}

}  // namespace freeplay::validation
