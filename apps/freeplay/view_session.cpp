// SPDX-License-Identifier: Apache-2.0
#include "apps/freeplay/view_session.h"

#include <fmt/format.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>

#include "base/files.h"
#include "freeplay/results.h"
#include "report/page.h"
#include "report/still.h"

namespace freeplay {
namespace {

namespace fs = std::filesystem;

ViewState state_of(RunStatus status) {
  switch (status) {
    case RunStatus::complete: return ViewState::complete;
    case RunStatus::interrupted: return ViewState::interrupted;
    case RunStatus::failed: return ViewState::failed;
    case RunStatus::limit: return ViewState::limit;
  }
  return ViewState::error;
}

/// A folder of our own for the result.
std::string make_folder() {
  std::error_code failed;
  const fs::path base = fs::temp_directory_path(failed);
  std::string name = ((failed ? fs::path("/tmp") : base) / "freeplay-view-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr)
    throw std::runtime_error(fmt::format("cannot make a folder for results like {}", name));
  return name;
}

/// Where the files that shapes name are, and who named them.
struct Named {
  fs::path path;
  std::string key;
  Where where;
};

std::vector<Named> named_files(const Model& model, const fs::path& folder) {
  std::vector<Named> out;
  for (const Shape& shape : model.shapes) {
    const auto found = shape.values.find("file");
    if (found == shape.values.end()) continue;
    const auto* file = std::get_if<std::string>(&found->second.data);
    if (file == nullptr) continue;
    std::error_code failed;
    fs::path path = fs::weakly_canonical(folder / *file, failed);
    if (failed) path = fs::path("/") / *file;
    out.push_back({path, fmt::format("shape.{}.file", shape.name), found->second.where});
  }
  return out;
}

/// The page shows one file: what is wrong in an included one is shown at its [[include]], with the place in the message.
std::vector<Diagnostic> at_includes(std::vector<Diagnostic> diagnostics) {
  for (Diagnostic& one : diagnostics) {
    if (!one.where.included) continue;
    one.message = fmt::format("in {}: {}", to_string(one.where), one.message);
    one.where = Where(outermost(one.where));
  }
  return diagnostics;
}

bool is_inside(const fs::path& path, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

}  // namespace

const char* to_string(ViewState state) {
  switch (state) {
    case ViewState::idle: return "idle";
    case ViewState::running: return "running";
    case ViewState::complete: return "complete";
    case ViewState::interrupted: return "interrupted";
    case ViewState::failed: return "failed";
    case ViewState::limit: return "limit";
    case ViewState::wrong_model: return "model error";
    case ViewState::error: return "error";
  }
  return "error";
}

ViewSession::ViewSession(const ModelOptions& model, const std::string& output)
    : model_(model), assignments_(parse_assignments(model.assignments)), output_(output) {
  try {
    included_ = read_model(model_.file, assignments_).included;
  } catch (const ModelError&) {  // the page says what is wrong with it
  }
  if (!output_.empty()) return;
  temporary_ = make_folder();
  output_ = (fs::path(temporary_) / default_output(model_.file)).string();
}

ViewSession::~ViewSession() {
  {
    const std::lock_guard lock(starting_);
    end_job();
  }
  std::error_code ignored;
  if (!temporary_.empty()) fs::remove_all(temporary_, ignored);
}

std::string ViewSession::stamp() const {
  struct stat status {};
  if (stat(model_.file.c_str(), &status) != 0) return "";
  return fmt::format("{}.{}.{}.{:09}", status.st_ino, status.st_size, status.st_mtim.tv_sec,
                     status.st_mtim.tv_nsec);
}

ViewFile ViewSession::file() const {
  ViewFile out;
  out.name = fs::path(model_.file).filename().string();
  out.stamp = stamp();  // before reading: a change in between is then seen later, not missed
  constexpr std::uint64_t kLargestModel = std::uint64_t{64} << 20;
  const std::string wrong = read_plain_file(model_.file, kLargestModel, out.text);
  if (!wrong.empty()) out.wrong = fmt::format("{} {}", out.name, wrong);
  return out;
}

/// A text from the page may name files of the model's folder, and those that the model file itself names.
void ViewSession::check_files(const Model& model) const {
  std::error_code failed;
  const fs::path folder = fs::weakly_canonical(fs::absolute(model_.file).parent_path(), failed);
  std::vector<Named> outside = named_files(model, folder);
  std::erase_if(outside, [&](const Named& named) { return is_inside(named.path, folder); });
  if (outside.empty()) return;
  std::vector<Named> known;
  try {
    known = named_files(read_model(model_.file, assignments_), folder);
  } catch (const ModelError&) {
    known.clear();
  }
  Diagnostics problems;
  for (const Named& named : outside) {
    if (std::any_of(known.begin(), known.end(), [&](const Named& k) { return k.path == named.path; }))
      continue;
    problems.error(named.where, named.key, "this file is outside of the model's folder",
                   "a text in the page may name files beside the model, and those that the model file names");
  }
  problems.throw_if_errors();
}

bool ViewSession::read(const std::string& text, Loaded& loaded, std::vector<Diagnostic>& diagnostics) const {
  try {
    loaded.model = read_model_text(text, model_.file, assignments_, &loaded.messages, &included_);
    check_files(loaded.model);
    loaded.assembly = assemble(loaded.model, &loaded.messages);
    diagnostics = at_includes(loaded.messages.all());
    const std::vector<Diagnostic> mistakes = channel_mistakes(loaded.model, *loaded.assembly.system);
    diagnostics.insert(diagnostics.end(), mistakes.begin(), mistakes.end());
    return mistakes.empty();
  } catch (const ModelError& error) {
    diagnostics = at_includes(error.diagnostics());
    return false;
  }
}

ViewCheck ViewSession::check(const std::string& text) const {
  ViewCheck out;
  Loaded loaded;
  out.good = read(text, loaded, out.diagnostics);
  if (!loaded.assembly.system) return out;
  out.still = report_payload({still(loaded.model)});
  return out;
}

void ViewSession::end_job() {
  replaced_.store(true);
  stop_.store(true);
  if (thread_.joinable()) thread_.join();
  stop_.store(false);
  replaced_.store(false);
}

long long ViewSession::run(const std::string& text) {
  const std::lock_guard starting(starting_);
  end_job();
  long long job = 0;
  {
    const std::lock_guard lock(mutex_);
    job = progress_.job + 1;
    progress_ = {job, ViewState::running, 0, 0, 0, {}};
  }
  t_ = end_ = wall_ = 0;
  thread_ = std::thread([this, job, text] { work(job, text); });
  return job;
}

void ViewSession::stop() {
  const std::lock_guard lock(mutex_);
  if (progress_.state == ViewState::running) stop_.store(true);
}

void ViewSession::work(long long job, const std::string& text) {
  ViewResult result;
  try {
    result = simulate_text(job, text);
  } catch (const std::exception& error) {  // no room on the disk, no memory
    result = {job, ViewState::error, error.what(), {}, nullptr};
  }
  const std::lock_guard lock(mutex_);
  progress_ = {job, result.state, t_, end_, wall_, result.message};
  if (!replaced_) result_ = std::move(result);
  ended_.notify_all();
}

ViewResult ViewSession::simulate_text(long long job, const std::string& text) {
  Loaded loaded;
  ViewResult result;
  result.job = job;
  if (!read(text, loaded, result.diagnostics)) {
    result.state = ViewState::wrong_model;
    result.message = "the model has mistakes";
    return result;
  }
  RunSummary summary;
  {
    const auto sink = write_hdf5(output_, result_layout(loaded, model_.assignments));
    RunHooks hooks;
    hooks.stop = &stop_;
    hooks.stop_now = &stop_;
    hooks.progress = [this](double t, double end, double wall) {
      t_.store(t, std::memory_order_relaxed);
      end_.store(end, std::memory_order_relaxed);
      wall_.store(wall, std::memory_order_relaxed);
    };
    summary = simulate(*loaded.assembly.system, loaded.model.method, loaded.model.run, *sink, hooks);
  }
  t_.store(summary.t_end);
  wall_.store(summary.wall_seconds);
  result.state = state_of(summary.status);
  result.message = summary.message;
  if (!replaced_) result.report = std::make_shared<std::string>(report_payload(read_results({output_})));
  return result;
}

ViewProgress ViewSession::progress() const {
  const std::lock_guard lock(mutex_);
  ViewProgress out = progress_;
  if (out.state == ViewState::running) {
    out.t = t_;
    out.end = end_;
    out.wall = wall_;
  }
  return out;
}

ViewResult ViewSession::result() const {
  const std::lock_guard lock(mutex_);
  return result_;
}

void ViewSession::wait() {
  std::unique_lock lock(mutex_);
  ended_.wait(lock, [this] { return progress_.state != ViewState::running; });
}

}  // namespace freeplay
