// SPDX-License-Identifier: Apache-2.0
#include "run/events.h"

#include <algorithm>

#include "run/channels.h"

namespace freeplay {

std::vector<Table> event_tables(const SystemInfo& info) {
  std::vector<std::string> names;
  for (const ContactInfo& contact : info.contacts) names.push_back(contact.name);
  if (names.empty()) names.emplace_back("none");
  return {
      {"/impacts",
       "impacts, one row per contact",
       {{"time", "s", {}},
        {"contact", "", names},
        {"normal_before", "m/s", {}},
        {"normal_after", "m/s", {}},
        {"slip_before", "m/s", {}},
        {"slip_after", "m/s", {}},
        {"normal_impulse", "N*s", {}},
        {"tangential_impulse", "N*s", {}}}},
      {"/events",
       "changes of contact mode that lasted",
       {{"time", "s", {}}, {"contact", "", names}, {"from", "", mode_words()}, {"to", "", mode_words()}}}};
}

EventWatch::EventWatch(const System& system, const RecordOptions& options, bool chosen_steps,
                       RecordSink& sink)
    : system_(&system),
      sink_(&sink),
      ev_(system.info()),
      threshold_(options.impact_threshold),
      debounce_(chosen_steps ? 1 : std::max(1, options.debounce)),
      pending_(system.info().contacts.size()) {
  look_at_kinetic_energy(system.initial_state());
}

void EventWatch::look_at_kinetic_energy(const State& state) {
  system_->place(state.t(), state.q(), ev_);
  system_->mass(state.q(), ev_);
  largest_energy_ =
      std::max(largest_energy_, system_->energies(state.t(), state.q(), state.u(), ev_).kinetic);
}

void EventWatch::step(const State& state, Book& book) {
  if (!book.impacts.empty()) look_at_kinetic_energy(state);
  for (const Impact& impact : book.impacts) {
    if (impact.approach_energy < threshold_ * largest_energy_) continue;
    const double cells[] = {impact.t,
                            static_cast<double>(impact.contact),
                            impact.normal_before,
                            impact.normal_after,
                            impact.slip_before,
                            impact.slip_after,
                            impact.P_N,
                            impact.P_T};
    sink_->append_row(kImpactTable, cells);
    ++impacts_;
  }
  book.impacts.clear();
  for (std::size_t i = 0; i < pending_.size(); ++i) {
    Pending& watch = pending_[i];
    const ContactMode mode = state.mode(static_cast<int>(i));
    if (mode == watch.listed) {
      watch.steps = 0;
      continue;
    }
    if (watch.steps == 0 || mode != watch.candidate) {
      watch.candidate = mode;
      watch.since = std::min(state.t(), book.mode_time[i]);
      watch.steps = 0;
    }
    if (++watch.steps < debounce_) continue;
    const double cells[] = {watch.since, static_cast<double>(i),
                            static_cast<double>(static_cast<int>(watch.listed)),
                            static_cast<double>(static_cast<int>(mode))};
    sink_->append_row(kEventTable, cells);
    watch.listed = mode;
    watch.steps = 0;
  }
}

}  // namespace freeplay
