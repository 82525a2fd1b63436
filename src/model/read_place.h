// SPDX-License-Identifier: Apache-2.0
// Blocks of an included file, moved to where the file stands.
#pragma once

#include <optional>
#include <string>

#include "model/place.h"
#include "model/reader.h"

namespace freeplay {

/// Moves a block that was read from a file with a place, or reports why it cannot be moved.
template <class T>
void move_to_place(Block& block, T& part) {
  Reader& reader = block.reader();
  const std::optional<Place>& place = reader.file_of(block.position()).place;
  const std::string why = place ? place->move(part) : "";
  if (!why.empty())
    reader.error(block.position(), block.path(), "cannot stand where its file is placed: " + why);
}

}  // namespace freeplay
