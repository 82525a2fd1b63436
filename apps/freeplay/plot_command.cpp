// SPDX-License-Identifier: Apache-2.0
// freeplay plot: figures of results as pictures.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

#include "apps/freeplay/command.h"
#include "apps/freeplay/say.h"
#include "base/units.h"
#include "freeplay/report.h"
#include "freeplay/results.h"
#include "io/json_text.h"
#include "report/picture.h"
#include "report/window.h"
#include "studies/study_figures.h"
#include "studies/study_file.h"

namespace freeplay {
namespace {

struct PlotOptions {
  std::vector<std::string> files;    ///< results
  std::vector<std::string> figures;  ///< words, or lists of them with commas; none: all that show something
  std::vector<std::string> only;     ///< patterns of names, likewise
  std::string output, format;        ///< picture, or folder with / at the end; "svg", "png", "pdf"
  std::string from, to, width;       ///< with units; "": everything, and 720 px
  double dpi = 300;
  CommonOptions common;
};

constexpr double kPixelsPerMetre = 96 / 0.0254;  // a px of a figure is 1/96 inch

[[noreturn]] void refuse(const std::string& text) { throw std::runtime_error(text); }

/// A number with a unit; a bare one is in `unit`.
double quantity(const std::string& text, const char* option, const char* unit, const char* example) {
  double bare = 0;
  if (parse_number(text, bare)) return bare;
  const Quantity given = parse_quantity(text, unit);
  if (!given.error.empty())
    refuse(fmt::format("{} {}: {}{}; it looks like {}", option, text, given.error,
                       given.hint.empty() ? "" : fmt::format(" ({})", given.hint), example));
  return given.value;
}

std::vector<std::string> split(const std::vector<std::string>& lists) {
  std::vector<std::string> words;
  for (const std::string& list : lists) {
    for (std::size_t start = 0; start <= list.size();) {
      const std::size_t end = std::min(list.find(',', start), list.size());
      if (end > start) words.push_back(list.substr(start, end - start));
      start = end + 1;
    }
  }
  return words;
}

std::vector<Result> results_of(const PlotOptions& options) {
  std::vector<Result> results = read_results(options.files);
  TimeWindow window;
  if (!options.from.empty()) window.from = quantity(options.from, "--from", "s", "20ms");
  if (!options.to.empty()) window.to = quantity(options.to, "--to", "s", "0.2s");
  if (!(window.from < window.to)) refuse("--from must be before --to");
  for (Result& result : results) {
    if (options.from.empty() && options.to.empty()) break;
    const std::vector<double> time = result.values("/time");
    if (cut(result, window)) continue;
    refuse(fmt::format("{}: no sample from {:g} s to {:g} s; the run goes from {:g} s to {:g} s", result.file,
                       window.from, window.to, time.empty() ? 0 : time.front(),
                       time.empty() ? 0 : time.back()));
  }
  return results;
}

double width_of(const std::string& text) {
  if (text.empty()) return FigureOptions().width;
  double width = 0;
  if (!parse_number(text, width)) width = kPixelsPerMetre * quantity(text, "--width", "m", "720 or 90mm");
  if (width >= FigureOptions::kLeastWidth && width <= FigureOptions::kMostWidth) return width;
  refuse(fmt::format("--width {}: a picture is from {:g} to {:g} px wide, or 53 mm to 1 m", text,
                     FigureOptions::kLeastWidth, FigureOptions::kMostWidth));
}

void plot(const PlotOptions& options, const CommonOptions& common) {
  const FigureOptions choice{.figures = split(options.figures),
                             .only = split(options.only),
                             .format = options.format,
                             .width = width_of(options.width),
                             .dpi = options.dpi};
  std::string output = options.output;
  if (output.empty()) output = std::filesystem::path(options.files.front()).stem().string() + "_figures/";
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const Picture& picture : write_figures(results_of(options), output, choice)) {
    json.push_back({{"file", picture.file}, {"figures", picture.figures}});
    if (!common.quiet && !common.json) say("{}\n", picture.file);
  }
  if (common.json) say("{}\n", json_text(json));
}

/// Of the result of a study: all of its figures in one picture.
void plot_study(const RecordFile& record, const PlotOptions& options) {
  const std::string& file = options.files.front();
  if (options.files.size() > 1) refuse(fmt::format("{} is the result of a study: it is drawn alone", file));
  if (!options.figures.empty() || !options.only.empty() || !options.from.empty() || !options.to.empty() ||
      !options.format.empty())
    refuse(fmt::format(
        "{} is the result of a study: --figure, --only, --from, --to and --format are for those of runs",
        file));
  const std::string output = options.output.empty()
                                 ? std::filesystem::path(file).replace_extension(".svg").string()
                                 : options.output;
  const std::optional<PictureKind> kind = picture_kind(output);
  if (!kind)
    refuse(fmt::format("-o {}: a study is drawn into one picture, whose name ends in .svg, .png or .pdf",
                       output));
  write_picture(study_figures(record, width_of(options.width)), output, *kind, options.dpi);
  if (options.common.json) say("{}\n", json_text({{{"file", output}, {"figures", {"study"}}}}));
  if (!options.common.json && !options.common.quiet) say("{}\n", output);
}

int run(const PlotOptions& options) {
  try {
    for (const std::string& file : options.files) {
      const RecordFile record = open_record(file);
      if (!is_study(record)) continue;
      plot_study(record, options);
      return kOk;
    }
    plot(options, options.common);
    return kOk;
  } catch (const std::runtime_error& error) {
    say_to(stderr, "freeplay: {}\n", error.what());
    return kUsage;
  }
}

void add(Options& options, PlotOptions& given) {
  options.texts("results", given.files, "result files (.h5); several are compared");
  options.required();
  options.repeated("--figure", given.figures,
                   "some of `freeplay list figure`: orbit,phase (default: all that have something to show)");
  options.text("-o,--output", given.output,
               "picture.svg, .png or .pdf with all figures, or folder/ with a file for each (default: "
               "RESULT_figures/)");
  options.repeated("--only", given.only, "only bodies, joints and contacts of these names: 'slider,guide*'");
  options.text("--from", given.from, "first time shown, such as 20ms");
  options.text("--to", given.to, "last time shown");
  options.text("--width", given.width, "of the picture, in px or as a length: 90mm (default: 720)");
  options.number("--dpi", given.dpi, 10, 2400, "pixels of a PNG per inch, 96 for one per px (default: 300)");
  options.text("--format", given.format, "svg, png or pdf for the files of a folder (default: svg)");
  add_common(options, given.common);
}

}  // namespace

FREEPLAY_COMMAND(plot) = {"plot", "figures of results as SVG, PNG or PDF", 90,
                          declare<PlotOptions, add, run>};

}  // namespace freeplay
