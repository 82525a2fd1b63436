// SPDX-License-Identifier: Apache-2.0
#include "model/orientation.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <string_view>

#include "freeplay/spatial.h"

namespace freeplay {
namespace {

constexpr double kUnitError = 1e-3;  // a quaternion of decimals is not exactly of unit length
// One that was normalised before has unit length but for rounding, and stays as it is: a model that is written and read
// again is the same, to the bit. Four squares, their sum and the root round by less.
constexpr double kRounding = 4 * std::numeric_limits<double>::epsilon();

std::optional<OrientationError> normalise(Orientation& to) {
  const Quat& q = to.numbers;
  const double length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  if (!(std::abs(length - 1) <= kUnitError)) {
    return OrientationError{
        kOrientationQuaternion.key,
        fmt::format("a quaternion of a rotation has unit length; this one has {:.6g}", length),
        length > 0 ? fmt::format("[{:.9g}, {:.9g}, {:.9g}, {:.9g}] points the same way", q[0] / length,
                                 q[1] / length, q[2] / length, q[3] / length)
                   : "no rotation is [1, 0, 0, 0]"};
  }
  static_cast<Quaternion&>(to) = std::abs(length - 1) <= kRounding ? q : normalised(q);
  return std::nullopt;
}

std::optional<OrientationError> turn_about_axis(Orientation& to) {
  const Vec3 axis{to.numbers[0], to.numbers[1], to.numbers[2]};
  const double angle = to.numbers[3];
  if (norm(axis) == 0) {
    return OrientationError{kOrientationAxis.key, "a direction cannot be [0, 0, 0]",
                            "give the axis of the turn, for example [0, 0, 1]"};
  }
  const Vec3 k = unit(axis);
  const double s = std::sin(angle / 2);
  static_cast<Quaternion&>(to) = {std::cos(angle / 2), s * k[0], s * k[1], s * k[2]};
  return std::nullopt;
}

Quat about(char letter, double angle) {
  const double c = std::cos(angle / 2), s = std::sin(angle / 2);
  if (letter == 'x' || letter == 'X') return {c, s, 0, 0};
  if (letter == 'y' || letter == 'Y') return {c, 0, s, 0};
  return {c, 0, 0, s};
}

}  // namespace

std::optional<OrientationError> make_quaternion(Orientation& orientation) {
  switch (orientation.form) {
    case Orientation::Form::quaternion: return normalise(orientation);
    case Orientation::Form::axis: return turn_about_axis(orientation);
    case Orientation::Form::sequence: break;
  }
  Quat e{1, 0, 0, 0};
  for (std::size_t i = 0; i < 3; ++i) {
    const Quat next = about(orientation.letters[i], orientation.numbers[i]);
    e = orientation.letters[i] >= 'x' ? e * next : next * e;
  }
  static_cast<Quaternion&>(orientation) = normalised(e);
  return std::nullopt;
}

bool is_sequence(const std::string& word) {
  if (word.size() != 3) return false;
  const std::string_view letters = word[0] >= 'x' ? "xyz" : "XYZ";
  for (std::size_t i = 0; i < 3; ++i) {
    if (letters.find(word[i]) == std::string_view::npos) return false;
    if (i > 0 && word[i] == word[i - 1]) return false;
  }
  return true;
}

}  // namespace freeplay
