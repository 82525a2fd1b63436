// SPDX-License-Identifier: Apache-2.0
// `freeplay report`: results as one page that opens anywhere.
#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "apps/freeplay/command.h"
#include "apps/freeplay/running.h"
#include "apps/freeplay/say.h"
#include "freeplay/report.h"
#include "io/json_text.h"
#include "report/picture.h"
#include "studies/study_file.h"
#include "studies/study_page.h"

namespace freeplay {
namespace {

struct ReportOptions {
  std::vector<std::string> results;
  std::string output;  ///< page; "": from the result's name
  std::string title;
  double megabytes = 24;  ///< most numbers in the page
  CommonOptions common;
};

namespace fs = std::filesystem;

/// "crank.h5" → "crank.html"; several results → "comparison.html".
std::string default_page(const std::vector<std::string>& results) {
  return results.size() == 1 ? fs::path(results[0]).stem().string() + ".html" : "comparison.html";
}

void keep_results(const std::vector<std::string>& results, const std::string& file) {
  for (const std::string& result : results) {
    std::error_code error;
    if (fs::equivalent(result, file, error))
      throw std::runtime_error("the report would overwrite the result " + result);
  }
}

/// False where the results are those of runs.
bool report_study(const std::vector<std::string>& results, const std::string& file, const PageOptions& page) {
  if (results.size() != 1) return false;
  const RecordFile record = open_record(results.front());
  if (!is_study(record)) return false;
  keep_results(results, file);
  if (picture_kind(file) == PictureKind::pdf)
    throw std::runtime_error("the report of a study is a page; `freeplay plot` draws a study as PDF");
  const Study study = study_of(record);
  write_study_report(record, study, results.front(), file, page,
                     [&](long long row) { return failure_of(record, study, row); });
  return true;
}

int run(const ReportOptions& options) {
  const CommonOptions& common = options.common;
  PageOptions page;
  page.title = options.title;
  page.most_bytes = 1e6 * options.megabytes;
  const std::string file = options.output.empty() ? default_page(options.results) : options.output;
  try {
    if (!report_study(options.results, file, page)) {
      const std::vector<Result> results = read_results(options.results);
      keep_results(options.results, file);
      write_report(results, file, page);
    }
  } catch (const std::runtime_error& error) {
    say_error(error.what());
    return kUsage;
  }
  if (common.json) {
    say("{}\n", json_text({{"report", file}}));
  } else if (!common.quiet) {
    say("{}\n", file);
  }
  return kOk;
}

void add(Options& options, ReportOptions& given) {
  options.texts("results", given.results,
                "result files (.h5) of runs, several are compared; or that of a study");
  options.required();
  options.text("-o,--output", given.output,
               "page, or .pdf for paper (default: the result's name with .html, of several comparison.html)");
  options.text("--title", given.title, "heading (default: the model's name)");
  options.number("--megabytes", given.megabytes, 0.1, 1000,
                 "most numbers in the page; longer runs are thinned");
  options.show_default();
  add_common(options, given.common);
}

}  // namespace

FREEPLAY_COMMAND(report) = {"report", "results as one page: the machine moving, linked plots", 60,
                            declare<ReportOptions, add, run>};

}  // namespace freeplay
