// SPDX-License-Identifier: Apache-2.0
#include "shapes/free/broad_phase.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "base/tolerances.h"

namespace freeplay {
namespace {

constexpr double kMargin = 0.02;  // of the size: slots are kept over small motions, and forces may be unknown
// Of the pair's length, and of the normal: points this close are one place. While the bodies turn against each other by
// an angle, gaps there differ by that part of it; trial.
constexpr double kSamePlace = 1e-4;
// Of the smallest size, and of angles: far below the rounding of a shape's points, which are the same without it.
constexpr double kNothing = 1e-17;
constexpr double kStruck = 0.25;  // of the size: what a body that is struck may move in the rest of a step

}  // namespace

template <class World>
BroadPhaseOf<World>::BroadPhaseOf(const FreeContactsOf<World>& contacts, double gravity, int slots)
    : contacts_(&contacts), gravity_(gravity) {
  const std::vector<PlacedShapeOf<World>>& shapes = contacts.shapes();
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    if (!World::touches(shapes[i].shape)) continue;
    (World::is_endless(shapes[i].shape) ? endless_ : bounded_).push_back(to_int(i));
  }
  int bodies = 1;
  for (const PlacedShapeOf<World>& placed : shapes) bodies = std::max(bodies, placed.body + 1);
  poses_.assign(idx(bodies), {});
  reach_.assign(shapes.size(), 0);
  box_.assign(shapes.size(), Box{});
  restart(gravity);
  wanted_.reserve(idx(slots));
  held_.reserve(idx(slots));
  wanted_slot_.assign(idx(slots), 0);
  sweep_.reserve(bounded_.size());
  q_.assign(World::kCoordinates * (poses_.size() - 1), 0);
  known_q_ = q_;
  known_reach_.reserve(shapes.size());
  once_ = contacts.compliant() ? false : contacts.most_features() > 1;
  if (!once_) return;
  closed_.reserve(idx(slots));
  known_closed_.reserve(idx(slots));
  dropped_.reserve(idx(slots));
  found_.reserve(idx(std::min(slots, contacts.most_features())));
  places_.reserve(idx(std::min(slots, contacts.most_features())));
}

template <class World>
void BroadPhaseOf<World>::restart(double gravity) {
  gravity_ = gravity;
  known_ = false;
  double smallest = 0;
  for (const PlacedShapeOf<World>& placed : contacts_->shapes()) {
    const double size = placed.shape.size;
    if (World::touches(placed.shape) && size > 0 && (smallest == 0 || size < smallest)) smallest = size;
  }
  nothing_ = kNothing * smallest;
  scale_.clear();
  for (const PlacedShapeOf<World>& placed : contacts_->shapes())
    scale_.push_back(placed.shape.size > 0 ? placed.shape.size : smallest);
}

template <class World>
void BroadPhaseOf<World>::take_places(const State& state) const {
  for (std::size_t i = 0; i < q_.size(); ++i) {
    const bool length = i % World::kCoordinates < World::kDimension;  // a body's place comes first
    q_[i] = std::abs(state.q()[i]) < (length ? nothing_ : kNothing) ? 0 : state.q()[i];
  }
}

template <class World>
void BroadPhaseOf<World>::place(const State& state, double dt) const {
  take_places(state);
  for (std::size_t body = 1; body < poses_.size(); ++body)
    poses_[body] = World::place(q_.data() + World::kCoordinates * (body - 1));
  const std::vector<PlacedShapeOf<World>>& shapes = contacts_->shapes();
  double fastest = 0;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    if (shapes[i].body == kGround) continue;
    const double* u =
        state.u().data() + static_cast<std::ptrdiff_t>(World::kVelocities) * (shapes[i].body - 1);
    reach_[i] = dt * World::speed(u, shapes[i].shape.extent);
    fastest = std::max(fastest, reach_[i]);
  }
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const PlacedShapeOf<World>& placed = shapes[i];
    if (!World::touches(placed.shape)) continue;  // a mesh has many points
    if (placed.body != kGround)
      reach_[i] += std::min(fastest, kStruck * scale_[i]) + gravity_ * dt * dt + kMargin * scale_[i];
    const auto& at = pose(placed.body);
    Box box{at.point(placed.shape.points[0]), at.point(placed.shape.points[0])};
    for (std::size_t k = 1; k < placed.shape.points.size(); ++k) {
      const Vector x = at.point(placed.shape.points[k]);
      for (std::size_t axis = 0; axis < World::kDimension; ++axis) {
        box.low[axis] = std::min(box.low[axis], x[axis]);
        box.high[axis] = std::max(box.high[axis], x[axis]);
      }
    }
    const double around = placed.shape.radius + reach_[i];
    for (std::size_t axis = 0; axis < World::kDimension; ++axis)
      box.low[axis] -= around, box.high[axis] += around;
    box_[i] = box;
  }
}

