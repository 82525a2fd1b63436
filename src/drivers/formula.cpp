// SPDX-License-Identifier: Apache-2.0
// A motion by formula of the time: s(t), with velocity and acceleration by the chain rule.
#include "freeplay/driver.h"

#include "formula/of_time.h"

namespace freeplay {
namespace {

constexpr Param kParams[] = {{.key = "position",
                              .symbol = "s",
                              .unit = "@",
                              .help = "formula of the time t",
                              .kind = ParamKind::formula},
                             FREEPLAY_DRIVER_ABSOLUTE};

class FormulaMotion final : public Motion {
 public:
  explicit FormulaMotion(formula::OfTime position) : position_(std::move(position)) {}
  double position(double t) const override { return position_.value(t); }
  double velocity(double t) const override { return position_.at(t).rate; }
  double acceleration(double t) const override { return position_.at(t).second; }

 private:
  formula::OfTime position_;
};

std::unique_ptr<Motion> make(const Parameters& given, const std::string& key, Diagnostics& problems) {
  formula::Mistake mistake;
  auto position = formula::OfTime::parse(given.formula("position"), "", mistake);
  if (!position) {  // of a model built in code; files are checked when they are read
    problems.error(given.where("position"), key + ".position", mistake.message, mistake.hint);
    return nullptr;
  }
  return std::make_unique<FormulaMotion>(std::move(*position));
}

}  // namespace

namespace entry {
FREEPLAY_DRIVER(formula) = {{"formula", "", "position by a formula of the time t", kParams}, make};
}  // namespace entry
}  // namespace freeplay
