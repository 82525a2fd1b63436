// SPDX-License-Identifier: Apache-2.0
#include "system/place_shapes.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/index.h"
#include "model/words.h"

namespace freeplay {
namespace {

/// What differs between plane and space when shapes are made.
struct PlanarMaking {
  using World = PlanarWorld;
  using Entry = ShapeEntry;
  static constexpr const char* kRegistry = "shape";
  static constexpr bool kNumbered = false;  ///< contacts of an outline are named after its corners
  static constexpr bool kDrawn = false;     ///< those that touch nothing are among the others

  static PlanarShape make(const Shape& shape, const std::string& key, const ShapePlacing& placing, int) {
    return make_shape(shape, key, placing.problems);
  }
  static std::vector<PlanarShape> parts(const PlanarShape& shape, const Shape&, const std::string&,
                                        Diagnostics&) {
    return parts_of(shape);
  }
  static std::string never(const PlanarShape& a, const PlanarShape&) {
    return a.kind == ShapeKind::half_plane ? "both are half-planes" : "both are points";
  }
  static std::string not_computed(const PlanarShape&, const PlanarShape&) { return {}; }
  static std::string doubtful(const PlanarShape&, const PlanarShape&) { return {}; }
};

struct SpatialMaking {
  using World = SpatialWorld;
  using Entry = SpatialShapeEntry;
  static constexpr const char* kRegistry = "spatial_shape";
  static constexpr bool kNumbered = true;
  static constexpr bool kDrawn = true;

  static SpatialShape make(const Shape& shape, const std::string& key, const ShapePlacing& placing,
                           int body) {
    return make_shape(shape, placing.mount(body), key, placing.problems);
  }
  static std::vector<SpatialShape> parts(const SpatialShape& shape, const Shape& given,
                                         const std::string& key, Diagnostics& problems) {
    return parts_of(shape, given.where, key, problems);
  }
  static std::string never(const SpatialShape& a, const SpatialShape& b) {
    return a.contact && b.contact ? "both are half-spaces" : "one of them is only drawn";
  }
  static std::string not_computed(const SpatialShape& a, const SpatialShape& b) {
    return freeplay::not_computed(a, b);
  }
  static std::string doubtful(const SpatialShape& a, const SpatialShape& b) {
    return freeplay::doubtful(a, b);
  }
};

const char* const kWhat = "shapes that touch need";
const std::optional<ContactSettings> kNone;

template <class Making>
class Placer {
  using World = typename Making::World;
  using Placed = PlacedShapeOf<World>;

 public:
  explicit Placer(const ShapePlacing& placing)
      : placing_(placing), model_(placing.written.model), problems_(placing.problems) {}

  PlacedShapesOf<World> place() {
    std::set<std::string> names;
    for (std::size_t i = 0; i < model_.shapes.size(); ++i) {
      const Shape& shape = model_.shapes[i];
      if (!names.insert(shape.name).second) {
        problems_.error(shape.where, "shape." + shape.name, "this name is taken",
                        "give every shape a name of its own");
      }
      add_shape(shape, placing_.written.groups[i], to_int(i));
    }
    placed_.laws.emplace_back();  // of pairs without laws of their own; chosen when there are any
    for (const Joint& joint : model_.joints) {
      const std::string key = "joint." + joint.name + ".bodies";
      free_.connected.push_back({placing_.names.body(joint.bodies[0], joint.where, key),
                                 placing_.names.body(joint.bodies[1], joint.where, key)});
    }
    if (problems_.has_errors()) return std::move(placed_);
    for (const ShapePair& pair : model_.pairs) add_pair(pair);
    if (!problems_.has_errors()) check_computed();
    if (!problems_.has_errors()) default_laws();
    if (!problems_.has_errors() && is_compliant(model_)) force_laws();
    return std::move(placed_);
  }

