// SPDX-License-Identifier: Apache-2.0
#include "studies/run_study.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "base/index.h"
#include "freeplay/results.h"
#include "studies/design.h"
#include "studies/optimise.h"
#include "studies/study_runner.h"

namespace freeplay {
namespace {

/// Hands out rows in their order, and takes them back in any: so many ahead of the first that is missing, so that memory
/// does not grow with the number of runs.
class RowsInFlight {
 public:
  RowsInFlight(long long first, long long end, int threads)
      : next_(first), written_(first), end_(end), ring_(idx(kAhead * threads)) {}

  /// The next row to compute; none is left, or nobody wants it.
  std::optional<long long> take() {
    std::unique_lock lock(mutex_);
    free_.wait(lock, [this] {
      return next_ - written_ < static_cast<long long>(ring_.size()) || next_ >= end_ || stopped_;
    });
    if (stopped_ || next_ >= end_) return {};
    return next_++;
  }

  void give(long long row, StudyRow made) {
    const std::lock_guard lock(mutex_);
    if (made.status == RowStatus::stopped) {
      stopped_ = true;
    } else {
      ring_[idx(row) % ring_.size()] = std::move(made);
    }
    changed_.notify_all();
    free_.notify_all();
  }

  /// The next row to write; none comes any more. Waits for it no longer than a moment at a time, to call `meanwhile`.
  template <class Meanwhile>
  std::optional<StudyRow> next_to_write(const Meanwhile& meanwhile) {
    constexpr std::chrono::milliseconds kMoment{200};
    std::unique_lock lock(mutex_);
    if (written_ >= end_) return {};
    std::optional<StudyRow>& slot = ring_[idx(written_) % ring_.size()];
    while (!slot && workers_ > 0) {
      changed_.wait_for(lock, kMoment);
      lock.unlock();
      meanwhile();
      lock.lock();
    }
    if (!slot) return {};
    std::optional<StudyRow> row = std::exchange(slot, std::nullopt);
    ++written_;
    free_.notify_all();
    return row;
  }

  void enter() {
    const std::lock_guard lock(mutex_);
    ++workers_;
  }
  void leave(const std::exception_ptr& thrown) {
    const std::lock_guard lock(mutex_);
    --workers_;
    if (thrown && !thrown_) thrown_ = thrown;
    if (thrown) stopped_ = true;
    changed_.notify_all();
    free_.notify_all();
  }
  void stop() {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    free_.notify_all();
  }
  /// What went wrong in a thread; after all have ended.
  std::exception_ptr thrown() const { return thrown_; }

 private:
  static constexpr int kAhead = 64;  ///< rows per thread: runs may differ that much in how long they take

  std::mutex mutex_;
  std::condition_variable free_, changed_;
  long long next_, written_;
  const long long end_;
  std::vector<std::optional<StudyRow>> ring_;
  int workers_ = 0;
  bool stopped_ = false;
  std::exception_ptr thrown_;
};

void work(const Study& study, RowsInFlight& rows, const StudyHooks& hooks) {
  std::exception_ptr thrown;
  try {
    work_in_thread(hooks, [&] {
      StudyRunner runner(study);
      while (const std::optional<long long> row = rows.take()) rows.give(*row, runner.run(*row, hooks.stop));
    });
  } catch (...) {
    thrown = std::current_exception();
  }
  rows.leave(thrown);
}

/// Threads that are waited for, whatever happens in between.
class Team {
 public:
  explicit Team(RowsInFlight& rows) : rows_(rows) {}
  ~Team() { join(); }
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  template <class Work>
  void add(const Work& work) {
    rows_.enter();
    try {
      workers_.emplace_back(work);
    } catch (...) {
      rows_.leave(std::current_exception());
      throw;
    }
  }
  void join() {
    rows_.stop();
    for (std::thread& worker : workers_) worker.join();
    workers_.clear();
  }

 private:
  RowsInFlight& rows_;
  std::vector<std::thread> workers_;
};

}  // namespace

void work_in_thread(const StudyHooks& hooks, const std::function<void()>& work) {
  if (hooks.in_thread)
    hooks.in_thread(work);
  else
    work();
}

int threads_of(const StudyOptions& options) {
  if (options.threads > 0) return options.threads;
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

bool run_study(const Study& study, int threads, StudyFile& file, const StudyHooks& hooks) {
  const auto start = std::chrono::steady_clock::now();
  const long long first = file.rows(), end = rows_of(study);
  threads = static_cast<int>(std::clamp<long long>(end - first, 0, threads));
  RowsInFlight rows(first, end, std::max(threads, 1));
  StudyProgress progress;
  progress.all = end;
  const auto show = [&] {
    progress.done = file.rows();
    progress.computed = file.rows() - first;
    progress.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (hooks.progress) hooks.progress(progress);
  };
  Team team(rows);
  for (int i = 0; i < threads; ++i) team.add([&] { work(study, rows, hooks); });
  while (const std::optional<StudyRow> row = rows.next_to_write(show)) {
    progress.failed += row->status != RowStatus::complete;
    file.append(*row);
    if (file.failed()) break;
    show();
  }
  team.join();
  if (rows.thrown()) std::rethrow_exception(rows.thrown());
  return file.rows() == end;
}

bool compute_study(const Study& study, const std::string& path, const StudyOptions& options,
                   const StudyHooks& hooks) {
  const bool searches = study.plan.kind == PlanKind::optimise;
  std::error_code ignored;
  std::vector<double> kept;
  if (searches && options.resume && std::filesystem::exists(path, ignored) &&
      std::filesystem::file_size(path, ignored) > 0)
    kept = open_record(path).values("/measure/" + study.plan.goal);
  StudyFile rows(path, study, options.resume);
  kept.resize(std::min(kept.size(), static_cast<std::size_t>(rows.rows())));
  bool whole = false;
  try {
    whole = searches ? optimise_study(study, threads_of(options), kept, rows, hooks)
                     : run_study(study, threads_of(options), rows, hooks);
  } catch (...) {
    rows.close(false);  // what there is can be gone on with
    throw;
  }
  rows.close(whole);
  return whole;
}

}  // namespace freeplay
