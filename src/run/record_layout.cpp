// SPDX-License-Identifier: Apache-2.0
// What a run will record, by names that are fixed.
#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "run/analyse.h"
#include "run/channels.h"
#include "run/contact_table.h"
#include "run/events.h"
#include "run/simulate.h"
#include "system/freedom.h"

namespace freeplay {

bool is_smooth(const Method& method) {
  if (const auto* stepper = find_entry<StepperEntry>(method.stepper.name)) return is_smooth(*stepper);
  throw std::invalid_argument(fmt::format("there is no stepper '{}'; there are {}", method.stepper.name,
                                          fmt::join(registry("stepper").names(), ", ")));
}

RecordLayout record_layout(const System& system, bool smooth, const RecordOptions& options) {
  RecordLayout layout;
  layout.channels = Channels(system, smooth, options).list();
  layout.tables = event_tables(system.info(), smooth);
  if (lists_contacts(system.info(), options)) layout.tables.push_back(contact_table(system.info(), smooth));
  if (!system.info().rubbing.empty()) layout.tables.push_back(joint_event_table(system.info()));
  return layout;
}

RecordLayout record_layout(const System& system, const Method& method, const RecordOptions& options) {
  return record_layout(system, is_smooth(method), options);
}

namespace {

/// Channels of reactions that the mechanism does not determine say so.
void mark_undetermined(const System& system, std::vector<Channel>& channels) {
  const State start = system.initial_state();
  const UndeterminedReactions reactions = undetermined_reactions(system, start);
  if (!reactions.any()) return;
  const bool space = system.info().dimension == 3;
  for (const std::string& name : undetermined_components(system, start, reactions)) {
    const std::size_t dot = name.find('.');
    const std::string joint = "/joint/" + name.substr(0, dot) + "/", word = name.substr(dot + 1);
    for (Channel& channel : channels) {
      const std::string path = joint + (space ? word.substr(0, word.find('.'))
                                              : "reaction_" + (word == "angle" ? "moment" : word));
      const bool meant = channel.path == path || channel.path == path + "_mean";
      if (meant) channel.help += fmt::format("; {} is not determined by the mechanism", space ? word : "it");
    }
  }
}

}  // namespace

RecordLayout record_layout(const System& system, const Method& method, const Run& run) {
  RecordLayout layout;
  if (is_dynamic(run)) {
    layout = record_layout(system, method, run.record);
  } else {
    layout.channels = Channels(system, true, run.record, left_out(run.mode)).list();
  }
  mark_undetermined(system, layout.channels);
  return layout;
}

void note_freedoms(const System& system, RunSummary& summary, std::map<std::string, Attribute>& attributes) {
  const FreedomCount count = count_freedoms(system, system.initial_state());
  attributes["degrees_of_freedom"] = static_cast<long long>(count.left());
  attributes["freedoms"] = fmt::format("{}", fmt::join(explain(count, system.info()), "\n"));
  if (!count.reactions.any()) return;
  for (const RedundantGroup& group : count.reactions.groups()) summary.undetermined.push_back(group.sentence);
  attributes["undetermined_reactions"] = fmt::format("{}", fmt::join(count.undetermined, " "));
  attributes["redundant_joints"] = fmt::format("{}", fmt::join(summary.undetermined, "\n"));
}

bool lists_contacts(const SystemInfo& info, const RecordOptions& options) {
  const std::vector<std::string>& patterns = options.channels;
  return info.first_slot >= 0 &&
         (patterns.empty() || std::any_of(patterns.begin(), patterns.end(), [](const std::string& pattern) {
            return matches("contacts", pattern);
          }));
}

}  // namespace freeplay
