// SPDX-License-Identifier: Apache-2.0
// Which of many shapes can touch soon, and which slot of a pool each of their contacts gets.
//
// Boxes around the bounded shapes, enlarged by what they can move within the step, are sorted along the
// longest side of the scene and swept; half-planes and half-spaces are compared with every shape. Of a pair
// whose boxes overlap, the contacts whose gap can close within the step get a slot. The order of nothing but
// ids decides, so that reruns are identical.
//
// In the rigid world a place counts once: where corners of two bodies come together, or edges cross at their
// ends, several contacts of the pair have one point, one normal and one gap, and only one of them gets a slot,
// a closed one first. A box that stands exactly on another has four contacts then, not sixteen. In the
// compliant world each of them is a spring, and all stay.
//
// A shape's reach within dt is, with s = |v| + |ω|·extent its fastest point,
//   s dt + min(s_max dt, kStruck·size) + |g| dt² + kMargin·size
// where s_max is the fastest of all: a body at rest may be struck and then move.
//
// Where nothing has moved since the last call, bit by bit, and the same contacts are closed, the same contacts are wanted:
// what stands costs no search, and what is answered depends on the state alone. Coordinates that are nothing beside the
// size of a shape count as zero, for what stands trembles there.
#pragma once

#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "base/index.h"
#include "freeplay/state.h"
#include "shapes/free/free_contacts.h"

namespace freeplay {

/// The slots of a pool: contacts first … first + count − 1, whose ids + 1 stand in State::features from
/// `feature` on.
struct SlotRange {
  int first = 0, count = 0, feature = 0;
};

template <class World>
class BroadPhaseOf {
 public:
  /// `gravity` is the size of the acceleration that moves what is at rest.
  BroadPhaseOf(const FreeContactsOf<World>& contacts, double gravity, int slots);
  /// As new, with another gravity and other sizes of the shapes.
  void restart(double gravity);

  /// Gives slots to contacts that can close within dt and takes them from those that cannot. A contact that
  /// is not open keeps its slot unless another one at its place has it. False, with the state as it was, when there are too few.
  /// Allocates nothing.
  bool choose(State& state, double dt, const SlotRange& slots) const;

  /// Pairs of shapes whose boxes overlap, first < second, sorted; for tests.
  std::vector<std::array<int, 2>> pairs(const State& state, double dt) const;

 private:
  using Vector = typename World::Vector;
  struct Box {
    Vector low, high;
  };
  struct Swept {
    Box box;
    int shape;
  };
  void take_places(const State& state) const;
  const typename World::Place& pose(int body) const { return poses_[idx(body)]; }
  void place(const State& state, double dt) const;
  template <class F>
  bool each_pair(F use) const;
  bool want(int first, int second) const;
  void count_places_once(typename World::Pair& pair) const;
  void take_closed(const SlotRange& slots, const State& state) const;
  bool nothing_moved() const;
  bool find_wanted() const;
  void hand_over(const SlotRange& slots, State& state) const;
  bool give_slots(const SlotRange& slots, State& state) const;

  /// A contact that is wanted, where it is.
  struct Wanted {
    double id = 0;  ///< + 1
    typename World::Contact at;
  };
  /// One of a pair that is looked at: where it is may not be known yet.
  struct Found {
    double id = 0;  ///< + 1
    int feature = 0;
    std::optional<typename World::Contact> at;
  };
  /// The first gave its place to the second: ids + 1.
  struct Dropped {
    double id, heir;
  };
  /// `length` is what gaps of the pair are judged against.
  static bool same_place(const Wanted& one, const Wanted& other, double length);

  const FreeContactsOf<World>* contacts_;
  double gravity_;
  bool once_ = false;  ///< a place counts once
  std::vector<int> bounded_, endless_;
  double nothing_ = 0;         ///< [m]
  std::vector<double> scale_;  ///< per shape: its size, or the smallest of all when it has none
  // Scratch without memory from call to call; the lock lets several runs share a system.
  mutable std::mutex lock_;
  mutable std::vector<double> q_;                     ///< of all bodies
  mutable std::vector<typename World::Place> poses_;  ///< per body, the ground first
  mutable std::vector<double> reach_;                 ///< per shape
  mutable std::vector<Box> box_;                      ///< per shape
  mutable std::vector<Swept> sweep_;                  ///< bounded shapes along the axis of the sweep
  mutable std::vector<double> wanted_;                ///< ids + 1
  mutable std::vector<char> held_;                    ///< per wanted one
  mutable std::vector<char> wanted_slot_;             ///< per slot: its contact is wanted
  mutable std::vector<double> closed_;                ///< ids + 1 of contacts that are not open, sorted
  mutable std::vector<Found> found_;                  ///< of one pair
  mutable std::vector<Wanted> places_;                ///< of one pair
  mutable std::vector<Dropped> dropped_;              ///< closed ones
  // What wanted_ and dropped_ were found for.
  mutable bool known_ = false;
  mutable std::vector<double> known_q_, known_reach_, known_closed_;
};

using BroadPhase = BroadPhaseOf<PlanarWorld>;
using SpatialBroadPhase = BroadPhaseOf<SpatialWorld>;

extern template class BroadPhaseOf<PlanarWorld>;
extern template class BroadPhaseOf<SpatialWorld>;

}  // namespace freeplay
