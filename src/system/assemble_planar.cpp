// SPDX-License-Identifier: Apache-2.0
// What is special about assembling planar models.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "model/words.h"
#include "model/world_keys.h"
#include "system/assembler.h"
#include "system/place_shapes.h"
#include "system/planar_system.h"
#include "system/world_values.h"

namespace freeplay {
namespace {

class PlanarAssembler final : public AssemblerOf<PlanarBodies> {
 public:
  using AssemblerOf::AssemblerOf;

 private:
  void add_body(const Body& body, std::size_t index) override {
    parts_.info.bodies.back().outline = body.outline;
    make([this, &body, index] {
      if (!(body.inertia > 0) || !std::isfinite(body.inertia)) {
        problems_.error(body.where, "body." + body.name + ".inertia",
                        fmt::format("must be positive, got {}", body.inertia));
      }
      double* M = parts().M.data() + 3 * index;
      M[0] = M[1] = body.mass, M[2] = body.inertia;
      sides_[index + 1] = {body.position[0], body.position[1], body.angle, std::cos(body.angle),
                           std::sin(body.angle)};
    });
  }

  void draw_body(const Body& body, std::size_t, double* q, double* u) const override {
    q[0] = body.position[0], q[1] = body.position[1], q[2] = body.angle;
    u[0] = body.velocity[0], u[1] = body.velocity[1], u[2] = body.angular_velocity;
  }

  void given_body(const Body& body, GivenCoordinates& given) const override {
    given.q.insert(given.q.end(), {body.position_given, body.position_given, body.angle_given});
    given.u.insert(given.u.end(), {body.velocity_given, body.velocity_given, body.angular_velocity_given});
  }

  /// What is taken as drawn must be drawn.
  void check_joint(const freeplay::Joint& joint, const std::string& key) override {
    const JointEntry* entry = find_entry<JointEntry>(joint.type);
    if (!entry) return;
    for (const WorldMistake& mistake : find_mistakes(joint, *entry)) {
      const auto given = joint.values.find(mistake.key);
      problems_.error(given == joint.values.end() ? joint.where : given->second.where,
                      key + "." + mistake.key, mistake.message, mistake.hint);
    }
    const bool in_world = is_in_world(joint);
    // a model built in code need not say what it gave
    if ((!in_world && !as_drawn(joint, *entry)) || model_.text.empty()) return;
    const bool is_number = !in_world && find_param(*entry, entry->unless_drawn)->kind == ParamKind::number;
    for (const Body& body : model_.bodies) {
      if (body.position_given || (body.name != joint.bodies[0] && body.name != joint.bodies[1])) continue;
      problems_.error(joint.where, key,
                      fmt::format("it is taken as drawn, but body '{}' has no position", body.name),
                      is_number ? fmt::format("give `{}`, or the body's position", entry->unless_drawn)
                                : "give the body's position");
    }
  }

  /// In the frames of its bodies.
  const Values& local(const Site& site) {
    if (local_.size() <= site.index) local_.resize(site.index + 1);
    const Joint& placed = joint_at(site);
    return local_[site.index].local(site.joint, side(placed.a), side(placed.b));
  }

  static bool as_drawn(const freeplay::Joint& joint, const JointEntry& entry) {
    return entry.unless_drawn != nullptr && joint.values.count("clearance") == 0 &&
           joint.values.count(entry.unless_drawn) == 0;
  }

  /// Directions of zero length would divide by zero.
  void check_numbers(const Site& site, const EntryInfo& entry) {
    const freeplay::Joint& joint = site.joint;
    for (const Param& param : entry.params) {
      if (param.kind != ParamKind::point || std::string_view(param.unit) != "-") continue;
      const auto given = joint.values.find(param.key);
      if (given == joint.values.end() || norm(std::get<Point>(given->second.data)) != 0) continue;
      problems_.error(given->second.where, site.key + "." + param.key, "a direction cannot be [0, 0]",
                      "give the direction of sliding, for example [1, 0]");
    }
  }

  std::unique_ptr<PlanarJoint> ideal_of(const Site& site) override {
    const JointEntry& entry = *find_entry<JointEntry>(site.joint.type);
    const Errors errors(problems_);
    check_numbers(site, entry);
    if (errors.any()) return nullptr;
    const Joint& placed = joint_at(site);
    if (entry.check_drawn && as_drawn(site.joint, entry)) {
      entry.check_drawn(Parameters(entry, site.joint.values, site.joint.where), side(placed.a),
                        side(placed.b), site.key, problems_);
      if (errors.any()) return nullptr;
    }
    return entry.make(Parameters(entry, local(site)), side(placed.a), side(placed.b));
  }

