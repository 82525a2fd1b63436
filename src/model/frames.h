// SPDX-License-Identifier: Apache-2.0
// What names stand for in one turn of a [[repeat]]: its index and the values it goes over; and which file a block is from.
// A block that was copied keeps the number of its frame in its positions, so its formulas are those of the file, with columns,
// and see these names.
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

/// One turn of a [[repeat]]; without locals, what stands in an included file outside of its repeats.
struct Frame {
  int parent = 0;  ///< the turn or file around this one; 0: none
  std::vector<std::pair<std::string, Local>> locals;
  int file = 0;  ///< the included file it stands in, by its number; 0: the model file itself
};

class Frames {
 public:
  /// Its number, from 1.
  int add(Frame frame);

  /// The number of the file in which the frame stands.
  int file(int frame) const { return frame > 0 ? at(frame).file : 0; }

  /// Is it a turn of a repeat, in which texts have an index?
  bool is_turn(int frame) const { return frame > 0 && !at(frame).locals.empty(); }

  /// What `name` stands for in the frame or one around it in the same file; nullptr: nothing. It stays where it is.
  const Local* find(int frame, std::string_view name) const;

  /// All names known in the frame.
  std::vector<std::string> names(int frame) const;

 private:
  const Frame& at(int frame) const { return frames_[static_cast<std::size_t>(frame) - 1]; }

  std::deque<Frame> frames_;
};

}  // namespace freeplay
