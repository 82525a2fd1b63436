// SPDX-License-Identifier: Apache-2.0
#include "studies/study_runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <span>
#include <stdexcept>
#include <utility>

#include "base/assert.h"
#include "base/index.h"
#include "freeplay/results.h"
#include "run/warnings.h"
#include "studies/design.h"
#include "studies/formula_measure.h"
#include "studies/lyapunov.h"
#include "studies/own_measure.h"
#include "studies/read_variables.h"

namespace freeplay {
namespace {

RowStatus of_step(StepStatus status) {
  switch (status) {
    case StepStatus::unsolved: return RowStatus::unsolved;
    case StepStatus::not_finite: return RowStatus::not_finite;
    case StepStatus::not_assembled: return RowStatus::not_assembled;
    case StepStatus::too_many_contacts: return RowStatus::too_many_contacts;
    case StepStatus::stalled: return RowStatus::stalled;
    case StepStatus::outside_law: return RowStatus::outside_law;
    case StepStatus::jammed: return RowStatus::jammed;
    case StepStatus::friction_unsettled: return RowStatus::friction_unsettled;
    case StepStatus::ok:
    case StepStatus::interrupted: break;
  }
  return RowStatus::failed;
}

RowStatus of_run(const RunSummary& summary) {
  switch (summary.status) {
    case RunStatus::complete: return RowStatus::complete;
    case RunStatus::interrupted: return RowStatus::stopped;
    case RunStatus::limit: return RowStatus::limit;
    case RunStatus::failed: break;
  }
  return of_step(summary.step);
}

/// What must be recorded of a run; none: everything.
std::vector<std::string> channels_of(const Study& study) {
  std::vector<std::string> channels{"time"};
  for (const Measure& measure : study.measures) {
    if (measure.what == Measure::What::own && measure.channels.empty()) return {};
    channels.insert(channels.end(), measure.channels.begin(), measure.channels.end());
  }
  const auto add = [&channels](const std::vector<Measure>& measures) {
    for (const Measure& measure : measures) {
      if (!measure.source.empty()) channels.push_back(measure.source.substr(1));
    }
  };
  add(study.measures);
  for (const Section& section : study.sections) add(section.values);
  return channels;
}

/// A run goes to all of them.
class RunSink final : public RecordSink {
 public:
  /// `record`: what functions of measures are given; nullptr: there are none.
  RunSink(MeasureSink& measures, SectionSink& sections, MemoryRecord* record)
      : measures_(measures), sections_(sections), record_(record) {
    measures_.begin();
    sections_.begin();
  }
  void append(std::span<const double> row) override {
    measures_.append(row);
    sections_.append(row);
    if (record_ != nullptr) record_->append(row);
  }
  void append_row(int table, std::span<const double> cells) override {
    measures_.append_row(table, cells);
    sections_.append_row(table, cells);
    if (record_ != nullptr) record_->append_row(table, cells);
  }
  void close(const std::string& status, const std::map<std::string, Attribute>& attributes) override {
    if (record_ != nullptr) record_->close(status, attributes);
  }

 private:
  MeasureSink& measures_;
  SectionSink& sections_;
  MemoryRecord* record_;
};

std::string first_message(const ModelError& error) {
  for (const Diagnostic& problem : error.diagnostics()) {
    if (problem.severity == Severity::error)
      return problem.key.empty() ? problem.message : problem.key + ": " + problem.message;
  }
  return error.what();
}

}  // namespace

const std::vector<std::string>& row_status_words() {
  static const std::vector<std::string> words{
      "complete", "refused",     "unsolved", "not_finite",         "not_assembled", "too_many_contacts",
      "stalled",  "outside_law", "jammed",   "friction_unsettled", "failed",        "limit",
      "mistake"};
  return words;
}

std::vector<Assignment> StudyRunner::rebuilding_changes(const std::vector<double>& inputs) const {
  std::vector<Assignment> changes = study_.set;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const Variable& variable = study_.variables[i];
    if (!variable.rebuilds || std::isnan(inputs[i])) continue;
    for (const std::string& path : variable.paths) changes.emplace_back(path, written(variable, inputs[i]));
  }
  return changes;
}

void StudyRunner::use_machine(const std::vector<double>& inputs) {
  std::vector<Assignment> changes = rebuilding_changes(inputs);
  if (machine_ && machine_->changes == changes) return;
  machine_.reset();
  Machine machine;
  machine.changes = std::move(changes);
  machine.model = read_model_text(study_.model_text, study_.model_file, machine.changes);
  machine.assembly = assemble(machine.model);
  const Numbers& numbers = *machine.assembly.numbers;
  for (const Variable& variable : study_.variables) {
    machine.numbers.emplace_back();
    machine.nominal.emplace_back();
    for (const std::string& path : variable.paths) {
      if (variable.rebuilds) continue;
      const int index = numbers.find(path);
      if (index < 0)
        throw ModelError({{Severity::error, {}, path, "the model has no such number with these values", {}}});
      machine.numbers.back().push_back(index);
      machine.nominal.back().push_back(numbers.get(index));
    }
  }
  machine.run = machine.model.run;
  machine.run.record.channels = channels_of(study_);
  try {
    const RecordLayout layout = record_layout(*machine.assembly.system, machine.model.method, machine.run);
    machine.measures.emplace(study_.measures, layout);
    machine.sections.emplace(study_.sections, layout);
    if (has_own_measures(study_)) machine.layout = layout;
  } catch (const std::out_of_range& error) {
    throw ModelError({{Severity::error, {}, "", error.what(), {}}});
  }
  machine_.emplace(std::move(machine));
}

