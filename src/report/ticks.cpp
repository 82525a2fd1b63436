// SPDX-License-Identifier: Apache-2.0
#include "report/ticks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace freeplay::plotting {
namespace {

constexpr const char* kMinus = "−";

int floor_log10(double value) { return static_cast<int>(std::floor(std::log10(value) + 1e-12)); }

/// value · 10^power, by division for negative powers so that 3 · 10⁻¹ is the double nearest to 0.3.
double times_power_of_ten(double value, int power) {
  if (power < -300) return value / 1e300 / std::pow(10.0, -power - 300);
  return power < 0 ? value / std::pow(10.0, -power) : value * std::pow(10.0, power);
}

std::string with_minus_sign(std::string number) {
  if (!number.empty() && number[0] == '-') number.replace(0, 1, kMinus);
  return number;
}

std::string power_of_ten(int exponent) { return "10^{" + with_minus_sign(std::to_string(exponent)) + "}"; }

std::string fixed_label(double value, int decimals) {
  std::string text = fmt::format("{:.{}f}", value, decimals);
  if (text[0] == '-' && text.find_first_not_of("-0.") == std::string::npos) text.erase(0, 1);
  return with_minus_sign(text);
}

/// At most 12 digits; 1.5e+06 reads "1.5×10^{6}".
std::string general_label(double value) {
  const std::string text = fmt::format("{:.12g}", value);
  const std::size_t e = text.find('e');
  if (e == std::string::npos) return with_minus_sign(text);
  return with_minus_sign(text.substr(0, e)) + "×" + power_of_ten(std::stoi(text.substr(e + 1)));
}

/// A step of mantissa · 10^power.
struct Step {
  int mantissa = 1;
  int power = 0;
  double size() const { return times_power_of_ten(mantissa, power); }
};

Step nice_step(double span, int most, bool degrees) {
  const double wanted = span / std::max(1, most);
  for (const int angle : {15, 30, 45, 90, 180, 360}) {
    if (degrees && wanted > 10 && wanted <= angle) return {angle, 0};
  }
  const int power = floor_log10(wanted);
  const double fraction = wanted / times_power_of_ten(1, power);
  for (const int mantissa : {1, 2, 5}) {
    if (fraction <= mantissa * (1 + 1e-9)) return {mantissa, power};
  }
  return {1, power + 1};
}

}  // namespace

Ticks linear_ticks(double low, double high, int most, bool degrees) {
  const Step step = nice_step(high - low, most, degrees);
  const double size = step.size();
  const auto first = static_cast<std::int64_t>(std::ceil(low / size - 1e-9));
  const auto last = static_cast<std::int64_t>(std::floor(high / size + 1e-9));

  // Labels with more than five digits count from an offset; everything in units of 10^power.
  const double greatest = std::max(std::abs(low), std::abs(high));
  std::int64_t offset = 0;
  Ticks ticks;
  if (floor_log10(greatest) - step.power >= 5 && std::abs(low + high) > 4 * (high - low)) {
    const int power = std::max(step.power, floor_log10(high - low) + 1);
    const double count = std::round(times_power_of_ten(low / 2 + high / 2, -power));
    offset = std::llround(count * std::pow(10.0, power - step.power));
    const double base = times_power_of_ten(count, power);
    if (offset != 0) ticks.multiplier = (base < 0 ? "− " : "+ ") + general_label(std::abs(base));
  }

  std::int64_t most_units = 0;
  for (std::int64_t k = first; k <= last; ++k) {
    most_units = std::max(most_units, std::abs(k * step.mantissa - offset));
  }
  int exponent = 0;
  if (most_units > 0) {
    const int magnitude = floor_log10(static_cast<double>(most_units)) + step.power;
    if (magnitude >= 5 || magnitude < -2) exponent = 3 * static_cast<int>(std::floor(magnitude / 3.0));
  }
  if (exponent != 0) {
    const std::string scale = "×" + power_of_ten(exponent);
    ticks.multiplier = ticks.multiplier.empty() ? scale : scale + " " + ticks.multiplier;
  }

  const int decimals = std::max(0, exponent - step.power);
  for (std::int64_t k = first; k <= last; ++k) {
    const auto units = static_cast<double>(k * step.mantissa - offset);
    ticks.major.push_back({times_power_of_ten(static_cast<double>(k * step.mantissa), step.power),
                           fixed_label(times_power_of_ten(units, step.power - exponent), decimals)});
  }
  return ticks;
}

Ticks log_ticks(double low, double high, int most) {
  const double slack = 1e-9;
  const int first = static_cast<int>(std::ceil(std::log10(low) - slack));
  const int last = static_cast<int>(std::floor(std::log10(high) + slack));
  const auto inside = [&](double value) { return value >= low * (1 - slack) && value <= high * (1 + slack); };

  if (last <= first && std::log10(high / low) < 0.7) return linear_ticks(low, high, most);

  Ticks ticks;
  int stride = 1;  // decades from label to label
  for (const int wider : {2, 3, 5, 10, 20, 50, 100}) {
    if ((last - first) / stride >= std::max(1, most)) stride = wider;
  }
  const bool mark_decades = last - first <= 30;
  const bool label_within = last - first < 1;  // fewer than two decades to label
  for (int decade = first - 1; decade <= last; ++decade) {
    const bool major = decade >= first && decade % stride == 0;
    const double base = times_power_of_ten(1, decade);
    if (major) {
      ticks.major.push_back({base, power_of_ten(decade)});
    } else if (decade >= first && mark_decades) {
      ticks.minor.push_back(base);
    }
    if (stride > 1) continue;
    for (int digit = 2; digit <= 9; ++digit) {
      const double value = times_power_of_ten(digit, decade);
      if (!inside(value)) continue;
      if (label_within && (digit == 2 || digit == 5)) {
        ticks.major.push_back({value, std::to_string(digit) + "×" + power_of_ten(decade)});
      } else {
        ticks.minor.push_back(value);
      }
    }
  }
  return ticks;
}

}  // namespace freeplay::plotting
