// SPDX-License-Identifier: Apache-2.0
// The units of a formula: the same walk as for its value, with what each part measures beside it.
//
// A number without a unit is bare. What is made of bare numbers alone is bare too, and is taken in SI units
// wherever it goes, as a bare number of a model file is. With units in it, a formula must be right in them.
// The radian is a plain number here: r·θ is a length.
#include <fmt/format.h>

#include <array>
#include <cmath>

#include "base/index.h"
#include "formula/formula.h"
#include "formula/functions.h"
#include "formula/operations.h"

namespace freeplay::formula {
namespace {

Dimension without_angle(Dimension dimension) {
  dimension.power[3] = 0;
  return dimension;
}

bool is_plain(const Amount& amount) { return without_angle(amount.dimension) == Dimension{}; }

/// May be added to, or compared with: a bare number goes with plain ones, and zero with everything.
bool fits(const Amount& a, const Amount& b) {
  return without_angle(a.dimension) == without_angle(b.dimension) || (a.bare && a.value == 0) ||
         (b.bare && b.value == 0);
}

Amount scaled(const Amount& a, const Amount& b, double power) {
  Amount out;
  for (std::size_t i = 0; i < out.dimension.power.size(); ++i)
    out.dimension.power[i] = a.dimension.power[i] + power * b.dimension.power[i];
  out.bare = a.bare && b.bare;
  out.turn = a.turn || b.turn;
  out.cycles = (a.cycles || b.cycles) && !out.turn;
  return out;
}

Amount raised(const Amount& a, double power) {
  Amount out = a;
  for (double& exponent : out.dimension.power) exponent *= power;
  out.cycles = out.turn = false;
  return out;
}

/// The unit of whichever has one.
Amount common(const Amount& a, const Amount& b) {
  Amount out = a.bare ? b : a;
  out.bare = a.bare && b.bare;
  out.cycles = a.cycles || b.cycles;
  out.turn = a.turn && b.turn;
  return out;
}

class Walk {
 public:
  Walk(const Formula& formula, std::span<const Amount> slots, Mistake& mistake)
      : formula_(formula), slots_(slots), mistake_(mistake) {}

  std::optional<Amount> result(bool finite) {
    for (const Node& node : formula_.nodes()) {
      if (!take(node)) return {};
      if (first_without_ == nullptr && !std::isfinite(stack_[top_ - 1].value)) first_without_ = &node;
    }
    // What a condition has left out may be without value.
    if (!finite || std::isfinite(stack_[0].value)) return stack_[0];
    const Node& node = *first_without_;
    fail(node, node.op == Op::divide ? "divides by zero" : "has no value",
         fmt::format("computed: {}", formula_.part(node)));
    return {};
  }

 private:
  bool fail(const Node& node, std::string message, std::string hint = {}) {
    mistake_ = {node.at, std::move(message), std::move(hint)};
    return false;
  }

  bool mixed(const Node& node, const char* what, const Amount& a, const Amount& b) {
    const bool bare = a.bare || b.bare;
    return fail(node,
                fmt::format("{} {} and {}", what, describe(without_angle(a.dimension)),
                            describe(without_angle(b.dimension))),
                bare ? "a number among quantities needs its unit: 5 mm, 3 [N*m]" : "");
  }

  bool take(const Node& node) {
    switch (node.op) {
      case Op::number: return push(node.amount);
      case Op::name: return push(slots_[idx(node.index)]);
      case Op::negate: stack_[top_ - 1].value = -stack_[top_ - 1].value; return true;
      case Op::none: {
        const Amount& what = stack_[top_ - 1];
        return condition(node, what) && replace(1, {.value = what.value == 0 ? 1.0 : 0.0});
      }
      case Op::select: return select(node);
      case Op::call: return call(node);
      case Op::table: return look_up(node);
      default: return join(node);
    }
  }

  bool push(const Amount& amount) {
    stack_[top_++] = amount;
    return true;
  }

  // The last `count` are used up.
  bool replace(std::size_t count, Amount amount) {
    top_ -= count;
    return push(amount);
  }

  bool condition(const Node& node, const Amount& amount) {
    return is_plain(amount) ||
           fail(node, fmt::format("{} is no condition", describe(amount.dimension)), "compare it: x > 0");
  }

