// SPDX-License-Identifier: Apache-2.0
#include "report/figures/parts.h"
#include "base/index.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace freeplay {

bool Shown::has(const std::string& name) const {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string Shown::note(const char* what) const {
  if (left_out == 0) return "";
  return fmt::format(
      "{} of {} {} are shown; others: freeplay plot --only NAME, or the tab Channels of a report",
      names.size(), names.size() + left_out, what);
}

std::vector<std::string> all_names(const std::vector<Result>& results, const std::string& head,
                                   const std::string& tail) {
  std::vector<std::string> all;
  for (const Result& result : results) {
    for (const std::string& name : result.names(head, tail)) {
      if (std::find(all.begin(), all.end(), name) == all.end()) all.push_back(name);
    }
  }
  return all;
}

bool is_meant(const std::string& name, const FigureChoice& choice) {
  if (choice.only.empty()) return true;
  std::vector<std::string> alike{name};
  for (const char mark : {'.', '/'}) {  // JOINT.CORNER, FIRST/SECOND.CORNER
    for (std::size_t i = 0, size = alike.size(); i < size; ++i) {
      const std::size_t at = alike[i].find(mark);
      if (at == std::string::npos) continue;
      alike.push_back(alike[i].substr(0, at));
      alike.push_back(alike[i].substr(at + 1));
    }
  }
  return std::any_of(choice.only.begin(), choice.only.end(), [&](const std::string& pattern) {
    return std::any_of(alike.begin(), alike.end(),
                       [&](const std::string& word) { return matches(word, pattern); });
  });
}

Shown choose(const std::vector<std::string>& names, const FigureChoice& choice, std::size_t most,
             const std::vector<double>& weights) {
  Shown shown;
  std::vector<std::size_t> meant;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (is_meant(names[i], choice)) meant.push_back(i);
  }
  if (choice.only.empty() && meant.size() > most) {
    shown.left_out = meant.size() - most;
    const auto weight = [&](std::size_t i) { return i < weights.size() ? weights[i] : 0; };
    std::stable_sort(meant.begin(), meant.end(),
                     [&](std::size_t a, std::size_t b) { return weight(a) > weight(b); });
    if (weight(meant.front()) == weight(meant.back())) {  // all alike: some from everywhere
      const std::vector<std::size_t> all = meant;
      for (std::size_t k = 0; k < most; ++k)
        meant[k] = all[k * (all.size() - 1) / std::max<std::size_t>(1, most - 1)];
    }
    meant.resize(most);
    std::sort(meant.begin(), meant.end());
  }
  for (const std::size_t i : meant) shown.names.push_back(names[i]);
  return shown;
}

double Extent::size() const { return empty ? 0 : std::max(std::abs(low), std::abs(high)); }

void Extent::add(double value) {
  if (!std::isfinite(value)) return;
  low = empty ? value : std::min(low, value);
  high = empty ? value : std::max(high, value);
  empty = false;
}

std::string drawn_channel(const Result& result, const std::string& path) {
  const std::string mean = path + "_mean";
  return result.has(mean) ? mean : path;
}

Extent extent_of(const std::vector<Result>& results, const std::string& path, int component) {
  Extent extent;
  for (const Result& result : results) {
    const Channel* channel = result.channel(drawn_channel(result, path));
    if (channel == nullptr || component >= channel->width) continue;
    result.record.each_block(channel->path, [&](std::span<const double> block) {
      for (std::size_t i = idx(component); i < block.size(); i += idx(channel->width)) extent.add(block[i]);
    });
  }
  return extent;
}

double largest(const std::vector<Result>& results, const std::string& path) {
  double most = 0;
  for (int k = 0; k < width_of(results, path); ++k) most = std::max(most, extent_of(results, path, k).size());
  return most;
}

Unit suitable_unit(const std::string& unit, double size) {
  if (unit != "m" || !(size > 0)) return {1, unit};
  if (size < 1e-6) return {1e9, "nm"};
  if (size < 1e-4) return {1e6, "µm"};
  if (size < 0.1) return {1e3, "mm"};
  return {1, "m"};
}

std::string unit_text(const std::string& unit) {
  std::string text;
  for (std::size_t i = 0; i < unit.size(); ++i) {
    if (unit[i] == '*') {
      text += ' ';
    } else if (unit[i] == '^' && i + 1 < unit.size()) {
      text += fmt::format("^{{{}}}", unit[++i]);
    } else {
      text += unit[i];
    }
  }
  return text;
}

std::string with_unit(const std::string& symbol, const std::string& unit) {
  return unit.empty() ? symbol : fmt::format("{} ({})", symbol, unit_text(unit));
}

std::string unit_of(const std::vector<Result>& results, const std::string& path) {
  for (const Result& result : results) {
    if (const Channel* channel = result.channel(drawn_channel(result, path))) return channel->unit;
  }
  return "";
}

