// SPDX-License-Identifier: Apache-2.0
// Free contacts as contacts of a system. A few have a contact each and always the same one, so that a
// mechanism with a stop or a floor pays for nothing more; many share a pool of slots.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "shapes/free/broad_phase.h"
#include "shapes/free/free_contacts.h"

namespace freeplay {

/// Up to this many possible contacts each has its own.
inline constexpr int kMostFixed = 64;

template <class World>
class FreeSlotsOf {
 public:
  using Place = typename World::Place;

  FreeSlotsOf() = default;
  /// Adds the contacts, and the features of the state, to the info. `pool` is the number of slots when one is
  /// needed; unset: from the shapes.
  FreeSlotsOf(FreePartsOf<World> parts, double gravity, std::optional<int> pool, SystemInfo& info);

  /// After laws or lengths of the contacts changed: what the info says of them.
  void refill(double gravity, SystemInfo& info);

  const FreeContactsOf<World>& contacts() const { return *contacts_; }
  FreeContactsOf<World>& contacts() { return *contacts_; }
  bool any() const { return contacts_ != nullptr; }
  bool pooled() const { return broad_phase_ != nullptr; }
  bool owns(int contact) const { return any() && contact >= first_; }

  /// The id of the pair that a contact is now, −1 for an empty slot.
  double id(int contact, std::span<const double> features) const;
  void load(std::span<const double> features, Evaluation& out) const;
  bool choose(State& state, double dt) const;
  void gaps(std::span<const Place> poses, Evaluation& out) const;
  /// w_N and w_T of a contact; an empty slot has rows without columns.
  void rows(int contact, std::span<const Place> poses, Evaluation& out) const;
  typename World::Contact find(int contact, std::span<const Place> poses, const Evaluation& at) const;
  /// What a contact holds now, with its corners; nothing when its slot is empty.
  PairFeature held(int contact, std::span<const double> features) const;
  /// The body of its second shape; the ground when its slot is empty.
  int second_body(int contact, std::span<const double> features) const;

 private:
  // On the heap: the broad phase points to the contacts.
  std::unique_ptr<FreeContactsOf<World>> contacts_;
  std::unique_ptr<BroadPhaseOf<World>> broad_phase_;
  std::vector<double> fixed_;
  int first_ = 0;          ///< of its contacts
  double first_pair_ = 0;  ///< id of the first contact that can be
  SlotRange slots_;
};

using FreeSlots = FreeSlotsOf<PlanarWorld>;
using SpatialFreeSlots = FreeSlotsOf<SpatialWorld>;

extern template class FreeSlotsOf<PlanarWorld>;
extern template class FreeSlotsOf<SpatialWorld>;

}  // namespace freeplay
