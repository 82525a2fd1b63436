// SPDX-License-Identifier: Apache-2.0
// Where bodies come to stand so that the joints close, with as little change of the drawing as will do:
//
// 1. What was not given moves; then the start of drivers that begin where the mechanism stands gives way.
// 2. If that is not enough, given coordinates move, of as few bodies as possible: one body is shifted, or
//    turned, or both, whichever comes first and moves least (of equals the later body comes to the earlier
//    one). Else every body is kept that can be, those first that would move least; then orientations and
//    positions of the others.
// 3. Joints may fit in more than one way. Newton's method finds one; others are looked for from the other
//    side of the drawing and with bodies turned round. The way that changes the drawing least is taken and,
//    of ways that change it alike, the one that is folded less: defaults of what was not given say nothing.
#pragma once

#include <vector>

#include "freeplay/system.h"
#include "system/initial.h"

namespace freeplay {

/// Corrections of a state that Placing is made of.
class Corrections {
 public:
  using Flags = std::vector<bool>;
  virtual ~Corrections() = default;
  /// Closes the rows but those of `without` (none when empty) by moving what is `free`; false: it cannot.
  virtual bool positions(const Flags& free, const Flags& without) = 0;
  /// Which of the `free` coordinates the rows determine at the present configuration. False: not known,
  /// because the system is large.
  virtual bool determined(const Flags& free, const Flags& without, Flags& fixed) = 0;
};

/// Places the bodies of a system, again and again; allocates nothing then.
class Placing {
 public:
  /// Moves `state`, the one that `corrections` correct.
  Placing(const System& system, const GivenCoordinates& given, State& state, Corrections& corrections);

  /// From the drawing that `state` is. False: the joints stay open.
  bool place();
  /// After place() failed: a drawing whose parts lie in one line has no direction to fold in, so bodies whose
  /// angles were not given are first turned a little, each by another angle. False: they stay open all the
  /// same, and `state` is as it was.
  bool fold();
  /// After place(): the joints fit in two ways of which neither is twice as near as the other; other() is the
  /// one that was not taken.
  bool two_ways() const { return two_ways_; }
  const State& other() const { return other_; }
  /// The two change the drawing alike: what was given decides nothing between them.
  bool undecided() const { return two_ways_ && alike_; }
  /// After place(): the body stands elsewhere, in coordinates that joints determine, in the other way.
  bool differs(int body) const;

 private:
  using Flags = Corrections::Flags;
  enum class Part { position, orientation };

  bool place_free();
  bool place_given();
  bool attempt(const Flags& moving);
  /// The same, and what was given moves no farther than `reach_`.
  bool attempt_within(const Flags& moving);
  void find_moved_bodies();
  bool move_one_body();
  void keep_what_can_be_kept();
  void look_for_another_way();
  void consider(const State& start);
  void consider_flips();
  void choose();

  void let_move(Flags& flags, int body, Part part, bool moves) const;
  bool is_given(int body, Part part) const;
  int first(int body, Part part) const;
  int last(int body, Part part) const;
  /// How far what was given stands from where it was drawn: lengths against the system's length, angles
  /// against 1.
  double moved(const State& now);
  double moved(const State& now, int body, Part part);
  /// How far determined coordinates are apart; turns of 2π are no difference.
  double apart(const State& a, const State& b);
  /// By how much bodies are turned from their drawn angles, and given positions moved: positions that were not
  /// given are drawn nowhere.
  double changed(const State& now);
  /// Angles between bodies that joints connect.
  double folded(const State& now);

  const System& system_;
  const GivenCoordinates& given_;
  State& state_;
  Corrections& corrections_;
  Flags free_, everything_, none_, moving_, trial_, kept_, fixed_;
  const Flags* without_ = nullptr;
  State drawn_, closest_, first_try_, best_, start_, other_;
  std::vector<int> bodies_;  ///< whose given coordinates had to move, those first that moved least
  std::vector<double> change_, amount_;
  std::vector<BodyMotion> motion_;
  int most_tries_ = 0;
  double reach_ = 0, other_changed_ = 0;
  bool found_ = false, two_ways_ = false, alike_ = false;
};

}  // namespace freeplay
