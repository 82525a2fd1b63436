// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <utility>

#include "freeplay/study.h"
#include "report/picture.h"
#include "studies/design.h"
#include "studies/own_measure.h"
#include "studies/read_study.h"
#include "studies/run_study.h"
#include "studies/study.h"
#include "studies/study_figures.h"
#include "studies/study_file.h"
#include "studies/study_page.h"
#include "studies/study_runner.h"
#include "studies/study_summary.h"

namespace freeplay {

PreparedStudy::PreparedStudy(Study study) : study_(std::make_shared<const Study>(std::move(study))) {}

PreparedStudy PreparedStudy::read(const std::string& file, const RunMeasures& functions) {
  return PreparedStudy(read_study(file, functions));
}

PreparedStudy PreparedStudy::read_text(const std::string& text, const std::string& file,
                                       const std::string& model_text, const std::string& model_file,
                                       const RunMeasures& functions) {
  return PreparedStudy(read_study_text(text, file, model_text, model_file, {functions, false}));
}

PreparedStudy PreparedStudy::of_result(const RecordFile& result, const RunMeasures& functions) {
  return PreparedStudy(study_of(result, functions));
}

const std::string& PreparedStudy::name() const { return study_->name; }
const std::string& PreparedStudy::file() const { return study_->file; }
const std::string& PreparedStudy::text() const { return study_->text; }
const std::string& PreparedStudy::model_file() const { return study_->model_file; }
const std::string& PreparedStudy::model_text() const { return study_->model_text; }
std::string PreparedStudy::plan() const { return plan_name(study_->plan.kind); }
long long PreparedStudy::rows() const { return rows_of(*study_); }

std::vector<StudyQuantity> PreparedStudy::variables() const {
  std::vector<StudyQuantity> all;
  for (const Variable& variable : study_->variables)
    all.push_back({variable.name, variable.words.empty() ? variable.unit : "", variable.words});
  return all;
}

std::vector<StudyQuantity> PreparedStudy::measures() const {
  std::vector<StudyQuantity> all;
  for (const Measure& measure : study_->measures) all.push_back({measure.name, measure.unit});
  return all;
}

std::vector<std::string> PreparedStudy::sections() const {
  std::vector<std::string> names;
  for (const Section& section : study_->sections) names.push_back(section.name);
  return names;
}

std::vector<std::string> PreparedStudy::missing() const {
  std::vector<std::string> names;
  for (const Measure& measure : study_->measures) {
    if (measure.what == Measure::What::own && !measure.own) names.push_back(measure.function);
  }
  return names;
}

bool PreparedStudy::run(const std::string& file, const StudyOptions& options, const StudyHooks& hooks) const {
  if (const std::vector<std::string> names = missing(); !names.empty())
    throw std::invalid_argument(
        fmt::format("functions that its measures name were not given: {}", fmt::join(names, ", ")));
  return compute_study(*study_, file, options, hooks);
}

PreparedStudy::Row PreparedStudy::row(long long index, const RecordFile* result) const {
  const bool searches = study_->plan.kind == PlanKind::optimise;
  if (searches && result == nullptr)
    throw std::out_of_range("the points of a search follow from its runs: its result is needed");
  const long long all = searches ? result->samples : rows();
  if (index < 0 || index >= all)
    throw std::out_of_range(fmt::format("there is no row {}; there are 0 to {}", index, all - 1));
  Row row;
  if (result != nullptr) {
    row.inputs = inputs_of(*result, *study_, index);
  } else {
    row.inputs.resize(study_->variables.size());
    fill_design(*study_, index, row.inputs);
  }
  StudyRunner runner(*study_);
  StudyRow made = runner.run_with(row.inputs);
  row.measures = std::move(made.measures);
  row.status = row_status_words()[static_cast<std::size_t>(made.status)];
  row.message = std::move(made.message);
  if (made.status != RowStatus::refused) row.changes = runner.changes_of(row.inputs);
  return row;
}

std::string PreparedStudy::summary(const RecordFile& result) const {
  return summary_text(summarise(result, *study_),
                      [&](long long row) { return failure_of(result, *study_, row); });
}

void PreparedStudy::report(const RecordFile& result, const std::string& name, const std::string& path,
                           const PageOptions& options) const {
  write_study_report(result, *study_, name, path, options,
                     [&](long long row) { return failure_of(result, *study_, row); });
}

void PreparedStudy::plot(const RecordFile& result, const std::string& path, double width, double dpi) const {
  const std::optional<PictureKind> kind = picture_kind(path);
  if (!kind)
    throw std::runtime_error(
        fmt::format("'{}': a study is drawn into one picture, whose name ends in .svg, .png or .pdf", path));
  write_picture(study_figures(result, width), path, *kind, dpi);
}

}  // namespace freeplay
