// SPDX-License-Identifier: Apache-2.0
// What names stand for in one turn of a [[repeat]]: its index and the values it goes over. A block that was copied for a
// turn keeps the turn's number in its positions, so its formulas are those of the file, with columns, and see these names.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "formula/formula.h"

namespace freeplay {

/// A number for formulas, or a word for texts.
using Local = std::variant<formula::Amount, std::string>;

struct Frame {
  int parent = 0;  ///< the turn around this one; 0: none
  std::vector<std::pair<std::string, Local>> locals;
};

class Frames {
 public:
  /// Its number, from 1.
  int add(Frame frame);

  /// What `name` stands for in the frame or one around it; nullptr: nothing. It stays where it is.
  const Local* find(int frame, std::string_view name) const;

  /// All names known in the frame.
  std::vector<std::string> names(int frame) const;

 private:
  const Frame& at(int frame) const { return frames_[static_cast<std::size_t>(frame) - 1]; }

  std::deque<Frame> frames_;
};

}  // namespace freeplay