/// Calls use(first, second) for every pair that can meet and whose boxes overlap, until it answers false.
template <class World>
template <class F>
bool BroadPhaseOf<World>::each_pair(F use) const {
  const auto box = [&](int shape) -> const Box& { return box_[idx(shape)]; };
  const auto ask = [&](int i, int j) {
    return !contacts_->meet(i, j) || use(std::min(i, j), std::max(i, j));
  };
  Vector low = box(bounded_.empty() ? 0 : bounded_[0]).low, high = low;
  for (const int i : bounded_) {
    for (std::size_t axis = 0; axis < World::kDimension; ++axis) {
      low[axis] = std::min(low[axis], box(i).low[axis]);
      high[axis] = std::max(high[axis], box(i).low[axis]);
    }
  }
  std::size_t along = 0;
  for (std::size_t axis = 1; axis < World::kDimension; ++axis) {
    if (high[axis] - low[axis] > high[along] - low[along]) along = axis;
  }
  sweep_.clear();
  for (const int i : bounded_) sweep_.push_back({box(i), i});
  std::sort(sweep_.begin(), sweep_.end(), [along](const Swept& one, const Swept& other) {
    const double a = one.box.low[along], b = other.box.low[along];
    return a < b || (a == b && one.shape < other.shape);
  });
  for (auto one = sweep_.begin(); one != sweep_.end(); ++one) {
    const Box& mine = one->box;
    for (auto next = one + 1; next != sweep_.end(); ++next) {
      const Box& other = next->box;
      if (other.low[along] > mine.high[along]) break;
      bool overlap = true;
      for (std::size_t axis = 0; axis < World::kDimension; ++axis)
        overlap = overlap && other.low[axis] <= mine.high[axis] && other.high[axis] >= mine.low[axis];
      if (!overlap) continue;
      if (!ask(one->shape, next->shape)) return false;
    }
  }
  for (const int plane : endless_) {
    const PlacedShapeOf<World>& placed = contacts_->shape(plane);
    const auto& at = pose(placed.body);
    const Vector normal = at.turn(placed.shape.normals[0]), origin = at.point(placed.shape.points[0]);
    for (const int i : bounded_) {
      const Box& other = box(i);  // its corner deepest in the half-plane
      Vector deepest = other.high;
      for (std::size_t axis = 0; axis < World::kDimension; ++axis) {
        if (normal[axis] > 0) deepest[axis] = other.low[axis];
      }
      if (dot(normal, deepest - origin) > reach_[idx(plane)]) continue;
      if (!ask(plane, i)) return false;
    }
  }
  return true;
}

template <class World>
bool BroadPhaseOf<World>::want(int first, int second) const {
  const double near = reach_[idx(first)] + reach_[idx(second)];
  typename World::Pair pair = contacts_->pair(first, second, poses_);
  if (pair.least() > near) return true;
  found_.clear();
  const bool fits = pair.each_near(near, [&](int feature, const typename World::Contact* at) {
    if (wanted_.size() == wanted_.capacity()) return false;
    wanted_.push_back(contacts_->id(first, second, feature) + 1);
    if (once_) found_.push_back({wanted_.back(), feature, at ? std::optional(*at) : std::nullopt});
    return true;
  });
  if (fits && found_.size() > 1) count_places_once(pair);
  return fits;
}

template <class World>
bool BroadPhaseOf<World>::same_place(const Wanted& one, const Wanted& other, double length) {
  const auto between = one.at.point - other.at.point, turned = one.at.normal - other.at.normal;
  return std::abs(one.at.gap - other.at.gap) <= kSimultaneous * length &&
         dot(turned, turned) <= kSamePlace * kSamePlace &&
         dot(between, between) <= kSamePlace * kSamePlace * length * length;
}

/// Of the contacts of a pair that are wanted, the last ones, only one at each place stays.
template <class World>
void BroadPhaseOf<World>::count_places_once(typename World::Pair& pair) const {
  const double length = contacts_->data(found_[0].id - 1).length;
  places_.clear();
  for (const bool closed : {true, false}) {
    for (const Found& one : found_) {
      if (std::binary_search(closed_.begin(), closed_.end(), one.id) != closed) continue;
      const Wanted now{one.id, one.at ? *one.at : pair.find(one.feature)};
      const auto heir = std::find_if(places_.begin(), places_.end(),
                                     [&](const Wanted& other) { return same_place(now, other, length); });
      if (heir == places_.end()) {
        places_.push_back(now);
      } else if (closed) {
        dropped_.push_back({now.id, heir->id});
      }
    }
  }
  wanted_.resize(wanted_.size() - found_.size());
  for (const Wanted& one : places_) wanted_.push_back(one.id);
}

