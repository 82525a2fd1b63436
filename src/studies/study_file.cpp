// SPDX-License-Identifier: Apache-2.0
#include "studies/study_file.h"

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <stdexcept>
#include <variant>
#include <vector>

#include "base/index.h"
#include "freeplay/version.h"
#include "studies/describe_study.h"
#include "studies/design.h"
#include "studies/read_study.h"

namespace freeplay {
namespace {

constexpr const char* kStudyText = "study";
constexpr const char* kStudyFile = "study_file";
constexpr const char* kModelText = "study_model";
constexpr const char* kModelFile = "study_model_file";
constexpr const char* kPlanned = "planned_rows";

std::string text_attribute(const std::map<std::string, Attribute>& attributes, const char* name) {
  const auto found = attributes.find(name);
  const auto* text = found == attributes.end() ? nullptr : std::get_if<std::string>(&found->second);
  return text == nullptr ? std::string() : *text;
}

/// All that the rows depend on, but for how many there are.
std::string what_rows_follow_from(const Study& study) {
  std::string text =
      fmt::format("plan {} {} {} {} {}\n", static_cast<int>(study.plan.kind), study.plan.repeats,
                  study.plan.seed, study.plan.levels, is_extensible(study.plan.kind) ? 0 : study.plan.count);
  if (study.plan.kind == PlanKind::optimise)
    text += fmt::format("goal {} {} {} {}\n", study.plan.goal, study.plan.greatest, study.plan.worst,
                        study.plan.local);
  text += fmt::format("limit {}\n", study.most_steps);
  for (const Assignment& change : study.set) text += fmt::format("set {}={}\n", change.first, change.second);
  for (const Variable& v : study.variables) {
    text += fmt::format("vary {} {} {} {} {} {}\n", v.name, fmt::join(v.paths, ","), static_cast<int>(v.as),
                        v.unit, fmt::join(v.words, ","), fmt::join(v.values, ","));
    if (!v.random) continue;
    const Distribution& d = *v.random;
    text += fmt::format("  {} {} {} {} {} {}\n", static_cast<int>(d.law), d.low, d.high, d.mean, d.deviation,
                        d.mode);
  }
  for (const Measure& m : study.measures) {
    text += fmt::format("returns {} {} {}\n", m.every, m.tolerance, m.distance);
    text += fmt::format("measure {} {} {} {} {} {} {} {} {} {} {}\n", m.name, m.source, m.component, m.column,
                        static_cast<int>(m.what), m.absolute, m.percent, m.level,
                        static_cast<int>(m.direction), m.from, m.to);
    if (m.formula) text += fmt::format("formula {}\n", m.text);
    if (m.what == Measure::What::own)
      text += fmt::format("function {} {} {}\n", m.function, m.unit, fmt::join(m.channels, ","));
  }
  for (const Section& section : study.sections) {
    text += fmt::format("section {} {} {} {} {}\n", section.name, section.source, section.every, section.from,
                        section.to);
    for (const Measure& value : section.values)
      text += fmt::format("  {} {} {}\n", value.source, value.component, value.column);
  }
  return text;
}

}  // namespace

RecordLayout study_layout(const Study& study) {
  RecordLayout layout;
  layout.channels.push_back({"/time", "s", "time of the motion at which the run ended", 1, {}});
  layout.channels.push_back({"/status", "", "how the run ended", 1, row_status_words()});
  layout.channels.push_back({"/warnings", "-", "how many warnings the run has about its accuracy", 1, {}});
  for (const Variable& variable : study.variables) {
    std::string help = fmt::format("{}", fmt::join(variable.paths, ", "));
    if (variable.as == Variable::As::offset) help += ": added to the number of the model";
    if (variable.as == Variable::As::factor) help += ": the number of the model is multiplied with it";
    layout.channels.push_back({"/input/" + variable.name, variable.words.empty() ? variable.unit : "",
                               help + "; NaN: as in the model", 1, variable.words});
  }
  for (const Measure& measure : study.measures) {
    const std::string of = measure.formula || measure.what == Measure::What::own ? measure_text(measure)
                           : measure.source.empty()                              ? "of the whole motion"
                                                    : "of " + measure.source.substr(1);
    layout.channels.push_back({"/measure/" + measure.name,
                               measure.unit,
                               fmt::format("{}{}; NaN: the run is not complete, or there is none", of,
                                           measure.of_table ? ", " + measure.column : ""),
                               1,
                               {}});
  }
  for (const Section& section : study.sections) layout.tables.push_back(section_table(section));
  layout.attributes = {{"name", study.name},
                       {"version", std::string(kVersion)},
                       {kStudyText, study.text},
                       {kStudyFile, study.file},
                       {kModelText, study.model_text},
                       {kModelFile, study.model_file},
                       {"plan", std::string(plan_name(study.plan.kind))},
                       {"seed", static_cast<long long>(study.plan.seed)},
                       {kPlanned, rows_of(study)}};
  return layout;
}

bool is_study(const RecordFile& record) { return !text_attribute(record.attributes, kStudyText).empty(); }

Study study_of(const RecordFile& record, const RunMeasures& functions) {
  if (!is_study(record)) throw std::runtime_error("it is the result of a run, not of a study");
  const auto& kept = record.attributes;
  return read_study_text(text_attribute(kept, kStudyText), text_attribute(kept, kStudyFile),
                         text_attribute(kept, kModelText), text_attribute(kept, kModelFile),
                         {functions, true});
}

std::vector<double> inputs_of(const RecordFile& record, const Study& study, long long row) {
  std::vector<double> inputs(study.variables.size());
  fill_design(study, row, inputs);
  for (std::size_t i = 0; study.plan.kind == PlanKind::optimise && i < inputs.size(); ++i)
    record.read("/input/" + study.variables[i].name, row, {&inputs[i], 1});
  return inputs;
}

std::string failure_of(const RecordFile& record, const Study& study, long long row) {
  const StudyRow made = StudyRunner(study).run_with(inputs_of(record, study, row));
  return made.status == RowStatus::complete ? "a function of the program that made it failed" : made.message;
}

std::string difference(const std::map<std::string, Attribute>& kept, const Study& study) {
  if (text_attribute(kept, kStudyText).empty()) return "it is no result of a study";
  if (text_attribute(kept, "version") != kVersion)
    return fmt::format("it was written by Freeplay {}, whose numbers may differ",
                       text_attribute(kept, "version"));
  if (text_attribute(kept, kModelText) != study.model_text) return "its model was another one";
  const Study old = read_study_text(text_attribute(kept, kStudyText), text_attribute(kept, kStudyFile),
                                    study.model_text, study.model_file, {{}, true});
  if (what_rows_follow_from(old) != what_rows_follow_from(study))
    return is_extensible(study.plan.kind) ? "its study was another one, not only in the count of its plan"
                                          : "its study was another one";
  return {};
}

StudyFile::StudyFile(const std::string& path, const Study& study, bool resume) {
  const RecordLayout layout = study_layout(study);
  for (const Section& section : study.sections) section_widths_.push_back(1 + section.values.size());
  std::error_code ignored;
  if (!resume || !std::filesystem::exists(path, ignored)) {
    sink_ = write_hdf5(path, layout);
    return;
  }
  const SavedRun saved = read_saved_run(path);
  if (const std::string why = difference(saved.attributes, study); !why.empty())
    throw std::runtime_error(fmt::format(
        "'{}' cannot be gone on with: {}; leave --resume out, or give another file with -o", path, why));
  if (saved.checkpoint) rows_ = saved.checkpoint->samples;
  if (rows_ > rows_of(study))
    throw std::runtime_error(
        fmt::format("'{}' has {} rows already, more than the {} of the study", path, rows_, rows_of(study)));
  const bool whole = saved.status == "complete" && rows_ == rows_of(study);
  if (whole) return;
  sink_ = saved.checkpoint ? continue_hdf5(path, layout, *saved.checkpoint) : write_hdf5(path, layout);
}

void StudyFile::append(const StudyRow& row) {
  constexpr std::chrono::milliseconds kMostLost{500};
  cells_.assign({row.ended, static_cast<double>(row.status), row.warnings});
  cells_.insert(cells_.end(), row.inputs.begin(), row.inputs.end());
  cells_.insert(cells_.end(), row.measures.begin(), row.measures.end());
  sink_->append(cells_);
  for (std::size_t i = 0; i < row.sections.size(); ++i) {
    const std::vector<double>& points = row.sections[i];
    const std::size_t width = section_widths_[i];
    for (std::size_t first = 0; first < points.size(); first += width) {
      cells_.assign(1, static_cast<double>(rows_));
      cells_.insert(cells_.end(), points.begin() + static_cast<std::ptrdiff_t>(first),
                    points.begin() + static_cast<std::ptrdiff_t>(first + width));
      sink_->append_row(static_cast<int>(i), cells_);
    }
  }
  ++rows_;
  // what a kill loses is what was computed since; when that is has no influence on what the file says in the end
  const Clock::time_point now = Clock::now();
  const bool late = now - committed_ >= kMostLost;
  if (late) committed_ = now;
  sink_->checkpoint([] { return std::vector<double>(); }, late);
}

void StudyFile::close(bool complete) {
  if (!sink_) return;
  sink_->checkpoint([] { return std::vector<double>(); }, true);
  sink_->close(complete ? "complete" : "interrupted", {{"rows", rows_}});
}

}  // namespace freeplay
