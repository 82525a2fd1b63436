// SPDX-License-Identifier: Apache-2.0
// `freeplay run`: simulates a model, writes the result and its report.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <new>
#include <optional>

#include "apps/freeplay/command.h"
#include "apps/freeplay/progress.h"
#include "apps/freeplay/resume.h"
#include "apps/freeplay/running.h"
#include "apps/freeplay/say.h"
#include "apps/freeplay/topics.h"
#include "freeplay/report.h"
#include "io/problems/kept_problems.h"
#include "io/result_files.h"
#include "model/ideal.h"
#include "model/read_method.h"
#include "report/summary.h"
#include "run/warnings.h"

namespace freeplay {
namespace {

struct RunOptions {
  ModelOptions model;
  std::string output;      ///< result file; "": from the model's name, or the one that is gone on with
  std::string resume;      ///< result of a run to go on with; "": a new run
  bool no_report = false;  ///< write no page beside it
  bool ideal = false;      ///< run the same mechanism with ideal joints too, to compare with
  std::string keep;        ///< folder for contact problems that one solver did not solve; "": none are kept
  int keep_most = 100;     ///< of them
  CommonOptions common;
};

/// Runs what was loaded into a file, or goes on with the run in it.
RunSummary run_into(const Loaded& loaded, const std::vector<std::string>& assignments,
                    const std::string& file, bool talk, const Resumed* resumed = nullptr,
                    ProblemKeeper* keeper = nullptr) {
  const RecordLayout layout = result_layout(loaded, assignments);
  const Checkpoint* from = resumed && resumed->checkpoint ? &*resumed->checkpoint : nullptr;
  const auto sink = from ? continue_hdf5(file, layout, *from) : write_hdf5(file, layout);
  ProgressLine line(talk);
  RunHooks hooks;
  hooks.stop = &StopSignals::requested;
  hooks.stop_now = &StopSignals::at_once;
  if (from) hooks.resume = from->state;
  if (from) hooks.wall_before = resumed->wall_seconds;
  hooks.keeper = keeper;
  hooks.progress = [&](double t, double end, double wall) {
    line.show(end > 0 ? t / end : 1, fmt::format("t = {:.4g} of {:.4g} s", t, end), wall);
  };
  return simulate(*loaded.assembly.system, loaded.model.method, loaded.model.run, *sink, hooks);
}

/// "crank.h5" → "crank.ideal.h5".
std::string with_extension(const std::string& file, const char* extension) {
  return std::filesystem::path(file).replace_extension(extension).string();
}

/// The same mechanism with ideal joints; prints why when there is none.
int load_ideal(const std::string& file, const Loaded& loaded, Loaded& ideal) {
  const std::optional<Model> model = ideal_of(loaded.model);
  if (!model) {
    say_error(fmt::format("--ideal: no joint of {} has a clearance: it is ideal already", file));
    return kUsage;
  }
  try {
    ideal.model = *model;
    ideal.assembly = assemble(ideal.model, &ideal.messages);
  } catch (const ModelError& error) {
    say_to(stderr, "with ideal joints:\n{}\n", error.what());
    return kModel;
  }
  return kOk;
}

/// The page beside the results. A run is not lost for want of one: what goes wrong is a warning.
std::string make_report(const std::vector<std::string>& results, const std::string& file) {
  try {
    write_report(read_results(results), file);
    return file;
  } catch (const std::bad_alloc&) {
    say_to(stderr, "warning: no report: out of memory\n");
    return "";
  } catch (const std::exception& error) {
    say_to(stderr, "warning: no report: {}\n", error.what());
    return "";
  }
}

/// What a run has done, and what it left where.
struct Done {
  RunSummary summary, beside;
  std::string file, ideal_file, report;  ///< "": there is none
  std::optional<KeptProblems> problems;
};

/// Runs, or goes on, with the ideal twin and the report; throws what files refuse.
Done run_all(const std::string& file, const Resumed& resumed, const Loaded& ideal, const RunOptions& given,
             bool talk) {
  Done done{{}, {}, file, "", "", {}};
  if (!given.keep.empty())
    done.problems.emplace(given.keep, std::filesystem::path(file).stem().string(), given.keep_most);
  std::optional<StopSignals> signals;
  signals.emplace();
  if (!given.resume.empty()) copy_result(given.resume, file);
  done.summary = run_into(resumed.loaded, resumed.assignments, file, talk, &resumed,
                          done.problems ? &*done.problems : nullptr);
  std::vector<std::string> results{file};
  if (given.ideal && done.summary.status != RunStatus::interrupted) {
    std::vector<std::string> changes = resumed.assignments;
    changes.emplace_back("ideal joints");
    done.ideal_file = with_extension(file, ".ideal.h5");
    done.beside = run_into(ideal, changes, done.ideal_file, talk);
    results.push_back(done.ideal_file);
  }
  signals.reset();
  if (!given.no_report) done.report = make_report(results, with_extension(file, ".html"));
  return done;
}

void tell_of_problems(const KeptProblems& problems, const std::string& folder) {
  say("  hard problems       {}{}\n", problems.hard_problems(),
      problems.hard_problems() == 0 ? ": one solver solved each"
                                    : fmt::format(", {} of them kept in {}", problems.kept(), folder));
}

/// How large the result will be, where that is more than a disk takes without a thought; "": it is not, or nobody knows.
std::string size_note(const Model& model, const System& system) {
  constexpr double kLarge = 1e9;  // bytes
  const double step = std::max(model.run.record.every, fixed_step(model.method.stepper));
  if (!(step > 0)) return "";
  const double samples = model.run.end / step;
  const int width = record_layout(system, model.method, model.run).row_width();
  const double bytes = samples * width * static_cast<double>(sizeof(double));
  if (!(bytes > kLarge)) return "";
  return fmt::format(
      "note: the result will take about {:.3g} GB: {:.3g} samples of {} numbers\n"
      "  hint: run.record.every and run.record.channels make it smaller\n",
      bytes / 1e9, samples, width);
}

/// Says why it ended, unless it did as it should; returns the exit code.
int tell_the_end(const RunSummary& summary, const std::string& file) {
  switch (summary.status) {
    case RunStatus::complete: return kOk;
    case RunStatus::interrupted:
      say_error(fmt::format("interrupted; the results so far are in {0}; `freeplay run --resume {0}` goes on",
                            file));
      return kInterrupted;
    case RunStatus::failed:
      say_error(summary.message + "; the results so far are in " + file);
      return kSolver;
    case RunStatus::limit: say_error(summary.message + "; the results so far are in " + file); return kLimit;
  }
  return kOk;
}

/// Says what came of it; returns the exit code.
int tell(const Done& done, const System& system, const RunOptions& given) {
  const CommonOptions& common = given.common;
  const RunSummary& summary = done.summary;
  if (common.json) {
    say("{}\n", summary_json(summary, done.file, done.report));
  } else if (!common.quiet) {
    say("{}", summary_text(summary, system));
    if (summary.status == RunStatus::complete && !summary.message.empty())
      say("  ended early         {}\n", summary.message);
    say("  results             {}\n", done.file);
    if (!done.ideal_file.empty()) say("  ideal joints        {}\n", done.ideal_file);
    if (!done.report.empty()) say("  report              {}\n", done.report);
    if (done.problems) tell_of_problems(*done.problems, given.keep);
  }
  if (done.problems && !done.problems->failure().empty())
    say_to(stderr, "warning: no more contact problems were kept: {}\n", done.problems->failure());
  std::vector<std::string> messages = summary_warnings(summary);
  for (const std::string& warning : messages) say_to(stderr, "warning: {}\n", warning);
  if (done.beside.status != RunStatus::complete)
    say_to(stderr, "warning: with ideal joints: {}\n", done.beside.message);
  const int code = tell_the_end(summary, done.file);
  messages.push_back(summary.message);
  if (const std::string docs = docs_line(messages); !docs.empty() && !common.quiet)
    say_to(stderr, "{}\n", docs);
  return code;
}

int run(const RunOptions& given) {
  const ModelOptions& options = given.model;
  const CommonOptions& common = given.common;
  if (given.resume.empty() == options.file.empty()) {
    say_error(options.file.empty()
                  ? "model is required, or --resume RESULT to go on with a run"
                  : "--resume goes on with the model of the result: leave the model file out");
    return kUsage;
  }
  const bool resumes = !given.resume.empty();
  Resumed resumed;
  Loaded ideal;
  Loaded& loaded = resumed.loaded;
  resumed.assignments = options.assignments;
  const int code = resumes ? load_resumed(given.resume, options.assignments, common, resumed)
                           : load(options, common, loaded);
  if (code != kOk || resumed.complete) return code;
  const std::string& source = resumes ? given.resume : options.file;
  if (given.ideal) {
    if (const int bad = load_ideal(source, loaded, ideal); bad != kOk) return bad;
  }
  const Model& model = loaded.model;
  const System& system = *loaded.assembly.system;
  const std::string file = !given.output.empty() ? given.output
                           : resumes             ? given.resume
                                                 : default_output(source);
  if (!given.no_report && with_extension(file, ".html") == file) {
    say_error(
        fmt::format("-o {}: this is the name of the report, which stands beside the result; "
                    "results end in .h5, such as {}",
                    file, with_extension(file, ".h5")));
    return kUsage;
  }
  const std::string model_file = resumes ? "" : options.file;
  const bool own = file == given.resume;  // it has been read
  if ((!own && !may_write(file, model_file)) ||
      (given.ideal && !may_write(with_extension(file, ".ideal.h5"), model_file)))
    return kUsage;
  if (!channels_exist(model, system)) return kModel;
  if (!given.keep.empty() && (model.run.mode != "dynamics" || is_smooth(model.method))) {
    say_error(fmt::format("--keep-problems: there are contact problems in the rigid world only; {}",
                          model.run.mode != "dynamics"
                              ? fmt::format("run.mode is {}", model.run.mode)
                              : fmt::format("the stepper is {}", model.method.stepper.name)));
    return kUsage;
  }
  const bool talk = !common.quiet && !common.json;
  if (talk) {
    say("{}\n", model.name.empty() ? source : model.name);
    if (!resumes) say("{}", moved_text(loaded.assembly.initial));
  }
  if (!common.quiet) {
    if (const std::string note = size_note(model, system); !note.empty()) say_to(stderr, "{}", note);
  }
  try {
    return tell(run_all(file, resumed, ideal, given, talk), system, given);
  } catch (const std::runtime_error& error) {
    say_error(error.what());
    return kUsage;
  }
}

void add(Options& options, RunOptions& given) {
  add_model(options, given.model, false);
  options.text("--resume", given.resume,
               "go on with the run of this result, which was interrupted, killed, or ends too early (--set "
               "run.end=2); in place of a model");
  add_common(options, given.common);
  options.text("-o,--output", given.output,
               "result file (default: the model file's name, or its folder's for "
               "model.toml, with .h5, in the current folder)");
  options.flag("--no-report", given.no_report, "write no report (NAME.html beside the result)");
  options.flag("--ideal", given.ideal,
               "run the same mechanism without play too (NAME.ideal.h5); the report compares the two");
  options.text(
      "--keep-problems", given.keep,
      "folder for the contact problems that one solver did not solve, as files for `freeplay solve`");
  options.number("--keep-most", given.keep_most, 1, 1000000, "most such files, spread over the run");
  options.show_default();
}

}  // namespace

FREEPLAY_COMMAND(run) = {"run", "simulate a model and write NAME.h5", 10, declare<RunOptions, add, run>};

}  // namespace freeplay
