// SPDX-License-Identifier: Apache-2.0
#include "studies/design.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/assert.h"
#include "base/index.h"
#include "studies/morris.h"
#include "studies/random.h"
#include "studies/sobol_indices.h"
#include "studies/sobol_sequence.h"

namespace freeplay {
namespace {

/// Where in (0, 1) the variable is in a row of a sample.
double share_of(const Study& study, long long row, std::uint32_t variable) {
  const Plan& plan = study.plan;
  const auto at = static_cast<std::uint64_t>(row);
  switch (plan.kind) {
    case PlanKind::latin_hypercube: {
      // one run in each of `count` equal strata, at a random place in it [McKay1979]
      const auto count = static_cast<std::uint64_t>(plan.count);
      const std::uint64_t stratum = random_place(at, count, plan.seed, variable);
      const double within = random_number(plan.seed, at, variable, Draw::place_in_stratum);
      return (static_cast<double>(stratum) + within) / static_cast<double>(count);
    }
    case PlanKind::sobol: {
      // shifted at random, digit by digit, which keeps it as even as it is; the middle of the last digit is never 0 or 1
      const std::uint32_t shift = random_bits(plan.seed, 0, variable, Draw::shift);
      const std::uint32_t bits = sobol_bits(static_cast<std::uint32_t>(at), to_int(variable)) ^ shift;
      return (static_cast<double>(bits) + 0.5) * 0x1p-32;
    }
    case PlanKind::morris:
      return morris_share(plan.seed, at, variable, static_cast<std::uint32_t>(study.variables.size()),
                          static_cast<std::uint32_t>(plan.levels));
    case PlanKind::sobol_indices:
      return sobol_indices_share(plan.seed, at, variable, static_cast<std::uint32_t>(study.variables.size()));
    case PlanKind::optimise:  // the middle, where searches begin; what is random is the same at each point
      if (study.variables[variable].searched) return 0.5;
      return random_number(plan.seed, at % static_cast<std::uint64_t>(plan.repeats), variable, Draw::sample);
    default: return random_number(plan.seed, at, variable, Draw::sample);
  }
}

double sampled(const Variable& variable, double share) {
  if (variable.random) return quantile(*variable.random, share);
  const auto place = static_cast<std::size_t>(share * static_cast<double>(variable.values.size()));
  return variable.values[std::min(place, variable.values.size() - 1)];
}

/// Points of plans that go through lists; each is repeated.
double points_of(const Study& study) {
  double product = 1, sum = 1, longest = 1;
  for (const Variable& variable : study.variables) {
    if (variable.random) continue;
    const auto size = static_cast<double>(variable.values.size());
    product *= size;
    sum += size;
    longest = std::max(longest, size);
  }
  return study.plan.kind == PlanKind::grid ? product : study.plan.kind == PlanKind::list ? longest : sum;
}

/// The value of each listed variable at a point; the last variable changes fastest.
void fill_point(const Study& study, long long point, std::span<double> out) {
  std::fill(out.begin(), out.end(), std::numeric_limits<double>::quiet_NaN());
  const std::vector<Variable>& variables = study.variables;
  long long left = point - 1;  // of one at a time: after the model as it is
  for (std::size_t k = 0; k < variables.size(); ++k) {
    const std::size_t i = study.plan.kind == PlanKind::grid ? variables.size() - 1 - k : k;
    if (variables[i].random) continue;
    const std::vector<double>& values = variables[i].values;
    const auto size = static_cast<long long>(values.size());
    switch (study.plan.kind) {
      case PlanKind::grid:
        out[i] = values[idx(point % size)];
        point /= size;
        break;
      case PlanKind::list: out[i] = values[idx(point)]; break;
      default:
        if (left >= 0 && left < size) out[i] = values[idx(left)];
        left -= size;
    }
  }
}

}  // namespace

bool is_sample(PlanKind kind) {
  return kind == PlanKind::latin_hypercube || kind == PlanKind::sobol || kind == PlanKind::monte_carlo ||
         kind == PlanKind::morris || kind == PlanKind::sobol_indices || kind == PlanKind::optimise;
}

bool is_extensible(PlanKind kind) {
  return is_sample(kind) && kind != PlanKind::latin_hypercube && kind != PlanKind::optimise;
}

double estimated_rows(const Study& study) {
  if (study.plan.kind == PlanKind::morris)
    return static_cast<double>(study.plan.count) * static_cast<double>(study.variables.size() + 1);
  if (study.plan.kind == PlanKind::optimise)
    return static_cast<double>(study.plan.count) * static_cast<double>(study.plan.repeats);
  if (study.plan.kind == PlanKind::sobol_indices)
    return static_cast<double>(study.plan.count) * static_cast<double>(study.variables.size() + 2);
  if (is_sample(study.plan.kind)) return static_cast<double>(study.plan.count);
  return points_of(study) * static_cast<double>(study.plan.repeats);
}

long long rows_of(const Study& study) { return std::llround(estimated_rows(study)); }

void fill_design(const Study& study, long long row, std::span<double> out) {
  FREEPLAY_ASSERT(row >= 0 && row < rows_of(study) && out.size() == study.variables.size());
  const bool sample = is_sample(study.plan.kind);
  if (!sample) fill_point(study, row / study.plan.repeats, out);
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (sample || study.variables[i].random)
      out[i] = sampled(study.variables[i], share_of(study, row, static_cast<std::uint32_t>(i)));
  }
}

}  // namespace freeplay
