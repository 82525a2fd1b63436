// SPDX-License-Identifier: Apache-2.0
#include "studies/describe_study.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/number_text.h"
#include "studies/design.h"
#include "studies/read_study.h"

namespace freeplay {
namespace {

std::string amount_text(double value, const std::string& unit) {
  return unit.empty() || unit == "-" ? fmt::format("{:.6g}", value) : fmt::format("{:.6g} {}", value, unit);
}

std::string distribution_text(const Distribution& d, const std::string& unit) {
  const auto text = [&](double value) { return amount_text(value, unit); };
  std::string ends;
  if (std::isfinite(d.low)) ends += ", not below " + text(d.low);
  if (std::isfinite(d.high)) ends += ", not above " + text(d.high);
  switch (d.law) {
    case Distribution::Law::uniform: return fmt::format("uniform from {} to {}", text(d.low), text(d.high));
    case Distribution::Law::log_uniform:
      return fmt::format("log-uniform from {} to {}", text(d.low), text(d.high));
    case Distribution::Law::normal:
      return fmt::format("normal, mean {}, deviation {}{}", text(d.mean), text(d.deviation), ends);
    case Distribution::Law::log_normal:
      return fmt::format("log-normal, median {}, deviation {:.6g} of the logarithm", text(d.mean),
                         d.deviation);
    case Distribution::Law::triangular:
      return fmt::format("triangular from {} to {}, most often {}", text(d.low), text(d.high), text(d.mode));
  }
  return {};
}

std::string what_text(const Measure& measure) {
  switch (measure.what) {
    case Measure::What::peak: return "largest";
    case Measure::What::least: return "smallest";
    case Measure::What::mean: return "mean";
    case Measure::What::rms: return "root mean square";
    case Measure::What::final: return "last";
    case Measure::What::sum: return "sum of";
    case Measure::What::count: return "number of rows of";
    case Measure::What::percentile: return fmt::format("{:g} % percentile of", measure.percent);
    case Measure::What::crossing: return fmt::format("first time at {:g} of", measure.level);
    case Measure::What::crossings: return fmt::format("crossings of {:g} by", measure.level);
    case Measure::What::time_above: return fmt::format("time above {:g} of", measure.level);
    case Measure::What::period: return "returns until it repeats, of";
    case Measure::What::chaos: return "0–1 test for chaos of";
    case Measure::What::lyapunov: return "largest Lyapunov exponent";
    case Measure::What::lyapunov_error: return "standard error of the Lyapunov exponent";
    case Measure::What::formula: return measure.text;
    case Measure::What::own: return fmt::format("the function {}", measure.function);
  }
  return {};
}

}  // namespace

std::string values_text(const Variable& variable) {
  std::string text;
  if (!variable.words.empty()) {
    text = fmt::format("{}", fmt::join(variable.words, "; "));
  } else if (variable.is_listed() && variable.values.size() <= 5) {
    for (const double value : variable.values)
      text += (text.empty() ? "" : ", ") + amount_text(value, variable.unit);
  } else if (variable.is_listed()) {
    const auto [low, high] = std::minmax_element(variable.values.begin(), variable.values.end());
    text = fmt::format("{} values from {} to {}", variable.values.size(), amount_text(*low, variable.unit),
                       amount_text(*high, variable.unit));
  } else if (variable.random) {
    text = distribution_text(*variable.random, variable.unit);
  }
  if (variable.as == Variable::As::offset) text += ", added to the number of the model";
  if (variable.as == Variable::As::factor) text += ", times the number of the model";
  return text;
}

std::string measure_text(const Measure& measure) {
  std::string text = what_text(measure);
  if (!measure.source.empty()) {
    const std::string source = measure.source.substr(1);
    if (measure.of_table && measure.what == Measure::What::count) {
      text += " " + source;
    } else {
      const std::string number = measure.of_table
                                     ? measure.column + " of " + source
                                     : source + (measure.component.empty() ? "" : ".") + measure.component;
      text += measure.absolute ? fmt::format(" |{}|", number) : " " + number;
    }
  }
  const bool until = std::isfinite(measure.to);
  if (until) return text + fmt::format(", from {:g} s to {:g} s", measure.from, measure.to);
  return measure.from > 0 ? text + fmt::format(", from {:g} s on", measure.from) : text;
}

std::string plan_text(const Study& study) {
  std::string text = fmt::format("{} of {} runs", plan_name(study.plan.kind), grouped(rows_of(study)));
  if (study.plan.kind == PlanKind::optimise)
    text += fmt::format(" at most, for the {} {} of {}", study.plan.greatest ? "greatest" : "least",
                        study.plan.worst ? "worst" : "mean", study.plan.goal);
  if ((!is_sample(study.plan.kind) || study.plan.kind == PlanKind::optimise) && study.plan.repeats > 1)
    text += fmt::format(", {} of each point", study.plan.repeats);
  return text + fmt::format(", seed {}", study.plan.seed);
}

}  // namespace freeplay
