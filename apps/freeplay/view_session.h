// SPDX-License-Identifier: Apache-2.0
// What stands behind the page of `freeplay view`: a model's text, one run at a time and its result. No HTTP
// here.
#pragma once

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "apps/freeplay/running.h"

namespace freeplay {

/// The model file as it is on the disk now.
struct ViewFile {
  std::string name;   ///< without folder
  std::string text;   ///< "" when it cannot be read
  std::string stamp;  ///< changes when the file does; "" when it is not there
  std::string wrong;  ///< why it cannot be read
};

/// What is to say about a text before it is run.
struct ViewCheck {
  bool good = false;  ///< it can be run
  std::vector<Diagnostic> diagnostics{};
  std::string still{};  ///< payload of a page that shows the machine where it starts; "" when there is none
};

enum class ViewState { idle, running, complete, interrupted, failed, limit, wrong_model, error };
const char* to_string(ViewState state);

struct ViewProgress {
  long long job = 0;  ///< counts from 1; 0: nothing was run yet
  ViewState state = ViewState::idle;
  double t = 0, end = 0, wall = 0;  ///< reached, to be reached, spent [s]
  std::string message{};            ///< why it ended early
};

/// The last run that has ended.
struct ViewResult {
  long long job = 0;
  ViewState state = ViewState::idle;
  std::string message{};
  std::vector<Diagnostic> diagnostics{};  ///< of a text that is no model
  std::shared_ptr<const std::string>
      report{};  ///< payload, of what there is when it ended early; may be null
};

/// Every function may be called from any thread.
class ViewSession {
 public:
  /// `output`: the result file, replaced by every run; "": one that is removed in the end. Throws
  /// std::invalid_argument for assignments that are none and std::runtime_error when there is no room for
  /// results.
  explicit ViewSession(const ModelOptions& model, const std::string& output = {});
  /// Ends the run.
  ~ViewSession();
  ViewSession(const ViewSession&) = delete;
  ViewSession& operator=(const ViewSession&) = delete;

  ViewFile file() const;
  /// Changes from the command line, which hold for every text.
  const std::vector<std::string>& options() const { return model_.assignments; }
  std::string stamp() const;
  ViewCheck check(const std::string& text) const;

  /// Starts a run, ends the one under way; returns its number.
  long long run(const std::string& text);
  /// Ends the run under way; what it has so far becomes its result.
  void stop();
  ViewProgress progress() const;
  ViewResult result() const;
  /// Returns when nothing runs.
  void wait();

 private:
  bool read(const std::string& text, Loaded& loaded, std::vector<Diagnostic>& diagnostics) const;
  void check_files(const Model& model) const;
  void work(long long job, const std::string& text);
  ViewResult simulate_text(long long job, const std::string& text);
  void end_job();

  ModelOptions model_;
  std::vector<Assignment> assignments_;
  std::vector<std::string> included_;  ///< files that the model file includes, which a text may include too
  std::string output_;                 ///< result file
  std::string temporary_;              ///< folder to be removed; "": none

  std::mutex starting_;  ///< held by those who start and end jobs
  std::thread thread_;
  std::atomic<bool> stop_{false};
  std::atomic<bool> replaced_{false};  ///< nobody waits for the result of this job
  std::atomic<double> t_{0}, end_{0}, wall_{0};

  mutable std::mutex mutex_;  ///< of what follows
  std::condition_variable ended_;
  ViewProgress progress_;
  ViewResult result_;
};

}  // namespace freeplay
