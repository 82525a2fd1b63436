// SPDX-License-Identifier: Apache-2.0
// Wrench on a body: a force at a point and a torque, with directions fixed in the world or in the body.
#include "forces/spatial/wrench_load.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {kForceParam, kTorqueParam, kLoadPointParam, kLoadFrameParam};
constexpr const char* kInputs[] = {"force", "torque"};

std::unique_ptr<SpatialForce> make(const Parameters& given, std::array<int, 2> bodies, const SpatialSide& a,
                                   const SpatialSide&, const std::string&, Diagnostics&) {
  return make_load({*given.vector("force"), *given.vector("torque")}, given.vector("point"),
                   given.word("frame") == "body", bodies[0], a);
}

}  // namespace

namespace entry {
FREEPLAY_SPATIAL_FORCE(wrench) = {
    {"wrench", "", "constant force and torque at a point of a body", kParams}, make, 1, kInputs};
}  // namespace entry
}  // namespace freeplay
