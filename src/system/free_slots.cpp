// SPDX-License-Identifier: Apache-2.0
#include "system/free_slots.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/index.h"
#include "laws/impact/impact_law.h"

namespace freeplay {
namespace {

template <class World>
int default_pool(const FreeContactsOf<World>& contacts, double all) {
  double bound = 64;
  for (const PlacedShapeOf<World>& placed : contacts.shapes()) bound += World::slots(placed.shape);
  return static_cast<int>(std::min(all, bound));
}

}  // namespace

template <class World>
FreeSlotsOf<World>::FreeSlotsOf(FreePartsOf<World> parts, double gravity, std::optional<int> pool,
                                SystemInfo& info)
    : contacts_(std::make_unique<FreeContactsOf<World>>(std::move(parts))), first_(int_size(info.contacts)) {
  const double all = contacts_->count();
  if (all <= kMostFixed) {
    fixed_ = contacts_->list(kMostFixed);
    for (const double id : fixed_) {
      ContactInfo contact;
      contact.name = contacts_->name(id);
      info.contacts.push_back(contact);
    }
    refill(gravity, info);
    return;
  }
  slots_ = {first_, pool.value_or(default_pool(*contacts_, all)), info.features};
  info.first_slot = first_;
  info.slot_width = 2 * World::kVelocities;
  info.features += slots_.count;
  for (const PlacedShapeOf<World>& placed : contacts_->shapes()) {
    if (info.shapes.empty() || placed.written < 0 || placed.written == int_size(info.shapes))
      info.shapes.push_back(placed.name);
    info.corners = std::max(info.corners, World::corners(placed.shape));
  }
  for (int s = 1; s <= slots_.count; ++s) {
    ContactInfo contact;
    contact.name = fmt::format("free_{}", s);
    info.contacts.push_back(contact);
  }
  first_pair_ = contacts_->list(1)[0];
  broad_phase_ = std::make_unique<BroadPhaseOf<World>>(*contacts_, gravity, slots_.count);
  refill(gravity, info);
}

template <class World>
void FreeSlotsOf<World>::refill(double gravity, SystemInfo& info) {
  const auto at = [&](std::size_t i) -> ContactData& { return info.contacts[idx(first_) + i]; };
  for (std::size_t i = 0; i < fixed_.size(); ++i) at(i) = contacts_->data(fixed_[i]);
  if (!pooled()) return;
  broad_phase_->restart(gravity);
  ContactData most;
  most.length = contacts_->data(first_pair_).length;
  for (const ContactData& laws : contacts_->all_laws()) {  // steppers make room for the most that may come
    most.impact = std::max(most.impact, laws.impact);
    most.restitutionN = std::max(most.restitutionN, laws.restitutionN);
    most.restitutionT = std::max(most.restitutionT, laws.restitutionT);
    most.mu = std::max(most.mu, laws.mu);
    if (laws.friction != nullptr) most.friction = laws.friction;
  }
  for (int s = 0; s < slots_.count; ++s) at(idx(s)) = most;
}

template <class World>
double FreeSlotsOf<World>::id(int contact, std::span<const double> features) const {
  if (!pooled()) return fixed_[idx(contact - first_)];
  return features[idx(slots_.feature + contact - first_)] - 1;
}

template <class World>
void FreeSlotsOf<World>::load(std::span<const double> features, Evaluation& out) const {
  for (int s = 0; s < slots_.count; ++s) {
    const double held = id(first_ + s, features);
    ContactData& data = out.contacts[idx(first_ + s)];
    if (held >= 0) {
      data = contacts_->data(held);
    } else {
      data.shape = RowShape{};
    }
  }
}

template <class World>
bool FreeSlotsOf<World>::choose(State& state, double dt) const {
  return !pooled() || broad_phase_->choose(state, dt, slots_);
}

template <class World>
void FreeSlotsOf<World>::gaps(std::span<const Place> poses, Evaluation& out) const {
  const int count = pooled() ? slots_.count : int_size(fixed_);
  std::optional<typename World::Pair> pair;  // contacts of one pair often follow each other
  int first = -1, second = -1;
  for (int contact = first_; contact < first_ + count; ++contact) {
    double& gap = out.gap[idx(contact)];
    const double holds = id(contact, out.features);
    if (holds < 0) {
      gap = std::numeric_limits<double>::infinity();
      continue;
    }
    const PairFeature now = contacts_->split(holds);
    if (now.first != first || now.second != second) {
      first = now.first, second = now.second;
      pair.emplace(contacts_->pair(first, second, poses));
    }
    gap = pair->find(now.feature).gap;
  }
}

template <class World>
void FreeSlotsOf<World>::rows(int contact, std::span<const Place> poses, Evaluation& out) const {
  constexpr int d = World::kDimension, width = World::kVelocities;
  const double holds = id(contact, out.features);
  if (holds < 0) return;
  const PairFeature pair = contacts_->split(holds);
  const int a = contacts_->shape(pair.first).body, b = contacts_->shape(pair.second).body;
  double full[d][2 * width];
  std::array<double*, d> rows{};
  for (int k = 0; k < d; ++k) rows[idx(k)] = full[k];
  World::rows(contacts_->pair(pair.first, pair.second, poses).find(pair.feature, false), poses[idx(a)],
              poses[idx(b)], rows);
  for (int k = 0; k < d; ++k) {  // the ground has no columns
    double* to = out.row_W(d * contact + k);
    if (a != kGround) to = std::copy(full[k], full[k] + width, to);
    if (b != kGround) std::copy(full[k] + width, full[k] + 2 * width, to);
  }
}

template <class World>
typename World::Contact FreeSlotsOf<World>::find(int contact, std::span<const Place> poses,
                                                 const Evaluation& at) const {
  return contacts_->find(id(contact, at.features), poses);
}

template <class World>
PairFeature FreeSlotsOf<World>::held(int contact, std::span<const double> features) const {
  const double holds = owns(contact) ? id(contact, features) : -1;
  return holds < 0 ? PairFeature{} : contacts_->decode(holds);
}

template <class World>
int FreeSlotsOf<World>::second_body(int contact, std::span<const double> features) const {
  const double holds = id(contact, features);
  return holds < 0 ? kGround : contacts_->shape(contacts_->split(holds).second).body;
}

template class FreeSlotsOf<PlanarWorld>;
template class FreeSlotsOf<SpatialWorld>;

}  // namespace freeplay
