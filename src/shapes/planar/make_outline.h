// SPDX-License-Identifier: Apache-2.0
// Outlines as shapes.
#pragma once

#include "shapes/planar/outline_edges.h"

namespace freeplay {

/// All of an outline as one shape, to be drawn; its contacts are those of parts_of(). What is wrong goes to the
/// diagnostics.
PlanarShape make_outline(const Parameters& given, const std::string& key, const OutlineInput& input,
                         Diagnostics& problems);

/// The boundary of a convex polygon, for its contacts with outlines.
void add_part(const OutlineInput& input, PlanarShape& polygon);

}  // namespace freeplay
