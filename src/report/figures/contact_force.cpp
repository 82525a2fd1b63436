// SPDX-License-Identifier: Apache-2.0
// Normal and tangential forces of contacts over time; in the rigid world means of the time since the last sample,
// with the part of them that is of impacts.
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "base/number_text.h"
#include "io/loads.h"
#include "report/figures/parts.h"

namespace freeplay {
namespace {

constexpr std::size_t kMostContacts = 6;

std::string title_of(const std::vector<Result>& results, const char* direction, const std::string& path) {
  if (unit_of(results, path) != "N") return fmt::format("{} impulse per sample", direction);
  std::size_t means = 0, all = 0;
  for (const Result& result : results) {
    if (!result.has(path)) continue;
    ++all;
    if (drawn_channel(result, path) != path) ++means;
  }
  return fmt::format("{} force{}", direction,
                     means == 0     ? ""
                     : means == all ? ", mean of each sample"
                                    : " (rigid: mean of each sample)");
}

/// The envelope of a contact's peaks, known between samples too, where samples are coarser than it.
void add_envelope(AxesSpec& axes, const std::vector<Result>& results, const std::string& contact,
                  int colour) {
  const std::string path = "/contact/" + contact + "/normal", peaks = path + "_peak";
  if (results.size() > 1 || unit_of(results, peaks) != "N") return;
  const Extent sampled = extent_of(results, path, 0), whole = extent_of(results, peaks, 0);
  if (!(sampled.size() < kSeenOfPeak * whole.size())) return;
  add_over_time(axes, results, peaks, 0, contact + ", peaks between samples", colour, 1,
                Series::Style::dashed);
  add_note(axes, fmt::format(
                     "Samples are coarser than {}: the largest at a sample is {}, the peak of the motion {}.",
                     contact, with_prefix(sampled.size(), "N"), with_prefix(whole.size(), "N")));
}

/// Component k of a channel for all contacts: one panel, or with several results one for each contact.
void add_panels(FigureSpec& figure, const std::vector<Result>& results, const Shown& shown,
                const char* channel, int k, const char* direction, const char* index) {
  const std::size_t before = figure.axes.size();
  const bool is_normal = std::string_view(channel) == "normal";
  int colour = 0;
  for (const std::string& contact : shown.names) {
    const std::string path = "/contact/" + contact + "/" + channel;
    const std::string unit = unit_of(results, path);
    const bool between =
        is_normal && extent_of(results, path + "_peak", 0).size() > 0;  // closed between samples
    if (extent_of(results, path, k).size() == 0 && !between) {
      ++colour;
      continue;
    }
    const std::string symbol = fmt::format("{}_{{{}}}", unit == "N" ? "F" : "P", index);
    if (figure.axes.size() == before || results.size() > 1) {
      const std::string title = title_of(results, direction, path);
      figure.axes.push_back(
          time_axes(results.size() > 1 ? contact + ": " + title : title, with_unit(symbol, unit)));
    }
    add_over_time(figure.axes.back(), results, path, k, contact, colour);
    if (is_normal) add_envelope(figure.axes.back(), results, contact, colour);
    const std::string impacts = path + "_impacts";
    if (results.size() == 1 && any_has(results, impacts) && extent_of(results, impacts, 0).size() > 0) {
      add_over_time(figure.axes.back(), results, impacts, k, contact + ", of impacts", colour, 1,
                    Series::Style::dashed);
    }
    ++colour;
  }
}

std::vector<FigureSpec> make(const std::vector<Result>& results, const FigureChoice& choice) {
  std::vector<std::string> closed;
  std::vector<double> weights;
  for (const std::string& contact : all_names(results, "/contact/", "/normal")) {
    const std::string path = "/contact/" + contact + "/normal";
    const double most = std::max(largest(results, path), largest(results, path + "_peak"));
    if (most > 0) closed.push_back(contact), weights.push_back(most);
  }
  const Shown shown = choose(closed, choice, results.size() == 1 ? kMostContacts : 4, weights);
  FigureSpec figure{"contact_force", "Contact forces",
                    "Forces of contacts; where impacts are impulses, their mean over each sample", 1};
  add_panels(figure, results, shown, "normal", 0, "Normal", "N");
  int width = 0;
  for (const std::string& contact : shown.names)
    width = std::max(width, width_of(results, "/contact/" + contact + "/tangential"));
  for (int k = 0; k < width; ++k) {
    add_panels(figure, results, shown, "tangential", k,
               width == 1 ? "Tangential"
               : k == 0   ? "First tangential"
                          : "Second tangential",
               width == 1 ? "T"
               : k == 0   ? "T1"
                          : "T2");
  }
  if (figure.axes.empty()) return {};
  if (results.size() > 1 && figure.axes.size() > 1) figure.columns = 2;
  add_note(figure.axes.back(), shown.note("contacts"));
  return {figure};
}

}  // namespace

namespace entry {
FREEPLAY_FIGURE(contact_force) = {
    {"contact_force", "", "normal and tangential forces of contacts over time", {}},
    60,
    "/contact/NAME/normal, of a contact that closes",
    make};
}  // namespace entry
}  // namespace freeplay
