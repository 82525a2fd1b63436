// SPDX-License-Identifier: Apache-2.0
// What is special about assembling spatial models.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/index.h"
#include "clearances/spatial/rest.h"
#include "joints/bearing_keys.h"
#include "model/words.h"
#include "system/assembler.h"
#include "system/place_shapes.h"
#include "system/principal_axes.h"
#include "system/spatial_system.h"

namespace freeplay {
namespace {

class SpatialAssembler final : public AssemblerOf<SpatialBodies> {
 public:
  using AssemblerOf::AssemblerOf;

 private:
  void add_body(const Body& body, std::size_t index) override {
    parts_.mounts.resize(index + 2);  // the ground's is the first
    make([this, &body, index] {
      const PrincipalInertia principal = principal_inertia(body, problems_);
      double* M = parts().M.data() + kSpatialVelocities * index;
      for (std::size_t k = 0; k < 3; ++k) M[k] = body.mass, M[3 + k] = principal.moments[k];
      parts().mounts[index + 1] = principal.mount;
      double q[kSpatialCoordinates], u[kSpatialVelocities];
      draw_body(body, index, q, u);
      sides_[index + 1] = {principal.mount, {{q[0], q[1], q[2]}, rotation({q[3], q[4], q[5], q[6]})}};
    });
  }

  void draw_body(const Body& body, std::size_t index, double* q, double* u) const override {
    inner_state(body.space, parts().mounts[index + 1], q, u);
  }

  void given_body(const Body& body, GivenCoordinates& given) const override {
    given.q.insert(given.q.end(), 3, body.space.position_given);
    given.q.insert(given.q.end(), 3, body.space.orientation_given);
    given.u.insert(given.u.end(), 3, body.space.velocity_given);
    given.u.insert(given.u.end(), 3, body.space.angular_velocity_given);
  }

  void check_joint(const freeplay::Joint& joint, const std::string&) override {
    const auto axes = joint.values.find("reactions");
    if (axes == joint.values.end()) return;
    const auto& word = std::get<std::string>(axes->second.data);
    parts_.joints.back().frame = word == "first"    ? ReactionFrame::first
                                 : word == "second" ? ReactionFrame::second
                                                    : ReactionFrame::world;
  }

  std::unique_ptr<SpatialJoint> ideal_of(const Site& site) override {
    const SpatialJointEntry& entry = *find_entry<SpatialJointEntry>(site.joint.type);
    const Joint& placed = joint_at(site);
    return entry.make(Parameters(entry, site.joint.values, site.joint.where), side(placed.a), side(placed.b),
                      site.key, problems_);
  }

  void add_play(const Site& site) override {
    static const Bearing kNoBearing;
    const freeplay::Joint& joint = site.joint;
    const Errors errors(problems_);
    const auto* entry = find_entry<SpatialClearanceEntry>(joint.play->name);
    if (!entry) {
      names_.unknown_word(joint.play->where, site.key + ".clearance", joint.play->name, "spatial_clearance");
      return;
    }
    require_parameters(*entry, joint.play->values, joint.play->where, site.key + ".clearance", problems_);
    if (errors.any()) return;
    warn_of_unused_bearing(joint, 3, site.key, problems_);
    make([this, site, entry, bearing = joint.bearing ? &*joint.bearing : &kNoBearing] {
      const SpatialJointEntry& ideal = *find_entry<SpatialJointEntry>(site.joint.type);
      Joint& placed = joint_at(site);
      placed.ideal.reset();
      placed.clearance.reset();
      placed.clearance =
          entry->make({Parameters(*entry, site.joint.play->values, site.joint.play->where),
                       Parameters(ideal, site.joint.values, site.joint.where), site.joint.values, *bearing,
                       side(placed.a), side(placed.b), site.key, problems_});
      if (placed.clearance) placed.ideal = std::make_unique<RestOfPlay>(*placed.clearance);
    });
    if (!joint_at(site).clearance) return;
    const SpatialClearance& play = *joint_at(site).clearance;
    bool ends = false;
    for (int i = 0; i < play.contacts(); ++i) ends = ends || play.at_end(i);
    if (joint.end_contact && !ends) {
      problems_.error(joint.end_contact->where, site.key + ".end_contact",
                      "this joint has no ends that touch",
                      "take end_contact away; its contacts follow `contact`");
    }
    const char* what = "a joint with clearance needs";
    const ChosenLaws wall = laws_.choose(joint.contact, joint.where, site.key, what);
    const ChosenLaws end =
        joint.end_contact ? laws_.choose(joint.end_contact, joint.where, site.key, what) : wall;
    if (errors.any()) return;
    add_contacts(site, {wall, end});
    parts_.info.contacts_share = parts_.info.contacts_share || (play.shares() && is_compliant(model_));
  }

