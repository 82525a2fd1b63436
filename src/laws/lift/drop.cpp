// SPDX-License-Identifier: Apache-2.0
// Drop: the lift falls at once, as behind the tooth of a ratchet. The gap jumps up and the follower flies: no
// impulse acts. The lift cannot jump up: nothing could follow it.
#include <fmt/format.h>

#include "laws/lift/lift_law.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {{.key = "to",
                              .symbol = "h",
                              .unit = "m",
                              .fallback = 0,
                              .low = 0,
                              .help = "lift after the drop, over the base circle"}};

class Drop final : public LiftLaw {
 public:
  explicit Drop(double lift) : lift_(lift) {}
  double angle() const override { return 0; }
  double end() const override { return lift_; }
  LiftPoint at(double) const override { return {lift_, 0, 0}; }

 private:
  double lift_;
};

std::unique_ptr<LiftLaw> make(const Parameters& given, double from, const std::string& key,
                              Diagnostics& problems) {
  const double to = given.number("to");
  if (to >= from) {
    problems.error(
        given.where("to"), key,
        fmt::format("a drop falls: it cannot take the lift from {:g} m to {:g} m at once", from, to),
        "a rise needs an angle: use cycloidal, harmonic, polynomial_345 or polynomial_4567");
    return nullptr;
  }
  return std::make_unique<Drop>(to);
}

}  // namespace

namespace entry {
FREEPLAY_LIFT(drop) = {{"drop", "Flores2012", "the lift falls at once", kParams}, make};
}  // namespace entry
}  // namespace freeplay
