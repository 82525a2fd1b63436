// SPDX-License-Identifier: Apache-2.0
// One panel of a figure between layout and drawing.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "report/curve.h"
#include "report/plot.h"
#include "report/ticks.h"

namespace freeplay::plotting {

inline constexpr double kTextSize = 11;  ///< px, axis labels; the other sizes follow from it
inline constexpr double kTickSize = 10.5;
inline constexpr double kTitleSize = 12;
inline constexpr double kNoteSize = 9.5;
inline constexpr double kLineHeight = 15;
inline constexpr double kNoteHeight = 12.5;
inline constexpr double kLegendSize = 10.5;
inline constexpr double kLegendPad = 4;   ///< px from the legend's box to what is in it
inline constexpr double kKeyLength = 26;  ///< px of a line in the legend
inline constexpr double kKeyGap = 6;      ///< px from there to the label

inline constexpr double kRowHeight = 17;  ///< px of a row of a timeline

/// Width in px of the widest label.
double widest_label(const Ticks& ticks);

/// Of the palette, for any slot from 0.
const char* colour_of(int slot);

/// Where stems and the lowest area begin: at zero, or at the bottom of a logarithmic axis.
double stem_foot(const Scale& y, const Frame& frame);

/// SVG path data of a stem with its head.
std::string stem(Pixel head, double foot);

/// Space around the plotting area for everything outside it.
struct Margins {
  double left = 0;
  double right = 0;
  double top = 0;
  double bottom = 0;
};

class Panel {
 public:
  explicit Panel(const Axes& axes);

  /// Height over width that equal scales need; 0 when the panel has none.
  double aspect() const;

  /// Of a timeline, for all its rows; 0 when the panel is none.
  double rows_height() const;

  /// Fixes the plotting area (an equal-aspect panel takes the part it needs) and with it ticks and curves.
  void place(const Frame& area);
  Margins margins() const;
  void place_legend();

  void draw(std::string& svg) const;

 private:
  /// A series ready to be drawn.
  struct Curve {
    std::vector<Stroke> strokes;
    Stroke points;
    int slot = 0;        // in the palette
    bool dense = false;  // too much line for dashes to be seen
  };
  struct Entry {
    std::string label;
    std::vector<std::size_t> curves;  // none: a circle, or a word of a timeline
    double width = 0;
    int word = -1;  // place in words_
  };

  void assign_colours();
  void assign_words();
  void trace();
  void lay_out_top_legend();
  double legend_rows() const;  // above the frame
  void draw_axes(std::string& svg) const;
  void draw_labels(std::string& svg) const;
  void draw_curves(std::string& svg) const;
  void draw_filled(std::string& svg, std::size_t index) const;  // areas and stems
  void draw_circles(std::string& svg) const;
  void draw_rows(std::string& svg) const;
  void draw_key(std::string& svg, const Entry& entry, double x, Pixel centre) const;
  void draw_legend(std::string& svg) const;
  std::string path_attributes(std::size_t index) const;

  const Axes& axes_;
  Scale x_;
  Scale y_;
  Ticks x_ticks_;
  Ticks y_ticks_;
  Frame frame_;
  double text_width_ = 0;  // px for a line of title or note
  std::vector<Curve> curves_;
  std::vector<Entry> legend_;
  std::vector<std::string> words_;  // of a timeline, in the order of its legend
  std::vector<int> word_slots_;     // their colours; −1 is pale
  bool legend_on_top_ = false;
  std::vector<double> legend_columns_;  // left edges of the columns on top, px from the frame
  Frame legend_box_;                    // inside the frame otherwise
};

}  // namespace freeplay::plotting
