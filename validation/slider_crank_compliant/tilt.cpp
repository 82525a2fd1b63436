// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>

#include "report/plot.h"
#include "validation/slider_crank_compliant/runs.h"
#include "validation/slider_crank_compliant/slider_crank_compliant.h"

namespace freeplay::validation {
namespace {

constexpr double kLength = 0.1, kMu = 0.01;
constexpr std::array<const char*, 2> kUpper{"upper_back", "upper_front"};

std::string gap_channel(std::size_t corner) { return fmt::format("/contact/guide.{}/gap", kUpper[corner]); }

/// What the first impact leaves and when the second one begins.
struct Tilted {
  double rate = 0;                // ω3 between the two [rad/s]
  std::array<double, 2> after{};  // γ_N of the corners after the first impact [m/s]
  double second = 0, angle = 0;   // when impact 2 begins [s], θ3 then [rad]
  std::size_t hits = 0;           // corners that hit in impact 2
  double whole = 0;               // restitution of impact 2 as a whole
};

/// Restitution of an impact as a whole: vertical velocity of the slider's centre after the last contact over
/// that before the first, between `from` and `to`.
double whole_restitution(const WorldRun& run, double from, double to) {
  const std::vector<double> time = run.record.values("/time");
  const std::vector<double> velocity = run.record.values("/body/slider/velocity");
  std::array<std::vector<double>, 2> gap{run.record.values(gap_channel(0)),
                                         run.record.values(gap_channel(1))};
  std::size_t first = 0, last = 0;
  for (std::size_t i = 0; i < time.size(); ++i) {
    if (time[i] < from || time[i] > to || std::min(gap[0][i], gap[1][i]) >= 0) continue;
    if (first == 0) first = i;
    last = i;
  }
  if (first == 0 || last + 1 >= time.size()) return std::nan("");
  return -velocity[2 * (last + 1) + 1] / velocity[2 * (first - 1) + 1];
}

Tilted look_at(const WorldRun& run) {
  Tilted result;
  const std::vector<WholeImpact> impacts = whole_impacts(run);
  for (const CornerHit& hit : impacts[0].hits)
    result.after[static_cast<std::size_t>(hit.corner % 2)] = hit.after;
  result.second = impacts[1].t();
  result.rate = value_at(run, "/body/slider/angular_velocity", 0.5 * (impacts[0].t() + result.second));
  result.angle = value_at(run, "/body/slider/angle", result.second);
  result.hits = impacts[1].hits.size();
  const double end = impacts.size() > 2 ? impacts[2].t() - 1e-6 : run.summary.t_end;
  result.whole = whole_restitution(run, result.second - 1e-6, end);
  return result;
}

constexpr std::array<double, 7> kStiffnesses = {1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16};

/// Returns by how much an exponent is off 0.4 from K = 1e12 on.
double tilt_table(Page& page, const std::vector<Tilted>& all, const Tilted& rigid) {
  std::vector<std::vector<std::string>> rows;
  double off = 0;
  for (std::size_t k = 0; k < all.size(); ++k) {
    std::string exponent;
    if (k >= 2) {
      const double p =
          std::log10((all[k - 2].second - all[k - 1].second) / (all[k - 1].second - all[k].second));
      exponent = fmt::format("{:.4f}", p);
      if (kStiffnesses[k - 2] >= 1e12) off = std::max(off, std::abs(p - 0.4));
    }
    rows.push_back({fmt::format("{:.0e}", kStiffnesses[k]), fmt::format("{:.6f}", all[k].after[0]),
                    fmt::format("{:.6f}", all[k].after[1]), fmt::format("{:.5f}", all[k].rate),
                    fmt::format("{:.2e}", all[k].angle), fmt::format("{:.6f}", 1e3 * all[k].second), exponent,
                    fmt::format("{}", all[k].hits), fmt::format("{:.3f}", all[k].whole)});
  }
  rows.push_back({"rigid", fmt::format("{:.6f}", rigid.after[0]), fmt::format("{:.6f}", rigid.after[1]),
                  fmt::format("{:.5f}", std::abs(rigid.rate)), short_number(rigid.angle),
                  fmt::format("{:.6f}", 1e3 * rigid.second), "", fmt::format("{}", rigid.hits), "0.400"});
  page.table({"K [N/m^1.5]", "γ_N after impact 1, back [m/s]", "front", "ω3 [rad/s]", "θ3 at impact 2 [rad]",
              "t of impact 2 [ms]", "p", "corner hits in impact 2", "its restitution as a whole"},
             rows);
  return off;
}

void bound_tilt(Page& page, const std::vector<Tilted>& all, const Tilted& rigid, double off) {
  const std::size_t last = all.size() - 1;
  const double limit = all[last].second - (all[last - 1].second - all[last].second) / (std::pow(10, 0.4) - 1);
  page.paragraph(fmt::format(
      "ω3 does not fade as K grows: it is the same number from 1e12 on to within {:.1f} %. The times of "
      "impact "
      "2 converge like K^−0.4 again, but to a time {:.0f} µs before that of the rigid run.",
      100 * std::abs(all[2].rate / all[last].rate - 1), 1e6 * (rigid.second - limit)));
  page.at_most("μ = 0.01: change of ω3 from K = 1e12 to 1e16, relative",
               std::abs(all[2].rate / all[last].rate - 1), 0.025);
  page.at_most("μ = 0.01, impact 2: distance of p from 0.4, from K = 1e12 on", off, 0.003);
  page.at_most("μ = 0.01: ω3 after impact 1, K = 1e16, less 0.032 rad/s",
               std::abs(std::abs(all[last].rate) - 0.032), 5e-4);
  page.at_most("μ = 0.01: tilt at impact 2, K = 1e16, less 0.093 mrad [rad]",
               std::abs(std::abs(all[last].angle) - 0.093e-3), 1e-6);
  page.at_most("μ = 0.01: change of ω3 from K = 1e15 to 1e16, relative",
               std::abs(all[last].rate / all[last - 1].rate - 1), 2e-3);
  page.at_least("μ = 0.01: limit of impact 2 before that of the rigid run [µs]", 1e6 * (rigid.second - limit),
                18.5);
  page.at_most("μ = 0.01: limit of impact 2 before that of the rigid run [µs]", 1e6 * (rigid.second - limit),
               19.5);
  page.at_most("μ = 0.01, rigid: tilt at impact 2 [rad]", std::abs(rigid.angle), 1e-14);
  for (const auto& [k, hits] : {std::pair{std::size_t{2}, 3}, std::pair{last, 7}})
    page.at_most(fmt::format("μ = 0.01: corner hits in impact 2, K = {:.0e}, less {}", kStiffnesses[k], hits),
                 std::abs(static_cast<double>(all[k].hits) - hits), 0);
  double least = 1, most = 0;
  for (std::size_t k = 2; k <= last; ++k) {
    least = std::min(least, all[k].whole);
    most = std::max(most, all[k].whole);
  }
  page.at_least("μ = 0.01: restitution of impact 2 as a whole, least from K = 1e12 on", least, 0.54);
  page.at_most("μ = 0.01: restitution of impact 2 as a whole, most from K = 1e12 on", most, 0.64);
}

void name_axes(Figure& figure) {
  figure.axes[0].title = "Tilt of the slider";
  figure.axes[0].x_label = "t (ms)";
  figure.axes[0].y_label = "θ_{3} (10^{-3} rad)";
  figure.axes[0].x_range = {2.5, 6.5};
  figure.axes[1].title = "Gaps of the upper corners in impact 2, K = 10^{14}";
  figure.axes[1].x_label = "t (ms)";
  figure.axes[1].y_label = "gap (µm)";
  figure.axes[1].x_range = {5.585, 5.635};
  figure.axes[1].y_range = {-1, 8};
  figure.axes[1].h_lines = {0};
}

}  // namespace

void growing_stiffness_with_friction(Page& page, const std::string& folder) {
  page.heading("With friction, μ = 0.01: another limit");
  page.paragraph(
      "Friction acts at the face, 25 mm from the centre of mass, and tilts the slider while the corners are "
      "pressed in. The first impact leaves it turning with ω3, and the corners of the face begin the second "
      "impact one after the other. The exponent is that of differences of times from one row to the next. "
      "The last row is the rigid run with the same friction.");
  WorldSetup setup;
  setup.mu = kMu;
  setup.end = 7e-3;
  setup.accuracy = 1e-11;
  std::vector<Tilted> all;
  Figure figure;
  figure.title = "The slider tilts: μ = 0.01";
  figure.columns = 2;
  figure.width = 960;
  figure.axes.resize(2);
  int colour = 0;
  for (const double stiffness : kStiffnesses) {
    setup.stiffness = stiffness;
    const WorldRun run = run_world(setup);
    all.push_back(look_at(run));
    std::vector<double> time = run.record.values("/time");
    for (double& t : time) t *= 1e3;
    if (stiffness == 1e10 || stiffness == 1e12 || stiffness == 1e14 || stiffness == 1e16) {
      std::vector<double> angle = run.record.values("/body/slider/angle");
      for (double& value : angle) value *= 1e3;
      figure.axes[0].series.push_back({fmt::format("K = 10^{{{:.0f}}}", std::log10(stiffness)), time, angle,
                                       Series::Style::line, colour++});
    }
    if (stiffness != 1e14) continue;
    for (std::size_t corner = 0; corner < 2; ++corner) {
      std::vector<double> gap = run.record.values(gap_channel(corner));
      for (double& value : gap) value *= 1e6;
      figure.axes[1].series.push_back({corner == 0 ? "back corner" : "front corner", time, gap,
                                       corner == 0 ? Series::Style::line : Series::Style::dashed,
                                       static_cast<int>(corner)});
    }
  }
  WorldSetup rigid_setup;
  rigid_setup.mu = kMu;
  rigid_setup.end = setup.end;
  const WorldRun rigid_run = run_world(rigid_setup);
  const Tilted rigid = look_at(rigid_run);

  const double off = tilt_table(page, all, rigid);
  bound_tilt(page, all, rigid, off);
  name_axes(figure);
  write_svg(figure, folder + "/tilt.svg");
  page.picture("Tilt of the slider over time for four stiffnesses; corners that hit in turn", "tilt.svg");
}

void corners_in_turn(Page& page, const std::string& folder) {
  constexpr std::array<double, 3> kStiffness = {1e12, 1e14, 1e16};
  page.heading("A start with θ3(0) ≠ 0, without friction: two limits that do not commute");
  page.paragraph(
      "Restitution of the first impact as a whole (vertical velocity of the slider's centre after its last "
      "contact over that before the first), over the distance of the two corners from touching together, "
      "0.1 m · θ3(0), in units of the deepest penetration δ of the straight impact. All stiffnesses fall on "
      "one curve, with steps where one more hit fits in.");
  Figure figure;
  figure.title = "First impact with an initial tilt";
  figure.width = 720;
  figure.plot_height = 300;
  Axes axes;
  axes.x_label = "0.1 m · θ_{3}(0) / δ";
  axes.y_label = "restitution as a whole";
  axes.log_x = true;
  axes.y_range = {0, 1};
  axes.h_lines = {kRestitution};
  std::vector<std::vector<std::string>> rows;
  std::array<double, 3> straight{}, deepest{};
  constexpr double kEnd = 3.1e-3;
  const auto restitution = [&](double stiffness, double tilt, double& depth) {
    WorldSetup setup;
    setup.stiffness = stiffness;
    setup.tilt = tilt;
    setup.end = kEnd;
    setup.accuracy = 1e-10;
    const WorldRun run = run_world(setup);
    depth = run.summary.steps.worst_penetration;
    return whole_restitution(run, 0, kEnd);
  };
  std::array<Series, 3> curves;
  constexpr int kPerDecade = 4;
  for (std::size_t k = 0; k < kStiffness.size(); ++k) {
    straight[k] = restitution(kStiffness[k], 0, deepest[k]);
    curves[k].label = fmt::format("K = 10^{{{:.0f}}}", std::log10(kStiffness[k]));
    curves[k].style = Series::Style::points;
    for (int i = -9 * kPerDecade; i <= -4 * kPerDecade; ++i) {
      const double tilt = std::pow(10.0, static_cast<double>(i) / kPerDecade);
      double depth = 0;
      curves[k].x.push_back(kLength * tilt / deepest[k]);
      curves[k].y.push_back(restitution(kStiffness[k], tilt, depth));
    }
    axes.series.push_back(curves[k]);
  }
  std::vector<std::string> top{"θ3(0) = 0"};
  for (const double value : straight) top.push_back(fmt::format("{:.3f}", value));
  top.emplace_back("0.4");
  rows.push_back(top);
  for (const int decade : {-9, -8, -7, -6, -5, -4}) {
    std::vector<std::string> row{fmt::format("1e{:03d}", decade)};
    const auto i = static_cast<std::size_t>((decade + 9) * kPerDecade);
    for (const Series& curve : curves) row.push_back(fmt::format("{:.3f}", curve.y[i]));
    row.emplace_back("0");
    rows.push_back(row);
  }
  page.table({"θ3(0) [rad]", "K = 1e12", "K = 1e14", "K = 1e16", "rigid"}, rows);
  page.paragraph(
      "Down a column the tilt grows; towards its head it vanishes and the restitution returns to 0.4: at any "
      "stiffness the straight impact is the limit of tilted ones. Along a row K grows and it leaves 0.4: the "
      "rigid impact that is tilted, however little, is not the straight one. The last column is the limit of "
      "hits in turn without end (the [rigid page](../slider_crank/README.md)). Compliance ends that sequence "
      "when the next hit comes before the last contact has opened.");
  double small = 0;  // tilts below a tenth of the penetration
  for (std::size_t k = 0; k < kStiffness.size(); ++k) {
    for (std::size_t i = 0; i < curves[k].x.size(); ++i) {
      if (curves[k].x[i] < 0.1) small = std::max(small, std::abs(curves[k].y[i] - kRestitution));
    }
  }
  page.at_most("0.1 m · θ3(0) below a tenth of δ: restitution as a whole − 0.4", small, 0.02);
  for (std::size_t k = 0; k < kStiffness.size(); ++k) {
    page.at_most(fmt::format("K = {:.0e}, θ3(0) = 1e-9: restitution as a whole − 0.4", kStiffness[k]),
                 std::abs(curves[k].y.front() - kRestitution), 0.005);
  }
  figure.axes.push_back(axes);
  write_svg(figure, folder + "/in_turn.svg");
  page.picture("Restitution of the first impact over the initial tilt", "in_turn.svg");
}

}  // namespace freeplay::validation
