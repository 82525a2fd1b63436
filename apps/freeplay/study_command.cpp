// SPDX-License-Identifier: Apache-2.0
// `freeplay study`: many runs of a model over what varies in it, in one result.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "apps/freeplay/command.h"
#include "apps/freeplay/progress.h"
#include "apps/freeplay/running.h"
#include "apps/freeplay/say.h"
#include "base/number_text.h"
#include "freeplay/report.h"
#include "freeplay/results.h"
#include "io/json_text.h"
#include "io/result_files.h"
#include "studies/design.h"
#include "studies/optimise.h"
#include "studies/read_study.h"
#include "studies/run_study.h"
#include "studies/study_file.h"
#include "studies/study_summary.h"

namespace freeplay {
namespace {

struct StudyCommand {
  std::string file;    ///< study, or a result of one
  std::string output;  ///< "": from the name of the study
  bool resume = false;
  bool overwrite = false;
  bool plan = false;
  int threads = 0;  ///< 0: one for each core
  std::optional<long long> rerun;
  CommonOptions common;
};

/// "springs/study.toml" → "springs.study.h5", "fits.toml" → "fits.study.h5".
std::string study_output(const std::string& study_file) {
  const std::filesystem::path path(study_file);
  std::string stem = path.stem().string();
  if (stem == "study") {
    const std::string folder = std::filesystem::absolute(path).parent_path().filename().string();
    if (!folder.empty()) stem = folder;
  }
  return stem + ".study.h5";
}

void tell_summary(const Study& study, const std::string& file, const CommonOptions& common) {
  if (common.quiet && !common.json) return;
  const RecordFile record = open_record(file);
  const StudySummary summary = summarise(record, study);
  if (common.json) {
    say("{}\n", summary_json(summary, file));
  } else {
    say("{}", summary_text(summary, [&](long long row) { return failure_of(record, study, row); }));
  }
}

/// What a study will take, from its first run.
int tell_plan(const Study& study, const StudyCommand& options) {
  const auto start = std::chrono::steady_clock::now();
  const StudyRow trial = StudyRunner(study).run(0);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const auto rows = static_cast<double>(rows_of(study));
  const double bytes = rows * study_layout(study).row_width() * static_cast<double>(sizeof(double));
  const double all = seconds * rows / threads_of({options.threads});
  const std::string& ended = row_status_words()[static_cast<std::size_t>(trial.status)];
  if (options.common.json) {
    say("{}\n", json_text({{"runs", rows_of(study)},
                           {"variables", study.variables.size()},
                           {"measures", study.measures.size()},
                           {"threads", threads_of({options.threads})},
                           {"seconds_per_run", seconds},
                           {"seconds", all},
                           {"bytes", bytes},
                           {"first_run", ended}}));
    return kOk;
  }
  say("{}\n", study.name.empty() ? options.file : study.name);
  say("  runs                {}\n", grouped(rows_of(study)));
  for (const Variable& variable : study.variables)
    say("  varies              {}{}\n", variable.name,
        variable.random ? "" : fmt::format(": {} values", variable.values.size()));
  for (const Measure& measure : study.measures)
    say("  measured            {} [{}]\n", measure.name, measure.unit);
  say("  first run           {}, {:.3g} s{}{}\n", ended, seconds, trial.message.empty() ? "" : ": ",
      trial.message);
  say("  estimated           {:.3g} s with {} threads, {:.3g} MB\n", all, threads_of({options.threads}),
      bytes / 1e6);
  return kOk;
}

/// The numbers of a row that a result has; none where it has no such row.
std::optional<std::vector<double>> kept_measures(const RecordFile& record, const Study& study,
                                                 long long row) {
  if (row >= record.samples) return {};
  std::vector<double> kept;
  for (const Measure& measure : study.measures) {
    double value = 0;
    record.read("/measure/" + measure.name, row, {&value, 1});
    kept.push_back(value);
  }
  return kept;
}

/// The same bits; of numbers that are none only that they are none.
bool same_bits(double a, double b) {
  return std::isnan(a) ? std::isnan(b) : std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

/// The run of a row again, with all that `freeplay run` records.
int rerun(const Study& study, const RecordFile* record, const StudyCommand& options) {
  const long long row = *options.rerun;
  if (row < 0 || row >= rows_of(study)) {
    say_error(fmt::format("--rerun {}: the rows are 0 to {}", row, rows_of(study) - 1));
    return kUsage;
  }
  if (record == nullptr && study.plan.kind == PlanKind::optimise) {
    say_error("--rerun: the points of a search follow from its runs: give the result in place of the study");
    return kUsage;
  }
  if (record != nullptr && study.plan.kind == PlanKind::optimise && row >= record->samples) {
    say_error(fmt::format("--rerun {}: the search has made {} runs", row, record->samples));
    return kUsage;
  }
  StudyRunner runner(study);
  std::vector<double> inputs(study.variables.size());
  fill_design(study, row, inputs);
  if (record != nullptr) inputs = inputs_of(*record, study, row);
  const StudyRow made = runner.run_with(inputs);
  const auto kept = record == nullptr ? std::nullopt : kept_measures(*record, study, row);
  bool same = true;
  for (std::size_t i = 0; kept && i < kept->size(); ++i)
    same = same && (study.measures[i].what == Measure::What::own ||  // whose function is not known here
                    same_bits((*kept)[i], made.measures[i]));
  if (made.status == RowStatus::refused) {
    say_error(fmt::format("row {} has no run: {}", row, made.message));
    return kModel;
  }
  const std::vector<Assignment> changes = runner.changes_of(inputs);
  const Model model = read_model_text(study.model_text, study.model_file, changes);
  const Assembly assembly = assemble(model);
  RunNotes notes;
  for (const auto& [path, value] : changes) notes.changes.push_back(path + "=" + value);
  const std::string stem = std::filesystem::path(study_output(study.file)).stem().stem().string();
  const std::string file = options.output.empty() ? fmt::format("{}.row{}.h5", stem, row) : options.output;
  if (!may_write(file, study.model_file)) return kUsage;
  const auto sink = write_hdf5(file, result_layout(model, *assembly.system, notes));
  RunHooks hooks;
  hooks.most_steps = study.most_steps;
  const RunSummary summary = simulate(*assembly.system, model.method, model.run, *sink, hooks);
  if (!options.common.quiet) {
    say("row {}\n", row);
    for (const std::string& change : notes.changes) say("  --set {}\n", change);
    for (std::size_t i = 0; i < made.measures.size(); ++i)
      say("  {:<24} {:.9g} {}\n", study.measures[i].name, made.measures[i], study.measures[i].unit);
    if (kept) say("  {}\n", same ? "the same bits as in the study" : "NOT the numbers of the study");
    say("{}", summary_text(summary, *assembly.system));
    say("  results             {}\n", file);
  }
  if (kept && !same) {
    say_error(fmt::format(
        "row {} does not give the numbers of the study again: another version, or another machine", row));
    return kLimit;
  }
  return kOk;
}

int compute(const Study& study, const StudyCommand& options) {
  const CommonOptions& common = options.common;
  const std::string file = options.output.empty() ? study_output(options.file) : options.output;
  if (!may_write(file, study.model_file) || !may_write(file, options.file)) return kUsage;
  std::error_code ignored;
  const bool exists = std::filesystem::exists(file, ignored) && std::filesystem::file_size(file, ignored) > 0;
  if (exists && !options.resume && !options.overwrite && is_study(open_record(file))) {
    say_error(
        fmt::format("{} is there already; --resume computes what it lacks, --overwrite begins anew", file));
    return kUsage;
  }
  const bool talk = !common.quiet && !common.json;
  bool whole = false;
  {
    const StopSignals signals;
    ProgressLine line(talk);
    StudyHooks hooks;
    hooks.stop = &StopSignals::requested;
    hooks.progress = [&line](const StudyProgress& p) {
      const auto left = static_cast<double>(p.all - p.done + p.computed);
      line.show(
          left > 0 ? static_cast<double>(p.computed) / left : 1,
          fmt::format("{} of {} runs, {} not complete", grouped(p.done), grouped(p.all), grouped(p.failed)),
          p.seconds);
    };
    whole = compute_study(study, file, {options.threads, options.resume}, hooks);
  }
  tell_summary(study, file, common);
  if (talk) say("  results     {}\n", file);
  if (whole) return kOk;
  say_error(fmt::format("interrupted; the rows so far are in {}; with --resume it goes on", file));
  return kInterrupted;
}

int run(const StudyCommand& options) {
  try {
    const bool is_result = is_result_file(options.file);
    if (!is_result) {
      const Study study = read_study(options.file);
      if (options.plan) return tell_plan(study, options);
      return options.rerun ? rerun(study, nullptr, options) : compute(study, options);
    }
    const RecordFile record = open_record(options.file);
    if (!is_study(record)) {
      say_error(
          fmt::format("{} is the result of a run, not of a study; `freeplay info` shows it", options.file));
      return kUsage;
    }
    if (options.resume || options.plan || options.overwrite) {
      say_error("--resume, --plan and --overwrite go with a study file, not with its result");
      return kUsage;
    }
    const Study study = study_of(record);
    if (options.rerun) return rerun(study, &record, options);
    tell_summary(study, options.file, options.common);
    return kOk;
  } catch (const ModelError& error) {
    if (options.common.json)
      say("{}\n", json_text({{"status", "model error"}, {"diagnostics", to_json(error.diagnostics())}}));
    say_to(stderr, "{}\n", error.what());
    return kModel;
  } catch (const std::out_of_range& error) {
    say_error(error.what());
    return kUsage;
  } catch (const std::runtime_error& error) {
    say_error(error.what());
    return kUsage;
  }
}

void add(Options& options, StudyCommand& given) {
  options.text("study", given.file, "study file (.toml), or the result of one (.h5) for its summary");
  options.required();
  options.text(
      "-o,--output", given.output,
      "result file (default: the study file's name, or its folder's for study.toml, with .study.h5, in the "
      "current folder)");
  options.flag("--plan", given.plan,
               "run nothing but the first run: how many there are, how long they will take");
  options.number("--threads", given.threads, 0, 1024, "runs at a time (default: one for each core)");
  options.flag("--resume", given.resume,
               "compute what the result lacks, after an interruption or with a larger count");
  options.flag("--overwrite", given.overwrite, "replace a result that is there", "--resume");
  options.number("--rerun", given.rerun,
                 "run this row again, from 0 on, and record all of it (NAME.rowN.h5)");
  add_common(options, given.common);
}

}  // namespace

FREEPLAY_COMMAND(study) = {"study", "run a model many times over what varies in it", 12,
                           declare<StudyCommand, add, run>};

}  // namespace freeplay
