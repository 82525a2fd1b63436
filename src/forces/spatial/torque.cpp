// SPDX-License-Identifier: Apache-2.0
// Torque on a body, with its direction fixed in the world or in the body.
#include "forces/spatial/wrench_load.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {kTorqueParam, kLoadFrameParam};
constexpr const char* kInputs[] = {"torque"};

std::unique_ptr<SpatialForce> make(const Parameters& given, std::array<int, 2> bodies, const SpatialSide& a,
                                   const SpatialSide&, const std::string&, Diagnostics&) {
  return make_load({{}, *given.vector("torque")}, {}, given.word("frame") == "body", bodies[0], a);
}

}  // namespace

namespace entry {
FREEPLAY_SPATIAL_FORCE(torque) = {{"torque", "", "constant torque on a body", kParams}, make, 1, kInputs};
}  // namespace entry
}  // namespace freeplay
