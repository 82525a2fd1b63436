// SPDX-License-Identifier: Apache-2.0
#include "rigs/friction_plots.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace freeplay {
namespace {

constexpr std::size_t kMostCurves = 8;  // in a panel: so many colours there are

ShownUnit prefixed(double largest, const std::string& unit) {
  constexpr const char* kPrefixes[] = {"", "m", "µ", "n"};
  int thousands = 0;
  while (thousands < 3 && largest > 0 && largest * std::pow(1000.0, thousands) < 0.5) ++thousands;
  return {std::pow(1000.0, thousands), kPrefixes[thousands] + unit};
}

void add(Series& series, double x, double y) {
  series.x.push_back(x);
  series.y.push_back(y);
}

/// Steady sliding: the branches of negative and positive slip, and between them, where the force is a set,
/// its outline.
void add_steady(Axes& axes, const FrictionCurves& curves, const FrictionConditions& at) {
  const double mm = shown_velocity(at.velocity).factor;
  Series left, set, right;
  left.label = set.label = right.label = curves.law;
  std::vector<const SteadyForce*> between;
  for (const SteadyForce& point : curves.steady) {
    if (point.low < point.high) {
      between.push_back(&point);
    } else {
      add(point.v < 0 || (point.v == 0 && between.empty()) ? left : right, mm * point.v, point.force);
    }
  }
  if (!between.empty()) {
    if (!left.y.empty()) add(left, mm * between.front()->v, left.y.back());
    add(left, mm * between.front()->v, between.front()->low);
    for (const SteadyForce* point : between) add(set, mm * point->v, point->low);
    for (auto point = between.rbegin(); point != between.rend(); ++point)
      add(set, mm * (*point)->v, (*point)->high);
    add(set, mm * between.front()->v, between.front()->low);
    const double end = mm * between.back()->v;
    if (!right.y.empty()) {
      right.x.insert(right.x.begin(), end);
      right.y.insert(right.y.begin(), right.y.front());
    }
    right.x.insert(right.x.begin(), end);
    right.y.insert(right.y.begin(), between.back()->high);
  } else if (!left.x.empty() && left.x.back() == 0) {  // a function of the slip through rest
    left.x.insert(left.x.end(), right.x.begin(), right.x.end());
    left.y.insert(left.y.end(), right.y.begin(), right.y.end());
    right.x.clear();
    right.y.clear();
  }
  for (Series* series : {&left, &set, &right}) {
    if (!series->x.empty()) axes.series.push_back(std::move(*series));
  }
}

void add_presliding(Axes& axes, const FrictionCurves& curves, const FrictionConditions& at) {
  Series series;
  series.label = curves.law;
  const double um = shown_length(at.amplitude).factor;
  for (const RigSample& sample : curves.presliding) add(series, um * sample.x, sample.force);
  axes.series.push_back(std::move(series));
}

void add_lag(Axes& axes, const FrictionLag& lag, const std::string& label, const FrictionConditions& at) {
  Series series;
  series.label = label;
  const double mm = shown_velocity(2 * at.mean()).factor;
  for (const RigSample& sample : lag.loop) add(series, mm * sample.v, sample.force);
  axes.series.push_back(std::move(series));
}

void add_breakaway(Axes& axes, const FrictionCurves& curves) {
  Series series;
  series.label = curves.law;
  for (const BreakAway& point : curves.breakaway) add(series, point.rate, point.force);
  axes.series.push_back(std::move(series));
}

Axes empty_axes(FrictionQuantity quantity, const FrictionConditions& at) {
  Axes axes;
  axes.y_label = "friction force (N)";
  switch (quantity) {
    case FrictionQuantity::velocity:
      axes.x_label = fmt::format("slip ({})", shown_velocity(at.velocity).name);
      break;
    case FrictionQuantity::displacement:
      axes.x_label = fmt::format("displacement ({})", shown_length(at.amplitude).name);
      break;
    case FrictionQuantity::lag:
      axes.x_label = fmt::format("slip ({})", shown_velocity(2 * at.mean()).name);
      break;
    case FrictionQuantity::breakaway:
      axes.x_label = "rate of the pull (N/s)";
      axes.y_label = "break-away force (N)";
      axes.log_x = true;
      break;
  }
  return axes;
}

std::string title_of(FrictionQuantity quantity, const FrictionConditions& at) {
  switch (quantity) {
    case FrictionQuantity::velocity: return "Friction in steady sliding";
    case FrictionQuantity::displacement: return "Friction under a small cyclic displacement";
    case FrictionQuantity::lag:
      return fmt::format("Friction while the slip swings at {:.3g} Hz", at.frequency);
    case FrictionQuantity::breakaway: return "Break-away";
  }
  return "";
}

void add_curves(Axes& axes, FrictionQuantity quantity, const FrictionCurves& curves,
                const FrictionConditions& at) {
  switch (quantity) {
    case FrictionQuantity::velocity: return add_steady(axes, curves, at);
    case FrictionQuantity::displacement: return add_presliding(axes, curves, at);
    case FrictionQuantity::lag:
      if (!curves.lag.empty()) add_lag(axes, curves.lag.back(), curves.law, at);
      return;
    case FrictionQuantity::breakaway: return add_breakaway(axes, curves);
  }
}

/// A force that hardly changes is not blown up to rounding: such panels, and those of break-away, show zero.
void settle_range(Axes& axes, FrictionQuantity quantity) {
  if (quantity != FrictionQuantity::lag && quantity != FrictionQuantity::breakaway) return;
  double low = std::numeric_limits<double>::infinity(), high = 0;
  for (const Series& series : axes.series) {
    for (const double y : series.y) {
      low = std::min(low, y);
      high = std::max(high, y);
    }
  }
  if (low >= 0 && high > 0 && (quantity == FrictionQuantity::breakaway || high - low < 0.01 * high))
    axes.y_range = {0, 1.1 * high};
}

std::string normal_note(const FrictionConditions& at) {
  return fmt::format("normal force {:.4g} N", at.normal);
}

struct Group {
  const char* title;
  std::vector<const FrictionCurves*> laws;
};

std::vector<Group> groups_of(const std::vector<FrictionSpecimen>& laws,
                             const std::vector<FrictionCurves>& curves) {
  // A law with exact stick counts as static, as in the paper, even if it integrates something (a delay).
  std::vector<Group> groups{{"static, without stiction", {}}, {"static, with stiction", {}}, {"dynamic", {}}};
  for (std::size_t i = 0; i < laws.size(); ++i)
    groups[laws[i].dynamic() && !laws[i].law->holds() ? 2
           : laws[i].stiction()                       ? 1
                                                      : 0]
        .laws.push_back(&curves[i]);
  return groups;
}

}  // namespace

