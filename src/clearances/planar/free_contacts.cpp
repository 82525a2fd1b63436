// SPDX-License-Identifier: Apache-2.0
#include "clearances/planar/free_contacts.h"

#include <algorithm>
#include <cmath>

#include "base/assert.h"

namespace freeplay {

RowShape planar_shape(int a, int b) {
  RowShape shape;
  std::size_t block = 0;
  for (const int body : {a, b}) {
    if (body == kGround) continue;
    shape.start[block] = 3 * (body - 1);
    shape.size[block] = 3;
    ++block;
  }
  return shape;
}

FreeContacts::FreeContacts(FreeParts parts) : parts_(std::move(parts)) {
  for (auto& bodies : parts_.connected) std::sort(bodies.begin(), bodies.end());
  std::sort(parts_.connected.begin(), parts_.connected.end());
  const auto groups = [](const PairRule& rule) { return std::array<int, 2>{rule.first, rule.second}; };
  std::stable_sort(parts_.rules.begin(), parts_.rules.end(),
                   [&](const PairRule& a, const PairRule& b) { return groups(a) < groups(b); });
  int corners[2] = {0, 0};  // of the two polygons with the most
  for (const PlacedShape& placed : parts_.shapes) {
    if (placed.shape.kind != ShapeKind::polygon) continue;
    const int n = static_cast<int>(placed.shape.points.size());
    if (n > corners[0])
      corners[1] = corners[0], corners[0] = n;
    else
      corners[1] = std::max(corners[1], n);
  }
  most_features_ = std::max(1, corners[0] + corners[1]);
  const auto n = static_cast<double>(parts_.shapes.size());
  FREEPLAY_ASSERT(n * n * most_features_ < 9e15);  // ids are whole numbers that a double holds
}

const PairRule* FreeContacts::rule(int first, int second) const {
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

bool FreeContacts::meet(int first, int second) const {
  const PlacedShape &a = shape(first), &b = shape(second);
  if (a.body == b.body || !can_touch(a.shape, b.shape)) return false;
  if (const PairRule* special = rule(first, second)) return special->enabled;
  if (parts_.connected.empty()) return true;
  const std::array<int, 2> bodies{std::min(a.body, b.body), std::max(a.body, b.body)};
  return !std::binary_search(parts_.connected.begin(), parts_.connected.end(), bodies);
}

int FreeContacts::laws(int first, int second) const {
  const PairRule* special = rule(first, second);
  return special ? special->laws : 0;
}

double FreeContacts::count() const {
  double sum = 0;
  const int n = static_cast<int>(parts_.shapes.size());
  for (int first = 0; first < n; ++first) {
    for (int second = first + 1; second < n; ++second) {
      if (meet(first, second)) sum += feature_count(shape(first).shape, shape(second).shape);
    }
  }
  return sum;
}

std::vector<double> FreeContacts::list(std::size_t most) const {
  std::vector<double> ids;
  const int n = static_cast<int>(parts_.shapes.size());
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

double FreeContacts::id(int first, int second, int feature) const {
  return (static_cast<double>(first) * static_cast<double>(parts_.shapes.size()) + second) * most_features_ +
         feature;
}

PairFeature FreeContacts::decode(double id) const {
  const auto whole = static_cast<long long>(id);
  const auto pair = whole / most_features_;
  const auto shapes = static_cast<long long>(parts_.shapes.size());
  PairFeature found;
  found.first = static_cast<int>(pair / shapes);
  found.second = static_cast<int>(pair % shapes);
  found.feature = static_cast<int>(whole % most_features_);
  return found;
}

std::string FreeContacts::name(double id) const {
  const PairFeature pair = decode(id);
  const PlacedShape &a = shape(pair.first), &b = shape(pair.second);
  const std::string feature = feature_name(a.shape, b.shape, pair.feature);
  return a.name + "/" + b.name + (feature.empty() ? "" : "." + feature);
}

ContactData FreeContacts::data(double id) const {
  const PairFeature pair = decode(id);
  const PlacedShape &a = shape(pair.first), &b = shape(pair.second);
  ContactData data = parts_.laws[static_cast<std::size_t>(laws(pair.first, pair.second))];
  if (!parts_.force.empty())
    data.force = parts_.force[static_cast<std::size_t>(a.group * parts_.groups + b.group)];
  data.length = pair_length(a.shape, b.shape, parts_.length);
  data.passable = a.shape.kind != ShapeKind::half_plane && b.shape.kind != ShapeKind::half_plane;
  data.shape = planar_shape(a.body, b.body);
  return data;
}

PairContact FreeContacts::find(double id, std::span<const Pose> poses) const {
  const PairFeature pair = decode(id);
  const PlacedShape &a = shape(pair.first), &b = shape(pair.second);
  return find_contact(a.shape, poses[static_cast<std::size_t>(a.body)], b.shape,
                      poses[static_cast<std::size_t>(b.body)], pair.feature);
}

PairContact FreeContacts::apart(int first, int second, std::span<const Pose> poses) const {
  const PlacedShape &a = shape(first), &b = shape(second);
  return separation(a.shape, poses[static_cast<std::size_t>(a.body)], b.shape,
                    poses[static_cast<std::size_t>(b.body)]);
}

}  // namespace freeplay
