// SPDX-License-Identifier: Apache-2.0
// What a sample holds: one flat row, filled from the system, its state and the stepper's book.
#pragma once

#include <vector>

#include "freeplay/model.h"
#include "freeplay/system.h"
#include "run/record.h"
#include "stepping/steppers/stepper.h"

namespace freeplay {

class Channels {
 public:
  /// `left_out`: patterns of channels that are not recorded in any case.
  Channels(const System& system, const RecordOptions& options, const std::vector<std::string>& left_out = {});

  /// All channels in order; those that RecordOptions::channels leaves out are not in it.
  const std::vector<Channel>& list() const { return kept_; }

  /// Fills the row at the state; impulses and accelerations are those since the last sample.
  /// `energy_0` is the energy at the start. Clears the impulses of the book.
  std::span<const double> sample(const State& state, Stepper& stepper, double energy_0);
  /// Numbers of the last row that later steps look at.
  const Energies& energies() const { return energies_; }
  double numerical() const { return numerical_; }
  /// Positions in the row of mean accelerations: the first sample takes them from the second.
  const std::vector<int>& acceleration_columns() const { return acceleration_columns_; }

 private:
  void add(Channel channel);
  void add_contacts(const SystemInfo& info);
  void add_rubbing(const SystemInfo& info);
  void put_rubbing(const State& state, const Book& book, const SmoothSample* smooth);
  void put(double value) { full_.push_back(value); }
  void add_spatial_reactions();
  void put_spatial(std::size_t body, bool smooth, double rate);
  void put_spatial_reactions(const State& state, const Book& book);
  void put_extra();
  void put_violation(const State& state);
  void put_contact(const State& state, int contact, const Book& book, const SmoothSample* smooth);

  const System& system_;
  std::vector<Channel> all_, kept_;
  std::vector<bool> keep_;  ///< per number of the full row
  std::vector<double> full_, row_, extra_, last_extra_;
  std::vector<bool> reacts_;       ///< joints in space that have rows
  std::vector<double> reactions_;  ///< force and moment of every joint in space
  std::vector<int> acceleration_columns_;
  Evaluation ev_;
  std::vector<BodyMotion> motion_, last_motion_;
  double last_t_ = 0;
  bool first_ = true;
  long long last_evaluations_ = 0, last_substeps_ = 0, last_solves_ = 0, last_iterations_ = 0;
  std::vector<BodyMotion> acceleration_;  ///< of smooth motion
  Energies energies_;
  double numerical_ = 0;
};

/// Words of the mode channel, by value; in space slip has no sign.
std::vector<std::string> mode_words(const SystemInfo& info);

}  // namespace freeplay
