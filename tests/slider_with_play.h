// SPDX-License-Identifier: Apache-2.0
// The slider of tests/kit/models.h in its guide: what it did, corner by corner.
#pragma once

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/kit/models.h"
#include "tests/kit/run.h"

namespace freeplay::testing::slider_with_play {

inline constexpr double kG = 9.81;

enum Corner : std::size_t { upper_back, upper_front, lower_back, lower_front };
inline constexpr const char* kCorners[] = {"upper_back", "upper_front", "lower_back", "lower_front"};

inline std::string number(double x) { return fmt::format("{:.17g}", x); }
inline std::string pair(double x, double y) { return fmt::format("[{:.17g}, {:.17g}]", x, y); }

/// Of kSliderWithPlay.
inline constexpr double kLength = 0.1, kWidth = 0.04, kPlay = 1e-3, kInertia = 1e-3;

struct Motion : Ran {
  Motion(const std::string& text, double step, double end, std::vector<Assignment> changes = {})
      : Ran(run(text, step, end, std::move(changes))) {}
  double x() const { return last("/body/slider/position", 0); }
  double y() const { return last("/body/slider/position", 1); }
  double angle() const { return last("/body/slider/angle"); }
  std::vector<double> contact(Corner corner, const std::string& what,
                              const std::string& joint = "guide") const {
    return values("/contact/" + joint + "." + kCorners[corner] + "/" + what);
  }
  double contact_last(Corner corner, const std::string& what, const std::string& joint = "guide") const {
    return contact(corner, what, joint).back();
  }
  double contact_sum(Corner corner, const std::string& what, const std::string& joint = "guide") const {
    double sum = 0;
    for (const double value : contact(corner, what, joint)) sum += value;
    return sum;
  }
  ContactMode mode(Corner corner, const std::string& joint = "guide") const {
    return static_cast<ContactMode>(static_cast<int>(contact_last(corner, "mode", joint)));
  }
  /// Corners that are closed at the end.
  std::vector<std::size_t> closed(const std::string& joint = "guide") const {
    std::vector<std::size_t> list;
    for (const Corner corner : {upper_back, upper_front, lower_back, lower_front}) {
      if (mode(corner, joint) != ContactMode::open) list.push_back(corner);
    }
    return list;
  }
};

using Corners = std::vector<std::size_t>;

/// Columns of the table of impacts.
enum ImpactColumn { kTime, kContact, kBefore, kAfter, kSlipBefore, kSlipAfter, kNormal, kTangential };

}  // namespace freeplay::testing::slider_with_play
