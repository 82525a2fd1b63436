// SPDX-License-Identifier: Apache-2.0
#include "base/fits.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

#include "base/index.h"
#include "base/units.h"

namespace freeplay {
namespace {

constexpr int kRanges = 13;
using Row = std::array<double, kRanges>;  ///< [µm]

/// Ends of the ranges of nominal sizes [mm] [ISO286, part 1, table 1].
constexpr Row kEnds = {3, 6, 10, 18, 30, 50, 80, 120, 180, 250, 315, 400, 500};

/// Standard tolerances of the grades IT3 to IT14 [ISO286, part 1, table 1].
constexpr int kFinest = 3;
constexpr std::array<Row, 12> kGrades = {
    {{2, 2.5, 2.5, 3, 4, 4, 5, 6, 8, 10, 12, 13, 15},
     {3, 4, 4, 5, 6, 7, 8, 10, 12, 14, 16, 18, 20},
     {4, 5, 6, 8, 9, 11, 13, 15, 18, 20, 23, 25, 27},
     {6, 8, 9, 11, 13, 16, 19, 22, 25, 29, 32, 36, 40},
     {10, 12, 15, 18, 21, 25, 30, 35, 40, 46, 52, 57, 63},
     {14, 18, 22, 27, 33, 39, 46, 54, 63, 72, 81, 89, 97},
     {25, 30, 36, 43, 52, 62, 74, 87, 100, 115, 130, 140, 155},
     {40, 48, 58, 70, 84, 100, 120, 140, 160, 185, 210, 230, 250},
     {60, 75, 90, 110, 130, 160, 190, 220, 250, 290, 320, 360, 400},
     {100, 120, 150, 180, 210, 250, 300, 350, 400, 460, 520, 570, 630},
     {140, 180, 220, 270, 330, 390, 460, 540, 630, 720, 810, 890, 970},
     {250, 300, 360, 430, 520, 620, 740, 870, 1000, 1150, 1300, 1400, 1550}}};

/// Fundamental deviations of shafts [ISO286, part 1, tables 4 and 5]: es of d to h, ei of k (grades 4 to 7) to p.
struct Letter {
  const char* name;
  Row deviation;
};
constexpr std::array<Letter, 5> kBelow = {
    {{"d", {-20, -30, -40, -50, -65, -80, -100, -120, -145, -170, -190, -210, -230}},
     {"e", {-14, -20, -25, -32, -40, -50, -60, -72, -85, -100, -110, -125, -135}},
     {"f", {-6, -10, -13, -16, -20, -25, -30, -36, -43, -50, -56, -62, -68}},
     {"g", {-2, -4, -5, -6, -7, -9, -10, -12, -14, -15, -17, -18, -20}},
     {"h", {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}}};
constexpr std::array<Letter, 4> kAbove = {{{"k", {0, 1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4, 5}},
                                           {"m", {2, 4, 6, 7, 8, 9, 11, 13, 15, 17, 20, 21, 23}},
                                           {"n", {4, 8, 10, 12, 15, 17, 20, 23, 27, 31, 34, 37, 40}},
                                           {"p", {6, 12, 15, 18, 22, 26, 32, 37, 43, 50, 56, 62, 68}}}};

/// es of c, whose ranges are finer from 30 mm on.
struct Step {
  double end, deviation;
};
constexpr std::array<Step, 23> kC = {
    {{3, -60},    {6, -70},    {10, -80},   {18, -95},   {30, -110},  {40, -120},  {50, -130},  {65, -140},
     {80, -150},  {100, -170}, {120, -180}, {140, -200}, {160, -210}, {180, -230}, {200, -240}, {225, -260},
     {250, -280}, {280, -300}, {315, -330}, {355, -360}, {400, -400}, {450, -440}, {500, -480}}};

constexpr const char* kLetters = "c, d, e, f, g, h, js, k, m, n and p; capitals for holes";

double tolerance(int grade, std::size_t range) { return kGrades[idx(grade - kFinest)][range]; }

/// The table's deviation of a shaft; true when there is one.
bool find_shaft(const std::string& letter, double size, std::size_t range, double& deviation) {
  if (letter == "c") {
    deviation =
        std::find_if(kC.begin(), kC.end(), [size](const Step& step) { return size <= step.end; })->deviation;
    return true;
  }
  const auto look = [&](const auto& letters) {
    for (const Letter& one : letters) {
      if (letter != one.name) continue;
      deviation = one.deviation[range];
      return true;
    }
    return false;
  };
  return look(kBelow) || look(kAbove);
}

/// ES of holes K to P: what a shaft of the next finer grade would have in the fit of the shaft's system, so that both
/// systems give the same fits [ISO286, part 1, 4.3.2.5].
double upper_of_tight_hole(const std::string& letter, int grade, double size, std::size_t range, double ei) {
  const int last = letter == "p" ? 7 : 8;  // grades to which this rule goes
  if (grade > last && letter == "n") return size <= kEnds[0] ? -ei : 0;
  const double more =
      size > kEnds[0] && grade <= last ? tolerance(grade, range) - tolerance(grade - 1, range) : 0;
  if (letter == "m" && grade == 6 && range == 10) return -9;  // the standard's own exception, for −11
  return -ei + more;
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

Toleranced refused(std::string error, std::string hint) {
  Toleranced wrong;
  wrong.error = std::move(error);
  wrong.hint = std::move(hint);
  return wrong;
}

constexpr const char* kFitHint = "write \"fit 20 H7/g6\": the diameter in mm, the hole, the shaft";

Toleranced parse_fit(std::string_view text, std::string_view unit) {
  if (unit != "m") return refused("a fit gives a length", "a fit is for a clearance");
  const std::string_view rest = trim(trim(text).substr(3));
  const std::size_t end = std::min(rest.find_first_not_of("0123456789."), rest.size());
  double size = 0;
  if (!parse_number(rest.substr(0, end), size) || !(size > 0))
    return refused(fmt::format("\"{}\" has no diameter", text), kFitHint);
  std::string_view classes = trim(rest.substr(end));
  if (classes.starts_with("mm")) classes = trim(classes.substr(2));
  const std::size_t slash = classes.find('/');
  if (slash == std::string_view::npos)
    return refused(fmt::format("\"{}\" is no hole and shaft", text), kFitHint);
  const std::string_view hole_class = trim(classes.substr(0, slash)),
                         shaft_class = trim(classes.substr(slash + 1));
  if (hole_class.empty() || shaft_class.empty() ||
      std::isupper(static_cast<unsigned char>(hole_class[0])) == 0 ||
      std::islower(static_cast<unsigned char>(shaft_class[0])) == 0)
    return refused(
        fmt::format("in \"{}\" a hole, with a capital letter, and then a shaft are expected", text),
        kFitHint);
  std::string error;
  const Deviations hole = deviations_of(hole_class, size, error);
  if (!error.empty()) return refused(error, kFitHint);
  const Deviations shaft = deviations_of(shaft_class, size, error);
  if (!error.empty()) return refused(error, kFitHint);
  constexpr double kHalfMicron = 0.5e-6;  // of the diameters' difference, the half on either side
  Toleranced fit;
  fit.low = (hole.low - shaft.high) * kHalfMicron;
  fit.high = (hole.high - shaft.low) * kHalfMicron;
  fit.nominal = 0.5 * (fit.low + fit.high);
  fit.first_width = (hole.high - hole.low) * kHalfMicron;
  fit.second_width = (shaft.high - shaft.low) * kHalfMicron;
  if (!(fit.high > 0))
    return refused(fmt::format("\"{}\" never has play: from {:.1f} µm to {:.1f} µm on either side", text,
                               1e6 * fit.low, 1e6 * fit.high),
                   "leave the clearance out: the joint is ideal");
  if (!(fit.nominal > 0))
    return refused(fmt::format("\"{}\" has no play on average: from {:.1f} µm to {:.1f} µm on either side",
                               text, 1e6 * fit.low, 1e6 * fit.high),
                   "give the clearance as a number");
  return fit;
}

}  // namespace

Deviations deviations_of(std::string_view tolerance_class, double size, std::string& error) {
  const std::size_t digits = std::min(tolerance_class.find_first_of("0123456789"), tolerance_class.size());
  std::string letter(tolerance_class.substr(0, digits));
  const bool hole = !letter.empty() && std::isupper(static_cast<unsigned char>(letter[0])) != 0;
  for (char& c : letter) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  double number = 0;
  const bool has_grade = parse_number(tolerance_class.substr(digits), number) && number == std::floor(number);
  if (!(size > 0 && size <= kEnds.back())) {
    error = fmt::format("the tables of ISO 286 that are known here go to 500 mm; found {} mm", size);
    return {};
  }
  const int coarsest = kFinest + to_int(kGrades.size()) - 1;
  if (!has_grade || number < kFinest + 1 || number > coarsest) {
    error = fmt::format("\"{}\" has no grade from {} to {}", tolerance_class, kFinest + 1, coarsest);
    return {};
  }
  const int grade = static_cast<int>(number);
  const auto range = idx(std::lower_bound(kEnds.begin(), kEnds.end(), size) - kEnds.begin());
  const double width = tolerance(grade, range);
  if (letter == "js") return {-0.5 * width, 0.5 * width};
  double deviation = 0;
  if (!find_shaft(letter, size, range, deviation)) {
    error = fmt::format("\"{}\": letters known here are {}", tolerance_class, kLetters);
    return {};
  }
  const bool tight = letter >= "k";
  if (!tight)
    return hole ? Deviations{-deviation, -deviation + width} : Deviations{deviation - width, deviation};
  if (letter == "k" && grade > 7 && !hole) deviation = 0;
  if (letter == "k" && grade > 8 && hole && size > kEnds[0]) {
    error = fmt::format("\"{}\": holes K have grades up to 8", tolerance_class);
    return {};
  }
  if (!hole) return {deviation, deviation + width};
  const double upper = upper_of_tight_hole(letter, grade, size, range, deviation);
  return {upper - width, upper};
}

bool is_toleranced(std::string_view text) {
  const std::string_view bare = trim(text);
  return bare.starts_with("fit ") || bare.find("±") != std::string_view::npos ||
         bare.find("+/-") != std::string_view::npos;
}

Toleranced parse_toleranced(std::string_view text, std::string_view unit) {
  if (trim(text).starts_with("fit ")) return parse_fit(text, unit);
  std::size_t sign = text.find("±"), length = std::string_view("±").size();
  if (sign == std::string_view::npos) {
    sign = text.find("+/-");
    length = 3;
  }
  const std::string_view before = trim(text.substr(0, sign)), after = trim(text.substr(sign + length));
  const Quantity middle = parse_quantity(before, unit);
  if (!middle) return refused(middle.error, middle.hint);
  Quantity width;
  double number = 0;
  if (after.ends_with("%") && parse_number(trim(after.substr(0, after.size() - 1)), number)) {
    width.value = std::abs(middle.value) * number / 100;
  } else if (parse_number(after, number)) {
    // in the unit of the number before it
    const std::size_t blank = std::min(before.find_first_not_of("0123456789.+-eE"), before.size());
    width = parse_quantity(fmt::format("{}{}", after, before.substr(blank)), unit);
  } else {
    width = parse_quantity(after, unit);
  }
  if (!width) return refused(width.error, width.hint);
  if (!(width.value > 0))
    return refused(fmt::format("in \"{}\" the tolerance is not positive", text), "write \"0.5 mm ± 0.05\"");
  Toleranced made;
  made.nominal = middle.value;
  made.low = middle.value - width.value;
  made.high = middle.value + width.value;
  made.first_width = 2 * width.value;
  return made;
}

}  // namespace freeplay
