// SPDX-License-Identifier: Apache-2.0
// One list of members for saving and loading: a class says `void visit(Archive& a) { a(x_, y_); }`, and the
// archive either takes the numbers or hands them back. Numbers are kept to the bit.
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "freeplay/state.h"

namespace freeplay {

class Archive {
  /// The integers that a type counts in.
  template <class T, bool is_enum = std::is_enum_v<T>>
  struct Counted {
    using type = T;
  };
  template <class T>
  struct Counted<T, true> {
    using type = std::underlying_type_t<T>;
  };

 public:
  Archive() = default;                                                           ///< to save into
  explicit Archive(std::span<const double> from) : from_(from), reads_(true) {}  ///< to load from; kept

  bool reading() const { return reads_; }
  template <class... T>
  void operator()(T&... values) {
    (put(values), ...);
  }
  /// What was saved.
  std::vector<double> take() { return std::move(to_); }
  /// Loading has come to the end of what was saved.
  bool at_end() const { return at_ == from_.size(); }

 private:
  [[noreturn]] static void other() {
    throw std::invalid_argument("what was saved belongs to another system or method: its sizes do not fit");
  }
  [[noreturn]] static void damaged() {
    throw std::invalid_argument(
        "what was saved is damaged: it has a number where a count, mode or letter stood");
  }
  double next() {
    if (at_ >= from_.size()) other();
    return from_[at_++];
  }
  void put(double& value) {
    if (reads_) {
      value = next();
    } else {
      to_.push_back(value);
    }
  }
  void put(State& state) {
    double t = state.t();
    put(t);
    state.set_t(t);
    for (const std::span<double> part :
         {state.q(), state.u(), state.z(), state.m(), state.impulses(), state.features()}) {
      for (double& value : part) put(value);
    }
    for (int i = 0; i < state.sizes().contacts; ++i) {
      ContactMode mode = state.mode(i);
      put(mode);
      if (mode < ContactMode::open || mode > ContactMode::slip_minus) damaged();
      state.set_mode(i, mode);
    }
  }
  /// Sizes are part of the archive: lists of what is under way grow and shrink.
  template <class T>
  void put_size(T& values) {
    double size = static_cast<double>(values.size());
    put(size);
    if (reads_ && !(size >= 0 && size <= static_cast<double>(from_.size()))) other();
    if (reads_) values.resize(static_cast<std::size_t>(size));
  }
  template <class T>
  void put(T& value) {
    if constexpr (requires { value.visit(*this); }) {
      value.visit(*this);
    } else {
      static_assert(std::is_arithmetic_v<T> || std::is_enum_v<T>);
      double number = static_cast<double>(value);  // counts are far below 2⁵³
      put(number);
      if (reads_) value = whole<T>(number);
    }
  }
  /// A number as what it was saved from; what does not fit there, or is not a number, is refused.
  template <class T>
  static T whole(double number) {
    if constexpr (std::is_floating_point_v<T>) return static_cast<T>(number);
    using Limits = std::numeric_limits<typename Counted<T>::type>;
    constexpr double most = std::min(static_cast<double>(Limits::max()), 0x1p53);
    if (!(number >= std::max(static_cast<double>(Limits::lowest()), -0x1p53) && number <= most)) damaged();
    return static_cast<T>(number);
  }
  template <class T>
  void put(std::vector<T>& values) {
    put_size(values);
    for (T& value : values) put(value);
  }
  void put(std::vector<bool>& values) {
    put_size(values);
    for (std::size_t i = 0; i < values.size(); ++i) {
      bool value = values[i];
      put(value);
      values[i] = value;
    }
  }
  template <class T, std::size_t n>
  void put(std::array<T, n>& values) {
    for (T& value : values) put(value);
  }
  void put(std::string& text) {
    put_size(text);
    for (char& letter : text) put(letter);
  }

  std::span<const double> from_;
  std::vector<double> to_;
  std::size_t at_ = 0;
  bool reads_ = false;
};

}  // namespace freeplay
