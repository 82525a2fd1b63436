// SPDX-License-Identifier: Apache-2.0
// Results of short runs of examples, as files would hold them, and figures made of them.
#pragma once

#include "freeplay/model.h"
#include "freeplay/results.h"
#include "model/ideal.h"
#include "report/figures/figure.h"
#include "tests/kit/result.h"
#include "tests/test_models.h"

namespace freeplay::testing {

/// An example run for a while, as a result file would hold it.
inline Result run_example(const std::string& name, const std::vector<Assignment>& changes,
                          const std::string& file = "model.toml") {
  Model model = read_model(source_path("examples/" + name + "/" + file), changes);
  model.name = name;
  return result_of(model, name + ".h5");
}

struct FigureRuns {
  std::vector<Result> guide, journal, compliant, space, belt, grains, twins;
};

inline const FigureRuns& figure_runs() {
  static const FigureRuns all = [] {
    FigureRuns made;
    made.guide.push_back(run_example("slider_crank", {{"run.end", "0.02"}}));
    made.journal.push_back(run_example("four_bar_play", {{"run.end", "0.02"}}));
    made.compliant.push_back(run_example("quick_return", {{"run.end", "0.05"}}));
    made.space.push_back(run_example("spatial_slider_crank_play", {{"run.end", "0.08"}}));
    made.belt.push_back(run_example("belt_block", {{"run.end", "10"}}));
    made.grains.push_back(run_example("hopper", {{"run.end", "0.01"}}));
    made.twins = made.guide;
    made.twins.push_back(
        result_of(ideal_of(read_model(source_path("examples/slider_crank/model.toml"), {{"run.end", "0.02"}}))
                      .value()));
    made.twins[0].label = "first", made.twins[1].label = "second";
    return made;
  }();
  return all;
}

inline std::vector<FigureSpec> make_figure(const std::string& figure, const std::vector<Result>& results,
                                           const FigureChoice& choice = {}) {
  return find_entry<FigureEntry>(figure)->make(results, choice);
}

inline std::vector<std::string> labels(const AxesSpec& axes) {
  std::vector<std::string> all;
  for (const SeriesSpec& series : axes.series) all.push_back(series.label);
  return all;
}

}  // namespace freeplay::testing