double StudyRunner::number_of(std::size_t variable, std::size_t path, double value) const {
  const double nominal = machine_->nominal[variable][path];
  if (std::isnan(value)) return nominal;
  switch (study_.variables[variable].as) {
    case Variable::As::value: return value;
    case Variable::As::offset: return nominal + value;
    case Variable::As::factor: return nominal * value;
  }
  return value;
}

void StudyRunner::set_numbers(const std::vector<double>& inputs) {
  Numbers& numbers = *machine_->assembly.numbers;
  bool any = false;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    for (std::size_t p = 0; p < machine_->numbers[i].size(); ++p) {
      numbers.set(machine_->numbers[i][p], number_of(i, p, inputs[i]));
      any = true;
    }
  }
  if (any) numbers.reset();
}

void StudyRunner::try_run(StudyRow& row, const std::atomic<bool>* stop) {
  use_machine(row.inputs);
  set_numbers(row.inputs);
  Machine& machine = *machine_;
  const Numbers& numbers = *machine.assembly.numbers;
  Run run = numbers.run();
  run.record.channels = machine.run.record.channels;
  RunHooks hooks;
  hooks.stop = hooks.stop_now = stop;
  hooks.most_steps = study_.most_steps;
  std::optional<MemoryRecord> record;
  if (machine.layout) record.emplace(*machine.layout);
  RunSink sink(*machine.measures, *machine.sections, record ? &*record : nullptr);
  const RunSummary summary = simulate(*machine.assembly.system, numbers.method(), run, sink, hooks);
  row.status = of_run(summary);
  row.message = summary.message;
  row.ended = summary.t_end;
  row.warnings = static_cast<double>(summary_warnings(summary).size());
  if (row.status != RowStatus::complete) return;
  machine.measures->results(row.measures);
  row.sections = machine.sections->points();
  for (std::size_t i = 0; i < study_.measures.size(); ++i) {
    const Measure& measure = study_.measures[i];
    if (measure.what != Measure::What::lyapunov) continue;
    const TwinOptions twins{measure.from, std::min(measure.to, run.end), measure.every, measure.distance,
                            study_.most_steps};
    const LyapunovExponent found = largest_lyapunov(*machine.assembly.system, numbers.method(), twins, stop);
    if (stop != nullptr && stop->load()) row.status = RowStatus::stopped;
    row.measures[i] = found.exponent;
    row.measures[i + 1] = found.error;  // the measure that was read with it
  }
  if (record) measure_by_functions(row, *record);
  if (stop != nullptr && stop->load()) row.status = RowStatus::stopped;  // a function may have asked for it
  if (row.status == RowStatus::complete) compute_formulas(row);
}

/// Before the formulas, which may name them.
void StudyRunner::measure_by_functions(StudyRow& row, const MemoryRecord& run) const {
  const RecordFile record = record_of(run);
  for (std::size_t i = 0; i < study_.measures.size(); ++i) {
    const Measure& measure = study_.measures[i];
    if (!measure.own) continue;
    try {
      row.measures[i] = measure.own(record, row.inputs);
    } catch (const std::runtime_error& error) {
      row.status = RowStatus::failed;
      row.message = fmt::format("measure.{}: {}", measure.name, error.what());
      row.measures.assign(row.measures.size(), std::numeric_limits<double>::quiet_NaN());
      row.sections.clear();
      return;
    }
  }
}

/// Each may need those before it. What does not vary in this row is what it is in the model, where that is known.
void StudyRunner::compute_formulas(StudyRow& row) const {
  std::vector<double> variables = row.inputs;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    if (!std::isnan(variables[i])) continue;
    const Variable& variable = study_.variables[i];
    if (variable.as == Variable::As::offset) variables[i] = 0;
    if (variable.as == Variable::As::factor) variables[i] = 1;
    if (variable.as == Variable::As::value && !machine_->nominal[i].empty())
      variables[i] = machine_->nominal[i].front();
  }
  for (std::size_t i = 0; i < study_.measures.size(); ++i) {
    const Measure& measure = study_.measures[i];
    if (measure.formula) row.measures[i] = formula_value(measure, variables, row.measures);
  }
}

StudyRow StudyRunner::run(long long row, const std::atomic<bool>* stop) {
  std::vector<double> inputs(study_.variables.size());
  fill_design(study_, row, inputs);
  return run_with(std::move(inputs), stop);
}

StudyRow StudyRunner::run_with(std::vector<double> inputs, const std::atomic<bool>* stop) {
  StudyRow made;
  made.inputs = std::move(inputs);
  made.measures.assign(study_.measures.size(), std::numeric_limits<double>::quiet_NaN());
  try {
    try_run(made, stop);
  } catch (const ModelError& error) {
    made.status = RowStatus::refused;
    made.message = first_message(error);
  } catch (const InternalError& error) {
    made.status = RowStatus::mistake;
    made.message = error.what();
    machine_.reset();  // who knows what state it is in
  }
  return made;
}

std::vector<Assignment> StudyRunner::changes_of(const std::vector<double>& inputs) {
  use_machine(inputs);
  std::vector<Assignment> changes = machine_->changes;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (std::isnan(inputs[i])) continue;
    for (std::size_t p = 0; p < machine_->numbers[i].size(); ++p)
      changes.emplace_back(study_.variables[i].paths[p], fmt::format("{}", number_of(i, p, inputs[i])));
  }
  return changes;
}

}  // namespace freeplay
