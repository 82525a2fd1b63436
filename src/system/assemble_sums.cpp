// SPDX-License-Identifier: Apache-2.0
// Limits of joints and couplings between them, as sums of joint coordinates.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/index.h"
#include "model/couplings.h"
#include "model/fields.h"
#include "model/words.h"
#include "system/assembler.h"

namespace freeplay {
namespace {

/// An angle in space is known but for whole turns: stops leave it this much less than one.
constexpr double kMostTurn = 350 * std::numbers::pi / 180;

}  // namespace

/// Whether something needs the free coordinate of a joint with play; in the plane it is recorded.
template <class Bodies>
bool AssemblerOf<Bodies>::is_measured(const freeplay::Joint& joint) const {
  if (Bodies::kDimension == 2) return !driven_coordinates(joint.type, 2).empty();
  const auto couples = [&](const Coupling& coupling) {
    return coupling.joints[0] == joint.name || coupling.joints[1] == joint.name;
  };
  const auto drives = [&](const Driver& driver) { return driver.joint == joint.name; };
  return joint.limits || names_joint(joint) ||
         std::any_of(model_.drivers.begin(), model_.drivers.end(), drives) ||
         std::any_of(model_.couplings.begin(), model_.couplings.end(), couples);
}

template <class Bodies>
void AssemblerOf<Bodies>::add_limits(std::size_t index) {
  const freeplay::Joint& joint = model_.joints[index];
  if (!joint.limits || !sound_[index] || ideal_) return;
  const std::string key = "joint." + joint.name + ".limits";
  const Errors errors(problems_);
  const Parameters given(limits_entry, joint.limits->values, joint.limits->where);
  const auto coordinates = driven_coordinates(joint.type, Bodies::kDimension);
  const std::string name =
      given.given("coordinate") ? std::get<std::string>(joint.limits->values.at("coordinate").data) : "";
  const int coordinate = coordinate_place(coordinates, name);
  if (coordinate < 0) {
    problems_.error(joint.limits->where, key,
                    fmt::format("a {} joint has no free coordinate to limit{}", joint.type,
                                coordinates.empty() ? "" : ", or several: name one with `coordinate`"));
    return;
  }
  if (!given.given("low") && !given.given("high")) {
    problems_.error(joint.limits->where, key, "neither low nor high is given",
                    "write limits = { low = …, high = … }, or one of them");
    return;
  }
  const bool angle = coordinates[idx(coordinate)].unit == "rad";
  if (angle != given.given("radius")) {
    problems_.error(
        given.where("radius"), key + ".radius",
        angle ? "missing: the arm at which the stop acts" : "the coordinate is a length: its stop has no arm",
        angle ? "write radius = \"20 mm\": gaps are lengths and pushes forces there" : "take the key away");
    return;
  }
  const std::size_t place = parts_.sums.size();
  PlacedSum& sum = parts_.sums.emplace_back();
  sum.terms[0] = {to_int(index), coordinate, 1, angle && Bodies::kDimension == 3, 0};
  sum.shape = row_of_bodies(parts_.joints[index].a, parts_.joints[index].b, Bodies::kVelocities);
  make([this, index, place] { set_limits(index, place); });
  if (!errors.any())
    add_stops(place, joint.name, joint.limits->where, key, joint.contact, "a joint with limits needs");
}

template <class Bodies>
void AssemblerOf<Bodies>::set_limits(std::size_t index, std::size_t place) {
  const freeplay::Joint& joint = model_.joints[index];
  const std::string key = "joint." + joint.name + ".limits";
  const Parameters given(limits_entry, joint.limits->values, joint.limits->where);
  PlacedSum& sum = parts().sums[place];
  const double arm = given.given("radius") ? given.number("radius") : 1;
  const bool both = given.given("low") && given.given("high");
  if (both && given.number("low") >= given.number("high")) {
    problems_.error(given.where("high"), key + ".high",
                    fmt::format("must exceed low ({}), got {}", given.number("low"), given.number("high")));
    return;
  }
  if (sum.terms[0].turns && (!both || given.number("high") - given.number("low") > kMostTurn)) {
    problems_.error(both ? given.where("high") : joint.limits->where, key,
                    both ? "the stops of an angle in space are at most 350° apart"
                         : "an angle in space needs both stops, low and high",
                    "in space an angle is known but for whole turns");
    return;
  }
  if (given.given("low")) sum.low = arm * given.number("low");
  if (given.given("high")) sum.high = arm * given.number("high");
  if (both) sum.terms[0].middle = 0.5 * (given.number("low") + given.number("high"));
  sum.terms[0].weight = arm;
}

/// Contacts at the finite bounds of a sum.
template <class Bodies>
void AssemblerOf<Bodies>::add_stops(std::size_t place, const std::string& name, const Where& where,
                                    const std::string& key, const std::optional<ContactSettings>& own,
                                    const char* what) {
  const Errors errors(problems_);
  ChosenLaws chosen = laws_.choose(own, where, key, what);
  if (errors.any()) return;
  chosen.friction = nullptr;  // nothing slides along a coordinate
  PlacedSum& sum = parts_.sums[place];
  const std::array<double, 2> bounds{sum.low, sum.high};
  for (std::size_t side = 0; side < 2; ++side) {
    if (!std::isfinite(bounds[side])) continue;
    sum.contact[side] = int_size(parts_.info.contacts);
    ContactInfo contact;
    contact.name = name + (side == 0 ? ".low" : ".high");
    parts_.info.contacts.push_back(contact);
  }
  std::array<int, 2> slots{-1, -1};
  make([this, place, chosen, slots]() mutable {
    const PlacedSum& to = parts().sums[place];
    const double way = to.high - to.low;
    const ContactData data = laws_.make(chosen);
    for (std::size_t side = 0; side < 2; ++side) {
      if (to.contact[side] < 0) continue;
      ContactInfo& contact = parts().info.contacts[idx(to.contact[side])];
      static_cast<ContactData&>(contact) = data;
      contact.mu = contact.restitutionT = 0;
      contact.shape = to.shape;
      contact.length = std::isfinite(way) ? way : characteristic_length();
      contact.force = laws_.make_force(chosen, ContactGeometry{kFlat, 0}, contact.name, slots[side]);
    }
  });
}

/// Finds the two coordinates; false after an error.
template <class Bodies>
bool AssemblerOf<Bodies>::couple(const Coupling& coupling, PlacedSum& sum) {
  const std::string key = "coupling." + coupling.name;
  const CouplingEntry& entry = *find_coupling(coupling.type);
  const Errors errors(problems_);
  std::vector<int> moving;
  bool sound = true;
  for (std::size_t k = 0; k < 2; ++k) {
    const auto found =
        std::find_if(model_.joints.begin(), model_.joints.end(),
                     [&](const freeplay::Joint& joint) { return joint.name == coupling.joints[k]; });
    if (found == model_.joints.end()) {
      problems_.error(coupling.where, key + ".joints",
                      fmt::format("there is no joint named '{}'", coupling.joints[k]));
      continue;
    }
    const auto index = idx(found - model_.joints.begin());
    const auto coordinates = driven_coordinates(found->type, Bodies::kDimension);
    if (coordinates.size() != 1 || coordinates[0].unit != entry.units[k]) {
      problems_.error(
          coupling.where, key + ".joints",
          fmt::format("the {} joint of a {} coupling has {} as its free coordinate, which '{}' ({}) "
                      "has not",
                      k == 0 ? "first" : "second", entry.name,
                      std::string_view(entry.units[k]) == "rad" ? "an angle" : "a length", found->name,
                      found->type),
          std::string_view(entry.units[k]) == "rad" ? "name a revolute joint" : "name a prismatic joint");
      continue;
    }
    sound = sound && sound_[index];
    sum.terms[k].joint = to_int(index);
    for (const int body : {parts_.joints[index].a, parts_.joints[index].b}) {
      if (body != kGround && std::find(moving.begin(), moving.end(), body) == moving.end())
        moving.push_back(body);
    }
  }
  if (errors.any() || !sound) return false;
  if (coupling.joints[0] == coupling.joints[1]) {
    problems_.error(coupling.where, key + ".joints", "a coupling needs two different joints");
    return false;
  }
  if (moving.size() > 2 && (coupling.values.count("stiffness") == 0 || ideal_)) {
    if (ideal_) return false;  // it has no ideal form: the start is that of its spring
    problems_.error(
        coupling.where, key + ".joints",
        fmt::format("without stiffness a coupling moves two bodies at most, and this one {}", moving.size()),
        "give it a stiffness, or mount one of its joints on the ground");
    return false;
  }
  sum.shape = row_of_bodies(moving.empty() ? kGround : moving[0], moving.size() < 2 ? kGround : moving[1],
                            Bodies::kVelocities);
  return true;
}

template <class Bodies>
void AssemblerOf<Bodies>::add_coupling(const Coupling& coupling) {
  const std::string key = "coupling." + coupling.name;
  const CouplingEntry* entry = find_coupling(coupling.type);
  const Errors errors(problems_);
  if (entry == nullptr) {
    problems_.error(coupling.where, key + ".type", fmt::format("unknown coupling '{}'", coupling.type),
                    fmt::format("known: {}", fmt::join(coupling_types(), ", ")));
    return;
  }
  if (Bodies::kDimension == 3) {
    problems_.error(coupling.where, key, "couplings are for models in the plane");
    return;
  }
  require_parameters(*entry, coupling.values, coupling.where, key, problems_);
  PlacedSum sum;
  sum.count = 2;
  sum.from_start = true;
  if (errors.any() || !couple(coupling, sum)) return;
  const bool play = coupling.values.count("backlash") != 0 && !ideal_;
  const bool spring = coupling.values.count("stiffness") != 0 && !ideal_;
  if (!play && !spring) {
    sum.row = int_size(parts_.info.constraints);
    ConstraintInfo row{coupling.name + ".coupling", -1, -1, sum.shape};
    row.coupling = true;
    parts_.info.constraints.push_back(row);
  }
  sum.extra = int_size(parts_.info.extra);
  parts_.info.extra.push_back(
      {"/coupling/" + coupling.name + "/error", "m", "way from where it meshes ideally"});
  const std::size_t place = parts_.sums.size();
  parts_.sums.push_back(sum);
  make([this, &coupling, place, entry, key, play, spring] {
    const Parameters given(*entry, coupling.values, coupling.where);
    PlacedSum& to = parts().sums[place];
    const auto weights = entry->weights(given);
    for (std::size_t k = 0; k < 2; ++k) to.terms[k].weight = weights[k];
    to.high = play ? 0.5 * given.number("backlash") : 0;
    to.low = -to.high;
    to.stiffness = spring ? given.number("stiffness") : 0;
    to.damping = spring ? given.number("damping") : 0;
    to.offset = play || spring ? given.number("offset") : 0;
    if (play && !spring && std::abs(to.offset) > to.high) {
      problems_.error(given.where("offset"), key + ".offset",
                      fmt::format("must lie within half the backlash, ±{} m, got {}", to.high, to.offset));
    }
    if (!spring && !ideal_ && given.given("damping")) {
      problems_.error(given.where("damping"), key + ".damping", "damping without stiffness has no effect",
                      "give the stiffness of the mesh, or take the damping away");
    }
  });
  if (errors.any() || !play || spring) return;
  add_stops(place, coupling.name, coupling.where, key, coupling.contact, "a coupling with backlash needs");
}

#define FREEPLAY_SUMS_OF(Bodies)                                                                          \
  template bool AssemblerOf<Bodies>::is_measured(const freeplay::Joint&) const;                           \
  template void AssemblerOf<Bodies>::add_limits(std::size_t);                                             \
  template void AssemblerOf<Bodies>::set_limits(std::size_t, std::size_t);                                \
  template bool AssemblerOf<Bodies>::couple(const Coupling&, PlacedSum&);                                 \
  template void AssemblerOf<Bodies>::add_coupling(const Coupling&);                                       \
  template void AssemblerOf<Bodies>::add_stops(std::size_t, const std::string&, const Where&,             \
                                               const std::string&, const std::optional<ContactSettings>&, \
                                               const char*);
FREEPLAY_SUMS_OF(PlanarBodies)
FREEPLAY_SUMS_OF(SpatialBodies)
#undef FREEPLAY_SUMS_OF

}  // namespace freeplay
