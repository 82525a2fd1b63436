// SPDX-License-Identifier: Apache-2.0
#include "freeplay/study.h"

#include <nlopt.h>

#include <algorithm>
#include <exception>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

#include "studies/search.h"

namespace freeplay {
namespace {

/// What the callback of NLopt, which is C, needs.
struct Asked {
  const Goal& goal;
  nlopt_opt search = nullptr;  ///< under way
  long long left = 0;          ///< points that it may still ask for
  bool ended = false;          ///< nobody wants it to go on
  std::exception_ptr thrown{};
  std::vector<double> best{};
  double least = std::numeric_limits<double>::infinity(), most = 0;
};

double ask(unsigned count, const double* point, double* /*gradient*/, void* data) {
  Asked& asked = *static_cast<Asked*>(data);
  std::optional<double> value;
  if (!asked.ended && asked.left-- > 0) {
    try {
      value = asked.goal({point, count});
    } catch (...) {
      asked.thrown = std::current_exception();
    }
    asked.ended = !value.has_value();
  }
  if (!value) {
    nlopt_force_stop(asked.search);
    return asked.most;
  }
  if (*value < asked.least) {
    asked.least = *value;
    asked.best.assign(point, point + count);
  }
  asked.most = std::max(asked.most, *value);
  return *value;
}

/// `step`: how far the first points are from the beginning.
void search_by(nlopt_algorithm algorithm, std::vector<double> point, long long points, double step,
               Asked& asked) {
  constexpr double kClose = 1e-4;  // of the ranges
  if (asked.ended || points < 1) return;
  const std::unique_ptr<nlopt_opt_s, decltype(&nlopt_destroy)> search(
      nlopt_create(algorithm, static_cast<unsigned>(point.size())), nlopt_destroy);
  if (!search) throw std::runtime_error("NLopt does not have the search that is asked for");
  asked.search = search.get();
  asked.left = points;
  nlopt_set_lower_bounds1(search.get(), 0);
  nlopt_set_upper_bounds1(search.get(), 1);
  nlopt_set_min_objective(search.get(), ask, &asked);
  nlopt_set_initial_step1(search.get(), step);
  nlopt_set_xtol_abs1(search.get(), kClose);
  double value = 0;
  nlopt_optimize(search.get(), point.data(), &value);  // how it ended is in `asked`
  asked.search = nullptr;
  if (asked.thrown) std::rethrow_exception(asked.thrown);
}

/// Everywhere by DIRECT-L [GablonskyKelley2001], then from the best point by subplex [Rowan1990], which takes rough goals.
void search_least(const Search& search, const Goal& goal) {
  constexpr double kWide = 0.25, kNear = 0.05;
  Asked asked{.goal = goal};
  const std::vector<double> middle(search.dimensions, 0.5);
  const long long wide = search.local ? 0 : search.most - search.most / 3;
  if (!search.local) search_by(NLOPT_GN_DIRECT_L, middle, wide, kWide, asked);
  search_by(NLOPT_LN_SBPLX, asked.best.empty() ? middle : asked.best, search.most - wide,
            search.local ? kWide : kNear, asked);
}

}  // namespace

void use_nlopt() { use_searcher(search_least); }

}  // namespace freeplay
