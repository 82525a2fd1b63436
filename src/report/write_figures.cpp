// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <stdexcept>

#include "freeplay/report.h"
#include "report/figures/figure.h"
#include "report/figures/parts.h"
#include "report/picture.h"

namespace freeplay {
namespace {

namespace fs = std::filesystem;

constexpr double kLeastDpi = 10, kMostDpi = 2400;

[[noreturn]] void refuse(const std::string& text) { throw std::runtime_error(text); }

const FigureEntry& figure_named(const std::string& word) {
  if (const FigureEntry* entry = find_entry<FigureEntry>(word)) return *entry;
  const std::vector<std::string> names = figure_words();
  const std::string near = did_you_mean(word, names);
  refuse(fmt::format("there is no figure '{}'; figures are {}{}", word, fmt::join(names, ", "),
                     near.empty() ? "" : fmt::format("; did you mean '{}'?", near)));
}

/// Every pattern of names has to mean something.
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
    refuse(fmt::format("{}: no body, joint, contact or driver of that name{}", pattern,
                       near.empty() ? "" : fmt::format("; did you mean '{}'?", near)));
  }
}

std::vector<FigureSpec> specs_of(const std::vector<Result>& results, const FigureOptions& options,
                                 const FigureChoice& choice) {
  const std::vector<std::string>& words = options.figures;
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
  refuse(fmt::format("format {}: pictures are svg, png or pdf", word));
}

/// One file for all, or a folder with a file for each.
std::vector<Sheet> sheets_of(const std::vector<Figure>& figures, const std::string& output,
                             const FigureOptions& options, PictureKind& kind) {
  std::error_code error;
  const bool folder = output.ends_with('/') || fs::is_directory(output, error);
  const auto wanted = picture_kind(output);
  if (!folder && !wanted) {
    refuse(
        fmt::format("{}: the name of a picture ends in .svg, .png or .pdf; that of a folder in /", output));
  }
  kind = !options.format.empty() ? format_of(options.format) : folder ? PictureKind::svg : *wanted;
  if (!folder) {
    if (kind != *wanted) refuse(fmt::format("format {} and the name {} contradict", options.format, output));
    Sheet sheet{output, {}};
    for (std::size_t i = 0; i < figures.size(); ++i) sheet.figures.push_back(i);
    return {sheet};
  }
  fs::create_directories(output, error);
  if (error) refuse(fmt::format("cannot make the folder {}: {}", output, error.message()));
  std::map<std::string, int> count, number;
  for (const Figure& figure : figures) ++count[figure.word];
  std::vector<Sheet> sheets;
  for (std::size_t i = 0; i < figures.size(); ++i) {
    const std::string& id = figures[i].word;
    const std::string stem = count[id] > 1 ? fmt::format("{}_{}", id, ++number[id]) : id;
    sheets.push_back({(fs::path(output) / (stem + extension_of(kind))).string(), {i}});
  }
  return sheets;
}

}  // namespace

std::vector<std::string> figure_words() {
  std::vector<std::string> words;
  for (const FigureEntry* entry : figures_in_order()) words.emplace_back(entry->name);
  return words;
}

std::vector<Figure> figures_of(const std::vector<Result>& results, const FigureOptions& options) {
  if (results.empty()) refuse("there is no result to draw");
  if (!(options.width >= FigureOptions::kLeastWidth && options.width <= FigureOptions::kMostWidth))
    refuse(fmt::format("width {:g}: a picture is from {:g} to {:g} px wide", options.width,
                       FigureOptions::kLeastWidth, FigureOptions::kMostWidth));
  if (!(options.dpi >= kLeastDpi && options.dpi <= kMostDpi))
    refuse(fmt::format("{:g} dpi: a picture has from {:g} to {:g}", options.dpi, kLeastDpi, kMostDpi));
  const FigureChoice choice{options.only};
  check_names(results, choice);
  std::vector<Figure> figures;
  for (const FigureSpec& spec : specs_of(results, options, choice)) {
    figures.push_back(to_figure(spec, results));
    figures.back().width = options.width;
    figures.back().word = spec.id;
  }
  return figures;
}

std::vector<Picture> write_figures(const std::vector<Result>& results, const std::string& output,
                                   const FigureOptions& options) {
  const std::vector<Figure> all = figures_of(results, options);
  PictureKind kind = PictureKind::svg;
  std::vector<Picture> written;
  for (const Sheet& sheet : sheets_of(all, output, options, kind)) {
    std::vector<Figure> figures;
    Picture picture{sheet.file, {}};
    for (const std::size_t i : sheet.figures) {
      figures.push_back(all[i]);
      picture.figures.push_back(all[i].word);
    }
    write_picture(figures, sheet.file, kind, options.dpi);
    written.push_back(std::move(picture));
  }
  return written;
}

}  // namespace freeplay
