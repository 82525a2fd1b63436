// SPDX-License-Identifier: Apache-2.0
// Force at a point of a body, with its direction fixed in the world or in the body.
#include "forces/spatial/wrench_load.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {kForceParam, kLoadPointParam, kLoadFrameParam};
constexpr const char* kInputs[] = {"force"};

std::unique_ptr<SpatialForce> make(const Parameters& given, std::array<int, 2> bodies, const SpatialSide& a,
                                   const SpatialSide&, const std::string&, Diagnostics&) {
  return make_load({*given.vector("force"), {}}, given.vector("point"), given.word("frame") == "body",
                   bodies[0], a);
}

}  // namespace

namespace entry {
FREEPLAY_SPATIAL_FORCE(point_force) = {
    {"point_force", "", "constant force at a point of a body", kParams}, make, 1, kInputs};
}  // namespace entry
}  // namespace freeplay
