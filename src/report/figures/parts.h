// SPDX-License-Identifier: Apache-2.0
// What figures share: which bodies, joints and contacts are shown, how curves and axes are called, units.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/figures/figure.h"

namespace freeplay {

/// The names that a figure shows, out of all that could be.
struct Shown {
  std::vector<std::string> names;
  std::size_t left_out = 0;  ///< for want of room, not by the user's choice

  bool empty() const { return names.empty(); }
  bool has(const std::string& name) const;
  /// "" when all are shown; else how many are not, and how to see them.
  std::string note(const char* what) const;
};

/// Names /HEAD/NAME/TAIL of all results, each once, in their order.
std::vector<std::string> all_names(const std::vector<Result>& results, const std::string& head,
                                   const std::string& tail);

/// Is a name meant by the patterns? A contact is by its joint or by either of its shapes as well. No pattern
/// means all.
bool is_meant(const std::string& name, const FigureChoice& choice);

/// Those meant, in their order; without patterns `most` at most: the ones of greatest weight, or, if all
/// weigh the same, some from everywhere.
Shown choose(const std::vector<std::string>& names, const FigureChoice& choice, std::size_t most,
             const std::vector<double>& weights = {});

struct Extent {
  double low = 0, high = 0;
  bool empty = true;
  double range() const { return high - low; }
  double size() const;  ///< largest distance from zero
  void add(double value);
};

/// The channel in which a result has what figures draw as `path`: where the rigid world has impulses since the last
/// sample, the mean force that they make, so that both worlds are drawn in the same unit.
std::string drawn_channel(const Result& result, const std::string& path);
/// Of one number of a channel, as drawn, over all results.
Extent extent_of(const std::vector<Result>& results, const std::string& path, int component);
/// The largest number of a channel in any result, all components.
double largest(const std::vector<Result>& results, const std::string& path);

/// A unit that suits numbers of this size: 2e-4 m are drawn in mm.
struct Unit {
  double factor = 1;
  std::string name;
};
Unit suitable_unit(const std::string& unit, double size);
/// "N*s" → "N s", "m/s^2" → "m/s^{2}".
std::string unit_text(const std::string& unit);
/// "F (N)", and without a unit "F".
std::string with_unit(const std::string& symbol, const std::string& unit);
/// Of the first result that has the channel, as drawn.
std::string unit_of(const std::vector<Result>& results, const std::string& path);
bool any_has(const std::vector<Result>& results, const std::string& path);
int width_of(const std::vector<Result>& results, const std::string& path);

/// Axes over time.
AxesSpec time_axes(const std::string& title, const std::string& y_label);

/// A channel over time in every result that has it. One result: `label` and `colour`; several: their own.
void add_over_time(AxesSpec& axes, const std::vector<Result>& results, const std::string& path, int component,
                   const std::string& label, int colour, double factor = 1,
                   Series::Style style = Series::Style::line);
/// One channel over another in every result that has both, in the units of the first; a note names results that have
/// others.
void add_over(AxesSpec& axes, const std::vector<Result>& results, const Source& x, const Source& y,
              const std::string& label, int colour, Series::Style style = Series::Style::line);

/// Number of a joint's play as the model gives it: "clearance" of planar joints, "radial", "axial", "height"
/// or "width" of joints in space; "clearance" stands in for each.
std::optional<double> play_of(const Result& result, const std::string& joint, const std::string& key);
const Joint* joint_of(const Result& result, const std::string& name);
/// Bodies at joints with play, which are what a user looks at first.
bool has_play(const std::vector<Result>& results, const std::string& body);

/// Numbers that were computed from the result `run`.
Source computed(int run, std::vector<double> numbers);
/// A curve of computed numbers, at most some ten thousand points of it: of each stretch that is thinned the two stay at
/// which `size` is least and greatest.
void add_computed(AxesSpec& axes, int run, const std::vector<double>& x, const std::vector<double>& y,
                  const std::vector<double>& size, const std::string& label, int colour,
                  Series::Style style = Series::Style::line);

/// Adds a sentence to the small print below a panel.
void add_note(AxesSpec& axes, const std::string& sentence);

/// x, y, z
const char* axis_name(int component);

}  // namespace freeplay
