// SPDX-License-Identifier: Apache-2.0
#include "validation/dead_points/dead_points.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "freeplay/assemble.h"
#include "freeplay/model.h"
#include "freeplay/record.h"
#include "run/simulate.h"
#include "run/warnings.h"
#include "validation/dead_points/linkage.h"
#include "validation/page.h"

namespace freeplay::validation {
namespace {

struct Passage {
  RunSummary summary;
  double energy = 0;  ///< largest change over that of the start
  double turned = 0;  ///< largest angle of a bar, which stays level on its branch [rad]
  double link = 0;    ///< how far the links have turned [rad]
  bool warned = false;
};

Passage pass(const std::string& text, const std::vector<Assignment>& changes, int N) {
  const Model model = read_model_text(text, "bars.toml", changes);
  const Assembly assembly = assemble(model);
  MemoryRecord record(record_layout(*assembly.system, model.method, model.run.record));
  Passage out;
  out.summary = simulate(*assembly.system, model.method, model.run, record);
  const std::vector<double> energy = record.values("/energy/total"),
                            link = record.values("/body/link0/angle");
  for (const double E : energy) out.energy = std::max(out.energy, std::abs(E / energy[0] - 1));
  for (int i = 0; i < N; ++i) {
    for (const double angle : record.values(fmt::format("/body/bar{}/angle", i)))
      out.turned = std::max(out.turned, std::abs(angle));
  }
  out.link = std::abs(link.back() - link.front());
  out.warned = !summary_warnings(out.summary).empty();
  return out;
}

std::string plain(const std::string& choice) {
  std::string text = choice;
  std::erase_if(text, [](char c) { return c == '{' || c == '}' || c == '"'; });
  return text.substr(1, text.size() - 2);
}

/// One row. A machine that ends on another branch, or with other energy, must have said so.
std::vector<std::string> row(Page& page, const std::string& what, const Passage& run) {
  const bool complete = run.summary.status == RunStatus::complete;
  const bool silent = complete && !run.warned && (run.turned > 1e-3 || run.energy > 1e-2);
  page.at_most(what + ": changes branch or energy without a word", silent, 0);
  return {what,
          complete ? fmt::format("to the end, {:.1f} turns", run.link / 6.283185307179586)
                   : fmt::format("exit code 3 at {:.3f} s", run.summary.t_end),
          short_number(run.energy), short_number(run.turned),
          complete ? (run.warned ? "a warning" : "")
                   : run.summary.message.substr(0, run.summary.message.find(" at t ="))};
}

const std::vector<std::string> kHeader{"", "goes", "largest ΔE/E", "bars turn by [rad]", "says"};

}  // namespace

int validate_dead_points(const std::string& folder) {
  Page page("Dead points: results");
  page.paragraph(
      "N + 1 links of 1 m and 1 kg on the ground, tied by N bars, begun upright with 1 rad/s: each time the "
      "links lie "
      "down all bars are in one line and N rows of the joints depend on the others. "
      "The motion goes "
      "on with level bars, since velocities are continuous; it could also go on folded.");
  page.heading("Default settings, 10 s");
  std::vector<std::vector<std::string>> rows;
  struct Plain {
    int N;
    const char* accuracy;
  };
  for (const Plain& one : {Plain{1, "1e-8"},
                           {2, "1e-8"},
                           {40, "1e-8"},
                           {1, "1e-6"},
                           {2, "1e-6"},
                           {1, "1e-10"},
                           {2, "1e-10"},
                           {1, "1e-12"},
                           {2, "1e-12"}}) {
    const Passage run = pass(n_four_bars(one.N), {{"method.stepper.accuracy", one.accuracy}}, one.N);
    const std::string what = fmt::format("N = {}, accuracy {}", one.N, one.accuracy);
    rows.push_back(row(page, what, run));
    if (std::string(one.accuracy) != "1e-8") continue;
    page.at_least(what + ": end of the run [s]", run.summary.t_end, 10);
    page.at_most(what + ": largest change of the energy", run.energy, 1e-6);
    page.at_most(what + ": bars turn by [rad]", run.turned, 1e-6);
  }
  page.table(kHeader, rows);

  page.heading("Every formulation");
  page.paragraph(
      "`runge_kutta`, accuracy 1e-8. N = 1 and 2: 5 s; N = 40 begins 0.1 rad above the line with 3 rad/s and "
      "lasts 0.1 s, "
      "since most formulations work with full matrices. A formulation that lets the errors of the joints "
      "grow is led onto "
      "another branch by them, and the run ends where its velocities jump: what was recorded before is "
      "right.");
  rows.clear();
  for (const int N : {1, 2, 40}) {
    for (const char* formulation : kFormulations) {
      const Passage run =
          N < 40 ? pass(n_four_bars(N), {{"method.formulation", formulation}, {"run.end", "5"}}, N)
                 : pass(n_four_bars(N, 0.1, -3, 0.1), {{"method.formulation", formulation}}, N);
      rows.push_back(row(page, fmt::format("N = {}, {}", N, plain(formulation)), run));
    }
  }
  page.table(kHeader, rows);
  page.write(folder + "/results.md");
  return page.missed();
}

}  // namespace freeplay::validation
