// SPDX-License-Identifier: Apache-2.0
// The tables of a run: impacts above a threshold, and changes of contact modes that last.
#pragma once

#include <vector>

#include "freeplay/model.h"
#include "freeplay/record.h"
#include "stepping/book.h"

namespace freeplay {

inline constexpr int kImpactTable = 0;
inline constexpr int kEventTable = 1;
inline constexpr int kContactTable = 2;  ///< only of systems with a pool: see run/contact_table.h
/// `smooth`: of a smooth stepper, in which impacts take time.
std::vector<Table> event_tables(const SystemInfo& info, bool smooth);
/// The last table, of systems with friction in ideal joints.
Table joint_event_table(const SystemInfo& info);

/// Watches every step. An impact is listed when its approach energy ½ γ_N² / G_NN reaches
/// `impact_threshold` of the largest kinetic energy seen at the start and at impacts so far: free of units,
/// of the step size and of the record interval. A mode change is listed, with the time it began, once the new
/// mode has lasted `debounce` steps.
class EventWatch {
 public:
  /// Chosen steps resolve what happens: every change of mode is listed.
  EventWatch(const System& system, bool smooth, const RecordOptions& options, bool chosen_steps,
             RecordSink& sink);

  /// Writes the impacts of the step and takes note of the modes; clears the book's impacts.
  void step(const State& state, Book& book);
  /// The run ends: writes the impacts that were still under way.
  void end(const State& state, Book& book);
  long long impacts() const { return impacts_; }
  void visit(Archive& a) { a(largest_energy_, pending_, joints_, impacts_); }

 private:
  struct Pending {
    ContactMode listed = ContactMode::open, candidate = ContactMode::open;
    double since = 0;
    int steps = 0;
    PairFeature pair;  ///< of a slot

    void visit(Archive& a) {
      a(listed, candidate, since, steps, pair.first, pair.second, pair.feature);
      a(pair.corner_first, pair.corner_second);
    }
  };
  void look_at_kinetic_energy(const State& state);
  void list_impact(const State& state, const Impact& impact);
  void list_event(int contact, const Pending& watch, ContactMode to);
  void watch_slot(const State& state, int contact);
  /// Appends the cells that say which contact it is.
  void put_contact(int contact, const PairFeature& pair);

  const System* system_;
  bool smooth_;
  RecordSink* sink_;
  Evaluation ev_;
  double threshold_, largest_energy_ = 0;
  int debounce_;
  std::vector<Pending> pending_;
  std::vector<ContactMode> joints_;  ///< what rubbing joints did last; open: not seen yet
  int joint_table_ = 0;
  std::vector<double> cells_;
  long long impacts_ = 0;
};

}  // namespace freeplay
