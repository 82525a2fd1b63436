// SPDX-License-Identifier: Apache-2.0
#include "run/events.h"

#include <algorithm>

#include "base/index.h"
#include "run/channels.h"
#include "run/contact_table.h"
#include "run/simulate.h"

namespace freeplay {

std::vector<Table> event_tables(const SystemInfo& info, bool smooth) {
  std::vector<Column> contact;
  if (info.first_slot < 0) {
    std::vector<std::string> names;
    for (const ContactInfo& fixed : info.contacts) names.push_back(fixed.name);
    if (names.empty()) names.emplace_back("none");
    contact = {{"contact", "", names}};
  } else {
    contact = pair_columns(info);
  }
  Table impacts{"/impacts", "impacts, one row per contact", {{"time", "s", {}}}};
  Table events{"/events", "changes of contact mode that lasted", {{"time", "s", {}}}};
  for (Table* table : {&impacts, &events})
    table->columns.insert(table->columns.end(), contact.begin(), contact.end());
  impacts.columns.push_back({"normal_before", "m/s", {}});
  impacts.columns.push_back({"normal_after", "m/s", {}});
  add_tangential(info, "slip_before", "m/s", impacts.columns);
  add_tangential(info, "slip_after", "m/s", impacts.columns);
  impacts.columns.push_back({"normal_impulse", "N*s", {}});
  add_tangential(info, "tangential_impulse", "N*s", impacts.columns);
  if (smooth) impacts.columns.push_back({"duration", "s", {}});
  events.columns.push_back({"from", "", mode_words(info)});
  events.columns.push_back({"to", "", mode_words(info)});
  return {impacts, events};
}

Table joint_event_table(const SystemInfo& info) {
  std::vector<std::string> names;
  for (const RubbingInfo& joint : info.rubbing) names.push_back(info.joints[idx(joint.joint)].name);
  return {"/joint_events",
          "stick and slip of joints with friction",
          {{"time", "s", {}},
           {"joint", "", names},
           {"from", "", mode_words(info)},
           {"to", "", mode_words(info)}}};
}

EventWatch::EventWatch(const System& system, bool smooth, const RecordOptions& options, bool chosen_steps,
                       RecordSink& sink)
    : system_(&system),
      smooth_(smooth),
      sink_(&sink),
      ev_(system.info()),
      threshold_(options.impact_threshold),
      debounce_(chosen_steps ? 1 : std::max(1, options.debounce)),
      pending_(system.info().contacts.size()),
      joints_(system.info().rubbing.size()) {
  joint_table_ = lists_contacts(system.info(), options) ? kContactTable + 1 : kContactTable;
  look_at_kinetic_energy(system.initial_state());
}

void EventWatch::look_at_kinetic_energy(const State& state) {
  system_->place(state.t(), state.q(), ev_);
  system_->mass(state.q(), ev_);
  largest_energy_ =
      std::max(largest_energy_, system_->energies(state.t(), state.q(), state.u(), ev_).kinetic);
}

void EventWatch::put_contact(int contact, const PairFeature& pair) {
  const SystemInfo& info = system_->info();
  if (info.first_slot < 0) {
    cells_.push_back(contact);
  } else {
    put_pair(info, contact, pair, cells_);
  }
}

void EventWatch::list_impact(const State& state, const Impact& impact) {
  if (impact.approach_energy < threshold_ * largest_energy_) return;
  cells_.assign({impact.t});
  put_contact(impact.contact, system_->slot(impact.contact, state.features()));
  const auto tangents = static_cast<std::ptrdiff_t>(system_->info().dimension) - 1;
  const auto put_tangential = [&](const std::array<double, 2>& both) {
    cells_.insert(cells_.end(), both.begin(), both.begin() + tangents);
  };
  cells_.push_back(impact.normal_before);
  cells_.push_back(impact.normal_after);
  put_tangential(impact.slip_before);
  put_tangential(impact.slip_after);
  cells_.push_back(impact.P_N);
  put_tangential(impact.P_T);
  if (smooth_) cells_.push_back(impact.duration);
  sink_->append_row(kImpactTable, cells_);
  ++impacts_;
}

void EventWatch::list_event(int contact, const Pending& watch, ContactMode to) {
  cells_.assign({watch.since});
  put_contact(contact, watch.pair);
  cells_.push_back(static_cast<double>(static_cast<int>(watch.listed)));
  cells_.push_back(static_cast<double>(static_cast<int>(to)));
  sink_->append_row(kEventTable, cells_);
}

/// A slot that holds another pair than before begins anew; the old pair has opened.
void EventWatch::watch_slot(const State& state, int contact) {
  Pending& watch = pending_[idx(contact)];
  const PairFeature pair = system_->slot(contact, state.features());
  if (pair.first == watch.pair.first && pair.second == watch.pair.second &&
      pair.feature == watch.pair.feature)
    return;
  if (watch.listed != ContactMode::open) {
    if (watch.steps == 0) watch.since = state.t();
    list_event(contact, watch, ContactMode::open);
  }
  watch = Pending{};
  watch.pair = pair;
}

void EventWatch::end(const State& state, Book& book) {
  if (!book.impacts.empty()) look_at_kinetic_energy(state);
  for (const Impact& impact : book.impacts) list_impact(state, impact);
  book.impacts.clear();
}

void EventWatch::step(const State& state, Book& book) {
  end(state, book);
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    ContactMode& listed = joints_[i];
    const ContactMode mode = book.rubbing_mode[i];
    if (mode != listed && listed != ContactMode::open) {
      cells_.assign({std::min(state.t(), book.rubbing_mode_time[i]), static_cast<double>(i),
                     static_cast<double>(static_cast<int>(listed)),
                     static_cast<double>(static_cast<int>(mode))});
      sink_->append_row(joint_table_, cells_);
    }
    listed = mode;
  }
  const int fixed = system_->info().fixed_contacts();
  for (std::size_t i = 0; i < pending_.size(); ++i) {
    if (to_int(i) >= fixed) watch_slot(state, to_int(i));
    Pending& watch = pending_[i];
    const ContactMode mode = state.mode(to_int(i));
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
    list_event(to_int(i), watch, mode);
    watch.listed = mode;
    watch.steps = 0;
  }
}

}  // namespace freeplay
