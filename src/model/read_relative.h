// SPDX-License-Identifier: Apache-2.0
// Bodies whose place is given in the frame of another one, relative_to = "crank": once all bodies are read, each gets its
// place in the world.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "freeplay/model.h"
#include "model/names.h"
#include "model/reader.h"

namespace freeplay {

class RelativeBodies {
 public:
  /// The key of a body that will be the last of the model.
  void read(Block& block, Body& body);
  /// Places them, after reporting names that do not exist, circles, and bodies that do not stand anywhere.
  void place(Reader& reader, const Names& names, Model& model) const;

 private:
  struct Given {
    std::string base;  ///< empty: none, or the ground
    tree::Position at;
    std::string path;
  };
  void check(Reader& reader, const Model& model, std::size_t body, std::size_t base) const;

  std::vector<Given> given_;  ///< of each body
};

}  // namespace freeplay