ShownUnit shown_length(double largest) { return prefixed(largest, "m"); }
ShownUnit shown_velocity(double largest) { return prefixed(largest, "m/s"); }

const char* name_of(FrictionQuantity quantity) {
  switch (quantity) {
    case FrictionQuantity::velocity: return "velocity";
    case FrictionQuantity::displacement: return "displacement";
    case FrictionQuantity::lag: return "lag";
    case FrictionQuantity::breakaway: return "breakaway";
  }
  return "";
}

bool asked(const FrictionConditions& at, FrictionQuantity quantity) {
  switch (quantity) {
    case FrictionQuantity::velocity: return at.steady;
    case FrictionQuantity::displacement: return at.presliding;
    case FrictionQuantity::lag: return at.lag;
    case FrictionQuantity::breakaway: return at.breakaway;
  }
  return false;
}

Figure friction_figure(FrictionQuantity quantity, const std::vector<FrictionSpecimen>& laws,
                       const std::vector<FrictionCurves>& curves, const FrictionConditions& at) {
  Figure figure;
  figure.title = title_of(quantity, at);
  for (const Group& group : groups_of(laws, curves)) {
    // More laws than colours go to several panels of about the same number.
    const std::size_t parts = (group.laws.size() + kMostCurves - 1) / kMostCurves;
    for (std::size_t part = 0; part < parts; ++part) {
      Axes axes = empty_axes(quantity, at);
      axes.title = parts > 1 ? fmt::format("{} ({} of {})", group.title, part + 1, parts) : group.title;
      const std::size_t begin = part * group.laws.size() / parts;
      const std::size_t end = (part + 1) * group.laws.size() / parts;
      for (std::size_t i = begin; i < end; ++i) add_curves(axes, quantity, *group.laws[i], at);
      settle_range(axes, quantity);
      figure.axes.push_back(std::move(axes));
    }
  }
  figure.columns = figure.axes.size() > 1 ? 2 : 1;
  figure.width = figure.columns == 2 ? 960 : 620;
  figure.plot_height = 260;
  if (!figure.axes.empty()) figure.axes.back().note = normal_note(at);
  return figure;
}

Figure friction_figure(const FrictionCurves& curves, const FrictionConditions& at) {
  Figure figure;
  figure.title = curves.law;
  for (const FrictionQuantity quantity : kFrictionQuantities) {
    if (!asked(at, quantity)) continue;
    Axes axes = empty_axes(quantity, at);
    axes.title =
        quantity == FrictionQuantity::lag ? "Friction while the slip swings" : title_of(quantity, at);
    if (quantity == FrictionQuantity::lag) {
      for (const FrictionLag& lag : curves.lag)
        add_lag(axes, lag, fmt::format("{:.3g} Hz", lag.frequency), at);
    } else {
      add_curves(axes, quantity, curves, at);
      for (Series& series : axes.series) {
        series.label.clear();
        series.colour = 0;
      }
    }
    settle_range(axes, quantity);
    figure.axes.push_back(std::move(axes));
  }
  figure.columns = figure.axes.size() > 1 ? 2 : 1;
  figure.width = figure.columns == 2 ? 820 : 480;
  if (!figure.axes.empty()) figure.axes.back().note = normal_note(at);
  return figure;
}

}  // namespace freeplay
