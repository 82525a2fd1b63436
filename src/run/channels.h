// SPDX-License-Identifier: Apache-2.0
// What a sample holds: one flat row, filled from the system, its state and the stepper's book.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "freeplay/model.h"
#include "freeplay/record.h"
#include "freeplay/system.h"
#include "stepping/steppers/stepper.h"

namespace freeplay {

class Channels {
 public:
  /// `smooth`: a smooth stepper runs the system, which has forces at the sample in place of impulses since
  /// the last one. `left_out`: patterns of channels that are not recorded in any case.
  Channels(const System& system, bool smooth, const RecordOptions& options,
           const std::vector<std::string>& left_out = {});

  /// All channels in order; those that RecordOptions::channels leaves out are not in it.
  const std::vector<Channel>& list() const { return list_; }

  /// Fills the row at the state; impulses and accelerations are those since the last sample.
  /// `energy_0` is the energy at the start. Clears the impulses of the book. Throws std::invalid_argument when
  /// the stepper is of another kind than was said: units would be wrong.
  std::span<const double> sample(const State& state, Stepper& stepper, double energy_0);
  /// Numbers of the last row that later steps look at.
  const Energies& energies() const { return energies_; }
  double numerical() const { return numerical_; }
  /// Positions in the row of means since the last sample: the first sample takes them from the second.
  const std::vector<int>& mean_columns() const { return mean_columns_; }
  /// What the next sample is compared with.
  void visit(Archive& a);

 private:
  /// Writes the numbers of a channel; `i` says of which body, row or contact.
  using Getter = void (*)(const Channels& of, std::size_t i, double* out);
  struct Entry {
    Getter get;
    std::size_t i;
    int width;
    bool mean;  ///< divided by the time since the last sample
  };
  /// What a sample is made of, while it is made.
  struct Now {
    const State* state = nullptr;
    const Book* book = nullptr;
    const SmoothSample* smooth = nullptr;  ///< of smooth steppers
    const SolverStatistics* solver = nullptr;
    double rate = 0;                    ///< 1 / time since the last sample
    const double* lambda = nullptr;     ///< of constraint rows: forces, or impulses since the last sample
    const double* contact_F = nullptr;  ///< of contacts, likewise
  };

  /// A channel with its getter, unless it is left out.
  void add(Channel channel, Getter get, std::size_t i = 0, bool mean = false);
  /// A channel of impulses since the last sample, and the mean force that they make: NAME_mean.
  void add_impulse(const Channel& channel, Getter get, std::size_t i);
  void add_load(const Channel& channel, Getter get, std::size_t i);
  void add_body(const BodyInfo& body, std::size_t b);
  void add_reactions();
  void add_spatial_reactions();
  void add_power(const ConstraintInfo& row, std::size_t r);
  void add_rubbing(std::size_t place);
  void add_contact(std::size_t contact);
  void add_energies();
  void add_steps();
  void evaluate(const State& state, Stepper& stepper, double energy_0);
  void follow_turns(const State& state);

  std::array<double, 3> contact_force(std::size_t contact) const;
  double violation(bool angle) const;
  static double squared(const std::vector<double>& of);

  const System& system_;
  const SystemInfo& info_;
  const bool smooth_;
  const std::vector<std::string> wanted_, left_out_;
  std::vector<Channel> list_;
  std::vector<Entry> entries_;  ///< of list_
  std::vector<double> row_, extra_, last_extra_;
  std::vector<double> Phi_, rates_;  ///< Φ and Φ̇ of constraint rows
  std::vector<double> reactions_;    ///< force and moment of every joint in space
  std::vector<int> mean_columns_;
  std::vector<double> last_drive_;  ///< Φ_t of constraint rows at the last sample
  Evaluation ev_;
  Now now_;
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