template <class World>
void BroadPhaseOf<World>::take_closed(const SlotRange& slots, const State& state) const {
  closed_.clear();
  for (int s = 0; s < slots.count; ++s) {
    const double id = state.features()[idx(slots.feature + s)];
    if (id != 0 && state.mode(slots.first + s) != ContactMode::open) closed_.push_back(id);
  }
  std::sort(closed_.begin(), closed_.end());
}

/// Closed contacts that gave their place away are open now, and their impulse is part of the other's: the guess of the
/// next solve.
template <class World>
void BroadPhaseOf<World>::hand_over(const SlotRange& slots, State& state) const {
  const auto width = idx(state.sizes().dimension);
  const auto slot = [&](double id) {
    int s = 0;
    while (state.features()[idx(slots.feature + s)] != id) ++s;
    return slots.first + s;
  };
  for (const Dropped& one : dropped_) {
    const int from = slot(one.id), to = slot(one.heir);
    state.set_mode(from, ContactMode::open);
    for (std::size_t k = 0; k < width; ++k)
      state.impulses()[width * idx(to) + k] += state.impulses()[width * idx(from) + k];
  }
}

template <class World>
bool BroadPhaseOf<World>::choose(State& state, double dt, const SlotRange& slots) const {
  const std::lock_guard<std::mutex> guard(lock_);
  place(state, dt);
  if (once_) take_closed(slots, state);
  if (!nothing_moved()) known_ = find_wanted();
  return known_ && give_slots(slots, state);
}

/// Otherwise what is there now is kept, to be found.
template <class World>
bool BroadPhaseOf<World>::nothing_moved() const {
  if (known_ && q_ == known_q_ && reach_ == known_reach_ && closed_ == known_closed_) return true;
  known_q_ = q_;
  known_reach_ = reach_;
  known_closed_ = closed_;
  return false;
}

/// False when there are too few slots.
template <class World>
bool BroadPhaseOf<World>::find_wanted() const {
  wanted_.clear();
  dropped_.clear();
  if (!each_pair([&](int first, int second) { return want(first, second); })) return false;
  std::sort(wanted_.begin(), wanted_.end());
  return true;
}

template <class World>
bool BroadPhaseOf<World>::give_slots(const SlotRange& slots, State& state) const {
  const std::span<double> features = state.features().subspan(idx(slots.feature), idx(slots.count));
  const auto gave_away = [&](double id) {
    return std::any_of(dropped_.begin(), dropped_.end(), [&](const Dropped& one) { return one.id == id; });
  };
  held_.assign(wanted_.size(), 0);
  std::size_t needed = wanted_.size();
  for (int s = 0; s < slots.count; ++s) {
    const double id = features[idx(s)];
    wanted_slot_[idx(s)] = 0;
    if (id == 0) continue;
    const auto at = std::lower_bound(wanted_.begin(), wanted_.end(), id);
    if (at != wanted_.end() && *at == id) {
      wanted_slot_[idx(s)] = 1;
      held_[idx(at - wanted_.begin())] = 1;
    } else if (state.mode(slots.first + s) != ContactMode::open && !gave_away(id)) {
      ++needed;  // closed contacts that are not wanted keep their slots all the same
    }
  }
  if (needed > idx(slots.count)) return false;
  hand_over(slots, state);
  std::size_t next = 0;
  for (int s = 0; s < slots.count; ++s) {
    double& id = features[idx(s)];
    if (id != 0 && (wanted_slot_[idx(s)] != 0 || state.mode(slots.first + s) != ContactMode::open)) continue;
    while (next < wanted_.size() && held_[next]) ++next;
    id = next < wanted_.size() ? wanted_[next++] : 0;
    state.set_mode(slots.first + s, ContactMode::open);
    const auto width = idx(state.sizes().dimension);
    for (std::size_t k = 0; k < width; ++k) state.impulses()[width * idx(slots.first + s) + k] = 0;
  }
  return true;
}

template <class World>
std::vector<std::array<int, 2>> BroadPhaseOf<World>::pairs(const State& state, double dt) const {
  const std::lock_guard<std::mutex> guard(lock_);
  place(state, dt);
  std::vector<std::array<int, 2>> found;
  each_pair([&](int first, int second) {
    found.push_back({first, second});
    return true;
  });
  std::sort(found.begin(), found.end());
  return found;
}

template class BroadPhaseOf<PlanarWorld>;
template class BroadPhaseOf<SpatialWorld>;

}  // namespace freeplay
