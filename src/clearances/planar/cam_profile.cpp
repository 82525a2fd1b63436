// SPDX-License-Identifier: Apache-2.0
#include "clearances/planar/cam_profile.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/index.h"

namespace freeplay {
namespace {

constexpr double kRounding = 1e-9;  // of angles and lifts given in decimal units
constexpr double kDegree = std::numbers::pi / 180;
constexpr int kSamples = 100;  // of a segment, to see how high and how steep it is

/// The laws of the segments, or nothing after reporting what is wrong with them.
RecycledVector<std::unique_ptr<LiftLaw>> make_laws(const std::vector<Choice>& segments,
                                                   const std::string& key, Diagnostics& problems) {
  RecycledVector<std::unique_ptr<LiftLaw>> laws;
  double lift = 0;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    thread_local std::string place;  // its memory stays: cams are made again when their numbers change
    place.clear();
    fmt::format_to(std::back_inserter(place), "{} #{}", key, i + 1);
    const LiftEntry* entry = find_entry<LiftEntry>(segments[i].name);
    if (!entry) {
      problems.error(segments[i].where, place, fmt::format("unknown lift '{}'", segments[i].name));
      return {};
    }
    if (i > 0 && entry == find_entry<LiftEntry>("drop") && laws.back()->angle() == 0) {
      problems.error(segments[i].where, place, "two drops in a row", "make them one");
      return {};
    }
    const std::size_t before = problems.all().size();
    require_parameters(*entry, segments[i].values, segments[i].where, place, problems);
    if (problems.all().size() > before) return {};
    laws.push_back(entry->make(Parameters(*entry, segments[i].values), lift, place, problems));
    if (!laws.back()) return {};
    lift = laws.back()->end();
  }
  return laws;
}

}  // namespace

std::optional<CamProfile> CamProfile::make(const std::vector<Choice>& segments, int lobes, const Where& where,
                                           const std::string& key, Diagnostics& problems) {
  CamProfile profile;
  profile.laws_ = make_laws(segments, key, problems);
  if (profile.laws_.empty()) return std::nullopt;
  profile.lobe_ = 2 * std::numbers::pi / lobes;
  double sum = 0;
  for (const auto& law : profile.laws_) {
    sum += law->angle();
    for (int i = 0; i <= kSamples; ++i) {  // a table may be highest in between
      const LiftPoint point = law->at(law->angle() * i / kSamples);
      profile.largest_ = std::max(profile.largest_, point.s);
      profile.steepest_ = std::max(profile.steepest_, std::abs(point.ds));
    }
  }
  if (std::abs(sum - profile.lobe_) > kRounding * profile.lobe_) {
    problems.error(where, key,
                   fmt::format("the segments add up to {:.10g} deg, but {} {:.10g} deg", sum / kDegree,
                               lobes == 1 ? "a turn has" : fmt::format("one of {} lobes has", lobes),
                               profile.lobe_ / kDegree),
                   "change an angle, or add { lift = \"dwell\", angle = \"…\" }");
    return std::nullopt;
  }
  const double left = profile.laws_.back()->end();
  if (std::abs(left) > kRounding * profile.largest_) {
    problems.error(
        segments.back().where, fmt::format("{} #{}", key, segments.size()),
        fmt::format("the last segment, {}, ends {:g} m above the base circle, where the first begins",
                    segments.back().name, left),
        "let it end at 0, or add { lift = \"drop\", to = 0 }");
    return std::nullopt;
  }
  profile.join_runs();
  if (!profile.slopes_agree(segments, key, problems)) return std::nullopt;
  return profile;
}

/// A slope that jumps is a kink, which would hit a follower that is in touch. Behind a drop it flies.
bool CamProfile::slopes_agree(const std::vector<Choice>& segments, const std::string& key,
                              Diagnostics& problems) const {
  constexpr double kKink = 1e-6;
  for (std::size_t i = 0; i < laws_.size(); ++i) {
    const std::size_t next = (i + 1) % laws_.size();
    if (laws_[i]->angle() == 0 || laws_[next]->angle() == 0) continue;
    const double slope = laws_[i]->at(laws_[i]->angle()).ds, goes_on = laws_[next]->at(0).ds;
    if (std::abs(slope - goes_on) <= kKink * steepest_) continue;
    problems.error(segments[next].where, fmt::format("{} #{}", key, next + 1),
                   fmt::format("the slope of the lift jumps from {:g} to {:g} m/rad where segment {} begins",
                               slope, goes_on, next + 1),
                   "a table that is not the whole lobe has ends = \"rest\"");
    return false;
  }
  return true;
}

/// Splits the lobe at its drops. The first run begins at the last drop of the lobe before.
void CamProfile::join_runs() {
  std::size_t first = 0;
  double angle = 0;
  for (std::size_t i = 0; i < laws_.size(); ++i) {
    angle += laws_[i]->angle();
    if (laws_[i]->angle() > 0) continue;
    drop_at_.push_back(angle);
    first = i + 1;
  }
  runs_.emplace_back();
  for (std::size_t k = 0; k < laws_.size(); ++k) {
    const LiftLaw* law = laws_[(first + k) % laws_.size()].get();
    if (law->angle() > 0) {
      runs_.back().segments.push_back({law, runs_.back().angle});
      runs_.back().angle += law->angle();
    } else if (k + 1 < laws_.size()) {
      runs_.emplace_back();
    }
  }
}

double CamProfile::begin(double branch) const {
  if (!drops()) return 0;
  const auto count = static_cast<double>(drop_at_.size());
  const double lobe = std::floor(branch / count);
  const auto k = static_cast<std::size_t>(branch - lobe * count);
  return lobe_ * lobe + (k == 0 ? drop_at_.back() - lobe_ : drop_at_[k - 1]);
}

double CamProfile::branch(double psi) const {
  if (!drops()) return 0;
  // A start on the drop itself, but for rounding, is behind it.
  const double at = psi + kRounding * lobe_;
  double branch = static_cast<double>(drop_at_.size()) * std::floor(at / lobe_);
  while (end(branch) <= at) ++branch;
  return branch;
}

LiftPoint CamProfile::on_run(const Run& run, double angle) const {
  const double inside = std::clamp(angle, 0.0, run.angle);
  std::size_t i = run.segments.size() - 1;
  while (i > 0 && run.segments[i].start > inside) --i;
  const Segment& segment = run.segments[i];
  LiftPoint point = segment.law->at(std::min(inside - segment.start, segment.law->angle()));
  if (angle != inside) {
    point.s += point.ds * (angle - inside);
    point.dds = 0;
  }
  return point;
}

LiftPoint CamProfile::at(double psi, double branch) const {
  if (!drops()) return on_run(runs_.front(), psi - lobe_ * std::floor(psi / lobe_));
  const auto count = static_cast<double>(drop_at_.size());
  const auto k = static_cast<std::size_t>(branch - count * std::floor(branch / count));
  return on_run(runs_[k], psi - begin(branch));
}

}  // namespace freeplay
