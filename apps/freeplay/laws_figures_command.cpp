// SPDX-License-Identifier: Apache-2.0
// `freeplay laws figures`: the friction curves of Figs. 3.4 to 3.14 of Marques2015, as one page.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "apps/freeplay/command.h"
#include "apps/freeplay/say.h"
#include "io/json_text.h"
#include "rigs/thesis_figures.h"

namespace freeplay {
namespace {

namespace fs = std::filesystem;

struct FiguresOptions {
  std::string output;
  CommonOptions common;
};

std::vector<std::string> write_files(const std::string& folder, const std::vector<ThesisFigure>& figures) {
  std::vector<std::string> files;
  const fs::path root(folder);
  fs::create_directories(root);
  const auto path = [&](const std::string& name) {
    files.push_back(name);
    return root / name;
  };
  write_svg(thesis_page(figures), path("figures_3_4_to_3_14.svg").string());
  for (const ThesisFigure& figure : figures) {
    write_text(path(figure.stem() + ".csv").string(), thesis_csv(figure));
    write_svg(thesis_page({figure}), path(figure.stem() + ".svg").string());
  }
  return files;
}

/// The least and largest force of slips that are positive, and what is held at rest.
struct Extremes {
  double rest = 0, largest = 0, last = 0;
};
Extremes extremes(const ThesisFigure& figure) {
  Extremes out;
  for (const SteadyForce& p : figure.curves.steady) {
    if (p.v == 0) out.rest = p.high;
    if (p.v >= 0) out.largest = std::max({out.largest, p.force, p.high});
    if (p.v > 0) out.last = p.force;
  }
  return out;
}

int run(const FiguresOptions& options) {
  const std::vector<ThesisFigure> figures = thesis_figures();
  std::vector<std::string> files;
  if (!options.output.empty()) {
    try {
      files = write_files(options.output, figures);
    } catch (const std::exception& error) {
      say_to(stderr, "freeplay: {}\n", error.what());
      return kUsage;
    }
  }
  bool complete_set = true;
  nlohmann::ordered_json json{{"figures", nlohmann::ordered_json::array()}, {"files", files}};
  if (!options.common.json) {
    say("Figs. 3.4 to 3.14 of Marques (2015): friction in N under 9.81 N.\n");
    say("{:<6}{:<18}{:>10}{:>11}{:>14}{:>12}\n", "fig.", "law", "at rest", "largest", "fastest slip",
        "there");
  }
  for (const ThesisFigure& figure : figures) {
    const Extremes at = extremes(figure);
    if (options.common.json) {
      nlohmann::ordered_json points = nlohmann::ordered_json::array();
      for (const SteadyForce& p : figure.curves.steady)
        points.push_back({{"slip", p.v}, {"force", p.force}, {"low", p.low}, {"high", p.high}});
      json["figures"].push_back({{"figure", figure.number}, {"law", figure.curves.law}, {"points", points}});
    } else {
      say("{:<6}{:<18}{:>10.4g}{:>11.4g}{:>14}{:>12.4g}\n", figure.number, figure.curves.law, at.rest,
          at.largest, fmt::format("{:g} m/s", figure.at.velocity), at.last);
    }
    for (const std::string& failure : figure.curves.failures) {
      complete_set = false;
      say_to(stderr, "freeplay: Fig. {}: {}\n", figure.number, failure);
    }
  }
  if (options.common.json) say("{}\n", json_text(json));
  if (!options.common.json && !files.empty()) say("{} files in {}\n", files.size(), options.output);
  return complete_set ? kOk : kSolver;
}

void add(Options& options, FiguresOptions& given) {
  options.text("-o,--output", given.output, "folder for the page, and for CSV and SVG of each figure");
  add_common(options, given.common);
}

}  // namespace

FREEPLAY_COMMAND(laws_figures) = {"laws figures", "Figs. 3.4 to 3.14 of Marques (2015), with its parameters",
                                  113, declare<FiguresOptions, add, run>};

}  // namespace freeplay
