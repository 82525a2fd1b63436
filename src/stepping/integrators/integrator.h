// SPDX-License-Identifier: Apache-2.0
// Integrators of smooth motion, ẏ = f(t, y), one step at a time. They know nothing of contacts: who asks for
// the steps decides whether a step stands (stepping/detection.h).
#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <vector>

#include "base/index.h"
#include "freeplay/archive.h"

namespace freeplay {

enum class RightSide {
  ok,
  vetoed,  ///< this point must not be part of the step: try a shorter one
  failed,  ///< not finite, or no accelerations exist
};

/// What a number of y is to the others.
enum class Role : char {
  acts,     ///< it changes, and others depend on it
  follows,  ///< it changes, but no rate depends on it: a book that is kept along
  idle,     ///< neither, until the next step begins
};

/// The equations, as integrators see them.
class Equations {
 public:
  virtual ~Equations() = default;
  virtual int size() const = 0;
  /// (t, y) => ẏ
  virtual RightSide rates(double t, const double* y, double* out) = 0;
  /// (y) => 1 / (largest error of y_i in one step); zero: y_i has no say in the choice of the step.
  virtual void weights(const double* y, double* out) const = 0;
  /// What the numbers of y are in this step.
  virtual void roles(std::span<Role> out) const { std::fill(out.begin(), out.end(), Role::acts); }
};

enum class IntegrationStatus {
  ok,
  vetoed,      ///< the right-hand side vetoed even short steps, and the integrator cannot shorten by itself
  stalled,     ///< the error cannot be brought below its bound by any step above rounding
  not_finite,  ///< the right-hand side failed
};

class Integrator {
 public:
  virtual ~Integrator() = default;

  /// Begins anew at (t, y), without history. `first_step`: the length of the first trial; 0: chosen from f.
  virtual void start(double t, std::span<const double> y, double first_step) = 0;
  /// One step whose error is accepted, from t() to at most t_limit. After anything but ok, t() and y() are as
  /// before.
  virtual IntegrationStatus step(double t_limit) = 0;
  /// Takes the last step back and makes it again, from t_old() to exactly t, which is in the step as step()
  /// made it; any number of times, shorter and longer. Only one-step methods can: they go on from there
  /// without loss. The step may need several parts.
  virtual bool remakes() const { return false; }
  virtual IntegrationStatus remake(double t);
  /// y inside the last step; t_old() ≤ t ≤ t().
  virtual void interpolate(double t, std::span<double> out) = 0;
  /// The step that the error control would try next; 0: unknown.
  virtual double next_step() const = 0;

  /// h |∂f/∂y| in the last step, as far as the method has seen; 0: it has seen nothing. An explicit method whose steps are
  /// as long as its stability admits, and no longer, has its own bound of it all the time.
  virtual double stiffness() const { return 0; }
  /// Whether the last step was as long as stability, and not accuracy, admits.
  virtual bool at_its_bound() const { return false; }
  /// Steps that another, implicit method has made since the beginning, because the motion was stiff.
  virtual long long stiff_steps() const { return 0; }

  /// Loaded, it begins anew where it was, with the step that it would have tried next: a method without
  /// history goes on as it would have.
  virtual void visit(Archive& a);

  double t_old() const { return t_old_; }
  double t() const { return t_; }
  std::span<const double> y_old() const { return y_old_; }
  std::span<const double> y() const { return y_; }
  /// Since the beginning: calls of the right-hand side, steps whose error was too large.
  long long evaluations() const { return evaluations_; }
  long long rejected() const { return rejected_; }

 protected:
  explicit Integrator(int size) : y_old_(idx(size), 0), y_(idx(size), 0) {}

  double t_old_ = 0, t_ = 0;
  std::vector<double> y_old_, y_;
  long long evaluations_ = 0, rejected_ = 0;
};

/// Adams–Moulton of variable order 1 to 12, corrected by fixed-point iteration: for motion that is not stiff.
std::unique_ptr<Integrator> make_adams(Equations& equations);
/// Backward differentiation of variable order 1 to 5, corrected by Newton's method: for stiff motion.
/// `scaled`: in numbers of about the size of their errors, so that a change of units by powers of two changes nothing.
std::unique_ptr<Integrator> make_bdf(Equations& equations, bool scaled = false);
/// Explicit Runge–Kutta with an embedded error estimate; `order` 2 to 8.
std::unique_ptr<Integrator> make_runge_kutta(Equations& equations, int order);
/// The explicit method, and backward differentiation where the motion is stiff: switching.cpp. `accuracy`: the part of their
/// scales that weights let numbers err by; 0: not known.
std::unique_ptr<Integrator> make_switching(Equations& equations, std::unique_ptr<Integrator> explicit_method,
                                           double accuracy = 0);
/// The classical Runge–Kutta method of order 4 with a fixed step, shorter only where t_limit is nearer.
std::unique_ptr<Integrator> make_rk4(Equations& equations, double step);

}  // namespace freeplay
