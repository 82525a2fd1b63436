// SPDX-License-Identifier: Apache-2.0
// What rattling is made of: amplitudes over frequency of the accelerations of bodies, and of the forces in joints with play
// and of drivers.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/number_text.h"
#include "report/figures/parts.h"
#include "report/spectrum.h"

namespace freeplay {
namespace {

constexpr std::size_t kMostCurves = 4;  // in a panel

/// The size of a vector over the samples would fold frequencies: each component has a spectrum, and these are added as
/// powers.
Spectrum of_channel(const Result& result, const std::string& path) {
  const Channel* channel = result.channel(path);
  Spectrum all;
  for (int k = 0; channel != nullptr && k < channel->width; ++k) {
    const Spectrum one = spectrum_of(result.values("/time"), result.values(path, k));
    if (all.amplitude.empty()) {
      all = one;
      continue;
    }
    for (std::size_t i = 0; i < std::min(one.amplitude.size(), all.amplitude.size()); ++i)
      all.amplitude[i] = std::hypot(all.amplitude[i], one.amplitude[i]);
  }
  return all;
}

/// What a panel shows: the channels HEAD NAME TAIL.
struct Kind {
  const char *head, *tail, *title, *symbol;
};
constexpr Kind kKinds[] = {{"/body/", "/acceleration", "Accelerations of centres of mass", "a"},
                           {"/contact/", "/force", "Contact forces", "F"},
                           {"/driver/", "/effort", "Drivers", "M"}};

AxesSpec panel(const std::vector<Result>& results, const Kind& kind, const std::vector<std::string>& names) {
  AxesSpec axes;
  axes.title = kind.title;
  axes.x_label = "f (Hz)";
  axes.log_y = true;
  double step = 0;
  for (std::size_t n = 0; n < names.size(); ++n) {
    for (std::size_t r = 0; r < results.size(); ++r) {
      const std::string path = drawn_channel(results[r], kind.head + names[n] + kind.tail);
      const Spectrum spectrum = of_channel(results[r], path);
      if (std::none_of(spectrum.amplitude.begin(), spectrum.amplitude.end(), [](double a) { return a > 0; }))
        continue;
      step = std::max(step, spectrum.step);
      axes.y_label = with_unit(kind.symbol, results[r].channel(path)->unit);
      const bool several = results.size() > 1;
      add_computed(axes, static_cast<int>(r), spectrum.frequency, spectrum.amplitude, spectrum.amplitude,
                   several ? results[r].label : names[n], static_cast<int>(several ? r : n));
    }
  }
  axes.note = fmt::format("Hann's window; samples every {}.", with_prefix(step, "s"));
  return axes;
}

/// One result: its curves in one panel; several: a panel for each name.
void add_panels(FigureSpec& figure, const std::vector<Result>& results, const Kind& kind,
                const Shown& shown) {
  std::vector<std::vector<std::string>> groups{shown.names};
  if (results.size() > 1) {
    groups.clear();
    for (const std::string& name : shown.names) groups.push_back({name});
  }
  for (const std::vector<std::string>& names : groups) {
    AxesSpec axes = panel(results, kind, names);
    if (axes.series.empty()) continue;
    if (results.size() > 1) axes.title = fmt::format("{}: {}", kind.title, names[0]);
    if (&names == &groups.back()) add_note(axes, shown.note("curves"));
    figure.axes.push_back(axes);
  }
}

std::vector<FigureSpec> make(const std::vector<Result>& results, const FigureChoice& choice) {
  FigureSpec figure{"spectrum", "Spectra",
                    "Amplitudes over frequency, of accelerations, contact forces and drivers", 1};
  for (const Kind& kind : kKinds) {
    const std::vector<std::string> names = all_names(results, kind.head, kind.tail);
    std::vector<double> weights;
    for (const std::string& name : names) weights.push_back(largest(results, kind.head + name + kind.tail));
    add_panels(figure, results, kind, choose(names, choice, kMostCurves, weights));
  }
  if (figure.axes.empty()) return {};
  return {figure};
}

}  // namespace

namespace entry {
FREEPLAY_FIGURE(spectrum) = {
    {"spectrum", "", "amplitudes over frequency of accelerations, contact forces and drivers", {}},
    135,
    "/body/NAME/acceleration, /contact/NAME/force or /driver/NAME/effort, of 16 samples or more",
    make};
}  // namespace entry
}  // namespace freeplay
