// SPDX-License-Identifier: Apache-2.0
#include "shapes/free/free_contacts.h"

#include <algorithm>
#include <map>

#include "base/assert.h"
#include "base/index.h"

namespace freeplay {

RowShape row_of_bodies(int a, int b, int width) {
  RowShape shape;
  std::size_t block = 0;
  for (const int body : {a, b}) {
    if (body == kGround) continue;
    shape.start[block] = width * (body - 1);
    shape.size[block] = width;
    ++block;
  }
  return shape;
}

template <class World>
FreeContactsOf<World>::FreeContactsOf(FreePartsOf<World> parts) : parts_(std::move(parts)) {
  for (auto& bodies : parts_.connected) std::sort(bodies.begin(), bodies.end());
  std::sort(parts_.connected.begin(), parts_.connected.end());
  const auto groups = [](const PairRule& rule) { return std::array<int, 2>{rule.first, rule.second}; };
  std::stable_sort(parts_.rules.begin(), parts_.rules.end(),
                   [&](const PairRule& a, const PairRule& b) { return groups(a) < groups(b); });
  std::map<std::array<std::size_t, 3>, std::vector<const Shape*>> kinds;  // two of each suffice
  for (const Shape& placed : parts_.shapes) {
    if (!World::touches(placed.shape)) continue;
    auto& of_kind = kinds[World::feature_kind(placed.shape)];
    if (of_kind.size() < 2) of_kind.push_back(&placed);
  }
  std::vector<const Shape*> different;
  for (const auto& [kind, shapes] : kinds) different.insert(different.end(), shapes.begin(), shapes.end());
  for (const Shape* a : different) {
    for (const Shape* b : different) {
      if (a != b && can_touch(a->shape, b->shape))
        most_features_ = std::max(most_features_, feature_limit(a->shape, b->shape));
    }
  }
  const auto n = static_cast<double>(parts_.shapes.size());
  FREEPLAY_ASSERT(n * n * most_features_ < 9e15);  // ids are whole numbers that a double holds
}

template <class World>
const PairRule* FreeContactsOf<World>::rule(int first, int second) const {
  if (parts_.rules.empty()) return nullptr;
  std::array<int, 2> groups{shape(first).group, shape(second).group};
  if (groups[0] > groups[1]) std::swap(groups[0], groups[1]);
  // the last of equal ones
  auto after = std::upper_bound(parts_.rules.begin(), parts_.rules.end(), groups,
                                [](const std::array<int, 2>& key, const PairRule& rule) {
                                  return key < std::array<int, 2>{rule.first, rule.second};
                                });
  if (after == parts_.rules.begin()) return nullptr;
  const PairRule& found = *--after;
  return found.first == groups[0] && found.second == groups[1] ? &found : nullptr;
}

template <class World>
bool FreeContactsOf<World>::meet(int first, int second) const {
  const Shape &a = shape(first), &b = shape(second);
  if (a.body == b.body || !can_touch(a.shape, b.shape)) return false;
  if (const PairRule* special = rule(first, second)) return special->enabled;
  if (parts_.connected.empty()) return true;
  const std::array<int, 2> bodies{std::min(a.body, b.body), std::max(a.body, b.body)};
  return !std::binary_search(parts_.connected.begin(), parts_.connected.end(), bodies);
}

template <class World>
int FreeContactsOf<World>::laws(int first, int second) const {
  const PairRule* special = rule(first, second);
  return special ? special->laws : 0;
}

template <class World>
double FreeContactsOf<World>::count() const {
  double sum = 0;
  const int n = int_size(parts_.shapes);
  for (int first = 0; first < n; ++first) {
    for (int second = first + 1; second < n; ++second) {
      if (meet(first, second)) sum += feature_count(shape(first).shape, shape(second).shape);
    }
  }
  return sum;
}

template <class World>
std::vector<double> FreeContactsOf<World>::list(std::size_t most) const {
  std::vector<double> ids;
  const int n = int_size(parts_.shapes);
  for (int first = 0; first < n; ++first) {
    for (int second = first + 1; second < n; ++second) {
      if (!meet(first, second)) continue;
      const int features = feature_count(shape(first).shape, shape(second).shape);
      for (int feature = 0; feature < features && ids.size() < most; ++feature)
        ids.push_back(id(first, second, feature));
    }
  }
  return ids;
}

template <class World>
double FreeContactsOf<World>::id(int first, int second, int feature) const {
  return (static_cast<double>(first) * static_cast<double>(parts_.shapes.size()) + second) * most_features_ +
         feature;
}

template <class World>
PairFeature FreeContactsOf<World>::split(double id) const {
  const auto whole = static_cast<long long>(id);
  const auto pair = whole / most_features_;
  const auto shapes = static_cast<long long>(parts_.shapes.size());
  PairFeature found;
  found.first = static_cast<int>(pair / shapes);
  found.second = static_cast<int>(pair % shapes);
  found.feature = static_cast<int>(whole % most_features_);
  return found;
}

template <class World>
PairFeature FreeContactsOf<World>::decode(double id) const {
  PairFeature found = split(id);
  const std::array<int, 2> corner =
      feature_corner(shape(found.first).shape, shape(found.second).shape, found.feature);
  found.corner_first = corner[0];
  found.corner_second = corner[1];
  for (int* which : {&found.first, &found.second}) {
    const int written = shape(*which).written;
    if (written < 0 || written == *which) continue;
    found.feature +=
        (*which - written) * (which == &found.first ? 1 : int_size(parts_.shapes)) * most_features_;
    *which = written;
  }
  return found;
}

template <class World>
std::string FreeContactsOf<World>::name(double id) const {
  const PairFeature pair = split(id);
  const Shape &a = shape(pair.first), &b = shape(pair.second);
  const std::string feature = feature_name(a.shape, b.shape, pair.feature);
  return a.name + a.part + "/" + b.name + b.part + (feature.empty() ? "" : "." + feature);
}

template <class World>
ContactData FreeContactsOf<World>::data(double id) const {
  const PairFeature pair = split(id);
  const Shape &a = shape(pair.first), &b = shape(pair.second);
  ContactData data = parts_.laws[idx(laws(pair.first, pair.second))];
  if (!parts_.force.empty()) data.force = parts_.force[idx(a.group * parts_.groups + b.group)];
  data.length = pair_length(a.shape, b.shape, parts_.length);
  data.passable = !World::is_endless(a.shape) && !World::is_endless(b.shape);
  data.shape = row_of_bodies(a.body, b.body, World::kVelocities);
  return data;
}

template <class World>
typename World::Pair FreeContactsOf<World>::pair(int first, int second, std::span<const Place> poses) const {
  const Shape &a = shape(first), &b = shape(second);
  return {a.shape, poses[idx(a.body)], b.shape, poses[idx(b.body)]};
}

template <class World>
typename World::Contact FreeContactsOf<World>::find(double id, std::span<const Place> poses) const {
  const auto whole = split(id);
  return pair(whole.first, whole.second, poses).find(whole.feature);
}

template <class World>
typename World::Contact FreeContactsOf<World>::apart(int first, int second,
                                                     std::span<const Place> poses) const {
  const Shape &a = shape(first), &b = shape(second);
  return separation(a.shape, poses[idx(a.body)], b.shape, poses[idx(b.body)]);
}

template class FreeContactsOf<PlanarWorld>;
template class FreeContactsOf<SpatialWorld>;

}  // namespace freeplay
