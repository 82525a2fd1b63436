// SPDX-License-Identifier: Apache-2.0
#include "system/free_slots.h"

#include <fmt/format.h>

#include <algorithm>

namespace freeplay {
namespace {

/// Shapes that touch without overlap are neighbours in a planar graph: n of them have at most 3 n − 6 pairs.
/// A side on a side is two corners of each.
int default_pool(const std::vector<PlacedShape>& shapes, double all) {
  double bound = 64;
  for (const PlacedShape& placed : shapes) bound += placed.shape.kind == ShapeKind::polygon ? 12 : 3;
  return static_cast<int>(std::min(all, bound));
}

}  // namespace

FreeSlots::FreeSlots(FreeParts parts, double gravity, std::optional<int> pool, SystemInfo& info)
    : contacts_(std::make_unique<FreeContacts>(std::move(parts))),
      first_(static_cast<int>(info.contacts.size())) {
  const double all = contacts_->count();
  if (all <= kMostFixed) {
    fixed_ = contacts_->list(kMostFixed);
    for (const double id : fixed_) {
      ContactInfo contact;
      static_cast<ContactData&>(contact) = contacts_->data(id);
      contact.name = contacts_->name(id);
      info.contacts.push_back(contact);
    }
    return;
  }
  slots_ = {first_, pool.value_or(default_pool(contacts_->shapes(), all)), info.features};
  info.first_slot = first_;
  info.slot_width = 6;
  info.features += slots_.count;
  for (const PlacedShape& placed : contacts_->shapes()) {
    info.shapes.push_back(placed.name);
    if (placed.shape.kind == ShapeKind::polygon)
      info.corners = std::max(info.corners, static_cast<int>(placed.shape.points.size()));
  }
  ContactInfo contact;
  contact.length = contacts_->data(contacts_->list(1)[0]).length;
  for (const ContactData& laws : contacts_->all_laws()) {  // steppers make room for the most that may come
    contact.impact = std::max(contact.impact, laws.impact);
    contact.restitutionN = std::max(contact.restitutionN, laws.restitutionN);
    contact.restitutionT = std::max(contact.restitutionT, laws.restitutionT);
    contact.mu = std::max(contact.mu, laws.mu);
  }
  for (int s = 1; s <= slots_.count; ++s) {
    contact.name = fmt::format("free_{}", s);
    info.contacts.push_back(contact);
  }
  broad_phase_ = std::make_unique<BroadPhase>(*contacts_, gravity, slots_.count);
}

double FreeSlots::id(int contact, std::span<const double> features) const {
  if (!pooled()) return fixed_[static_cast<std::size_t>(contact - first_)];
  return features[static_cast<std::size_t>(slots_.feature + contact - first_)] - 1;
}

void FreeSlots::load(std::span<const double> features, Evaluation& out) const {
  for (int s = 0; s < slots_.count; ++s) {
    const double held = id(first_ + s, features);
    ContactData& data = out.contacts[static_cast<std::size_t>(first_ + s)];
    if (held >= 0) {
      data = contacts_->data(held);
    } else {
      data.shape = RowShape{};
    }
  }
}

bool FreeSlots::choose(State& state, double dt) const {
  return !pooled() || broad_phase_->choose(state, dt, slots_);
}

void FreeSlots::gaps(std::span<const Pose> poses, Evaluation& out) const {
  const int count = pooled() ? slots_.count : static_cast<int>(fixed_.size());
  for (int contact = first_; contact < first_ + count; ++contact) {
    const double held = id(contact, out.features);
    out.gap[static_cast<std::size_t>(contact)] =
        held < 0 ? std::numeric_limits<double>::infinity() : contacts_->find(held, poses).gap;
  }
}

PairContact FreeSlots::find(int contact, std::span<const Pose> poses, const Evaluation& at) const {
  return contacts_->find(id(contact, at.features), poses);
}

}  // namespace freeplay
