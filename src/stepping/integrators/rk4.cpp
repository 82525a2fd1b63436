// SPDX-License-Identifier: Apache-2.0
// The classical Runge–Kutta method with a fixed step, the reference of many papers:
//   k₁ = f(t, y),  k₂ = f(t + h/2, y + h/2 k₁),  k₃ = f(t + h/2, y + h/2 k₂),  k₄ = f(t + h, y + h k₃)
//   y ← y + h/6 (k₁ + 2 k₂ + 2 k₃ + k₄)                                  [HairerNorsettWanner1993, Table
//   II.1.2]
// Order 4; the cubic between the ends of a step is of order 3. There is no error control and no history: k₁
// is evaluated in each step, so equations may change between steps. A step is shorter than asked only where
// the limit is nearer, or halved where the right-hand side does not admit it.
#include <algorithm>
#include <cmath>

#include "base/assert.h"
#include "stepping/integrators/dense_output.h"
#include "stepping/integrators/integrator.h"

namespace freeplay {
namespace {

constexpr int kHalvings = 60;
constexpr int kParts = 1000;      // of a remade step
constexpr double kSliver = 1e-9;  // no last step shorter than this part of a step

class Rk4 final : public Integrator {
 public:
  Rk4(Equations& equations, double step)
      : Integrator(equations.size()),
        equations_(equations),
        step_(step),
        k1_(y_),
        k2_(y_),
        k3_(y_),
        k4_(y_),
        at_(y_),
        from_(y_),
        dense_(equations, DenseOutput::Degree::cubic) {
    FREEPLAY_ASSERT(step > 0);
  }

  void start(double t, std::span<const double> y, double) override {
    t_ = t_old_ = t;
    std::copy(y.begin(), y.end(), y_.begin());
    y_old_ = y_;
    dense_.begin(t, y);
  }

  IntegrationStatus step(double t_limit) override {
    FREEPLAY_ASSERT(t_limit > t_);
    const IntegrationStatus status = part(t_, y_, t_limit);
    if (status != IntegrationStatus::ok) return status;
    std::swap(y_old_, y_);
    std::swap(y_, at_);
    t_old_ = t_;
    t_ = t_new_;
    dense_.begin(t_old_, y_old_);
    dense_.extend(t_, y_, k1_.data(), nullptr);
    return status;
  }

  bool remakes() const override { return true; }

  IntegrationStatus remake(double t) override {
    FREEPLAY_ASSERT(t > t_old_);
    dense_.begin(t_old_, y_old_);
    from_ = y_old_;
    double begin = t_old_;
    for (int parts = 0; parts < kParts; ++parts) {
      IntegrationStatus status = part(begin, from_, t);
      if (status == IntegrationStatus::ok && t_new_ < t && parts + 1 == kParts)
        status = IntegrationStatus::vetoed;
      if (status != IntegrationStatus::ok) {
        dense_.begin(t_old_, y_old_);
        dense_.extend(t_, y_, nullptr, nullptr);
        return status;
      }
      std::swap(from_, at_);
      dense_.extend(t_new_, from_, k1_.data(), nullptr);
      begin = t_new_;
      if (begin == t) break;
    }
    t_ = t;
    std::swap(y_, from_);
    return IntegrationStatus::ok;
  }

  void interpolate(double t, std::span<double> out) override { evaluations_ += dense_.interpolate(t, out); }

  double next_step() const override { return step_; }

 private:
  // From (t, y) to at most t_limit, the end in t_new_ and at_.
  IntegrationStatus part(double t, const std::vector<double>& y, double t_limit) {
    const double rest = t_limit - t;
    bool whole = rest <= step_ * (1 + kSliver);
    double h = whole ? rest : step_;
    RightSide answer = call(t, y, k1_);
    if (answer == RightSide::ok) {
      for (int halved = 0; halved <= kHalvings; ++halved) {
        t_new_ = whole ? t_limit : t + h;
        if (!(t_new_ > t)) break;
        answer = stages(t, y, h);
        if (answer == RightSide::ok) return IntegrationStatus::ok;
        ++rejected_;
        whole = false;
        h *= 0.5;
      }
    }
    if (answer == RightSide::ok) return IntegrationStatus::stalled;  // t + step is t
    return answer == RightSide::vetoed ? IntegrationStatus::vetoed : IntegrationStatus::not_finite;
  }

  RightSide stages(double t, const std::vector<double>& y, double h) {
    RightSide answer = RightSide::ok;
    const auto stage = [&](double part_of_h, const std::vector<double>& k, std::vector<double>& out) {
      for (std::size_t i = 0; i < y.size(); ++i) at_[i] = y[i] + part_of_h * k[i];
      answer = call(t + part_of_h, at_, out);
      return answer == RightSide::ok;
    };
    if (!stage(0.5 * h, k1_, k2_) || !stage(0.5 * h, k2_, k3_) || !stage(h, k3_, k4_)) return answer;
    for (std::size_t i = 0; i < y.size(); ++i) {
      at_[i] = y[i] + h / 6 * (k1_[i] + 2 * k2_[i] + 2 * k3_[i] + k4_[i]);
      if (!std::isfinite(at_[i])) answer = RightSide::failed;
    }
    return answer;
  }

  RightSide call(double t, const std::vector<double>& y, std::vector<double>& out) {
    ++evaluations_;
    const RightSide answer = equations_.rates(t, y.data(), out.data());
    if (answer != RightSide::ok) return answer;
    const bool finite =
        std::all_of(out.begin(), out.end(), [](double value) { return std::isfinite(value); });
    return finite ? RightSide::ok : RightSide::failed;
  }

  Equations& equations_;
  double step_;
  double t_new_ = 0;
  std::vector<double> k1_, k2_, k3_, k4_, at_, from_;
  DenseOutput dense_;
};

}  // namespace

std::unique_ptr<Integrator> make_rk4(Equations& equations, double step) {
  return std::make_unique<Rk4>(equations, step);
}

}  // namespace freeplay
