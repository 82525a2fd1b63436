// SPDX-License-Identifier: Apache-2.0
// The same mechanism without play, to compare with.
#pragma once

#include <optional>

#include "freeplay/model.h"

namespace freeplay {

/// Takes the play of a joint away; false when it has none that can be left out.
bool make_ideal(Joint& joint);

/// The model with every joint ideal; none when no joint has play that can be left out.
std::optional<Model> ideal_of(const Model& model);

}  // namespace freeplay