  int driven_coordinate(const Driver& driver, const freeplay::Joint& joint, const std::string& key) override {
    const std::vector<DrivenCoordinate> coordinates = driven_coordinates(joint.type, 3);
    if (coordinates.size() == 1 && driver.coordinate.empty()) return 0;
    std::vector<std::string> names;
    for (std::size_t k = 0; k < coordinates.size(); ++k) {
      names.push_back(coordinates[k].name);
      if (coordinates[k].name == driver.coordinate) return to_int(k);
    }
    problems_.error(driver.where, key + ".coordinate",
                    names.empty() ? fmt::format("a {} joint leaves no coordinate to drive", joint.type)
                                  : fmt::format("a {} joint needs the name of a coordinate", joint.type),
                    names.empty() ? "drive a revolute or a translational joint"
                                  : fmt::format("name one of {}", fmt::join(names, ", ")));
    return -1;
  }

  std::unique_ptr<SpatialForce> make_force(const Force& force, std::array<int, 2> bodies,
                                           const std::string& key) override {
    const SpatialForceEntry& entry = *find_entry<SpatialForceEntry>(force.type);
    return entry.make(Parameters(entry, force.values, force.where), bodies, side(bodies[0]), side(bodies[1]),
                      key, problems_);
  }

  PlacedShapesOf<SpatialWorld> place_shapes() override {
    return place_spatial_shapes(
        {written_, names_, laws_, problems_, [this](int index) { return side(index).mount; }});
  }

  void remake_shape(const Shape& shape, const std::string& key,
                    std::span<PlacedSpatialShape> placed) override {
    if (placed.size() == 1) placed[0].shape = {};  // its memory is used again
    SpatialShape whole = make_shape(shape, side(placed[0].body).mount, key, problems_);
    if (whole.kind != SpatialKind::mesh || whole.tolerance < 0) {
      placed[0].shape = std::move(whole);
      return;
    }
    Diagnostics said;  // how many parts there are was said at the start
    std::vector<SpatialShape> parts = parts_of(whole, shape.where, key, said);
    if (parts.size() != placed.size()) {
      problems_.error(shape.where, key, "the mesh would be divided into another number of parts",
                      "assemble the model again");
      return;
    }
    for (std::size_t k = 0; k < parts.size(); ++k) placed[k].shape = std::move(parts[k]);
  }

  double characteristic_length() override {
    double length = 0;
    const auto take = [&](const Values& values) {
      const auto found = values.find("points");
      if (found == values.end()) return;
      if (const auto* points = std::get_if<std::vector<Point3>>(&found->second.data)) {
        for (const Point3& p : *points) length = std::max(length, norm(p));
      }
    };
    for (const freeplay::Joint& joint : model_.joints) take(joint.values);
    for (const Force& force : model_.forces) take(force.values);
    // the extent, not every pair: a chain has many bodies
    Vec3 low{1e300, 1e300, 1e300}, high{-1e300, -1e300, -1e300};
    for (std::size_t i = 1; i < sides_.size(); ++i) {
      for (std::size_t k = 0; k < 3; ++k) {
        low[k] = std::min(low[k], sides_[i].pose.r[k]);
        high[k] = std::max(high[k], sides_[i].pose.r[k]);
      }
    }
    length = std::max(length, norm(high - low));
    if (length > 0) return length;
    for (std::size_t i = 1; i < sides_.size(); ++i) length = std::max(length, norm(sides_[i].pose.r));
    const std::vector<double>& M = parts().M;
    for (std::size_t i = 0; i < M.size(); i += kSpatialVelocities) {
      for (std::size_t k = 3; k < 6; ++k) length = std::max(length, std::sqrt(M[i + k] / M[i]));
    }
    return length;
  }
};

}  // namespace

template <>
std::unique_ptr<AssemblerOf<SpatialBodies>> make_assembler(const WrittenOut& written, bool ideal,
                                                           Diagnostics& problems) {
  return std::make_unique<SpatialAssembler>(written, ideal, problems);
}

}  // namespace freeplay
