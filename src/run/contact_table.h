// SPDX-License-Identifier: Apache-2.0
// Free contacts that share a pool have no channels of their own: a table lists those that do something,
// sample by sample.
#pragma once

#include <vector>

#include "freeplay/record.h"
#include "freeplay/system.h"
#include "stepping/steppers/stepper.h"

namespace freeplay {

/// Columns that say which contact a row is about, for systems with a pool: `contact` names a fixed one; for
/// others it is "free", and `first`, `second` and `feature` say which.
std::vector<Column> pair_columns(const SystemInfo& info);
/// A column of a tangential quantity; in space two, `name_1` and `name_2`, along the contact's tangents.
void add_tangential(const SystemInfo& info, const std::string& name, const std::string& unit,
                    std::vector<Column>& columns);
/// The cells of these columns.
void put_pair(const SystemInfo& info, int contact, const PairFeature& pair, std::vector<double>& cells);

/// /contacts: one row per sample and free contact that is closed or, where the stepper is not a smooth one, had
/// an impulse since the last sample.
Table contact_table(const SystemInfo& info, bool smooth);

class ContactTable {
 public:
  ContactTable(const System& system, bool smooth, int table, RecordSink& sink);

  /// After every step: a pair that has left its slot since gets its last row, if it had an impulse, and takes
  /// that impulse out of the book.
  void step(const State& state, Book& book);
  /// Writes the rows of a sample: forces of smooth motion, or the book's impulses since the last one.
  void sample(const State& state, const Book& book, const SmoothSample* smooth);
  void visit(Archive& a) { a(features_, impulse_); }

 private:
  void place(const State& state, std::span<const double> features);
  void put_row(const State& state, int contact, const PairFeature& pair, const double* impulse,
               ContactMode mode);

  const System* system_;
  bool smooth_;
  RecordSink* sink_;
  int table_;
  Evaluation ev_;
  // As they were after the last step:
  std::vector<double> features_;  ///< of the state
  std::vector<double> impulse_;   ///< P_N, P_T, … per slot since the last sample
  std::vector<double> cells_;
};

}  // namespace freeplay
