// SPDX-License-Identifier: Apache-2.0
// Where a bearing wears: the normal force times the way that the journal slides, summed over the directions in which it
// touches. Times a wear coefficient over the hardness it is the worn volume (Archard, J. Appl. Phys. 24, 1953).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/index.h"
#include "report/figures/parts.h"

namespace freeplay {
namespace {

constexpr std::size_t kMostJoints = 4;
constexpr int kBins = 120;  // of 3° each

/// F_N |v_T| over the time, or P_N |v_T| of impulses, in each bin of the direction [J].
std::vector<double> sums_of(const Result& result, const std::string& joint) {
  const std::string at = "/contact/" + joint + ".journal/";
  const Channel* normal = result.channel(at + "normal");
  const std::vector<double> direction = result.values("/joint/" + joint + "/contact_angle");
  const std::vector<double> slip = result.values(at + "slip"), time = result.values("/time");
  if (normal == nullptr || direction.empty() || slip.empty()) return {};
  const std::vector<double> load = result.values(at + "normal");
  const bool impulses = normal->unit == "N*s";
  std::vector<double> sums(kBins, 0);
  for (std::size_t i = 1; i < std::min({load.size(), slip.size(), direction.size(), time.size()}); ++i) {
    const double speed = 0.5 * (std::abs(slip[i - 1]) + std::abs(slip[i]));
    const double pushed = impulses ? load[i] : 0.5 * (load[i - 1] + load[i]) * (time[i] - time[i - 1]);
    const double work = pushed * speed;
    if (!(work > 0) || !std::isfinite(direction[i])) continue;
    const double turns = direction[i] / (2 * std::numbers::pi) + 0.5;
    const int bin = static_cast<int>(std::floor((turns - std::floor(turns)) * kBins));
    sums[idx(std::clamp(bin, 0, kBins - 1))] += work;
  }
  return sums;
}

std::vector<FigureSpec> make(const std::vector<Result>& results, const FigureChoice& choice) {
  std::vector<std::string> joints;
  std::vector<double> weights;
  for (const std::string& joint : all_names(results, "/joint/", "/contact_angle")) {
    double all = 0;
    for (const Result& result : results) {
      for (const double sum : sums_of(result, joint)) all += sum;
    }
    if (all > 0) joints.push_back(joint), weights.push_back(all);
  }
  const Shown shown = choose(joints, choice, kMostJoints, weights);
  FigureSpec figure{"wear", "Where bearings wear",
                    "Normal force times sliding way, in each direction of the bearing", 2};
  for (const std::string& joint : shown.names) {
    AxesSpec axes;
    axes.title = joint;
    axes.x_label = "direction in the bearing (°)";
    axes.y_label = with_unit("ΣF_{N}|v_{T}|Δt", "J");
    for (std::size_t r = 0; r < results.size(); ++r) {
      const std::vector<double> sums = sums_of(results[r], joint);
      if (sums.empty()) continue;
      std::vector<double> x, y;
      for (int bin = 0; bin <= kBins; ++bin) {  // the last one ends the last step
        x.push_back(360.0 * bin / kBins - 180);
        y.push_back(sums[idx(std::min(bin, kBins - 1))]);
      }
      const std::string label = results.size() > 1 ? results[r].label : "";
      axes.series.push_back({label, computed(static_cast<int>(r), x), computed(static_cast<int>(r), y),
                             Series::Style::steps, static_cast<int>(results.size() > 1 ? r : 0)});
    }
    figure.axes.push_back(axes);
  }
  if (figure.axes.empty()) return {};
  if (figure.axes.size() == 1) figure.columns = 1;
  add_note(figure.axes.back(),
           "Times a wear coefficient over the hardness: the worn volume, by Archard's law.");
  add_note(figure.axes.back(), shown.note("joints"));
  return {figure};
}

}  // namespace

namespace entry {
FREEPLAY_FIGURE(wear) = {
    {"wear", "", "normal force times sliding way over the direction in the bearing", {}},
    36,
    "/joint/NAME/contact_angle and /contact/NAME.journal/normal and slip, of a journal that slides",
    make};
}  // namespace entry
}  // namespace freeplay
