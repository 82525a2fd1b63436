// SPDX-License-Identifier: Apache-2.0
// What happens to Python while the engine computes without the interpreter lock: laws, forces and observers written in
// Python take the lock, and Ctrl-C is looked for. An exception of theirs cannot pass through the integrators; it is kept,
// the computation is stopped at the next chance, and then it is raised.
#pragma once

#include <atomic>
#include <chrono>
#include <exception>

#include "module.h"

namespace freeplay::python {

class Computing {
 public:
  /// With the interpreter lock.
  Computing();
  ~Computing();
  Computing(const Computing&) = delete;
  Computing& operator=(const Computing&) = delete;

  /// Lets another thread work on what one thread computes.
  class Share {
   public:
    explicit Share(Computing& of) : before_(now_) { now_ = &of; }
    ~Share() { now_ = before_; }
    Share(const Share&) = delete;
    Share& operator=(const Share&) = delete;

   private:
    Computing* before_;
  };

  /// Of this thread, the innermost; nullptr: nothing computes.
  static Computing* now() { return now_; }
  const std::atomic<bool>* stop() const { return &stop_; }
  bool stopped() const { return stop_.load(std::memory_order_relaxed); }

  /// An exception in a measure of a study is then the reason why its run failed, and is not raised.
  void let_failures_be_rows() { failures_are_rows_ = true; }
  bool failures_are_rows() const { return failures_are_rows_; }

  /// Within a catch block, with the lock: the first exception is kept.
  void keep_exception() {
    if (!thrown_) thrown_ = std::current_exception();
    stop_.store(true);
  }
  /// Looks for Ctrl-C, some ten times a second.
  void look_for_signals() {
    const auto time = std::chrono::steady_clock::now();
    if (time - looked_ < std::chrono::milliseconds(100)) return;
    looked_ = time;
    const py::gil_scoped_acquire lock;
    if (PyErr_CheckSignals() == 0) return;
    try {
      throw py::error_already_set();
    } catch (...) {
      keep_exception();
    }
  }
  /// With the lock: raises what was kept.
  void raise();
  /// From any thread: Python ends.
  void end() {
    ended_.store(true);
    stop_.store(true);
  }

 private:
  static inline thread_local Computing* now_ = nullptr;
  Computing* before_;
  std::atomic<bool> stop_{false};
  std::atomic<bool> ended_{false};
  bool failures_are_rows_ = false;
  std::exception_ptr thrown_;
  std::chrono::steady_clock::time_point looked_ = std::chrono::steady_clock::now();
};

/// Calls something of Python from within the engine: `otherwise` if it raises, or has raised before.
template <class Result, class Call>
Result ask_python(Result otherwise, Call call) {
  Computing* computing = Computing::now();
  if (computing != nullptr && computing->stopped()) return otherwise;
  const py::gil_scoped_acquire lock;
  if (computing == nullptr) {  // while a simulation is made or loaded
    const Computing waited_for;
    return call();
  }
  try {
    return call();
  } catch (...) {
    computing->keep_exception();
    return otherwise;
  }
}

}  // namespace freeplay::python
