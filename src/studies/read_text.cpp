// SPDX-License-Identifier: Apache-2.0
#include "studies/read_text.h"

#include <variant>

#include "model/read_value.h"

namespace freeplay {

std::string take_text(Block& block, const Param& param) {
  if (const tree::Node* node = block.take(param.key)) {
    const auto value = read_value(block.reader(), *node, block.path_of(param.key), param, "");
    if (value) return std::get<std::string>(value->data);
  }
  return {};
}

}  // namespace freeplay
