// SPDX-License-Identifier: Apache-2.0
// Dwell: the lift stays as it is.
#include "laws/lift/lift_law.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {FREEPLAY_LIFT_ANGLE};

class Dwell final : public LiftLaw {
 public:
  Dwell(double angle, double lift) : angle_(angle), lift_(lift) {}
  double angle() const override { return angle_; }
  double end() const override { return lift_; }
  LiftPoint at(double) const override { return {lift_, 0, 0}; }

 private:
  double angle_, lift_;
};

std::unique_ptr<LiftLaw> make(const Parameters& given, double from, const std::string&, Diagnostics&) {
  return std::make_unique<Dwell>(given.number("angle"), from);
}

}  // namespace

namespace entry {
FREEPLAY_LIFT(dwell) = {{"dwell", "", "the lift stays as it is", kParams}, make};
}  // namespace entry
}  // namespace freeplay
