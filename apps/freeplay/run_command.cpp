// SPDX-License-Identifier: Apache-2.0
// `freeplay run`: simulates a model, writes the result and its report.
#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <cmath>
#include <csignal>
#include <filesystem>

#include "apps/freeplay/command.h"
#include "apps/freeplay/running.h"
#include "io/record_file.h"
#include "model/ideal.h"
#include "report/page.h"
#include "report/summary.h"
#include "run/warnings.h"

namespace freeplay {
namespace {

struct RunOptions {
  ModelOptions model;
  std::string output;      ///< result file; "": from the model's name
  bool no_report = false;  ///< write no page beside it
  bool ideal = false;      ///< run the same mechanism with ideal joints too, to compare with
  CommonOptions common;
};

std::atomic<bool> stop_requested{false};

void on_interrupt(int) {
  stop_requested.store(true);
  std::signal(SIGINT, SIG_DFL);  // a second Ctrl-C ends the program at once
}

class ProgressLine {
 public:
  explicit ProgressLine(bool on) : on_(on && isatty(fileno(stderr)) != 0) {}
  ~ProgressLine() {
    if (shown_) fmt::print(stderr, "\r{:60}\r", "");
  }
  void show(double t, double end, double wall) {
    if (!on_ || wall < next_) return;
    next_ = wall + 0.2;
    shown_ = true;
    const double share = end > 0 ? t / end : 1;
    fmt::print(stderr, "\r  {:3.0f} %   t = {:.4g} of {:.4g} s   {:.0f} s to go      ", 100 * share, t, end,
               share > 0 ? std::ceil(wall * (1 - share) / share) : 0);
    std::fflush(stderr);
  }

 private:
  bool on_, shown_ = false;
  double next_ = 0.3;
};

/// Runs what was loaded into a file.
RunSummary run_into(const Loaded& loaded, const std::vector<std::string>& assignments,
                    const std::string& file, bool talk) {
  const auto sink = write_hdf5(file, result_layout(loaded, assignments));
  ProgressLine line(talk);
  RunHooks hooks;
  hooks.stop = &stop_requested;
  hooks.progress = [&](double t, double end, double wall) { line.show(t, end, wall); };
  return simulate(*loaded.assembly.system, loaded.model.method, loaded.model.run, *sink, hooks);
}

/// "crank.h5" → "crank.ideal.h5".
std::string with_extension(const std::string& file, const char* extension) {
  return std::filesystem::path(file).replace_extension(extension).string();
}

/// The same mechanism with ideal joints; prints why when there is none.
int load_ideal(const ModelOptions& options, const Loaded& loaded, Loaded& ideal) {
  const std::optional<Model> model = ideal_of(loaded.model);
  if (!model) {
    say_error(fmt::format("--ideal: no joint of {} has a clearance: it is ideal already", options.file));
    return kUsage;
  }
  try {
    ideal.model = *model;
    ideal.assembly = assemble(ideal.model, &ideal.messages);
  } catch (const ModelError& error) {
    fmt::print(stderr, "with ideal joints:\n{}\n", error.what());
    return kModel;
  }
  return kOk;
}

/// The page beside the results. A run is not lost for want of one: what goes wrong is a warning.
std::string make_report(const std::vector<std::string>& results, const std::string& file) {
  try {
    write_report(read_results(results), file);
    return file;
  } catch (const std::runtime_error& error) {
    fmt::print(stderr, "warning: no report: {}\n", error.what());
    return "";
  }
}

int run(const RunOptions& given) {
  const ModelOptions& options = given.model;
  const CommonOptions& common = given.common;
  Loaded loaded, ideal;
  if (const int code = load(options, common, loaded); code != kOk) return code;
  if (given.ideal) {
    if (const int code = load_ideal(options, loaded, ideal); code != kOk) return code;
  }
  const Model& model = loaded.model;
  const System& system = *loaded.assembly.system;
  const std::string file = given.output.empty() ? default_output(options.file) : given.output;
  const std::string ideal_file = with_extension(file, ".ideal.h5");
  if (!given.no_report && with_extension(file, ".html") == file) {
    say_error(
        fmt::format("-o {}: this is the name of the report, which stands beside the result; "
                    "results end in .h5, such as {}",
                    file, with_extension(file, ".h5")));
    return kUsage;
  }
  if (!may_write(file, options.file) || (given.ideal && !may_write(ideal_file, options.file))) return kUsage;
  if (!channels_exist(model.run, system)) return kModel;
  const bool talk = !common.quiet && !common.json;
  if (talk) {
    fmt::print("{}\n", model.name.empty() ? options.file : model.name);
    fmt::print("{}", moved_text(loaded.assembly.initial));
  }
  RunSummary summary, beside;
  try {
    stop_requested.store(false);
    std::signal(SIGINT, on_interrupt);
    std::signal(SIGTERM, on_interrupt);
    summary = run_into(loaded, options.assignments, file, talk);
    if (given.ideal && summary.status != RunStatus::interrupted) {
      std::vector<std::string> changes = options.assignments;
      changes.emplace_back("ideal joints");
      beside = run_into(ideal, changes, ideal_file, talk);
    }
  } catch (const std::runtime_error& error) {
    say_error(error.what());
    return kUsage;
  }
  std::string report;
  if (!given.no_report) {
    std::vector<std::string> results{file};
    if (given.ideal && summary.status != RunStatus::interrupted) results.push_back(ideal_file);
    report = make_report(results, with_extension(file, ".html"));
  }
  if (common.json) {
    fmt::print("{}\n", summary_json(summary, file, report));
  } else if (!common.quiet) {
    fmt::print("{}", summary_text(summary, system));
    fmt::print("  results             {}\n", file);
    if (given.ideal) fmt::print("  ideal joints        {}\n", ideal_file);
    if (!report.empty()) fmt::print("  report              {}\n", report);
  }
  for (const std::string& warning : summary_warnings(summary)) fmt::print(stderr, "warning: {}\n", warning);
  if (beside.status != RunStatus::complete)
    fmt::print(stderr, "warning: with ideal joints: {}\n", beside.message);
  switch (summary.status) {
    case RunStatus::complete: return kOk;
    case RunStatus::interrupted:
      say_error("interrupted; the results so far are in " + file);
      return kInterrupted;
    case RunStatus::failed:
      say_error(summary.message + "; the results so far are in " + file);
      return kSolver;
    case RunStatus::limit: say_error(summary.message + "; the results so far are in " + file); return kLimit;
  }
  return kOk;
}

void add(Options& options, RunOptions& given) {
  add_model(options, given.model);
  add_common(options, given.common);
  options.text("-o,--output", given.output,
               "result file (default: the model file's name, or its folder's for "
               "model.toml, with .h5, in the current folder)");
  options.flag("--no-report", given.no_report, "write no report (NAME.html beside the result)");
  options.flag("--ideal", given.ideal,
               "run the same mechanism without play too (NAME.ideal.h5); the report compares the two");
}

}  // namespace

FREEPLAY_COMMAND(run) = {"run", "simulate a model and write NAME.h5", 10, declare<RunOptions, add, run>};

}  // namespace freeplay
