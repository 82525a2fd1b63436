// SPDX-License-Identifier: Apache-2.0
// Figures as numbers and words: panels in a grid, each with axes, curves, reference lines and a legend. to_svg() draws them as
// Freeplay does; whoever has the numbers may draw them in another way.
//
// All text may hold super- and subscripts written ^{…} and _{…}, as in "F_{N} (10^{3} N)".
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace freeplay {

/// One curve. Samples that are not finite, or not positive on a logarithmic axis, break the line.
struct Series {
  enum class Style {
    line,    ///< joined samples; the dash pattern follows the colour unless the curve is too dense for it
    points,  ///< open markers, or dots when there are many
    steps,   ///< each value holds until the next sample
    dashed,  ///< joined samples, thin and short-dashed whatever the colour: guides and references
    area,    ///< filled down to the areas before it in the panel, or to zero: they are stacked
    stems,   ///< a thin line from zero to each sample, with a dot
  };

  std::string label;  ///< legend text; series of equal label share colour and legend entry; "" has none
  std::vector<double> x;
  std::vector<double> y;  ///< samples beyond the shorter of x and y are ignored
  Style style = Style::line;
  /// 0 blue, 1 vermilion, 2 green, 3 purple, 4 orange, 5 sky blue, 6 black, 7 grey; −1 takes the next one.
  int colour = -1;
};

/// A thin outline, such as a clearance.
struct Circle {
  double x = 0, y = 0, r = 0;
  std::string label{};  ///< legend text; circles of equal label share the entry; "" has none
};

/// Words over x as bars: word[i] holds from x[i] to x[i + 1]. "open" and "none" are pale, slip to either side
/// stands above and below the middle of the row.
struct WordRow {
  std::string label;
  std::vector<double> x;
  std::vector<double> word;        ///< places in `words`; others leave a gap
  std::vector<std::string> words;  ///< rows of a panel share colours and legend by word
};

/// One panel.
struct Axes {
  std::string title;
  std::string x_label;  ///< such as "t (s)"; one with the unit "(°)" gets ticks at 45, 90, 180 …
  std::string y_label;
  bool log_x = false;
  bool log_y = false;
  std::optional<std::pair<double, double>> x_range;  ///< low, high; from the data when absent or unusable
  std::optional<std::pair<double, double>> y_range;
  /// One unit is as long in x as in y, for which a slim range is widened; not on logarithmic axes.
  bool equal_aspect = false;
  std::vector<Series> series;
  std::vector<double> h_lines;  ///< thin dashed lines at these y, which the automatic range includes
  std::vector<double> v_lines;  ///< the same at these x
  std::string note;             ///< small print below the panel
  std::vector<Circle> circles{};
  std::vector<WordRow> rows{};  ///< when there are any, the panel is a timeline and nothing else is drawn
};

struct Figure {
  std::string title;
  int columns = 1;
  double width = 720;  ///< of the whole figure, px; text is 11 px, so 720 px printed 180 mm wide gives 8 pt
  double plot_height = 0;  ///< of each plotting area, px; 0 chooses by the width of a column
  std::vector<Axes> axes;  ///< row by row
  std::string word{};      ///< the registered one: "motion"
};

/// Several figures below each other in one <svg> element, as wide as the widest, without XML declaration.
std::string to_svg(const std::vector<Figure>& figures);

}  // namespace freeplay