 private:
  void add_shape(const Shape& shape, int group, int written) {
    const std::string key = "shape." + shape.name;
    Placed placed;
    placed.name = shape.name;
    placed.group = group;
    placed.written = written;
    placed.body = placing_.names.body(shape.body, shape.where, key + ".body");
    const auto* entry = find_entry<typename Making::Entry>(shape.type);
    if (!entry) {
      const std::vector<std::string> known = registry(Making::kRegistry).names();
      const std::string near = did_you_mean(shape.type, known);
      problems_.error(shape.where, key + ".type",
                      fmt::format("unknown shape '{}'; known are {}", shape.type, fmt::join(known, ", ")),
                      near.empty() ? "" : fmt::format("did you mean '{}'?", near));
      return;
    }
    const std::size_t before = problems_.all().size();
    require_parameters(*entry, shape.values, shape.where, key, problems_);
    if (problems_.all().size() == before) placed.shape = Making::make(shape, key, placing_, placed.body);
    if (!Making::kDrawn && !touches(shape)) return;
    auto parts = Making::parts(placed.shape, shape, key, problems_);
    for (std::size_t k = 0; k < parts.size(); ++k) {
      placed.shape = std::move(parts[k]);
      if (Making::kNumbered && parts.size() > 1) placed.part = fmt::format(".{}", k + 1);
      free_.shapes.push_back(placed);
    }
  }

  int find_group(const std::string& name, const ShapePair& pair) {
    const std::vector<std::string>& names = placing_.written.group_names;
    const auto found = std::find(names.begin(), names.end(), name);
    if (found != names.end()) return static_cast<int>(found - names.begin());
    const std::string near = did_you_mean(name, names);
    problems_.error(pair.where, "pair.shapes", fmt::format("there is no shape named '{}'", name),
                    near.empty() ? "" : fmt::format("did you mean '{}'?", near));
    return -1;
  }

  void add_pair(const ShapePair& pair) {
    const int a = find_group(pair.shapes[0], pair), b = find_group(pair.shapes[1], pair);
    if (a < 0 || b < 0) return;
    if (const std::string reason = never(a, b); !reason.empty()) {
      problems_.error(
          pair.where, "pair.shapes",
          fmt::format("\"{}\" and \"{}\" cannot touch: {}", pair.shapes[0], pair.shapes[1], reason),
          "remove this [[pair]]");
      return;
    }
    PairRule rule{std::min(a, b), std::max(a, b), 0, pair.enabled};
    if (pair.contact) {
      rule.laws = int_size(placed_.laws);
      placed_.laws.push_back(
          placing_.laws.choose(pair.contact, pair.where,
                               fmt::format("pair \"{}\", \"{}\"", pair.shapes[0], pair.shapes[1]), kWhat));
    }
    free_.rules.push_back(rule);
  }

  /// Why no shape of one group can touch one of the other; "" when some can.
  std::string never(int a, int b) const {
    std::string reason = drawn(a) || drawn(b) ? "one of them touches nothing" : "it is one shape";
    for (const Placed& p : free_.shapes) {
      if (p.group != a) continue;
      for (const Placed& q : free_.shapes) {
        if (q.group != b || &p == &q) continue;
        if (p.body == q.body) {
          reason = p.body == kGround ? "both are shapes of the ground" : "both are shapes of one body";
        } else if (!can_touch(p.shape, q.shape)) {
          reason = Making::never(p.shape, q.shape);
        } else {
          return {};
        }
      }
    }
    return reason;
  }

  /// Of shapes in the plane.
  bool drawn(int group) const {
    return std::none_of(free_.shapes.begin(), free_.shapes.end(),
                        [&](const Placed& placed) { return placed.group == group; });
  }

  /// No pair passes through each other because nobody wrote down how it touches.
  void check_computed() {
    const FreeContactsOf<World> contacts(free_);
    std::set<std::array<int, 2>> reported;
    const auto n = int_size(free_.shapes);
    for (int first = 0; first < n; ++first) {
      for (int second = first + 1; second < n; ++second) {
        const Placed &a = contacts.shape(first), &b = contacts.shape(second);
        const std::string what = Making::not_computed(a.shape, b.shape);
        const std::string doubt = Making::doubtful(a.shape, b.shape);
        if ((what.empty() && doubt.empty()) || !contacts.meet(first, second)) continue;
        if (!reported.insert({a.group, b.group}).second) continue;
        const auto& names = placing_.written.group_names;
        if (what.empty()) {
          problems_.warning(model_.shapes[idx(contacts.shape(first).written)].where,
                            fmt::format("shape.{}/{}", a.name, b.name), doubt,
                            "the run reports an overlap; a hull in place of the cylinder has no such point");
          continue;
        }
        problems_.error(
            model_.shapes[idx(contacts.shape(first).written)].where,
            fmt::format("shape.{}/{}", a.name, b.name), what + " are not computed",
            fmt::format("use a hull with corners on the rim, or a capsule, for one of them; or let them "
                        "pass through each other: [[pair]] shapes = [\"{}\", \"{}\"], enabled = false",
                        names[idx(a.group)], names[idx(b.group)]));
      }
    }
  }