  void add_play(const Site& site) override {
    static constexpr EntryInfo kNoIdeal{"", "", "", {}};
    const freeplay::Joint& joint = site.joint;
    const Errors errors(problems_);
    const JointEntry* entry = find_entry<JointEntry>(joint.type);
    const ClearanceEntry* play = find_entry<ClearanceEntry>(joint.type);
    if (!play) {
      problems_.error(
          joint.where, site.key + ".clearance",
          fmt::format("a {} joint with clearance is not available", joint.type),
          fmt::format("joints that can have play: {}", fmt::join(registry("clearance").names(), ", ")));
      return;
    }
    require_parameters(*play, joint.values, joint.where, site.key, problems_);
    if (errors.any()) return;
    const auto remake = [this, site, play, ideal = entry ? static_cast<const EntryInfo*>(entry) : &kNoIdeal] {
      const Errors wrong(problems_);
      check_numbers(site, ideal->params.empty() ? *play : *ideal);
      if (wrong.any()) return;
      joint_at(site).clearance.reset();
      const Values& values = local(site);
      joint_at(site).clearance =
          play->make(Parameters(*play, values), Parameters(*ideal, values), site.key, problems_);
    };
    make(remake, is_in_world(joint) ? nullptr : &joint);  // that follows where its bodies are drawn
    const ChosenLaws laws =
        laws_.choose(joint.contact, joint.where, site.key, "a joint with clearance needs");
    if (errors.any()) return;
    add_contacts(site, {laws, laws});
    const Joint& placed = joint_at(site);
    for (std::size_t k = 0; placed.clearance->tilt()[0] >= 0 && k < 2; ++k)
      parts_.info.joints[site.index].tilt[k] = placed.first_contact + placed.clearance->tilt()[k];
    if (!joint_at(site).clearance->has_branches()) return;
    joint_at(site).feature = parts_.info.features++;
    ++parts_.info.switches;
  }

  int driven_coordinate(const Driver& driver, const freeplay::Joint& joint, const std::string& key) override {
    const JointEntry* entry = find_entry<JointEntry>(joint.type);
    if (entry ? *entry->coordinate == '\0' : always_pushes(joint.type)) {
      problems_.error(driver.where, key + ".joint",
                      fmt::format("a {} joint leaves no coordinate to drive", joint.type),
                      "drive a revolute or a prismatic joint");
    }
    return 0;
  }

  std::unique_ptr<PlanarForce> make_force(const Force& force, std::array<int, 2> bodies,
                                          const std::string&) override {
    const ForceEntry& entry = *find_entry<ForceEntry>(force.type);
    return entry.make(Parameters(entry, force.values), bodies, side(bodies[0]), side(bodies[1]));
  }

  PlacedShapesOf<PlanarWorld> place_shapes() override {
    return freeplay::place_shapes({written_, names_, laws_, problems_});
  }

  void remake_shape(const Shape& shape, const std::string& key, std::span<PlacedShape> placed) override {
    for (PlacedShape& part : placed) part.shape = {};  // their memory is used again
    PlanarShape whole = make_shape(shape, key, problems_);
    if (problems_.has_errors()) return;
    if (whole.kind != ShapeKind::outline) {
      placed[0].shape = std::move(whole);
      return;
    }
    std::vector<PlanarShape> parts = parts_of(whole);
    if (parts.size() != placed.size()) {
      problems_.error(shape.where, key, "the change divides it into another number of stretches",
                      "change the model and assemble it again");
      return;
    }
    for (std::size_t k = 0; k < parts.size(); ++k) placed[k].shape = std::move(parts[k]);
  }

  double characteristic_length() override {
    double length = 0;
    const auto take = [&](const Values& values) {
      for (const auto& [key, value] : values) {
        if (const auto* points = std::get_if<std::vector<Point>>(&value.data)) {
          for (const Point& p : *points) length = std::max(length, norm(p));
        }
      }
    };
    for (std::size_t i = 0; i < model_.joints.size(); ++i) {
      const Joint& placed = parts().joints[i];
      const bool in_world = i < local_.size() && is_in_world(model_.joints[i]);
      take(in_world ? local_[i].local(model_.joints[i], side(placed.a), side(placed.b))
                    : model_.joints[i].values);
    }
    for (const Force& force : model_.forces) take(force.values);
    for (std::size_t i = 1; i < sides_.size(); ++i) {
      for (std::size_t j = 1; j < i; ++j)
        length = std::max(length, norm(sides_[i].centre() - sides_[j].centre()));
    }
    if (length > 0) return length;
    for (std::size_t i = 1; i < sides_.size(); ++i) length = std::max(length, norm(sides_[i].centre()));
    for (const Joint& joint : parts().joints) {
      if (joint.clearance) length = std::max(length, joint.clearance->length());
    }
    const std::vector<double>& M = parts().M;
    for (std::size_t i = 0; i < M.size(); i += 3)
      length = std::max(length, std::sqrt(M[i + 2] / M[i]));  // radius of gyration
    return length;
  }

  std::vector<WorldValues> local_;  ///< of each joint
};

}  // namespace

template <>
std::unique_ptr<AssemblerOf<PlanarBodies>> make_assembler(const WrittenOut& written, bool ideal,
                                                          Diagnostics& problems) {
  return std::make_unique<PlanarAssembler>(written, ideal, problems);
}

}  // namespace freeplay
