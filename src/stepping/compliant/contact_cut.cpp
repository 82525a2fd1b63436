// SPDX-License-Identifier: Apache-2.0
#include "stepping/compliant/contact_cut.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/bracket.h"
#include "base/index.h"

namespace freeplay {
namespace {

constexpr double kRounding = 1e-12;
constexpr double kFormula = 1e-9;    // of the step
constexpr double kJustBegun = 1e-3;  // of a step

/// The extremum of the cubic with values g and rates r at 0 and h that lies inside; NaN: none.
struct Extremum {
  double t, value;
};
Extremum cubic_extremum(double g0, double r0, double g1, double r1, double h, bool minimum) {
  // g(s) = g0 + r0 h s + c s² + d s³ on s in [0, 1]
  const double d = 2 * (g0 - g1) + h * (r0 + r1), c = 3 * (g1 - g0) - h * (2 * r0 + r1);
  // 3 d s² + 2 c s + r0 h = 0
  const double a = 3 * d, b = c, e = r0 * h, root = b * b - a * e;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  if (root < 0) return {nan, nan};
  const double k = -(b + std::copysign(std::sqrt(root), b));
  const double candidates[2] = {a != 0 ? k / a : nan, k != 0 ? e / k : nan};
  for (const double s : candidates) {
    if (!(s >= 0 && s <= 1)) continue;
    const double curvature = 2 * c + 6 * d * s;
    if (minimum ? curvature >= 0 : curvature <= 0) return {s * h, g0 + s * (r0 * h + s * (c + s * d))};
  }
  return {nan, nan};
}

/// Where f changes its sign between a (f > 0) and b (f ≤ 0), to `part` of the way or rounding; the side that has passed.
/// Regula falsi in which the end that stays counts half each time, not only from the second on: trials cost little
/// here. Bisection when that does not halve the interval in three turns.
template <class F>
double sign_change(F f, double a, double fa, double b, double fb, double part = 0) {
  constexpr int kMost = 200;
  const double enough = part * (b - a);
  Bracket search{a, fa, b, fb};
  double width = search.width();
  for (int i = 0; i < kMost; ++i) {
    const double ulp =
        std::numeric_limits<double>::epsilon() * std::max(std::abs(search.low), std::abs(search.high));
    if (search.f_high == 0 || search.width() <= std::max(ulp, enough)) break;
    double t = i % 3 == 2 && search.width() > 0.5 * width ? search.middle() : search.chord();
    if (i % 3 == 2) width = search.width();
    t = std::clamp(t, search.low + 0.5 * ulp, search.high - 0.5 * ulp);
    if (!search.contains(t)) break;
    search.take(t, f(t));
    (search.stayed > 0 ? search.f_high : search.f_low) *= 0.5;
  }
  return search.high;
}

}  // namespace

CutFinder::CutFinder(const SystemInfo& info, CompliantEquations& equations, Integrator& integrator)
    : info_(info),
      equations_(equations),
      integrator_(integrator),
      inside_(make_contact_forces(info)),
      y_(idx(equations.size()), 0) {}

const ContactForces& CutFinder::at(double t) {
  integrator_.interpolate(t, y_);
  equations_.contacts(t, y_, true, inside_);
  return inside_;
}

const ContactForces& CutFinder::alone(int contact, double t) {
  integrator_.interpolate(t, y_);
  equations_.contact_alone(t, y_, contact, inside_);
  return inside_;
}

double CutFinder::value(const Cut& cut, const ContactForces& at, std::span<const double> switches) const {
  const std::size_t i = idx(cut.index);
  switch (cut.kind) {
    case CutKind::closes: return at.gap[i];
    case CutKind::opens: return -at.gap[i];
    case CutKind::turns: return -at.gamma_N(cut.index);
    case CutKind::deepens: return cut.corner - at.delta[i];
    case CutKind::switches: return switches[i];
    case CutKind::guard: return at.guard[i];
    case CutKind::none: break;
  }
  return 0;
}

double CutFinder::value_at(const Cut& cut, double t) {
  if (cut.kind == CutKind::switches) {
    integrator_.interpolate(t, y_);
    return value(cut, inside_, equations_.switches(t, y_));
  }
  return value(cut, cut.kind == CutKind::guard ? at(t) : alone(cut.index, t), {});
}

double CutFinder::slope(const Cut& cut) {
  constexpr double kPart = 1e-3;  // of the way to the cut
  const double t = cut.t - kPart * (cut.t - integrator_.t_old());
  return t < cut.t ? (value_at(cut, cut.t) - value_at(cut, t)) / (cut.t - t) : 0;
}

bool CutFinder::bulges(const ContactForces& begin, const ContactForces& end, int contact, double sign,
                       double& t) {
  const std::size_t i = idx(contact);
  const double h = integrator_.t() - integrator_.t_old();
  const double r0 = sign * begin.gamma_N(contact), r1 = sign * end.gamma_N(contact);
  if (!(r0 < 0 && r1 > 0)) return false;
  const double g0 = sign * begin.gap[i], g1 = sign * end.gap[i];
  const Extremum lowest = cubic_extremum(g0, r0, g1, r1, h, true);
  constexpr double kNear = 0.2;  // the cubic is a guess: below this part of the ends it is worth a look
  if (!(lowest.value < kNear * std::min(g0, g1))) return false;
  t = integrator_.t_old() + lowest.t;
  if (sign * alone(contact, t).gap[i] < 0) return true;
  // the interpolation may have its lowest point elsewhere: follow its slope once
  const double rate = sign * inside_.gamma_N(contact), curvature = (r1 - r0) / h;
  const double better = std::clamp(t - rate / curvature, integrator_.t_old(), integrator_.t());
  if (!(sign * alone(contact, better).gap[i] < 0)) return false;
  t = better;
  return true;
}

void CutFinder::take(Cut candidate, Cut& first) {
  double a = candidate.before, b = candidate.after;
  if (first.kind != CutKind::none) {
    if (first.t <= a || value_at(candidate, first.t) > 0) return;  // it comes later
    b = std::min(b, first.t);
  }
  const double fa = value_at(candidate, a), fb = value_at(candidate, b);
  // touching is found to rounding, the end of a formula so that what its force jumps by is none of the step's error
  const bool gap = candidate.kind == CutKind::closes || candidate.kind == CutKind::opens;
  candidate.t =
      fa > 0 ? sign_change([&](double t) { return value_at(candidate, t); }, a, fa, b, fb, gap ? 0 : kFormula)
             : a;
  first = candidate;
}

double CutFinder::inside(const State& state, int contact, const ContactForces& begin,
                         const ContactForces& end) {
  double t = 0;
  if (state.mode(contact) != ContactMode::open || !bulges(begin, end, contact, 1, t)) return 0;
  return std::max(0.0, -alone(contact, t).gap[idx(contact)]);
}

Cut CutFinder::find(const State& state, const ContactForces& begin, const ContactForces& end, bool closings) {
  Cut first;
  const double t0 = integrator_.t_old(), t1 = integrator_.t();
  for (int c = 0; c < int_size(begin.gap); ++c) {
    const std::size_t i = idx(c);
    double t = t1;
    if (state.mode(c) == ContactMode::open) {
      if (!closings) continue;
      if (end.gap[i] < 0 || bulges(begin, end, c, 1, t)) take({CutKind::closes, c, 0, t0, t}, first);
      continue;
    }
    const ContactLaw* law = equations_.contact(c).force;
    if (law->turns() && begin.gamma_N(c) < 0 && end.gamma_N(c) > 0)
      take({CutKind::turns, c, 0, t0, t1}, first);
    const double* m = state.m().data() + c * info_.contact_memory + ContactMemory::kStart;
    // at the corner to rounding: it has been passed; at zero, where the surfaces touch first, there is none
    if (const double corner = law->corner(m); corner > 0 && begin.delta[i] < (1 - kRounding) * corner) {
      const bool turned = first.kind == CutKind::turns && first.index == c;
      if (end.delta[i] > corner || (turned && alone(c, first.t).delta[i] > corner))
        take({CutKind::deepens, c, 0, t0, turned ? first.t : t1, corner}, first);
    }
    if (begin.gap[i] < 0 &&
        ((end.gap[i] > 0 && law->adheres()) || (end.gap[i] < 0 && bulges(begin, end, c, -1, t))))
      take({CutKind::opens, c, 0, t0, t}, first);
  }
  for (int e = 0; equations_.guarded() && e < equations_.elements(); ++e) {
    if (!(end.guard[idx(e)] < 0)) continue;
    // a formula that has only just begun has a guard of zero there: it is looked for a little later
    double from = t0;
    const Cut cut{CutKind::guard, e, 0, t0, t1};
    for (double part = kJustBegun; !(begin.guard[idx(e)] > 0) && part < 1; part *= 10) {
      from = t0 + part * (t1 - t0);
      if (value_at(cut, from) > 0) break;
      from = t1;
    }
    if (from < t1) {
      take({CutKind::guard, e, 0, from, t1}, first);
    } else if (first.kind == CutKind::none) {
      first = {CutKind::guard, e, t1, t0, t1};
    }
  }
  if (info_.switches > 0) {
    for (int k = 0; k < info_.switches; ++k) {
      if (equations_.switches(t1, integrator_.y())[idx(k)] < 0)
        take({CutKind::switches, k, 0, t0, t1}, first);
    }
  }
  return first;
}

double CutFinder::opening(int contact) {
  const Cut cut{CutKind::opens, contact, 0, integrator_.t_old(), integrator_.t()};
  const double fa = value_at(cut, cut.before), fb = value_at(cut, cut.after);
  if (!(fa > 0)) return cut.before;
  return sign_change([&](double t) { return value_at(cut, t); }, cut.before, fa, cut.after, fb);
}

}  // namespace freeplay
