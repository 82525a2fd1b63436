// SPDX-License-Identifier: Apache-2.0
#include "bench/compliant/reference.h"

#include <stdexcept>
#include <vector>

#include "stepping/integrators/integrator.h"

namespace freeplay::bench {
namespace {

/// δ, δ̇ in the time since the contact began.
class Contact final : public Equations {
 public:
  Contact(const ContactAcceleration& contact, double gravity, double speed)
      : contact_(contact), gravity_(gravity), speed_(speed) {}
  int size() const override { return 2; }
  RightSide rates(double, const double* y, double* out) override {
    out[0] = y[1];
    out[1] = gravity_ - contact_(std::max(y[0], 0.0), y[1]);  // within the contact, from its first instant
    return RightSide::ok;
  }
  void weights(const double*, double* out) const override {
    out[0] = 1 / (1e-17 * speed_);  // a contact lasts about a millisecond
    out[1] = 1 / (1e-14 * speed_);
  }

 private:
  const ContactAcceleration& contact_;
  double gravity_, speed_;
};

void step(Integrator& integrator, double limit) {
  if (integrator.t() >= limit) throw std::runtime_error("a contact that does not end");
  if (integrator.step(limit) != IntegrationStatus::ok) throw std::runtime_error("the reference stalls");
}

void advance(Integrator& integrator, double end) {
  while (integrator.t() < end) step(integrator, end);
}

bool over(const ContactAcceleration& contact, std::span<const double> y) {
  return y[1] < 0 && (y[0] <= 0 || contact(y[0], y[1]) <= 0);
}

}  // namespace

Bounces exact_bounces(const Drop& drop, const ContactAcceleration& contact, int impacts) {
  Bounces out;
  double t = 0, gap = drop.height, v = 0;
  for (;;) {
    out.apex = gap + v * v / (2 * drop.gravity);
    // Down to the plane: gap + v s − g s²/2 = 0
    const double fall = (v + std::sqrt(v * v + 2 * drop.gravity * gap)) / drop.gravity;
    if (out.impacts == impacts || t + fall > drop.end) return out;
    t += fall;
    const double speed = drop.gravity * fall - v;
    Contact equations(contact, drop.gravity, speed);
    const auto integrator = make_runge_kutta(equations, 6);
    integrator->start(0, std::vector<double>{0, speed}, 1e-6);
    while (!over(contact, integrator->y())) step(*integrator, drop.end);
    // The end of the contact, by bisection of the last step.
    const double begin = integrator->t_old();
    const std::vector<double> y_begin(integrator->y_old().begin(), integrator->y_old().end());
    double low = begin, high = integrator->t();
    for (;;) {
      const double middle = 0.5 * (low + high);
      if (!(middle > low && middle < high)) break;
      integrator->start(begin, y_begin, middle - begin);
      advance(*integrator, middle);
      (over(contact, integrator->y()) ? high : low) = middle;
    }
    t += integrator->t();
    gap = -integrator->y()[0];
    v = -integrator->y()[1];
    if (++out.impacts == 1) {
      out.duration = integrator->t();
      out.ratio = v / speed;
    }
    if (t > drop.end) throw std::runtime_error("the run ends within a contact");
  }
}

}  // namespace freeplay::bench
