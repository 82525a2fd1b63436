// SPDX-License-Identifier: Apache-2.0
// An explicit method that hands over to an implicit one where the motion is stiff, and takes over again where it no longer
// is, as LSODA does [Petzold1983]. Contacts that began slowly and are pressed hard since, and friction over a small slip, die out
// far faster than the machine moves: an explicit method then makes steps as short as its stability asks for, however smooth
// the motion is.
//   over  when kStiff steps were at the bound of stability, with fewer than kMild in a row between them that were not
//                                                                               [HairerWanner1996, IV.2]
//   back  when kCalm steps in a row of the implicit method were so short that the explicit one makes them at less cost
#include <algorithm>

#include "stepping/integrators/integrator.h"

namespace freeplay {
namespace {

constexpr int kStiff = 15, kMild = 6;  // as in DOPRI5
constexpr int kCalm = 10;
// Of h |∂f/∂y|. An explicit step of some seven evaluations goes as far as 3/|∂f/∂y|, one of the implicit method has about two: from 1 on
// it is worth while. Well below that, lest they take turns.
constexpr double kWorthwhile = 0.3;
// Errors of steps made by backward differentiation add up, those of explicit methods mostly do not: it is asked for a tenth.
constexpr double kFiner = 10;
// Of what numbers are judged against, some thousand roundings: the error of backward differentiation is estimated from differences of past
// steps, and below this they are rounding. Steps that it rejects are short for nothing, and their rounding adds up.
constexpr double kVisible = 1e-12;

/// The same equations with less room for errors.
class Finer final : public Equations {
 public:
  Finer(Equations& given, double accuracy)
      : given_(given), finer_(accuracy > 0 ? std::min(kFiner, accuracy / kVisible) : kFiner) {}
  int size() const override { return given_.size(); }
  RightSide rates(double t, const double* y, double* out) override { return given_.rates(t, y, out); }
  void weights(const double* y, double* out) const override {
    given_.weights(y, out);
    for (int i = 0; i < size(); ++i) out[i] *= finer_;
  }
  void roles(std::span<Role> out) const override { given_.roles(out); }

 private:
  Equations& given_;
  double finer_;
};

class Switching final : public Integrator {
 public:
  Switching(Equations& equations, std::unique_ptr<Integrator> explicit_method, double accuracy)
      : Integrator(equations.size()),
        finer_(equations, accuracy),
        explicit_(std::move(explicit_method)),
        implicit_(make_bdf(finer_, true)) {}

  void start(double t, std::span<const double> y, double first_step) override {
    now().start(t, y, first_step);
    t_ = t_old_ = t;
    std::copy(y.begin(), y.end(), y_.begin());
    y_old_ = y_;
  }

  IntegrationStatus step(double t_limit) override {
    const double h = t_ - t_old_;
    if (stiff_ ? calm_ >= kCalm : at_bound_ >= kStiff) {
      stiff_ = !stiff_;
      at_bound_ = mild_ = calm_ = 0;
      now().start(t_, y_, h);
    }
    IntegrationStatus status = now().step(t_limit);
    if (status != IntegrationStatus::ok && stiff_) {
      stiff_ = false;
      calm_ = 0;
      now().start(t_, y_, h);
      status = now().step(t_limit);
    }
    count();
    if (status != IntegrationStatus::ok) return status;
    take();
    judge();
    return status;
  }

  bool remakes() const override { return now().remakes(); }
  IntegrationStatus remake(double t) override {
    const IntegrationStatus status = now().remake(t);
    count();
    if (status == IntegrationStatus::ok) take();
    return status;
  }
  void interpolate(double t, std::span<double> out) override {
    now().interpolate(t, out);
    count();
  }
  double next_step() const override { return now().next_step(); }
  double stiffness() const override { return now().stiffness(); }
  long long stiff_steps() const override { return stiff_steps_; }
  void visit(Archive& a) override {
    a(stiff_, at_bound_, mild_, calm_, stiff_steps_);
    Integrator::visit(a);
    evaluations_before_ = evaluations_ - explicit_->evaluations() - implicit_->evaluations();
    rejected_before_ = rejected_ - explicit_->rejected() - implicit_->rejected();
  }

 private:
  Integrator& now() { return stiff_ ? *implicit_ : *explicit_; }
  const Integrator& now() const { return stiff_ ? *implicit_ : *explicit_; }

  void take() {
    t_old_ = now().t_old();
    t_ = now().t();
    std::copy(now().y_old().begin(), now().y_old().end(), y_old_.begin());
    std::copy(now().y().begin(), now().y().end(), y_.begin());
  }

  void judge() {
    if (stiff_) {
      ++stiff_steps_;
      calm_ = implicit_->stiffness() < kWorthwhile ? calm_ + 1 : 0;
    } else if (explicit_->at_its_bound()) {
      ++at_bound_;
      mild_ = 0;
    } else if (++mild_ >= kMild) {
      at_bound_ = 0;
    }
  }

  void count() {
    evaluations_ = evaluations_before_ + explicit_->evaluations() + implicit_->evaluations();
    rejected_ = rejected_before_ + explicit_->rejected() + implicit_->rejected();
  }

  Finer finer_;
  std::unique_ptr<Integrator> explicit_, implicit_;
  bool stiff_ = false;
  int at_bound_ = 0, mild_ = 0, calm_ = 0;
  long long stiff_steps_ = 0;
  long long evaluations_before_ = 0, rejected_before_ = 0;
};

}  // namespace

std::unique_ptr<Integrator> make_switching(Equations& equations, std::unique_ptr<Integrator> explicit_method,
                                           double accuracy) {
  return std::make_unique<Switching>(equations, std::move(explicit_method), accuracy);
}

}  // namespace freeplay
