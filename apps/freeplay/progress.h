// SPDX-License-Identifier: Apache-2.0
// What commands that take long share: how far they are, and that they can be stopped.
#pragma once

#include <atomic>
#include <ctime>
#include <string>

namespace freeplay {

/// Ctrl-C ends the run after the step that it is in, so that it can be gone on with from there. A step that
/// takes long is given up after a moment. Afterwards, in the report and at the end, signals act as usual.
class StopSignals {
 public:
  StopSignals();
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  static inline std::atomic<bool> requested{false}, at_once{false};

 private:
  static void on_interrupt(int);
  static void usual();
  static inline timer_t timer_{};
  static inline bool has_timer_ = false;
};

/// A line on the terminal, if standard error is one, that changes and vanishes.
class ProgressLine {
 public:
  explicit ProgressLine(bool on);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// `share` of all is done after `wall` seconds.
  void show(double share, const std::string& what, double wall);

 private:
  bool on_, shown_ = false;
  double next_ = 0.3;
};

}  // namespace freeplay
