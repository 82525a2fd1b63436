// SPDX-License-Identifier: Apache-2.0
#include "studies/optimise.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <exception>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>

#include "base/index.h"
#include "studies/design.h"
#include "studies/distribution.h"
#include "studies/search.h"
#include "studies/study_runner.h"

namespace freeplay {
namespace {

/// The runs of a point, by several threads.
class Runners {
 public:
  Runners(const Study& study, int threads) {
    for (int i = 0; i < std::max(threads, 1); ++i) runners_.push_back(std::make_unique<StudyRunner>(study));
  }

  /// Calls `meanwhile` some times per second.
  std::vector<StudyRow> run(const std::vector<std::vector<double>>& inputs, const StudyHooks& hooks,
                            const std::function<void()>& meanwhile) {
    std::vector<StudyRow> rows(inputs.size());
    std::vector<std::exception_ptr> thrown(runners_.size());
    std::atomic<std::size_t> next = 0;
    std::mutex mutex;
    std::condition_variable ended;
    std::size_t working = std::min(runners_.size(), inputs.size());
    const auto work = [&](std::size_t worker) {
      try {
        work_in_thread(hooks, [&] {
          for (std::size_t i = next++; i < inputs.size(); i = next++)
            rows[i] = runners_[worker]->run_with(inputs[i], hooks.stop);
        });
      } catch (...) {
        thrown[worker] = std::current_exception();
      }
      const std::lock_guard lock(mutex);
      --working;
      ended.notify_one();
    };
    {
      constexpr std::chrono::milliseconds kMoment{200};
      std::vector<std::jthread> team;
      for (std::size_t worker = 0, all = working; worker < all; ++worker) team.emplace_back(work, worker);
      std::unique_lock lock(mutex);
      while (!ended.wait_for(lock, kMoment, [&] { return working == 0; })) {
        lock.unlock();
        meanwhile();
        lock.lock();
      }
    }
    for (const std::exception_ptr& one : thrown) {
      if (one) std::rethrow_exception(one);
    }
    return rows;
  }

 private:
  std::vector<std::unique_ptr<StudyRunner>> runners_;
};

class Optimisation {
 public:
  Optimisation(const Study& study, int threads, const std::vector<double>& kept, StudyFile& file,
               const StudyHooks& hooks)
      : study_(study), kept_(kept), file_(file), hooks_(hooks), runners_(study, threads) {
    for (std::size_t i = 0; i < study.measures.size(); ++i) {
      if (study.measures[i].name == study.plan.goal) goal_ = i;
    }
    for (const Variable& variable : study.variables) searched_ += variable.searched;
    progress_.all = rows_of(study);
  }

  /// False: it was stopped.
  bool run() {
    const Search search{searched_, study_.plan.count, study_.plan.local};
    searcher()(search, [this](std::span<const double> point) { return worth(point); });
    return !stopped_ && !file_.failed();
  }

 private:
  std::vector<double> inputs_of(std::span<const double> point, long long row) const {
    std::vector<double> inputs(study_.variables.size());
    fill_design(study_, row, inputs);
    std::size_t at = 0;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      const Variable& variable = study_.variables[i];
      if (variable.searched) inputs[i] = quantile(*variable.random, std::clamp(point[at++], 0.0, 1.0));
    }
    return inputs;
  }

  /// What the search makes least.
  std::optional<double> worth(std::span<const double> point) {
    const long long first = point_++ * study_.plan.repeats, end = first + study_.plan.repeats;
    std::vector<double> values;
    std::vector<std::vector<double>> lacking;
    for (long long row = first; row < end; ++row) {
      if (row < static_cast<long long>(kept_.size())) {
        values.push_back(kept_[idx(row)]);
      } else {
        lacking.push_back(inputs_of(point, row));
      }
    }
    for (const StudyRow& row : runners_.run(lacking, hooks_, [this] { show(); })) {
      stopped_ = stopped_ || row.status == RowStatus::stopped;
      if (stopped_ || file_.failed()) return {};
      file_.append(row);
      values.push_back(row.measures[goal_]);
      ++progress_.computed;
      progress_.failed += row.status != RowStatus::complete;
    }
    show();
    const double value = goal_of(values, study_.plan) * (study_.plan.greatest ? -1 : 1);
    if (std::isnan(value)) return worse_than_all();
    least_ = std::min(least_, value);
    most_ = std::max(most_, value);
    return value;
  }

  /// Of a point without a value: searches cannot do with infinity. As long as nothing is known it is more than any measure,
  /// by so much less than the largest number that a search may still square it.
  double worse_than_all() const {
    if (!(least_ <= most_)) return std::sqrt(std::sqrt(std::numeric_limits<double>::max()));
    return most_ + std::max({most_ - least_, std::abs(most_), std::numeric_limits<double>::min()});
  }

  void show() {
    progress_.done = file_.rows();
    progress_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    if (hooks_.progress) hooks_.progress(progress_);
  }

  const Study& study_;
  const std::vector<double>& kept_;
  StudyFile& file_;
  const StudyHooks& hooks_;
  Runners runners_;
  std::size_t goal_ = 0, searched_ = 0;
  long long point_ = 0;
  double least_ = std::numeric_limits<double>::infinity(), most_ = -least_;
  bool stopped_ = false;
  StudyProgress progress_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace

double goal_of(std::span<const double> values, const Plan& plan) {
  if (std::any_of(values.begin(), values.end(), [](double value) { return std::isnan(value); }))
    return std::numeric_limits<double>::quiet_NaN();
  if (plan.worst)
    return plan.greatest ? *std::min_element(values.begin(), values.end())
                         : *std::max_element(values.begin(), values.end());
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

bool optimise_study(const Study& study, int threads, const std::vector<double>& kept, StudyFile& file,
                    const StudyHooks& hooks) {
  return Optimisation(study, threads, kept, file, hooks).run();
}

}  // namespace freeplay
