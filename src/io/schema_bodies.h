// SPDX-License-Identifier: Apache-2.0
// [[body]] and [[shape]] in the JSON Schema.
#pragma once

#include "io/schema_shapes.h"

namespace freeplay::schema {

/// In the plane, or in space.
Json body_shape();
Json shape_shape();

}  // namespace freeplay::schema
