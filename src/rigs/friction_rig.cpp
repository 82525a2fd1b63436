// SPDX-License-Identifier: Apache-2.0
#include "rigs/friction_rig.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/index.h"
#include "stepping/integrators/integrator.h"

namespace freeplay {
namespace {

constexpr double kAccuracy = 1e-9;  // of a step, of the scales
constexpr double kHeavy = 100;      // M v̇ of a drag over the largest friction
constexpr int kOrder = 5;           // Dormand–Prince, which can make a step again
constexpr int kMostPasses = 100;    // at one instant
constexpr long long kMostSteps = 2000000;
constexpr int kHoldSamples = 40;                                     // F_hold to either side, of range()
constexpr int kX = 0, kV = 1, kImpulse = 2, kWork = 3, kStates = 4;  // places in y

}  // namespace

class FrictionRig::Body final : public Equations {
 public:
  Body(const FrictionLaw& law, double normal, const RigScales& scales)
      : law_(&law),
        normal_(normal),
        scales_(scales),
        y_(kStates + idx(law.states(1)), 0.0),
        m_(idx(law.memory(1)), 0.0) {}

  void drag(Curve slip, Curve slip_rate, double largest_rate) {
    given_ = true;
    slip_ = std::move(slip);
    force_ = std::move(slip_rate);
    mass_ = largest_rate > 0 ? kHeavy * largest() / largest_rate : 0;
    begin();
  }
  void pull(double mass, Curve pull) {
    mass_ = mass;
    force_ = std::move(pull);
    begin();
  }

  int size() const override { return int_size(y_); }
  RightSide rates(double t, const double* y, double* out) override {
    const FrictionInput in = input(t, y);
    const double F = law_->force(in)[0], v = in.slip[0];
    out[kX] = v;
    out[kV] = given_ || held(in) ? 0 : (force_(t) + F) / mass_;
    out[kImpulse] = -F;
    out[kWork] = -F * v;
    law_->rates(in, out + kStates);
    for (int i = 0; i < size(); ++i) {
      if (!std::isfinite(out[i])) return RightSide::failed;
    }
    return RightSide::ok;
  }
  void weights(const double*, double* out) const override {
    out[kX] = 1 / (kAccuracy * scales_.length);
    out[kV] = given_ ? 0 : 1 / (kAccuracy * scales_.velocity);
    out[kImpulse] = 1 / (kAccuracy * largest() * scales_.longest_step);
    out[kWork] = 0;
    for (int i = 0; i < law_->states(1); ++i) out[kStates + i] = 1 / (kAccuracy * law_->state_size(1, i));
  }

  bool run(double end, const Watcher& watcher) {
    if (!failure_.empty()) return false;
    if (watcher && !watcher(sample())) return true;
    while (t_ < end) {
      if (++steps_ > kMostSteps) return fail("more than two million steps");
      const IntegrationStatus status = integrator_->step(std::min(end, t_ + scales_.longest_step));
      if (status != IntegrationStatus::ok)
        return fail(status == IntegrationStatus::stalled ? "the integrator stalls" : "no finite force");
      const bool changes = law_->guarded() && guard_at(integrator_->t()) < 0;
      if (changes && !locate()) return fail("a change of formula cannot be located");
      take();
      if (!changes) accept();
      if (watcher && !watcher(sample())) return true;
      if (changes) {
        if (!pass()) return false;
        if (watcher && !watcher(sample())) return true;
      }
    }
    return true;
  }

  FrictionInput input(double t, const double* y) const {
    FrictionInput in;
    in.t = t;
    in.slip[0] = given_ ? slip_(t) : y[kV];
    in.normal = normal_;
    in.rest = 1e-12 * scales_.velocity;
    in.z = y + kStates;
    in.m = m_.data();
    if (given_) {
      in.hold[0] = -mass_ * force_(t);
    } else {
      const double rate = law_->hold_rate();
      in.hold[0] = -force_(t) - (std::isfinite(rate) ? mass_ * rate * in.slip[0] : 0);
    }
    return in;
  }
  FrictionInput input() const { return input(t_, y_.data()); }
  RigSample sample() const {
    const FrictionInput in = input();
    return {t_, y_[kX], in.slip[0], 0 - law_->force(in)[0], y_[kImpulse], y_[kWork]};
  }

  std::pair<double, double> range() const {
    const double now = sample().force;
    std::pair<double, double> all{now, now};
    if (law_->hold(input()) == Hold::none) return all;
    std::vector<double> z(y_.begin() + kStates, y_.end()), m;
    for (int i = -kHoldSamples; i <= kHoldSamples; ++i) {
      m = m_;
      FrictionInput in = input();
      in.hold[0] = 2 * largest() * i / kHoldSamples;
      in.z = z.data();
      in.m = m.data();
      for (int k = 0; k < kMostPasses && law_->guarded() && law_->guard(in) < 0; ++k)
        law_->pass(in, z.data(), m.data());
      const double force = 0 - law_->force(in)[0];
      all = {std::min(all.first, force), std::max(all.second, force)};
      std::copy(y_.begin() + kStates, y_.end(), z.begin());
    }
    return all;
  }

