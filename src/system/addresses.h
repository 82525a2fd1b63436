// SPDX-License-Identifier: Apache-2.0
// Where the numbers of a model stand, by the path that `--set` has for them.
#pragma once

#include <string>
#include <vector>

#include "freeplay/numbers.h"
#include "freeplay/registry.h"
#include "model/copies.h"

namespace freeplay {

struct AddressedNumber {
  Numbers::Address address;
  double* at = nullptr;                ///< in the model; nullptr: it is left to its default
  const Param* param = nullptr;        ///< its declaration, with the range
  const void* block = nullptr;         ///< the body, joint, … that it belongs to
  Values* values = nullptr;            ///< where a default is given once it is set
  Values::node_type spare{};           ///< its place there until then: setting it allocates nothing
  Orientation* orientation = nullptr;  ///< that it is a number of
  const WrittenGrid* grid = nullptr;   ///< whose copies take it

  double get() const { return at != nullptr ? *at : param->fallback; }
  void set(double value);
  /// Leaves it to its default again.
  void take_back();
  /// What else of the model follows from it; throws ModelError if it makes no orientation. Allocates nothing.
  void settle(Model& model) const;
};

struct AddressBook {
  std::vector<AddressedNumber> numbers;
  std::vector<std::string> left_out;
};

/// Of what the file gives, and of what it leaves to a default that is a number. `given` is the model before
/// grids were written out.
AddressBook list_numbers(WrittenOut& written, const Model& given);

}  // namespace freeplay