  void default_laws() {
    const FreeContactsOf<World> contacts(free_);
    const auto n = int_size(free_.shapes);
    for (int first = 0; first < n; ++first) {
      for (int second = first + 1; second < n; ++second) {
        if (!contacts.meet(first, second) || contacts.laws(first, second) != 0) continue;
        const Shape& shape = model_.shapes[idx(contacts.shape(first).written)];
        const std::string key = fmt::format("shape.{}", contacts.name(contacts.id(first, second, 0)));
        placed_.laws[0] = placing_.laws.choose(kNone, shape.where, key, kWhat);
        if (model_.contact.friction || problems_.has_errors()) return;
        problems_.note(shape.where, key, "no friction law is given: contacts are frictionless",
                       is_compliant(model_)
                           ? "for friction, write friction = { law = \"tanh\", mu = 0.1, velocity = \"1 "
                             "mm/s\" } in [contact]"
                           : "for friction, write friction = { law = \"coulomb\", mu = 0.1 } in [contact]");
        return;
      }
    }
  }

  /// One law for every two groups of shapes that can touch: copies of a shape have the same curvature.
  void force_laws() {
    free_.groups = int_size(placing_.written.group_names);
    free_.force.assign(idx(free_.groups * free_.groups), nullptr);
    const FreeContactsOf<World> contacts(free_);
    const auto n = int_size(free_.shapes);
    std::set<std::array<int, 2>> known;
    for (int first = 0; first < n; ++first) {
      for (int second = first + 1; second < n; ++second) {
        const Placed &a = contacts.shape(first), &b = contacts.shape(second);
        if (known.contains({std::min(a.group, b.group), std::max(a.group, b.group)}) ||
            !contacts.meet(first, second))
          continue;
        const std::string name = contacts.name(contacts.id(first, second, 0));
        const ChosenLaws chosen = placing_.laws.choose(
            own_settings(a.group, b.group), model_.shapes[idx(contacts.shape(first).written)].where,
            fmt::format("shape.{}", name), kWhat);
        if (problems_.has_errors()) return;
        placed_.forces.push_back({a.group, b.group, {first, second}, name, chosen});
        known.insert({std::min(a.group, b.group), std::max(a.group, b.group)});
      }
    }
  }

  const std::optional<ContactSettings>& own_settings(int a, int b) {
    const std::optional<ContactSettings>* own = &kNone;
    for (const ShapePair& pair : model_.pairs) {
      const int first = find_group(pair.shapes[0], pair), second = find_group(pair.shapes[1], pair);
      if ((first == a && second == b) || (first == b && second == a)) own = &pair.contact;
    }
    return *own;
  }

  const ShapePlacing& placing_;
  const Model& model_;
  Diagnostics& problems_;
  PlacedShapesOf<World> placed_;
  FreePartsOf<World>& free_ = placed_.parts;
};

}  // namespace

PlanarShape make_shape(const Shape& shape, const std::string& key, Diagnostics& problems) {
  const auto& entry = *find_entry<ShapeEntry>(shape.type);
  return entry.make(Parameters(entry, shape.values, shape.where), key, problems);
}

SpatialShape make_shape(const Shape& shape, const Mount& mount, const std::string& key,
                        Diagnostics& problems) {
  const auto& entry = *find_entry<SpatialShapeEntry>(shape.type);
  return entry.make(Parameters(entry, shape.values, shape.where), mount, key, problems);
}

PlacedShapesOf<PlanarWorld> place_shapes(const ShapePlacing& placing) {
  return Placer<PlanarMaking>(placing).place();
}

PlacedShapesOf<SpatialWorld> place_spatial_shapes(const ShapePlacing& placing) {
  return Placer<SpatialMaking>(placing).place();
}

}  // namespace freeplay
