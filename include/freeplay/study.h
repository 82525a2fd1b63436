// SPDX-License-Identifier: Apache-2.0
// Studies: a model run many times over what varies in it (freeplay::studies; docs/studies.md).
//
//   const PreparedStudy study = PreparedStudy::read("pin_clearance.toml");
//   study.run("pin.study.h5", {.threads = 8});
//   const RecordFile rows = read_record("pin.study.h5");   // a sample for each run
//   rows.values("/measure/hardest_hit");                   // NaN: the run is not complete
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "freeplay/model.h"
#include "freeplay/report.h"
#include "freeplay/results.h"

namespace freeplay {

struct Study;

/// What a function of one's own makes of a run: `run` has the channels that the measure names, and all tables; `inputs` are
/// the values of what varies, NaN for that of the model. Called in several threads at once. NaN: there is no such number. A
/// std::runtime_error makes the run a failed one, for the reason that it says.
using RunMeasure = std::function<double(const RecordFile& run, std::span<const double> inputs)>;
/// By the names that study files have for them, `function = "roughness"`.
using RunMeasures = std::map<std::string, RunMeasure>;

struct StudyProgress {
  long long done = 0, computed = 0, all = 0, failed = 0;  ///< `computed` now, `done` with those of before
  double seconds = 0;                                     ///< since this study was begun or gone on with
};

struct StudyHooks {
  const std::atomic<bool>* stop = nullptr;             ///< runs under way are given up, and none begins
  std::function<void(const StudyProgress&)> progress;  ///< some times per second, in the thread that called
  /// Called in each thread that makes runs, with what it is to do there.
  std::function<void(const std::function<void()>& work)> in_thread;
};

struct StudyOptions {
  int threads = 0;      ///< runs at a time; 0: one for each core
  bool resume = false;  ///< compute what the file lacks, if it is of this study; else it is written anew
};

/// Something that varies, or is measured.
struct StudyQuantity {
  std::string name, unit;
  std::vector<std::string> words{};  ///< of a variable of texts; its values are places in them
};

/// Whether a record is the result of a study.
bool is_study(const RecordFile& record);

/// A study that was read and checked together with its model. Copies share it.
class PreparedStudy {
 public:
  /// One run, made again. Its bits are those in the result.
  struct Row {
    std::vector<double> inputs;       ///< of each variable; NaN: that of the model
    std::vector<double> measures;     ///< NaN where the run is not complete, or has none
    std::string status;               ///< "complete", "refused", …
    std::string message;              ///< why it is not complete
    std::vector<Assignment> changes;  ///< the model with these values, as --set makes it
  };

  /// Reads a study file and its model. Everything wrong is thrown as one ModelError.
  static PreparedStudy read(const std::string& file, const RunMeasures& functions = {});
  /// The same of texts; the files' names are for messages, and for what the model includes.
  static PreparedStudy read_text(const std::string& text, const std::string& file,
                                 const std::string& model_text, const std::string& model_file,
                                 const RunMeasures& functions = {});
  /// The study that a result was made by. Measures whose functions are not given are NaN in runs made again, and the
  /// study cannot be gone on with. Throws std::runtime_error where it is no result of a study.
  static PreparedStudy of_result(const RecordFile& result, const RunMeasures& functions = {});

  const std::string& name() const;
  const std::string& file() const;
  const std::string& text() const;
  const std::string& model_file() const;
  const std::string& model_text() const;
  std::string plan() const;  ///< "grid", …
  long long rows() const;    ///< runs; of a search at most
  std::vector<StudyQuantity> variables() const;
  std::vector<StudyQuantity> measures() const;
  std::vector<std::string> sections() const;  ///< names of tables /section/NAME
  std::vector<std::string> missing() const;   ///< functions that measures name and that were not given

  /// Computes the rows that the file lacks; true when it then has them all. Bits do not depend on the threads. Throws
  /// std::runtime_error where the file cannot be written, or be gone on with.
  bool run(const std::string& file, const StudyOptions& options = {}, const StudyHooks& hooks = {}) const;

  /// `result`: that of the study; of a search, whose points follow from its runs, it is needed. Throws
  /// std::out_of_range for a row that there is not.
  Row row(long long index, const RecordFile* result = nullptr) const;

  /// What `freeplay study RESULT` prints.
  std::string summary(const RecordFile& result) const;
  /// Writes the page of a study; `name`: the result, as the page names it.
  void report(const RecordFile& result, const std::string& name, const std::string& path,
              const PageOptions& options = {}) const;
  /// Draws the study into one picture: .svg, .png or .pdf.
  void plot(const RecordFile& result, const std::string& path, double width = FigureOptions().width,
            double dpi = FigureOptions().dpi) const;

 private:
  explicit PreparedStudy(Study study);

  std::shared_ptr<const Study> study_;
};

/// Offers NLopt to the plan "optimise" (freeplay::nlopt). Programs that are built with it call this once.
void use_nlopt();

}  // namespace freeplay
