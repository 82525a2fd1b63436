// SPDX-License-Identifier: Apache-2.0
// One impact by a contact law, integrated for tests: m δ̈ = −max(0, F), from δ = dent and δ̇ = v until the
// force has gone. Classic Runge–Kutta of order 4; the end, and the turning point where a law changes there,
// are located.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "freeplay/laws.h"

namespace freeplay {

struct ImpactSizes {
  double restitution = 0;  ///< velocity of parting over that of approach
  double deepest = 0;      ///< [m]
  double largest = 0;      ///< force [N]
  double duration = 0;     ///< [s]
};

class OneImpact {
 public:
  OneImpact(const ContactLaw& law, double mass, double approach, std::vector<double> memory = {})
      : law_(law), m_(std::move(memory)) {
    in_.start = {0, approach, mass};
    m_.resize(static_cast<std::size_t>(law.memory()), 0.0);
    law.start(in_.start, m_.data());
  }

  ImpactSizes run(int steps_per_contact) {
    const double v = in_.start.approach;
    Point now{law_.dent(m_.data()), v};
    const double dt = 3 * size() / (v * steps_per_contact);
    ImpactSizes impact;
    bool parting = false;
    for (;;) {
      Point next = step(now, dt);
      double length = dt;
      const bool turned = now.rate > 0 && next.rate <= 0;
      if (turned) length = locate(now, dt, [](const Point& p) { return p.rate <= 0; });
      const bool ends = !turned && parting && force(next) <= 0;
      if (ends) length = locate(now, dt, [this](const Point& p) { return force(p) <= 0; });
      next = step(now, length);
      impact.duration += length;
      parting = parting || turned;
      now = next;
      impact.deepest = std::max(impact.deepest, now.delta);
      impact.largest = std::max(impact.largest, force(now));
      ContactInput end = input(now);
      law_.accept(end, m_.data());
      if (ends) break;
    }
    impact.restitution = -now.rate / v;
    return impact;
  }
  const std::vector<double>& memory() const { return m_; }

 private:
  struct Point {
    double delta, rate;
  };

  ContactInput input(const Point& p) const {
    ContactInput in = in_;
    in.delta = p.delta, in.rate = p.rate, in.m = m_.data();
    return in;
  }
  double force(const Point& p) const { return p.delta >= 0 ? std::max(0.0, law_.force(input(p))) : 0; }

  /// A penetration whose work is about the kinetic energy.
  double size() const {
    double low = 0, high = 1e-12;
    const auto enough = [this](double delta) {
      const double v = in_.start.approach;
      return force({delta, 0}) * delta > in_.start.mass * v * v;
    };
    while (!enough(high) && high < law_.limit()) high *= 2;
    for (int i = 0; i < 60; ++i) (enough(0.5 * (low + high)) ? high : low) = 0.5 * (low + high);
    return high;
  }
  Point step(const Point& p, double dt) const {
    const auto slope = [this](const Point& at) { return Point{at.rate, -force(at) / in_.start.mass}; };
    const auto along = [&p](const Point& k, double by) {
      return Point{p.delta + by * k.delta, p.rate + by * k.rate};
    };
    const Point a = slope(p), b = slope(along(a, dt / 2)), c = slope(along(b, dt / 2)),
                d = slope(along(c, dt));
    return {p.delta + dt / 6 * (a.delta + 2 * b.delta + 2 * c.delta + d.delta),
            p.rate + dt / 6 * (a.rate + 2 * b.rate + 2 * c.rate + d.rate)};
  }
  template <class Reached>
  double locate(const Point& from, double dt, Reached reached) const {
    double low = 0, high = dt;
    for (int i = 0; i < 50; ++i) {
      const double middle = 0.5 * (low + high);
      (reached(step(from, middle)) ? high : low) = middle;
    }
    return high;
  }

  const ContactLaw& law_;
  ContactInput in_;
  std::vector<double> m_;
};

}  // namespace freeplay
