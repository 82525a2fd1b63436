// SPDX-License-Identifier: Apache-2.0
// Free contacts as contacts of a system. A few have a contact each and always the same one, so that a
// mechanism with a stop or a floor pays for nothing more; many share a pool of slots.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "clearances/planar/broad_phase.h"
#include "clearances/planar/free_contacts.h"

namespace freeplay {

/// Up to this many possible contacts each has its own.
inline constexpr int kMostFixed = 64;

class FreeSlots {
 public:
  FreeSlots() = default;
  /// Adds the contacts, and the features of the state, to the info. `pool` is the number of slots when one is
  /// needed; unset: from the shapes.
  FreeSlots(FreeParts parts, double gravity, std::optional<int> pool, SystemInfo& info);

  const FreeContacts& contacts() const { return *contacts_; }
  bool any() const { return contacts_ != nullptr; }
  bool pooled() const { return broad_phase_ != nullptr; }
  bool owns(int contact) const { return any() && contact >= first_; }

  /// The id of the pair that a contact is now, −1 for an empty slot.
  double id(int contact, std::span<const double> features) const;
  void load(std::span<const double> features, Evaluation& out) const;
  bool choose(State& state, double dt) const;
  void gaps(std::span<const Pose> poses, Evaluation& out) const;
  PairContact find(int contact, std::span<const Pose> poses, const Evaluation& at) const;

 private:
  // On the heap: the broad phase points to the contacts.
  std::unique_ptr<FreeContacts> contacts_;
  std::unique_ptr<BroadPhase> broad_phase_;
  std::vector<double> fixed_;
  int first_ = 0;  ///< of its contacts
  SlotRange slots_;
};

}  // namespace freeplay
