// SPDX-License-Identifier: Apache-2.0
// freeplay plot: figures of results as pictures.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "apps/freeplay/command.h"
#include "base/units.h"
#include "report/figures/figure.h"
#include "report/figures/parts.h"
#include "report/picture.h"
#include "report/window.h"

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

namespace fs = std::filesystem;

constexpr double kPixelsPerMetre = 96 / 0.0254;  // a px of a figure is 1/96 inch
constexpr double kLeastWidth = 200, kMostWidth = 4000;

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

const FigureEntry& figure_named(const std::string& word) {
  if (const FigureEntry* entry = find_entry<FigureEntry>(word)) return *entry;
  std::vector<std::string> names;
  for (const FigureEntry* entry : figures_in_order()) names.emplace_back(entry->name);
  const std::string near = did_you_mean(word, names);
  refuse(fmt::format("there is no figure '{}'; figures are {}{}", word, fmt::join(names, ", "),
                     near.empty() ? "" : fmt::format("; did you mean '{}'?", near)));
}

/// Every pattern of --only has to mean something.
void check_names(const std::vector<Result>& results, const FigureChoice& choice) {
  std::vector<std::string> names;
  for (const Result& result : results) {
    for (const Channel& channel : result.record.layout.channels) {
      for (const char* head : {"/body/", "/joint/", "/contact/", "/driver/"}) {
        if (!channel.path.starts_with(head)) continue;
        const std::size_t start = std::string(head).size();
        names.push_back(channel.path.substr(start, channel.path.rfind('/') - start));
      }
    }
    if (result.table("/impacts")) {
      for (const Column& column : result.table("/impacts")->columns)
        names.insert(names.end(), column.words.begin(), column.words.end());
    }
  }
  for (const std::string& pattern : choice.only) {
    if (std::any_of(names.begin(), names.end(),
                    [&](const std::string& name) { return is_meant(name, {{pattern}}); }))
      continue;
    const std::string near = did_you_mean(pattern, names);
    refuse(fmt::format("--only {}: no body, joint, contact or driver of that name{}", pattern,
                       near.empty() ? "" : fmt::format("; did you mean '{}'?", near)));
  }
}

std::vector<FigureSpec> specs_of(const std::vector<Result>& results, const PlotOptions& options,
                                 const FigureChoice& choice) {
  const std::vector<std::string> words = split(options.figures);
  if (std::none_of(results.begin(), results.end(),
                   [](const Result& result) { return result.values("/time").size() > 1; })) {
    refuse(
        fmt::format("{}: a result of one sample has no curves to draw; `freeplay export` writes its numbers",
                    results.front().file));
  }
  if (words.empty()) {
    std::vector<FigureSpec> all = all_figures(results, choice);
    if (all.empty()) refuse("no figure has anything to show in these results");
    return all;
  }
  std::vector<FigureSpec> specs;
  for (const std::string& word : words) {
    const FigureEntry& entry = figure_named(word);
    const std::vector<FigureSpec> made = make_figures(entry, results, choice);
    if (made.empty()) {
      const bool by_name = !choice.only.empty() && !make_figures(entry, results).empty();
      refuse(fmt::format("the figure '{}' has nothing to show{}; it draws {}", word,
                         by_name ? fmt::format(" of {}", fmt::join(choice.only, ", ")) : "", entry.needs));
    }
    specs.insert(specs.end(), made.begin(), made.end());
  }
  return specs;
}

/// What goes into which file.
struct Sheet {
  std::string file;
  std::vector<std::size_t> figures;
};

PictureKind format_of(const std::string& word) {
  if (const auto kind = picture_kind("a." + word)) return *kind;
  refuse(fmt::format("--format {}: pictures are svg, png or pdf", word));
}

/// One file for all, or a folder with a file for each.
std::vector<Sheet> sheets_of(const std::vector<FigureSpec>& specs, const PlotOptions& options,
                             PictureKind& kind) {
  std::string output = options.output;
  if (output.empty()) output = fs::path(options.files.front()).stem().string() + "_figures/";
  std::error_code error;
  const bool folder = output.ends_with('/') || fs::is_directory(output, error);
  const auto wanted = picture_kind(output);
  if (!folder && !wanted) {
    refuse(
        fmt::format("{}: the name of a picture ends in .svg, .png or .pdf; that of a folder in /", output));
  }
  kind = !options.format.empty() ? format_of(options.format) : folder ? PictureKind::svg : *wanted;
  if (!folder) {
    if (kind != *wanted)
      refuse(fmt::format("--format {} and the name {} contradict", options.format, output));
    Sheet sheet{output, {}};
    for (std::size_t i = 0; i < specs.size(); ++i) sheet.figures.push_back(i);
    return {sheet};
  }
  fs::create_directories(output, error);
  if (error) refuse(fmt::format("cannot make the folder {}: {}", output, error.message()));
  std::map<std::string, int> count, number;
  for (const FigureSpec& spec : specs) ++count[spec.id];
  std::vector<Sheet> sheets;
  for (std::size_t i = 0; i < specs.size(); ++i) {
    const std::string& id = specs[i].id;
    const std::string stem = count[id] > 1 ? fmt::format("{}_{}", id, ++number[id]) : id;
    sheets.push_back({(fs::path(output) / (stem + extension_of(kind))).string(), {i}});
  }
  return sheets;
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
  if (text.empty()) return Figure().width;
  double width = 0;
  if (!parse_number(text, width)) width = kPixelsPerMetre * quantity(text, "--width", "m", "720 or 90mm");
  if (width >= kLeastWidth && width <= kMostWidth) return width;
  refuse(fmt::format("--width {}: a picture is from {:g} to {:g} px wide, or 53 mm to 1 m", text, kLeastWidth,
                     kMostWidth));
}

void plot(const PlotOptions& options, const CommonOptions& common) {
  const double width = width_of(options.width);
  const std::vector<Result> results = results_of(options);
  const FigureChoice choice{split(options.only)};
  check_names(results, choice);
  const std::vector<FigureSpec> specs = specs_of(results, options, choice);
  PictureKind kind = PictureKind::svg;
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const Sheet& sheet : sheets_of(specs, options, kind)) {
    std::vector<Figure> figures;
    std::vector<std::string> ids;
    for (const std::size_t i : sheet.figures) {
      figures.push_back(to_figure(specs[i], results));
      figures.back().width = width;
      ids.push_back(specs[i].id);
    }
    write_picture(figures, sheet.file, kind, options.dpi);
    json.push_back({{"file", sheet.file}, {"figures", ids}});
    if (!common.quiet && !common.json) fmt::print("{}\n", sheet.file);
  }
  if (common.json) fmt::print("{}\n", json.dump(2));
}

int run(const PlotOptions& options) {
  try {
    plot(options, options.common);
    return kOk;
  } catch (const std::runtime_error& error) {
    fmt::print(stderr, "freeplay: {}\n", error.what());
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
