// SPDX-License-Identifier: Apache-2.0
#include "laws/contact/hysteresis.h"

#include <algorithm>

namespace freeplay {

// With t = x/(2 + x), ln(1 + x) = 2 artanh t.
double log_remainder(double x) {
  constexpr double kSeries = 0.4;
  constexpr int kTerms = 14;  // |t| ≤ 1/4: the next term is below rounding
  if (std::abs(x) > kSeries) return 2 * (x - std::log1p(x)) / (x * x);
  const double t = x / (2 + x);
  double tail = 0;  // Σ t^2k/(2k + 3)
  for (int k = kTerms; k >= 0; --k) tail = tail * t * t + 1.0 / (2 * k + 3);
  return (1 - t) * (1 - (1 - t) * t * tail);
}

namespace {

// Falls with both c and e: ln((1 + c)/(1 − c e)) − c (1 + e), divided by −c²/2.
double excess(double c, double e) {
  const double y = std::min(c * e, 1.0);
  return log_remainder(c) - e * e * log_remainder(-y);
}

// Where the falling function f changes sign between low and high, to the last bit.
template <class Function>
double bisect(double low, double high, Function f) {
  for (;;) {
    const double middle = low + (high - low) / 2;
    if (!(middle > low && middle < high)) return middle;
    (f(middle) > 0 ? low : high) = middle;
  }
}

class HysteresisLaw final : public ContactLaw {
 public:
  HysteresisLaw(const PowerLaw& elastic, const Hysteresis& losses, double asked)
      : elastic_(elastic), losses_(losses), restitution_{asked, delivered_restitution(losses.c)} {}

  double force(const ContactInput& in) const override {
    return elastic_.force(in.delta) * losses_.factor(in);
  }
  double energy(double delta, const double*) const override { return elastic_.energy(delta); }
  double elastic(double delta, const double*) const override { return elastic_.force(delta); }
  double fastest() const override { return elastic_.fastest; }
  std::optional<Restitution> restitution() const override { return restitution_; }

 private:
  PowerLaw elastic_;
  Hysteresis losses_;
  Restitution restitution_;
};

}  // namespace

double delivered_restitution(double c) {
  if (!(c > 0)) return 1;
  return bisect(0, std::min(1.0, 1 / c), [c](double e) { return excess(c, e); });
}

double exact_factor(double e) {
  if (!(e < 1)) return 0;
  return bisect(0, 1 / e, [e](double c) { return excess(c, e); });
}

double Hysteresis::factor(const ContactInput& in) const {
  const ContactStart& start = in.start;
  if (start.approach < slow * start.pressed) return 1 + c * std::clamp(in.rate / start.pressed, -1.0, 1.0);
  return start.approach > 0 ? 1 + c * in.rate / start.approach : 1;
}

std::unique_ptr<ContactLaw> make_hysteresis(double (*factor)(double restitution), const Parameters& given,
                                            const ContactGeometry& geometry, const std::string& contact,
                                            const std::string& key, Diagnostics& problems) {
  const std::optional<PowerLaw> elastic = read_power_law(given, geometry, contact, key, problems);
  if (!elastic) return nullptr;
  const double asked = given.number("restitution");
  return std::make_unique<HysteresisLaw>(*elastic, Hysteresis{factor(asked), given.number("slow_start")},
                                         asked);
}

}  // namespace freeplay
