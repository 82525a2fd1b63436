// SPDX-License-Identifier: Apache-2.0
// How contacts behave: [contact] of the model, of a joint, of a pair of shapes.
#pragma once

#include "freeplay/model.h"
#include "model/reader.h"

namespace freeplay {

/// `of_model`: the model's own block, which also has keys for the model as a whole.
void read_contact(Block& block, ContactSettings& contact, bool of_model);

/// A joint that yields contacts, given at the position, needs the law of its world; friction may be left out.
void check_contact_laws(Reader& reader, const Model& model, const Joint& joint,
                        const tree::Position& position);

}  // namespace freeplay