  bool select(const Node& node) {
    const Amount &what = stack_[top_ - 3], &a = stack_[top_ - 2], &b = stack_[top_ - 1];
    if (!condition(node, what)) return false;
    if (!fits(a, b)) return mixed(node, "chooses between", a, b);
    Amount out = common(a, b);
    out.value = what.value != 0 ? a.value : b.value;
    return replace(3, out);
  }

  bool join(const Node& node) {
    const Amount a = stack_[top_ - 2], b = stack_[top_ - 1];
    Amount out;
    switch (node.op) {
      case Op::add:
      case Op::subtract:
        if (!fits(a, b)) return mixed(node, node.op == Op::add ? "adds" : "subtracts", a, b);
        out = common(a, b);
        break;
      case Op::multiply: out = scaled(a, b, 1); break;
      case Op::divide: out = scaled(a, b, -1); break;
      case Op::power:
        if (!is_plain(b))
          return fail(node, fmt::format("an exponent must be a plain number, not {}", describe(b.dimension)));
        out = raised(a, is_plain(a) ? 0 : b.value);
        out.bare = a.bare && b.bare;
        break;
      case Op::both:
      case Op::either:
        if (!condition(node, a) || !condition(node, b)) return false;
        break;
      default:
        if (!fits(a, b)) return mixed(node, "compares", a, b);
        break;
    }
    out.value = joined(node.op, a.value, b.value);
    return replace(2, out);
  }

  bool call(const Node& node) {
    const Function& function = functions()[idx(node.index)];
    const auto count = idx(node.count);
    Amount out = stack_[top_ - count];
    for (std::size_t i = 1; i < count; ++i) {
      const Amount& next = stack_[top_ - count + i];
      if (!fits(out, next)) return mixed(node, fmt::format("{} of", function.name).c_str(), out, next);
      const double value = function.value(out.value, next.value);
      out = common(out, next);
      out.value = value;
    }
    if (count == 1) out.value = function.value(out.value, 0);
    if (!convert(node, function, out)) return false;
    return replace(count, out);
  }

  bool look_up(const Node& node) {
    const TableFunction& table = formula_.table(node);
    const Amount& at = stack_[top_ - 1];
    if (!table.bare_x && !at.bare && without_angle(at.dimension) != without_angle(table.x)) {
      return fail(node, fmt::format("the table {} is over {}, not {}", table.name, describe(table.x),
                                    describe(without_angle(at.dimension))));
    }
    if (table.bare_x && !is_plain(at)) {
      return fail(node,
                  fmt::format("the table {} is over plain numbers, not {}", table.name,
                              describe(without_angle(at.dimension))),
                  "give the table its units = [\"…\", \"…\"]");
    }
    return replace(1, {.value = table.curve.value(at.value), .dimension = table.y, .bare = table.bare_y});
  }

  bool convert(const Node& node, const Function& function, Amount& out) {
    const auto plain = [&] {
      return is_plain(out) ||
             fail(node, fmt::format("{} takes {}, not {}", function.name,
                                    function.units == UnitRule::from_angle ? "an angle" : "a plain number",
                                    describe(out.dimension)));
    };
    switch (function.units) {
      case UnitRule::plain:
      case UnitRule::from_angle:
        if (!plain()) return false;
        out.dimension = {};
        break;
      case UnitRule::to_angle:
        if (!plain()) return false;
        out.dimension = {{0, 0, 0, 1}};
        break;
      case UnitRule::ratio_angle: out.dimension = {{0, 0, 0, 1}}; break;
      case UnitRule::same: return true;
      case UnitRule::sign: out.dimension = {}; break;
      case UnitRule::root: out = raised(out, 0.5); break;
      case UnitRule::cube_root: out = raised(out, 1.0 / 3); break;
    }
    out.cycles = out.turn = false;
    return true;
  }

  const Formula& formula_;
  std::span<const Amount> slots_;
  Mistake& mistake_;
  std::array<Amount, kDeepestStack> stack_{};
  std::size_t top_ = 0;
  const Node* first_without_ = nullptr;  // a finite value
};

}  // namespace

std::optional<Amount> Formula::amount(std::span<const Amount> slots, Mistake& mistake, bool finite) const {
  return Walk(*this, slots, mistake).result(finite);
}

}  // namespace freeplay::formula
