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
  double* at = nullptr;          ///< in the model
  const Param* param = nullptr;  ///< its declaration, with the range
  const void* block = nullptr;   ///< the body, joint, … that it belongs to
};

struct AddressBook {
  std::vector<AddressedNumber> numbers;
  std::vector<std::string> left_out;
};

/// Of what the file gives: a number that it leaves to its default has no address, as giving it may change
/// more than a number. `given` is the model before grids were written out.
AddressBook list_numbers(WrittenOut& written, const Model& given);

}  // namespace freeplay