bool any_has(const std::vector<Result>& results, const std::string& path) {
  return std::any_of(results.begin(), results.end(), [&](const Result& r) { return r.has(path); });
}

int width_of(const std::vector<Result>& results, const std::string& path) {
  int width = 0;
  for (const Result& result : results) {
    if (const Channel* channel = result.channel(path)) width = std::max(width, channel->width);
  }
  return width;
}

AxesSpec time_axes(const std::string& title, const std::string& y_label) {
  AxesSpec axes;
  axes.title = title;
  axes.x_label = "t (s)";
  axes.y_label = y_label;
  axes.x_is_time = true;
  return axes;
}

void add_over_time(AxesSpec& axes, const std::vector<Result>& results, const std::string& path, int component,
                   const std::string& label, int colour, double factor, Series::Style style) {
  Source x{0, "/time"}, y{0, path, component};
  y.factor = factor;
  add_over(axes, results, x, y, label, colour, style);
}

void add_over(AxesSpec& axes, const std::vector<Result>& results, const Source& x, const Source& y,
              const std::string& label, int colour, Series::Style style) {
  const bool several = results.size() > 1;
  const std::string x_unit = unit_of(results, x.channel), y_unit = unit_of(results, y.channel);
  for (std::size_t run = 0; run < results.size(); ++run) {
    const Result& result = results[run];
    const Channel* across = result.channel(drawn_channel(result, x.channel));
    const Channel* up = result.channel(drawn_channel(result, y.channel));
    if (!across || !up || x.component >= across->width || y.component >= up->width) continue;
    if (across->unit != x_unit || up->unit != y_unit) {  // an old file may have impulses only
      add_note(axes, fmt::format("{} is not drawn: it has {} here, not {}.", result.label,
                                 unit_text(up->unit), unit_text(y_unit)));
      continue;
    }
    SeriesSpec series{several ? result.label : label, x, y, style, several ? to_int(run) : colour};
    series.x.channel = across->path;
    series.y.channel = up->path;
    series.x.run = series.y.run = to_int(run);
    axes.series.push_back(series);
  }
}

const Joint* joint_of(const Result& result, const std::string& name) {
  if (!result.model) return nullptr;
  for (const Joint& joint : result.model->joints) {
    if (joint.name == name) return &joint;
  }
  return nullptr;
}

std::optional<double> play_of(const Result& result, const std::string& joint, const std::string& key) {
  const Joint* found = joint_of(result, joint);
  if (!found) return std::nullopt;
  const Values& values = found->play ? found->play->values : found->values;
  for (const std::string& word : {key, std::string("clearance")}) {
    const auto value = values.find(word);
    if (value == values.end()) continue;
    if (const double* number = std::get_if<double>(&value->second.data)) return *number;
  }
  return std::nullopt;
}

bool has_play(const std::vector<Result>& results, const std::string& body) {
  for (const Result& result : results) {
    if (!result.model) continue;
    for (const Joint& joint : result.model->joints) {
      if (joint.bodies[0] != body && joint.bodies[1] != body) continue;
      if (joint.play || joint.values.contains("clearance")) return true;
    }
  }
  return false;
}

Source computed(int run, std::vector<double> numbers) {
  Source source;
  source.run = run;
  source.numbers = std::make_shared<const std::vector<double>>(std::move(numbers));
  return source;
}

void add_computed(AxesSpec& axes, int run, const std::vector<double>& x, const std::vector<double>& y,
                  const std::vector<double>& size, const std::string& label, int colour,
                  Series::Style style) {
  constexpr std::size_t kMost = 16000;  // points of a curve that a page can afford
  const std::size_t count = std::min({x.size(), y.size(), size.size()});
  const std::size_t stretch = count <= kMost ? 1 : (2 * count + kMost - 1) / kMost;
  std::vector<double> shown_x, shown_y;
  for (std::size_t first = 0; first < count; first += stretch) {
    const auto begin = size.begin() + static_cast<std::ptrdiff_t>(first);
    const auto end = size.begin() + static_cast<std::ptrdiff_t>(std::min(first + stretch, count));
    const auto [low, high] = std::minmax_element(begin, end);
    std::size_t a = idx(low - size.begin()), b = idx(high - size.begin());
    if (a > b) std::swap(a, b);
    shown_x.push_back(x[a]);
    shown_y.push_back(y[a]);
    if (a == b) continue;
    shown_x.push_back(x[b]);
    shown_y.push_back(y[b]);
  }
  SeriesSpec series{label, computed(run, std::move(shown_x)), computed(run, std::move(shown_y)), style,
                    colour};
  axes.series.push_back(std::move(series));
}

void add_note(AxesSpec& axes, const std::string& sentence) {
  if (!axes.note.empty() && !sentence.empty()) axes.note += ' ';
  axes.note += sentence;
}

const char* axis_name(int component) {
  constexpr const char* kNames[] = {"x", "y", "z"};
  return component >= 0 && component < 3 ? kNames[component] : "";
}

}  // namespace freeplay
