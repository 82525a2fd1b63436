// SPDX-License-Identifier: Apache-2.0
// Friction in ideal joints, in rigid stepping. A joint that rubs is one more contact of the contact problem:
//
//   slip rows   those of the joint; in space one that is not there is tied to nothing
//   normal row  tied to nothing, with a right-hand side that makes its impulse the P_N = Σ |P| of the pads
//
// so that every solver answers, with exact stick. P is linear in the impulses Λ of the joint, which friction
// changes: the problem is solved again until P_N goes with the Λ that comes out. What friction does off the
// joint's axis acts along the levers, F_T P/P_N each; the joint takes it up, and presses the more.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "base/index.h"
#include "stepping/rigid/rigid_dynamics.h"

namespace freeplay {

class RigidRubbing {
 public:
  explicit RigidRubbing(const System& system);

  int places() const { return int_size(places_); }
  /// Rows of the levers at the evaluated configuration.
  void build(const Evaluation& ev, const JointElimination& joints);
  /// Pads as Λ presses them.
  void begin(const Evaluation& ev, std::span<const double> lambda);
  /// P_N that the problem is to be solved with.
  double pressing(int place) const { return places_[idx(place)].N; }
  /// v and Λ with what friction P_T does along the levers, per place its first number.
  void add_levers(const JointElimination& joints, std::span<const double> P_T, std::span<double> v,
                  std::span<double> lambda);
  /// Pads as the Λ of the solution presses them, friction included. True when the problem is to be solved
  /// again; `scale` is the largest impulse in it.
  bool again(const Evaluation& ev, std::span<const double> lambda, std::span<const double> P_T, double scale);
  /// The place that is furthest from its P_N, after again().
  int worst() const { return worst_; }

  /// By how much a change of Λ presses a place more, the pads being pressed as they are.
  double change(int place, const Evaluation& ev, std::span<const double> lambda) const;

 private:
  using Pads = std::array<Tangent, RubbingInfo::kMostPads>;
  struct Place {
    Pads pads{};
    double N = 0, target = 0;
    double last_N = 0, last_target = 0;
    bool has_last = false, settled = false;
  };
  void settled();
  /// The next P_N of a place: a secant step, or that which came out.
  static void step(Place& place, bool plain);
  double read(int place, const Evaluation& ev, std::span<const double> lambda, Pads& pads) const;
  /// Share of friction along lever m.
  double share(int place, const Pads& pads, int m) const;

  const System& system_;
  const SystemInfo& info_;
  ContactRows levers_;
  std::vector<int> rows_;
  std::vector<Place> places_;
  std::vector<double> P_;  ///< along the levers
  bool any_lever_ = false;
  int worst_ = -1;
  double best_ = 0;  ///< error that was last half of the one before it
  int since_ = 0;    ///< solves since then
};

}  // namespace freeplay
