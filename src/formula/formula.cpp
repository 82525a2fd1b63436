// SPDX-License-Identifier: Apache-2.0
#include "formula/formula.h"

#include <algorithm>
#include <array>

#include "base/index.h"
#include "formula/functions.h"
#include "formula/operations.h"

namespace freeplay::formula {
bool is_formula(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  return first != std::string_view::npos && text[first] == '=';
}

std::size_t Formula::place_of(std::size_t name) const {
  const auto found = std::find_if(nodes_.begin(), nodes_.end(), [&](const Node& node) {
    return node.op == Op::name && node.index == static_cast<int>(name);
  });
  return found == nodes_.end() ? 0 : found->at;
}

double Formula::value(std::span<const double> slots) const {
  std::array<double, kDeepestStack> stack;
  std::size_t top = 0;  // how many wait
  for (const Node& node : nodes_) {
    switch (node.op) {
      case Op::number: stack[top++] = node.amount.value; break;
      case Op::name: stack[top++] = slots[idx(node.index)]; break;
      case Op::negate: stack[top - 1] = -stack[top - 1]; break;
      case Op::none: stack[top - 1] = stack[top - 1] == 0 ? 1 : 0; break;
      case Op::select:
        top -= 2;
        stack[top - 1] = stack[top - 1] != 0 ? stack[top] : stack[top + 1];
        break;
      case Op::call: {
        const Function& function = functions()[idx(node.index)];
        const auto count = idx(node.count);
        top -= count - 1;
        double* arguments = &stack[top - 1];
        if (count == 1) arguments[0] = function.value(arguments[0], 0);
        for (std::size_t i = 1; i < count; ++i) arguments[0] = function.value(arguments[0], arguments[i]);
        break;
      }
      case Op::table: stack[top - 1] = table(node).curve.value(stack[top - 1]); break;
      default:
        --top;
        stack[top - 1] = joined(node.op, stack[top - 1], stack[top]);
        break;
    }
  }
  return stack[0];
}

}  // namespace freeplay::formula