  const std::string& failure() const { return failure_; }
  int passes() const { return passes_; }
  long long steps() const { return steps_; }

 private:
  double largest() const { return normal_ * std::max({law_->mu_static(), law_->mu(), 1e-3}); }
  bool held(const FrictionInput& in) const {
    return law_->hold(in) == Hold::keeps && !std::isfinite(law_->hold_rate());
  }
  bool fail(const std::string& why) {
    failure_ = fmt::format("{} at t = {:.6g} s, slip {:.3g} m/s", why, t_, input().slip[0]);
    return false;
  }

  void begin() {
    const FrictionInput in = input();
    law_->start(in, y_.data() + kStates, m_.data());
    integrator_ = make_runge_kutta(*this, kOrder);
    if (law_->guarded() && law_->guard(input()) < 0 && !pass()) return;
    integrator_->start(t_, y_, 0);
  }

  double guard_at(double t) { return law_->guard(input(t, integrator_->y().data())); }

  /// Makes the last step again so that it ends just beyond the zero of the guard: regula falsi that never
  /// moves by less than rounding, every third time halving.
  bool locate() {
    double low = integrator_->t_old(), high = integrator_->t();
    double at_low = law_->guard(input(low, y_.data())), at_high = guard_at(high);
    const double rounding = 4 * std::numeric_limits<double>::epsilon() * std::max(std::abs(high), high - low);
    for (int i = 0; high - low > 2 * rounding; ++i) {
      double middle = low + (high - low) / 2;
      if (i % 3 != 2 && at_low > 0)
        middle =
            std::clamp(low + (high - low) * at_low / (at_low - at_high), low + rounding, high - rounding);
      if (integrator_->remake(middle) != IntegrationStatus::ok) return false;
      const double at_middle = guard_at(middle);
      (at_middle < 0 ? high : low) = middle;
      (at_middle < 0 ? at_high : at_low) = at_middle;
    }
    return integrator_->remake(high) == IntegrationStatus::ok;
  }

  void take() {
    t_ = integrator_->t();
    std::copy(integrator_->y().begin(), integrator_->y().end(), y_.begin());
  }
  void accept() {
    std::vector<double>& before = scratch_;
    before = m_;
    law_->accept(input(), m_.data());
    if (before != m_) integrator_->start(t_, y_, integrator_->next_step());
  }
  bool pass() {
    int tries = 0;
    do {
      ++passes_;
      FrictionInput in = input();
      if (given_ && tries == 0) {
        // Dragged slowly, friction itself is what held until now. Who would stick exactly cannot: that goes
        // by the heavy body.
        const std::vector<double> z(y_.begin() + kStates, y_.end()), m = m_;
        in.hold = law_->force(in);
        law_->pass(in, y_.data() + kStates, m_.data());
        if (law_->hold(input()) != Hold::keeps) continue;
        std::copy(z.begin(), z.end(), y_.begin() + kStates);
        m_ = m;
        in = input();
      }
      law_->pass(in, y_.data() + kStates, m_.data());
      if (!given_ && held(input())) y_[kV] = 0;
    } while (law_->guard(input()) < 0 && ++tries < kMostPasses);
    if (tries == kMostPasses) return fail("no formula of the law holds");
    integrator_->start(t_, y_, 0);
    return true;
  }

  const FrictionLaw* law_;
  double normal_, mass_ = 0;
  RigScales scales_;
  bool given_ = false;
  Curve slip_, force_;  ///< force: the pull; of a drag the rate of the slip
  double t_ = 0;
  std::vector<double> y_, m_, scratch_;
  std::unique_ptr<Integrator> integrator_;
  std::string failure_;
  int passes_ = 0;
  long long steps_ = 0;
};

FrictionRig::FrictionRig(std::unique_ptr<Body> body) : body_(std::move(body)) {}
FrictionRig::FrictionRig(FrictionRig&&) noexcept = default;
FrictionRig::~FrictionRig() = default;

FrictionRig FrictionRig::dragged(const FrictionLaw& law, double normal, const RigScales& scales, Curve slip,
                                 Curve slip_rate, double largest_rate) {
  auto body = std::make_unique<Body>(law, normal, scales);
  body->drag(std::move(slip), std::move(slip_rate), largest_rate);
  return FrictionRig(std::move(body));
}

FrictionRig FrictionRig::pulled(const FrictionLaw& law, double normal, const RigScales& scales, double mass,
                                Curve pull) {
  auto body = std::make_unique<Body>(law, normal, scales);
  body->pull(mass, std::move(pull));
  return FrictionRig(std::move(body));
}

bool FrictionRig::run(double end, const Watcher& watcher) { return body_->run(end, watcher); }
const std::string& FrictionRig::failure() const { return body_->failure(); }
RigSample FrictionRig::sample() const { return body_->sample(); }
FrictionInput FrictionRig::input() const { return body_->input(); }
std::pair<double, double> FrictionRig::range() const { return body_->range(); }
int FrictionRig::passes() const { return body_->passes(); }
long long FrictionRig::steps() const { return body_->steps(); }

}  // namespace freeplay
