// SPDX-License-Identifier: Apache-2.0
// A stretch of motion without events from A to E: contacts that are closed at A are held, nothing hits.
#pragma once

#include "stepping/rigid/rigid_stage.h"
#include "stepping/rigid/slips.h"

namespace freeplay {

class Piece {
 public:
  virtual ~Piece() = default;

  /// A => E over δ; contacts whose mode in A is not open are held. Leaves the stage at E with its gaps.
  /// Nothing is booked until commit(). E is a state with the features of A.
  virtual bool run(const State& A, State& E, double delta, StepReport& report) = 0;
  /// Tries a piece of length δ: what friction at rest has left for contacts that stick at A, in the middle of
  /// the piece (RigidFriction::reserve). To be called before run(): the stage is left anywhere.
  virtual bool probe(const State& A, double delta, double& reserve, StepReport& report) = 0;
  /// The same of the piece just tried, for contacts whose friction does not depend on slip.
  virtual double constant_reserve() const = 0;
  /// A piece of no length: the stage is at A, nothing moves.
  virtual void rest(const State& A) = 0;
  /// The piece counts: its impulses and works go to the book.
  virtual void commit(double t, Book& book) = 0;

  /// g_N of every contact inside the piece, about the middle.
  virtual std::span<const double> gaps_M() const = 0;
  /// Slip of a held contact at A and, before drift is removed, at E: with its sign in the plane; in space its
  /// size at A, and what is left of it at E in the direction that it had at A.
  virtual double slip_A(int contact) const = 0;
  virtual double slip_E(int contact) const = 0;

  /// Size of the slip at E, whatever its direction.
  virtual double slip_size_E(int contact) const = 0;
  /// In the next run these sliding contacts end at rest: what is left of their slip is removed at E by
  /// impulses.
  virtual void bring_to_rest(std::span<const int> contacts) = 0;

  /// The normal of a held contact turned too far in the last run for its velocities to follow.
  virtual bool turned() const { return false; }
  /// Contacts that came to another face in the last run and move into it: they are open at E, and hit there.
  virtual std::span<const int> struck() const { return {}; }

  /// Normal force of a held contact at A and at E, if the piece can tell; at E it is negative when the
  /// contact should have let go before.
  virtual bool knows_forces() const { return false; }
  virtual double force_A(int) const { return 0; }
  virtual double force_E(int) const { return 0; }
  /// What friction has left at E for contacts that stick at A and whose friction is constant, as a part of its bound:
  /// negative when one should have begun to slip before; 1 without such contacts.
  virtual double reserve_E() const { return 1; }
  /// How far the force is from a straight line within the piece; its zero is sure only where that is little.
  virtual double force_bend(int) const { return 0; }
};

}  // namespace freeplay
