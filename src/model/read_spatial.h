// SPDX-License-Identifier: Apache-2.0
// Values of space: vectors, lists of vectors, orientations.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "freeplay/model.h"
#include "freeplay/registry.h"
#include "model/reader.h"

namespace freeplay {

std::optional<Point3> read_vector(Reader& reader, const tree::Node& node, const std::string& path,
                                  const Param& param, const std::string& unit);

/// At least `least` and at most `most` vectors.
std::optional<std::vector<Point3>> read_vectors(Reader& reader, const tree::Node& node,
                                                const std::string& path, const Param& param,
                                                const std::string& unit, std::size_t least, std::size_t most);

/// { quaternion = [w, x, y, z] }, { axis = [x, y, z], angle = "30 deg" } or
/// { sequence = "zxz", angles = ["10 deg", 0, 0] }: turns about axes of the body as it turns; in capitals
/// about axes of the world. Gives Euler parameters of unit length.
std::optional<Orientation> read_orientation(Reader& reader, const tree::Node& node, const std::string& path);

/// What a [[body]] has in space besides name and mass; `weighed`: besides centre and inertia, too.
void read_spatial_body(Block& block, bool weighed, SpatialBody& body);

/// clearance = { radial = …, axial = … }; a bare length is play in the plane across the axis where the joint
/// has that, else the first key of the table.
void read_play(Reader& reader, Block& block, const tree::Node& node, Joint& joint);

}  // namespace freeplay
